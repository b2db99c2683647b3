package screens

import (
	"fmt"
	"html"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/display"
	"arcade.example.com/arcade/playtest"
	"arcade.example.com/games"
)

// svg is a canvas as a terminal shows it in true colour, for a page: runs of ground, half blocks, and text.
func svg(c *games.Canvas, p *display.Palette) string {
	const w, h = 9, 18
	cols, rows := c.Size()
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="15">`+"\n", cols*w, rows*h)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" rx="6" fill="#0c0e12"/>`+"\n", cols*w, rows*h)
	hex := func(ink games.Ink, ground bool) string {
		rgba := shown(p.Look(ink, ground), games.TrueColour, 0xd8dce4)
		return fmt.Sprintf("#%02x%02x%02x", rgba.R, rgba.G, rgba.B)
	}
	box := func(x, y, n, height int, fill string) {
		fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`, x*w, y, n*w, height, fill)
	}
	for y := range rows {
		row := c.Row(y)
		for x := 0; x < cols; {
			n := x + 1
			for n < cols && row[n] == row[x] {
				n++
			}
			cell := row[x]
			if cell.BG != 0 {
				box(x, y*h, n-x, h, hex(cell.BG, true))
			}
			switch cell.Rune {
			case 0, ' ':
			case '▀':
				box(x, y*h, n-x, h/2, hex(cell.FG, true))
			case '▄':
				box(x, y*h+h/2, n-x, h/2, hex(cell.FG, true))
			case '█':
				box(x, y*h, n-x, h, hex(cell.FG, true))
			default:
				weight := ""
				if p.Look(cell.FG, false).Bold {
					weight = ` font-weight="bold"`
				}
				for i := x; i < n; i++ {
					fmt.Fprintf(&b, `<text x="%d" y="%d" fill="%s"%s>%s</text>`, i*w, y*h+14, hex(cell.FG, false), weight, html.EscapeString(string(cell.Rune)))
				}
			}
			x = n
		}
		b.WriteByte('\n')
	}
	return b.String() + "</svg>\n"
}

// TestReadmePictures paints the pictures of the README from the arcade's own frames.
func TestReadmePictures(t *testing.T) {
	pictures := []struct {
		name string
		keys []string
		wait time.Duration
	}{
		{"maze", []string{"right", "enter", "p", "y"}, 2 * time.Second},
		{"minesweeper", []string{"down", "right", "enter", "space", "H", "y"}, 100 * time.Millisecond},
	}
	for _, pic := range pictures {
		t.Run(pic.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h, ids := furnished(t)
				d := sit(t, h, playtest.Key(t, 1), 80, 24)
				d.ids = ids
				d.wait(4 * time.Second)
				d.press(pic.keys...)
				d.wait(pic.wait)
				text := svg(d.canvas(), d.env.palette())
				golden(t, filepath.Join("..", "..", "..", "docs", pic.name+".svg"), text)
			})
		})
	}
}
