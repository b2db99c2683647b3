package minesweeper

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"testing"

	"arcade.example.com/games"
	"arcade.example.com/games/minesweeper/solver"
)

// solve runs the tool as the command line does.
func solve(t *testing.T, mode string, args ...string) (string, error) {
	t.Helper()
	flags := flag.NewFlagSet("solve", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	run := solveTool().New(flags)
	if err := flags.Parse(args); err != nil {
		return "", err
	}
	m, err := Game().Mode(mode)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	err = run(m, &out)
	return out.String(), err
}

// The rates over 10,000 games are in the README. These are few, so five standard deviations below are allowed.
func TestSolve(t *testing.T) {
	tests := []struct {
		mode  string
		args  []string
		games int
		least float64
	}{
		{"expert", []string{"--first", "safe"}, 150, 39.6 - 20},
		{"expert", []string{"--first", "zero"}, 150, 52.8 - 20},
		{"beginner", nil, 300, 97.1 - 4.9},
		{"intermediate", []string{"--seed", "ff"}, 150, 88.9 - 13},
		{"expert-ng", nil, 30, 100},
		{"5x5/24", []string{"--first", "safe"}, 100, 100},
	}
	for _, tt := range tests {
		out, err := solve(t, tt.mode, append(tt.args, "--games", fmt.Sprint(tt.games))...)
		var n, wins int
		var rate float64
		if _, scan := fmt.Sscanf(out, "games %d\nwins %d\nrate %f %%\n", &n, &wins, &rate); err != nil || scan != nil {
			t.Fatalf("%s %v: %q, %v", tt.mode, tt.args, out, err)
		}
		if n != tt.games || rate < tt.least {
			t.Errorf("%s %v: %d games, %.2f %% won, want %d and at least %.2f", tt.mode, tt.args, n, rate, tt.games, tt.least)
		}
	}
}

func TestSolveTwice(t *testing.T) {
	args := []string{"--games", "50", "--seed", "12"}
	one, err := solve(t, "intermediate", args...)
	if two, _ := solve(t, "intermediate", args...); one != two || err != nil {
		t.Errorf("%q, and then %q, %v", one, two, err)
	}
}

func TestSolveRefuses(t *testing.T) {
	for _, args := range [][]string{{"--games", "0"}, {"--games", "x"}, {"--first", "corner"}} {
		if _, err := solve(t, "beginner", args...); err == nil {
			t.Errorf("%v is accepted", args)
		}
	}
	if _, err := solve(t, "beginner", "--seed", "x"); !errors.Is(err, games.ErrSeed) {
		t.Errorf("seed x: %v", err)
	}
	if _, err := solve(t, "expert-ng", "--first", "safe"); !errors.Is(err, games.ErrMode) {
		t.Errorf("a no guess board with a first cell that is only safe: %v", err)
	}
}

func BenchmarkSolveExpert(b *testing.B) {
	s := solver.New(30, 16)
	won := 0
	for seed := games.Seed(0); b.Loop(); seed++ {
		l, first := series{}.deal(setup{w: 30, h: 16, mines: 99}, seed)
		if s.Wins(l, first) {
			won++
		}
	}
	b.ReportMetric(100*float64(won)/float64(b.N), "%won")
}
