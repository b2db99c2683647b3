// Package catalog is the one list of games. A new game is a folder beside it and a line here.
package catalog

import (
	"arcade.example.com/games"
	"arcade.example.com/games/maze"
	"arcade.example.com/games/minesweeper"
)

// All returns the games in the order of the menu.
func All() []games.Game {
	return []games.Game{maze.Game(), minesweeper.Game()}
}
