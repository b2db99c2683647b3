package solver

import (
	"math"
	"math/bits"
	"slices"
)

// When few layouts are left, the rest of the game is played out in Solver, every opening against every answer: that
// finds the way to play that wins in most of the layouts.

const (
	few    = 400     // layouts that are few
	effort = 1 << 20 // how many steps may be spent to list them and to play them
)

// endgame is a position with all its layouts.
type endgame struct {
	cells   []place
	answers [][]int8 // by cell and Layout: what it says there, or fatal
	effort  int      // steps that may still be spent
	known   map[string]int
}

// exactGuess returns the best cell to open where few layouts are left, and false where there are too many, or too many
// ways to play them.
func (s *Solver) exactGuess() (place, bool) {
	if s.odds.layouts > math.Log(few+0.5) {
		return 0, false
	}
	e := endgame{effort: effort, known: make(map[string]int)}
	best, _ := e.choose(e.list(s))
	return e.cells[best], e.effort >= 0
}

// list finds all layouts and numbers them.
func (e *endgame) list(s *Solver) []uint16 {
	for _, part := range s.field.components {
		for _, cells := range part.boxes {
			e.cells = append(e.cells, cells...)
		}
	}
	for y := border; y < s.h+border; y++ {
		for row := s.unknown[y]; row != 0; row &= row - 1 {
			if p := place(y*stride + bits.TrailingZeros64(row)); s.where[p].part == 0 {
				e.cells = append(e.cells, p)
			}
		}
	}
	e.answers = make([][]int8, len(e.cells))
	s.trial.copyOf(s.grid)
	e.place(s.trial, 0)
	all := make([]uint16, len(e.answers[0]))
	for i := range all {
		all[i] = uint16(i)
	}
	return all
}

// place puts mines on the cells from the i-th on, in every way that all numbers allow.
func (e *endgame) place(g *grid, i int) {
	if e.effort--; e.effort < 0 || g.left < 0 || g.left > len(e.cells)-i {
		return
	}
	if i == len(e.cells) {
		e.note(g)
		return
	}
	p := e.cells[i]
	bit := uint64(1) << (p % stride)
	g.unknown[p/stride] &^= bit
	if g.allows(p) {
		e.place(g, i+1)
	}
	g.mined[p/stride] |= bit
	g.left--
	g.change(p, -1)
	if g.allows(p) {
		e.place(g, i+1)
	}
	g.change(p, 1)
	g.left++
	g.mined[p/stride] &^= bit
	g.unknown[p/stride] |= bit
}

// change adds to what the numbers around a place need.
func (s *grid) change(p place, n int8) {
	for _, d := range around {
		if s.number[p+d] != Hidden {
			s.need[p+d] += n
		}
	}
}

// allows reports whether the numbers around a place can still get what they need.
func (s *grid) allows(p place) bool {
	for _, d := range around {
		if q := p + d; s.number[q] != Hidden {
			if need := int(s.need[q]); need < 0 || need > bits.OnesCount64(s.window(q)&near) {
				return false
			}
		}
	}
	return true
}

// note writes down a layout: what each cell would say.
func (e *endgame) note(g *grid) {
	for i, p := range e.cells {
		answer := int8(fatal)
		if !has(g.mined, p) {
			answer = 0
			for _, d := range around {
				if has(g.mined, p+d) {
					answer++
				}
			}
		}
		e.answers[i] = append(e.answers[i], answer)
	}
}

// wins is in how many of some layouts the game is won by the best play. What is safe in all of them is opened first,
// so which layouts are left says all about a position.
func (e *endgame) wins(set []uint16) int {
	if len(set) < 2 || e.effort < 0 {
		return len(set)
	}
	name := make([]byte, 0, 2*len(set))
	for _, l := range set {
		name = append(name, byte(l), byte(l>>8))
	}
	if n, ok := e.known[string(name)]; ok {
		return n
	}
	n, ok := e.free(set)
	if !ok {
		_, n = e.choose(set)
	}
	e.known[string(name)] = n
	return n
}

// free opens the first cell that is safe in all layouts and tells some from others; false where there is none.
func (e *endgame) free(set []uint16) (wins int, ok bool) {
	for cell, answers := range e.answers {
		first := answers[set[0]]
		told := false
		for _, l := range set {
			if answers[l] == fatal {
				told = false
				break
			}
			told = told || answers[l] != first
		}
		if told {
			for _, group := range e.split(cell, set) {
				wins += e.wins(group)
			}
			return wins, true
		}
	}
	return 0, false
}

// choose is the best cell to guess, and in how many layouts it wins.
func (e *endgame) choose(set []uint16) (best, wins int) {
	type option struct{ cell, safe int }
	var options []option
	for cell, answers := range e.answers {
		safe := 0
		for _, l := range set {
			if answers[l] != fatal {
				safe++
			}
		}
		if safe > 0 && safe < len(set) {
			options = append(options, option{cell, safe})
		}
	}
	slices.SortStableFunc(options, func(a, b option) int { return b.safe - a.safe })
	for _, o := range options {
		if o.safe <= wins {
			break
		}
		most := o.safe
		for _, group := range e.split(o.cell, set) {
			if most -= len(group) - e.wins(group); most <= wins {
				break
			}
		}
		if most > wins {
			best, wins = o.cell, most
		}
	}
	return best, wins
}

// split sorts layouts by what a cell says in them, without those in which it is a mine.
func (e *endgame) split(cell int, set []uint16) (groups [9][]uint16) {
	e.effort -= len(set)
	answers := e.answers[cell]
	for _, l := range set {
		if n := answers[l]; n != fatal {
			groups[n] = append(groups[n], l)
		}
	}
	return groups
}
