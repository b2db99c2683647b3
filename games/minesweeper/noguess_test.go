package minesweeper

import (
	"math"
	"slices"
	"testing"
	"time"

	"arcade.example.com/games"
	"arcade.example.com/games/minesweeper/solver"
)

// The first board of chance that is proved is the one that is dealt, whatever was thought about before it.
func TestNoGuessIsUniform(t *testing.T) {
	for seed := range games.Seed(60) {
		first := int(seed) % 81
		got := setup{w: 9, h: 9, mines: 20}.noGuessField(seed, first)
		for try := uint64(0); ; try++ {
			r := games.NewRand(seed, streamNoGuess+try)
			l := uniform(9, 9, 20, first, &r)
			same := slices.Equal(l.Mine, got.Mine)
			if proved := solver.New(9, 9).Proves(l, first); proved != same {
				t.Fatalf("seed %v, try %d: proved %t, dealt %t", seed, try, proved, same)
			}
			if same {
				break
			}
		}
	}
}

// Whoever opens only what is called safe wins every board, and so sees the mean 3BV of all boards of chance, 171 on
// expert: boards that were made solvable by moving mines have 167.
func TestNoGuessExpert(t *testing.T) {
	const boards = 300
	sum := 0.0
	for seed := range games.Seed(boards) {
		l := setup{w: 30, h: 16, mines: 99, floor: 100}.noGuessField(seed, 33)
		if l.Mines != 99 || l.Count[33] != 0 || l.Mine[33] {
			t.Fatalf("seed %v: %d mines, the first cell is a %d", seed, l.Mines, l.Count[33])
		}
		if seed < 20 {
			follow(t, l.Layout, 33)
		}
		sum += float64(l.bv)
	}
	// The deviation of one board is 19; five of the mean's are allowed.
	if mean := sum / boards; math.Abs(mean-171) > 5*19/math.Sqrt(boards) {
		t.Errorf("mean 3BV %.1f, want about 171", mean)
	}
}

// follow plays a layout by what the solver calls safe.
func follow(t *testing.T, l *solver.Layout, first int) {
	t.Helper()
	s := &state{setup: setup{w: l.W, h: l.H, mines: l.Mines}, field: &minefield{l, measure(l)}, status: games.Playing, squares: make([]square, len(l.Mine))}
	s.open(first)
	for s.status == games.Playing {
		a := solver.Analyse(s.view())
		if a.Guess {
			t.Fatalf("%s\na guess is needed", s.Text())
		}
		for _, i := range a.Safe {
			if l.Mine[i] {
				t.Fatalf("%s\ncell %d is a mine", s.Text(), i)
			}
			if s.squares[i] != opened {
				s.open(i)
			}
		}
	}
}

func BenchmarkNoGuessExpert(b *testing.B) {
	var took []time.Duration
	for seed := games.Seed(0); b.Loop(); seed++ {
		began := time.Now()
		setup{w: 30, h: 16, mines: 99, floor: 100}.noGuessField(seed, int(seed*7919%480)) // 7919 is prime: all first cells come by
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(b.N), "mean-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
}
