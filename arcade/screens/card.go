package screens

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"arcade.example.com/arcade/display"
	"arcade.example.com/arcade/look"
	"arcade.example.com/games"
)

// card is a panel over the screen: lines of styled text, and under them the keys that lead on, a group a row. What it
// names can be clicked.
type card struct {
	lines []string
	ways  [][]games.Hint
}

// laid is a card in its place on the screen, w by h cells from x, y on.
type laid struct {
	rect
	block string
	inset int // where its text begins
	rows  []row
}

// row is a line of keys on the screen.
type row struct {
	y    int
	keys []games.Hint
}

// frameOf is the panel of a window, and how far inside of it its text begins: a narrow window has none to give away.
func (e *env) frameOf() (st lipgloss.Style, dx, dy int) {
	if e.width < look.Narrow {
		return e.styles.Panel.Padding(0, 1), 2, 1
	}
	return e.styles.Panel, 4, 2
}

// textWidth is how wide a sentence on a card may be.
func (e *env) textWidth() int {
	_, dx, _ := e.frameOf()
	return min(e.width-2*dx, 56)
}

// lay lays a card out for the window; it is placed at 0, 0.
func (e *env) lay(k card) laid {
	const gap = 3
	st, dx, dy := e.frameOf()
	width := e.textWidth()
	l := laid{inset: dx}
	var lines []string
	for _, line := range k.lines {
		lines = append(lines, look.Wrap(line, width)...)
	}
	for _, group := range k.ways {
		var line []string
		x := 0
		r := row{y: dy + len(lines)}
		for _, h := range group {
			text := h.Key + " " + h.Does
			if x > 0 && x+lipgloss.Width(text) > width {
				lines, l.rows = append(lines, strings.Join(line, "   ")), append(l.rows, r)
				line, x, r = nil, 0, row{y: dy + len(lines)}
			}
			r.keys = append(r.keys, h)
			line, x = append(line, e.styles.Key.Render(h.Key)+" "+e.styles.Dim.Render(h.Does)), x+lipgloss.Width(text)+gap
		}
		lines, l.rows = append(lines, strings.Join(line, "   ")), append(l.rows, r)
	}
	l.block = st.Render(strings.Join(lines, "\n"))
	l.w, l.h = lipgloss.Size(l.block)
	return l
}

// drawCard draws a card in the middle of the window.
func (e *env) drawCard(c *games.Canvas, k card) {
	e.lay(k).centre(c.Size()).draw(c)
}

// cardTapped is the key that a click on a card in the middle of the window presses, "" for none.
func (e *env) cardTapped(k card, msg tea.Msg) string {
	click, ok := msg.(tea.MouseClickMsg)
	if !ok || click.Button != tea.MouseLeft {
		return ""
	}
	return e.lay(k).centre(e.width, e.height).tapped(click.X, click.Y)
}

// at is the card with its corner at x, y.
func (l laid) at(x, y int) laid {
	l.x, l.y = x, y
	return l
}

// centre is the card in the middle of a window.
func (l laid) centre(w, h int) laid { return l.at(max((w-l.w)/2, 0), max((h-l.h)/2, 0)) }

// draw draws the card, and blanks what lies under it.
func (l laid) draw(c *games.Canvas) {
	c.Fill(l.x, l.y, l.w, l.h, games.Cell{})
	display.Paint(c, l.x, l.y, l.block)
}

// tapped is the key that a click on the screen presses, "" for none.
func (l laid) tapped(x, y int) string {
	for _, r := range l.rows {
		if y == l.y+r.y {
			return look.Answers(l.inset, r.keys).At(x - l.x)
		}
	}
	return ""
}
