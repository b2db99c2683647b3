package maze

import "arcade.example.com/games"

// How far a turn of the wheel moves the view, in units: a view is drawn anew each time.
const (
	panAcross = 8
	panDown   = 4
)

// scrolls reports whether the maze is larger than the lens.
func (l *lens) scrolls() bool { return l.cols < l.w || l.rows < l.h }

// pan moves the lens by a turn of the wheel, as far as there is something to see, and reports whether the wheel means
// anything here. The next step brings the player back into sight.
func (l *lens) pan(wheel games.Button) bool {
	by := point{}
	switch wheel {
	case games.WheelUp:
		by.y = -panDown
	case games.WheelDown:
		by.y = panDown
	case games.WheelLeft:
		by.x = -panAcross
	case games.WheelRight:
		by.x = panAcross
	}
	l.from = point{clamp(l.from.x+by.x, l.cols, l.w), clamp(l.from.y+by.y, l.rows, l.h)}
	return l.scrolls()
}

// edges are the marks where the maze goes on beyond the view, by direction.
var edges = [...]struct{ block, ascii rune }{north: {'▴', '^'}, east: {'▸', '>'}, south: {'▾', 'v'}, west: {'◂', '<'}}

// drawEdges marks each side of the view beyond which there is more.
func (l *lens) drawEdges(c *games.Canvas, ascii bool) {
	left, top, right, bottom := l.left, l.top, l.left+l.cols*l.kx-1, l.top+l.rows*l.ky-1
	if !l.glyphs {
		top, bottom = top/2, bottom/2
	}
	for d, more := range [...]bool{
		north: l.from.y > -1, east: l.from.x+l.cols < l.w-1, south: l.from.y+l.rows < l.h-1, west: l.from.x > -1,
	} {
		if !more {
			continue
		}
		x, y := (left+right)/2, (top+bottom)/2
		switch direction(d) {
		case north:
			y = top
		case east:
			x = right
		case south:
			y = bottom
		case west:
			x = left
		}
		glyph := edges[d].block
		if ascii {
			glyph = edges[d].ascii
		}
		c.Set(x, y, games.Cell{Rune: glyph, FG: games.Accent.Ink(), BG: games.Panel.Ink()})
	}
}
