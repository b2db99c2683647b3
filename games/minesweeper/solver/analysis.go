package solver

// Analysis is all that can be known of a view.
type Analysis struct {
	Safe, Mine []int     // hidden cells that are certainly safe, certainly mines
	Chance     []float64 // of being a mine, by cell, from 0 to 1; -1 for open cells
	Guess      bool      // cells are still to be opened, and none of them is certainly safe
	Best       int       // what to open: a safe cell, or the best guess; -1 when nothing is left to open

	view View
}

// Analyse says what can be known of a view, which must be one of some layout: everything that follows from its numbers
// and the count of its mines. It says Guess only when nothing follows. The view must not change as long as the answer
// is asked for reasons.
func Analyse(v View) Analysis {
	a := Analysis{Chance: make([]float64, len(v.Cell)), Best: -1, view: v}
	s := newSolver(readGrid(v))
	s.update()
	closed := 0
	for cell, number := range v.Cell {
		if number != Hidden {
			a.Chance[cell] = -1
			continue
		}
		closed++
		c := s.at(s.place(cell))
		if c.mined == 0 {
			a.Safe = append(a.Safe, cell)
		} else if c.clear == 0 {
			a.Mine = append(a.Mine, cell)
		}
		a.Chance[cell] = c.mine()
	}
	switch {
	case len(a.Safe) > 0:
		a.Best = a.Safe[0]
	case len(a.Mine) < closed:
		a.Guess = true
		a.Best = s.cell(s.guess())
	}
	return a
}

// readGrid writes a view on a grid.
func readGrid(v View) *grid {
	return readSome(v, func(int) bool { return true })
}

// readSome writes a view on a grid, with only some of its numbers: the other open cells are only safe.
func readSome(v View, legible func(cell int) bool) *grid {
	g := newGrid(v.W, v.H, v.Mines)
	for cell, number := range v.Cell {
		p := g.place(cell)
		switch {
		case number == Hidden:
		case legible(cell):
			g.open(p, number)
		default:
			g.unknown[p/stride] &^= 1 << (p % stride)
		}
	}
	return g
}
