package screens

import "charm.land/bubbles/v2/key"

// keymap is every binding of the screens: the keys and, from the same place, the help that names them.
type keymap struct {
	Up, Down, Left, Right, PageUp, PageDown, First, Last   key.Binding
	Enter, Back, Help, Quit, Tab, ShiftTab                 key.Binding
	New, Same, Leaderboard, Ghost, Find, Me, Custom, Watch key.Binding
	Yes, No, Cancel, Link, Code                            key.Binding
}

func newKeymap() *keymap {
	b := func(help, does string, keys ...string) key.Binding {
		return key.NewBinding(key.WithKeys(keys...), key.WithHelp(help, does))
	}
	return &keymap{
		Up: b("↑↓", "choose", "up", "k", "w"), Down: b("↑↓", "choose", "down", "j", "s"),
		Left: b("←→", "mode", "left", "h", "a"), Right: b("←→", "mode", "right", "l", "d"),
		PageUp: b("pgup", "page up", "pgup", "ctrl+b"), PageDown: b("pgdn", "page down", "pgdown", "ctrl+f"),
		First: b("home", "first", "home"), Last: b("end", "last", "end"),
		Enter: b("enter", "play", "enter", "space"), Back: b("q", "back", "q", "Q", "esc"),
		Help: b("?", "help", "?"), Quit: b("q", "quit", "q", "Q", "esc"),
		Tab: b("tab", "next", "tab"), ShiftTab: b("shift+tab", "previous", "shift+tab"),
		New: b("n", "new", "n", "N"), Same: b("r", "same again", "r", "R"),
		Leaderboard: b("L", "leaderboard", "L"), Ghost: b("G", "race a ghost", "G", "g"),
		Find: b("/", "find", "/"), Me: b("m", "me", "m", "M"), Custom: b("c", "custom", "c", "C"), Watch: b("v", "watch", "v", "V"),
		Yes: b("y", "yes", "y", "Y", "enter"), No: b("n", "no", "n", "N", "esc", "q"),
		Cancel: b("esc", "cancel", "esc"), Link: b("l", "link a key", "l", "L"), Code: b("c", "type a code", "c", "C"),
	}
}

// says is the binding with another word for what it does on this screen.
func says(b key.Binding, does string) key.Binding {
	b.SetHelp(b.Help().Key, does)
	return b
}
