package maze

import (
	"strings"
	"testing"

	"arcade.example.com/games"
)

// A click out of sight walks as far as the way needs no choice, and never tells at a junction which way is right.
func TestClickOutOfSight(t *testing.T) {
	m := read(t, walks)
	for _, test := range []struct {
		name     string
		from, to point
		want     walk
	}{
		{"round corners", point{0, 0}, point{6, 0}, walk{dir: east, steps: 10}},
		{"to the junction", point{0, 0}, point{6, 4}, walk{dir: east, steps: 18}},
		{"beyond it, the only way there", point{0, 0}, point{8, 6}, walk{dir: east, steps: untilPlace}},
		{"from it round corners", point{6, 4}, point{0, 6}, walk{dir: west, steps: 12}},
		{"from it, two ways lead nearer", point{6, 4}, point{8, 6}, walk{}},
		{"from it, one does", point{6, 4}, point{6, 8}, walk{dir: south, steps: untilPlace}},
		{"the only way leads away", point{0, 0}, point{0, 4}, walk{}},
		{"in a corridor", point{4, 1}, point{8, 6}, walk{dir: south, steps: untilPlace}},
	} {
		s := &state{m: m, at: test.from}
		if got := s.toward(test.to); got != test.want {
			t.Errorf("%s: %+v, want %+v", test.name, got, test.want)
		}
	}
}

// A click anywhere on what is open makes only legal moves, and ends.
func TestClickAnywhere(t *testing.T) {
	m := dealt(t, "40x40", 3)
	r := games.NewRand(1, 1)
	k := newHand(t, m, 80, 22, games.Options{})
	for range 300 {
		k.input(games.Input{Kind: games.Press, Button: games.Left, X: r.N(80), Y: r.N(22)})
		for range 2000 {
			if !k.tick() {
				break
			}
		}
		if k.b.walk.steps != 0 {
			t.Fatal("a walk without an end")
		}
		if k.s.Status().Over() {
			break
		}
	}
	if len(k.moves) < 100 {
		t.Errorf("%d moves by 300 clicks", len(k.moves))
	}
}

// The wheel looks round in a maze that is larger than its window, and a step comes back.
func TestPan(t *testing.T) {
	k := newHand(t, dealt(t, "45x40", 1), 60, 20, games.Options{})
	home := k.b.lens.from
	wheel := func(button games.Button, n int) point {
		for range n {
			if !k.input(games.Input{Kind: games.Wheel, Button: button}) {
				t.Errorf("wheel %d is not used", button)
			}
		}
		return k.b.lens.from
	}
	if got := wheel(games.WheelDown, 1); got != (point{home.x, home.y + panDown}) {
		t.Errorf("down leads from %v to %v", home, got)
	}
	if got := wheel(games.WheelRight, 1); got != (point{home.x + panAcross, home.y + panDown}) {
		t.Errorf("right leads on to %v", got)
	}
	if got, want := wheel(games.WheelDown, 100), k.b.lens.h-1-k.b.lens.rows; got.y != want {
		t.Errorf("it ends at line %d, want %d", got.y, want)
	}
	wheel(games.WheelLeft, 100)
	if got := wheel(games.WheelUp, 100); got != (point{-1, -1}) || len(k.moves) > 0 {
		t.Errorf("back leads to %v, with the moves %v", got, k.moves)
	}
	wheel(games.WheelDown, 100)
	k.keys("shift+right shift+down")
	if halves(k.canvas(), games.You) != 1 {
		t.Error("after steps you are out of sight")
	}
	k = newHand(t, dealt(t, "10x10", 1), 80, 22, games.Options{})
	if k.input(games.Input{Kind: games.Wheel, Button: games.WheelDown}) {
		t.Error("the wheel is used where everything shows")
	}
}

// The overview shows all of a large maze: where walls are, you, the ends; any key but z goes on from there.
func TestOverview(t *testing.T) {
	for _, look := range []struct {
		name string
		o    games.Options
	}{{"colours", games.Options{}}, {"ascii", games.Options{ASCII: true}}} {
		k := newHand(t, dealt(t, "40x40", 1), 80, 22, look.o)
		k.keys("shift+right shift+down p")
		before := glyphs(k.canvas())
		k.keys("z")
		golden(t, "overview-40-"+look.name+".txt", glyphs(k.canvas()))
		k.keys("Z")
		if glyphs(k.canvas()) != before {
			t.Error("z does not lead back")
		}
		k.keys("z")
		made := len(k.moves)
		k.keys("u")
		if k.b.whole || len(k.moves) == made {
			t.Error("another key does not act")
		}
		k.keys("z")
		o := newOverview(k.s.m, 80, 22, k.s.at)
		k.input(games.Input{Kind: games.Press, Button: games.Left, X: o.left + o.cols - 1, Y: o.top + o.rows - 1})
		if k.b.whole || !strings.Contains(glyphs(k.canvas()), string(edges[north].block)) && !look.o.ASCII {
			t.Error("a press does not lead to that place")
		}
	}
	k := newHand(t, dealt(t, "10x10", 1), 80, 22, games.Options{})
	if k.key("z") {
		t.Error("z is used where everything shows")
	}
	k = newHand(t, dealt(t, "200x200", 1), 40, 15, games.Options{})
	k.keys("z")
	if got := glyphs(k.canvas()); !strings.Contains(got, "@") && !strings.Contains(got, "●") && !strings.Contains(got, string(things[you].block)) {
		t.Errorf("you are not in\n%s", got)
	}
}

// On a phone every key of the maze can be tapped.
func TestTaps(t *testing.T) {
	for _, test := range []struct{ mode, taps, want string }{
		{"20x20", "", "path inside overview"},
		{"10x10", "", "path inside"},
		{"10x10", "inside", "path run out map"},
		{"10x10", "inside run", "path retrace run out map"},
		{"10x10", "path inside run retrace out", "inside"},
		{"10x10-fp", "run", "path retrace run"},
	} {
		k := newHand(t, dealt(t, test.mode, 3), 40, 16, games.Options{Motion: games.NoMotion, Taps: true})
		for word := range strings.FieldsSeq(test.taps) {
			line := k.row(15)
			x := strings.Index(line, word)
			if x < 0 {
				t.Fatalf("%s: no %s in %q", test.mode, word, line)
			}
			k.input(games.Input{Kind: games.Press, Button: games.Left, X: x, Y: 15})
			for k.tick() {
			}
		}
		if got := strings.Join(strings.Fields(k.row(15)), " "); got != test.want {
			t.Errorf("%s after %q: the row is %q, want %q", test.mode, test.taps, got, test.want)
		}
		k.input(games.Input{Kind: games.Press, Button: games.Left, X: 39, Y: 15})
	}
	k := newHand(t, dealt(t, "10x10", 3), 40, 16, games.Options{})
	if got := k.row(15); strings.Contains(got, "path") {
		t.Errorf("a row for taps that nobody asked for: %q", got)
	}
}

// row is the text in a line of the picture, the row of taps included.
func (k *hand) row(y int) string {
	c := games.NewCanvas(k.b.w, y+1)
	k.b.Draw(c, k.s, games.Scene{})
	var line strings.Builder
	for _, cell := range c.Row(y) {
		line.WriteRune(max(cell.Rune, ' '))
	}
	return line.String()
}

// A maze can be played through by taps alone in a narrow window, from above and inside.
func TestWonByTaps(t *testing.T) {
	for _, id := range []string{"5x5", "5x5-fp"} {
		k := newHand(t, dealt(t, id, 2), 40, 16, games.Options{Motion: games.NoMotion, Taps: true})
		way := k.s.m.path()
		for i, p := range way[1:] {
			d := toward(way[i], p)
			for k.b.within && k.b.inside.facing != d {
				k.input(games.Input{Kind: games.Press, Button: games.Left, X: 39, Y: 5})
			}
			x, y := 20, 5
			if !k.b.within {
				x = k.b.lens.left + (p.x-k.b.lens.from.x)*k.b.lens.kx
				y = (k.b.lens.top + (p.y-k.b.lens.from.y)*k.b.lens.ky) / 2
			}
			k.input(games.Input{Kind: games.Press, Button: games.Left, X: x, Y: y})
		}
		if k.s.Status() != games.Won {
			t.Errorf("%s: at %v, %v", id, k.s.at, k.moves)
		}
	}
}
