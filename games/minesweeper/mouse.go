package minesweeper

import "arcade.example.com/games"

// press takes note of a button. The right one acts at once, the others when they are released.
func (f *face) press(s *state, in games.Input) (games.Move, bool) {
	i := f.hit(in.X, in.Y)
	f.hand.on = i
	if tap, ok := f.tapped(s, in.X, in.Y); ok && in.Button == games.Left {
		return tap(f, s)
	}
	switch in.Button {
	case games.Left:
		f.hand.left, f.hand.field = true, i >= 0
		f.hand.button = f.onButton(in.X, in.Y)
		f.hand.over = f.hand.button
		f.hand.chord = f.hand.right
	case games.Middle:
		f.hand.chord, f.hand.field = true, i >= 0
	case games.Right:
		f.hand.right = true
		f.hand.chord = f.hand.left
		if !f.hand.left && i >= 0 {
			return f.brush(s, i)
		}
	default:
		return "", false
	}
	return "", true
}

// brush flags with the right button, and remembers what to paint the next cells with.
func (f *face) brush(s *state, i int) (games.Move, bool) {
	f.hand.paint = ""
	verb := f.flagVerb(s, i)
	if verb == "flag" || verb == "clear" {
		f.hand.paint = verb
	}
	if s.squares[i] == opened && !s.can(verb, i) {
		return "", true // it may be half of a chord: no click yet
	}
	return f.flag(s, i)
}

// drag follows the mouse. With the right button alone it paints.
func (f *face) drag(s *state, in games.Input) (games.Move, bool) {
	i, was := f.hit(in.X, in.Y), f.hand.on
	f.hand.on, f.hand.over = i, f.onButton(in.X, in.Y)
	if !f.hand.right || f.hand.left || i < 0 || i == was {
		return "", true
	}
	if f.hand.paint == "flag" && s.squares[i] == covered || f.hand.paint == "clear" && s.squares[i] == flagged {
		return f.act(s, f.hand.paint, i)
	}
	return "", true
}

// release acts on the cell under the mouse, wherever on the field the button went down. Of two buttons the first that
// goes up acts; who slid off the field does nothing.
func (f *face) release(s *state, in games.Input) (games.Move, bool) {
	was, i := f.hand, f.hit(in.X, in.Y)
	switch in.Button {
	case games.Left:
		f.hand.left = false
	case games.Right:
		f.hand.right = false
	case games.NoButton: // old terminals do not say which
		f.hand.left, f.hand.right = false, false
	}
	f.hand.chord, f.hand.button, f.hand.field, f.hand.on, f.hand.paint = false, false, false, -1, ""
	switch {
	case was.button && f.onButton(in.X, in.Y):
		return games.New, true
	case !was.field || i < 0:
		return "", true
	case was.chord:
		return f.chord(s, i)
	case was.left && f.flagging && s.squares[i] != opened:
		return f.flag(s, i)
	case was.left:
		return f.use(s, i)
	}
	return "", true
}

// wheel scrolls, and takes the cursor along; nothing where all of the field shows.
func (f *face) wheel(b games.Button) bool {
	if _, rows := f.across(); rows <= f.vr || b != games.WheelUp && b != games.WheelDown {
		return false
	}
	if b == games.WheelUp {
		f.scroll(0, -1)
	} else {
		f.scroll(0, 1)
	}
	return true
}

// scroll moves the window over the field, as far as that goes, and takes the cursor along.
func (f *face) scroll(dx, dy int) {
	cols, rows := f.across()
	f.ox = min(max(f.ox+dx, 0), cols-f.vc)
	f.oy = min(max(f.oy+dy, 0), rows-f.vr)
	col, row := f.drawn(f.at)
	f.at = f.cell(min(max(col, f.ox), f.ox+f.vc-1), min(max(row, f.oy), f.oy+f.vr-1))
}

// pressed reports whether cell i is to look pressed down.
func (f *face) pressed(s *state, i int) bool {
	on := f.hand.on
	if !f.hand.field || on < 0 || s.status.Over() || s.squares[i] == opened || s.squares[i] == flagged {
		return false
	}
	if !f.hand.chord && s.squares[on] != opened {
		return i == on
	}
	x, y := i%s.w-on%s.w, i/s.w-on/s.w
	return x >= -1 && x <= 1 && y >= -1 && y <= 1
}
