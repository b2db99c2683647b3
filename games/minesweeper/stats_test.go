package minesweeper

import (
	"strings"
	"testing"

	"arcade.example.com/games"
	"arcade.example.com/games/minesweeper/solver"
)

// minefieldOf reads rows of cells, * for a mine.
func minefieldOf(text string) *minefield {
	rows := strings.Fields(text)
	l := solver.NewLayout(len(rows[0]), len(rows))
	for i, c := range strings.Join(rows, "") {
		if c == '*' {
			l.Put(i)
		}
	}
	return &minefield{l, measure(l)}
}

func TestMeasure(t *testing.T) {
	tests := []struct {
		name, field           string
		bv, openings, islands int
	}{
		{
			"one region", `
			-----
			-----
			-----
			-----
			----*`, 1, 1, 0,
		},
		{
			"a mine in the middle: nothing but its rim", `
			---
			-*-
			---`, 8, 0, 1,
		},
		{
			"two regions, which share no rim, and the column between the walls", `
			--*-*--
			--*-*--
			--*-*--
			--*-*--
			--*-*--`, 7, 2, 1,
		},
		{
			"a region goes on over a corner; each mine has a lone number behind it", `
			---*-
			-----
			-----
			*----
			-----`, 3, 1, 2,
		},
		{
			"a rim belongs to both of its regions", `
			--*--
			-----
			*----
			-----
			-----`, 2, 2, 0,
		},
		// 3BV 20: https://github.com/eee555/ms_toollib, base/tests, cal_bbbv_works.
		{
			"published: ms_toollib", `
			--------
			*-------
			*-------
			------*-
			-*------
			---*--*-
			-***---*
			--------`, 20, 2, 4,
		},
		// 3BV 13: the test "should calculate the correct 3bv" of MineSweeper for node.
		{
			"published: MineSweeper for node", `
			-------*
			------**
			-----**-
			---**---
			--------
			--------
			---*-*--
			-------*`, 13, 2, 3,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := minefieldOf(tt.field)
			if f.bv != tt.bv || f.openings != tt.openings || f.islands != tt.islands {
				t.Errorf("3BV %d, openings %d, islands %d, want %d, %d, %d in\n%s",
					f.bv, f.openings, f.islands, tt.bv, tt.openings, tt.islands, f.text(-1))
			}
		})
	}
}

// The 3BV is the number of clicks of a player who knows where the mines are: first the openings, then the rest. And
// what counts as progress on the way adds up to it.
func TestBVIsClicks(t *testing.T) {
	for seed := range games.Seed(200) {
		s := dealt(t, "16x12/30", seed)
		s = must(t, s, s.move("open", s.start(seed)))
		clicks := 1
		for _, zero := range []bool{true, false} {
			for i, mine := range s.field.Mine {
				if mine || s.squares[i] == opened || zero != (s.field.Count[i] == 0) {
					continue
				}
				s = must(t, s, s.move("open", i))
				clicks++
			}
		}
		if done, of := s.Progress(); s.status != games.Won || clicks < of || done != of {
			t.Errorf("seed %v: %v after %d clicks, %d done of %d", seed, s.status, clicks, done, of)
		} else if first := s.field.worth[s.start(seed)] || s.field.Count[s.start(seed)] == 0; first && clicks != of {
			t.Errorf("seed %v: %d clicks for a 3BV of %d", seed, clicks, of)
		}
	}
}

func must(t testing.TB, s *state, m games.Move) *state {
	t.Helper()
	next, err := s.Apply(m)
	if err != nil {
		t.Fatal(err)
	}
	return next.(*state)
}
