package games

import (
	"time"
	"unicode/utf8"
)

// Ink is how a cell is to look: 10 bits of Role, 6 of shade. The theme decides what that is in true colour, 256,
// 16 or none, bold included; games know no colours. The zero Ink is Plain.
type Ink uint16

// Shades is the number of shades a role has: 0 is the darkest, Shades-1 the brightest. Roles that are not a ramp
// look the same in all.
const Shades = 64

// Role is what a thing is on the screen.
type Role uint16

// Roles of every screen. Plain is ordinary text in the foreground, and the screen's own ground in the background.
const (
	Plain  Role = iota
	Strong      // headings, the line one stands on
	Dim         // second voice: units, explanations
	Faint       // rules, frames, what is not available
	Accent      // the one accent: selection, cursor, the title
	Good
	Warn
	Bad
	First  // medals
	Second //
	Third  //
	Panel  // ground of what lies over something else
	Select // ground of the chosen line
	Title  // ramp: the large title's shine
)

// Roles of boards.
const (
	You      Role = iota + 32 // the player's piece
	Rival                     // a ghost's piece
	Trail                     // where the player was
	Path                      // ramp: the revealed way
	Wall                      // ramp: a wall from above
	Open                      // ramp: open ground from above
	Entrance                  // ramp
	Exit                      // ramp
	WallN                     // ramps: a wall's side that faces north (seen looking south), …
	WallE
	WallS
	WallW
	Edge    // ramp: the bright corner of a wall
	Floor   // ramp
	Ceiling // ramp
	Unseen  // what has not been seen yet

	Hidden // a covered square
	Bevel  // its light edge
	Shadow // its dark edge
	Bare   // ground of an opened square
	Held   // ground of a square pressed down
	Number1
	Number2
	Number3
	Number4
	Number5
	Number6
	Number7
	Number8
	Flag
	Mark // a question mark
	Mine
	Fatal   // ground of the mine that ended the run
	Wrong   // a flag that was wrong
	Cursor  // the bracket round the square one stands on
	Safe    // ground: proved safe
	Danger  // ground: proved a mine
	Reason  // ground: what proves it
	Lit     // a lit segment of a counter
	Unlit   // a dark one
	Face    // the button between the counters
	Grid    // lines between squares
	Graph   // ramp: a plot, a bar, a heat map
	GraphBG // its ground

	Tile     // ramp: ground of a tile that carries text, through hues from the least of its kind to the most
	TileText // text on a tile of any shade, legible in every theme and depth

	Roles // how many there are
)

// Shade returns the ink of a shade of the role; shades out of range are clamped.
func (r Role) Shade(n int) Ink { return Ink(r)<<6 | Ink(min(max(n, 0), Shades-1)) }

// Ink returns the role's ink at its brightest, which is the one for roles that are no ramp.
func (r Role) Ink() Ink {
	if r == Plain {
		return 0
	}
	return r.Shade(Shades - 1)
}

// Role returns the role of an ink.
func (i Ink) Role() Role { return Role(i >> 6) }

// Shade returns the shade of an ink, 0..Shades-1.
func (i Ink) Shade() int { return int(i & (Shades - 1)) }

// Cell is one place of the screen: a character one column wide, and its two inks. The zero Cell is blank. A space with
// both inks the same is part of a picture of few colours, as the zero one is of a text: it may be sent as a block.
type Cell struct {
	Rune   rune // 0 is a space
	FG, BG Ink
}

// Canvas is a rectangle of cells to draw on, made by NewCanvas. Drawing outside of it does nothing. A canvas made by
// Sub draws on the same cells.
type Canvas struct {
	w, h, stride int
	cells        []Cell
	left         *time.Duration
}

// NewCanvas returns a blank canvas.
func NewCanvas(w, h int) *Canvas {
	w, h = max(w, 0), max(h, 0)
	return &Canvas{w: w, h: h, stride: w, cells: make([]Cell, w*h), left: new(time.Duration)}
}

// Size is the canvas's width and height in cells.
func (c *Canvas) Size() (w, h int) { return c.w, c.h }

// Resize makes it a blank canvas of another size, and keeps the memory where it can. Only for a canvas of NewCanvas.
func (c *Canvas) Resize(w, h int) {
	w, h = max(w, 0), max(h, 0)
	if cap(c.cells) < w*h {
		c.cells = make([]Cell, w*h)
	}
	c.w, c.h, c.stride, c.cells = w, h, w, c.cells[:w*h]
	c.Clear()
}

// Clear makes every cell blank, and the frame exact again.
func (c *Canvas) Clear() {
	for y := range c.h {
		clear(c.Row(y))
	}
	*c.left = 0
}

// Row is the cells of line y, to read or to write.
func (c *Canvas) Row(y int) []Cell { return c.cells[y*c.stride : y*c.stride+c.w : y*c.stride+c.w] }

// Sub returns the part of the canvas at x, y, w by h cells, cut to what there is.
func (c *Canvas) Sub(x, y, w, h int) *Canvas {
	x0, y0 := min(max(x, 0), c.w), min(max(y, 0), c.h)
	w, h = min(x+w, c.w)-x0, min(y+h, c.h)-y0
	if w <= 0 || h <= 0 {
		return &Canvas{left: c.left}
	}
	return &Canvas{w: w, h: h, stride: c.stride, cells: c.cells[y0*c.stride+x0:], left: c.left}
}

// At returns the cell at x, y; blank outside.
func (c *Canvas) At(x, y int) Cell {
	if x < 0 || y < 0 || x >= c.w || y >= c.h {
		return Cell{}
	}
	return c.cells[y*c.stride+x]
}

// Set puts a cell at x, y.
func (c *Canvas) Set(x, y int, cell Cell) {
	if x < 0 || y < 0 || x >= c.w || y >= c.h {
		return
	}
	c.cells[y*c.stride+x] = cell
}

// Text writes s from x, y to the right, a rune a cell, and returns the column after it. The caller answers for runes
// one column wide.
func (c *Canvas) Text(x, y int, s string, fg, bg Ink) int {
	for _, r := range s {
		c.Set(x, y, Cell{r, fg, bg})
		x++
	}
	return x
}

// TextRight writes s so that it ends before column x.
func (c *Canvas) TextRight(x, y int, s string, fg, bg Ink) {
	c.Text(x-utf8.RuneCountInString(s), y, s, fg, bg)
}

// Block draws a cell that is all of one ink, of a picture of few colours.
func (c *Canvas) Block(x, y int, ink Ink) { c.Set(x, y, Cell{' ', ink, ink}) }

// Fill puts a cell everywhere in the rectangle.
func (c *Canvas) Fill(x, y, w, h int, cell Cell) {
	part := c.Sub(x, y, w, h)
	for y := range part.h {
		row := part.Row(y)
		for x := range row {
			row[x] = cell
		}
	}
}

// Halves draws two pixels in one cell, one above the other.
func (c *Canvas) Halves(x, y int, top, bottom Ink) {
	if top == bottom {
		c.Set(x, y, Cell{' ', 0, bottom})
		return
	}
	c.Set(x, y, Cell{'▀', top, bottom})
}

// Lossy says that this frame is one of a movement that is over in so long: the display may keep a cell that looks nearly
// right already, or leave the frame out. A frame is exact unless it says so.
func (c *Canvas) Lossy(left time.Duration) { *c.left = max(left, 1) }

// IsLossy reports whether Lossy was called since the last Clear.
func (c *Canvas) IsLossy() bool { return *c.left > 0 }

// Left is what Lossy was told; 0 where the frame is exact.
func (c *Canvas) Left() time.Duration { return *c.left }
