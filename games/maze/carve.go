package maze

import (
	"math"

	"arcade.example.com/games"
)

// carver carves a maze in an order of its own.
type carver interface {
	// carve carves up to about n more cells, and reports whether the maze is whole.
	carve(n int) bool
}

// deal returns the whole maze of a plan and a seed, with its path.
func deal(p plan, seed games.Seed) *maze {
	m, c := begin(p, seed)
	c.carve(math.MaxInt)
	m.solve()
	return m
}

// begin returns the uncarved maze of a plan, and what will carve it.
func begin(p plan, seed games.Seed) (*maze, carver) {
	m := newMaze(p.w, p.h)
	m.plan, m.seed = p, seed
	var stream uint64
	if p.inside {
		stream = 1 // or the same seed from above would be a map of it
	}
	rand := games.NewRand(seed, stream)
	switch p.texture {
	case wilson:
		return m, newWilsonCarver(m, rand)
	case kruskal:
		return m, newKruskalCarver(m, rand)
	}
	return m, newDepthFirst(m, rand)
}

// choices is how many outcomes a draw for a direction has: the least number that 1, 2, 3 and 4 divide.
const choices = 12

// pick[mask<<4|n] is one of the directions whose bit is set in mask; over n below choices each comes equally often.
var pick = func() (table [256]direction) {
	for mask := range 16 {
		var set []direction
		for _, d := range directions {
			if mask>>d&1 == 1 {
				set = append(set, d)
			}
		}
		for n := 0; n < choices && mask > 0; n++ {
			table[mask<<4|n] = set[n%len(set)]
		}
	}
	return table
}()

// depthFirst carves from one cell to a neighbour that is not carved yet, chosen by lot, and goes back where there is
// none. It needs no stack: each cell knows its parent.
type depthFirst struct {
	m     *maze
	rand  games.Rand
	draws uint64 // random bits left, 16 for a choice
	left  int    // how many choices they are good for
	pos   int
}

func newDepthFirst(m *maze, rand games.Rand) *depthFirst {
	c := &depthFirst{m: m, rand: rand, pos: m.root()}
	m.cells[c.pos] |= carved
	return c
}

func (c *depthFirst) carve(n int) bool {
	cells, stride, root := c.m.cells, c.m.stride, c.m.root()
	delta := c.m.deltas()
	rand, draws, left, pos := c.rand, c.draws, c.left, c.pos
	for n > 0 {
		walled := (cells[pos-stride]>>4&1 | cells[pos+1]>>3&2 | cells[pos+stride]>>2&4 | cells[pos-1]>>1&8) ^ 15
		if walled == 0 {
			if pos == root {
				return true
			}
			pos += delta[cells[pos]>>parentAt&3]
			continue
		}
		if left == 0 {
			draws, left = rand.Uint64(), 4
		}
		d := pick[walled<<4|byte(draws&0xffff*choices>>16)]
		draws >>= 16
		left--
		cells[pos] |= 1 << d
		pos += delta[d&3]
		cells[pos] = carved | 1<<d.back() | byte(d.back())<<parentAt
		n--
	}
	c.rand, c.draws, c.left, c.pos = rand, draws, left, pos
	return false
}
