package screens

import (
	"slices"
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"charm.land/bubbles/v2/key"

	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
)

// keymap is what the keys of a layout do in this house: one without others leads to none.
func (h *House) keymap(l *layout) *keymap {
	k := newKeymap(l)
	for _, b := range []*key.Binding{&k.Leaderboard, &k.Playing, &k.Room, &k.Rivals} {
		b.SetEnabled(!h.Local)
	}
	return k
}

// layOut takes the keys of the player's settings into use.
func (e *env) layOut() {
	if text := e.set.Keys; text != e.keys.layout.write() {
		e.keys = e.usual
		if text != "" {
			e.keys = e.keymap(readLayout(text))
		}
	}
}

// keysChoice is the settings' line for the keys.
func keysChoice() choice {
	var titles []string
	for _, p := range presets() {
		titles = append(titles, p.title)
	}
	return choice{"", "Keys", "where they lie; enter: any single one", titles,
		func(s settings) int { return readLayout(s.Keys).at() },
		func(s *settings, n int) { s.Keys = presets()[n].id }, to.Keys{}, "", nil}
}

// at is the number of the layout's preset.
func (l *layout) at() int {
	return slices.IndexFunc(presets(), func(p preset) bool { return p.id == l.preset })
}

// meant is a message with the key for which the one that was pressed stands; any other message is itself.
func (e *env) meant(msg tea.Msg) tea.Msg {
	if k, ok := msg.(tea.KeyPressMsg); ok && len(e.keys.layout.means) > 0 {
		return e.keyPress(k.String())
	}
	return msg
}

// keyPress is the message of a key that is pressed, by its name.
func (e *env) keyPress(name string) tea.KeyPressMsg { return keyPress(e.keys.layout.meant(name)) }

// hints are a board's, with the keys as the player presses them.
func (e *env) hints(hs []games.Hint) []games.Hint {
	if len(e.keys.layout.shows) == 0 {
		return hs
	}
	hs = slices.Clone(hs)
	for i := range hs {
		hs[i].Key = e.keys.layout.names(hs[i].Key)
	}
	return hs
}

// use is a key of QWERTY and all that it does, somewhere.
type use struct {
	key  string
	does string
}

// uses are the keys that can be given another place, letters first, as they lie on the keyboard, and last those with a name.
// A capital that does what its letter does is none of its own.
func (e *env) uses() (list []use) {
	does := make(map[string][]string)
	var keys []string
	note := func(key, what string) {
		if !free(key) && !hasName(key) {
			return
		}
		if does[key] == nil {
			keys = append(keys, key)
		}
		if !slices.Contains(does[key], what) {
			does[key] = append(does[key], what)
		}
	}
	for _, b := range e.keys.table() {
		for key := range strings.FieldsSeq(b.keys) {
			does := strings.ReplaceAll(b.name, "-", " ")
			if does == b.is.Keys()[0] && keyName(does) == does { // which says nothing
				does = b.does
			}
			note(key, does)
		}
	}
	for _, g := range e.Games {
		for _, h := range g.Keys {
			for key := range strings.FieldsSeq(h.Key) {
				note(key, h.Does)
			}
		}
	}
	slices.SortStableFunc(keys, func(a, b string) int { return order(a) - order(b) })
	for _, key := range keys {
		lower := strings.ToLower(key)
		if lower != key && slices.Equal(does[lower], does[key]) {
			continue
		}
		list = append(list, use{key, strings.Join(does[key], ", ")})
	}
	return list
}

// order is where a key stands in the list.
func order(key string) int {
	if hasName(key) {
		return 2000
	}
	r := []rune(key)[0]
	at := strings.Index(rows, strings.ToLower(key))
	switch {
	case at >= 0 && unicode.IsLower(r):
		return at
	case at >= 0:
		return at + 100
	}
	return 1000 + int(r)
}
