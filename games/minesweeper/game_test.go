package minesweeper

import (
	"testing"

	"arcade.example.com/games/gamestest"
)

func TestGame(t *testing.T) { gamestest.Run(t, Game()) }
