package screens

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
		f.put(msg.Text)
	}
	return false, false
}

// put takes typed or pasted text: what of it a field may have.
func (f *field) put(text string) {
	for i := 0; i < len(text) && len(f.text) < fieldLength; i++ {
		if c := text[i]; c >= ' ' && c <= '~' {
			f.text += string(c)
		}
	}
}
