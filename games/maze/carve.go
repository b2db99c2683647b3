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

// all is more cells than any maze has.
const all = math.MaxInt

// deal returns the whole maze of a plan and a seed, with its path.
func deal(p plan, seed games.Seed) *maze {
	m := bare(p, seed)
	if p.texture == deep {
		c := newDepthFirst(m) // as a value: the interface would take memory besides the maze
		c.carve(all)
	} else {
		m.carver().carve(all)
	}
	m.solve()
	return m
}

// bare returns the uncarved maze of a plan and a seed.
func bare(p plan, seed games.Seed) *maze {
	m := newMaze(p.w, p.h)
	m.plan, m.seed = p, seed
	return m
}

// carver returns what carves a bare maze.
func (m *maze) carver() carver {
	switch m.plan.texture {
	case wilson:
		return newWilsonCarver(m)
	case kruskal:
		return newKruskalCarver(m)
	}
	c := newDepthFirst(m)
	return &c
}

// rand is where the maze's choices come from.
func (m *maze) rand() games.Rand {
	if m.plan.inside {
		return games.NewRand(m.seed, 1) // or the same seed from above would be a map of it
	}
	return games.NewRand(m.seed, 0)
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
// none. It needs no stack: each cell knows its parent. Of the outcomes of a choice none is likelier than another by more
// than a part in 5461: 16 random bits do not divide by 12.
type depthFirst struct {
	m     *maze
	rand  games.Rand
	draws uint64 // random bits left, 16 for a choice
	left  int    // how many choices they are good for
	pos   int
}

func newDepthFirst(m *maze) depthFirst {
	m.cells[m.root()] |= carved
	return depthFirst{m: m, rand: m.rand(), pos: m.root()}
}

func (c *depthFirst) carve(n int) bool {
	cells, stride, root := c.m.cells, c.m.stride, c.m.root()
	delta := c.m.deltas()
	// Each choice has to wait for the place that the last one led to: two look-ups at once are faster than one that
	// waits for the other.
	var step [len(pick)]int32
	for i, d := range pick {
		step[i] = int32(delta[d&3])
	}
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
		choice := walled<<4 | byte(draws&0xffff*choices>>16)
		draws >>= 16
		left--
		d := pick[choice] & 3
		cells[pos] |= 1 << d
		pos += int(step[choice])
		cells[pos] = entered[d]
		n--
	}
	c.rand, c.draws, c.left, c.pos = rand, draws, left, pos
	return false
}
