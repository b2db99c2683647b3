package minesweeper

import "arcade.example.com/games"

// The face around the field: a frame with big counters and a rule above the field or, where there is no room for that,
// one line of counters without a frame. Below either there is a row to tap on in narrow windows.
const (
	counterRows = 3
	counterCols = 3*3 + 2
	headRows    = counterRows + 1
	lineRows    = 1
	leastInner  = 31 // the least width in which big counters and button have air between them
	lowRows     = 14 // windows that are not as high are for looking on: a frame may do without counters there
	leastCols   = 10 // of a line of counters
	lineCols    = 60 // of such a line where there is room: it also has what there is to say
	narrow      = 60 // windows that are not as wide have the row to tap on
)

// size is how many characters a cell of the field takes. In the smallest, the columns between two cells belong to both,
// and one column more gives the last one its right edge; in all others each cell has its own.
type size struct{ w, h int }

var (
	smallest = size{2, 1}
	sizes    = [...]size{{10, 5}, {8, 4}, {6, 3}, {4, 2}, {3, 2}, {4, 1}, smallest} // the largest first
)

// pane is where things are in the window: the face, and in it the part of the field that shows.
type pane struct {
	w, h       int  // the field
	turned     bool // drawn transposed: what is a row of the field is a column on the screen
	size       size // of a cell
	framed     bool
	x, y       int // the face's top left
	cols, rows int // the face's size, without the row to tap on
	head       int // rows over the field: headRows with a frame, lineRows without one, or 0 where there is no room
	tap        int // rows to tap on, below the face: 1 or 0
	fx, fy     int // the field's top left: the column of its left edge
	vc, vr     int // columns and rows of cells that show
	ox, oy     int // the first of them
}

// wholeBoard is the smallest window in which a field of w by h cells shows whole.
func wholeBoard(w, h int) (cols, rows int) { return pane{size: smallest, head: lineRows}.around(w, h) }

// framedBoard is the smallest window in which it has its frame.
func framedBoard(w, h int) (cols, rows int) {
	return pane{size: smallest, framed: true, head: headRows}.around(w, h)
}

// around is the window that a face takes round a field as it is drawn.
func (p pane) around(cols, rows int) (width, height int) {
	width, height = cols*p.size.w, rows*p.size.h+p.head+p.tap
	if !p.framed {
		return max(width, leastCols), height
	}
	return max(width+p.edge(), leastInner) + 2, height + 2
}

// edge is the column that the last cell has more than the others.
func (p pane) edge() int {
	if p.size == smallest {
		return 1
	}
	return 0
}

// fit lays the face of a w by h field out in a window: as large as the whole field can be, or else so that it scrolls.
func (p *pane) fit(w, h, width, height int) {
	*p = pane{w: w, h: h, ox: p.ox, oy: p.oy, turned: turns(w, h, width, height)}
	if !p.fitsWhole(width, height) {
		p.scrolls(width, height)
	}
	cols, rows := p.across()
	wide, high := p.around(cols, rows)
	if !p.framed {
		wide = max(wide, lineCols)
	}
	p.cols, p.rows = min(wide, width), min(high, height)-p.tap
	p.x, p.y = max((width-p.cols)/2, 0), max((height-p.rows-p.tap)/2, 0)
	inner, border := p.cols, 0
	if p.framed {
		inner, border = p.cols-2-p.edge(), 1
	}
	p.vc = max(min(cols, inner/p.size.w), 1)
	p.vr = max(min(rows, (p.rows-2*border-p.head)/p.size.h), 1)
	p.fx, p.fy = p.x+border+max((inner-p.vc*p.size.w)/2, 0), p.y+border+p.head
}

// turns reports whether a field is drawn transposed: where the window is tall and has the rows.
func turns(w, h, width, height int) bool {
	fits := func(w, h int) bool {
		cols, rows := framedBoard(w, h)
		return cols <= width && rows <= height
	}
	tall := w > h && width < 2*height // on screen: a cell of a terminal is about twice as high as wide
	return fits(h, w) && (tall || !fits(w, h))
}

// fitsWhole chooses the face and the largest cells with which all of the field shows; false where there are none.
func (p *pane) fitsWhole(width, height int) bool {
	cols, rows := p.across()
	for _, face := range [...]pane{
		{framed: true, head: headRows, tap: 1}, {framed: true, head: headRows}, {framed: true}, {head: lineRows, tap: 1}, {head: lineRows},
	} {
		if face.tap > 0 && width >= narrow || face.framed && face.head == 0 && height >= lowRows {
			continue
		}
		for _, face.size = range sizes {
			if wide, high := face.around(cols, rows); wide <= width && high <= height {
				p.framed, p.head, p.tap, p.size = face.framed, face.head, face.tap, face.size
				return true
			}
		}
	}
	return false
}

// scrolls chooses the face of a field that is too large.
func (p *pane) scrolls(width, height int) {
	p.size = smallest
	switch {
	case width >= narrow && height >= lowRows:
		p.framed, p.head = true, headRows
	case height >= lineRows+1+minSide:
		p.head, p.tap = lineRows, 1
	case height > lineRows:
		p.head = lineRows
	}
}

// across is the field's size as it is drawn.
func (p *pane) across() (cols, rows int) {
	if p.turned {
		return p.h, p.w
	}
	return p.w, p.h
}

// drawn is where cell i is in the field as it is drawn.
func (p *pane) drawn(i int) (col, row int) {
	if p.turned {
		return i / p.w, i % p.w
	}
	return i % p.w, i / p.w
}

// cell is the cell that is drawn at a column and row of the field.
func (p *pane) cell(col, row int) int {
	if p.turned {
		return col*p.w + row
	}
	return row*p.w + col
}

// show scrolls as little as is needed for cell i to be in sight, with one more on every side where there is one.
func (p *pane) show(i int) {
	col, row := p.drawn(i)
	cols, rows := p.across()
	p.ox = scrolled(p.ox, col, p.vc, cols)
	p.oy = scrolled(p.oy, row, p.vr, rows)
}

// scrolled is the first of seen places, of all there are, so that place at shows: from where it is.
func scrolled(from, at, seen, all int) int {
	margin := 1
	if seen < 3 {
		margin = 0
	}
	from = min(from, at-margin)
	from = max(from, at+margin-seen+1)
	return max(min(from, all-seen), 0)
}

// corner is the top left of cell i in the window, if it shows.
func (p *pane) corner(i int) (x, y int, shows bool) {
	col, row := p.drawn(i)
	col, row = col-p.ox, row-p.oy
	return p.fx + col*p.size.w, p.fy + row*p.size.h, col >= 0 && col < p.vc && row >= 0 && row < p.vr
}

// lines are the lines of the window that cells i and j have, and all between.
func (p *pane) lines(i, j int) games.Lines {
	_, y, _ := p.corner(i)
	_, z, _ := p.corner(j)
	return games.Lines{Y: min(y, z), H: max(y, z) - min(y, z) + p.size.h}
}

// middle is where a cell has its character, from its top left: with a column free on either side.
func (z size) middle() (dx, dy int) { return max((z.w-1)/2, 1), (z.h - 1) / 2 }

// place is where cell i has its character, if it shows.
func (p *pane) place(i int) (x, y int, shows bool) {
	x, y, shows = p.corner(i)
	dx, dy := p.size.middle()
	return x + dx, y + dy, shows
}

// hit is the cell at a place of the window; -1 where there is none.
func (p *pane) hit(x, y int) int {
	dx, dy := x-p.fx, y-p.fy
	if dx < 0 || dx >= p.vc*p.size.w+p.edge() || dy < 0 || dy >= p.vr*p.size.h {
		return -1
	}
	if p.size == smallest {
		dx = max(dx-1, 0) // the left half of the column belongs to the cell before
	}
	return p.cell(p.ox+dx/p.size.w, p.oy+dy/p.size.h)
}

// The button in a frame, and its face, which is all there is of it in a line.
const (
	buttonCols = 5
	moodCols   = 2
)

// button is where the smiling button is, and its size.
func (p *pane) button() (x, y, w, h int) {
	if p.framed {
		return p.x + p.cols/2 - 2, p.y + 1, buttonCols, min(p.head, counterRows)
	}
	return p.x + p.cols/2 - 1, p.y, moodCols, p.head
}

// onButton reports whether a place of the window is on it.
func (p *pane) onButton(x, y int) bool {
	bx, by, w, h := p.button()
	return x >= bx && x < bx+w && y >= by && y < by+h
}
