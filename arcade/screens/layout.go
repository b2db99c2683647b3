package screens

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// layout is a player's own keys. The screens and the games know the keys of QWERTY; a layout says for which of them a
// key that is pressed stands, and back. The zero layout changes nothing. It is read only once it is made.
type layout struct {
	preset string            // its id, "" for qwerty
	swaps  []string          // pairs of keys that changed places after it: "nx"
	means  map[string]string // by the key that is pressed
	shows  map[string]string // by the key that is meant
}

// preset is a layout to begin with: on each key of a row, the one that is meant.
type preset struct {
	id, title string
	keys      [][2]string // pressed, meant
}

// presets are the layouts that can be chosen. Dvorak and Colemak have every key where QWERTY has it on the keyboard,
// AZERTY the four letters that lie elsewhere; for one hand, keys of the other that matter change places with some of the
// near side that have a second meaning or none.
func presets() []preset {
	both := func(pressed, meant string) [][2]string {
		return [][2]string{{pressed, meant}, {strings.ToUpper(pressed), strings.ToUpper(meant)}}
	}
	swap := func(a, b string) [][2]string { return [][2]string{{a + b, b + a}} }
	return []preset{
		{"", "QWERTY", nil},
		{"colemak", "Colemak", append(both("qwfpgjluyarstdhneizxcvbkm", "qwertyuioasdfghjklzxcvbnm"), [2]string{";:oO", "pP;:"})},
		{"dvorak", "Dvorak", append(both("pyfgcrlaoeuidhtnqjkxbm", "rtyuiopasdfghjklxcvbnm"),
			[2]string{`',.;wvzs`, `qwez,./;`}, [2]string{`"<>:WVZS`, `QWEZ<>":`}, [2]string{"/", "'"})},
		{"azerty", "AZERTY", both("aqzw", "qawz")},
		{"left", "left hand", swap("GFBTEQZXCV`!", "HLnpiouy/mjN")},
		{"right", "right hand", swap(";'[]UPOIMKYJ97", "qfebcvGztxWRrs")},
	}
}

// newLayout makes a layout of a preset's id and of pairs of keys that change places after it, one after the other. What
// it does not know it leaves out.
func newLayout(id string, swaps []string) *layout {
	all := presets()
	at := max(slices.IndexFunc(all, func(p preset) bool { return p.id == id }), 0)
	l := &layout{preset: all[at].id, means: make(map[string]string)}
	for _, row := range all[at].keys {
		meant := []rune(row[1])
		for i, r := range []rune(row[0]) {
			l.means[string(r)] = string(meant[i])
		}
	}
	for _, s := range swaps {
		if a, b, ok := swapped(s); ok && len(l.swaps) < maxSwaps {
			l.swaps = append(l.swaps, s)
			l.means[a], l.means[b] = l.meant(b), l.meant(a)
		}
	}
	maps.DeleteFunc(l.means, func(pressed, meant string) bool { return pressed == meant })
	l.shows = make(map[string]string, len(l.means))
	for pressed, meant := range l.means {
		l.shows[meant] = pressed
	}
	return l
}

// maxSwaps bounds what is kept with the settings.
const maxSwaps = 100

// swapped are the two keys of a pair.
func swapped(pair string) (a, b string, ok bool) {
	rs := []rune(pair)
	if len(rs) != 2 || rs[0] == rs[1] {
		return "", "", false
	}
	a, b = string(rs[0]), string(rs[1])
	return a, b, free(a) && free(b)
}

// free reports whether a key can be given another meaning: a letter, a digit or a sign, but for the one that always
// helps. Enter, esc, the arrows and what else has a name of its own stay what they are.
func free(key string) bool {
	r, n := utf8.DecodeRuneInString(key)
	return n == len(key) && r != utf8.RuneError && r != '?' && unicode.IsGraphic(r) && !unicode.IsSpace(r) && !unicode.IsMark(r)
}

// meant is the key for which one that is pressed stands.
func (l *layout) meant(pressed string) string {
	if m, ok := l.means[pressed]; ok {
		return m
	}
	return pressed
}

// shown is the key that is to be pressed for one that is meant.
func (l *layout) shown(meant string) string {
	if p, ok := l.shows[meant]; ok {
		return p
	}
	return meant
}

// names are keys as a hint names them, with spaces between them, as the player presses them.
func (l *layout) names(meant string) string {
	if len(l.shows) == 0 {
		return meant
	}
	words := strings.Split(meant, " ")
	for i, w := range words {
		words[i] = l.shown(w)
	}
	return strings.Join(words, " ")
}

// give lets a key stand for another: what it stood for goes to the key that did so before. It returns the layout that
// comes of it.
func (l *layout) give(pressed, meant string) *layout {
	if was := l.shown(meant); was != pressed && free(pressed) && free(was) {
		return newLayout(l.preset, append(slices.Clone(l.swaps), was+pressed))
	}
	return l
}

// write is the layout as it is kept with the settings: a preset's id, and the pairs.
func (l *layout) write() string {
	if l.preset == "" && len(l.swaps) == 0 {
		return ""
	}
	return strings.Join(append([]string{l.preset}, l.swaps...), " ")
}

// readLayout reads what write wrote.
func readLayout(text string) *layout {
	words := strings.Split(text, " ")
	return newLayout(words[0], words[1:])
}
