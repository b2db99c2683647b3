package solver

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"arcade.example.com/games"
)

// replay plays layouts of one size from the cell on that the solver itself would open first, which may be a mine. A guess
// that it made once is not worked out again: the same openings lead to it.
type replay struct {
	*Solver
	first place
	known map[string]place // by what was seen at it and at all before
}

func newReplay(w, h, mines int) *replay {
	r := &replay{Solver: New(w, h), known: make(map[string]place)}
	r.begin(NewLayout(w, h))
	r.left = mines
	r.update()
	r.first = r.guess()
	return r
}

// wins reports whether the solver wins a layout.
func (r *replay) wins(l *Layout) bool {
	won, ok := r.play(l, func(path string) (place, bool) {
		p, ok := r.known[path]
		return p, ok
	})
	if !ok {
		won, _ = r.play(l, func(path string) (place, bool) {
			p := r.guess()
			r.known[path] = p
			return p, true
		})
	}
	return won
}

// play plays a layout, and stops where nothing is guessed.
func (r *replay) play(l *Layout, guess func(path string) (place, bool)) (won, ok bool) {
	r.begin(l)
	p, path := r.first, []byte(nil)
	for r.truth[p] != fatal {
		r.open(p, r.truth[p])
		r.openAllCertain()
		for i := range l.Mine {
			path = append(path, byte(r.number[r.place(i)]))
		}
		if r.won() {
			return true, true
		}
		if p, ok = guess(string(path)); !ok {
			return false, false
		}
	}
	return false, true
}

// each calls f with every layout of a size.
func each(w, h, mines int, f func(*Layout)) {
	cells := make([]int, mines)
	for i := range cells {
		cells[i] = i
	}
	for {
		l := NewLayout(w, h)
		for _, c := range cells {
			l.Put(c)
		}
		f(l)
		i := mines - 1
		for ; i >= 0 && cells[i] == w*h-mines+i; i-- {
		}
		if i < 0 {
			return
		}
		for cells[i]++; i+1 < mines; i++ {
			cells[i+1] = cells[i] + 1
		}
	}
}

// optimum is in how many of its layouts a board is won by the best play, and by the best that begins at a given cell.
func optimum(w, h, mines int, first place) (best, from int) {
	e, s := endgameOf(closed(&Layout{W: w, H: h, Mines: mines, Mine: make([]bool, w*h)}))
	e.effort = math.MaxInt
	_, best = e.best(e.left(s.grid))
	from, _ = e.open(slices.Index(e.cells, first), e.left(s.grid), 0)
	return best, from
}

// Small boards are played as well as can be, in all their layouts.
func TestPlaysSmallBoards(t *testing.T) {
	for _, tt := range []struct{ w, h, mines, layouts, wins int }{
		{4, 4, 4, 1820, 961},
		{5, 5, 2, 300, 266},
		{5, 5, 3, 2300, 1798},
	} {
		r := newReplay(tt.w, tt.h, tt.mines)
		layouts, wins := 0, 0
		each(tt.w, tt.h, tt.mines, func(l *Layout) {
			layouts++
			if r.wins(l) {
				wins++
			}
		})
		if layouts != tt.layouts || wins != tt.wins {
			t.Errorf("%dx%d with %d mines: wins %d of %d, want %d of %d", tt.w, tt.h, tt.mines, wins, layouts, tt.wins, tt.layouts)
		}
	}
}

// What the solver wins of small boards, beside what the best play wins of those that can be searched to the end: with
// more than 65,535 layouts they cannot. Of more than 500,000 layouts it plays 50,000 at random.
func BenchmarkSmallBoards(b *testing.B) {
	for _, board := range []struct{ w, h, least, most int }{{4, 4, 3, 8}, {5, 5, 3, 7}, {6, 6, 4, 9}} {
		for mines := board.least; mines <= board.most; mines++ {
			b.Run(fmt.Sprintf("%dx%d/%d", board.w, board.h, mines), func(b *testing.B) {
				for b.Loop() {
					smallBoard(b, board.w, board.h, mines)
				}
			})
		}
	}
}

func smallBoard(b *testing.B, w, h, mines int) {
	r := newReplay(w, h, mines)
	played, wins := 0, 0
	play := func(l *Layout) {
		played++
		if r.wins(l) {
			wins++
		}
	}
	layouts := math.Round(math.Exp(logChoose(w*h, mines)))
	if layouts < 500_000 {
		each(w, h, mines, play)
	} else {
		rand := games.NewRand(1, 1)
		for range 50_000 {
			l, _ := anywhere(&rand, w, h, mines, 0)
			play(l)
		}
	}
	b.ReportMetric(layouts, "layouts")
	b.ReportMetric(float64(played), "played")
	b.ReportMetric(float64(wins), "won")
	if layouts <= math.MaxUint16 {
		best, from := optimum(w, h, mines, r.first)
		b.ReportMetric(float64(best), "best")
		b.ReportMetric(float64(from), "best-from-there")
	}
}
