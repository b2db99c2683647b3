package screens

import (
	"regexp"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/playtest"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// A guest is told the place that their run would have; a player claims it by its code on the profile, once.
func TestAGuestsRunIsClaimed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		d := sit(t, h, keys.Key{}, 80, 24)
		d.press("left", "enter")
		d.walkOut(60 * time.Millisecond)
		d.wait(time.Second)
		d.shows("It would be 1st.")
		code := regexp.MustCompile(`[A-Z2-7]{4}-[A-Z2-7]{4}`).FindString(d.screen())
		claim := func(n byte) *desk {
			c := sit(t, h, playtest.Key(t, n), 80, 24)
			c.press("up", "right", "enter", "c")
			for _, r := range code {
				c.press(string(r))
			}
			c.press("enter")
			c.wait(100 * time.Millisecond)
			return c
		}
		claim(9).shows("in Maze, 5 x 5, is yours: 1st of 4.")
		top, _, err := h.Store.Top(storage.Leaderboard{Game: "maze", Mode: "5x5", Period: storage.All}, 1, 1)
		if p, _ := h.Store.Player(playtest.Key(t, 9)); err != nil || top[0].ID != p.ID {
			t.Errorf("%+v stands first, not %+v, %v", top, p, err)
		}
		claim(8).shows("no such code")
	})
}

// After a loss z goes on from the position before the mistake, unranked.
func TestPracticeAfterALoss(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := sit(t, testHouse(t, storage.NewMemory()), playtest.Key(t, 1), 80, 24)
		p := d.lose("left")
		done, _ := p.run.State().Progress()
		d.wait(time.Second)
		d.shows("z practise")
		d.press("z")
		again := d.app.top().(*play)
		if now, _ := again.run.State().Progress(); again == p || again.run.Over() || now != done {
			t.Errorf("%d done, and %d before the mistake:\n%s", now, done, d.screen())
		}
		d.shows("unranked")
	})
}

// The card tells who was passed, and how far it is to the next.
func TestNeighboursAreTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t) // ana 6.0 s, jun 7.2, mika 9.6
		d := sit(t, h, playtest.Key(t, 9), 80, 24)
		d.press("left", "enter")
		p := d.app.top().(*play)
		way := playtest.WayOut(t, p.run.State())
		for _, k := range way {
			d.wait(6500 * time.Millisecond / time.Duration(len(way)))
			d.press(k)
		}
		d.wait(time.Second)
		d.shows("2nd of 4")
		d.shows("You passed jun; 0.5 s to ana")
	})
}

// A difference reads as the times beside it do.
func TestApart(t *testing.T) {
	for ms, want := range map[time.Duration]string{42: "0.042 s", -300: "0.3 s", 59_900: "59.9 s", 59_960: "0:59.960", 60_000: "1:00.000", -402_700: "6:42.700"} {
		if got := apart(ms * time.Millisecond); got != want {
			t.Errorf("%d ms: %q, want %q", ms, got, want)
		}
	}
}

// n begins the next game at once while little is done; then it asks, and n again says yes.
func TestTheNextGameIsOneKeyAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := sit(t, testHouse(t, storage.NewMemory()), playtest.Key(t, 1), 80, 24)
		d.press("left", "enter")
		now := func() *play { return d.app.top().(*play) }
		first := now()
		way := playtest.WayOut(t, first.run.State())
		d.press(way[0], "n")
		second := now()
		if second == first {
			t.Fatalf("n asks although little is done:\n%s", d.screen())
		}
		d.press(playtest.WayOut(t, second.run.State())[:6]...)
		d.press("n")
		d.shows("This run ends here.")
		d.press("esc")
		if now() != second {
			t.Error("esc begins anew")
		}
		d.press("n", "n")
		if now() == second {
			t.Error("n, and n again, does not begin anew")
		}
	})
}

// Esc on the menu closes what is open and nothing more; q quits.
func TestEscDoesNotQuit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := sit(t, testHouse(t, storage.NewMemory()), playtest.Key(t, 1), 80, 24)
		d.press("c", "2", "enter")
		d.shows("Maze 2▏") // it stays, with the rule beside it
		d.press("esc", "esc", "esc")
		if d.ended || d.app.top().(*menu).Typing() {
			t.Fatal("esc quits, or closes nothing")
		}
		if d.press("q"); !d.ended {
			t.Error("q does not quit")
		}
	})
}
