package display

import (
	"image/color"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"arcade.example.com/games"
)

// Render returns the whole canvas as lines of text with SGR sequences, each of which begins and ends in the
// terminal's own colours: for Bubble Tea's renderer.
func Render(c *games.Canvas, p *Palette) string {
	_, h := c.Size()
	var b []byte
	var blank pen
	for y := range h {
		if y > 0 {
			b = append(b, '\n')
		}
		pen := hand{}
		for _, cell := range c.Row(y) {
			b = pen.put(b, p, p.cell(cell), isBlock(cell))
		}
		b = pen.set(b, p, blank)
	}
	return string(b)
}

// mark is the red of every colour that Colour makes: by it Paint knows them.
const mark = 0xa7

// Colour is an ink as a colour for Lip Gloss. It is only a name: Paint reads it back, nothing else may show it.
func Colour(ink games.Ink) color.Color {
	return color.RGBA{mark, uint8(ink >> 8), uint8(ink), 255}
}

// Paint draws what Lip Gloss made, in colours of Colour, on the canvas at x, y; lines go below each other. Bold,
// underline and the rest are the theme's to say and are dropped; a rune that is not one column wide becomes '?'.
func Paint(c *games.Canvas, x, y int, styled string) {
	for line := range strings.SplitSeq(styled, "\n") {
		paintLine(c, x, y, strings.TrimSuffix(line, "\r"))
		y++
	}
}

func paintLine(c *games.Canvas, x, y int, line string) {
	var fg, bg games.Ink
	for len(line) > 0 {
		if line[0] == ansi.ESC {
			n := max(sequence([]byte(line)), 1)
			fg, bg = inksOf(line[:n], fg, bg)
			line = line[n:]
			continue
		}
		r, n := utf8.DecodeRuneInString(line)
		c.Set(x, y, games.Cell{Rune: oneColumn(r), FG: fg, BG: bg})
		line = line[n:]
		x++
	}
}

// inksOf reads the inks from an SGR sequence; anything else leaves them as they are.
func inksOf(seq string, fg, bg games.Ink) (games.Ink, games.Ink) {
	body, ok := strings.CutPrefix(seq, "\x1b[")
	body, sgr := strings.CutSuffix(body, "m")
	if !ok || !sgr {
		return fg, bg
	}
	for p := strings.Split(body, ";"); len(p) > 0; p = p[1:] {
		switch p[0] {
		case "", "0":
			fg, bg = 0, 0
		case "39":
			fg = 0
		case "49":
			bg = 0
		case "38":
			fg, p = inkOf(p, fg)
		case "48":
			bg, p = inkOf(p, bg)
		}
	}
	return fg, bg
}

// inkOf reads 38;2;r;g;b or 48;2;r;g;b at the beginning of p and returns the ink, and p at its last parameter.
func inkOf(p []string, old games.Ink) (games.Ink, []string) {
	if len(p) < 5 || p[1] != "2" {
		return old, p
	}
	hi, _ := strconv.Atoi(p[3])
	lo, _ := strconv.Atoi(p[4])
	if p[2] != strconv.Itoa(mark) {
		return old, p[4:]
	}
	return games.Ink(hi<<8 | lo), p[4:]
}
