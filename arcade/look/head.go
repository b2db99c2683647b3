package look

import (
	"slices"
	"strings"
	"unicode/utf8"

	"arcade.example.com/games"
)

// Part is a piece of a head. Where the parts do not all fit, those of the least Weight go first, of equals the last one;
// the weightiest is always there. An empty Text is no part.
type Part struct {
	Text   string
	Weight int
	Right  bool // it stands at the right end
}

// Head draws the first line: where the player is, and what else is worth a word, which goes where there is no room.
func Head(c *games.Canvas, where, right string) {
	HeadOf(c, Part{Text: where, Weight: 1}, Part{Text: right, Right: true})
}

// HeadOf draws the first line from its parts, left and right in the order in which they are given.
func HeadOf(c *games.Canvas, parts ...Part) {
	w, _ := c.Size()
	var room [8]Part // so that a frame leaves no garbage behind
	list := room[:0]
	for _, p := range parts {
		if p.Text != "" {
			list = append(list, p)
		}
	}
	parts = list
	left, right := sides(parts)
	for len(parts) > 1 && headWidth(left, right) > w {
		least := 0
		for i, p := range parts {
			if p.Weight <= parts[least].Weight {
				least = i
			}
		}
		parts = slices.Delete(parts, least, least+1)
		left, right = sides(parts)
	}
	c.Text(2, 0, left, games.Strong.Ink(), 0)
	c.TextRight(w-2, 0, right, games.Dim.Ink(), 0)
}

// sides are the two texts of a head.
func sides(parts []Part) (left, right string) {
	var room [2][8]string
	lefts, rights := room[0][:0], room[1][:0]
	for _, p := range parts {
		if p.Right {
			rights = append(rights, p.Text)
		} else {
			lefts = append(lefts, p.Text)
		}
	}
	return strings.Join(lefts, " · "), strings.Join(rights, "   ")
}

// headWidth is the columns that a head takes, with two around each of its sides.
func headWidth(left, right string) int {
	n := 2
	for _, side := range []string{left, right} {
		if side != "" {
			n += utf8.RuneCountInString(side) + 2
		}
	}
	return n
}
