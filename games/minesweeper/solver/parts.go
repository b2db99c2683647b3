package solver

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// After a guess, everything that is safe is opened before the next. What is left then are parts: sets of layouts in which
// nothing is safe. Only parts are searched, and where cells far apart leave each other all their layouts, a part is
// searched as two smaller ones: nothing that one of them tells says anything of the other, so that their wins multiply.

// part is a set of layouts in which no cell that tells them apart is safe.
type part struct {
	set   []uint16
	bound int // layouts that can be won, at most
}

// parting is the room in which sets are taken apart.
type parting struct {
	parts []part // what openings leave, as a stack
	lost  int    // layouts that a part may still lose until the others cannot reach what is needed
	hands []hand // to sort layouts, as a stack
	near  []uint64

	// Of the set at which was glanced last, by word: a byte is 255
	tells []uint64 // where the cell does not say the same in all layouts
	safe  []uint64 // where it is a mine in none of them either
	mined []uint64 // room: the lowest bit of a byte is set where the cell is a mine in some layout
	apart []uint64 // room for cells
}

// hand is what some cells say in a layout, scrambled.
type hand struct {
	says   uint64
	layout uint16
}

// ones has the lowest bit of every byte.
const ones = 0x0101010101010101

// prepare makes room for the cells, and finds those near each other: with a number between them, at the farthest.
func (e *endgame) prepare() {
	e.tells, e.safe = make([]uint64, e.words), make([]uint64, e.words)
	e.mined, e.apart = make([]uint64, e.words), make([]uint64, e.words)
	e.near = make([]uint64, len(e.cells)*e.words)
	for c, p := range e.cells {
		for d, q := range e.cells {
			if x, y := p%stride-q%stride, p/stride-q/stride; max(x, -x, y, -y) <= 2 {
				e.near[c*e.words+d/8] |= math.MaxUint8 << (d % 8 * 8)
			}
		}
	}
}

// row is what the cells say in a layout.
func (e *endgame) row(layout uint16) []uint64 { return e.rows[int(layout)*e.words:][:e.words] }

// glance finds out which cells tell the layouts of a set apart and which of them are safe, and reports whether one is.
func (e *endgame) glance(set []uint16) (safe bool) {
	e.effort -= len(set) * e.words
	clear(e.tells)
	clear(e.mined)
	first := e.row(set[0])
	tells, mined := e.tells[:len(first)], e.mined[:len(first)]
	for _, l := range set {
		row := e.row(l)[:len(first)]
		for k, says := range row {
			tells[k] |= says ^ first[k]
			mined[k] |= says >> 3 & says // of 0 to 9 only a mine has both bits
		}
	}
	for k, t := range tells {
		t = (t | t>>1 | t>>2 | t>>3) & ones
		tells[k] = t * math.MaxUint8
		e.safe[k] = t &^ mined[k] * math.MaxUint8
		safe = safe || e.safe[k] != 0
	}
	return safe
}

// first is the first cell of some.
func first(cells []uint64) int {
	for k, word := range cells {
		if word != 0 {
			return 8*k + bits.TrailingZeros64(word)/8
		}
	}
	return -1
}

// risk is in how many layouts of the set at which was glanced last a cell that tells is a mine, at least.
func (e *endgame) risk(set []uint16) int {
	e.effort -= len(set) * e.words
	least := len(set)
	for k, tells := range e.tells {
		if tells == 0 {
			continue
		}
		var mines [8]int
		for rest := set; len(rest) > 0; {
			some := rest[:min(len(rest), math.MaxUint8)] // as many as a byte can count
			rest = rest[len(some):]
			var sum uint64
			for _, l := range some {
				says := e.rows[int(l)*e.words+k]
				sum += says >> 3 & says & ones
			}
			for c := range mines {
				mines[c] += int(sum >> (8 * c) & math.MaxUint8)
			}
		}
		for c, n := range mines {
			if tells>>(8*c)&1 != 0 {
				least = min(least, n)
			}
		}
	}
	return least
}

// leave adds to parts what is left when groups of layouts were told apart and all that is safe was opened then. It
// returns how many layouts can be won at most, and how many groups there are. As soon as that bound is below what is
// needed it gives up, and the parts are not all.
func (e *endgame) leave(groups [9][]uint16, needed int) (bound, answers int) {
	e.lost = -needed
	for _, group := range groups {
		if e.lost += len(group); len(group) > 0 {
			answers++
		}
	}
	for _, group := range groups {
		if e.lost < 0 {
			break
		}
		if len(group) > 0 {
			e.settle(group)
		}
	}
	return needed + e.lost, answers
}

// settle opens all that is safe in a set, and adds the parts that are left.
func (e *endgame) settle(set []uint16) {
	switch {
	case len(set) == 1:
		return
	case !e.glance(set):
		e.leaves(set)
		return
	case len(set) == 2:
		return
	}
	hands := e.sort(set, e.safe)
	for i, h := range hands {
		set[i] = h.layout
	}
	for from, to := 0, 0; from < len(set) && e.lost >= 0; from = to {
		for to = from + 1; to < len(set) && hands[to].says == hands[from].says; to++ {
		}
		e.settle(set[from:to])
	}
	e.hands = e.hands[:len(e.hands)-len(hands)]
}

// leaves adds a part. Of two layouts one is lost, and that is all.
func (e *endgame) leaves(set []uint16) {
	if len(set) == 2 {
		e.lost--
		return
	}
	p := part{set: set}
	if v, ok := e.table[e.nameOf(set)]; ok {
		p.bound = int(v.wins)
	} else {
		p.bound = len(set) - e.risk(set)
	}
	e.parts = append(e.parts, p)
	e.lost -= len(set) - p.bound
}

// sort returns the layouts of a set, sorted by what some cells say. It takes the room from e.hands, which is to be cut
// back.
func (e *endgame) sort(set []uint16, cells []uint64) []hand {
	e.effort -= len(set) * e.words
	begin := len(e.hands)
	for _, l := range set {
		row := e.row(l)[:len(cells)]
		says := uint64(0)
		for k, some := range cells {
			says = (says ^ row[k]&some) * 0x9e3779b97f4a7c15
			says ^= says >> 29
		}
		e.hands = append(e.hands, hand{says, l})
	}
	hands := e.hands[begin:]
	slices.SortFunc(hands, func(a, b hand) int { return cmp.Compare(a.says, b.says) })
	return hands
}

// factors takes the set apart at which was glanced last, and reports whether that can be done: all ways to lay out one
// connected part of its cells come with all ways to lay out the others. It returns the layouts of each beside the first
// of the other, in room from e.sets, which is to be cut back.
func (e *endgame) factors(set []uint16) (one, others []uint16, ok bool) {
	if len(set) < 4 {
		return nil, nil, false
	}
	e.connect()
	whole := true
	for k, tells := range e.tells {
		e.mined[k] = tells &^ e.apart[k]
		whole = whole && e.mined[k] == 0
	}
	if whole || e.kinds(set, e.apart)*e.kinds(set, e.mined) != len(set) {
		return nil, nil, false
	}
	return e.alike(set, e.mined), e.alike(set, e.apart), true
}

// connect finds the cells that tell and are connected with the first of them.
func (e *endgame) connect() {
	clear(e.apart)
	c := first(e.tells)
	e.apart[c/8] = math.MaxUint8 << (c % 8 * 8)
	for grown := true; grown; {
		grown = false
		for k := range e.apart {
			for cells := e.apart[k] & ones; cells != 0; cells &= cells - 1 {
				c := 8*k + bits.TrailingZeros64(cells)/8
				for i, near := range e.near[c*e.words:][:e.words] {
					more := near & e.tells[i] &^ e.apart[i]
					e.apart[i] |= more
					grown = grown || more != 0
				}
			}
		}
	}
}

// kinds is how many kinds of layouts of a set some cells tell apart.
func (e *endgame) kinds(set []uint16, cells []uint64) int {
	hands := e.sort(set, cells)
	n := len(slices.CompactFunc(hands, func(a, b hand) bool { return a.says == b.says }))
	e.hands = e.hands[:len(e.hands)-len(hands)]
	return n
}

// alike are the layouts of a set in which some cells say the same as in the first.
func (e *endgame) alike(set []uint16, cells []uint64) []uint16 {
	begin, first := len(e.sets), e.row(set[0])
	for _, l := range set {
		row, same := e.row(l), true
		for k, some := range cells {
			same = same && (row[k]^first[k])&some == 0
		}
		if same {
			e.sets = append(e.sets, l)
		}
	}
	return e.sets[begin:len(e.sets):len(e.sets)]
}
