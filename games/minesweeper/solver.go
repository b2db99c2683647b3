package minesweeper

// analysis is all that can be known of a view.
type analysis struct {
	safe, mine []int     // hidden cells that are certainly safe, certainly mines
	chance     []float64 // of being a mine, by cell; -1 for open cells
	guess      bool      // cells are still to be opened, and none of them is certainly safe
	best       int       // what to open: a safe cell, or the best guess; -1 when nothing is left to open
	view       view
}

// analyse says what can be known of a view: everything that follows from its numbers and the count of its mines.
// It says guess only when nothing follows.
func analyse(v view) analysis {
	a := analysis{chance: make([]float64, len(v.cell)), best: -1, view: v}
	t := newThought(readSheet(v))
	t.think()
	closed := 0
	for cell, number := range v.cell {
		if number != hidden {
			a.chance[cell] = -1
			continue
		}
		closed++
		c := t.at(t.place(cell))
		if c.mined == 0 {
			a.safe = append(a.safe, cell)
		} else if c.clear == 0 {
			a.mine = append(a.mine, cell)
		}
		a.chance[cell] = c.mine()
	}
	switch {
	case len(a.safe) > 0:
		a.best = a.safe[0]
	case len(a.mine) < closed:
		a.guess = true
		a.best = t.cell(t.guess())
	}
	return a
}

// readSheet writes a view on a sheet.
func readSheet(v view) *sheet {
	return readSome(v, func(int) bool { return true })
}

// readSome writes a view on a sheet, with only some of its numbers: the other open cells are only safe.
func readSome(v view, legible func(cell int) bool) *sheet {
	s := newSheet(v.w, v.h, v.mines)
	for cell, number := range v.cell {
		p := s.place(cell)
		switch {
		case number == hidden:
		case legible(cell):
			s.open(p, number)
		default:
			s.unknown[p/stride] &^= 1 << (p % stride)
		}
	}
	return s
}
