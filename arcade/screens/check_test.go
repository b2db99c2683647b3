package screens

import (
	"image/color"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/check"
	"arcade.example.com/arcade/display"
	"arcade.example.com/arcade/playtest"
	"arcade.example.com/arcade/to"
	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

// What the terminal answers and shows to do stands on its line, and the line's key sets and stores what helps.
func TestCheck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHouse(t, storage.NewMemory())
		k := playtest.Key(t, 1)
		d := sit(t, h, k, 80, 24)
		d.env.ping = func() (time.Duration, error) { return 400 * time.Millisecond, nil }
		d.env.term = "xterm-256color"
		d.do(d.app.open(to.Check{}, false))
		d.settle()
		for _, text := range []string{"does not answer; TERM is xterm-256color", "400 ms", "copy here, then paste"} {
			d.shows(text)
		}
		for _, msg := range []tea.Msg{display.Named("foot(1.16)"), display.Mode{Number: display.ModeSynced}, display.Mode{Number: display.ModeFocus, Known: true},
			display.Width{Rune: '⚑', Columns: 2}, display.Class{62, 52}, tea.BackgroundColorMsg{Color: color.White}, tea.CapabilityMsg{Content: "RGB=8"},
			display.Arrived{Bytes: `\x1b[1;5D`, Key: "ctrl+left"}, tea.FocusMsg{}, tea.PasteMsg{Content: check.Sample + "\n"}, tea.MouseClickMsg{X: 3, Y: 20}} {
			d.send(msg)
			d.settle()
		}
		for _, text := range []string{"foot(1.16)", "true colour: it says so", "light", "⚑ takes 2", "clicks arrive", "it says when you look elsewhere",
			"it has no mode 2026", "what is copied here can be pasted", `\x1b[1;5D ctrl+left`} {
			d.shows(text)
		}
		for key, line := range map[string]string{"ascii": "Characters", "notices": "Focus", "motion": "Round trip", "copy": "Clipboard"} {
			d.click(line)
			d.press("enter")
			d.shows("Set: ")
			if set, err := h.Store.Settings(k); err != nil || set[key] == "" {
				t.Errorf("%s sets %v, %v", line, set, err)
			}
		}
		d.click("Focus")
		before := d.env.set.Notices
		d.press("enter") // it is so already
		if d.env.set.Notices != before {
			t.Errorf("notices are %q", d.env.set.Notices)
		}
		d.click("Keys")
		d.press("enter")
		d.shows("Layout")
		d.press("q", "q")
		d.shows("A R C A D E")
		d.click("Settings")
		d.click("Terminal")
		d.click("check it")
		d.shows("Round trip")
	})
}

// What cannot be stored is said.
func TestCheckSaysWhatIsNotStored(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHouse(t, storage.NewMemory())
		d := sit(t, h, playtest.Key(t, 1), 40, 18)
		d.do(d.app.open(to.Check{}, false))
		d.settle()
		h.Store = storagetest.Failing(h.Store, (&failing{at: 1, ever: true}).fails)
		d.press("down", "down", "enter")
		d.shows("Not stored")
	})
}
