package minesweeper

import (
	"arcade.example.com/games"
	"arcade.example.com/games/minesweeper/solver"
)

// noGuess deals boards of chance until one needs no guess, so that of those boards every one is equally likely. The
// verdict is exact: from the first cell on, whatever follows from all numbers and the count of mines is enough. It
// depends on nothing but its arguments, and it returns no board that is not proved; it does not return where no such
// board exists.
func noGuess(w, h, mines, first int, seed games.Seed) *solver.Layout {
	s := solver.New(w, h)
	for try := uint64(0); ; try++ {
		r := games.NewRand(seed, streamNoGuess+try)
		if l := uniform(w, h, mines, first, &r); s.Proves(l, first) {
			return l
		}
	}
}
