package minesweeper

import "math/bits"

// A place is a cell on a sheet: 64 places a row, three rows and three columns of border on every side, so that what
// lies around a cell needs no bounds. The widest board is 60 cells: three of border at its left still fit into a word.
type place = int32

const (
	border = 3
	stride = 64
)

// What a number says when it is none.
const (
	hidden = -1 // the cell is not open
	fatal  = -2 // in a truth: the cell is a mine
)

// around are the eight neighbours of a place.
var around = [8]place{-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1}

// sheet is what is known of a board while it is being solved: a note on every cell, and what the two simple rules
// made of it. With a truth it opens at once what it finds safe; without one it only notes it.
type sheet struct {
	w, h    int
	number  []int8   // what an open cell says, hidden otherwise
	need    []int8   // mines still to be found around an open cell, 0 for a hidden one
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

// newSheet returns a sheet on which nothing is open.
func newSheet(w, h, mines int) *sheet {
	places, rows := (h+2*border)*stride, h+2*border
	small := make([]int8, 2*places)
	words := make([]uint64, 2*rows)
	s := &sheet{
		w: w, h: h,
		number: small[:places:places], need: small[places:],
		unknown: words[:rows:rows], mined: words[rows:],
		mark: make([]uint8, places),
	}
	s.reset(mines)
	return s
}

// reset forgets everything but the size.
func (s *sheet) reset(mines int) {
	for i := range s.number {
		s.number[i] = hidden
	}
	clear(s.need)
	clear(s.mined)
	clear(s.mark)
	for y := range s.h {
		s.unknown[y+border] = (1<<s.w - 1) << border
	}
	s.left, s.broken, s.truth = mines, false, nil
	s.safe, s.fresh, s.paired = s.safe[:0], s.fresh[:0], s.paired[:0]
}

// copyOf makes s the same as another sheet of its size.
func (s *sheet) copyOf(o *sheet) {
	copy(s.number, o.number)
	copy(s.need, o.need)
	copy(s.unknown, o.unknown)
	copy(s.mined, o.mined)
	copy(s.mark, o.mark)
	s.left, s.broken, s.truth = o.left, o.broken, o.truth
	s.safe = append(s.safe[:0], o.safe...)
	s.fresh = append(s.fresh[:0], o.fresh...)
	s.paired = append(s.paired[:0], o.paired...)
}

// place returns the place of a cell.
func (s *sheet) place(cell int) place { return place((cell/s.w+border)*stride + cell%s.w + border) }

// cell returns the cell of a place.
func (s *sheet) cell(p place) int { return int(p/stride-border)*s.w + int(p%stride) - border }

// has reports whether the place is in the rows of words.
func has(rows []uint64, p place) bool { return rows[p/stride]>>(p%stride)&1 != 0 }

// open writes down what an unknown cell or one found safe says.
func (s *sheet) open(p place, number int8) {
	s.number[p] = number
	s.unknown[p/stride] &^= 1 << (p % stride)
	for _, d := range around {
		if has(s.mined, p+d) {
			number--
		}
	}
	s.need[p] = number
	s.touch(p)
}

// unknowns is how many cells are unknown.
func (s *sheet) unknowns() int {
	n := 0
	for _, row := range s.unknown {
		n += bits.OnesCount64(row)
	}
	return n
}

// touch puts a place's number, and those around it, back into the queues: what is unknown there has changed.
func (s *sheet) touch(p place) {
	s.queue(p)
	for _, d := range around {
		s.queue(p + d)
	}
}

func (s *sheet) queue(p place) {
	if s.number[p] == hidden {
		return
	}
	if s.mark[p]&inFresh == 0 {
		s.fresh = append(s.fresh, p)
	}
	if s.mark[p]&inPaired == 0 {
		s.paired = append(s.paired, p)
	}
	s.mark[p] = inFresh | inPaired
}

// findMine notes that an unknown cell is a mine.
func (s *sheet) findMine(p place) {
	s.unknown[p/stride] &^= 1 << (p % stride)
	s.mined[p/stride] |= 1 << (p % stride)
	s.left--
	for _, d := range around {
		if q := p + d; s.number[q] != hidden {
			s.need[q]--
			s.queue(q)
		}
	}
}

// findSafe notes that an unknown cell is safe.
func (s *sheet) findSafe(p place) {
	if s.truth != nil {
		s.open(p, s.truth[p])
		return
	}
	s.safe = append(s.safe, p)
	s.unknown[p/stride] &^= 1 << (p % stride)
	s.touch(p)
}

// The window of a place is the 7 by 7 cells around it in 49 bits, seven a row: two numbers whose neighbours meet lie
// at most two apart, so the window of one holds the neighbours of both.
const (
	windowRow = 7
	corner    = 0b111 | 0b111<<7 | 0b111<<14 // the 3 by 3 at its top left
	near      = corner << 16                 // the 3 by 3 in the middle
)

// window returns the unknown cells around a place.
func (s *sheet) window(p place) uint64 {
	rows := s.unknown[p/stride-border : p/stride+border+1]
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

// mines and clear note what a rule found out about some cells of p's window.
func (s *sheet) mines(p place, cells uint64) {
	for ; cells != 0; cells &= cells - 1 {
		s.findMine(placeIn(p, bits.TrailingZeros64(cells)))
	}
}

func (s *sheet) clear(p place, cells uint64) {
	for ; cells != 0; cells &= cells - 1 {
		s.findSafe(placeIn(p, bits.TrailingZeros64(cells)))
	}
}

// deduce applies both rules until they find nothing more, the trivial one always first.
func (s *sheet) deduce() {
	for !s.broken {
		if n := len(s.fresh); n > 0 {
			p := s.fresh[n-1]
			s.fresh = s.fresh[:n-1]
			s.mark[p] &^= inFresh
			s.trivial(p)
		} else if n := len(s.paired); n > 0 {
			p := s.paired[n-1]
			s.paired = s.paired[:n-1]
			s.mark[p] &^= inPaired
			s.subset(p)
		} else {
			return
		}
	}
}

// trivial: a number that needs no mine has safe neighbours, one that needs all of them has mines.
func (s *sheet) trivial(p place) {
	cells := s.window(p) & near
	count := bits.OnesCount64(cells)
	switch need := int(s.need[p]); {
	case need < 0 || need > count:
		s.broken = true
	case cells == 0:
	case need == 0:
		s.clear(p, cells)
	case need == count:
		s.mines(p, cells)
	}
}

// pairs are the places whose neighbours meet those of the place in the middle, and where those lie in its window.
var pairs = func() (all [24]struct {
	by   place
	near uint64
}) {
	i := 0
	for y := -2; y <= 2; y++ {
		for x := -2; x <= 2; x++ {
			if x == 0 && y == 0 {
				continue
			}
			all[i].by = place(y*stride + x)
			all[i].near = corner << (16 + windowRow*y + x)
			i++
		}
	}
	return all
}()

// subset: where one number needs as many more than another as it has cells that the other has not, those are all
// mines, and the cells that only the other has are safe. (With none of the former the one is a subset of the other.)
func (s *sheet) subset(p place) {
	need, window := int(s.need[p]), s.window(p)
	cells := window & near
	if cells == 0 {
		return
	}
	for i := range pairs {
		q := p + pairs[i].by
		if s.need[q] <= 0 {
			continue
		}
		others := window & pairs[i].near
		mine, theirs := cells&^others, others&^cells
		more := need - int(s.need[q])
		switch {
		case mine == cells || mine|theirs == 0:
			continue
		case more == bits.OnesCount64(mine):
			s.mines(p, mine)
			s.clear(p, theirs)
		case -more == bits.OnesCount64(theirs):
			s.mines(p, theirs)
			s.clear(p, mine)
		default:
			continue
		}
		s.queue(p)
		return
	}
}
