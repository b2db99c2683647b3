package minesweeper

import (
	"fmt"
	"time"

	"arcade.example.com/games"
)

// drawLine draws what a face without a frame has over the field: the mines that have no flag, what there is to say, or
// else who is how far in a race, or else the button, and the clock. Words that are too long go on in the row below.
func (f *face) drawLine(c *games.Canvas, s *state, sc games.Scene) {
	if f.head == 0 {
		return
	}
	line := c.Sub(f.x, f.y, f.cols, 1)
	elapsed := fmt.Sprintf("%03d", min(int(sc.Elapsed/time.Second), 999))
	line.TextRight(f.cols, 0, elapsed, games.Bad.Ink(), 0)
	words := f.lineWords(s, sc.Ghosts)
	if words == "" {
		line.Text(0, 0, fmt.Sprintf("%03d", s.left()), games.Bad.Ink(), 0)
		f.drawMood(c, s)
		return
	}
	width := f.cols - len(elapsed) - 1
	if f.tap > 0 {
		first, rest := wrapped(words, width)
		c.Sub(f.x, f.y+f.rows, f.cols, 1).Text(0, 0, rest, games.Strong.Ink(), 0)
		words = first
	}
	line.Sub(0, 0, width, 1).Text(0, 0, words, games.Strong.Ink(), 0)
}

// lineWords are what stands in the line instead of counter and button.
func (f *face) lineWords(s *state, ghosts []games.Ghost) string {
	words, more := f.words(s)
	switch {
	case more != "":
		return words + ", " + more
	case words == "" && len(ghosts) > 0:
		return fmt.Sprintf("%03d  you %s  %.16s %s", s.left(), reached(s), ghosts[0].Name, reached(ghosts[0].State))
	}
	return words
}

// reached is how far a run is, in percent.
func reached(s games.State) string {
	done, of := s.Progress()
	return fmt.Sprintf("%d %%", 100*done/max(of, 1))
}

// drawMood draws the button of the line.
func (f *face) drawMood(c *games.Canvas, s *state) {
	x, y, _, _ := f.button()
	ground := games.Ink(0)
	if f.hand.button && f.hand.over {
		ground = games.Held.Ink()
	}
	c.Text(x, y, f.mood(s), games.Face.Ink(), ground)
}
