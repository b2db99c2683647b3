package look

import (
	"strings"
	"unicode/utf8"

	"arcade.example.com/games"
)

// Narrow is the width in columns below which a window is taken for a phone's: one column, and what can be done stands
// where it can be tapped.
const Narrow = 60

// Foot is the line of the keys that work right now, as it is drawn and as it is clicked.
type Foot []piece

// piece is a text of the line, and the key that a click on it presses, as games.Input names it; "" for none.
type piece struct {
	x      int
	text   string
	key    string
	fg, bg games.Ink
}

// NewFoot lays the keys out in so many columns. Where they do not all fit they stand closer, and then the less useful
// go; the last two, the way back and the help, are always there. In a narrow window each is a target for a finger, the
// last two first.
func NewFoot(width int, keys []games.Hint) Foot {
	always := max(len(keys)-2, 0)
	if width < Narrow {
		return targets(width, append(append([]games.Hint(nil), keys[always:]...), keys[:always]...))
	}
	gap := 3
	if footWidth(keys, gap) > width {
		gap = 2
	}
	room := width - 1 - footWidth(keys[always:], gap)
	x := 2
	var foot Foot
	for i, k := range keys {
		if i < always {
			n := footWidth(keys[i:i+1], gap)
			if n > room {
				continue
			}
			room -= n
		}
		foot, x = append(foot, Hint(x, k)...), x+footWidth(keys[i:i+1], gap)
	}
	return foot
}

func footWidth(keys []games.Hint, gap int) (n int) {
	for _, k := range keys {
		n += hintWidth(k) + gap
	}
	return n
}

func hintWidth(k games.Hint) int {
	return utf8.RuneCountInString(k.Key) + 1 + utf8.RuneCountInString(k.Does)
}

// Hint lays one hint out from column x on: each key by itself, and what it does, which stands for a single key.
func Hint(x int, k games.Hint) (foot Foot) {
	names := keysOf(k.Key)
	for _, n := range names {
		foot = append(foot, piece{x + n.x, n.shown, n.key, games.Accent.Ink(), 0})
	}
	word := piece{x: x + utf8.RuneCountInString(k.Key) + 1, text: k.Does, fg: games.Dim.Ink()}
	if len(names) == 1 {
		word.key = names[0].key
	}
	return append(foot, word)
}

// Answers lays out the keys that answer a sentence, from column x on.
func Answers(x int, keys []games.Hint) (foot Foot) {
	for _, k := range keys {
		foot, x = append(foot, Hint(x, k)...), x+footWidth([]games.Hint{k}, 3)
	}
	return foot
}

// targets are the keys as far as they fit, each as wide as a finger needs: by its word, or where several do one thing by
// their names.
func targets(width int, keys []games.Hint) (foot Foot) {
	x := 0
	for _, k := range keys {
		names := keysOf(k.Key)
		for _, n := range names {
			text := " " + n.shown + " "
			if len(names) == 1 {
				text = " " + k.Does + " "
			}
			if w := utf8.RuneCountInString(text); x+w <= width {
				foot = append(foot, piece{x, text, n.key, games.Accent.Ink(), games.Select.Ink()})
				x += w + 1
			}
		}
	}
	return foot
}

// Draw draws the line on row y.
func (f Foot) Draw(c *games.Canvas, y int) {
	for _, p := range f {
		c.Text(p.x, y, p.text, p.fg, p.bg)
	}
}

// At is the key that a click on column x presses, "" for none.
func (f Foot) At(x int) string {
	for _, p := range f {
		if x >= p.x && x < p.x+utf8.RuneCountInString(p.text) {
			return p.key
		}
	}
	return ""
}

// KeyOf is the key of a Hint.Key that stands at column x; a single one stands for the whole line. "" for none.
func KeyOf(text string, x int) string {
	names := keysOf(text)
	if len(names) == 1 {
		return names[0].key
	}
	for _, n := range names {
		if x >= n.x && x < n.x+utf8.RuneCountInString(n.shown) {
			return n.key
		}
	}
	return ""
}

// named is one of the keys that a hint names, as it stands there and as games.Input names it.
type named struct {
	x          int
	shown, key string
}

var arrows = map[rune]string{'↑': "up", '↓': "down", '←': "left", '→': "right"}

// keysOf are the keys of a Hint.Key: "e b" are two, and so are "shift+←→".
func keysOf(text string) (list []named) {
	x := 0
	for word := range strings.SplitSeq(text, " ") {
		width := utf8.RuneCountInString(word)
		mods := word[:strings.LastIndexByte(word, '+')+1]
		rest := word[len(mods):]
		if first, _ := utf8.DecodeRuneInString(rest); arrows[first] == "" {
			list = append(list, named{x, word, strings.Replace(word, "pgdn", "pgdown", 1)})
			x += width + 1
			continue
		}
		at := x
		for _, r := range rest {
			shown := string(r)
			if at == x {
				shown = mods + shown
			}
			list = append(list, named{at, shown, mods + arrows[r]})
			at += utf8.RuneCountInString(shown)
		}
		x += width + 1
	}
	return list
}
