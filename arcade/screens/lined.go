package screens

import tea "charm.land/bubbletea/v2"

// lined is where one is in a list that may be longer than its part of the window.
type lined struct {
	at   int // the chosen line
	from int // the first that is shown
}

// bring chooses one of so many lines, or the nearest that there is, and brings it into sight where that many have room.
func (l *lined) bring(at, lines, rows int) {
	l.at = max(min(at, lines-1), 0)
	l.from = min(max(l.from, l.at-rows+1), l.at)
}

// under is the line that is shown at y, where the list begins at top.
func (l *lined) under(y, top, lines, rows int) (at int, ok bool) {
	at = l.from + y - top
	return at, y >= top && y < top+rows && at < lines
}

// wheeled is how many lines a notch of the wheel goes.
const wheeled = 3

// leads is the line that a key or the wheel leads to from another, in a list of so many lines of which that many are
// shown: it may lie beyond the list's ends. ok: it is a key that chooses lines.
func (k *keymap) leads(msg tea.Msg, at, lines, rows int) (to int, ok bool) {
	switch wheel, _ := msg.(tea.MouseWheelMsg); {
	case pressed(msg, k.Up):
		return at - 1, true
	case pressed(msg, k.Down):
		return at + 1, true
	case pressed(msg, k.PageUp):
		return at - rows, true
	case pressed(msg, k.PageDown):
		return at + rows, true
	case pressed(msg, k.First):
		return 0, true
	case pressed(msg, k.Last):
		return lines - 1, true
	case wheel.Button == tea.MouseWheelUp:
		return at - wheeled, true
	case wheel.Button == tea.MouseWheelDown:
		return at + wheeled, true
	}
	return at, false
}
