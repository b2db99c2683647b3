package display

import (
	"math/rand/v2"
	"slices"
	"testing"

	"arcade.example.com/games"
)

// TestShown: cells are what they were set to, through ever more kinds and fewer again, and few kinds take little room.
func TestShown(t *testing.T) {
	const n = 1920
	r := rand.New(rand.NewPCG(7, 1))
	s, want := newShown(n), make([]games.Cell, n)
	for i := range want {
		want[i] = games.Cell{Rune: erased}
	}
	for round := range 40 {
		kinds := []int{4, 100, 300, 2000, 3}[round%5]
		for range 4000 {
			i, c := r.IntN(n), games.Cell{Rune: '▀', FG: games.Ink(r.IntN(kinds)), BG: games.Ink(round)}
			s.set(i, c)
			want[i] = c
		}
		if round%5 == 4 {
			for i := range want {
				c := games.Cell{Rune: rune('a' + i%20)}
				s.set(i, c)
				want[i] = c
			}
			if !s.pack() || len(s.kinds) != 20 || s.cells != nil {
				t.Fatalf("20 kinds are kept as %d, and %d cells", len(s.kinds), len(s.cells))
			}
		}
		for i, c := range s.kinds {
			if at := slices.Index(s.kinds, c); at != i {
				t.Fatalf("round %d: kind %d is kept again as %d", round, at, i)
			}
		}
		for i, c := range want {
			if got := s.at(i); got != c {
				t.Fatalf("round %d: cell %d is %v, want %v", round, i, got, c)
			}
		}
	}
}
