package screens

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/playtest"
	"arcade.example.com/games"
	"arcade.example.com/storage"
	tea "charm.land/bubbletea/v2"
)

// sitWired opens a desk whose session can be told things, as one over SSH can.
func sitWired(t *testing.T, h *House, n byte) *desk {
	d := sit(t, h, playtest.Key(t, n), 80, 24)
	d.env.wire = new(Wire)
	d.env.wire.Attach(func(msg tea.Msg) {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.queue = append(d.queue, msg)
	})
	return d
}

// ways to a game from the menu, by the keys that lead there.
var toGames = map[string][]string{
	"maze":         {"left", "enter"},
	"first person": {"left", "tab", "enter"},
	"minesweeper":  {"down", "left", "enter", "space"},
	"daily":        {"up", "up", "enter", "enter"},
}

// A run has one owner: whoever resumes it has it, with all that was done, and the other window says so and stops.
func TestARunGoesOnInOneWindow(t *testing.T) {
	for name, way := range toGames {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := testHouse(t, storage.NewMemory())
				first := sitWired(t, h, 1)
				first.wait(time.Second)
				first.press(way...)
				p := first.app.top().(*play)
				for _, k := range []string{"up", "right", "down", "left"} {
					first.press(k)
				}
				first.wait(6 * time.Second) // until it was kept once
				first.press("right", "left", "up", "down")
				steps := len(p.run.Steps())

				second := sitWired(t, h, 1)
				second.wait(time.Second)
				second.press(way[:len(way)-1]...)
				if name != "minesweeper" && name != "daily" {
					second.press("enter")
				}
				second.settle()
				first.settle()
				second.shows("A game waits for you")
				second.send(keyMsg(t, "enter")) // which waits for the first window
				first.settle()
				second.settle()
				first.shows(elsewhere)
				q, ok := second.app.top().(*play)
				if !ok || q.run == nil {
					t.Fatalf("the game is not there:\n%s", second.screen())
				}
				if q.run.ID != p.run.ID || len(q.run.Steps()) != steps {
					t.Errorf("run %s with %d steps goes on as %s with %d", p.run.ID, steps, q.run.ID, len(q.run.Steps()))
				}
				if ok, why := q.run.Ranks(); !ok {
					t.Error(why)
				}
				before := len(p.run.Steps())
				first.press("up", "right", "down", "left", "space")
				if len(p.run.Steps()) != before {
					t.Error("the first window plays on")
				}
			})
		})
	}
}

// What one window is shown, the other cannot win with: the store refuses the run, whatever the screens know.
func TestARunThatWasHelpedElsewhereIsRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHouse(t, storage.NewMemory())
		d := sitWired(t, h, 1)
		d.press("left", "enter")
		p := d.app.top().(*play)
		if err := h.Store.Spend(playtest.Key(t, 1), p.run.ID); err != nil {
			t.Fatal(err)
		}
		d.walkOut(100 * time.Millisecond)
		d.wait(time.Second)
		d.shows("This run was taken over, ended or helped")
		if top, _, _ := h.Store.Top(storage.Leaderboard{Game: "maze", Mode: "5x5", Period: storage.All}, 1, 1); len(top) != 0 {
			t.Errorf("it ranks: %+v", top)
		}
	})
}

// A window that was not told, as one of another process, is told when it keeps the run.
func TestAWindowIsToldWhenItKeepsTheRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHouse(t, storage.NewMemory())
		d := sitWired(t, h, 1)
		d.press("enter", "up", "right", "down", "left")
		p := d.app.top().(*play)
		d.wait(6 * time.Second)
		if _, err := h.Store.Resume(playtest.Key(t, 1), "maze", p.run.ID, "another-process"); err != nil {
			t.Fatal(err)
		}
		for range 5 {
			d.press("up", "right", "down", "left")
			d.wait(2 * time.Second)
		}
		d.shows(elsewhere)
	})
}

// An answer that comes after a reveal was asked for elsewhere changes nothing that ranks: the reveal is on record first.
func TestARevealIsOnRecord(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHouse(t, storage.NewMemory())
		d := sitWired(t, h, 1)
		d.press("left", "enter")
		p := d.app.top().(*play)
		d.press("p", "y")
		d.settle()
		run := p.run.Record(playtest.Key(t, 1), time.Now())
		run.Steps, run.Millis = games.Encode(nil), 1
		if _, err := h.Store.Save(run); err == nil {
			t.Error("a revealed run is saved")
		}
	})
}

// A run that was given up, for a new deal, for the same one or for another game, is not gone on with in another window.
func TestARunThatWasGivenUpIsSpent(t *testing.T) {
	for name, keys := range map[string][]string{
		"a new deal":   {"n", "n"},
		"the same":     {"r", "r"},
		"another game": {"q", "y", "enter", "n"},
	} {
		synctest.Test(t, func(t *testing.T) {
			h := testHouse(t, storage.NewMemory())
			d := sitWired(t, h, 1)
			d.press("enter")
			p := d.app.top().(*play)
			d.press(playtest.WayOut(t, p.run.State())[:12]...)
			d.wait(2 * time.Second)
			d.press(keys...)
			d.wait(2 * time.Second)
			if next, ok := d.app.top().(*play); !ok || next == p {
				t.Fatalf("%s is not begun:\n%s", name, d.screen())
			}
			run := p.run.Record(playtest.Key(t, 1), time.Now())
			if _, err := h.Store.Save(run); !errors.Is(err, storage.ErrSpent) {
				t.Errorf("%s: the run is saved: %v", name, err)
			}
		})
	}
}

// Before anything is shown that ends the ranking, the question says what.
func TestWhatIsShownIsNamed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHouse(t, storage.NewMemory())
		for _, tt := range []struct{ game, key, want string }{
			{"maze", "p", "path"}, {"first person", "p", "path"}, {"minesweeper", "p", "mines"}, {"minesweeper", "H", "hint"},
		} {
			d := sit(t, h, playtest.Key(t, 1), 80, 24)
			d.press(toGames[tt.game]...)
			d.press(tt.key)
			d.shows("Show the " + tt.want + "? This run will not rank.")
		}
	})
}
