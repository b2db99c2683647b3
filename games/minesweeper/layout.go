package minesweeper

// layout is where the mines are. It never changes once dealt, so that every position of a run shares it. A cell's
// index is y*w+x.
type layout struct {
	w, h, mines int
	mine        []bool
	count       []uint8 // mines around each cell; of a mine's own cell too
}

// newLayout returns a layout without mines.
func newLayout(w, h int) *layout {
	return &layout{w: w, h: h, mine: make([]bool, w*h), count: make([]uint8, w*h)}
}

// put puts a mine on a free cell. Only for who is laying it out.
func (l *layout) put(i int) {
	l.mine[i] = true
	l.mines++
	var near [8]int
	for _, n := range neighbours(l.w, l.h, i, &near) {
		l.count[n]++
	}
}

// view is what a player knows of a layout: its size, how many mines it has, and the numbers opened so far. Flags are
// what a player believes, so they are no part of it.
type view struct {
	w, h, mines int
	cell        []int8 // 0..8 where opened, -1 where not
}

// neighbours returns the cells around cell i of a board of w by h in reading order, written into near.
func neighbours(w, h, i int, near *[8]int) []int {
	y := i / w
	x := i - y*w
	if x > 0 && x < w-1 && y > 0 && y < h-1 { // nearly always
		*near = [8]int{i - w - 1, i - w, i - w + 1, i - 1, i + 1, i + w - 1, i + w, i + w + 1}
		return near[:]
	}
	k := 0
	for ny := max(y-1, 0); ny <= min(y+1, h-1); ny++ {
		for nx := max(x-1, 0); nx <= min(x+1, w-1); nx++ {
			if n := ny*w + nx; n != i {
				near[k] = n
				k++
			}
		}
	}
	return near[:k]
}
