package maze

import "arcade.example.com/games"

// click walks to where one clicked, as far as the way there needs no choice.
func (b *board) click(s *state, x, y int) (games.Move, bool) {
	for _, p := range b.lens.units(x, y) {
		if d, n := s.m.sight(s.at, p); n > 0 {
			return b.setOut(s, walk{dir: d, steps: n})
		}
	}
	for _, p := range b.lens.units(x, y) {
		if p == s.at || !s.m.open(p.x, p.y) {
			continue
		}
		if w := s.toward(p); w.steps != 0 {
			return b.setOut(s, w)
		}
	}
	return "", true
}

// toward is the walk to a place out of sight that nothing but eyes could choose: to the place itself if a corridor leads
// there past no junction, otherwise to the next place along the only way that brings one nearer; none where two do.
func (s *state) toward(p point) walk {
	var nearer []direction
	for _, d := range directions {
		q := d.from(s.at)
		if !s.m.open(q.x, q.y) {
			continue
		}
		if n := s.m.corridor(s.at, d, p); n > 0 {
			return walk{dir: d, steps: n}
		}
		if abs(q.x-p.x)+abs(q.y-p.y) < abs(s.at.x-p.x)+abs(s.at.y-p.y) {
			nearer = append(nearer, d)
		}
	}
	if len(nearer) == 1 {
		return walk{dir: nearer[0], steps: untilPlace}
	}
	return walk{}
}

// corridor is how many steps lead from p in direction d to q, past no other place; 0 if none do.
func (m *maze) corridor(p point, d direction, q point) int {
	for n := 1; ; n++ {
		p = d.from(p)
		if p == q {
			return n
		}
		if m.place(p) {
			return 0
		}
		d = m.onward(p, d)
	}
}

func abs(n int) int { return max(n, -n) }
