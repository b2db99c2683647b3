package minesweeper

import (
	"math/bits"
	"slices"
)

// The layouts of a component are counted box by box. The boxes come in an order in which few clues are open at a
// time: have some boxes behind and some ahead. What the open clues still need is all that the boxes ahead can know of
// those behind, so layouts that agree in it are counted together: they are a node. Nodes are joined by edges, the
// mines in one box; a layout is a path from the first node to the last.

const (
	// width is how many clues may be open at a time. Each has four bits of a key.
	width = 32
	// crowd is how many nodes may stand before one box: games on any board were seen to need up to 56. Numbers strewn
	// all over a large board would need more than there is time for, so some clues are left out of that count. Then
	// nothing false is called safe or a mine, since every true layout is still counted, but something may be missed.
	crowd = 1 << 10
)

// key is what the open clues still need.
type key [width / 16]uint64

func (k *key) need(slot int8) int { return int(k[slot>>4] >> (slot & 15 * 4) & 15) }

func (k *key) add(slot int8, n int) { k[slot>>4] += uint64(n) << (slot & 15 * 4) }

// span is a row of counts by number of mines: tally.counts[at] is that of low mines, and so on up to high.
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

// tie is one clue of a box in the order of counting.
type tie struct {
	slot  int8 // where in the key the clue is
	first int8 // what the clue needs, where this is its first box; 0 otherwise
	rest  int8 // cells that the clue has in boxes ahead
}

// turn is one box in the order of counting.
type turn struct {
	box  int32
	size int
	ties []tie
	node int // where the nodes before this box begin, in tally.nodes
	edge int // where the edges through it begin, in tally.edges
}

// tally is the room in which components are counted.
type tally struct {
	turns  []turn
	ties   []tie
	nodes  []node
	edges  []edge
	counts []float64
	table  []int32 // of the nodes before one box, by key

	open []int32 // clues in the order in which they were opened
	rest []int   // by clue: cells in boxes that had no turn yet, -1 before it is opened
	slot []int8  // by clue: where in the key, -1 for left out
	done []bool  // by box: had its turn
	free uint32  // slots of the key that no open clue has
}

func (c *tally) prepare(clues, boxes int) {
	c.rest, c.slot = slices.Grow(c.rest[:0], clues)[:clues], slices.Grow(c.slot[:0], clues)[:clues]
	c.done = slices.Grow(c.done[:0], boxes)[:boxes]
	c.ties = slices.Grow(c.ties[:0], 8*boxes)
}

// count counts the component of these clues, the last of which lies at its rim.
func (t *tangle) count(group []int32) *component {
	part := &component{clues: make([]place, len(group))}
	for i, n := range group {
		part.clues[i] = t.clues[n].at
	}
	for wide := width; ; wide /= 2 {
		t.order(group, wide)
		if t.forward() {
			break
		}
	}
	for _, turn := range t.turns {
		part.boxes = append(part.boxes, t.boxes[turn.box].cells)
	}
	t.backward(part)
	return part
}

// order gives every box its turn: always all boxes of the open clue that has the fewest cells left.
func (t *tangle) order(group []int32, wide int) {
	t.turns, t.ties, t.open, t.free = t.turns[:0], t.ties[:0], t.open[:0], uint32(1<<wide-1)
	for _, n := range group {
		t.rest[n] = -1
		for _, b := range t.clues[n].boxes {
			t.done[b] = false
		}
	}
	for next := group[len(group)-1]; next >= 0; next = t.nearest() {
		for b := t.cheapest(next); b >= 0; b = t.cheapest(next) {
			t.take(b)
		}
	}
}

// nearest is the open clue with the fewest cells left, -1 for none.
func (c *tally) nearest() int32 {
	best := int32(-1)
	for _, n := range c.open {
		if c.rest[n] > 0 && (best < 0 || c.rest[n] < c.rest[best]) {
			best = n
		}
	}
	return best
}

// cheapest is the box of a clue, of those that had no turn yet, that opens the fewest other clues; -1 for none.
func (t *tangle) cheapest(n int32) int32 {
	best, least := int32(-1), 0
	for _, b := range t.clues[n].boxes {
		if t.done[b] {
			continue
		}
		opens := 0
		for _, n := range t.boxes[b].clues {
			if t.rest[n] < 0 {
				opens++
			}
		}
		if best < 0 || opens < least {
			best, least = b, opens
		}
	}
	return best
}

// take gives a box its turn.
func (t *tangle) take(b int32) {
	t.done[b] = true
	size, begin := len(t.boxes[b].cells), len(t.ties)
	for _, n := range t.boxes[b].clues {
		var to tie
		if t.rest[n] < 0 {
			t.opens(n)
			to.first = int8(t.clues[n].need)
		}
		t.rest[n] -= size
		if t.slot[n] >= 0 {
			to.slot, to.rest = t.slot[n], int8(t.rest[n])
			t.ties = append(t.ties, to)
		}
	}
	ties := t.ties[begin:len(t.ties):len(t.ties)]
	for _, to := range ties {
		if to.rest == 0 {
			t.free |= 1 << to.slot
		}
	}
	t.turns = append(t.turns, turn{box: b, size: size, ties: ties})
}

// opens finds a place in the key for a clue.
func (t *tangle) opens(n int32) {
	t.open = append(t.open, n)
	t.rest[n], t.slot[n] = 0, -1
	for _, b := range t.clues[n].boxes {
		t.rest[n] += len(t.boxes[b].cells)
	}
	if t.free != 0 {
		t.slot[n] = int8(bits.TrailingZeros32(t.free))
		t.free &= t.free - 1
	}
}

// forward makes the nodes and edges and counts the ways that lead to each node. It gives up on a crowd.
func (c *tally) forward() bool {
	c.nodes = append(c.nodes[:0], node{ahead: none})
	c.edges = c.edges[:0]
	c.counts = append(c.counts[:0], 1)
	c.table = slices.Grow(c.table[:0], 64)[:64]
	from := 0
	for i := range c.turns {
		t, to := &c.turns[i], len(c.nodes)
		t.node, t.edge = from, len(c.edges)
		clear(c.table)
		for s := from; s < to; s++ {
			c.leave(t, int32(s), int32(to))
		}
		if len(c.nodes)-to > crowd {
			return false
		}
		for s := to; s < len(c.nodes); s++ {
			c.room(&c.nodes[s].behind)
		}
		for _, e := range c.edges[t.edge:] {
			c.add(c.nodes[e.to].behind, c.nodes[e.from].behind, int(e.mines), choose(t.size, int(e.mines)))
		}
		from = to
	}
	return true
}

// leave adds the edges that leave a node: those after which each clue can still get just what it needs.
func (c *tally) leave(t *turn, from, first int32) {
	k := c.nodes[from].key
	low, high := 0, t.size
	for _, tie := range t.ties {
		k.add(tie.slot, int(tie.first))
		need := k.need(tie.slot)
		low, high = max(low, need-int(tie.rest)), min(high, need)
	}
	for m := low; m <= high; m++ {
		next := k
		for _, tie := range t.ties {
			next.add(tie.slot, -m)
		}
		to := c.find(next, first)
		c.nodes[to].behind.stretch(c.nodes[from].behind, m)
		c.edges = append(c.edges, edge{from, to, int32(m)})
	}
}

// find returns the node of a key, of those from first on. It makes it where there is none.
func (c *tally) find(k key, first int32) int32 {
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
func (c *tally) grow(first int32) {
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
func (c *tally) room(s *span) {
	s.at = len(c.counts)
	for range s.high - s.low + 1 {
		c.counts = append(c.counts, 0)
	}
}

// row is the counts of a span that holds some.
func (c *tally) row(s span) []float64 { return c.counts[s.at : s.at+s.high-s.low+1] }

// add adds a span's counts, times so many ways to place n more mines, to another's.
func (c *tally) add(to, from span, n int, ways float64) {
	if from.low > from.high {
		return
	}
	dst := c.counts[to.at+from.low+n-to.low:]
	for i, v := range c.row(from) {
		dst[i] += ways * v
	}
}

// backward counts the ways that lead on from each node to the last, and with them the layouts through every edge.
func (c *tally) backward(part *component) {
	if last := c.turns[len(c.turns)-1]; last.edge == len(c.edges) {
		return // no way leads to the last node
	}
	last := &c.nodes[len(c.nodes)-1]
	part.low, part.ways = last.behind.low, slices.Clone(c.row(last.behind))
	part.mined, part.clear = rows(len(c.turns), len(part.ways)), rows(len(c.turns), len(part.ways))
	last.ahead = span{at: len(c.counts)}
	c.counts = append(c.counts, 1)
	endNode, endEdge := len(c.nodes)-1, len(c.edges)
	for i := len(c.turns) - 1; i >= 0; i-- {
		t := &c.turns[i]
		edges := c.edges[t.edge:endEdge]
		for _, e := range edges {
			c.nodes[e.from].ahead.stretch(c.nodes[e.to].ahead, int(e.mines))
		}
		for s := t.node; s < endNode; s++ {
			c.room(&c.nodes[s].ahead)
		}
		for _, e := range edges {
			c.add(c.nodes[e.from].ahead, c.nodes[e.to].ahead, int(e.mines), choose(t.size, int(e.mines)))
			c.through(part.mined[i], part.low, e, choose(t.size-1, int(e.mines)-1))
			c.through(part.clear[i], part.low, e, choose(t.size-1, int(e.mines)))
		}
		endNode, endEdge = t.node, t.edge
	}
}

// through adds the layouts that go through an edge, times so many ways, to a row that begins at low mines.
func (c *tally) through(row []float64, low int, e edge, ways float64) {
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
