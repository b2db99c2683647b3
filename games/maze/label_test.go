package maze

import (
	"slices"
	"testing"

	"arcade.example.com/games"
)

// The table of hardnesses is what the mazes say.
func TestHardnesses(t *testing.T) {
	for _, n := range ranked {
		var pars []int
		for seed := range games.Seed(4000) {
			pars = append(pars, deal(plan{w: n, h: n}, seed).par())
		}
		slices.Sort(pars)
		want := hardness{pars[len(pars)*25/100], pars[len(pars)*75/100], pars[len(pars)*95/100]}
		if got := hardnesses[n]; got != want {
			t.Errorf("%d: {%d, %d, %d}, want {%d, %d, %d}; par from %d to %d", n, got.medium, got.hard, got.brutal,
				want.medium, want.hard, want.brutal, pars[0], pars[len(pars)-1])
		}
	}
}
