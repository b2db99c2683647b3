package look

import (
	"iter"
	"strings"
	"unicode/utf8"

	"arcade.example.com/games"
)

// Narrow is the width in columns below which a window is taken for a phone's: one column, and what can be done stands
// where it can be tapped.
const Narrow = 60

// Foot is the line of the keys that work right now, as it is drawn and as it is clicked, piece by piece: it is drawn in
// every frame, so that nothing is kept of it. A nil one is empty.
type Foot func(yield func(piece) bool)

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
	return func(yield func(piece) bool) {
		room, x := width-1-footWidth(keys[always:], gap), 2
		for i, k := range keys {
			n := footWidth(keys[i:i+1], gap)
			if i < always {
				if n > room {
					continue
				}
				room -= n
			}
			if !hint(x, k, yield) {
				return
			}
			x += n
		}
	}
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

// hint lays one hint out from column x on: each key by itself, and what it does, which stands for a single key.
func hint(x int, k games.Hint, yield func(piece) bool) (more bool) {
	word := piece{x: x + utf8.RuneCountInString(k.Key) + 1, text: k.Does, fg: games.Dim.Ink()}
	for n := range keysOf(k.Key) {
		if !yield(piece{x + n.x, n.shown, n.key, games.Accent.Ink(), 0}) {
			return false
		}
		if n.only {
			word.key = n.key
		}
	}
	return yield(word)
}

// Answers lays out the keys that answer a sentence, from column x on.
func Answers(x int, keys []games.Hint) Foot {
	return func(yield func(piece) bool) {
		at := x
		for _, k := range keys {
			if !hint(at, k, yield) {
				return
			}
			at += hintWidth(k) + 3
		}
	}
}

// AnswersWidth is how many columns Answers takes.
func AnswersWidth(keys []games.Hint) int { return footWidth(keys, 3) - 3 }

// targets are the keys as far as they fit, each as wide as a finger needs: by its word, or where several do one thing by
// their names.
func targets(width int, keys []games.Hint) Foot {
	return func(yield func(piece) bool) {
		x := 0
		for _, k := range keys {
			for n := range keysOf(k.Key) {
				if strings.Contains(n.key, "+") && !strings.Contains(n.shown, "+") {
					continue // it would look like the key alone
				}
				text := " " + n.shown + " "
				if n.only {
					text = " " + k.Does + " "
				}
				w := utf8.RuneCountInString(text)
				if x+w > width {
					continue
				}
				if !yield(piece{x, text, n.key, games.Accent.Ink(), games.Select.Ink()}) {
					return
				}
				x += w + 1
			}
		}
	}
}

// Draw draws the line on row y.
func (f Foot) Draw(c *games.Canvas, y int) {
	if f == nil {
		return
	}
	for p := range f {
		c.Text(p.x, y, p.text, p.fg, p.bg)
	}
}

// At is the key that a click on column x presses, "" for none.
func (f Foot) At(x int) string {
	if f == nil {
		return ""
	}
	for p := range f {
		if x >= p.x && x < p.x+utf8.RuneCountInString(p.text) {
			return p.key
		}
	}
	return ""
}

// KeyOf is the key of a Hint.Key that stands at column x; a single one stands for the whole line. "" for none.
func KeyOf(text string, x int) string {
	for n := range keysOf(text) {
		if n.only || x >= n.x && x < n.x+utf8.RuneCountInString(n.shown) {
			return n.key
		}
	}
	return ""
}

// named is one of the keys that a hint names, as it stands there and as games.Input names it.
type named struct {
	x          int
	shown, key string
	only       bool // the hint names no other
}

var arrows = map[rune]string{'↑': "up", '↓': "down", '←': "left", '→': "right"}

// keysOf are the keys of a Hint.Key: "e b" are two, and so are "shift+←→".
func keysOf(text string) iter.Seq[named] {
	return func(yield func(named) bool) {
		x := 0
		for at := 0; at < len(text); {
			word, _, _ := strings.Cut(text[at:], " ")
			whole := word == text
			at += len(word) + 1
			mods := word[:strings.LastIndexByte(word, '+')+1]
			rest := word[len(mods):]
			if first, _ := utf8.DecodeRuneInString(rest); arrows[first] == "" {
				if !yield(named{x, word, strings.Replace(word, "pgdn", "pgdown", 1), whole}) {
					return
				}
				x += utf8.RuneCountInString(word) + 1
				continue
			}
			for shown := mods; rest != ""; shown = "" {
				arrow, n := utf8.DecodeRuneInString(rest)
				shown, rest = shown+rest[:n], rest[n:]
				if !yield(named{x, shown, mods + arrows[arrow], whole && len(shown) == len(word)}) {
					return
				}
				x += utf8.RuneCountInString(shown)
			}
			x++
		}
	}
}
