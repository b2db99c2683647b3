package minesweeper

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"arcade.example.com/games"
	"arcade.example.com/games/minesweeper/solver"
)

func said(list []games.Fact) string {
	var b strings.Builder
	for _, f := range list {
		fmt.Fprintf(&b, "%s: %s\n", f.Name, f.Value)
	}
	return b.String()
}

func TestFacts(t *testing.T) {
	beginner := games.Mode{ID: "beginner"}
	steps := func(words ...string) (list []games.Step) {
		for i, w := range words {
			list = append(list, games.Step{At: time.Duration(i) * 500 * time.Millisecond, Move: games.Move(w)})
		}
		return list
	}
	won := demo(version).Steps
	first := won[0].Move
	tests := []struct {
		name  string
		steps []games.Step
		want  string
	}{
		{"won", won, "3BV: 24\n3BV/s: 8.95\nclicks: 24\nefficiency: 100 %\nopenings: 3\nislands: 3\n"},
		{
			"flags are clicks, looks and hints are none", append(steps(string(first), "~at 1,1", "hint", "flag 0,0", "clear 0,0"), games.Step{At: 2 * time.Second, Move: "reveal"}),
			"3BV: 1 of 24\n3BV/s: 0.50\nclicks: 3\nefficiency: 33 %\nopenings: 3\nislands: 3\n",
		},
		{
			"lost where it could be known", steps(string(first), "open 2,1"),
			"verdict: avoidable: 5 safe cells\nrisk: 50 %, 0 % at best\n3BV: 1 of 24\n3BV/s: 2.00\nclicks: 2\nefficiency: 50 %\nopenings: 3\nislands: 3\n",
		},
		{
			"a click that does nothing is one", steps(string(first), "~click 1,1", "~click 1,1", "~at 1,1"),
			"3BV: 1 of 24\n3BV/s: 0.67\nclicks: 3\nefficiency: 33 %\nopenings: 3\nislands: 3\n",
		},
		{"before there are mines", steps("flag 0,0"), ""},
		{"no run of this mode", steps("open 77,1"), ""},
	}
	for _, tt := range tests {
		if got := said(facts(version, beginner, demoSeed, tt.steps)); got != tt.want {
			t.Errorf("%s: said\n%swant\n%s", tt.name, got, tt.want)
		}
	}
}

func TestVerdict(t *testing.T) {
	tests := []struct{ lost, want string }{
		{"5x5/1 X1000 11000 00000 0-000 00000", "avoidable: 1 safe cell"},
		{"5x5/3 1---- -X--- ---*- ----- --*--", "a guess, but not the best"},
		// One mine in two cells of which nothing can be known.
		{"5x5/3 00000 00122 001** 0013X 0001-", "a guess, and the best one"},
		// Whoever looks further than the next opening takes the greater risk.
		{"5x5/5 00000 11111 -*2-X --*-- -*--*", "a guess, best for the game"},
		{"5x5/5 *11** 111-X 0012- 001*- 001--", "safest now, not for the game"},
	}
	for _, tt := range tests {
		if got := position(t, "lost "+tt.lost).verdict().String(); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.lost, got, tt.want)
		}
	}
}

// The reason of a hint, in words.
func TestReason(t *testing.T) {
	tests := []struct{ position, want string }{
		{"5x5/1 1---- -*--- ----- ----- -----", "by the count of mines, none is left for this cell"},
		{"5x5/3 *1-*- 11--- ----- *---- -----", "the 1 puts 1 mine by the 1, all it has: this is free"},
		{"5x5/4 *2-*- *21-- -1--- ----- ----*", "the 2 puts 2 mines by the 2, all it has: this is free"},
		{"5x5/3 1---- -*--- ---*- ----- --*--", "bars: how likely each mine is"},
	}
	for _, tt := range tests {
		s := position(t, "playing "+tt.position)
		a := s.advise(0)
		if got := a.reason(s); got != tt.want {
			t.Errorf("%s: cell %d by %v: %q, want %q", tt.position, a.cell, a.why, got, tt.want)
		}
	}
}

func TestLive(t *testing.T) {
	ready := position(t, "ready 5x5/1 ----- ----- ----- ----- -----")
	playing := position(t, "playing 5x5/1 *1000 11000 00000 0-000 00000")
	tests := []struct {
		s       *state
		elapsed time.Duration
		want    string
	}{
		{ready, 0, ""},
		{playing, 999 * time.Millisecond, ""},
		{playing, 4 * time.Second, "3BV/s 0.2"},
	}
	for _, tt := range tests {
		if got := live(tt.s, tt.elapsed); got != tt.want {
			t.Errorf("%v after %v: %q, want %q", tt.s.status, tt.elapsed, got, tt.want)
		}
	}
}

// What the face says fits the narrowest one, 31 columns with one free on either side.
func TestWordsFit(t *testing.T) {
	worst := []string{
		verdict{safe: 2000}.String(), verdict{fatal: 1}.String(), verdict{}.String(),
		verdict{fatal: 0.999, least: 0.001}.risk(), verdict{best: true, fatal: 1}.String(), verdict{best: true}.String(),
	}
	for _, guess := range []bool{true, false} {
		for told := range 4 {
			for _, why := range [][]int{{0}, {1}, {1, 5}, {1, 5, 6}} {
				a := advice{told: told, why: why, known: solver.Analysis{Guess: guess, Chance: []float64{0.999, -1, 0, 0, 0, -1, -1}}}
				worst = append(worst, a.words(position(t, "playing 5x5/1 *1--- 11--- f---- ----- -----")))
			}
		}
	}
	for _, words := range worst {
		first, rest := wrapped(words, leastInner-2)
		if len(first) > leastInner-2 || len(rest) > leastInner-2 {
			t.Errorf("%q and %q take more than %d columns", first, rest, leastInner-2)
		}
	}
}
