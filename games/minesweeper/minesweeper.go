// Package minesweeper is the game of mines: its rules, its dealing, its solver and its face. It knows no terminal,
// no session, no clock and no store, and must never.
package minesweeper
