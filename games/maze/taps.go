package maze

import (
	"unicode/utf8"

	"arcade.example.com/games"
)

// tap is a word to tap, and the key that it stands for.
type tap struct {
	key, word string
	x         int // where it begins
}

// taps are the words in the row below the picture, as far as there is room.
func (b *board) taps(s *state) (list []tap) {
	x := 0
	add := func(key, word string, when bool) {
		width := utf8.RuneCountInString(word) + 2
		if when && x+width <= b.w {
			list = append(list, tap{key, word, x})
			x += width + 1
		}
	}
	over, fp := s.Status().Over(), s.m.plan.inside
	add("p", "path", over || !s.revealed && !b.options.NoHelp)
	add("u", "retrace", !over && s.came != nil)
	if b.within {
		add("shift+up", "run", !over)
		add("o", "out", !fp && !over)
		add("m", "map", !fp && !over)
		return list
	}
	add("i", "inside", !over)
	add("z", "overview", b.lens.scrolls())
	return list
}

// tapped is the key of the word at column x, "" where there is none.
func (b *board) tapped(s *state, x int) string {
	for _, t := range b.taps(s) {
		if x >= t.x && x < t.x+utf8.RuneCountInString(t.word)+2 {
			return t.key
		}
	}
	return ""
}

func (b *board) drawTaps(c *games.Canvas, s *state) {
	y := b.h
	c.Fill(0, y, b.w, 1, games.Cell{Rune: ' ', BG: games.Panel.Ink()})
	for _, t := range b.taps(s) {
		c.Text(t.x, y, " "+t.word+" ", games.Accent.Ink(), games.Select.Ink())
	}
}
