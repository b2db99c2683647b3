package look

import (
	"strings"

	"charm.land/lipgloss/v2"

	"arcade.example.com/arcade/display"
	"arcade.example.com/games"
)

// Styles are what Lip Gloss draws with. Its colours are inks, so one value serves every theme.
type Styles struct {
	Plain, Strong, Dim, Accent, Good, Warn, Bad, Key lipgloss.Style
}

func NewStyles() *Styles {
	of := func(r games.Role) lipgloss.Style {
		return lipgloss.NewStyle().Foreground(display.Colour(r.Ink()))
	}
	return &Styles{
		Plain: lipgloss.NewStyle(), Strong: of(games.Strong), Dim: of(games.Dim),
		Accent: of(games.Accent), Good: of(games.Good), Warn: of(games.Warn), Bad: of(games.Bad),
		Key: of(games.Accent),
	}
}

// Panel draws a frame of w by h cells with its corner at x, y, and blanks what lies in it: by itself, since Lip Gloss
// measures every line anew to draw one.
func Panel(c *games.Canvas, x, y, w, h int) {
	if w < 2 || h < 2 {
		return
	}
	c.Fill(x, y, w, h, games.Cell{})
	ink, across := games.Faint.Ink(), strings.Repeat("─", w-2)
	c.Text(x, y, "╭"+across+"╮", ink, 0)
	for i := 1; i < h-1; i++ {
		c.Text(x, y+i, "│", ink, 0)
		c.Text(x+w-1, y+i, "│", ink, 0)
	}
	c.Text(x, y+h-1, "╰"+across+"╯", ink, 0)
}
