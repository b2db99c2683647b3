package display

import (
	"unicode/utf8"

	"arcade.example.com/games"
)

// screen is what a terminal shows, and how it would go on writing. It is to be cleared first.
type screen struct {
	w, h  int
	cells shown // as they were drawn, so that a frame like it is quickly known; what they look like is compared then
	at    cursor
	pen   hand
}

// clear empties the screen, and with it all doubt about what it shows.
func (s *screen) clear(b []byte) []byte {
	s.cells = newShown(s.w * s.h)
	s.at, s.pen = cursor{}, hand{}
	return append(b, "\x1b[m\x1b[H\x1b[2J"...)
}

// eraseFrom is how many cells to the end of a line must be made blank for EL to be shorter than spaces.
const eraseFrom = 4

// shows reports whether line y shows the row of a frame exactly.
func (s *screen) shows(p *Palette, y int, row []games.Cell) bool {
	line := y * s.w
	for x, c := range row {
		have := s.cells.at(line + x)
		if c == have {
			continue
		}
		if p.cell(c) != p.cell(have) {
			return false
		}
		s.cells.set(line+x, c)
	}
	return true
}

// diffRow appends what takes line y to the row of a frame. With a tolerance above 0, colours that differ by no more
// stay as they are.
func (s *screen) diffRow(b []byte, p *Palette, y int, row []games.Cell, tolerance int) []byte {
	line, tail := y*s.w, p.tail(row)
	for x := 0; x < len(row); x++ {
		drawn, shown := row[x], s.cells.at(line+x)
		if drawn == shown {
			continue
		}
		want, have := p.cell(drawn), p.cell(shown)
		if want == have {
			s.cells.set(line+x, drawn)
			for x+1 < len(row) && row[x+1] == drawn && s.cells.at(line+x+1) == shown {
				x++
				s.cells.again(line + x)
			}
			continue
		}
		if x >= tail && s.w-x >= eraseFrom {
			return s.erase(b, p, x, y)
		}
		if tolerance > 0 && want.plain() && have.plain() {
			if p.near(want, have, tolerance) {
				continue
			}
			if close := p.snap(want, s.pen.pen, tolerance); close != want {
				want, drawn = close, p.drawn(close)
			}
		}
		b = s.reach(b, p, x, y)
		b = s.pen.put(b, p, want, isBlock(drawn))
		s.cells.set(line+x, drawn)
		s.at.x++
	}
	return b
}

// tail is where the blank end of a row begins.
func (p *Palette) tail(row []games.Cell) int {
	x := len(row)
	if p.cell(games.Cell{}) == blankOn(0) {
		for x > 0 && row[x-1] == (games.Cell{}) {
			x--
		}
	}
	for x > 0 && p.cell(row[x-1]) == blankOn(0) {
		x--
	}
	return x
}

// erase makes line y blank from x on. Only in the terminal's own ground: not every terminal erases in the colour that
// is set.
func (s *screen) erase(b []byte, p *Palette, x, y int) []byte {
	b = s.moveTo(b, cursor{x, y})
	b = s.pen.set(b, p, pen{fg: s.pen.fg, attrs: s.pen.attrs & bold})
	for i := range s.w - x {
		s.cells.set(y*s.w+x+i, games.Cell{Rune: erased})
	}
	return append(b, "\x1b[K"...)
}

// reach goes to x, y, over a short gap by writing again what it shows when that takes no other pen and no more bytes.
func (s *screen) reach(b []byte, p *Palette, x, y int) []byte {
	const shortest = 3 // bytes of a jump to the right
	if s.at.y != y || s.at.x >= x || x-s.at.x > shortest {
		return s.moveTo(b, cursor{x, y})
	}
	from, to := y*s.w+s.at.x, y*s.w+x
	n := 0
	for i := from; i < to; i++ {
		r, q := s.pen.spell(p.cell(s.cells.at(i)))
		if q != s.pen.pen {
			return s.moveTo(b, cursor{x, y})
		}
		n += utf8.RuneLen(r)
	}
	if n > shortest {
		return s.moveTo(b, cursor{x, y})
	}
	for i := from; i < to; i++ {
		b = s.pen.put(b, p, p.cell(s.cells.at(i)), false)
	}
	s.at.x = x
	return b
}
