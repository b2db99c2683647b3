package display

import (
	"github.com/charmbracelet/x/ansi"

	"arcade.example.com/games"
)

// cell is a cell as a terminal shows it, in the one form that its look has: equal looks are equal cells.
//
//   - What only has a colour is a space on that ground.
//   - Two pixels, one above the other, are ▀, or ▄ when the upper one is the terminal's own ground, which no
//     foreground can show.
//   - A space has the foreground 0 and is not bold, unless it is underlined or reversed, where that shows.
type cell struct {
	r      rune // attributes in the bits above 24
	fg, bg colour
}

const attrShift = 24

func (c cell) attrs() attrs  { return attrs(c.r >> attrShift) }
func (c cell) rune() rune    { return c.r & (1<<attrShift - 1) }
func blankOn(bg colour) cell { return cell{r: ' ', bg: bg} }

// halfBlock returns the cell of two pixels.
func halfBlock(top, bottom colour) cell {
	switch {
	case top == bottom:
		return blankOn(top)
	case top == 0:
		return cell{'▄', bottom, 0}
	}
	return cell{'▀', top, bottom}
}

// erased is the rune of a cell that the terminal has erased: it has the terminal's own ground, whatever Plain's is.
const erased rune = -1

// drawn returns what would have to be drawn to be resolved to a plain cell, whose colours are grounds of the palette.
func (p *Palette) drawn(c cell) games.Cell {
	top, bottom := c.halves()
	if top == 0 && bottom == 0 {
		return games.Cell{Rune: erased}
	}
	return games.Cell{Rune: '▀', FG: p.pixel[top], BG: p.pixel[bottom]}
}

// cell resolves what a game drew to what a terminal shows.
func (p *Palette) cell(c games.Cell) cell {
	fg, bg := &p.styles[known(c.FG)], &p.styles[known(c.BG)]
	switch c.Rune {
	case erased:
		return blankOn(0)
	case 0, ' ':
		return blank(fg, bg)
	case '▀', '▄', '█':
		if fg.seen || bg.seen {
			return p.pixels(c.Rune, fg, bg)
		}
		a := (fg.textAttrs | bg.groundAttrs) &^ bold // many terminals brighten what is bold
		return cell{c.Rune | rune(a)<<attrShift, fg.text, bg.ground}
	}
	return cell{oneColumn(c.Rune) | rune(fg.textAttrs|bg.groundAttrs)<<attrShift, fg.text, bg.ground}
}

func blank(fg, bg *style) cell {
	a := (fg.textAttrs | bg.groundAttrs) &^ bold
	if a == 0 {
		return blankOn(bg.ground)
	}
	return cell{' ' | rune(a)<<attrShift, fg.text, bg.ground}
}

// pixels resolves a half block or a full one: two pixels, which are two grounds. Without colours a pixel is lit when
// its ground is reversed.
func (p *Palette) pixels(r rune, top, bottom *style) cell {
	switch r {
	case '▄':
		top, bottom = bottom, top
	case '█':
		bottom = top
	}
	if p.depth != games.Mono {
		return halfBlock(top.ground, bottom.ground)
	}
	switch {
	case top.seen && bottom.seen:
		return cell{r: ' ' | rune(reverse)<<attrShift}
	case top.seen:
		return cell{r: '▀'}
	case bottom.seen:
		return cell{r: '▄'}
	}
	return blankOn(0)
}

// oneColumn returns r, or '?' for a rune that is not one column wide on every terminal: controls, combining marks,
// wide characters.
func oneColumn(r rune) rune {
	switch {
	case r >= ' ' && r < 0x7f, r > 0xad && r < 0x300, r >= 0x2500 && r < 0x25fd: // ASCII; more of Latin; boxes, blocks and shapes
		return r
	case r < 0xa0 || r == 0xad || r > 0x10ffff || ansi.StringWidth(string(r)) != 1:
		return '?'
	}
	return r
}
