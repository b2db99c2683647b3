package look

import (
	"strings"
	"unicode/utf8"

	"arcade.example.com/arcade/display"
	"arcade.example.com/games"
	"charm.land/lipgloss/v2"
)

// Foot draws the last line: the keys that work right now. Where they do not all fit they stand closer, and then the
// less useful go; the last two, the way back and the help, are always there.
func Foot(c *games.Canvas, keys []games.Hint) {
	w, h := c.Size()
	width := func(ks []games.Hint, between int) (n int) {
		for _, k := range ks {
			n += utf8.RuneCountInString(k.Key) + 1 + utf8.RuneCountInString(k.Does) + between
		}
		return n
	}
	gap := 3
	if width(keys, gap) > w {
		gap = 2
	}
	always := max(len(keys)-2, 0)
	room := w - 1 - width(keys[always:], gap)
	x := 2
	for i, k := range keys {
		if i < always {
			n := width(keys[i:i+1], gap)
			if n > room {
				continue
			}
			room -= n
		}
		x = c.Text(x, h-1, k.Key, games.Accent.Ink(), 0)
		x = c.Text(x+1, h-1, k.Does, games.Dim.Ink(), 0) + gap
	}
}

// Centre draws a block of styled text in the middle of the canvas, and blanks what lies under it.
func Centre(c *games.Canvas, block string) (x, y int) {
	w, h := c.Size()
	bw, bh := lipgloss.Size(block)
	x, y = max((w-bw)/2, 0), max((h-bh)/2, 0)
	c.Fill(x, y, bw, bh, games.Cell{})
	display.Paint(c, x, y, block)
	return x, y
}

// Column is the part of a wide canvas that a screen of text uses: lines longer than this are tiresome.
func Column(c *games.Canvas, width int) *games.Canvas {
	w, h := c.Size()
	n := min(w, width)
	return c.Sub((w-n)/2, 0, n, h)
}

// Wrap breaks a paragraph into lines of at most width columns.
func Wrap(text string, width int) []string {
	return strings.Split(lipgloss.Wrap(text, width, ""), "\n")
}
