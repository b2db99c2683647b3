package screens

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"charm.land/bubbles/v2/textinput"

	"arcade.example.com/games"
)

// field is a line of text that is being typed: printable ASCII, as much as a name or a code may have. It exists only
// while it takes the keys, since it is larger than the screen that it is a part of.
type field struct {
	keys  *keymap
	input textinput.Model
}

const fieldLength = 32

func newField(k *keymap, text string) *field {
	in := textinput.New()
	in.CharLimit = fieldLength
	in.SetVirtualCursor(false)        // which blinks; ours is drawn
	in.KeyMap.Paste.SetEnabled(false) // it is the server's clipboard
	in.SetValue(text)
	in.CursorEnd()
	in.Focus()
	return &field{k, in}
}

// types takes a key or a paste. done: the field is closed, by Accept when ok, by Cancel otherwise.
func (f *field) types(msg tea.Msg) (done, ok bool) {
	switch m := msg.(type) {
	case tea.KeyPressMsg:
		if ok = pressed(m, f.keys.Accept); ok || pressed(m, f.keys.Cancel) {
			return true, ok
		}
		m.Text = printable(m.Text)
		msg = m
	case tea.PasteMsg:
		msg = tea.PasteMsg{Content: printable(m.Content)}
	}
	f.input, _ = f.input.Update(msg)
	return false, false
}

// printable is a text up to the first character that is not printable ASCII.
func printable(text string) string {
	if i := strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r > '~' }); i >= 0 {
		return text[:i]
	}
	return text
}

func (f *field) text() string { return f.input.Value() }

// draw draws what is typed, and where the next character goes.
func (f *field) draw(c *games.Canvas, x, y int, ink games.Ink) {
	text, at := f.text(), f.input.Position()
	end := c.Text(x, y, text, ink, 0)
	if at == len(text) {
		c.Text(end, y, "▏", games.Accent.Ink(), 0)
		return
	}
	c.Text(x+at, y, text[at:at+1], games.Strong.Ink(), games.Select.Ink())
}

// typed reports whether a message is for a field: a key or a paste.
func typed(msg tea.Msg) bool {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg:
		return true
	}
	return false
}
