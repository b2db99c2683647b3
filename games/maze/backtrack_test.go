package maze

import (
	"testing"

	"arcade.example.com/games"
)

// slowly is backtrack by searching the maze from the entrance.
func slowly(s *state) (direction, bool) {
	came := map[point]point{s.m.entrance(): nowhere}
	for queue := []point{s.m.entrance()}; len(queue) > 0; queue = queue[1:] {
		for _, d := range directions {
			p := d.from(queue[0])
			if _, known := came[p]; !known && s.m.open(p.x, p.y) {
				came[p] = queue[0]
				queue = append(queue, p)
			}
		}
	}
	if s.at == s.m.entrance() {
		return 0, false
	}
	return toward(s.at, came[s.at]), true
}

// u goes back along the trail for as often as it is pressed, at once or one after the other, and ends at the entrance.
func TestBackAsOftenAsPressed(t *testing.T) {
	for seed := range games.Seed(20) {
		m := dealt(t, "10x10", seed)
		far := newHand(t, m, 80, 22, games.Options{})
		way := m.path()
		for i, p := range way[1 : len(way)-1] {
			far.key([...]string{"up", "right", "down", "left"}[toward(way[i], p)])
		}
		var places []point // on the way back
		for i := len(way) - 3; i >= 0; i-- {
			if m.place(way[i]) {
				places = append(places, way[i])
			}
		}
		for n := range len(places) + 2 {
			slow, quick := newHand(t, m, 80, 22, games.Options{}), newHand(t, m, 80, 22, games.Options{Motion: games.NoMotion})
			slow.s, quick.s = far.s, far.s
			for range n {
				slow.keys("u")
				quick.key("u")
			}
			for quick.tick() {
			}
			want := far.s.at
			if n > 0 {
				want = places[min(n, len(places))-1]
			}
			if slow.s.at != want || quick.s.at != want {
				t.Fatalf("seed %v: %d times u leads to %v, at once to %v, want %v", seed, n, slow.s.at, quick.s.at, want)
			}
		}
	}
}

func TestBacktrackRemembersTheTrail(t *testing.T) {
	for seed := range games.Seed(12) {
		s := start(dealt(t, "7x7", seed))
		r := games.NewRand(seed, 9)
		for step := range 400 {
			next, err := s.Apply(games.Move([]string{"north", "east", "south", "west"}[r.N(4)]))
			if err != nil {
				continue
			}
			s = next.(*state)
			if s.Status().Over() {
				break
			}
			got, ok := s.backtrack()
			want, wantOK := slowly(s)
			if ok != wantOK || got != want {
				t.Fatalf("seed %v, step %d, at %v: back %v %v, want %v %v\n%s", seed, step, s.at, got, ok, want, wantOK, s.Text())
			}
		}
	}
}
