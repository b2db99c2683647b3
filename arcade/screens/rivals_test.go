package screens

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/playtest"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

func TestRivalsAreGolden(t *testing.T) {
	for _, size := range windows {
		synctest.Test(t, func(t *testing.T) {
			h, ids := furnished(t)
			d := sit(t, h, playtest.Key(t, 1), size.w, size.h)
			d.ids = ids
			d.press("left", "L", "down", "f")
			d.shows("You follow jun.")
			d.shows("+jun")
			if _, err := h.Store.SetName(playtest.Key(t, 4), "zoe"); err != nil { // who has no time
				t.Fatal(err)
			}
			zoe, err := h.Store.Player(playtest.Key(t, 4))
			if err == nil {
				err = h.Store.Follow(playtest.Key(t, 1), zoe.ID, time.Now().Add(time.Hour))
			}
			if err != nil {
				t.Fatal(err)
			}
			d.press("y", "down")
			d.golden(fmt.Sprintf("rivals-%dx%d", size.w, size.h))
		})
	}
}

func TestRivals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, ids := furnished(t)
		d := sit(t, h, playtest.Key(t, 1), 80, 24)
		d.ids = ids
		d.press("left", "L", "y")
		d.shows("You follow nobody yet")
		d.press("q", "f") // their own line
		d.shows("That is you.")
		d.press("end", "f", "y")
		d.shows("mika")
		d.press("down", "enter")
		d.shows("Replay")
		d.press("q", "G")
		d.shows("against")
		d.press("q", "right")
		d.shows("no time")
		d.press("left")
		d.shows("3  mika")

		// A time that changes comes into sight, and the chosen line stays chosen.
		g, _ := h.game("maze")
		m, _ := g.Find("5x5")
		run := playtest.WonRun(t, g, m, 99, playtest.Key(t, 3), time.Millisecond)
		if _, err := h.Store.Save(run); err != nil {
			t.Fatal(err)
		}
		d.press("down")
		d.wait(2 * time.Second)
		d.shows("▸    1  mika")
		d.press("f")
		d.shows("You do not follow mika any more.")
		d.shows("2  ana")
	})
}

func TestAGuestFollowsNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		d := sit(t, h, keys.Key{}, 80, 24)
		d.press("left", "L", "f")
		d.shows("You are a guest")
	})
}

// Whom the player follows stands first in the list of who plays now, unless they are not to be known.
func TestRivalsArePlayingFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, desks, ids := busy(t)
		d := sit(t, h, playtest.Key(t, 9), 80, 24)
		for _, id := range ids[1:] { // jun, whose daily is dull, and mika, who is private
			if err := h.Store.Follow(playtest.Key(t, 9), id, time.Now()); err != nil {
				t.Fatal(err)
			}
		}
		d.wait(time.Second)
		d.press("W")
		pass(1100*time.Millisecond, append(desks, d)...)
		p, ok := d.app.top().(*playing)
		if !ok || len(p.rows) != 3 || p.rows[0].Name != "jun" || p.rows[1].Name != "ana" || p.rows[2].Name != "" {
			t.Errorf("the list:\n%s", d.screen())
		}
	})
}

// The menu's records can be those of the player and whom they follow, with their places among all; the player's own line is
// one of those that are shown.
func TestMenuShowsYouAndYours(t *testing.T) {
	for _, size := range windows {
		synctest.Test(t, func(t *testing.T) {
			h, ids := furnished(t)
			d := sit(t, h, playtest.Key(t, 3), size.w, size.h)
			d.ids = ids
			d.press("left", "y")
			d.shows("You follow nobody yet: f on a")
			if err := h.Store.Follow(playtest.Key(t, 3), ids[1], time.Now()); err != nil {
				t.Fatal(err)
			}
			d.press("right", "left")
			d.shows("1 ◆")
			d.press("y")
			if s := d.screen(); strings.Contains(s, "1 ◆") || !strings.Contains(s, "2 ◇ jun") || !strings.Contains(s, "3 ◇ mika") {
				t.Errorf("you and yours:\n%s", s)
			}
			d.golden(fmt.Sprintf("menu-rivals-%dx%d", size.w, size.h))
			d.click("Rivals · ")
			d.shows("You and yours")
			d.press("q", "y")
			d.shows("1 ◆")
		})
	}
}

// Of thirty rivals the menu shows those around the player.
func TestMenuShowsThePlayerAmongMany(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		g, _ := h.game("maze")
		m, _ := g.Find("5x5")
		me := playtest.Key(t, 3)
		for n := range byte(storage.MaxRivals) {
			k := playtest.Key(t, 100+n)
			run := playtest.WonRun(t, g, m, 42, k, time.Millisecond*time.Duration(100+10*int(n)))
			run.ID = fmt.Sprintf("01TESTRUN%017d", 1000+int(n))
			if _, err := h.Store.Save(run); err != nil {
				t.Fatal(err)
			}
			p, err := h.Store.Player(k)
			if err == nil {
				err = h.Store.Follow(me, p.ID, time.Now())
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		d := sit(t, h, me, 80, 24)
		d.press("left", "y")
		d.shows("mika")
		d.shows("Rivals · Maze")
	})
}

// A guest is told what a key would give them.
func TestMenuTellsAGuestOfRivals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		d := sit(t, h, keys.Key{}, 80, 24)
		d.press("y")
		d.shows("with a key you can follow")
	})
}
