package maze

// marks is a set of points of a matrix. The zero value is empty and holds none.
type marks struct {
	w    int // of the matrix
	bits bits
}

func newMarks(m *maze) marks {
	w, h := m.size()
	return marks{w, newBits(w * h)}
}

func (k marks) add(p point)      { k.bits.add(p.y*k.w + p.x) }
func (k marks) has(p point) bool { return k.bits.has(p.y*k.w + p.x) }

// reveal is the path being drawn step by step. The zero reveal has nothing to draw.
type reveal struct {
	drawn marks
	rest  []point
	pace  int // points a picture
}

// newReveal draws the path in so many pictures.
func newReveal(m *maze, frames int) reveal {
	if frames == 0 {
		return reveal{}
	}
	way := m.path()
	return reveal{newMarks(m), way, (len(way) + frames - 1) / frames}
}

func (r *reveal) running() bool { return len(r.rest) > 0 }

func (r *reveal) step() {
	n := min(r.pace, len(r.rest))
	for _, p := range r.rest[:n] {
		r.drawn.add(p)
	}
	r.rest = r.rest[n:]
}

// carving is a maze being carved once more, to look at. The zero carving shows nothing.
type carving struct {
	m      *maze
	carver carver
	pace   int // cells a picture; 0 when others say how many there are
}

// newCarving carves a maze like m in so many pictures.
func newCarving(m *maze, frames int) carving {
	if frames == 0 {
		return carving{}
	}
	again := bare(m.plan, m.seed)
	return carving{again, again.carver(), (m.w*m.h + frames - 1) / frames}
}

// carvingOf is m when n of its cells are carved.
func carvingOf(m *maze, n int) carving {
	again := bare(m.plan, m.seed)
	if again.carver().carve(n) {
		return carving{}
	}
	return carving{m: again}
}

func (c *carving) shown() bool   { return c.m != nil }
func (c *carving) running() bool { return c.pace > 0 }

func (c *carving) step() {
	if c.carver.carve(c.pace) {
		*c = carving{}
	}
}
