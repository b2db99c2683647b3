package arcade

import tea "charm.land/bubbletea/v2"

// field is a line of text that is being typed: printable ASCII, as much as a name or a code may have.
type field struct{ text string }

const fieldLength = 32

// press takes a key. done: the field is closed, by Enter when ok, by Esc otherwise.
func (f *field) press(msg tea.KeyPressMsg) (done, ok bool) {
	switch msg.String() {
	case "enter":
		return true, true
	case "esc":
		return true, false
	case "backspace":
		if f.text != "" {
			f.text = f.text[:len(f.text)-1]
		}
	case "ctrl+u":
		f.text = ""
	default:
		if t := msg.Text; len(t) == 1 && t[0] >= ' ' && t[0] <= '~' && len(f.text) < fieldLength {
			f.text += t
		}
	}
	return false, false
}
