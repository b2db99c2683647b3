package maze

import (
	"slices"
	"testing"

	"arcade.example.com/games"
)

// The limits are what the mazes say.
func TestHardness(t *testing.T) {
	const seeds = 2000
	for _, n := range ranked {
		p := plan{w: n, h: n}
		var pars []int
		for seed := range games.Seed(seeds) {
			pars = append(pars, deal(p, seed).par())
		}
		slices.Sort(pars)
		want := hardness{pars[seeds*25/100], pars[seeds*75/100], pars[seeds*95/100]}
		if got := p.hardness(); got != want {
			t.Errorf("%dx%d: %v, want %v", n, n, got, want)
		}
	}
}

// There is a label where par can be compared and means something, and nowhere else.
func TestLabel(t *testing.T) {
	for id, labelled := range map[string]bool{
		"5x5": true, "20x20": true, "40x40": true, "20x20-fp": false, "12x8": false, "20x20+wilson": false, "3x200+wilson": false,
	} {
		m, err := mode(id)
		if err != nil {
			t.Fatal(err)
		}
		said := map[string]bool{}
		for seed := range games.Seed(60) {
			said[label(m, seed)] = true
		}
		if got := len(said) >= 3; got != labelled || said[""] == labelled {
			t.Errorf("%s: labels %v", id, said)
		}
	}
}
