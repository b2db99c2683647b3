package solver

// Layout is where the mines are. Once laid out it never changes, so that it can be shared. A cell's index is y*W+x.
type Layout struct {
	W, H, Mines int
	Mine        []bool  // by cell
	Count       []uint8 // by cell: mines around it, 0..8; of a mine's own cell too
}

// NewLayout returns a layout of w by h cells without mines; both are from 1 to 60.
func NewLayout(w, h int) *Layout {
	return &Layout{W: w, H: h, Mine: make([]bool, w*h), Count: make([]uint8, w*h)}
}

// Put puts a mine on a free cell. Only for who is laying it out.
func (l *Layout) Put(cell int) {
	l.Mine[cell] = true
	l.Mines++
	var near [8]int
	for _, n := range Neighbours(l.W, l.H, cell, &near) {
		l.Count[n]++
	}
}

// Hidden is what a View has for a cell that is not open.
const Hidden = -1

// View is what a player knows of a layout: its size, how many mines it has, and the numbers opened so far. Flags are
// what a player believes, so they are no part of it.
type View struct {
	W, H, Mines int
	Cell        []int8 // 0..8 where open, Hidden where not
}

// Neighbours returns the cells around a cell of a board of w by h in reading order, written into near.
func Neighbours(w, h, cell int, near *[8]int) []int {
	y := cell / w
	x := cell - y*w
	if x > 0 && x < w-1 && y > 0 && y < h-1 { // nearly always
		*near = [8]int{cell - w - 1, cell - w, cell - w + 1, cell - 1, cell + 1, cell + w - 1, cell + w, cell + w + 1}
		return near[:]
	}
	k := 0
	for ny := max(y-1, 0); ny <= min(y+1, h-1); ny++ {
		for nx := max(x-1, 0); nx <= min(x+1, w-1); nx++ {
			if n := ny*w + nx; n != cell {
				near[k] = n
				k++
			}
		}
	}
	return near[:k]
}
