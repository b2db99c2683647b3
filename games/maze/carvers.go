package maze

import "arcade.example.com/games"

// neighbours appends the directions from the cell at i in which there is another cell.
func (m *maze) neighbours(dst []direction, i int) []direction {
	x, y := i%m.stride, i/m.stride
	if y > 1 {
		dst = append(dst, north)
	}
	if x < m.w {
		dst = append(dst, east)
	}
	if y < m.h {
		dst = append(dst, south)
	}
	if x > 1 {
		dst = append(dst, west)
	}
	return dst
}

// eachCell is the index of the nth cell, line by line.
func (m *maze) eachCell(n int) int { return m.index(n%m.w, n/m.w) }

// wilsonCarver makes every perfect maze equally likely (Wilson 1996): from a cell that is not in the tree it walks at
// random until it meets the tree; the walk without its loops joins the tree.
type wilsonCarver struct {
	m    *maze
	rand games.Rand
	next int // the first cell, line by line, that may not be in the tree
}

func newWilsonCarver(m *maze) *wilsonCarver {
	m.cells[m.root()] |= carved
	return &wilsonCarver{m: m, rand: m.rand()}
}

func (c *wilsonCarver) carve(n int) bool {
	for ; c.next < c.m.w*c.m.h; c.next++ {
		if n <= 0 {
			return false
		}
		start := c.m.eachCell(c.next)
		c.walk(start)
		n -= c.join(start)
	}
	return true
}

// walk leaves in each cell that it passes the direction in which it was last left. That forgets the loops.
func (c *wilsonCarver) walk(i int) {
	cells, delta := c.m.cells, c.m.deltas()
	var around [4]direction
	for cells[i]&carved == 0 {
		ways := c.m.neighbours(around[:0], i)
		d := ways[c.rand.N(len(ways))]
		cells[i] = cells[i]&^(3<<parentAt) | byte(d)<<parentAt
		i += delta[d]
	}
}

// join carves along what walk left, and returns how many cells that were.
func (c *wilsonCarver) join(i int) int {
	cells, delta := c.m.cells, c.m.deltas()
	n := 0
	for ; cells[i]&carved == 0; n++ {
		d := direction(cells[i] >> parentAt & 3)
		cells[i] |= carved | 1<<d
		i += delta[d]
		cells[i] |= 1 << d.back()
	}
	return n
}

// kruskalCarver takes the walls in random order and opens each that parts two trees (Kruskal 1956).
type kruskalCarver struct {
	m     *maze
	walls []int // index of a cell, times two, plus one for its wall to the south rather than to the east
	trees []int // a forest over the cells' indices: towards the one that stands for the tree
}

func newKruskalCarver(m *maze) *kruskalCarver {
	c := &kruskalCarver{m: m, trees: make([]int, len(m.cells))}
	for n := range m.w * m.h {
		i := m.eachCell(n)
		c.trees[i] = i
		if n%m.w < m.w-1 {
			c.walls = append(c.walls, 2*i)
		}
		if n/m.w < m.h-1 {
			c.walls = append(c.walls, 2*i+1)
		}
	}
	rand := m.rand()
	for n := len(c.walls) - 1; n > 0; n-- {
		k := rand.N(n + 1)
		c.walls[n], c.walls[k] = c.walls[k], c.walls[n]
	}
	return c
}

func (c *kruskalCarver) carve(n int) bool {
	for ; len(c.walls) > 0; c.walls = c.walls[1:] {
		if n <= 0 {
			return false
		}
		i, d := c.walls[0]/2, east
		if c.walls[0]&1 == 1 {
			d = south
		}
		a, b := c.tree(i), c.tree(i+c.m.deltas()[d])
		if a == b {
			continue
		}
		c.trees[a] = b
		c.m.link(i, d)
		n--
	}
	c.root()
	return true
}

// tree returns the cell that stands for the tree of i, and shortens the way to it.
func (c *kruskalCarver) tree(i int) int {
	for c.trees[i] != i {
		c.trees[i] = c.trees[c.trees[i]]
		i = c.trees[i]
	}
	return i
}

// root gives each cell the parent that lies towards the root: in a walk along the left wall, which passes the whole of
// a tree, that is where the cell was first entered from.
func (c *kruskalCarver) root() {
	cells, delta, root := c.m.cells, c.m.deltas(), c.m.root()
	i, d := root, c.nextExit(root, west)
	for seen := 1; seen < c.m.w*c.m.h; {
		i += delta[d]
		if i != root && c.trees[i] >= 0 {
			c.trees[i] = -1
			cells[i] = cells[i]&^(3<<parentAt) | byte(d.back())<<parentAt
			seen++
		}
		d = c.nextExit(i, d.back())
	}
}

// nextExit is the first passage of the cell at i, clockwise after direction d.
func (c *kruskalCarver) nextExit(i int, d direction) direction {
	for {
		d = d.right()
		if c.m.cells[i]>>d&1 == 1 {
			return d
		}
	}
}
