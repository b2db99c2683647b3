package maze

import "testing"

// The table of hardnesses is what the mazes say.
func TestHardnesses(t *testing.T) {
	for _, n := range ranked {
		if got, want := hardnesses[n], (plan{w: n, h: n}).hardness(2000); got != want {
			t.Errorf("%dx%d: %v, want %v", n, n, got, want)
		}
	}
}
