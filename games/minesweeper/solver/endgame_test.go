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
