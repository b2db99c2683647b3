package maze

import "arcade.example.com/games"

// lens is the part of the maze that is seen from above, and where on the canvas. Its border belongs to the maze: from
// -1 to the size. A unit is drawn in half blocks, two to a cell, or as a glyph in a cell of its own where colours or
// blocks are not to be had.
type lens struct {
	w, h   int   // of the maze, with its border
	glyphs bool  // a glyph a unit
	kx, ky int   // columns and lines a unit takes; in half blocks, half a row is a line
	cols   int   // units seen
	rows   int   //
	left   int   // the canvas's lines and columns before them
	top    int   //
	from   point // the unit at the top left
}

func newLens(m *maze, w, h int, o games.Options) lens {
	l := lens{glyphs: o.ASCII || o.Depth == games.Mono, kx: 1, ky: 1}
	l.w, l.h = m.size()
	l.w, l.h = l.w+2, l.h+2
	lines := 2 * h
	if l.glyphs {
		lines = h
		if w >= 2*l.w {
			l.kx = 2 // a cell is about twice as high as it is wide
		}
	} else {
		l.kx = max(1, min(w/l.w, lines/l.h))
		l.ky = l.kx
	}
	l.cols, l.rows = min(l.w, w/l.kx), min(l.h, lines/l.ky)
	l.left, l.top = (w-l.cols*l.kx)/2, (lines-l.rows*l.ky)/2
	if !l.glyphs {
		l.top &^= 1 // the top wall fills its cells: what is above is the screen's ground, which is no foreground
	}
	return l
}

// follow moves the lens so that p is in it with a margin. It moves far at a time, as all that it shows is drawn again.
func (l *lens) follow(p point) {
	x, y := along(l.from.x, p.x, l.cols, l.w), along(l.from.y, p.y, l.rows, l.h)
	l.from = point{x, y}
}

// centre moves the lens so that p is in its middle.
func (l *lens) centre(p point) {
	l.from = point{clamp(p.x-l.cols/2, l.cols, l.w), clamp(p.y-l.rows/2, l.rows, l.h)}
}

// along returns where a stretch of n units must begin to show p with a margin, if it begins at from.
func along(from, p, n, full int) int {
	if margin := min(8, n/4); p < from+margin || p >= from+n-margin {
		from = p - n/2
	}
	return clamp(from, n, full)
}

// clamp returns the beginning of a stretch of n units within all of them, which begin with the border at -1.
func clamp(from, n, full int) int { return min(max(from, -1), full-1-n) }

// lines are the lines of the canvas on which p and q are drawn, and all between.
func (l *lens) lines(p, q point) games.Lines {
	first := l.top + (min(p.y, q.y)-l.from.y)*l.ky
	last := l.top + (max(p.y, q.y)-l.from.y+1)*l.ky - 1
	if !l.glyphs {
		first, last = floor(first, 2), floor(last, 2)
	}
	return games.Lines{Y: first, H: last - first + 1}
}

// units returns the points that are drawn at a cell: two where it is cut in halves.
func (l *lens) units(x, y int) []point {
	unit := func(line int) point {
		return point{floor(x-l.left, l.kx) + l.from.x, floor(line-l.top, l.ky) + l.from.y}
	}
	if l.glyphs {
		return []point{unit(y)}
	}
	return []point{unit(2 * y), unit(2*y + 1)}
}

// floor is a/b rounded down.
func floor(a, b int) int {
	if a < 0 {
		return (a+1)/b - 1
	}
	return a / b
}
