package minesweeper

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"arcade.example.com/games"
)

// Plain trial of every set of hidden cells: what the solver is held against.

// anywhere returns a layout with mines anywhere, and a view of it in which some cells are open.
func anywhere(r *games.Rand, w, h, mines, tries int) (*layout, view) {
	l := newLayout(w, h)
	for l.mines < mines {
		if i := r.N(w * h); !l.mine[i] {
			l.put(i)
		}
	}
	v := closed(l)
	for range tries {
		if i := r.N(w * h); !l.mine[i] {
			l.flood(v, i)
		}
	}
	return l, v
}

// fewHidden returns such a view with a few hidden cells, at most so many.
func fewHidden(r *games.Rand, most int) (*layout, view) {
	for {
		w, h := 2+r.N(5), 2+r.N(5)
		l, v := anywhere(r, w, h, 1+r.N(w*h-1), 1+r.N(12))
		if n := len(v.hidden()); n > 0 && n <= most {
			return l, v
		}
	}
}

// closed is the view of a layout before the first opening.
func closed(l *layout) view {
	return view{w: l.w, h: l.h, mines: l.mines, cell: slices.Repeat([]int8{hidden}, l.w*l.h)}
}

// flood opens a cell in a view, and those around it if it is a zero.
func (l *layout) flood(v view, i int) {
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

// hidden are the cells that are not open, numbers those that are.
func (v view) hidden() []int  { return v.where(func(n int8) bool { return n == hidden }) }
func (v view) numbers() []int { return v.where(func(n int8) bool { return n != hidden }) }

func (v view) where(is func(int8) bool) (cells []int) {
	for i, number := range v.cell {
		if is(number) {
			cells = append(cells, i)
		}
	}
	return cells
}

// String is the view as text.
func (v view) String() string {
	var b strings.Builder
	for i, number := range v.cell {
		if number == hidden {
			b.WriteByte('#')
		} else {
			b.WriteByte('0' + byte(number))
		}
		if i%v.w == v.w-1 {
			b.WriteByte('\n')
		}
	}
	return b.String() + fmt.Sprintln(v.mines, "mines")
}

// layouts are all that fit some numbers of a view: sets of its hidden cells, the lowest bit for the first. Unless
// counted, they may have any number of mines.
func (v view) layouts(numbers []int, counted bool) (sets []uint32) {
	cells := v.hidden()
	type need struct {
		around uint32
		mines  int
	}
	var needs []need
	for _, i := range numbers {
		var room [8]int
		n := need{mines: int(v.cell[i])}
		for _, j := range neighbours(v.w, v.h, i, &room) {
			if k, ok := slices.BinarySearch(cells, j); ok {
				n.around |= 1 << k
			}
		}
		needs = append(needs, n)
	}
	for set := range uint32(1) << len(cells) {
		fits := !counted || bits.OnesCount32(set) == v.mines
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
