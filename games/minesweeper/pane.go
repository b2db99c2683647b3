package minesweeper

// The face around the field: a border, the counters with their rule above, the least width in which counters and
// button have air between them, and the least field worth having counters over.
const (
	counterRows = 3
	counterCols = 3*3 + 2
	headRows    = counterRows + 1
	leastInner  = 31
	leastRows   = 8 // of the field under the counters; where fewer would show, and all without them, they go
)

// wholeBoard is the window in which a field of w by h cells shows whole. A cell is two columns wide, and one column
// more gives the last one its right edge.
func wholeBoard(w, h int) (cols, rows int) { return max(2*w+1, leastInner) + 2, h + headRows + 2 }

// pane is where things are in the window: the frame, and in it the part of the field that shows.
type pane struct {
	w, h       int  // the field
	turned     bool // drawn transposed: what is a row of the field is a column on the screen
	x, y       int  // the frame's top left
	cols, rows int  // the frame's size
	head       int  // rows of counters and rule: headRows, or 0 where there is no room for them
	fx, fy     int  // the field's top left: the column of its left edge
	vc, vr     int  // columns and rows of cells that show
	ox, oy     int  // the first of them
}

// fit lays the face of a w by h field out in a window.
func (p *pane) fit(w, h, width, height int) {
	*p = pane{w: w, h: h, ox: p.ox, oy: p.oy}
	tall := w > h && width < 2*height // on screen: a cell of a terminal is about twice as high as wide
	p.turned = fits(h, w, width, height) && (tall || !fits(w, h, width, height))
	cols, rows := p.across()
	wide, high := wholeBoard(cols, rows)
	switch alone := high - headRows; {
	case height < headRows+2+minSide, height < min(high, headRows+2+leastRows) && height >= alone:
		high = alone
	default:
		p.head = headRows
	}
	p.cols, p.rows = max(min(wide, width), 5), max(min(high, height), 3)
	p.x, p.y = max((width-p.cols)/2, 0), max((height-p.rows)/2, 0)
	p.vc, p.vr = min(cols, (p.cols-3)/2), p.rows-2-p.head
	p.fx, p.fy = p.x+(p.cols-2*p.vc-1)/2, p.y+1+p.head
}

func fits(w, h, width, height int) bool {
	cols, rows := wholeBoard(w, h)
	return cols <= width && rows <= height
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

// hit is the cell at a place of the window; -1 where there is none.
func (p *pane) hit(x, y int) int {
	dx, dy := x-p.fx, y-p.fy
	if dx < 0 || dx > 2*p.vc || dy < 0 || dy >= p.vr {
		return -1
	}
	return p.cell(p.ox+max(dx-1, 0)/2, p.oy+dy)
}

// button is the top left of the smiling button, five columns wide and as high as the counters.
func (p *pane) button() (x, y int) { return p.x + p.cols/2 - 2, p.y + 1 }

// onButton reports whether a place of the window is on it.
func (p *pane) onButton(x, y int) bool {
	bx, by := p.button()
	return p.head > 0 && x >= bx && x < bx+5 && y >= by && y < by+counterRows
}
