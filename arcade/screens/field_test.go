package screens

import (
	"strings"
	"testing"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/storage/storagetest"
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

// What can be typed is told before anything is, and a wrong entry stays in its field, with the rule that it broke.
func TestAWrongEntryStays(t *testing.T) {
	for _, size := range windows {
		synctest.Test(t, func(t *testing.T) {
			d := sit(t, twoNamed(t), storagetest.Key(1), size.w, size.h)
			flat := func() string { return strings.Join(strings.Fields(d.screen()), " ") }
			told := func(text string) {
				t.Helper()
				if !strings.Contains(flat(), text) {
					t.Errorf("%v: %q is not told:\n%s", size, text, d.screen())
				}
			}
			d.press("c")
			told("3x3 to 200x200, such as 33x21 or 20x20+wilson")
			d.press("9", "x", "enter")
			told("Maze 9x▏")
			told(`no mode "9x": a size is WxH cells`)
			d.press("esc", "down", "c")
			told("such as 24x20/80")
			d.press("esc", "up", "up", "right", "enter", "c", "n", "o", "-", "c", "o", "d", "e", "enter")
			told("code no-code▏")
			told("There is no such code")
			d.press("backspace")
			told("code no-cod▏")
			if strings.Contains(flat(), "no such code") {
				t.Error("what was wrong is still told when it is mended")
			}
		})
	}
}
