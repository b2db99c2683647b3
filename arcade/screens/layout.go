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
	edits  []string          // what was changed after it, in turn: "nx", two keys change places; "]=pgdown", a key does what another does too
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

// newLayout makes a layout of a preset's id and of what is changed after it, one after the other. What it does not know,
// and what would take away something that a key does, it leaves out.
func newLayout(id string, edits []string) *layout {
	all := presets()
	at := max(slices.IndexFunc(all, func(p preset) bool { return p.id == id }), 0)
	l := &layout{preset: all[at].id, means: make(map[string]string)}
	for _, row := range all[at].keys {
		meant := []rune(row[1])
		for i, r := range []rune(row[0]) {
			l.means[string(r)] = string(meant[i])
		}
	}
	had := make(map[string]bool) // the named keys that one of the player's own stands for
	for _, edit := range edits[:min(len(edits), maxEdits)] {
		if a, b, ok := swapped(edit); ok {
			l.means[a], l.means[b] = l.meant(b), l.meant(a)
		} else if own, name, ok := added(edit); ok && !had[name] && idle(l.meant(own)) {
			l.means[own], had[name] = name, true
		} else {
			continue
		}
		l.edits = append(l.edits, edit)
	}
	maps.DeleteFunc(l.means, func(pressed, meant string) bool { return pressed == meant })
	l.shows = make(map[string]string, len(l.means))
	for pressed, meant := range l.means {
		l.shows[meant] = pressed
	}
	return l
}

// maxEdits bounds what is kept with the settings.
const maxEdits = 100

// swapped are the two keys of a pair.
func swapped(pair string) (a, b string, ok bool) {
	rs := []rune(pair)
	if len(rs) != 2 || rs[0] == rs[1] {
		return "", "", false
	}
	a, b = string(rs[0]), string(rs[1])
	return a, b, free(a) && free(b)
}

// added are a key and the named one that it stands for besides.
func added(edit string) (own, name string, ok bool) {
	own, name, ok = strings.Cut(edit, "=")
	if own == "" { // it is = itself
		own, name, ok = "=", strings.TrimPrefix(name, "="), strings.HasPrefix(name, "=")
	}
	return own, name, ok && free(own) && hasName(name)
}

// hasName reports whether a key has a name of its own: it always does what it does, and another may do the same.
func hasName(key string) bool {
	_, ok := codes[key]
	return ok || key == interrupt
}

// spare are the signs and digits of a keyboard of which no screen and no game makes anything.
const spare = "79!\"#%&'()*:;<=>@[\\]^_`{|}~"

// idle reports whether nothing is lost with what a key stands for.
func idle(meant string) bool {
	r, _ := utf8.DecodeRuneInString(meant)
	return free(meant) && (r > unicode.MaxASCII || strings.ContainsRune(spare, r))
}

// free reports whether a key can be given another meaning: a letter, a digit or a sign, but for the one that always
// helps.
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
		if strings.Contains(w, "+") {
			continue
		}
		for _, arrow := range []string{"up", "down", "left", "right"} {
			if own := l.shown(arrow); own != arrow {
				words[i] = strings.ReplaceAll(words[i], keyName(arrow), " "+own+" ")
			}
		}
	}
	return strings.Join(strings.Fields(strings.Join(words, " ")), " ")
}

// give lets a key stand for another: what it stood for goes to the key that did so before, and where that is a named one,
// which stays what it is, nothing may be lost with it. It returns the layout that comes of it, itself where it may not be.
func (l *layout) give(pressed, meant string) *layout {
	was := l.shown(meant)
	edit := was + pressed
	if was == meant && hasName(meant) {
		edit = pressed + "=" + meant
	}
	if given := newLayout(l.preset, append(slices.Clone(l.edits), edit)); given.meant(pressed) == meant {
		return given
	}
	return l
}

// alone lets a named key have none of the player's besides.
func (l *layout) alone(name string) *layout {
	return newLayout(l.preset, slices.DeleteFunc(slices.Clone(l.edits), func(edit string) bool {
		_, n, ok := added(edit)
		return ok && n == name
	}))
}

// write is the layout as it is kept with the settings: a preset's id, and what was changed after it.
func (l *layout) write() string {
	if l.preset == "" && len(l.edits) == 0 {
		return ""
	}
	return strings.Join(append([]string{l.preset}, l.edits...), " ")
}

// readLayout reads what write wrote.
func readLayout(text string) *layout {
	words := strings.Split(text, " ")
	return newLayout(words[0], words[1:])
}
