package maze

import (
	"testing"

	"arcade.example.com/games"
)

// slowly is backtrack by looking at the whole trail.
func slowly(s *state) (direction, bool) {
	first := s.at
	for p := s.prev; p != nil; p = p.prev {
		switch {
		case p.at == s.at:
			first = s.at
		case s.m.place(p.at):
			return s.m.follow(p.at, toward(p.at, first), s.at), true
		default:
			first = p.at
		}
	}
	return 0, false
}

func TestBacktrackRemembersTheTrail(t *testing.T) {
	for seed := range games.Seed(30) {
		s := start(dealt(t, "7x7", seed))
		r := games.NewRand(seed, 9)
		for step := range 600 {
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
