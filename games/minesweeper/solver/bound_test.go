package solver

import (
	"testing"

	"arcade.example.com/games"
)

// endgameOf is the search in a view of few layouts.
func endgameOf(v View) (*endgame, *Solver) {
	s := newSolver(readGrid(v))
	s.update()
	for s.openCertain() {
		s.update()
	}
	e := newEndgame()
	e.list(s)
	return e, s
}

// The best play on 4x4 with 4 mines wins 961 of its 1820 layouts, as is published.
func TestEndgameOf4x4(t *testing.T) {
	e, s := endgameOf(closed(&Layout{W: 4, H: 4, Mines: 4, Mine: make([]bool, 16)}))
	e.effort = 1 << 40
	if _, wins := e.best(e.left(s.grid)); wins != 961 || len(e.names) != 1820 {
		t.Errorf("wins %d of %d, want 961 of 1820", wins, len(e.names))
	}
}

// Whatever is needed, and in whatever order that is asked, an answer is exact or a bound between the truth and the need.
func TestBounds(t *testing.T) {
	r := games.NewRand(7, 1)
	bounds := 0
	for n := 0; n < 150; {
		_, v := fewHidden(&r, 9)
		e, s := endgameOf(v)
		set := e.left(s.grid)
		if len(set) < 3 {
			continue
		}
		n++
		_, truth := e.best(set)
		e.table = make(map[name]value)
		for range 20 {
			needed := 1 + r.N(len(set)+1)
			wins, exact := e.wins(e.left(s.grid), needed)
			switch {
			case exact && wins != truth:
				t.Fatalf("%vneeded %d: wins %d, want %d", v, needed, wins, truth)
			case !exact && (wins < truth || wins >= needed && wins < len(set)):
				t.Fatalf("%vneeded %d: bound %d, wins %d", v, needed, wins, truth)
			case !exact:
				bounds++
			}
		}
	}
	if bounds < 100 {
		t.Errorf("%d bounds are too few to tell", bounds)
	}
}

// What was found out for one guess holds for the next: the search that is kept answers as a new one.
func TestEndgameIsKept(t *testing.T) {
	r := games.NewRand(8, 1)
	guesses := 0
	for range 300 {
		l := random(&r, 6, 6, 9, 0)
		s := New(6, 6)
		s.begin(l)
		for p := s.place(0); s.truth[p] != fatal; p = s.guess() {
			s.open(p, s.truth[p])
			s.openAllCertain()
			if s.won() {
				break
			}
			if s.endgame == nil {
				continue
			}
			guesses++
			fresh := newEndgame()
			fresh.list(s)
			_, want := fresh.best(fresh.left(s.grid))
			s.endgame.effort = effort
			if _, got := s.endgame.best(s.endgame.left(s.grid)); got != want && fresh.effort >= 0 && s.endgame.effort >= 0 {
				t.Fatalf("wins %d, want %d", got, want)
			}
		}
	}
	if guesses < 50 {
		t.Errorf("%d guesses are too few to tell", guesses)
	}
}
