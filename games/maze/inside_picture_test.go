package maze

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"arcade.example.com/games"
)

func TestInsideMap(t *testing.T) {
	k := visit(t, deal(plan{w: 15, h: 15}, 3), 80, 24, games.Options{})
	seen := func() (n int) {
		for _, word := range k.v.seen {
			for ; word > 0; word &= word - 1 {
				n++
			}
		}
		return n
	}
	if n := seen(); n == 0 || n > 40 {
		t.Errorf("%d places seen from the entrance", n)
	}
	with := slices.Clone(pixels(k.draw()))
	mapped := func(ink games.Ink) bool { return ink.Role() == games.You || ink.Role() == games.Unseen }
	if !slices.ContainsFunc(with, mapped) {
		t.Error("there is no map")
	}
	k.key("m")
	if slices.ContainsFunc(pixels(k.draw()), mapped) {
		t.Error("there is a map after m")
	}

	k = visit(t, deal(plan{w: 15, h: 15, inside: true}, 3), 80, 24, games.Options{})
	if slices.ContainsFunc(pixels(k.draw()), mapped) {
		t.Error("there is a map in a mode without one")
	}
	if k.key("m"); slices.ContainsFunc(pixels(k.draw()), mapped) || !strings.Contains(glyphs(k.draw()), "This mode has no map.") {
		t.Error("m does not say that there is no map in a mode without one")
	}
	if n := len(insideHints(k.s)); n != 2 {
		t.Errorf("%d hints in a mode without a map", n)
	}
}

func TestInsideGhosts(t *testing.T) {
	k := visit(t, read(t, small), 80, 24, games.Options{})
	for _, test := range []struct {
		at   point
		seen bool
	}{{point{1, 0}, true}, {point{2, 0}, true}, {point{0, 0}, false}, {point{2, 2}, false}, {point{4, 0}, false}} {
		ghost := *k.s
		ghost.at = test.at
		got := slices.ContainsFunc(pixels(k.draw(games.Ghost{State: &ghost})), func(i games.Ink) bool { return i.Role() == games.Rival })
		if got != test.seen {
			t.Errorf("a ghost at %v is seen: %v", test.at, got)
		}
	}
}

func TestInsideEverywhere(t *testing.T) {
	for seed := range games.Seed(4) {
		for _, o := range []games.Options{{}, {Depth: games.Colours256}, {Depth: games.Colours16}} {
			k := visit(t, deal(plan{w: 8, h: 8}, seed), 40, 12, o)
			k.s.revealed = seed%2 == 0
			k.v.noMap = true
			for y := range 15 {
				for x := range 15 {
					if !k.s.m.open(x, y) {
						continue
					}
					for _, d := range directions {
						k.put(point{x, y}, d)
						k.v.begin(k.v.rest(k.v.at), turnTime, true, 0)
						k.v.from.a += float64(x+y) / 7
						for i, ink := range pixels(k.draw()) {
							if r := ink.Role(); r < games.Path || r > games.Ceiling || r == games.Wall || r == games.Open {
								t.Fatalf("seed %d at %d,%d: role %d at pixel %d", seed, x, y, r, i)
							}
						}
					}
				}
			}
		}
	}
}

func TestTurningIsSeen(t *testing.T) {
	for _, depth := range []games.Depth{games.TrueColour, games.Colours256, games.Colours16} {
		var shares []float64
		for seed := range games.Seed(5) {
			k := visit(t, deal(plan{w: 15, h: 15}, seed), 80, 24, games.Options{Depth: depth})
			k.v.noMap = true
			path := k.s.m.path()
			for i := 2; i+1 < len(path); i += 7 {
				k.put(path[i], toward(path[i], path[i+1]))
				before := slices.Clone(pixels(k.draw()))
				k.key([]string{"left", "right"}[i%2])
				for d := k.v.next(); d > 0; d = k.v.next() {
					after := pixels(k.draw())
					shares = append(shares, changed(before, after))
					before = slices.Clone(after)
					k.now += d
					k.input(games.Input{Kind: games.Tick})
				}
			}
		}
		slices.Sort(shares)
		least := shares[len(shares)/20]
		t.Logf("depth %d: %d frames, 5th percentile %.0f %%, median %.0f %%", depth, len(shares), 100*least, 100*shares[len(shares)/2])
		if least < .2 {
			t.Errorf("depth %d: only %.1f %% of the picture changes at the 5th percentile", depth, 100*least)
		}
	}
}

func changed(a, b []games.Ink) float64 {
	n := 0
	for i := range a {
		if math.Abs(luma(a[i])-luma(b[i])) > 8 {
			n++
		}
	}
	return float64(n) / float64(len(a))
}

// brightest is about how bright a theme shows the brightest shade of a role, of 255.
var brightest = [games.Roles]float64{
	games.WallN: 180, games.WallE: 205, games.WallS: 190, games.WallW: 190, games.Edge: 240, games.Floor: 105,
	games.Ceiling: 65, games.Path: 180, games.Exit: 175, games.Entrance: 135,
}

func luma(ink games.Ink) float64 {
	return brightest[ink.Role()] * float64(ink.Shade()) / (games.Shades - 1)
}

func pixels(c *games.Canvas) []games.Ink {
	w, h := c.Size()
	inks := make([]games.Ink, 0, 2*w*h)
	for y := range h - 1 {
		for half := range 2 {
			for _, cell := range c.Row(y) {
				ink := cell.BG
				if half == 0 && cell.Rune == '▀' {
					ink = cell.FG
				}
				inks = append(inks, ink)
			}
		}
	}
	return inks
}

func TestInsidePictures(t *testing.T) {
	for name, o := range map[string]games.Options{
		"true": {}, "256": {Depth: games.Colours256}, "16": {Depth: games.Colours16},
		"mono": {Depth: games.Mono}, "ascii": {ASCII: true},
	} {
		var b strings.Builder
		k := visit(t, deal(plan{w: 10, h: 10}, 2), 48, 14, o)
		path := k.s.m.path()
		k.s.revealed = true
		for i, place := range []int{3, len(path) / 2, len(path) - 3} {
			k.put(path[place], toward(path[place], path[place+1]))
			if i == 1 {
				k.key("left")
				k.v.takes = 6 * frameTime // the picture is that of a sixth of a turn
			}
			ghost := *k.s
			ghost.at = path[place+2]
			c := k.draw(games.Ghost{State: &ghost})
			if name == "mono" || name == "ascii" {
				fmt.Fprintf(&b, "%s\n%s\n", k.stands(), glyphs(c))
			} else {
				fmt.Fprintf(&b, "%s\n%s\n", k.stands(), shades(c))
			}
		}
		golden(t, "inside-"+name+".txt", b.String())
	}
}

func shades(c *games.Canvas) string {
	const letters = "@&,=#.<>NESW|_^?" // You to Unseen
	w, h := c.Size()
	var b strings.Builder
	for i, ink := range pixels(c) {
		b.WriteByte(letters[ink.Role()-games.You])
		b.WriteByte('0' + byte(ink.Shade()*10/games.Shades))
		if i%w == w-1 {
			b.WriteByte('\n')
		}
	}
	for _, cell := range c.Row(h - 1) {
		b.WriteRune(cell.Rune)
	}
	return b.String() + "\n"
}

func TestInsideASCII(t *testing.T) {
	k := visit(t, deal(plan{w: 10, h: 10}, 2), 100, 30, games.Options{ASCII: true})
	k.s.revealed = true
	for _, p := range k.s.m.path()[:20] {
		k.put(p, east)
		_, h := k.draw().Size()
		for y := range h {
			for _, cell := range k.c.Row(y) {
				if cell.Rune < ' ' || cell.Rune > '~' {
					t.Fatalf("rune %q at %v", cell.Rune, p)
				}
			}
		}
	}
}

func TestDrawingAllocatesNothing(t *testing.T) {
	k := visit(t, deal(plan{w: 20, h: 20}, 1), 80, 24, games.Options{})
	ghost := *k.s
	ghost.at = k.v.facing.from(k.s.at)
	sc := games.Scene{Ghosts: []games.Ghost{{State: &ghost}}}
	k.key("right")
	if n := testing.AllocsPerRun(20, func() { k.v.draw(k.c, k.s, sc) }); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

func BenchmarkInside(b *testing.B) {
	for name, o := range map[string]games.Options{"true": {}, "256": {Depth: games.Colours256}, "16": {Depth: games.Colours16}} {
		b.Run(name, func(b *testing.B) {
			k := visit(b, deal(plan{w: 15, h: 15}, 12), 80, 24, o)
			k.s.revealed = true
			path := k.s.m.path()
			i := 0
			b.ReportAllocs()
			for b.Loop() {
				i = (i + 1) % (len(path) - 1)
				k.put(path[i], toward(path[i], path[i+1]))
				k.v.begin(pose{k.v.rest(path[i]).x, k.v.rest(path[i]).y, float64(i)}, turnTime, true, frameTime*time.Duration(i%6))
				k.draw()
			}
		})
	}
}
