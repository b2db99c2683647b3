package display

import "arcade.example.com/games"

// In a movement a cell may keep colours that are nearly right: it saves a third of the bytes, and the frame lasts
// too short to be looked at. The first frame at rest is exact again.

// plain reports whether the cell is nothing but colours.
func (c cell) plain() bool { return c.r == ' ' || c.r == '▀' || c.r == '▄' }

// halves returns the colours of the upper and lower pixel of a plain cell.
func (c cell) halves() (top, bottom colour) {
	switch c.r {
	case '▀':
		return c.fg, c.bg
	case '▄':
		return c.bg, c.fg
	}
	return c.bg, c.bg
}

// gradual reports whether the palette has colours so fine that one may stand for another.
func (p *Palette) gradual() bool { return p.depth == games.TrueColour || p.depth == games.Colours256 }

// near reports whether two plain cells differ by no more than the tolerance.
func (p *Palette) near(a, b cell, tolerance int) bool {
	at, ab := a.halves()
	bt, bb := b.halves()
	return p.nearColour(at, bt, tolerance) && p.nearColour(ab, bb, tolerance)
}

// nearColour compares two colours as the eye does: green counts most, blue least, and in the dark less is seen as
// different more. The terminal's own colours are near to nothing.
func (p *Palette) nearColour(want, have colour, tolerance int) bool {
	if want == have {
		return true
	}
	if want == 0 || have == 0 {
		return false
	}
	a, b := p.rgb[want], p.rgb[have]
	channel := func(shift int) (value, difference int) {
		x, y := int(a>>shift&255), int(b>>shift&255)
		return x, max(x-y, y-x)
	}
	red, dr := channel(16)
	green, dg := channel(8)
	blue, db := channel(0)
	light := (3*red + 6*green + blue) / 10
	return max(dg, dr*3/4, db/2) <= tolerance*(64+light)/192
}

// snap returns a plain cell that looks nearly like c and needs fewer changes of the pen, if there is one.
func (p *Palette) snap(c cell, pen pen, tolerance int) cell {
	top, bottom := c.halves()
	top, bottom = p.toward(top, pen, tolerance), p.toward(bottom, pen, tolerance)
	if p.nearColour(top, bottom, tolerance) {
		bottom = top
	}
	return halfBlock(top, bottom)
}

func (p *Palette) toward(c colour, pen pen, tolerance int) colour {
	switch {
	case c == pen.bg || c == pen.fg:
		return c
	case p.nearColour(c, pen.bg, tolerance):
		return pen.bg
	case p.pixel[pen.fg] != 0 && p.nearColour(c, pen.fg, tolerance):
		return pen.fg
	}
	return c
}
