package display

import (
	"unicode/utf8"

	"arcade.example.com/games"
)

// pen is what the terminal would write with: its SGR state.
type pen struct {
	fg, bg colour
	attrs  attrs
}

// hand writes with a pen.
type hand struct {
	pen
	last colour // of the last cell, if it was of one colour
}

// set appends the SGR sequence that takes the pen from p to q: only what differs.
func (p *pen) set(b []byte, pal *Palette, q pen) []byte {
	if *p == q {
		return b
	}
	if q == (pen{}) {
		*p = q
		return append(b, "\x1b[m"...)
	}
	b = append(b, "\x1b["...)
	for a := bold; a <= reverse; a <<= 1 {
		if (p.attrs^q.attrs)&a != 0 {
			b = append(b, attrCode(a, q.attrs&a != 0)...)
			b = append(b, ';')
		}
	}
	if p.fg != q.fg {
		b = append(b, pal.sgr[text][q.fg]...)
		b = append(b, ';')
	}
	if p.bg != q.bg {
		b = append(b, pal.sgr[ground][q.bg]...)
		b = append(b, ';')
	}
	b[len(b)-1] = 'm'
	*p = q
	return b
}

func attrCode(a attrs, on bool) string {
	switch {
	case a == bold && on:
		return "1"
	case a == bold:
		return "22"
	case a == underline && on:
		return "4"
	case a == underline:
		return "24"
	case on:
		return "7"
	}
	return "27"
}

// put appends one cell. A cell of two pixels is written as whichever of ▀, ▄, █ and a space needs the fewest changes
// of colour. A block of one colour leaves in the pen that of the block before: in a picture of few colours two take
// turns, and a step in the maze changes none.
func (h *hand) put(b []byte, pal *Palette, c cell, block bool) []byte {
	r, q := h.spell(c)
	single := c.bg != 0 && c == blankOn(c.bg)
	if single && block && r == ' ' && q.bg != h.bg && h.last == h.bg && h.bg != 0 && h.attrs == 0 {
		r, q = '█', pen{fg: c.bg, bg: h.bg}
	}
	h.last = 0
	if single {
		h.last = c.bg
	}
	b = h.set(b, pal, q)
	return utf8.AppendRune(b, r)
}

// isBlock reports whether a cell was drawn by games.Canvas.Block.
func isBlock(c games.Cell) bool { return c.Rune == ' ' && c.FG == c.BG }

// spell says how to write the cell: the rune, and the pen for it.
func (p *pen) spell(c cell) (rune, pen) {
	q := pen{c.fg, c.bg, c.attrs()}
	switch c.r {
	case ' ':
		if p.bg != c.bg && p.fg == c.bg && c.bg != 0 && p.attrs == 0 {
			return '█', *p
		}
		return ' ', pen{p.fg, c.bg, p.attrs & bold}
	case '▀':
		if c.bg != 0 && p.misses(pen{c.bg, c.fg, 0}) < p.misses(q) {
			return '▄', pen{c.bg, c.fg, 0}
		}
	}
	return c.rune(), q
}

// misses counts the colours that would have to be set.
func (p *pen) misses(q pen) (n int) {
	if p.fg != q.fg {
		n++
	}
	if p.bg != q.bg {
		n++
	}
	return n
}
