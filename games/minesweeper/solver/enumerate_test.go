package solver

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"arcade.example.com/games"
)

// Plain trial of every set of hidden cells: what the solver is held against.

// anywhere returns a layout with mines anywhere, and a view of it in which some cells are open.
func anywhere(r *games.Rand, w, h, mines, tries int) (*Layout, View) {
	l := NewLayout(w, h)
	for l.Mines < mines {
		if i := r.N(w * h); !l.Mine[i] {
			l.Put(i)
		}
	}
	v := closed(l)
	for range tries {
		if i := r.N(w * h); !l.Mine[i] {
			l.flood(v, i)
		}
	}
	return l, v
}

// random returns a layout that keeps the first cell free, and its neighbours where there is room, and is uniform else.
func random(r *games.Rand, w, h, mines, first int) *Layout {
	var room [8]int
	l, near := NewLayout(w, h), Neighbours(w, h, first, &room)
	if mines > w*h-1-len(near) {
		near = nil
	}
	for l.Mines < mines {
		if i := r.N(w * h); !l.Mine[i] && i != first && !slices.Contains(near, i) {
			l.Put(i)
		}
	}
	return l
}

// fewHidden returns such a view with a few hidden cells, at most so many.
func fewHidden(r *games.Rand, most int) (*Layout, View) {
	for {
		w, h := 2+r.N(5), 2+r.N(5)
		l, v := anywhere(r, w, h, 1+r.N(w*h-1), 1+r.N(12))
		if n := len(v.hidden()); n > 0 && n <= most {
			return l, v
		}
	}
}

// closed is the view of a layout before the first opening.
func closed(l *Layout) View {
	return View{W: l.W, H: l.H, Mines: l.Mines, Cell: slices.Repeat([]int8{Hidden}, l.W*l.H)}
}

// flood opens a cell in a view, and those around it if it is a zero.
func (l *Layout) flood(v View, i int) {
	if v.Cell[i] != Hidden {
		return
	}
	v.Cell[i] = int8(l.Count[i])
	if l.Count[i] > 0 {
		return
	}
	var room [8]int
	for _, n := range Neighbours(l.W, l.H, i, &room) {
		l.flood(v, n)
	}
}

// hidden are the cells that are not open, numbers those that are.
func (v View) hidden() []int  { return v.where(func(n int8) bool { return n == Hidden }) }
func (v View) numbers() []int { return v.where(func(n int8) bool { return n != Hidden }) }

func (v View) where(is func(int8) bool) (cells []int) {
	for i, number := range v.Cell {
		if is(number) {
			cells = append(cells, i)
		}
	}
	return cells
}

// String is the view as text.
func (v View) String() string {
	var b strings.Builder
	for i, number := range v.Cell {
		if number == Hidden {
			b.WriteByte('#')
		} else {
			b.WriteByte('0' + byte(number))
		}
		if i%v.W == v.W-1 {
			b.WriteByte('\n')
		}
	}
	return b.String() + fmt.Sprintln(v.Mines, "mines")
}

// layouts are all that fit some numbers of a view: sets of its hidden cells, the lowest bit for the first. Unless
// counted, they may have any number of mines.
func (v View) layouts(numbers []int, counted bool) (sets []uint32) {
	cells := v.hidden()
	type need struct {
		around uint32
		mines  int
	}
	var needs []need
	for _, i := range numbers {
		var room [8]int
		n := need{mines: int(v.Cell[i])}
		for _, j := range Neighbours(v.W, v.H, i, &room) {
			if k, ok := slices.BinarySearch(cells, j); ok {
				n.around |= 1 << k
			}
		}
		needs = append(needs, n)
	}
	for set := range uint32(1) << len(cells) {
		fits := !counted || bits.OnesCount32(set) == v.Mines
		for i := 0; fits && i < len(needs); i++ {
			fits = bits.OnesCount32(set&needs[i].around) == needs[i].mines
		}
		if fits {
			sets = append(sets, set)
		}
	}
	return sets
}

// mined is in how many layouts the k-th hidden cell is a mine.
func mined(sets []uint32, k int) (n int) {
	for _, set := range sets {
		n += int(set >> k & 1)
	}
	return n
}
