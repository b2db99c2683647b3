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
	lines  []string
	dx, dy int // where they begin
	rows   []row
}

// row is a line of keys on the screen.
type row struct {
	y    int
	keys []games.Hint
}

// inset is how far inside of a panel its text begins: a narrow window has no room to give away.
func (e *env) inset() (dx, dy int) {
	if e.width < look.Narrow {
		return 2, 1
	}
	return 4, 2
}

// textWidth is how wide a sentence on a card may be.
func (e *env) textWidth() int {
	dx, _ := e.inset()
	return min(e.width-2*dx, 56)
}

// lay lays a card out for the window; it is placed at 0, 0.
func (e *env) lay(k card) laid {
	const gap = 3
	dx, dy := e.inset()
	width := e.textWidth()
	l := laid{dx: dx, dy: dy}
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
	for _, line := range lines {
		l.w = max(l.w, lipgloss.Width(line))
	}
	l.lines, l.w, l.h = lines, l.w+2*dx, len(lines)+2*dy
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
	look.Panel(c, l.x, l.y, l.w, l.h)
	for i, line := range l.lines {
		display.Paint(c, l.x+l.dx, l.y+l.dy+i, line)
	}
}

// tapped is the key that a click on the screen presses, "" for none.
func (l laid) tapped(x, y int) string {
	for _, r := range l.rows {
		if y == l.y+r.y {
			return look.Answers(l.dx, r.keys).At(x - l.x)
		}
	}
	return ""
}
