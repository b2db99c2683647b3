package minesweeper

import "math/bits"

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
	return &thought{
		sheet: s,
		spots: make([]spot, len(s.number)),
		knots: newTangle(s),
		ahead: newSheet(s.w, s.h, s.left),
		facts: make([]int8, len(s.number)),
	}
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

// begin closes every cell and takes a layout, of the sheet's size, for the truth.
func (t *thought) begin(l *layout) {
	t.reset(l.mines)
	t.truth = t.facts
	for i, mine := range l.mine {
		t.truth[t.place(i)] = int8(l.count[i])
		if mine {
			t.truth[t.place(i)] = fatal
		}
	}
}

// won reports whether only mines are still closed.
func (t *thought) won() bool { return t.unknowns() == t.left }

// exhaust opens everything that is certainly safe, until nothing is.
func (t *thought) exhaust() {
	for t.think(); t.settle(); t.think() {
	}
}

// settle notes what the odds are certain of, and reports whether it opened anything.
func (t *thought) settle() (opened bool) {
	for y := border; y < t.h+border; y++ {
		for row := t.unknown[y]; row != 0; row &= row - 1 {
			p := place(y*stride + bits.TrailingZeros64(row))
			switch c := t.at(p); {
			case c.mined == 0:
				t.findSafe(p)
				opened = true
			case c.clear == 0:
				t.findMine(p)
			}
		}
	}
	return opened
}
