package minesweeper

import (
	"slices"

	"arcade.example.com/games"
)

// The streams of a seed. They are part of the dealing version.
const (
	streamStart   = 1       // the start cell of a known seed
	streamUniform = 2       // boards of chance
	streamNoGuess = 1 << 32 // boards that need no guess: this one and the following, one a try
)

// uniform lays the mines out so that every layout that keeps the first cell and its neighbours free is equally
// likely. Where there are too many mines for that, the first cell alone is kept free. How the numbers of r become
// mines is part of the dealing version.
func uniform(w, h, mines, first int, r *games.Rand) *layout {
	var near [8]int
	kept := neighbours(w, h, first, &near)
	if mines > w*h-1-len(kept) {
		kept = nil
	}
	free := make([]int, 0, w*h)
	for i := range w * h {
		if i != first && !slices.Contains(kept, i) {
			free = append(free, i)
		}
	}
	l := newLayout(w, h)
	for k := range mines { // a shuffle, as far as it is needed
		j := k + r.N(len(free)-k)
		free[k], free[j] = free[j], free[k]
		l.put(free[k])
	}
	return l
}
