package maze

// bits is a set of small numbers. The zero value is empty and holds none.
type bits []uint64

func newBits(n int) bits { return make(bits, (n+63)/64) }

func (b bits) has(i int) bool { return i>>6 < len(b) && b[i>>6]>>(i&63)&1 == 1 }
func (b bits) add(i int)      { b[i>>6] |= 1 << (i & 63) }

// route says which way the path goes: up the tree from the entrance, then down to the exit. It holds the cells of the
// second part.
type route struct{ down bits }

func newRoute(m *maze) route {
	r := route{newBits(len(m.cells))}
	delta := m.deltas()
	for i := m.index(m.w-1, m.h-1); m.cells[i]&onPath != 0; i += delta[m.cells[i]>>parentAt&3] {
		r.down.add(i)
		if i == m.root() {
			break
		}
	}
	return r
}

// leads reports whether one who goes along the path from p, a cell or a passage, in direction d comes nearer to the exit.
func (r route) leads(m *maze, p point, d direction) bool {
	if (p.x|p.y)&1 == 1 {
		p = d.back().from(p)
	}
	i := m.index(p.x/2, p.y/2)
	if i != m.root() && direction(m.cells[i]>>parentAt&3) == d {
		return !r.down.has(i)
	}
	return r.down.has(i + m.deltas()[d])
}

// wayOut is the direction to the exit along the path, or back to the path for who has left it.
func (s *state) wayOut(r route) (direction, bool) {
	if !s.m.onPath(s.at.x, s.at.y) {
		return s.backtrack()
	}
	for _, d := range directions {
		if p := d.from(s.at); s.m.onPath(p.x, p.y) && r.leads(s.m, s.at, d) {
			return d, true
		}
	}
	return 0, false
}
