// Package solver finds out what can be known of a game of mines, and what to open where nothing can: rules first, then
// exact counts of the layouts that fit, then guesses that look ahead.
//
// It knows layouts and what a player sees of them, and that is all: no seeds, no dealing, no flags, no modes, no face.
// Answers are a pure function of what is asked. Cells are numbered y*W+x.
//
// The words are those of the literature: the open numbers that have unknown cells around them, and those cells, are the
// frontier; each such number is a constraint; cells with the same constraints form a box; boxes that share constraints,
// directly or over others, form a component.
package solver
