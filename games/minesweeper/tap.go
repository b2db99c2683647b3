package minesweeper

import (
	"unicode/utf8"

	"arcade.example.com/games"
)

// tap is a target in the row for players who have nothing but a finger on a small screen.
type tap struct {
	x    int // in the window
	text string
	ink  games.Ink
	do   func(*face, *state) (games.Move, bool)
}

// taps are the targets that make sense now and have room, from the left: what a tap on the field does, ways to scroll,
// and help.
func (f *face) taps(s *state) []tap {
	if f.tap == 0 {
		return nil
	}
	all, x := f.targets(s), f.x
	for i := range all {
		all[i].x = x
		x += utf8.RuneCountInString(all[i].text) + 1
		if x > f.x+f.cols+1 {
			return all[:i]
		}
	}
	return all
}

func (f *face) targets(s *state) (all []tap) {
	if !s.status.Over() {
		text := "[open] flag "
		if f.flagging {
			text = " open [flag]"
		}
		all = append(all, tap{text: text, ink: games.Accent.Ink(), do: (*face).switchTaps})
	}
	g := f.glyphs()
	if cols, rows := f.across(); f.vc < cols || f.vr < rows {
		across, down := max(f.vc/2, 1), max(f.vr/2, 1)
		all = append(all,
			f.arrow(g.left, f.ox > 0, -across, 0), f.arrow(g.up, f.oy > 0, 0, -down),
			f.arrow(g.down, f.oy+f.vr < rows, 0, down), f.arrow(g.right, f.ox+f.vc < cols, across, 0),
		)
	}
	switch {
	case s.status == games.Playing && !f.options.NoHelp:
		all = append(all, tap{text: "hint", ink: games.Accent.Ink(), do: (*face).hint})
	case s.status == games.Lost:
		all = append(all, tap{text: "chances", ink: games.Accent.Ink(), do: func(f *face, s *state) (games.Move, bool) {
			return "", f.weigh(s)
		}})
	}
	return all
}

// arrow is a target that scrolls; it is faint where the field does not go on.
func (f *face) arrow(r rune, goes bool, dx, dy int) tap {
	ink := games.Faint.Ink()
	if goes {
		ink = games.Accent.Ink()
	}
	return tap{text: " " + string(r) + " ", ink: ink, do: func(f *face, _ *state) (games.Move, bool) {
		f.scroll(dx, dy)
		return "", true
	}}
}

// switchTaps changes what a tap on a closed cell does.
func (f *face) switchTaps(*state) (games.Move, bool) {
	f.flagging = !f.flagging
	return "", true
}

// tapped is what a place of the window does that is on a target.
func (f *face) tapped(s *state, x, y int) (do func(*face, *state) (games.Move, bool), ok bool) {
	if y != f.y+f.rows {
		return nil, false
	}
	for _, t := range f.taps(s) {
		if x >= t.x && x < t.x+utf8.RuneCountInString(t.text) {
			return t.do, true
		}
	}
	return nil, false
}

// drawTaps draws the targets.
func (f *face) drawTaps(c *games.Canvas, s *state) {
	for _, t := range f.taps(s) {
		c.Text(t.x, f.y+f.rows, t.text, t.ink, 0)
	}
}
