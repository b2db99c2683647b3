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

// cell resolves what a game drew to what a terminal shows.
func (p *Palette) cell(c games.Cell) cell {
	fg, bg := known(c.FG), known(c.BG)
	switch c.Rune {
	case 0, ' ':
		return p.blank(fg, bg)
	case '▀', '▄', '█':
		if p.seen(fg) || p.seen(bg) {
			return p.pixels(c.Rune, fg, bg)
		}
	}
	f, b := p.styles[text][fg], p.styles[ground][bg]
	a := f.attrs | b.attrs
	if c.Rune == '▀' || c.Rune == '▄' || c.Rune == '█' {
		a &^= bold // many terminals brighten what is bold
	}
	return cell{oneColumn(c.Rune) | rune(a)<<attrShift, f.colour, b.colour}
}

func (p *Palette) blank(fg, bg games.Ink) cell {
	f, b := p.styles[text][fg], p.styles[ground][bg]
	a := (f.attrs | b.attrs) &^ bold
	if a == 0 {
		return blankOn(b.colour)
	}
	return cell{' ' | rune(a)<<attrShift, f.colour, b.colour}
}

// seen reports whether the ink, as ground, differs from the terminal's own.
func (p *Palette) seen(ink games.Ink) bool {
	s := p.styles[ground][ink]
	return s.colour != 0 || s.attrs&reverse != 0
}

// pixels resolves a half block or a full one: two pixels, which are two grounds. Without colours a pixel is lit when
// its ground is reversed.
func (p *Palette) pixels(r rune, fg, bg games.Ink) cell {
	top, bottom := p.styles[ground][fg], p.styles[ground][bg]
	switch r {
	case '▄':
		top, bottom = bottom, top
	case '█':
		bottom = top
	}
	if p.depth != games.Mono {
		return halfBlock(top.colour, bottom.colour)
	}
	switch lit, below := top.attrs&reverse != 0, bottom.attrs&reverse != 0; {
	case lit && below:
		return cell{r: ' ' | rune(reverse)<<attrShift}
	case lit:
		return cell{r: '▀'}
	case below:
		return cell{r: '▄'}
	}
	return blankOn(0)
}

// oneColumn returns r, or '?' for a rune that is not one column wide on every terminal: controls, combining marks,
// wide characters.
func oneColumn(r rune) rune {
	switch {
	case r >= ' ' && r < 0x7f, r >= 0x2500 && r <= 0x259f: // ASCII; boxes and blocks
		return r
	case r < 0xa0 || r == 0xad || r > 0x10ffff || ansi.StringWidth(string(r)) != 1:
		return '?'
	}
	return r
}
