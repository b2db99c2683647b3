package look

import (
	"strings"

	"arcade.example.com/games"
	"charm.land/lipgloss/v2"
)

// Column is the part of a wide canvas that a screen of text uses: lines longer than this are tiresome.
func Column(c *games.Canvas, width int) *games.Canvas {
	w, h := c.Size()
	n := min(w, width)
	return c.Sub((w-n)/2, 0, n, h)
}

// Wrap breaks a paragraph into lines of at most width columns.
func Wrap(text string, width int) []string {
	if len(text) <= width && !strings.Contains(text, "\n") {
		return []string{text}
	}
	return strings.Split(lipgloss.Wrap(text, width, ""), "\n")
}
