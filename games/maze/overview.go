package maze

import "arcade.example.com/games"

// A character of braille shows two by four units of the matrix: a maze of 40x40 cells is 41 by 21 characters.
const (
	brailleCols = 2
	brailleRows = 4
)

// dots are the bits of a character of braille, from U+2800 on, by line and column.
var dots = [brailleRows][brailleCols]rune{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// overview is the whole maze, small. What of it does not fit either is scrolled to the player.
type overview struct {
	cols, rows int // characters seen,
	left, top  int // where on the canvas,
	from       point
}

// newOverview lays it out for a window. Its point from is the unit at the top left, of the border or beyond.
func newOverview(m *maze, w, h int, at point) overview {
	across, down := m.size()
	fullW, fullH := (across+2+brailleCols-1)/brailleCols, (down+2+brailleRows-1)/brailleRows
	o := overview{cols: min(fullW, w), rows: min(fullH, h)}
	o.left, o.top = (w-o.cols)/2, (h-o.rows)/2
	col := min(max((at.x+1)/brailleCols-o.cols/2, 0), fullW-o.cols)
	row := min(max((at.y+1)/brailleRows-o.rows/2, 0), fullH-o.rows)
	o.from = point{col*brailleCols - 1, row*brailleRows - 1}
	return o
}

// unit is the middle of what is drawn at a place of the canvas.
func (o overview) unit(x, y int) point {
	return point{o.from.x + (x-o.left)*brailleCols + brailleCols/2, o.from.y + (y-o.top)*brailleRows + brailleRows/2}
}

// draw draws what there is to see, walls as dots; what matters most of a character's units gives its ink, and of you,
// the ends and rivals its glyph. In ASCII there is only that.
func (o overview) draw(c *games.Canvas, a *above, ascii bool) {
	w, h := a.m.size()
	for row := range o.rows {
		for col := range o.cols {
			most, r := free, rune(0)
			for j := range brailleRows {
				for i := range brailleCols {
					p := point{o.from.x + col*brailleCols + i, o.from.y + row*brailleRows + j}
					if p.x > w || p.y > h {
						continue
					}
					t := a.at(p)
					if t == wall {
						r |= dots[j][i]
						continue
					}
					most = max(most, t)
				}
			}
			c.Set(o.left+col, o.top+row, overviewCell(most, r, ascii))
		}
	}
}

// overviewCell is a character of the overview: its most telling thing, and the dots of its walls.
func overviewCell(most thing, walls rune, ascii bool) games.Cell {
	look := things[most]
	cell := games.Cell{Rune: 0x2800 | walls, FG: look.ink}
	switch {
	case ascii:
		cell.Rune = look.ascii
	case most >= entrance:
		cell.Rune = look.block
	case most == free:
		cell.FG = things[wall].ink
	}
	return cell
}
