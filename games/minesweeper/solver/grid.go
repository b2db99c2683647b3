package solver

import "math/bits"

// A place is a cell of a grid: 64 places a row, three rows and three columns of border on every side, so that what
// lies around a cell needs no bounds. The widest board is 60 cells: three of border at its left still fit into a word.
type place = int32

const (
	border = 3
	stride = 64
)

// fatal is what a truth says of a mine.
const fatal = -2

// around are the eight neighbours of a place.
var around = [8]place{-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1}

// grid is what is known of a board while it is being solved: every cell, and what the two simple rules found out about
// it. With a truth it opens at once what it finds safe; without one it only lists it.
type grid struct {
	w, h    int
	number  []int8   // what an open cell says, Hidden otherwise
	need    []int8   // mines still to be found around an open cell, 0 for a Hidden one
	unknown []uint64 // a row a word: cells not open and known neither as safe nor as a mine
	mined   []uint64 // a row a word: cells known as mines
	left    int      // mines not found yet: they lie in unknown cells
	broken  bool     // some number cannot be right
	safe    []place  // found safe and not opened
	truth   []int8   // what every place says, fatal for a mine; or nil

	mark   []uint8 // which of the two queues a place stands in
	fresh  []place // numbers to try the trivial rule on
	paired []place // numbers to try the subset rule on, after all trivial ones
}

const (
	inFresh uint8 = 1 << iota
	inPaired
)

// newSheet returns a grid on which nothing is open.
func newGrid(w, h, mines int) *grid {
	places, rows := (h+2*border)*stride, h+2*border
	small := make([]int8, 2*places)
	words := make([]uint64, 2*rows)
	g := &grid{
		w: w, h: h,
		number: small[:places:places], need: small[places:],
		unknown: words[:rows:rows], mined: words[rows:],
		mark: make([]uint8, places),
	}
	g.reset(mines)
	return g
}

// reset forgets everything but the size.
func (g *grid) reset(mines int) {
	for i := range g.number {
		g.number[i] = Hidden
	}
	clear(g.need)
	clear(g.mined)
	clear(g.mark)
	for y := range g.h {
		g.unknown[y+border] = (1<<g.w - 1) << border
	}
	g.left, g.broken, g.truth = mines, false, nil
	g.safe, g.fresh, g.paired = g.safe[:0], g.fresh[:0], g.paired[:0]
}

// copyOf makes g the same as another grid of its size.
func (g *grid) copyOf(o *grid) {
	copy(g.number, o.number)
	copy(g.need, o.need)
	copy(g.unknown, o.unknown)
	copy(g.mined, o.mined)
	copy(g.mark, o.mark)
	g.left, g.broken, g.truth = o.left, o.broken, o.truth
	g.safe = append(g.safe[:0], o.safe...)
	g.fresh = append(g.fresh[:0], o.fresh...)
	g.paired = append(g.paired[:0], o.paired...)
}

// place returns the place of a cell.
func (g *grid) place(cell int) place { return place((cell/g.w+border)*stride + cell%g.w + border) }

// cell returns the cell of a place.
func (g *grid) cell(p place) int { return int(p/stride-border)*g.w + int(p%stride) - border }

// has reports whether the place is in the rows of words.
func has(rows []uint64, p place) bool { return rows[p/stride]>>(p%stride)&1 != 0 }

// open writes down what an unknown cell or one found safe says.
func (g *grid) open(p place, number int8) {
	g.number[p] = number
	g.unknown[p/stride] &^= 1 << (p % stride)
	for _, d := range around {
		if has(g.mined, p+d) {
			number--
		}
	}
	g.need[p] = number
	g.touch(p)
}

// unknowns is how many cells are unknown.
func (g *grid) unknowns() int {
	n := 0
	for _, row := range g.unknown {
		n += bits.OnesCount64(row)
	}
	return n
}

// touch puts a place's number, and those around it, back into the queues: what is unknown there has changed.
func (g *grid) touch(p place) {
	g.queue(p)
	for _, d := range around {
		g.queue(p + d)
	}
}

func (g *grid) queue(p place) {
	if g.number[p] == Hidden {
		return
	}
	if g.mark[p]&inFresh == 0 {
		g.fresh = append(g.fresh, p)
	}
	if g.mark[p]&inPaired == 0 {
		g.paired = append(g.paired, p)
	}
	g.mark[p] = inFresh | inPaired
}

// findMine notes that an unknown cell is a mine.
func (g *grid) findMine(p place) {
	g.unknown[p/stride] &^= 1 << (p % stride)
	g.mined[p/stride] |= 1 << (p % stride)
	g.left--
	for _, d := range around {
		if q := p + d; g.number[q] != Hidden {
			g.need[q]--
			g.queue(q)
		}
	}
}

// findSafe notes that an unknown cell is safe.
func (g *grid) findSafe(p place) {
	if g.truth != nil {
		g.open(p, g.truth[p])
		return
	}
	g.safe = append(g.safe, p)
	g.unknown[p/stride] &^= 1 << (p % stride)
	g.touch(p)
}

// The window of a place is the 7 by 7 cells around it in 49 bits, seven a row: two numbers whose neighbours meet lie
// at most two apart, so the window of one holds the neighbours of both.
const (
	windowRow = 7
	corner    = 0b111 | 0b111<<7 | 0b111<<14 // the 3 by 3 at its top left
	near      = corner << 16                 // the 3 by 3 in the middle
)

// window returns the unknown cells around a place.
func (g *grid) window(p place) uint64 {
	rows := g.unknown[p/stride-border : p/stride+border+1]
	shift := p%stride - border
	var w uint64
	for i := windowRow - 1; i >= 0; i-- {
		w = w<<windowRow | rows[i]>>shift&0x7f
	}
	return w
}

// placeIn returns where bit i of the window of p lies.
func placeIn(p place, i int) place {
	return p + place((i/windowRow-border)*stride+i%windowRow-border)
}
