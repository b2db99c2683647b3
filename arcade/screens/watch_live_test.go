package screens

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/playtest"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// looks makes a desk watch the run that another one plays.
func (d *desk) looks(at *desk) {
	d.t.Helper()
	p, ok := at.app.top().(*play)
	if !ok {
		d.t.Fatal("no game is on screen")
	}
	d.do(d.app.open(to.Look{Run: p.run.ID}, false))
	d.settle()
}

// pass lets time pass for several desks.
func pass(t time.Duration, desks ...*desk) {
	step := max(10*time.Millisecond, t/400)
	for end := time.Now().Add(t); time.Now().Before(end); {
		for _, d := range desks {
			d.settle()
		}
		time.Sleep(min(step, time.Until(end)))
	}
	for _, d := range desks {
		d.settle()
	}
}

// board is what the desk shows but for its head and its last two lines.
func (d *desk) board() string {
	lines := strings.Split(d.screen(), "\n")
	return strings.Join(lines[1:len(lines)-3], "\n")
}

func TestARunIsWatchedWhileItIsPlayed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, ids := furnished(t)
		ana, jun := sit(t, h, playtest.Key(t, 1), 80, 24), sit(t, h, playtest.Key(t, 2), 80, 24)
		ana.ids, jun.ids = ids, ids
		ana.press("left", "enter")
		way := playtest.WayOut(t, ana.app.top().(*play).run.State())
		pass(200*time.Millisecond, ana) // as hands need
		ana.press(way[:4]...)
		jun.looks(ana)
		pass(2*time.Second, ana, jun)
		jun.golden("watching-80x24")
		ana.shows("1 watch")

		ana.press(way[4:6]...)
		pass(100*time.Millisecond, ana, jun)
		now := jun.board()
		jun.press("home") // winds back to the deal, while the run goes on
		jun.press("space")
		if jun.board() == now {
			t.Error("winding back shows what is now")
		}
		jun.shows("now")
		ana.press(way[6])
		pass(time.Second, ana, jun)
		jun.press("end")
		pass(100*time.Millisecond, ana, jun)
		if w := jun.app.top().(*watch); !w.edge() || w.at != 7 {
			t.Errorf("after end, step %d of 7 is shown", w.at)
		}

		for _, k := range way[7:] {
			ana.press(k)
			pass(40*time.Millisecond, ana, jun)
		}
		pass(time.Second, ana, jun)
		jun.shows("ana won in 0:03.")
		jun.shows("1st of 3")
		jun.shows("v replay")
		jun.press("v")
		pass(100*time.Millisecond, jun)
		jun.shows("▶ 1x")
		pass(5*time.Second, ana, jun)
		jun.shows("ana won in 0:03.")
		jun.press("q")
		if n := h.Hall.Watching(); n != 0 {
			t.Errorf("%d watch, when nobody does", n)
		}
	})
}

func TestWatchingIsGolden(t *testing.T) {
	for _, size := range windows {
		for game, way := range map[string][]string{"maze": {"left", "enter"}, "first-person": {"left", "tab", "enter"}, "minesweeper": {"down", "left", "enter", "space"}} {
			synctest.Test(t, func(t *testing.T) {
				h, ids := furnished(t)
				ana, jun := sit(t, h, playtest.Key(t, 1), 80, 24), sit(t, h, playtest.Key(t, 2), size.w, size.h)
				ana.ids, jun.ids = ids, ids
				name := func(what string) string { return fmt.Sprintf("watching-%s-%s-%dx%d", game, what, size.w, size.h) }
				jun.do(jun.app.open(to.TV{}, false))
				jun.settle()
				if game == "maze" {
					jun.golden(fmt.Sprintf("tv-dark-%dx%d", size.w, size.h))
				}
				ana.press(way...)
				jun.press("q")
				for _, key := range []string{"right", "down", "right", "down", "f"} {
					ana.press(key)
					pass(time.Second, ana, jun)
				}
				jun.looks(ana)
				pass(time.Second, ana, jun)
				jun.golden(name("now"))
				jun.press("home")
				pass(100*time.Millisecond, ana, jun)
				jun.golden(name("back"))
				jun.press("end")
				ana.app.Leave()
				pass(time.Second, ana, jun)
				jun.golden(name("over"))
			})
		}
	}
}

// Every end of a run is told in words.
func TestEndsAreTold(t *testing.T) {
	for name, tt := range map[string]struct {
		ends func(h *House, ana *desk)
		says string
	}{
		"left":         {func(_ *House, ana *desk) { ana.press("q", "y") }, "ana left after 0:01"},
		"anew":         {func(_ *House, ana *desk) { ana.press("n", "y") }, "ana began anew after 0:01"},
		"disconnected": {func(_ *House, ana *desk) { ana.app.Leave() }, "ana left after 0:01"},
		"sent away": {func(_ *House, ana *desk) {
			ana.app.Removed()
			ana.app.Leave()
		}, "ana had to leave after 0:01"},
		"restart": {func(h *House, _ *desk) { h.Hall.Close() }, "the arcade restarts: come back in a moment"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h, _ := furnished(t)
				ana, jun := sit(t, h, playtest.Key(t, 1), 80, 24), sit(t, h, keys.Key{}, 80, 24)
				ana.press("left", "enter")
				ana.press(playtest.WayOut(t, ana.app.top().(*play).run.State())[:3]...)
				jun.looks(ana)
				pass(time.Second, ana, jun)
				tt.ends(h, ana)
				pass(time.Second, ana, jun)
				jun.shows(tt.says)
				jun.shows("v replay")
				if n := h.Hall.Playing(); n != 0 {
					t.Errorf("%d runs are under way", n)
				}
			})
		})
	}
}

// Who resumes a run in another window takes those who watch along.
func TestSpectatorsFollowIntoAnotherWindow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHouse(t, storage.NewMemory())
		first := sitWired(t, h, 1)
		first.press("left", "enter")
		way := playtest.WayOut(t, first.app.top().(*play).run.State())
		first.press(way[:3]...)
		jun := sit(t, h, playtest.Key(t, 2), 80, 24)
		jun.looks(first)
		pass(6*time.Second, first, jun)

		second := sitWired(t, h, 1)
		second.press("left", "enter")
		second.send(keyMsg(t, "enter"))
		pass(time.Second, first, second, jun)
		second.press(way[3:5]...)
		pass(time.Second, first, second, jun)
		if w := jun.app.top().(*watch); !w.edge() || w.at != 5 {
			t.Errorf("step %d of 5 is watched:\n%s", w.at, jun.screen())
		}
		if n := h.Hall.Playing(); n != 1 {
			t.Errorf("%d runs are under way", n)
		}
	})
}

func TestWhoDoesNotWantToBeWatchedIsNot(t *testing.T) {
	for privacy, sees := range map[live.Privacy]string{live.Private: "does not want to be watched", live.Uncounted: "Watching · ana"} {
		synctest.Test(t, func(t *testing.T) {
			h, _ := furnished(t)
			ana, jun := sit(t, h, playtest.Key(t, 1), 80, 24), sit(t, h, playtest.Key(t, 2), 80, 24)
			ana.env.set.Privacy = privacy
			ana.press("left", "enter")
			ana.press(playtest.WayOut(t, ana.app.top().(*play).run.State())[:3]...)
			jun.looks(ana)
			jun.shows(sees)
			pass(2*time.Second, ana, jun)
			if strings.Contains(ana.screen(), "1 watch") {
				t.Errorf("privacy %d: the player is told who watches", privacy)
			}
		})
	}
}

// Who joins at whichever step sees what they see who watched from the start, in both games and both views.
func TestJoiningAtEveryStepShowsTheSame(t *testing.T) {
	for name, way := range map[string][]string{
		"maze":         {"left", "enter"},
		"first person": {"left", "tab", "enter"},
		"minesweeper":  {"down", "left", "enter", "space"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := testHouse(t, storage.NewMemory())
				ana, early := sit(t, h, playtest.Key(t, 1), 80, 24), sit(t, h, playtest.Key(t, 2), 80, 24)
				ana.press(way...)
				p := ana.app.top().(*play)
				ana.press("right")
				pass(500*time.Millisecond, ana)
				early.looks(ana)
				for i := range 24 {
					ana.press([]string{"up", "right", "f", "down", "left", "up", "right", "space"}[i%8])
					pass(time.Second, ana, early)
					if p.run.Over() {
						break
					}
					late := sit(t, h, playtest.Key(t, 3), 80, 24)
					late.looks(ana)
					pass(time.Second, ana, early, late)
					if early.board() != late.board() {
						t.Fatalf("after %d steps, who joined sees\n%s\nwho was there\n%s", len(p.run.Steps()), late.board(), early.board())
					}
					late.app.Leave()
				}
			})
		})
	}
}

// What a spectator looks at is bounded by what the player sees: in first person only no key shows the map.
func TestFirstPersonOnlyStaysSo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHouse(t, storage.NewMemory())
		ana, jun := sit(t, h, playtest.Key(t, 1), 80, 24), sit(t, h, playtest.Key(t, 2), 80, 24)
		ana.press("left", "tab", "enter", "right", "up")
		pass(time.Second, ana)
		jun.looks(ana)
		pass(time.Second, ana, jun)
		for _, k := range []string{"o", "O", "p", "P", "i", "m"} {
			jun.press(k)
			pass(300*time.Millisecond, ana, jun)
			c := jun.canvas()
			_, height := c.Size()
			for y := range height {
				for _, cell := range c.Row(y) {
					if r := cell.FG.Role(); r == games.Path || r == games.You {
						t.Fatalf("after %s a spectator sees what the player does not:\n%s", k, jun.screen())
					}
				}
			}
		}
	})
}

// What moves in a run that is watched can wait for who plays; what the spectator presses, and all else, cannot.
func TestSpectatorsYield(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		run := runsABot(t, h)
		d := sit(t, h, playtest.Key(t, 9), 80, 24)
		for _, msg := range []tea.Msg{Moved{}, keyMsg(t, "q")} {
			if d.app.Yields(msg) {
				t.Errorf("%T waits in the menu", msg)
			}
		}
		d.press("W")
		d.settle()
		d.press("enter")
		d.settle()
		d.shows("Watching · kit")
		if !d.app.Yields(Moved{}) || !d.app.Yields(watched{}) || d.app.Yields(keyMsg(t, "q")) || d.app.Yields(tea.MouseClickMsg{}) {
			t.Error("a spectator does not wait, or their own keys do")
		}
		run.Close(live.End{How: live.Left})
		d.wait(time.Second)
		if d.app.Yields(Moved{}) {
			t.Error("a run that is over waits")
		}
		d.app.stack = nil // it has left
		if d.app.Yields(Moved{}) {
			t.Error("nobody waits")
		}
	})
}
