package minesweeper

// begin closes every cell of a layout of the sheet's size.
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

// wins reports whether the solver wins a layout from its first cell, guessing where it must.
func (t *thought) wins(l *layout, first int) bool {
	t.begin(l)
	for p := t.place(first); t.truth[p] != fatal; p = t.guess() {
		t.open(p, t.truth[p])
		t.exhaust()
		if t.won() {
			return true
		}
	}
	return false
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
	find := func(p place, c chance) {
		switch {
		case !has(t.unknown, p):
		case c.mined == 0:
			t.findSafe(p)
			opened = true
		case c.clear == 0:
			t.findMine(p)
		}
	}
	for i, part := range t.field.parts {
		for b, cells := range part.boxes {
			for _, p := range cells {
				find(p, t.odds.box[i][b])
			}
		}
	}
	if t.field.outside > 0 && t.odds.outside.mined == 0 {
		for y := border; y < t.h+border; y++ {
			for p := place(y*stride + border); p < place(y*stride+border+t.w); p++ {
				if t.spots[p].part == 0 {
					find(p, t.odds.outside)
				}
			}
		}
	}
	return opened
}
