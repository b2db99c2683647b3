package maze

// solve marks the way from entrance to exit: the two ways to the root, without what they have in common beyond the
// place where they meet. Nothing is searched.
func (m *maze) solve() {
	delta := m.deltas()
	root := m.root()
	parent := func(i int) int { return i + delta[m.cells[i]>>parentAt&3] }

	m.length = 1
	for i := m.index(0, 0); ; i = parent(i) {
		m.cells[i] |= onPath
		if i == root {
			break
		}
		m.length++
	}
	meet := m.index(m.w-1, m.h-1)
	for ; m.cells[meet]&onPath == 0; meet = parent(meet) {
		m.cells[meet] |= onPath
		m.length++
	}
	for i := meet; i != root; {
		i = parent(i)
		m.cells[i] &^= onPath
		m.length--
	}
}

// units is how many moves the way from entrance to exit takes.
func (m *maze) units() int { return 2 * (m.length - 1) }

// path returns every point of the way, from entrance to exit.
func (m *maze) path() []point {
	way := make([]point, 0, m.units()+1)
	p, came := m.entrance(), north
	way = append(way, p)
	for p != m.exit() {
		for _, d := range directions {
			if q := d.from(p); (len(way) == 1 || d != came.back()) && m.onPath(q.x, q.y) {
				p, came = q, d
				break
			}
		}
		way = append(way, p)
	}
	return way
}
