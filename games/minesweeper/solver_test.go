package minesweeper

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"arcade.example.com/games"
)

// random returns a layout of mines anywhere but on the first cell, and a view of it in which the first cell and some
// others are open, as a player who guesses and then follows zeros may have it.
func random(r *games.Rand, w, h, mines, tries int) (*layout, view) {
	l := newLayout(w, h)
	for l.mines < mines {
		if i := r.N(w * h); !l.mine[i] {
			l.put(i)
		}
	}
	v := view{w: w, h: h, mines: mines, cell: slices.Repeat([]int8{hidden}, w*h)}
	for range tries {
		if i := r.N(w * h); !l.mine[i] {
			l.flood(&v, i)
		}
	}
	return l, v
}

// flood opens a cell in a view, and those around it if it is a zero.
func (l *layout) flood(v *view, i int) {
	if v.cell[i] != hidden {
		return
	}
	v.cell[i] = int8(l.count[i])
	if l.count[i] > 0 {
		return
	}
	var room [8]int
	for _, n := range neighbours(l.w, l.h, i, &room) {
		l.flood(v, n)
	}
}

// enumerate returns, by plain trial of every set of hidden cells, how many layouts fit a view and in how many of them
// each cell is a mine.
func enumerate(v view) (total int, mined []int) {
	var cells []int
	var needs []struct {
		around uint32
		need   int
	}
	mined = make([]int, len(v.cell))
	index := make([]int, len(v.cell))
	for i, number := range v.cell {
		if number == hidden {
			index[i] = len(cells)
			cells = append(cells, i)
		}
	}
	for i, number := range v.cell {
		if number == hidden {
			continue
		}
		var room [8]int
		var around uint32
		for _, n := range neighbours(v.w, v.h, i, &room) {
			if v.cell[n] == hidden {
				around |= 1 << index[n]
			}
		}
		needs = append(needs, struct {
			around uint32
			need   int
		}{around, int(number)})
	}
next:
	for set := range uint32(1) << len(cells) {
		if bits.OnesCount32(set) != v.mines {
			continue
		}
		for _, n := range needs {
			if bits.OnesCount32(set&n.around) != n.need {
				continue next
			}
		}
		total++
		for i, cell := range cells {
			mined[cell] += int(set >> i & 1)
		}
	}
	return total, mined
}

// draw is a view as text.
func draw(v view) string {
	var b strings.Builder
	for i, number := range v.cell {
		if number == hidden {
			b.WriteByte('#')
		} else {
			b.WriteByte("0123456789"[number])
		}
		if i%v.w == v.w-1 {
			b.WriteByte('\n')
		}
	}
	return b.String() + fmt.Sprint(v.mines, " mines\n")
}

func TestAnalyseAgainstEnumeration(t *testing.T) {
	r := games.NewRand(1, 1)
	checked, guesses, byCount := 0, 0, 0
	for checked < 4000 {
		w, h := 2+r.N(5), 2+r.N(5)
		l, v := random(&r, w, h, 1+r.N(w*h-1), 1+r.N(12))
		if n := v.hidden(); n == 0 || n > 15 {
			continue
		}
		checked++
		total, mined := enumerate(v)
		a := analyse(v)
		var safe, mine []int
		for i, number := range v.cell {
			want := -1.0
			if number == hidden {
				want = float64(mined[i]) / float64(total)
				if mined[i] == 0 {
					safe = append(safe, i)
				} else if mined[i] == total {
					mine = append(mine, i)
				}
			}
			if math.Abs(a.chance[i]-want) > 1e-9 {
				t.Fatalf("%scell %d: chance %v, enumeration says %v", draw(v), i, a.chance[i], want)
			}
		}
		if !slices.Equal(a.safe, safe) || !slices.Equal(a.mine, mine) {
			t.Fatalf("%ssafe %v mine %v, enumeration says %v %v", draw(v), a.safe, a.mine, safe, mine)
		}
		over := v.hidden() == l.mines
		if guess := len(safe) == 0 && !over; a.guess != guess || (a.best == -1) != over || !over && v.cell[a.best] != hidden {
			t.Fatalf("%sguess %v best %d, safe %v", draw(v), a.guess, a.best, safe)
		}
		if a.guess {
			guesses++
		}
		_ = byCount
	}
	t.Log(checked, guesses)
}

// hidden is how many cells are not open.
func (v view) hidden() int {
	n := 0
	for _, number := range v.cell {
		if number == hidden {
			n++
		}
	}
	return n
}
