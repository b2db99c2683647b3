package minesweeper

import (
	"arcade.example.com/games"
	"arcade.example.com/games/minesweeper/solver"
)

// noGuessField deals boards of chance until one needs no guess and reaches the floor, so that of those boards every one
// is equally likely. It depends on nothing but its arguments, and it returns no board that is not proved; it does not
// return where no such board exists.
func (su setup) noGuessField(seed games.Seed, first int) *minefield {
	s := solver.New(su.w, su.h)
	for try := uint64(0); ; try++ {
		r := games.NewRand(seed, streamNoGuess+try)
		l := uniform(su.w, su.h, su.mines, first, &r)
		if !s.Proves(l, first) {
			continue
		}
		if f := (&minefield{l, measure(l)}); f.bv >= su.floor {
			return f
		}
	}
}
