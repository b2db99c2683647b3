package screens

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/playtest"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// windows are the windows that every screen is looked at in.
var windows = []struct{ w, h int }{{40, 18}, {60, 20}, {80, 24}, {120, 40}, {200, 60}}

// lose opens cells until a mine is hit.
func (d *desk) lose(mode ...string) *play {
	d.t.Helper()
	d.press("down")
	d.press(mode...)
	d.press("enter", "space")
	p := d.app.top().(*play)
	for !p.run.Over() {
		d.press("e", "space")
	}
	return p
}

// What ended a run is seen first, and never hidden: in no window, and by no result.
func TestTheEndIsSeen(t *testing.T) {
	for _, size := range windows {
		for _, game := range []string{"maze", "minesweeper"} {
			synctest.Test(t, func(t *testing.T) {
				again := "same deal" // in a narrow window it stands in the help
				if size.w < look.Narrow {
					again = "again"
				}
				d := sit(t, testHouse(t, storage.NewMemory()), playtest.Key(t, 1), size.w, size.h)
				if game == "maze" {
					d.press("left", "enter")
					d.walkOut(time.Millisecond)
				} else {
					d.lose()
				}
				if s := d.screen(); strings.Contains(s, again) {
					t.Errorf("%s at %v: the board is not seen first:\n%s", game, size, s)
				}
				before := ends(d.canvas())
				d.wait(moment)
				d.shows(again)
				if n := ends(d.canvas()); n == 0 || before == 0 {
					t.Errorf("%s at %v: the end is hidden, of %d cells %d are seen:\n%s", game, size, before, n, d.screen())
				}
				d.golden(fmt.Sprintf("result-%s-%dx%d", game, size.w, size.h))
				d.press("tab")
				if s := d.screen(); strings.Contains(s, again) {
					t.Errorf("%s at %v: a key for nothing does not show the board:\n%s", game, size, s)
				}
				d.press("tab")
				d.click(again)
				if p, ok := d.app.top().(*play); !ok || p.run.Over() {
					t.Errorf("%s at %v: a click on it leads nowhere:\n%s", game, size, d.screen())
				}
			})
		}
	}
}

// Nor does the result hide the end of a maze that is low, in whatever colours: the board leaves it room below.
func TestTheEndOfALowMazeIsSeen(t *testing.T) {
	for _, size := range windows {
		for _, depth := range []games.Depth{games.TrueColour, games.Mono} {
			for _, keys := range [][]string{{"left", "enter"}, {"c", "2", "0", "x", "3", "enter"}, {"c", "3", "x", "1", "0", "enter"}, {"c", "1", "2", "x", "1", "2", "enter"}} {
				synctest.Test(t, func(t *testing.T) {
					d := sit(t, testHouse(t, storage.NewMemory()), playtest.Key(t, 1), size.w, size.h)
					d.env.depth = depth
					d.press(keys...)
					d.settle()
					d.walkOut(time.Millisecond)
					d.wait(moment)
					d.wait(moment)
					d.shows("again")
					if ends(d.canvas()) == 0 {
						t.Errorf("%v, depth %v at %v: the end is hidden:\n%s", keys, depth, size, d.screen())
					}
				})
			}
		}
	}
}

// A custom game has no leaderboard: its card offers none, and the key that leads to one elsewhere does what any key for
// nothing does.
func TestACustomGameHasNoLeaderboard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := sit(t, testHouse(t, storage.NewMemory()), playtest.Key(t, 1), 80, 24)
		p := d.lose("c", "9", "x", "9", "/", "6", "0", "enter")
		d.wait(moment)
		if p.run.Mode.Ranked || !strings.Contains(d.screen(), "same deal") {
			t.Fatalf("no custom game has ended:\n%s", d.screen())
		}
		for _, shown := range []bool{true, false} {
			if s := d.screen(); strings.Contains(s, "L leaderboard") {
				t.Errorf("a leaderboard is offered, the card shown: %v:\n%s", shown, s)
			}
			d.press("L")
			if d.app.top() != screen(p) || strings.Contains(d.screen(), "same deal") == shown {
				t.Errorf("L is a key for something, the card shown: %v:\n%s", shown, d.screen())
			}
		}
	})
}

// ends is how many cells show what ended the run.
func ends(c *games.Canvas) (n int) {
	_, h := c.Size()
	for y := range h {
		for _, cell := range c.Row(y) {
			if ended(cell.FG) || ended(cell.BG) {
				n++
			}
		}
	}
	return n
}
