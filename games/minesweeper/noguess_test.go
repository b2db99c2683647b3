package minesweeper

import (
	"math"
	"slices"
	"testing"
	"time"

	"arcade.example.com/games"
)

// provedSlowly reports whether a layout needs no guess, by plain trial of all layouts that fit. Told is false where
// these are too many.
func provedSlowly(l *layout, first int) (proved, told bool) {
	v := closed(l)
	l.flood(v, first)
	for {
		cells := v.hidden()
		if len(cells) > 14 {
			return false, false
		}
		sets := v.layouts(v.numbers(), true)
		opened := false
		for k, i := range cells {
			if mined(sets, k) == 0 {
				l.flood(v, i)
				opened = true
			}
		}
		if !opened {
			return len(cells) == l.mines, true
		}
	}
}

func TestVerdictAgainstEnumeration(t *testing.T) {
	r := games.NewRand(6, 1)
	var seen [2]int
	for seen[0]+seen[1] < 2000 {
		w, h := 3+r.N(3), 3+r.N(4)
		first := r.N(w * h)
		l := uniform(w, h, 1+r.N(w*h-1), first, &r)
		want, told := provedSlowly(l, first)
		if !told {
			continue
		}
		if got := newThought(newSheet(w, h, l.mines)).proves(l, first); got != want {
			t.Fatalf("%v from %d: proved %t, enumeration says %t", l.mine, first, got, want)
		}
		if want {
			seen[1]++
		} else {
			seen[0]++
		}
	}
	if min(seen[0], seen[1]) < 400 {
		t.Errorf("%v: too one-sided to tell", seen)
	}
}

// The first board of chance that is proved is the one that is dealt, whatever was thought about before it.
func TestNoGuessIsUniform(t *testing.T) {
	for seed := range games.Seed(60) {
		first := int(seed) % 81
		got := noGuess(9, 9, 20, first, seed)
		for try := uint64(0); ; try++ {
			r := games.NewRand(seed, streamNoGuess+try)
			l := uniform(9, 9, 20, first, &r)
			same := slices.Equal(l.mine, got.mine)
			if proved := newThought(newSheet(9, 9, 20)).proves(l, first); proved != same {
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
		l := noGuess(30, 16, 99, 33, seed)
		if l.mines != 99 || l.count[33] != 0 || l.mine[33] {
			t.Fatalf("seed %v: %d mines, the first cell is a %d", seed, l.mines, l.count[33])
		}
		if seed < 20 {
			follow(t, l, 33)
		}
		sum += float64(measure(l).bv)
	}
	// The deviation of one board is 19; five of the mean's are allowed.
	if mean := sum / boards; math.Abs(mean-171) > 5*19/math.Sqrt(boards) {
		t.Errorf("mean 3BV %.1f, want about 171", mean)
	}
}

// follow plays a layout by what analyse calls safe.
func follow(t *testing.T, l *layout, first int) {
	t.Helper()
	v := closed(l)
	l.flood(v, first)
	for a := analyse(v); a.best >= 0; a = analyse(v) {
		if a.guess {
			t.Fatalf("%va guess is needed", v)
		}
		for _, i := range a.safe {
			if l.mine[i] {
				t.Fatalf("%vcell %d is a mine", v, i)
			}
			l.flood(v, i)
		}
	}
	if n := len(v.hidden()); n != l.mines {
		t.Fatalf("%v%d cells are still hidden", v, n)
	}
}

func BenchmarkNoGuessExpert(b *testing.B) {
	var took []time.Duration
	for seed := games.Seed(0); b.Loop(); seed++ {
		began := time.Now()
		noGuess(30, 16, 99, int(seed*7919%480), seed) // 7919 is prime: all first cells come by
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(b.N), "mean-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
}
