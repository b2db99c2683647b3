package minesweeper

import (
	"fmt"

	"arcade.example.com/games/minesweeper/solver"
)

// reason says in words why a cell is safe, or what the bars are where nothing is: at most 55 characters.
func (a *advice) reason(s *state) string {
	switch {
	case a.known.Guess:
		return "bars: how likely each mine is"
	case a.byCount():
		return "by the count of mines, none is left for this cell"
	case len(a.why) == 1:
		return "the 0 has no mine around it, so this is free"
	case len(a.why) == 2:
		return s.reasonOfTwo(a.why[0], a.why[1], a.cell)
	}
	return fmt.Sprintf("no mine fits here by these %d numbers", len(a.why))
}

// reasonOfTwo says how two numbers make a cell safe: it lies beside one of them alone, and the other has so many mines
// that all of the one's must lie where both look.
func (s *state) reasonOfTwo(full, other, cell int) string {
	if !s.adjacent(full, cell) || s.adjacent(other, cell) {
		full, other = other, full
	}
	return fmt.Sprintf("the %d puts %s by the %d, all it has: this is free", s.number(other), count(s.number(full), "mine"), s.number(full))
}

// adjacent reports whether two cells are neighbours.
func (su setup) adjacent(i, j int) bool {
	var near [8]int
	for _, n := range solver.Neighbours(su.w, su.h, i, &near) {
		if n == j {
			return true
		}
	}
	return false
}
