package screens

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/playtest"
	"arcade.example.com/arcade/to"
	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

// A name is found by its beginning; a wrong one stays in the field, and says so beside it.
func TestANameIsFoundByItsBeginning(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		d := sit(t, h, playtest.Key(t, 1), 80, 24)
		d.press("left", "L", "/", "x", "enter")
		d.shows("find x▏  Nobody's name here begins so.")
		d.press("backspace", "M", "i", "enter")
		l := d.app.top().(*leaderboard)
		if l.find != nil || l.cursor != 3 {
			t.Errorf("line %d is found:\n%s", l.cursor, d.screen())
		}
	})
}

// Every tab is clicked where it stands, and the game's name leads to the next game.
func TestEveryTabIsClicked(t *testing.T) {
	for _, size := range windows {
		synctest.Test(t, func(t *testing.T) {
			h, _ := furnished(t)
			d := sit(t, h, playtest.Key(t, 1), size.w, size.h)
			d.press("left", "L")
			d.click("○ first person")
			d.shows("● first person")
			if l := d.app.top().(*leaderboard); l.lb.Mode != "5x5-fp" {
				t.Errorf("%v: mode %s", size, l.lb.Mode)
			}
			d.click(" 10x10")
			d.shows("[10x10]")
			d.click("today")
			d.shows("[today]")
			d.click("‹ Maze ›")
			d.shows("‹ Minesweeper ›")
		})
	}
}

// The mode that was played last is the menu's first choice: in this visit, in the next one, and of a command without a
// mode. One that was only looked at is not kept.
func TestTheModeIsRemembered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		d := sit(t, h, playtest.Key(t, 1), 80, 24)
		d.press("left", "tab", "enter", "q")
		d.wait(time.Second)
		d.shows("[5x5]")
		again := sit(t, h, playtest.Key(t, 1), 80, 24)
		again.shows("[10x10]")
		d.press("enter")
		for range 4 { // one way is open
			d.press("up", "right")
			d.wait(time.Second) // a turn is seen
		}
		d.wait(time.Second)
		again = sit(t, h, playtest.Key(t, 1), 80, 24)
		again.shows("[5x5]")
		again.shows("● first person")
		maze, _ := h.game("maze")
		again.do(again.app.open(to.Game{Game: maze}, false))
		again.settle()
		again.shows("Maze · 5 x 5, first person")
	})
}

// Every kind of runs has a tab, and the rating of races too: by key, by click, and in the smallest window.
func TestKindsHaveTabs(t *testing.T) {
	for _, size := range windows {
		synctest.Test(t, func(t *testing.T) {
			h, _ := furnished(t)
			slow := storagetest.NewRun("in-lines", 9, 90_000)
			slow.Mode, slow.Kind, slow.Figures = "5x5", storage.Lines, storage.Figures{Moves: 29, Least: 16}
			if _, err := h.Store.Save(slow); err != nil {
				t.Fatal(err)
			}
			d := sit(t, h, playtest.Key(t, 1), size.w, size.h)
			d.press("left", "L")
			for _, kind := range []string{"[automatic]", "[lines]", "[bots]", "[timed]"} {
				d.press("v")
				d.shows(kind)
				if lines := strings.Contains(d.screen(), "1:30.000"); lines != (kind == "[lines]") {
					t.Errorf("%s at %v: the run in lines is there: %v\n%s", kind, size, lines, d.screen())
				}
			}
			for _, tab := range []string{"lines", "automatic", "rating", "bots", "rating", "timed"} {
				d.click(tab)
				d.shows("[" + tab + "]")
			}
			d.press("left", "v", "v")
			if size.w >= 60 {
				d.shows("too many")
				d.shows("13")
			}
		})
	}
}
