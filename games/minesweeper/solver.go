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
	hidden := 0
	for cell, number := range v.cell {
		if number != -1 {
			a.chance[cell] = -1
			continue
		}
		hidden++
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
	case len(a.mine) < hidden:
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

// thought is a sheet with all that follows from it.
type thought struct {
	*sheet
	field *field
	odds  odds
	spots []spot // by place
	knots *tangle
	ahead *sheet // room to try a move on
	then  odds   // room for the odds after it
	facts []int8 // room for a truth
}

// spot says where in a field an unknown cell is: in which component, counted from 1, and in which of its boxes.
type spot struct{ part, box int16 }

func newThought(s *sheet) *thought {
	return &thought{sheet: s, spots: make([]spot, len(s.number)), knots: newTangle(s), ahead: newSheet(s.w, s.h, s.left), facts: make([]int8, len(s.number))}
}

// think applies the rules and counts what they leave.
func (t *thought) think() {
	t.deduce()
	t.field = t.knots.field(t.sheet)
	t.odds.weigh(t.field)
	clear(t.spots)
	for i, part := range t.field.parts {
		for b, cells := range part.boxes {
			for _, p := range cells {
				t.spots[p] = spot{int16(i + 1), int16(b)}
			}
		}
	}
}

// at is the chance of a cell that is not open.
func (t *thought) at(p place) chance {
	switch in := t.spots[p]; {
	case has(t.mined, p):
		return chance{mined: 1}
	case !has(t.unknown, p):
		return chance{clear: 1}
	case in.part > 0:
		return t.odds.box[in.part-1][in.box]
	}
	return t.odds.outside
}
