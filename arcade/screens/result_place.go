package screens

import (
	"arcade.example.com/arcade/look"
	"arcade.example.com/games"
)

// besideWidth is the width of a window from which on the result stands beside the board.
const besideWidth = 120

// makeRoom decides whether the result stands beside the board, which then has less of the window and is whole in it.
func (r *result) makeRoom() {
	p := r.play
	r.taken, r.below = 0, 0
	if !r.shown() || p.env.width < besideWidth {
		return
	}
	if n := p.env.lay(r.card(len(r.facts))).w + 2; p.run.Mode.Cols <= p.env.width-n {
		r.taken = n
	}
}

// inTheWay reports whether the card would lie over what ended the run wherever it lies on the board: then the board leaves it
// the lines that it takes at least.
func (r *result) inTheWay() bool {
	if !r.shown() || r.taken > 0 {
		return false
	}
	r.onBoard(func(c *games.Canvas) {
		if l, n := over(c, r.play.env.lay(r.card(0))); n >= vital {
			r.below = l.h
		}
	})
	return r.below > 0
}

// onBoard hands f a canvas on which the board is drawn.
func (r *result) onBoard(f func(*games.Canvas)) {
	e := r.play.env
	c := e.canvases.Get().(*games.Canvas)
	defer e.canvases.Put(c)
	c.Resize(e.width, e.height)
	r.play.drawBoard(c, games.Lines{})
	f(c)
}

// laid is the result's card on a canvas on which the board is drawn: beside the board, or over it where it hides least, with
// as many facts as leave what ended the run in sight.
func (r *result) laid(c *games.Canvas) laid {
	w, h := c.Size()
	if r.taken > 0 {
		l := r.play.env.lay(r.card(len(r.facts)))
		return l.at(w-l.w-1, max((h-l.h)/2, 1))
	}
	if r.below > 0 {
		l := r.play.env.lay(r.card(0))
		return l.at((w-l.w)/2, max(h-1-l.h, 1))
	}
	for facts := len(r.facts); ; facts-- {
		l, n := over(c, r.play.env.lay(r.card(facts)))
		if n < vital || facts == 0 {
			return l
		}
	}
}

// over is a card in the place on a board where it hides least, and how much that is.
func over(c *games.Canvas, l laid) (best laid, least int) {
	w, h := c.Size()
	mid, low, right := max((w-l.w)/2, 0), max(h-1-l.h, 0), max(w-l.w, 0)
	for i, at := range [][2]int{{mid, low}, {mid, 1}, {right, low}, {0, low}, {right, 1}, {0, 1}} {
		place := l.at(at[0], at[1])
		if n := hides(c, place.rect); i == 0 || n < least {
			best, least = place, n
		}
	}
	return best, least
}

// vital is what a cell counts that ended the run, more than all others together.
const vital = 1 << 20

// hides is how much of a board a rectangle lies over.
func hides(c *games.Canvas, r rect) (n int) {
	part := c.Sub(r.x, r.y, r.w, r.h)
	_, h := part.Size()
	for y := range h {
		for _, cell := range part.Row(y) {
			switch {
			case ended(cell.FG) || ended(cell.BG):
				n += vital
			case cell != games.Cell{}:
				n++
			}
		}
	}
	return n
}

// ended reports whether a role is of what ends runs: the mine that was hit, the exit that was reached and who stands there.
func ended(ink games.Ink) bool {
	return ink.Role() == games.Fatal || ink.Role() == games.Exit || ink.Role() == games.You
}

// draw draws the card on a canvas with the board.
func (r *result) draw(c *games.Canvas) {
	if r.shown() {
		r.laid(c).draw(c)
	}
}

// tapped is the key that a click on the card presses; over: the click is on the card at all.
func (r *result) tapped(x, y int) (key string, over bool) {
	if !r.shown() {
		return "", false
	}
	r.onBoard(func(c *games.Canvas) {
		l := r.laid(c)
		key, over = l.tapped(x, y), l.has(x, y)
	})
	return key, over
}

// shown reports whether the card is to be seen: after a moment for the board, until the player looks at that again.
func (r *result) shown() bool { return r.awake && !r.hidden }

// keys are those of the board that is looked at. The card shows its own, but in a narrow window, where it has no room.
func (r *result) keys() []games.Hint {
	k := r.play.env.keys
	switch {
	case !r.awake:
		return nil
	case !r.hidden && r.play.env.width >= look.Narrow:
		return nil
	case !r.hidden:
		hs := hints(says(k.Board, "board"))
		for _, group := range r.ways() {
			hs = append(hs, group...)
		}
		return append(hs, hints(says(k.Back, "menu"), k.Help)...)
	}
	hs := append(hints(says(k.Board, "result")), r.play.env.hints(r.play.board.Hints(r.play.run.State()))...)
	hs = append(hs, hints(k.New, k.Same)...)
	if r.play.run.Mode.Ranked {
		hs = append(hs, hints(k.Leaderboard)...)
	}
	if r.play.env.width < look.Narrow {
		return append(hs, hints(k.Back, k.Help)...)
	}
	return append(hs, hints(k.Back)...)
}
