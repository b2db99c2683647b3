package screens

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

func TestFieldTakesKeysAndPastes(t *testing.T) {
	for _, test := range []struct {
		keys        []string // one of up to three letters is typed
		paste, want string
	}{
		{[]string{"a", "space", "b"}, "", "a b"},
		{[]string{"abc", "backspace"}, "", "ab"},
		{[]string{"abc", "left", "left", "X"}, "", "aXbc"},
		{[]string{"abc", "ctrl+u", "d"}, "", "d"},
		{[]string{"abc", "home", "ctrl+k"}, "", ""},
		{[]string{"a", "ñ", "b"}, "", "ab"},
		{[]string{"a", "ctrl+v"}, "", "a"}, // the clipboard is the server's
		{[]string{"a"}, "bc\nq", "abc"},
		{[]string{"a"}, "ñ", "a"},
		{[]string{"a", "home"}, "b", "ba"},
		{nil, strings.Repeat("x", 99), strings.Repeat("x", fieldLength)},
	} {
		f := newField(newKeymap(newLayout("", nil)), "")
		for _, name := range test.keys {
			if name == "space" {
				f.types(tea.KeyPressMsg{Code: tea.KeySpace, Text: " "})
				continue
			}
			if len(name) > 3 {
				f.types(keyMsg(t, name))
				continue
			}
			for _, r := range name {
				f.types(tea.KeyPressMsg{Code: r, Text: string(r)})
			}
		}
		f.types(tea.PasteMsg{Content: test.paste})
		if got := f.text(); got != test.want {
			t.Errorf("%q and a paste of %q give %q, want %q", test.keys, test.paste, got, test.want)
		}
	}
}
