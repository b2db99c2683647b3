package display

import (
	"time"

	"arcade.example.com/games"
)

// In a movement a cell may keep colours that are nearly right: it saves a third of the bytes, and the frame lasts
// too short to be looked at. The first frame at rest is exact again.

// How far off a colour may be in a frame of a movement, of 255, by how slow the line is: a difference of 16 is not seen
// for a thirtieth of a second; of 28 it is, as a mottling, and of 48 as patches, which are better than a frame that comes
// late.
var tolerances = [...]int{16, 28, 48}

const (
	coarsest = len(tolerances) - 1
	soon     = 50 * time.Millisecond  // a frame that takes the line no longer comes in time
	dearest  = 5                      // bytes that a cell of a movement takes at most, on the whole
	thrift   = 100 * time.Millisecond // between two frames of movements of who is economical
	unmoved  = 250 * time.Millisecond // is how long who moves without end sees nothing of it at most
)

// movement is how frames of movements are sent over the line.
type movement struct {
	economical bool
	level      int       // of tolerances
	sent       time.Time // when a frame of one was last sent
	over       time.Time // the end of the movement that is not shown: no frame of it would come before
	since      time.Time // when a frame was first left out for that since one was sent; zero where none was
}

// Economical says whether the player has few bytes to spend: movements are shown in fewer frames and fewer colours.
func (d *Display) Economical(on bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.moved.economical = on
}

// passes reports whether the latest frame is left out: the one at the end of its movement comes the sooner, or says
// enough. d.mu is held.
func (d *Display) passes(now time.Time) bool {
	m := &d.moved
	switch {
	case d.until.IsZero():
		return false
	case m.economical && now.Sub(m.sent) < thrift:
		return true
	}
	const beat = 20 * time.Millisecond // less than between two frames, so that another movement is known
	return !d.until.After(m.over.Add(beat)) && !d.overdue(now)
}

// overdue reports whether somebody who moves has seen nothing of it for long enough.
func (d *Display) overdue(now time.Time) bool {
	return !d.moved.since.IsZero() && now.Sub(d.moved.since) >= unmoved
}

// draw appends the rows that differ; false where the frame is left out, which it is not where it must be sent. d.mu is
// held.
func (d *Display) draw(b []byte, now time.Time, must bool) (_ []byte, sent bool) {
	m := &d.moved
	switch {
	case d.until.IsZero():
		b = d.drawRows(b, 0)
		if d.screen.cells.cells != nil {
			d.screen.cells.pack()
		}
	case !m.economical && d.line.takes(dearest*d.screen.w*d.screen.h, now) <= min(soon, d.until.Sub(now)):
		m.level = 0
		b = d.drawRows(b, tolerances[m.level])
	default:
		if b, sent = d.drawSlowly(b, now, must || d.overdue(now)); !sent {
			m.over = d.until
			if m.since.IsZero() {
				m.since = now
			}
			return b, false
		}
	}
	m.sent, m.since = now, time.Time{}
	return b, true
}

// drawSlowly draws a frame of a movement as coarsely as it takes to be there soon, or at least before the movement is
// over; else it is left out.
func (d *Display) drawSlowly(b []byte, now time.Time, must bool) (_ []byte, sent bool) {
	left := d.until.Sub(now)
	m, before, from := &d.moved, d.screen, len(b)
	if m.economical {
		m.level = max(m.level, 1)
	}
	for ; ; m.level++ {
		d.screen.cells = before.cells.clone()
		b = d.drawRows(b[:from], tolerances[m.level])
		takes := d.line.takes(len(b)-from, now) * 5 / 4 // no line is even
		switch {
		case takes <= min(soon, left):
			if takes < soon/2 && m.level > 0 {
				m.level--
			}
			return b, true
		case m.level < coarsest && d.palette.gradual():
			d.screen = before
		case takes <= left || must:
			return b, true
		default:
			d.screen = before
			return b[:from], false
		}
	}
}

func (d *Display) drawRows(b []byte, tolerance int) []byte {
	if !d.palette.gradual() {
		tolerance = 0
	}
	for y, row := range d.rows {
		if row != nil {
			b = d.screen.diffRow(b, d.palette, y, row, tolerance)
		}
	}
	return b
}

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
