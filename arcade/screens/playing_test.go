package screens

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/playtest"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// steady is a store whose dailies are the same in every test: else they come from a secret that is drawn.
type steady struct{ storage.Store }

func (steady) DailySeed(string, string) uint64 { return 7 }

// busy is a house in which ana, jun and mika play: a maze, a daily, and a maze that nobody may watch. Their desks come
// in this order.
func busy(t *testing.T) (*House, []*desk, []string) {
	h, ids := furnished(t)
	h.Store = steady{h.Store}
	var desks []*desk
	for i, way := range [][]string{{"left", "enter"}, {"down", "down", "enter", "enter"}, {"enter"}} {
		d := sit(t, h, playtest.Key(t, byte(i+1)), 80, 24)
		d.ids = ids
		if i == 2 {
			d.env.set.Privacy = live.Private
		}
		d.press(way...)
		d.settle()
		desks = append(desks, d)
	}
	for i, d := range desks {
		p, ok := d.app.top().(*play)
		if !ok {
			t.Fatalf("desk %d plays nothing:\n%s", i, d.screen())
		}
		if i == 1 { // the daily of a Saturday is walked in first person
			d.press("right", "up", "right", "up")
			continue
		}
		d.press(playtest.WayOut(t, p.run.State())[:6]...)
	}
	pass(1500*time.Millisecond, desks...)
	return h, desks, ids
}

// runsABot has kit's program make a step in a maze.
func runsABot(t *testing.T, h *House) *live.Run {
	t.Helper()
	g, m := h.Games[0], h.Games[0].Modes[1]
	first, err := g.Deal(m, 7)
	if err != nil {
		t.Fatal(err)
	}
	run := h.Hall.Begin(live.Header{ID: "RUN-B", Game: g, Mode: m, Player: "p0c3ww", Name: "kit"}, first, live.Moment{State: first}, nil)
	run.Publish(live.Moment{Steps: []games.Step{{Move: "~bot"}}, State: first, Began: time.Now(), Ranked: true, Kind: string(storage.Bots)})
	return run
}

func TestWhoPlaysNowIsGolden(t *testing.T) {
	for _, size := range windows {
		synctest.Test(t, func(t *testing.T) {
			h, desks, ids := busy(t)
			runsABot(t, h)
			d := sit(t, h, playtest.Key(t, 9), size.w, size.h)
			d.ids = append(ids, d.env.player.ID)
			d.wait(time.Second)
			d.press("W")
			pass(1100*time.Millisecond, append(desks, d)...)
			d.golden(fmt.Sprintf("playing-%dx%d", size.w, size.h))
		})
	}
}

func TestTheListIsWatchedFrom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, desks, _ := busy(t)
		d := sit(t, h, playtest.Key(t, 9), 80, 24)
		d.shows("now ana in Maze 5x5")
		d.press("W")
		d.settle()
		d.press("down")
		d.press("enter") // the daily, or the private player, whichever comes first
		d.press("down", "enter")
		d.settle()
		if s := d.screen(); strings.Contains(s, "Watching") {
			t.Errorf("what is secret is watched:\n%s", s)
		}
		d.press("home", "enter")
		d.settle()
		d.shows("Watching · ana")
		d.press("q")
		desks[0].press("q", "y")
		pass(2*time.Second, append(desks, d)...)
		if s := d.screen(); strings.Contains(s, "ana  ") {
			t.Errorf("who has left is listed:\n%s", s)
		}
	})
}

// What the list has no column for, and why a run cannot be watched, is told whole under it, in every window.
func TestTheListTellsWhatItHasNoColumnFor(t *testing.T) {
	for _, size := range windows {
		synctest.Test(t, func(t *testing.T) {
			h, desks, _ := busy(t)
			jun := sit(t, h, playtest.Key(t, 8), 80, 24)
			jun.looks(desks[0])
			host := sit(t, h, keys.Key{}, 80, 24)
			host.enters("otter", "maze", "5x5")
			host.press("o")
			d := sit(t, h, playtest.Key(t, 9), size.w, size.h)
			d.press("W")
			pass(1100*time.Millisecond, append(desks, jun, host, d)...)
			d.shows("1 watch")
			d.press("down", "down", "enter")
			d.settle()
			s := strings.Join(strings.Fields(d.screen()), " ")
			if !strings.Contains(s, "make your own attempt first, then watch.") && !strings.Contains(s, "does not want to be watched.") {
				t.Errorf("the reason is cut:\n%s", d.screen())
			}
			d.press("end")
			d.shows("1 of 8 wait")
		})
	}
}

func TestTheListIsEmptyInWords(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		d := sit(t, h, keys.Key{}, 60, 20)
		d.press("W")
		d.settle()
		d.shows("Nobody plays just now.")
		d.press("enter", "t")
		d.settle()
		d.shows("Nobody plays what you may watch just now.")
		ana := sit(t, h, playtest.Key(t, 1), 80, 24)
		ana.press("left", "enter")
		ana.press(playtest.WayOut(t, ana.app.top().(*play).run.State())[:3]...)
		pass(3*time.Second, ana, d)
		d.shows("TV · ana · Maze · 5 x 5")
	})
}

// The television stays with who plays on, and follows them into their next run.
func TestTVFollowsThePlayer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		ana, d := sit(t, h, playtest.Key(t, 1), 80, 24), sit(t, h, playtest.Key(t, 9), 80, 24)
		ana.press("left", "enter")
		ana.press(playtest.WayOut(t, ana.app.top().(*play).run.State())[:3]...)
		pass(2*time.Second, ana, d)
		d.do(d.app.open(to.TV{}, false))
		pass(2*time.Second, ana, d)
		d.shows("TV · ana")
		ana.walkOut(50 * time.Millisecond)
		pass(time.Second, ana, d)
		d.shows("ana won in")
		ana.press("n")
		pass(500*time.Millisecond, ana)
		ana.press(playtest.WayOut(t, ana.app.top().(*play).run.State())[:2]...)
		pass(3*time.Second, ana, d)
		if w := d.app.top().(*watch); !w.underWay() || w.run != ana.app.top().(*play).run.ID {
			t.Errorf("the next run is not on:\n%s", d.screen())
		}
	})
}

// A daily that is not played yet opens when the own attempt is over, and not before.
func TestADailyIsWatchedAfterTheOwnAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, desks, _ := busy(t)
		daily := desks[1].app.top().(*play).run.ID
		d := sitWired(t, h, 9)
		watched := func() bool {
			w := newLook(d.env, daily)
			defer w.Part()
			return w.broken == ""
		}
		if watched() {
			t.Fatal("a daily is watched before the own attempt")
		}
		d.press("down", "down", "enter", "enter", "right", "up")
		d.settle()
		d.press("q", "y") // it waits
		pass(2*time.Minute, append(desks, d)...)
		if watched() {
			t.Fatal("a daily is watched while the own attempt waits")
		}
		if err := h.Store.Drop(playtest.Key(t, 9), "maze", d.runOf()); err != nil {
			t.Fatal(err)
		}
		if !watched() {
			t.Error("a daily is not watched after the own attempt")
		}
	})
}

// Who has lost or given up their attempt may watch at once, though it took less than a minute.
func TestADailyIsWatchedOnceItIsLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, desks, _ := busy(t)
		d := sitWired(t, h, 9)
		d.press("down", "down", "enter", "enter", "right", "up")
		pass(time.Second, append(desks, d)...)
		h.Saver.Lose(playtest.Key(t, 9), d.app.top().(*play).run.Loss(time.Now()))
		pass(time.Second, append(desks, d)...)
		w := newLook(d.env, desks[1].app.top().(*play).run.ID)
		defer w.Part()
		if w.broken != "" {
			t.Errorf("who has lost reads: %s", w.broken)
		}
	})
}

// runOf is the run of the daily that the desk's player has tried.
func (d *desk) runOf() string {
	list, err := d.house.Store.Attempts(d.env.player.ID, "2000-01-01", "2000-01-01")
	if err != nil || len(list) != 1 {
		d.t.Fatalf("attempts %v, %v", list, err)
	}
	return list[0].Run
}

func TestPlaceIsFoundByHalves(t *testing.T) {
	h, _ := furnished(t)
	lines, _, err := h.Store.Top(storage.Leaderboard{Game: "maze", Mode: "5x5", Period: storage.All}, 1, 3)
	if err != nil || len(lines) != 3 {
		t.Fatal(lines, err)
	}
	for i, l := range lines {
		for add, want := range map[time.Duration]int{-time.Millisecond: i + 1, 0: i + 2, time.Millisecond: i + 2} {
			if got := h.place("maze", "5x5", "", time.Duration(l.Millis)*time.Millisecond+add); got != want {
				t.Errorf("%v beside line %d comes in %d, want %d", add, i+1, got, want)
			}
		}
	}
	if got := h.place("maze", "40x40", "", time.Hour); got != 1 {
		t.Errorf("alone one comes in %d", got)
	}
}

// A run without a screen is watched as one on a screen, and it is said what it is.
func TestABotIsWatched(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		run := runsABot(t, h)
		d := sit(t, h, playtest.Key(t, 9), 80, 24)
		d.press("W")
		d.settle()
		d.shows("bot maze 10x10")
		d.press("enter")
		d.settle()
		d.shows("Watching · kit · Maze · 10 x 10 · bot")
		run.Close(live.End{How: live.Left})
		d.wait(time.Second)
		d.shows("kit left after")
	})
}
