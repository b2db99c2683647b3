package maze

import (
	"strings"
	"testing"

	"arcade.example.com/games"
)

// Who walks into a wall feels it, and reads it where nothing moves; the next key goes on.
func TestBump(t *testing.T) {
	for _, motion := range []games.Motion{games.FullMotion, games.ReducedMotion, games.NoMotion} {
		for _, key := range []string{"up", "down"} {
			k := visit(t, read(t, small), 80, 24, games.Options{Motion: motion})
			k.put(point{0, 0}, north)
			if key == "down" {
				k.put(point{0, 0}, south)
			}
			rest := blocks(k.draw())
			k.key(key)
			if k.v.moving != (motion == games.FullMotion) {
				t.Errorf("motion %d: %s jolts: %t", motion, key, k.v.moving)
			}
			if !strings.Contains(glyphs(k.draw()), "A wall.") || len(k.moves) > 0 {
				t.Errorf("motion %d: %s says nothing, moves %v", motion, key, k.moves)
			}
			k.settle()
			k.key("left")
			k.key("right")
			k.settle()
			if blocks(k.draw()) != rest {
				t.Errorf("motion %d: afterwards it looks otherwise", motion)
			}
		}
	}
}

// Beside the compass stands where the revealed way goes on, unless one looks there; off the way, how to get back to it.
func TestWayMark(t *testing.T) {
	m := read(t, small) // its way: east, south, south, east
	for _, o := range []games.Options{{}, {ASCII: true}} {
		for _, test := range []struct {
			keys, want string
		}{
			{"", ""},
			{"left", "way right"},
			{"right", "left way"},
			{"right right", "behind way"},
			{"up up", "way right"},
			{"up up right up up right up up", "behind way"},
			{"up up right up up up up left up up", ""},
		} {
			k := visit(t, m, 40, 14, o)
			s, err := k.s.Apply(games.Reveal)
			if err != nil {
				t.Fatal(err)
			}
			k.s = s.(*state)
			for key := range strings.FieldsSeq(test.keys) {
				k.key(key)
				k.settle()
			}
			lines := strings.Split(glyphs(k.draw()), "\n")
			got := ""
			for _, word := range strings.Fields(lines[13]) {
				switch word {
				case "way":
					got += " way"
				case "→", ">":
					got += " right"
				case "←", "<":
					got += " left"
				case "↓", "v":
					got += " behind"
				}
			}
			if got = strings.TrimSpace(got); got != test.want {
				t.Errorf("%q: %q in %q, want %q", test.keys, got, lines[13], test.want)
			}
		}
	}
	k := visit(t, m, 40, 14, games.Options{})
	k.key("left")
	k.settle()
	if strings.Contains(glyphs(k.draw()), "way") {
		t.Error("the way is told that was not revealed")
	}
}
