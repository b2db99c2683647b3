package screens

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"
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
			if hasName(key) && l.meant(key) != key {
				t.Errorf("%s: %s stands for %s", l.preset, key, l.meant(key))
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

// A key that a player's own may replace is one that does nothing anywhere: an action or a game that takes one into use
// takes it off the list.
func TestSpareKeysDoNothing(t *testing.T) {
	used := map[string]bool{}
	for _, b := range newKeymap(newLayout("", nil)).table() {
		for _, key := range strings.Fields(b.keys) {
			used[key] = true
		}
	}
	for _, g := range twoGames() {
		for _, h := range g.Keys {
			for _, key := range strings.Fields(h.Key) {
				used[key] = true
			}
		}
	}
	for _, key := range typeable() {
		letter := unicode.IsLetter([]rune(key)[0])
		if want := !letter && !used[key] && free(key); idle(key) != want {
			t.Errorf("%s is spare: %v, want %v", key, idle(key), want)
		}
		if letter && !used[key] && !used[strings.ToLower(key)] {
			t.Errorf("%s does nothing, and could be spare", key)
		}
	}
}

func TestKeysBesidesNamedOnes(t *testing.T) {
	tests := []struct {
		text, kept string
		means      map[string]string
	}{
		{" ]=pgdown", " ]=pgdown", map[string]string{"]": "pgdown", "pgdown": "pgdown"}},
		{" ==tab é=up ~=ctrl+c", " ==tab é=up ~=ctrl+c", map[string]string{"=": "tab", "é": "up", "~": "ctrl+c", "tab": "tab"}},
		{" ]=pgdown [=pgdown", " ]=pgdown", map[string]string{"[": "["}}, // one is enough
		{" n=pgdown", "", map[string]string{"n": "n"}},                   // which does something
		{" ]n n=pgdown", " ]n n=pgdown", map[string]string{"]": "n", "n": "pgdown"}},
		{" ]=pgdown x]", " ]=pgdown x]", map[string]string{"x": "pgdown", "]": "x"}},
		{"dvorak '=tab #=home", "dvorak #=home", map[string]string{"'": "q", "#": "home"}},
		{" ?=tab ]=f1 ]=x ]=", " ]=", map[string]string{"?": "?", "]": "="}},
		{" ]=pgdown ]=pgup", " ]=pgdown", map[string]string{"]": "pgdown"}},
		{"colemak nx", "colemak nx", map[string]string{"x": "j", "n": "x"}}, // as it was kept before there were any
	}
	for _, test := range tests {
		l := readLayout(test.text)
		if l.write() != test.kept {
			t.Errorf("%q is kept as %q, want %q", test.text, l.write(), test.kept)
		}
		for key, want := range test.means {
			if got := l.meant(key); got != want {
				t.Errorf("%q: %s stands for %s, want %s", test.text, key, got, want)
			}
		}
		whole(t, l)
	}
	l := readLayout(" ]=pgdown nx #=home")
	if got := l.alone("pgdown").write(); got != " nx #=home" {
		t.Errorf("without its own key it is kept as %q", got)
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
		l = newLayout(p.id, nil)
		for i, name := range append(slices.Sorted(maps.Keys(codes)), interrupt) {
			for _, key := range typeable() {
				if l = l.give(key, name); l.meant(key) == name {
					break
				}
			}
			if l.meant(l.shown(name)) != name || l.shown(name) == name {
				t.Errorf("%s: %s is shown for %s", p.id, l.shown(name), name)
			}
			l = l.give(l.shown(name), typeable()[(i*6+32)%94]) // and to another, which does not lose it
			whole(t, l)
		}
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
	l = newLayout("", []string{"]=up", "#=left", "'=space"})
	for keys, want := range map[string]string{"↑↓←→": "] ↓ # →", "↑↓": "] ↓", "shift+↑": "shift+↑", "enter space": "enter '"} {
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
	f.Add("azerty ]=pgdown ]n n=tab ==enter ?=esc é=ctrl+c x=up")
	f.Fuzz(func(t *testing.T, text string) {
		l := readLayout(text)
		whole(t, l)
		if again := readLayout(l.write()); again.write() != l.write() {
			t.Errorf("%q is written as %q, then as %q", text, l.write(), again.write())
		}
		for _, key := range append(slices.Collect(maps.Keys(codes)), "?", interrupt) {
			if l.meant(key) != key {
				t.Errorf("%s stands for %s", key, l.meant(key))
			}
		}
	})
}
