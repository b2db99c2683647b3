package solver

import (
	"math/bits"
	"slices"
)

// component is a set of unknown cells that open numbers connect, and with no cell outside of it, with the count
// of its layouts. Cells that the same numbers look at are alike and lie in one box. It never changes once counted.
type component struct {
	constraints []place // the numbers
	boxes       [][]place
	// ways[i] is the number of layouts with low+i mines: exact up to 2^53, to 15 digits above. It is empty where the
	// numbers contradict each other.
	low  int
	ways []float64
	// mined[b][i] is the number of those in which a given cell of boxes[b] is a mine, clear[b][i] of the others.
	mined, clear [][]float64
}

// field is the unknown part of a grid.
type field struct {
	components []*component
	outside    int // unknown cells that no open number looks at
	left       int // mines among all the unknown cells
}

// constraint is an open number with unknown cells around it, while components are found.
type constraint struct {
	at    place
	need  int     // mines among its boxes
	boxes []int32 // into frontier.boxes
	taken bool    // into a component
}

// box is a set of unknown cells with the same constraints, while components are found.
type box struct {
	cells       []place
	constraints []int32 // into frontier.constraints
}

// frontier is the room in which the numbers at the edge of what is open, and the unknown cells around them, are taken
// apart into components. Taking components one by one, and cells with the same constraints as one variable is how
// C. Studholme, "Minesweeper as a Constraint Satisfaction Problem" (2000), and most solvers since count.
type frontier struct {
	constraints  []constraint
	boxes        []box
	constraintAt []int32 // by place: into constraints, -1 for none
	boxAt        []int32 // by place: into boxes, -1 for none
	diagram
}

func newFrontier(g *grid) *frontier {
	t := &frontier{constraintAt: make([]int32, len(g.number)), boxAt: make([]int32, len(g.number))}
	for i := range t.constraintAt {
		t.constraintAt[i], t.boxAt[i] = -1, -1
	}
	return t
}

// field reads a grid on which the rules find nothing more.
func (f *frontier) field(g *grid) *field {
	u := &field{left: g.left, outside: g.unknowns()}
	u.components = f.components(g, g.constraints())
	for _, part := range u.components {
		u.outside -= part.cells()
	}
	return u
}

// cells is how many cells the component has.
func (part *component) cells() int {
	n := 0
	for _, box := range part.boxes {
		n += len(box)
	}
	return n
}

// constraints are the places of open numbers that have unknown cells around them.
func (g *grid) constraints() []place {
	var constraints []place
	for y := border; y < g.h+border; y++ {
		if g.unknown[y-1]|g.unknown[y]|g.unknown[y+1] == 0 {
			continue
		}
		for p := place(y*stride + border); p < place(y*stride+border+g.w); p++ {
			if g.number[p] != Hidden && g.window(p)&near != 0 {
				constraints = append(constraints, p)
			}
		}
	}
	return constraints
}

// components takes apart and counts the components of some constraints, which must be all that look at any of their
// cells.
func (f *frontier) components(g *grid, constraints []place) []*component {
	f.constraints, f.boxes = f.constraints[:0], f.boxes[:0]
	for _, p := range constraints {
		f.constraintAt[p] = int32(len(f.constraints))
		f.constraints = append(f.constraints, constraint{at: p, need: int(g.need[p])})
	}
	for i, p := range constraints {
		for cells := g.window(p) & near; cells != 0; cells &= cells - 1 {
			f.box(int32(i), placeIn(p, bits.TrailingZeros64(cells)))
		}
	}
	var components []*component
	f.prepare(len(f.constraints), len(f.boxes))
	for i := range f.constraints {
		if !f.constraints[i].taken {
			components = append(components, f.count(f.connected(int32(i))))
		}
	}
	f.forget()
	return components
}

// box puts an unknown cell beside a constraint into the box of those like it. The first constraint of a cell is the
// first of all cells like it, so it is enough to compare the cell with the boxes that this constraint has already.
func (f *frontier) box(first int32, p place) {
	if f.boxAt[p] >= 0 {
		return
	}
	var room [8]int32
	seen := room[:0]
	for _, d := range around {
		if c := f.constraintAt[p+d]; c >= 0 {
			seen = append(seen, c)
		}
	}
	for _, b := range f.constraints[first].boxes {
		if slices.Equal(f.boxes[b].constraints, seen) {
			f.boxes[b].cells = append(f.boxes[b].cells, p)
			f.boxAt[p] = b
			return
		}
	}
	b := int32(len(f.boxes))
	f.boxAt[p] = b
	f.boxes = append(f.boxes, box{[]place{p}, slices.Clone(seen)})
	for _, c := range seen {
		f.constraints[c].boxes = append(f.constraints[c].boxes, b)
	}
}

// connected returns the constraints that share boxes with one, directly or over others, in breadth-first order.
func (f *frontier) connected(from int32) []int32 {
	group := []int32{from}
	f.constraints[from].taken = true
	for i := 0; i < len(group); i++ {
		for _, b := range f.constraints[group[i]].boxes {
			for _, c := range f.boxes[b].constraints {
				if !f.constraints[c].taken {
					f.constraints[c].taken = true
					group = append(group, c)
				}
			}
		}
	}
	return group
}

// forget empties constraintAt and boxAt for the next use.
func (f *frontier) forget() {
	for _, c := range f.constraints {
		f.constraintAt[c.at] = -1
	}
	for _, b := range f.boxes {
		for _, p := range b.cells {
			f.boxAt[p] = -1
		}
	}
}
