package display

import "strings"

// MaxNotice is the most characters of a notice.
const MaxNotice = 60

// Ring calls the player who looks elsewhere: with the bell.
func (d *Display) Ring() { d.notify("\a") }

// Notify calls them with a text, in the way that the terminal said is its own; with the bell where it did not answer
// AskName, or has no other way.
func (d *Display) Notify(text string) {
	d.mu.Lock()
	name := d.name
	d.mu.Unlock()
	d.notify(notice(name, text))
}

func (d *Display) notify(sequence string) {
	d.mu.Lock()
	d.notice = sequence
	b := d.begin()
	d.mu.Unlock()
	d.write(b)
}

// notice is the sequence that shows a notice in a terminal of that name. A text can neither end it early nor be taken
// for a parameter.
func notice(name, text string) string {
	text = plain(strings.ReplaceAll(text, ";", ","), MaxNotice)
	name = strings.ToLower(name)
	is := func(names ...string) bool {
		for _, n := range names {
			if strings.HasPrefix(name, n) {
				return true
			}
		}
		return false
	}
	switch {
	case text == "":
	case is("kitty"):
		return "\x1b]99;;" + text + "\x1b\\"
	case is("foot", "vte", "ghostty", "wezterm", "rxvt"):
		return "\x1b]777;notify;arcade;" + text + "\x1b\\"
	case is("iterm2"):
		return "\x1b]9;" + text + "\x1b\\"
	}
	return "\a"
}
