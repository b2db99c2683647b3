package minesweeper

import (
	"strings"
	"time"
	"unicode/utf8"

	"arcade.example.com/games"
)

// glyphs are the characters of the face: each thing has its own, so that none is told by its colour alone.
type glyphs struct {
	hidden, held, flag, mark, mine, fatal, wrong, begin, safe, none rune
	ghostLeft, ghostRight                                           rune
	flat, upright, bar                                              rune
	up, down, left, right                                           rune
	leftEdge, topEdge, rightEdge, lowEdge                           rune
	bars                                                            []rune     // of a chance, from the lowest
	corners                                                         [3][2]rune // above, in the middle, below
	button                                                          [counterRows]string
}

var fine = glyphs{
	hidden: '■', held: '□', flag: '⚑', mark: '?', mine: '●', fatal: '★', wrong: '✗', begin: '◆', safe: '○', none: '·',
	ghostLeft: '‹', ghostRight: '›',
	flat: '─', upright: '│', bar: '━', up: '▲', down: '▼', left: '◀', right: '▶',
	leftEdge: '▏', topEdge: '▔', rightEdge: '▕', lowEdge: '▁',
	bars:    []rune("▁▂▃▄▅▆▇"),
	corners: [3][2]rune{{'╭', '╮'}, {'├', '┤'}, {'╰', '╯'}},
	button:  [counterRows]string{"▗▄▄▄▖", "▐   ▌", "▝▀▀▀▘"},
}

var ascii = glyphs{
	hidden: '#', held: '-', flag: 'F', mark: '?', mine: '*', fatal: 'X', wrong: 'x', begin: 'S', safe: 'o', none: '.',
	ghostLeft: '{', ghostRight: '}',
	flat: '-', upright: '|', bar: '=', up: '^', down: 'v', left: '<', right: '>',
	leftEdge: ' ', topEdge: ' ', rightEdge: '|', lowEdge: '_',
	bars:    []rune("_:=+%&@"),
	corners: [3][2]rune{{'+', '+'}, {'+', '+'}, {'+', '+'}},
	button:  [counterRows]string{".---.", "|   |", "'---'"},
}

func (f *face) glyphs() *glyphs {
	if f.options.ASCII {
		return &ascii
	}
	return &fine
}

// Draw draws the face and the part of the field that shows.
func (f *face) Draw(c *games.Canvas, gs games.State, sc games.Scene) {
	s := gs.(*state)
	if f.framed {
		f.drawFrame(c)
	}
	if f.head == headRows && sc.Lines.Has(f.y+1, headRows) {
		f.drawCounter(c.Sub(f.x+2, f.y+1, counterCols, counterRows), s.left())
		f.drawCounter(c.Sub(f.x+f.cols-2-counterCols, f.y+1, counterCols, counterRows), int(sc.Elapsed/time.Second))
		f.drawButton(c, s)
	}
	f.drawField(c, s, sc.Lines)
	f.drawAdvice(c, s)
	f.drawGhosts(c, s, sc.Ghosts)
	f.drawBracket(c, f.at, '[', ']', games.Cursor.Ink())
	f.drawShaking(c)
	if !sc.Replay {
		f.drawTaps(c, s)
	}
	if f.framed {
		f.drawRace(c, s, sc.Ghosts)
		f.drawWords(c, s)
	} else {
		f.drawLine(c, s, sc)
	}
}

// drawFrame draws the border, and arrows in it where the field goes on.
func (f *face) drawFrame(c *games.Canvas) {
	g, ink := f.glyphs(), games.Faint.Ink()
	right, low := f.x+f.cols-1, f.y+f.rows-1
	line := func(y int, ends [2]rune) {
		c.Fill(f.x, y, f.cols, 1, games.Cell{Rune: g.flat, FG: ink})
		c.Set(f.x, y, games.Cell{Rune: ends[0], FG: ink})
		c.Set(right, y, games.Cell{Rune: ends[1], FG: ink})
	}
	c.Fill(f.x, f.y, 1, f.rows, games.Cell{Rune: g.upright, FG: ink})
	c.Fill(right, f.y, 1, f.rows, games.Cell{Rune: g.upright, FG: ink})
	line(f.y, g.corners[0])
	if f.head > 0 {
		line(f.y+f.head, g.corners[1])
	}
	line(low, g.corners[2])

	cols, rows := f.across()
	arrow := func(goes bool, x, y int, r rune) {
		if goes {
			c.Set(x, y, games.Cell{Rune: r, FG: games.Accent.Ink()})
		}
	}
	arrow(f.oy > 0, right, f.fy, g.up)
	arrow(f.oy+f.vr < rows, right, low-1, g.down)
	arrow(f.ox > 0, f.x+1, low, g.left)
	arrow(f.ox+f.vc < cols, right-1, low, g.right)
}

// drawWords says what there is to say, in the rule and in the lower border.
func (f *face) drawWords(c *games.Canvas, s *state) {
	rule, below := f.words(s)
	if below == "" {
		rule, below = wrapped(rule, f.cols-4)
	}
	f.inset(c, f.y+f.head, rule)
	f.inset(c, f.y+f.rows-1, below)
}

// wrapped is a line of words in two, where it is longer than width: after a comma, or else between two words.
func wrapped(words string, width int) (first, rest string) {
	if len(words) <= width {
		return words, ""
	}
	if i := strings.LastIndex(words[:width+1], ", "); i > 0 && len(words)-i-2 <= width {
		return words[:i+1], words[i+2:]
	}
	if i := strings.LastIndex(words[:width+1], " "); i > 0 {
		return words[:i], words[i+1:]
	}
	return words, ""
}

// inset writes words into the middle of a line of the frame.
func (f *face) inset(c *games.Canvas, y int, words string) {
	if words == "" {
		return
	}
	part := c.Sub(f.x+1, y, f.cols-2, 1)
	x := max((f.cols-4-utf8.RuneCountInString(words))/2, 0)
	part.Text(x, 0, " "+words+" ", games.Strong.Ink(), 0)
}

// drawButton draws the smiling button.
func (f *face) drawButton(c *games.Canvas, s *state) {
	x, y, _, _ := f.button()
	ink, ground := games.Face.Ink(), games.Ink(0)
	for i, row := range f.glyphs().button {
		c.Text(x, y+i, row, ink, 0)
	}
	if f.hand.button && f.hand.over {
		ground = games.Held.Ink()
	}
	c.Text(x+1, y+1, f.mood(s)+" ", ink, ground)
}

// mood is what the button's face looks like.
func (f *face) mood(s *state) string {
	switch {
	case s.status == games.Won:
		return "B)"
	case s.status == games.Lost:
		return ":("
	case f.hand.field && f.hand.on >= 0:
		return ":o"
	}
	return ":)"
}
