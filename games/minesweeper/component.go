package minesweeper

import (
	"math/bits"
	"slices"
)

// component is a set of unknown cells that open numbers tie together, and to no cell outside of it, with the count of
// its layouts. Cells that the same numbers look at are alike and lie in one box. It never changes once counted.
type component struct {
	clues []place // the numbers
	boxes [][]place
	// ways[i] is the number of layouts with low+i mines: exact up to 2^53, to 15 digits above. It is empty where the
	// numbers contradict each other.
	low  int
	ways []float64
	// mined[b][i] is the number of those in which a given cell of boxes[b] is a mine, clear[b][i] of the others.
	mined, clear [][]float64
}

// field is the unknown part of a sheet.
type field struct {
	parts   []*component
	outside int // unknown cells that no open number looks at
	left    int // mines among all the unknown cells
}

// clue is an open number with unknown cells around it, while components are found.
type clue struct {
	at    place
	need  int     // mines among its boxes
	boxes []int32 // into tangle.boxes
	taken bool    // into a component
}

// knot is a box while components are found.
type knot struct {
	cells []place
	clues []int32 // into tangle.clues
}

// tangle is the room in which the clues of a sheet are taken apart into components.
type tangle struct {
	clues  []clue
	boxes  []knot
	clueAt []int32 // by place: into clues, -1 for none
	boxAt  []int32 // by place: into boxes, -1 for none
	tally
}

func newTangle(s *sheet) *tangle {
	t := &tangle{clueAt: make([]int32, len(s.number)), boxAt: make([]int32, len(s.number))}
	for i := range t.clueAt {
		t.clueAt[i], t.boxAt[i] = -1, -1
	}
	return t
}

// field reads a sheet on which the rules find nothing more.
func (t *tangle) field(s *sheet) *field {
	f := &field{left: s.left, outside: s.unknowns()}
	f.parts = t.parts(s, s.clues())
	for _, part := range f.parts {
		f.outside -= part.cells()
	}
	return f
}

// cells is how many cells the component has.
func (part *component) cells() int {
	n := 0
	for _, box := range part.boxes {
		n += len(box)
	}
	return n
}

// clues are the places of open numbers that have unknown cells around them.
func (s *sheet) clues() []place {
	var clues []place
	for y := border; y < s.h+border; y++ {
		if s.unknown[y-1]|s.unknown[y]|s.unknown[y+1] == 0 {
			continue
		}
		for p := place(y*stride + border); p < place(y*stride+border+s.w); p++ {
			if s.number[p] != hidden && s.window(p)&near != 0 {
				clues = append(clues, p)
			}
		}
	}
	return clues
}

// parts takes apart and counts the components of some clues. Together they must have all clues that look at any of
// their cells.
func (t *tangle) parts(s *sheet, clues []place) []*component {
	t.clues, t.boxes = t.clues[:0], t.boxes[:0]
	for _, p := range clues {
		t.clueAt[p] = int32(len(t.clues))
		t.clues = append(t.clues, clue{at: p, need: int(s.need[p])})
	}
	for i, p := range clues {
		for cells := s.window(p) & near; cells != 0; cells &= cells - 1 {
			t.box(int32(i), placeIn(p, bits.TrailingZeros64(cells)))
		}
	}
	var parts []*component
	t.prepare(len(t.clues), len(t.boxes))
	for i := range t.clues {
		if !t.clues[i].taken {
			parts = append(parts, t.count(t.walk(int32(i))))
		}
	}
	t.untie()
	return parts
}

// box puts an unknown cell beside a clue into the box of its kind. The first clue of a cell is the first of all cells
// like it, so it is enough to compare the cell with the boxes that this clue has already.
func (t *tangle) box(first int32, p place) {
	if t.boxAt[p] >= 0 {
		return
	}
	var room [8]int32
	seen := room[:0]
	for _, d := range around {
		if c := t.clueAt[p+d]; c >= 0 {
			seen = append(seen, c)
		}
	}
	for _, b := range t.clues[first].boxes {
		if slices.Equal(t.boxes[b].clues, seen) {
			t.boxes[b].cells = append(t.boxes[b].cells, p)
			t.boxAt[p] = b
			return
		}
	}
	b := int32(len(t.boxes))
	t.boxAt[p] = b
	t.boxes = append(t.boxes, knot{[]place{p}, slices.Clone(seen)})
	for _, c := range seen {
		t.clues[c].boxes = append(t.clues[c].boxes, b)
	}
}

// walk returns the clues that hang together with one, in breadth-first order.
func (t *tangle) walk(from int32) []int32 {
	group := []int32{from}
	t.clues[from].taken = true
	for i := 0; i < len(group); i++ {
		for _, b := range t.clues[group[i]].boxes {
			for _, c := range t.boxes[b].clues {
				if !t.clues[c].taken {
					t.clues[c].taken = true
					group = append(group, c)
				}
			}
		}
	}
	return group
}

// untie empties clueAt and boxAt for the next use.
func (t *tangle) untie() {
	for _, c := range t.clues {
		t.clueAt[c.at] = -1
	}
	for _, b := range t.boxes {
		for _, p := range b.cells {
			t.boxAt[p] = -1
		}
	}
}
