package maze

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arcade.example.com/games"
)

var update = flag.Bool("update", false, "write the pictures that tests compare with")

// letters show roles as characters.
var letters = map[games.Role]rune{
	games.Plain: '~', games.Wall: '#', games.Open: ' ', games.Path: '.', games.Trail: ',',
	games.Entrance: 'S', games.Exit: 'E', games.You: '@', games.Rival: '&',
}

// blocks is a canvas of half blocks as text, a line for each half of a row; what it is otherwise is '?'.
func blocks(c *games.Canvas) string {
	w, h := c.Size()
	var b strings.Builder
	letter := func(ink games.Ink) rune {
		if r, ok := letters[ink.Role()]; ok {
			return r
		}
		return '?'
	}
	for line := range 2 * h {
		for x := range w {
			cell := c.At(x, line/2)
			ink := cell.BG
			if cell.Rune == '▀' && line%2 == 0 || cell.Rune == '▄' && line%2 == 1 {
				ink = cell.FG
			}
			b.WriteRune(letter(ink))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// glyphs is a canvas of characters as text.
func glyphs(c *games.Canvas) string {
	w, h := c.Size()
	var b strings.Builder
	for y := range h {
		var line strings.Builder
		for x := range w {
			line.WriteRune(max(c.At(x, y).Rune, ' '))
		}
		b.WriteString(strings.TrimRight(line.String(), " "))
		b.WriteByte('\n')
	}
	return b.String()
}

// golden compares with what was once looked at and found good.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s has changed:\n%s", name, got)
	}
}

// Every listed size from above, in the middle of a run, at 80x24: colours are drawn in half blocks, and without them
// each thing has its own glyph.
func TestAbove(t *testing.T) {
	for _, n := range ranked {
		for _, look := range []struct {
			name string
			of   func(*games.Canvas) string
			all  []games.Options
		}{
			{"colours", blocks, []games.Options{{Depth: games.TrueColour}, {Depth: games.Colours256}, {Depth: games.Colours16}}},
			{"mono", glyphs, []games.Options{{Depth: games.Mono}}},
			{"ascii", glyphs, []games.Options{{ASCII: true}, {ASCII: true, Depth: games.Mono}}},
		} {
			name := fmt.Sprintf("above-%d-%s.txt", n, look.name)
			for _, o := range look.all {
				golden(t, name, look.of(midway(t, n, o)))
			}
		}
	}
}

// midway is the picture of a run halfway through a maze, off the path, with the path shown and a ghost ahead.
func midway(t *testing.T, n int, o games.Options) *games.Canvas {
	o.Motion = games.NoMotion
	k := newHand(t, deal(plan{w: n, h: n}, 2), 80, 22, o)
	way := k.s.m.path()
	half := len(way) / 2
	for i, p := range way[1:half] {
		k.key([...]string{"up", "right", "down", "left"}[toward(way[i], p)])
	}
	k.keys("shift+up shift+right shift+down shift+left p")
	ghost := *start(k.s.m)
	ghost.at = way[half+5]
	return k.canvas(games.Ghost{Name: "ana", State: &ghost})
}

// A step changes the two points that it goes between, and no more.
func TestStepIsSmall(t *testing.T) {
	for n, cells := range map[int]int{5: 16, 10: 4, 15: 2, 20: 2, 40: 2} {
		k := newHand(t, deal(plan{w: n, h: n}, 1), 80, 22, games.Options{})
		way := k.s.m.path()
		for i, p := range way[1 : len(way)/2] {
			before, from := k.canvas(), k.b.lens.from
			k.key([...]string{"up", "right", "down", "left"}[toward(way[i], p)])
			if got := differ(before, k.canvas()); got > cells && k.b.lens.from == from {
				t.Errorf("%dx%d: %d cells change at step %d, want at most %d", n, n, got, i, cells)
			}
		}
	}
}

func differ(a, b *games.Canvas) (n int) {
	_, h := a.Size()
	for y := range h {
		for x, cell := range a.Row(y) {
			if b.At(x, y) != cell {
				n++
			}
		}
	}
	return n
}

func BenchmarkDrawAbove(b *testing.B) {
	for _, n := range []int{5, 20, 40} {
		b.Run(fmt.Sprintf("%dx%d", n, n), func(b *testing.B) {
			s := start(deal(plan{w: n, h: n}, 1))
			var face board
			face.Fit(s, 80, 22, games.Options{})
			c := games.NewCanvas(80, 22)
			b.ReportAllocs()
			for b.Loop() {
				c.Clear()
				face.Draw(c, s, games.Scene{})
			}
		})
	}
}
