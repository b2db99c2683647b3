package minesweeper

import (
	"fmt"
	"slices"
	"sync"

	"arcade.example.com/games"
	"arcade.example.com/games/minesweeper/solver"
)

// The streams of a seed. They are part of the dealing version.
const (
	streamStart   = 1       // the start cell of a known seed
	streamUniform = 2       // boards of chance
	streamNoGuess = 1 << 32 // boards that need no guess: this one and the following, one a try
)

// dealState is Game.Deal at a version. The mines wait for the first opening.
func dealState(version int, m games.Mode, seed games.Seed) (games.State, error) {
	su, err := setupOf(m.ID)
	if err != nil {
		return nil, fmt.Errorf("deal minesweeper: %w", err)
	}
	if version < versionFloors {
		su.floor = 0
	}
	return newState(su, seed), nil
}

// newState is a position before the first opening.
func newState(su setup, seed games.Seed) *state {
	return &state{setup: su, dealer: &dealer{setup: su, seed: seed}, squares: make([]square, su.w*su.h)}
}

// start is Game.Start: on a known seed everyone opens this cell first.
func start(m games.Mode, seed games.Seed) games.Move {
	su, err := setupOf(m.ID)
	if err != nil {
		return ""
	}
	return su.move("open", su.start(seed))
}

func (su setup) start(seed games.Seed) int {
	r := games.NewRand(seed, streamStart)
	return r.N(su.w * su.h)
}

// dealer deals the field of one run as soon as its first cell is known. It keeps what it dealt last: a move may be
// tried before it is made, and a field that needs no guess takes milliseconds. It is safe for concurrent use.
type dealer struct {
	setup
	seed games.Seed

	mu    sync.Mutex
	first int
	field *minefield // nil before the first deal
}

func (d *dealer) deal(first int) *minefield {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.field == nil || d.first != first {
		d.first, d.field = first, d.setup.deal(d.seed, first)
	}
	return d.field
}

// minefield is a layout and what it takes to open it.
type minefield struct {
	*solver.Layout
	stats
}

// deal lays out the field that a seed holds for a first cell: of all that the mode allows, every one equally likely.
func (su setup) deal(seed games.Seed, first int) *minefield {
	if su.noGuess {
		return su.noGuessField(seed, first)
	}
	r := games.NewRand(seed, streamUniform)
	for {
		l := uniform(su.w, su.h, su.mines, first, &r)
		if f := (&minefield{l, measure(l)}); f.bv >= su.floor {
			return f
		}
	}
}

// uniform lays the mines out so that every layout that keeps the first cell and its neighbours free is equally
// likely. Where there are too many mines for that, the first cell alone is kept free. How the numbers of r become
// mines is part of the dealing version.
func uniform(w, h, mines, first int, r *games.Rand) *solver.Layout {
	var near [8]int
	kept := solver.Neighbours(w, h, first, &near)
	if mines > w*h-1-len(kept) {
		kept = nil
	}
	free := make([]int, 0, w*h)
	for i := range w * h {
		if i != first && !slices.Contains(kept, i) {
			free = append(free, i)
		}
	}
	return lay(w, h, mines, free, r)
}

// lay lays the mines on some of the free cells, which it shuffles as far as it needs to.
func lay(w, h, mines int, free []int, r *games.Rand) *solver.Layout {
	l := solver.NewLayout(w, h)
	for k := range mines {
		j := k + r.N(len(free)-k)
		free[k], free[j] = free[j], free[k]
		l.Put(free[k])
	}
	return l
}
