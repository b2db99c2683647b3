package solver

import (
	"math/bits"
	"slices"
)

// The layouts of a component are counted in a decision diagram that is built level by level, a box a level, as in
// D. E. Knuth's Simpath (The Art of Computer Programming 4A, 7.1.4). The boxes come in an order in which few constraints
// are open at a time: have some boxes behind and some ahead. What the open constraints still need is all that the boxes
// ahead can know of those behind, so layouts that agree in it share a node. An edge is a number of mines in one box; a
// layout is a path from the first node to the last. How many of them go through an edge comes from a pass forward and a
// pass backward (L. Rabiner, "A Tutorial on hidden Markov Models", 1989, section III).

const (
	// maxOpen is how many constraints may be open at a time. Each has four bits of a key.
	maxOpen = 32
	// maxNodes is how many nodes may stand before one box: games on any board were seen to need up to 56. Numbers strewn
	// all over a large board would need more than there is time for, so some constraints are left out of that count. Then
	// nothing false is called safe or a mine, since every true layout is still counted, but something may be missed.
	maxNodes = 1 << 10
)

// key is what the open constraints still need.
type key [maxOpen / 16]uint64

func (k *key) need(slot int8) int { return int(k[slot>>4] >> (slot & 15 * 4) & 15) }

func (k *key) add(slot int8, n int) { k[slot>>4] += uint64(n) << (slot & 15 * 4) }

// span is a row of counts by number of mines: diagram.counts[at] is that of low mines, and so on up to high.
type span struct{ low, high, at int }

// none is a span that holds nothing.
var none = span{low: 1 << 30, high: -1}

// stretch makes the span hold what o holds after n more mines.
func (a *span) stretch(o span, n int) {
	if o.low <= o.high {
		a.low, a.high = min(a.low, o.low+n), max(a.high, o.high+n)
	}
}

type node struct {
	key    key
	behind span // ways from the first node to here
	ahead  span // ways from here to the last
}

type edge struct{ from, to, mines int32 }

// term is one constraint of a box in the order of counting.
type term struct {
	slot  int8 // where in the key the constraint is
	first int8 // what the constraint needs, where this is its first box; 0 otherwise
	rest  int8 // cells that the constraint has in boxes ahead
}

// level is one box in the order of counting.
type level struct {
	box   int32
	size  int
	terms []term
	node  int // where the nodes before this box begin, in diagram.nodes
	edge  int // where the edges through it begin, in diagram.edges
}

// diagram is the room in which components are counted.
type diagram struct {
	levels []level
	terms  []term
	nodes  []node
	edges  []edge
	counts []float64
	table  []int32 // of the nodes before one box, by key

	open []int32 // constraints in the order in which they were opened
	rest []int   // by constraint: cells in boxes without a level, -1 before it is opened
	slot []int8  // by constraint: where in the key, -1 for left out
	done []bool  // by box: has a level
	free uint32  // slots of the key that no open constraint has
}

func (c *diagram) prepare(constraints, boxes int) {
	c.rest, c.slot = slices.Grow(c.rest[:0], constraints)[:constraints], slices.Grow(c.slot[:0], constraints)[:constraints]
	c.done = slices.Grow(c.done[:0], boxes)[:boxes]
	c.terms = slices.Grow(c.terms[:0], 8*boxes)
}

// count counts the component of these constraints, the last of which lies at its rim.
func (f *frontier) count(group []int32) *component {
	part := &component{constraints: make([]place, len(group))}
	for i, n := range group {
		part.constraints[i] = f.constraints[n].at
	}
	for wide := maxOpen; ; wide /= 2 {
		f.order(group, wide)
		if f.forward() {
			break
		}
	}
	for _, level := range f.levels {
		part.boxes = append(part.boxes, f.boxes[level.box].cells)
	}
	f.backward(part)
	return part
}

// order gives every box a level: always all boxes of the open constraint that has the fewest cells left.
func (f *frontier) order(group []int32, wide int) {
	f.levels, f.terms, f.open, f.free = f.levels[:0], f.terms[:0], f.open[:0], uint32(1<<wide-1)
	for _, n := range group {
		f.rest[n] = -1
		for _, b := range f.constraints[n].boxes {
			f.done[b] = false
		}
	}
	for next := group[len(group)-1]; next >= 0; next = f.nearest() {
		for b := f.cheapest(next); b >= 0; b = f.cheapest(next) {
			f.take(b)
		}
	}
}

// nearest is the open constraint with the fewest cells left, -1 for none.
func (c *diagram) nearest() int32 {
	best := int32(-1)
	for _, n := range c.open {
		if c.rest[n] > 0 && (best < 0 || c.rest[n] < c.rest[best]) {
			best = n
		}
	}
	return best
}

// cheapest is the box of a constraint, of those without a level, that opens the fewest other constraints; -1 for none.
func (f *frontier) cheapest(n int32) int32 {
	best, least := int32(-1), 0
	for _, b := range f.constraints[n].boxes {
		if f.done[b] {
			continue
		}
		opens := 0
		for _, n := range f.boxes[b].constraints {
			if f.rest[n] < 0 {
				opens++
			}
		}
		if best < 0 || opens < least {
			best, least = b, opens
		}
	}
	return best
}

// take gives a box the next level.
func (f *frontier) take(b int32) {
	f.done[b] = true
	size, begin := len(f.boxes[b].cells), len(f.terms)
	for _, n := range f.boxes[b].constraints {
		var to term
		if f.rest[n] < 0 {
			f.opens(n)
			to.first = int8(f.constraints[n].need)
		}
		f.rest[n] -= size
		if f.slot[n] >= 0 {
			to.slot, to.rest = f.slot[n], int8(f.rest[n])
			f.terms = append(f.terms, to)
		}
	}
	terms := f.terms[begin:len(f.terms):len(f.terms)]
	for _, to := range terms {
		if to.rest == 0 {
			f.free |= 1 << to.slot
		}
	}
	f.levels = append(f.levels, level{box: b, size: size, terms: terms})
}

// opens finds a place in the key for a constraint.
func (f *frontier) opens(n int32) {
	f.open = append(f.open, n)
	f.rest[n], f.slot[n] = 0, -1
	for _, b := range f.constraints[n].boxes {
		f.rest[n] += len(f.boxes[b].cells)
	}
	if f.free != 0 {
		f.slot[n] = int8(bits.TrailingZeros32(f.free))
		f.free &= f.free - 1
	}
}

// forward makes the nodes and edges and counts the ways that lead to each node. It gives up where a level has more
// than maxNodes.
func (c *diagram) forward() bool {
	c.nodes = append(c.nodes[:0], node{ahead: none})
	c.edges = c.edges[:0]
	c.counts = append(c.counts[:0], 1)
	c.table = slices.Grow(c.table[:0], 64)[:64]
	from := 0
	for i := range c.levels {
		l, to := &c.levels[i], len(c.nodes)
		l.node, l.edge = from, len(c.edges)
		clear(c.table)
		for s := from; s < to; s++ {
			c.leave(l, int32(s), int32(to))
		}
		if len(c.nodes)-to > maxNodes {
			return false
		}
		for s := to; s < len(c.nodes); s++ {
			c.room(&c.nodes[s].behind)
		}
		for _, e := range c.edges[l.edge:] {
			c.add(c.nodes[e.to].behind, c.nodes[e.from].behind, int(e.mines), choose(l.size, int(e.mines)))
		}
		from = to
	}
	return true
}

// leave adds the edges that leave a node: those after which each constraint can still get just what it needs.
func (c *diagram) leave(l *level, from, first int32) {
	k := c.nodes[from].key
	low, high := 0, l.size
	for _, term := range l.terms {
		k.add(term.slot, int(term.first))
		need := k.need(term.slot)
		low, high = max(low, need-int(term.rest)), min(high, need)
	}
	for m := low; m <= high; m++ {
		next := k
		for _, term := range l.terms {
			next.add(term.slot, -m)
		}
		to := c.find(next, first)
		c.nodes[to].behind.stretch(c.nodes[from].behind, m)
		c.edges = append(c.edges, edge{from, to, int32(m)})
	}
}

// find returns the node of a key, of those from first on. It makes it where there is none.
func (c *diagram) find(k key, first int32) int32 {
	mask := uint64(len(c.table) - 1)
	at := k.hash()
	for ; ; at++ {
		n := c.table[at&mask]
		if n == 0 {
			break
		}
		if c.nodes[n].key == k {
			return n
		}
	}
	n := int32(len(c.nodes))
	c.nodes = append(c.nodes, node{key: k, behind: none, ahead: none})
	c.table[at&mask] = n
	if 2*(len(c.nodes)-int(first)) > len(c.table) {
		c.grow(first)
	}
	return n
}

func (k key) hash() uint64 {
	high, low := bits.Mul64(k[0]^0xa0761d6478bd642f, k[1]^0xe7037ed1a0b428db)
	return high ^ low
}

// grow doubles the table of the nodes from first on.
func (c *diagram) grow(first int32) {
	n := 2 * len(c.table)
	c.table = slices.Grow(c.table[:0], n)[:n]
	clear(c.table)
	mask := uint64(len(c.table) - 1)
	for i := int(first); i < len(c.nodes); i++ {
		at := c.nodes[i].key.hash()
		for c.table[at&mask] != 0 {
			at++
		}
		c.table[at&mask] = int32(i)
	}
}

// room makes room for the counts of a span.
func (c *diagram) room(s *span) {
	s.at = len(c.counts)
	for range s.high - s.low + 1 {
		c.counts = append(c.counts, 0)
	}
}

// row is the counts of a span that holds some.
func (c *diagram) row(s span) []float64 { return c.counts[s.at : s.at+s.high-s.low+1] }

// add adds a span's counts, times so many ways to place n more mines, to another's.
func (c *diagram) add(to, from span, n int, ways float64) {
	if from.low > from.high {
		return
	}
	dst := c.counts[to.at+from.low+n-to.low:]
	for i, v := range c.row(from) {
		dst[i] += ways * v
	}
}

// backward counts the ways that lead on from each node to the last, and with them the layouts through every edge.
func (c *diagram) backward(part *component) {
	if last := c.levels[len(c.levels)-1]; last.edge == len(c.edges) {
		return // no way leads to the last node
	}
	last := &c.nodes[len(c.nodes)-1]
	part.low, part.ways = last.behind.low, slices.Clone(c.row(last.behind))
	part.mined, part.clear = rows(len(c.levels), len(part.ways)), rows(len(c.levels), len(part.ways))
	last.ahead = span{at: len(c.counts)}
	c.counts = append(c.counts, 1)
	endNode, endEdge := len(c.nodes)-1, len(c.edges)
	for i := len(c.levels) - 1; i >= 0; i-- {
		l := &c.levels[i]
		edges := c.edges[l.edge:endEdge]
		for _, e := range edges {
			c.nodes[e.from].ahead.stretch(c.nodes[e.to].ahead, int(e.mines))
		}
		for s := l.node; s < endNode; s++ {
			c.room(&c.nodes[s].ahead)
		}
		for _, e := range edges {
			c.add(c.nodes[e.from].ahead, c.nodes[e.to].ahead, int(e.mines), choose(l.size, int(e.mines)))
			c.through(part.mined[i], part.low, e, choose(l.size-1, int(e.mines)-1))
			c.through(part.clear[i], part.low, e, choose(l.size-1, int(e.mines)))
		}
		endNode, endEdge = l.node, l.edge
	}
}

// through adds the layouts that go through an edge, times so many ways, to a row that begins at low mines.
func (c *diagram) through(row []float64, low int, e edge, ways float64) {
	a, b := c.nodes[e.from].behind, c.nodes[e.to].ahead
	if ways == 0 || b.low > b.high {
		return
	}
	behind, ahead := c.row(a), c.row(b)
	row = row[a.low+int(e.mines)+b.low-low:]
	for i, v := range behind {
		v *= ways
		for j, w := range ahead {
			row[i+j] += v * w
		}
	}
}

// rows makes n rows of zeros.
func rows(n, length int) [][]float64 {
	all, flat := make([][]float64, n), make([]float64, n*length)
	for i := range all {
		all[i] = flat[i*length : (i+1)*length]
	}
	return all
}

// choose is the number of ways to choose k of n, up to 8 of 8.
func choose(n, k int) float64 {
	if k < 0 || k > n {
		return 0
	}
	c := 1
	for i := range k {
		c = c * (n - i) / (i + 1)
	}
	return float64(c)
}
