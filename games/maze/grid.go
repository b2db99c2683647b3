package maze

import "arcade.example.com/games"

// point is a place in the matrix: cells lie at even coordinates, what is between two cells at odd ones.
type point struct{ x, y int }

// direction is one of four, clockwise, so that arithmetic modulo 4 turns.
type direction uint8

const (
	north direction = iota
	east
	south
	west
)

var directions = [...]direction{north, east, south, west}

var moves = [...]games.Move{"north", "east", "south", "west"}

// heading returns the direction that a move goes.
func heading(m games.Move) (direction, bool) {
	for d, name := range moves {
		if name == m {
			return direction(d), true
		}
	}
	return 0, false
}

func (d direction) move() games.Move { return moves[d] }
func (d direction) right() direction { return (d + 1) & 3 }
func (d direction) back() direction  { return d ^ 2 }
func (d direction) left() direction  { return (d + 3) & 3 }

// from is the point one unit away from p.
func (d direction) from(p point) point {
	switch d {
	case north:
		p.y--
	case east:
		p.x++
	case south:
		p.y++
	case west:
		p.x--
	}
	return p
}

// toward returns the direction from p to a point beside it.
func toward(p, q point) direction {
	for _, d := range directions {
		if d.from(p) == q {
			return d
		}
	}
	panic("maze: toward a point that is not beside")
}

// What a byte says of its cell: bit d is a passage in direction d.
const (
	passages = 1<<4 - 1
	carved   = 1 << 4 // it belongs to the tree
	parentAt = 5      // two bits: the direction to its parent
	onPath   = 1 << 7 // it lies on the way from entrance to exit
)

// entered is what a cell says that was carved by going into it in a direction: the way back is open, and to its parent.
var entered = [...]byte{
	north: carved | 1<<south | byte(south)<<parentAt,
	east:  carved | 1<<west | byte(west)<<parentAt,
	south: carved | 1<<north | byte(north)<<parentAt,
	west:  carved | 1<<east | byte(east)<<parentAt,
}

// maze is a perfect maze, whole or while it is being carved. Once whole it never changes, and is shared by the
// positions of a run. Its cells have a border round them that counts as carved, so that carving needs no bounds.
type maze struct {
	plan   plan
	seed   games.Seed
	w, h   int // in cells
	stride int // from a cell to the one below it
	cells  []byte
	length int // cells on the way from entrance to exit, both counted
}

// newMaze returns a maze with all its walls.
func newMaze(w, h int) *maze {
	m := &maze{w: w, h: h, stride: w + 2, cells: make([]byte, (w+2)*(h+2))}
	for x := range m.stride {
		m.cells[x] = carved
		m.cells[len(m.cells)-1-x] = carved
	}
	for i := m.stride; i < len(m.cells); i += m.stride {
		m.cells[i-1] = carved
		m.cells[i] = carved
	}
	return m
}

// index is where the cell at column x and line y is kept.
func (m *maze) index(x, y int) int { return (y+1)*m.stride + x + 1 }

// root is the cell that carving starts from: at the even place of the matrix nearest to its middle, so that the tree
// is shallow. Of two that are as near it is the upper left one.
func (m *maze) root() int { return m.index((m.w-1)/2, (m.h-1)/2) }

// deltas is how the index changes, by direction.
func (m *maze) deltas() [4]int { return [4]int{-m.stride, 1, m.stride, -1} }

// link opens the wall between the cell at i and its neighbour in direction d, and makes the cell that neighbour's parent.
func (m *maze) link(i int, d direction) {
	m.cells[i] |= carved | 1<<d
	j := i + m.deltas()[d]
	m.cells[j] = m.cells[j]&passages | entered[d]
}

// size is that of the matrix, which is odd.
func (m *maze) size() (w, h int) { return 2*m.w - 1, 2*m.h - 1 }

func (m *maze) entrance() point { return point{0, 0} }
func (m *maze) exit() point     { return point{2*m.w - 2, 2*m.h - 2} }

// open reports whether one can stand at x, y; outside of the matrix one cannot.
func (m *maze) open(x, y int) bool { return m.at(x, y)&carved != 0 }

// onPath reports whether x, y is on the way from entrance to exit. Two cells of it with a passage between them follow
// one another, as there is no second way.
func (m *maze) onPath(x, y int) bool { return m.at(x, y)&onPath != 0 }

// at returns what cells and passages have in common, onPath and carved, for a point of the matrix; 0 for a wall.
func (m *maze) at(x, y int) byte {
	cells, below := m.lines(y)
	if cells == nil || x < 0 || x > 2*m.w-2 {
		return 0
	}
	return unit(cells, below, x, y)
}

// lines are the cells at a line of the matrix, or above it, and those below them; none outside of the matrix.
func (m *maze) lines(y int) (cells, below []byte) {
	if y < 0 || y > 2*m.h-2 {
		return nil, nil
	}
	i := m.index(0, y/2)
	return m.cells[i:], m.cells[i+m.stride:]
}

// unit is what at returns within the matrix, where the lines of cells are known. Whether there is a wall is no branch,
// which no processor could foretell.
func unit(cells, below []byte, x, y int) byte {
	c := cells[x/2] & (carved | onPath)
	switch open := cells[x/2]; {
	case x&y&1 == 1:
		return 0
	case x&1 == 1:
		c &= cells[x/2+1] & -(open >> east & 1)
	case y&1 == 1:
		c &= below[x/2] & -(open >> south & 1)
	}
	return c
}

// exits returns how many ways lead from p.
func (m *maze) exits(p point) int {
	n := 0
	for _, d := range directions {
		if q := d.from(p); m.open(q.x, q.y) {
			n++
		}
	}
	return n
}
