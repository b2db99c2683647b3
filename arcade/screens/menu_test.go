package screens

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/playtest"
	"arcade.example.com/games"
	"arcade.example.com/games/maze"
	"arcade.example.com/storage"
)

// toys are so many small games besides the two: mazes with other names, and less of what is optional with each.
func toys(n int) (list []games.Game) {
	modes := func(g games.Game, ids ...string) (list []games.Mode) {
		for _, id := range ids {
			m, _ := g.Find(id)
			list = append(list, m)
		}
		return list
	}
	for i := range n {
		g := maze.Game()
		g.ID, g.Title, g.Week = fmt.Sprintf("toy%d", i+1), "Toy "+[]string{"one", "two", "three", "four"}[i], [7]string{}
		switch i % 4 {
		case 0: // a size lacks a variant
			g.Modes = modes(g, "5x5", "5x5-fp", "10x10", "15x15-fp")
			g.Week = [7]string{"5x5", "5x5", "5x5", "5x5", "5x5", "5x5", "5x5"}
		case 1: // one variant, no demo, no custom modes
			g.Modes, g.Demo, g.Custom = modes(g, "10x10", "20x20"), nil, ""
			g.Week = [7]string{"10x10", "10x10", "10x10", "10x10", "10x10", "10x10", "10x10"}
		case 2: // one mode
			g.Modes = modes(g, "10x10")
		case 3: // more sizes than a line holds
			g.Modes = nil
			for _, size := range []string{"tiny", "small", "moderate", "large", "huge", "enormous", "colossal"} {
				g.Modes = append(g.Modes, games.Mode{ID: size, Title: size, Size: size, Variant: "plain", Ranked: true})
			}
			g.Demo = nil
			g.Mode = func(string) (games.Mode, error) { return maze.Game().Mode("10x10") }
		}
		list = append(list, g)
	}
	return list
}

// withToys is a house with so many games.
func withToys(t *testing.T, n int) *House {
	h := testHouse(t, storage.NewMemory())
	h.Games = append(h.Games, toys(n-len(h.Games))...)
	return h
}

func TestMenuTakesAnyNumberOfGames(t *testing.T) {
	for _, test := range []struct {
		games, w, h int
		keys        []string
		name        string
	}{
		{3, 80, 24, nil, "top"},
		{3, 60, 20, []string{"up", "up"}, "daily"},
		{6, 80, 24, nil, "top"},
		{6, 60, 20, []string{"down", "down", "right", "right"}, "third"},
		{6, 60, 20, []string{"down", "down", "down", "down", "down", "right", "right"}, "last"},
		{6, 80, 24, []string{"up"}, "links"},
	} {
		synctest.Test(t, func(t *testing.T) {
			d := sit(t, withToys(t, test.games), playtest.Key(t, 1), test.w, test.h)
			d.press(test.keys...)
			d.wait(4 * time.Second)
			d.golden(fmt.Sprintf("menu-%d-games-%s-%dx%d", test.games, test.name, test.w, test.h))
		})
	}
}

// Whatever line is chosen is seen whole, at any size, with any number of games, and a click on it opens it.
func TestChosenLineIsSeen(t *testing.T) {
	for n := 2; n <= 6; n++ {
		for _, size := range [][2]int{{60, 20}, {80, 24}, {80, 27}, {120, 40}, {200, 60}} {
			synctest.Test(t, func(t *testing.T) {
				d := sit(t, withToys(t, n), playtest.Key(t, 1), size[0], size[1])
				m := d.app.top().(*menu)
				for at := range m.lines() {
					if m.at != at {
						t.Fatalf("line %d is chosen, want %d", m.at, at)
					}
					lines := strings.Split(d.screen(), "\n")
					marked := slices.IndexFunc(lines, func(s string) bool { return strings.HasPrefix(strings.TrimLeft(s, " "), "▸ ") })
					if marked < 0 {
						t.Fatalf("%d games at %v: line %d is not seen:\n%s", n, size, at, d.screen())
					}
					if _, daily := m.onDaily(); daily && !strings.Contains(lines[marked+1], "not played yet") {
						t.Errorf("%d games at %v: daily %d is cut:\n%s", n, size, at, d.screen())
					}
					if m.onGame() {
						p := m.pick()
						if !strings.Contains(lines[marked+1], "["+p.sizes[p.size]+"]") || p.varied && !strings.Contains(lines[marked+2], p.mode().Variant) {
							t.Errorf("%d games at %v: game %d is cut:\n%s", n, size, at, d.screen())
						}
						name := p.game.Title
						d.click("▸ " + name)
						if _, playing := d.app.top().(*play); !playing {
							t.Errorf("%d games at %v: a click on %s does not open it:\n%s", n, size, name, d.screen())
						}
						d.press("q")
					}
					d.press("down")
				}
			})
		}
	}
}

func TestMenuOffersOnlyWhatThereIs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := sit(t, withToys(t, 5), playtest.Key(t, 1), 120, 40)
		m := d.app.top().(*menu)
		d.press("down", "down")
		p := m.pick()
		for _, step := range [][2]string{{"right", "15x15-fp"}, {"right", "5x5"}, {"tab", "5x5-fp"}, {"right", "10x10"}, {"right", "15x15-fp"}, {"right", "5x5-fp"}} {
			if d.press(step[0]); p.mode().ID != step[1] {
				t.Errorf("%s leads to %s, want %s:\n%s", step[0], p.mode().ID, step[1], d.screen())
			}
		}
		d.press("down", "c") // a game without custom modes
		if m.Typing() {
			t.Error("a custom mode is asked for where there is none")
		}
		for _, p := range m.picks {
			for size := range p.sizes {
				p.size = size
				first := p.mode().ID
				for range p.modes() {
					p.vary()
				}
				if p.mode().ID != first || p.mode().Size != p.sizes[size] {
					t.Errorf("%s: once round the variants of %s leads to %s", p.game.Title, first, p.mode().ID)
				}
			}
		}
		if strings.Contains(d.screen(), "● plain") {
			t.Errorf("a single variant is offered as a choice:\n%s", d.screen())
		}
	})
}
