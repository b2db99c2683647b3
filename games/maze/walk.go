package maze

import (
	"time"

	"arcade.example.com/games"
)

// pace is the time between two steps of a walk.
const pace = 30 * time.Millisecond

// untilPlace as a walk's steps: it follows the corridor to the next place.
const untilPlace = -1

// walk is what is left of a walk of several moves: the next one, how many, and when. The zero walk is none.
type walk struct {
	dir   direction
	steps int
	due   time.Duration // when the next step is made
	// goesBack is a walk back along the trail, and back how many places more it goes to after the next.
	goesBack bool
	back     int
}

// after is what is left of the walk when its next step has led to s.
func (w walk) after(s *state) walk {
	if w.steps != untilPlace {
		w.steps--
	}
	if w.steps > 0 || w.steps == untilPlace && !s.m.place(s.at) {
		w.dir = s.m.onward(s.at, w.dir)
		return w
	}
	if w.back > 0 {
		if d, ok := s.backtrack(); ok {
			return walk{dir: d, steps: untilPlace, goesBack: true, back: w.back - 1}
		}
	}
	return walk{}
}

// place reports whether there is something to decide at p, or to see: a junction, a dead end, entrance or exit.
func (m *maze) place(p point) bool { return p == m.entrance() || p == m.exit() || m.exits(p) != 2 }

// onward is where the corridor leads whoever came to p in direction d.
func (m *maze) onward(p point, d direction) direction {
	for _, e := range [...]direction{d, d.right(), d.left()} {
		if q := e.from(p); m.open(q.x, q.y) {
			return e
		}
	}
	return d.back()
}

// backtrack is the direction from s back to the last place on the way from the entrance, which in a perfect maze is
// part of the player's trail. Between the two there is only corridor.
func (s *state) backtrack() (direction, bool) {
	if s.came == nil {
		return 0, false
	}
	p := s.came.at
	return s.m.follow(p, toward(p, s.through), s.at), true
}

// follow goes from p in direction d along the corridor until it is at q, and returns the direction back.
func (m *maze) follow(p point, d direction, q point) direction {
	for p = d.from(p); p != q; p = d.from(p) {
		d = m.onward(p, d)
	}
	return d.back()
}

// sight returns in which direction q lies from p, and how far, if one can walk there straight on; otherwise 0.
func (m *maze) sight(p, q point) (direction, int) {
	if (p.x == q.x) == (p.y == q.y) {
		return 0, 0
	}
	d := north
	switch {
	case q.x > p.x:
		d = east
	case q.y > p.y:
		d = south
	case q.x < p.x:
		d = west
	}
	for n := 1; ; n++ {
		if p = d.from(p); !m.open(p.x, p.y) {
			return 0, 0
		}
		if p == q {
			return d, n
		}
	}
}

// setOut makes the first step of a walk.
func (b *board) setOut(s *state, w walk) (games.Move, bool) {
	if s.Status().Over() {
		return "", true
	}
	b.walk = w
	return b.stride(s)
}

// goBack walks back to the last place, and on to one before it for each time that it is asked for on the way.
func (b *board) goBack(s *state, under walk) (games.Move, bool) {
	if under.steps == untilPlace && under.goesBack {
		under.back++
		b.walk = under
		return "", true
	}
	d, ok := s.backtrack()
	if !ok {
		return "", true
	}
	return b.setOut(s, walk{dir: d, steps: untilPlace, goesBack: true})
}

// stride makes the next step of the walk.
func (b *board) stride(s *state) (games.Move, bool) {
	m := b.walk.dir.move()
	next := b.foresee(s, m)
	if next == nil {
		b.walk = walk{}
		return "", true
	}
	b.walk = b.walk.after(next)
	b.walk.due = b.now + pace
	if b.within {
		b.inside.watch(next, m)
		b.inside.hurry(b.now)
	}
	return m, true
}

// hurry shows the step or turn that has begun within a step of a walk: half of it at once.
func (v *inside) hurry(now time.Duration) {
	v.begun, v.now, v.since, v.takes = true, now, now-pace/2, pace
}

// foresee takes note of the position after a move that is about to be made; nil if it cannot be made.
func (b *board) foresee(s *state, m games.Move) *state {
	next, err := s.Apply(m)
	if err != nil {
		return nil
	}
	b.track(next.(*state))
	return b.seen
}
