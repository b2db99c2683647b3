package screens

import (
	"slices"
	"strings"
	"testing"
)

// typeable are the keys that a keyboard types.
func typeable() (keys []string) {
	for r := '!'; r <= '~'; r++ {
		keys = append(keys, string(r))
	}
	return keys
}

// whole fails the test where a layout loses something that a key of QWERTY does.
func whole(t *testing.T, l *layout) {
	t.Helper()
	can := map[string]bool{}
	for _, key := range typeable() {
		can[l.meant(key)] = true
	}
	for _, key := range l.means {
		can[key] = true
	}
	for _, b := range newKeymap(l).table() {
		for _, key := range strings.Fields(b.keys) {
			if free(key) && !can[key] {
				t.Errorf("%s: nothing stands for %s, %s", l.preset, key, b.name)
			}
			if m := l.meant(l.shown(key)); m != key {
				t.Errorf("%s: %s is shown for %s, and stands for %s", l.preset, l.shown(key), key, m)
			}
		}
	}
	if l.meant("?") != "?" || l.shown("?") != "?" {
		t.Errorf("%s: ? is %s", l.preset, l.meant("?"))
	}
}

func TestPresetsLoseNothing(t *testing.T) {
	for _, p := range presets() {
		l := newLayout(p.id, nil)
		if whole(t, l); l.preset != p.id || l.write() != p.id {
			t.Errorf("%s is %s, and written as %q", p.id, l.preset, l.write())
		}
	}
	for id, want := range map[string]string{"colemak": "wars", "dvorak": ",aoe", "azerty": "zqsd", "left": "wasd"} {
		l := newLayout(id, nil)
		if got := l.shown("w") + l.shown("a") + l.shown("s") + l.shown("d"); got != want {
			t.Errorf("%s walks with %s, want %s", id, got, want)
		}
	}
}

func TestOneHandReachesAll(t *testing.T) {
	reach := map[string]string{"left": "`12345qwertasdfgzxcvbQWERTASDFGZXCVB!@#$%", "right": "67890-=yuiop[]\\hjkl;'nm,./YUIOP{}HJKL:\"NM<>?^&*()_+"}
	for id, keys := range reach {
		l := newLayout(id, nil)
		for _, b := range newKeymap(l).table() {
			near := slices.ContainsFunc(strings.Fields(b.keys), func(key string) bool {
				return !free(key) || strings.Contains(keys, l.shown(key))
			})
			speed := strings.Contains("normal double fourfold eightfold say step-on step-back", b.name) // + and - do, and arrows
			if !near && !speed {
				t.Errorf("%s hand: %s is out of reach", id, b.name)
			}
		}
	}
}

// Whatever is given to whichever key, nothing is lost, and it is the same when it is read again.
func TestGivingKeysLosesNothing(t *testing.T) {
	for _, p := range presets() {
		l := newLayout(p.id, nil)
		for i, key := range typeable() {
			meant := typeable()[(i*37+11)%94]
			given := l.give(key, meant)
			if free(key) && free(meant) && given.meant(key) != meant {
				t.Errorf("%s was given %s, and stands for %s", key, meant, given.meant(key))
			}
			l = given
		}
		whole(t, l)
		again := readLayout(l.write())
		for _, key := range typeable() {
			if again.meant(key) != l.meant(key) {
				t.Errorf("%s stood for %s, read again for %s", key, l.meant(key), again.meant(key))
			}
		}
	}
}

func TestLayoutNames(t *testing.T) {
	l := newLayout("azerty", []string{"nx"})
	for keys, want := range map[string]string{"e b": "e b", "n": "x", "a w": "q z", "↑↓←→": "↑↓←→", "shift+←→": "shift+←→", "?": "?"} {
		if got := l.names(keys); got != want {
			t.Errorf("%s is shown as %s, want %s", keys, got, want)
		}
	}
}

// What is read may have been written by anybody: keys that help and lead out stay what they are.
func FuzzReadLayout(f *testing.F) {
	f.Add("")
	f.Add("dvorak nx ab")
	f.Add("nonsense ?q \x1b[ é€ 11 abc")
	f.Fuzz(func(t *testing.T, text string) {
		l := readLayout(text)
		whole(t, l)
		if again := readLayout(l.write()); again.write() != l.write() {
			t.Errorf("%q is written as %q, then as %q", text, l.write(), again.write())
		}
		for _, key := range []string{"?", "enter", "esc", "up", "ctrl+c", "space"} {
			if l.meant(key) != key {
				t.Errorf("%s stands for %s", key, l.meant(key))
			}
		}
	})
}
