package solver

import (
	"slices"
	"testing"

	"arcade.example.com/games"
)

// mostWins is in how many of its layouts a view can be won, by plain trial of every way to go on.
func mostWins(v View) int {
	sets, cells := v.layouts(v.numbers(), true), v.hidden()
	if len(cells) == v.Mines {
		return 1
	}
	most := 0
	for k, i := range cells {
		wins := 0
		for number := range int8(9) {
			next := v
			next.Cell = slices.Clone(v.Cell)
			next.Cell[i] = number
			if mined(sets, k) < len(sets) && len(next.layouts(next.numbers(), true)) > 0 {
				wins += mostWins(next)
			}
		}
		most = max(most, wins)
	}
	return most
}

func TestEndgameAgainstEnumeration(t *testing.T) {
	r := games.NewRand(5, 1)
	for n := 0; n < 300; {
		_, v := fewHidden(&r, 7)
		if !Analyse(v).Guess {
			continue
		}
		n++
		s := newSolver(readGrid(v))
		s.update()
		s.openCertain()
		s.update()
		e := newEndgame()
		e.list(s)
		if want := len(v.layouts(v.numbers(), true)); len(e.names) != want {
			t.Fatalf("%v%d layouts, want %d", v, len(e.names), want)
		}
		if _, got := e.best(e.left(s.grid)); got != mostWins(v) {
			t.Fatalf("%vwins %d of %d, want %d", v, got, len(e.names), mostWins(v))
		}
	}
}

// Where what is left lies far apart, it is searched as two parts, and the wins are those of plain trial.
func TestFactors(t *testing.T) {
	r := games.NewRand(9, 1)
	for n := 0; n < 100; {
		_, v := anywhere(&r, 9, 2, 3+r.N(4), 12)
		if len(v.hidden()) > 9 || !Analyse(v).Guess {
			continue
		}
		e, s := endgameOf(v)
		set := e.left(s.grid)
		if e.glance(set) {
			t.Fatalf("%vsomething is safe", v)
		}
		one, others, ok := e.factors(set)
		if !ok {
			continue
		}
		n++
		if len(one)*len(others) != len(set) || len(one) < 2 || len(others) < 2 {
			t.Fatalf("%v%d layouts are taken apart into %d times %d", v, len(set), len(one), len(others))
		}
		if _, got := e.best(e.left(s.grid)); got != mostWins(v) {
			t.Fatalf("%vwins %d of %d, want %d", v, got, len(set), mostWins(v))
		}
	}
}

// A search that has to stop answers with what it has found, if that is anything.
func TestEndgameOutOfEffort(t *testing.T) {
	r := games.NewRand(10, 1)
	answers := 0
	for n := 0; n < 600; {
		_, v := fewHidden(&r, 9)
		if !Analyse(v).Guess {
			continue
		}
		n++
		e, s := endgameOf(v)
		set := e.left(s.grid)
		e.effort = r.N(len(set) * e.words * 40)
		cell, wins, found := e.choose(set, 1)
		if e.effort >= 0 || !found {
			continue
		}
		answers++
		if most := mostWins(v); wins > most {
			t.Fatalf("%vwins %d of %d, want %d at most", v, wins, len(set), most)
		}
		sensible(t, v, Analysis{Guess: true, Best: s.cell(e.cells[cell]), Mine: Analyse(v).Mine}, false)
	}
	if answers < 20 {
		t.Errorf("%d answers are too few to tell", answers)
	}
}
