package screens

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/playtest"
	"arcade.example.com/arcade/records"
	"arcade.example.com/arcade/run"
	"arcade.example.com/games"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// sizes are the windows that every screen is looked at in.
var sizes = func() []struct{ w, h int } {
	if underRace {
		return windows[:1]
	}
	return windows
}()

// furnished is a house in which three players have times on a maze's leaderboard: ana (key 1), jun and mika.
func furnished(t *testing.T) (*House, []string) {
	t.Helper()
	h := testHouse(t, storage.NewMemory())
	var ids []string
	g, _ := h.game("maze")
	m, _ := g.Find("5x5")
	for i, name := range []string{"ana", "jun", "mika"} {
		k := playtest.Key(t, byte(i+1))
		p, err := h.Store.SetName(k, name)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, p.ID)
		won := playtest.WonRun(t, g, m, games.Seed(40+i), k, 150*time.Millisecond*time.Duration(i+2))
		won.Figures = run.FiguresOf(g, playtest.ReplayOf(t, won))
		if _, err := h.Store.Save(won); err != nil {
			t.Fatal(err)
		}
	}
	return h, ids
}

func TestScreensAreGolden(t *testing.T) {
	screens := []struct {
		name string
		keys []string // from the menu
	}{
		{"menu", nil},
		{"menu-minesweeper", []string{"down", "right", "tab"}},
		{"menu-daily", []string{"down", "down"}},
		{"menu-custom", []string{"c", "2", "x", "2", "enter"}},
		{"maze", []string{"left", "enter"}},
		{"maze-40x40", []string{"left", "left", "enter", "right"}},
		{"first-person", []string{"left", "enter", "i"}},
		{"minesweeper", []string{"down", "right", "enter", "space"}},
		{"hint", []string{"down", "right", "enter", "space", "H", "y"}},
		{"leaderboard", []string{"left", "L"}},
		{"leaderboard-empty", []string{"L"}},
		{"watch", []string{"left", "L", "enter", "space"}},
		{"profile", []string{"up", "right", "enter"}},
		{"profile-name", []string{"up", "right", "enter", "n", "!", "enter"}},
		{"settings", []string{"up", "right", "right", "enter"}},
		{"check", []string{"up", "right", "right", "enter", "down", "down", "down", "down", "down", "down", "down", "down", "enter"}},
		{"help", []string{"?"}},
		{"help-maze", []string{"enter", "?"}},
		{"leave", []string{"left", "enter", "right", "down", "q"}},
	}
	for _, size := range sizes {
		for _, s := range screens {
			name := fmt.Sprintf("%s-%dx%d", s.name, size.w, size.h)
			t.Run(name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					h, ids := furnished(t)
					d := sit(t, h, playtest.Key(t, 1), size.w, size.h)
					d.ids = ids
					d.wait(4 * time.Second) // the demo has played
					d.press(s.keys...)
					d.wait(100 * time.Millisecond)
					d.golden(name)
				})
			})
		}
	}
}

func TestGuestIsToldBeforeTheRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := sit(t, testHouse(t, storage.NewMemory()), keys.Key{}, 80, 24)
		d.wait(4 * time.Second)
		d.golden("menu-guest-80x24")
		d.press("left", "enter")
		d.shows("unranked")
		d.walkOut(10 * time.Millisecond)
		d.wait(time.Second)
		d.shows("a guest's runs are not ranked")
		d.shows("ssh-keygen")
	})
}

func TestTooSmallAWindowSaysWhatIsNeeded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		for _, size := range []struct{ w, h int }{{48, 15}, {39, 20}, {60, 17}, {1, 1}, {9, 3}} {
			d := sit(t, h, playtest.Key(t, 1), size.w, size.h)
			if size.w >= 48 {
				d.shows(fmt.Sprintf("The arcade needs 40x18; this window has %dx%d.", size.w, size.h))
			}
		}
		d := sit(t, h, playtest.Key(t, 1), 60, 20)
		d.wait(4 * time.Second)
		d.golden("menu-60x20")
	})
}

// Who walks a maze as no hands can is told so, and stands on a leaderboard apart; the best by hand stays.
func TestMazeInOnePacketStandsApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		d := sit(t, h, playtest.Key(t, 1), 80, 24)
		d.press("left", "enter")
		d.shows("best 0:06.000")
		d.walkOut(0)
		d.wait(600 * time.Millisecond)
		d.shows("1st of 1")
		d.shows("Faster than hands are")
		d.shows("best 0:06.000")
		d.press("L")
		d.wait(50 * time.Millisecond)
		d.shows("0:00.000")
	})
}

func TestMazeIsPlayedToTheLeaderboard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, ids := furnished(t)
		d := sit(t, h, playtest.Key(t, 1), 80, 24)
		d.ids = ids
		d.press("left", "enter")
		d.wait(120 * time.Millisecond)
		d.walkOut(20 * time.Millisecond)
		d.press("q") // a key on its way does not dismiss the news
		d.wait(600 * time.Millisecond)
		d.golden("result-80x24")
		d.press("L")
		d.wait(50 * time.Millisecond)
		d.shows("1 ◆ ana")
	})
}

func TestRunThatWaitsForTheStoreIsSaidInTheSmallestWindow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHouse(t, &playtest.Stubborn{Store: storage.NewMemory(), Refuses: 1})
		d := sit(t, h, playtest.Key(t, 1), 60, 20)
		d.press("left", "enter")
		d.walkOut(20 * time.Millisecond)
		d.wait(600 * time.Millisecond)
		d.golden("result-unsaved-60x20")
		d.wait(2 * records.Retry) // for the saver to have it saved
	})
}

func TestProfileOfANewKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHouse(t, storage.NewMemory())
		d := sit(t, h, playtest.Key(t, 9), 80, 24)
		d.press("up", "right", "enter")
		d.settle()
		d.shows("this one")
		if s := d.screen(); strings.Contains(s, "since") {
			t.Errorf("a key of which nothing is kept has an age:\n%s", s)
		}
		d.press("n", "enter") // the name that the SSH user offers
		d.settle()
		d.shows("You are ana from now on.")
		d.shows("this one since 1 Jan 2000")
	})
}

// The ghost takes a step each 300 ms, the player each 20 ms, and the first at once.
func TestRaceTellsTheSplit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		d := sit(t, h, playtest.Key(t, 1), 80, 24)
		d.press("left", "G")
		d.settle()
		d.shows("it does not rank")
		d.press("enter")
		d.settle()
		p := d.app.top().(*play)
		marks, split := 0, ""
		for i, key := range playtest.WayOut(t, p.run.State()) {
			before, _ := p.run.State().Progress()
			d.press(key)
			if done, of := p.run.State().Progress(); done > before && done < of {
				marks++
				split = fmt.Sprintf("-%.2f s", float64(300*(i+1)-20*i)/1000)
			}
			d.wait(20 * time.Millisecond)
			if split != "" && p.run.State().Status() == games.Playing {
				d.shows(split)
			}
			if marks == 1 {
				d.press("i")
				d.shows(split)
				d.press("o")
			}
		}
		if marks == 0 {
			t.Error("nothing of this maze is worth a split")
		}
		d.wait(time.Second)
		d.shows("on a known deal: not ranked")
	})
}

func TestPasteGoesIntoAField(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		d := sit(t, h, playtest.Key(t, 1), 80, 24)
		d.send(tea.PasteMsg{Content: "qqq"}) // nowhere to go: not keys
		if d.ended {
			t.Fatal("a paste has quit the arcade")
		}
		d.press("c")
		d.send(tea.PasteMsg{Content: "7x9\nq"})
		d.shows("7x9")
		d.press("enter")
		d.settle()
		d.shows("Maze · 7 x 9")
	})
}

func TestDayTurnsWhileADailyRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(24*time.Hour - 30*time.Second) // it is half a minute to Sunday, 2 January 2000
		h, _ := furnished(t)
		d := sit(t, h, playtest.Key(t, 1), 80, 24)
		d.press("down", "down")
		d.shows("new in 0 h 0 min")
		d.press("enter", "enter")
		d.settle()
		p, ok := d.app.top().(*play)
		if !ok || p.run.Daily != "2000-01-01" {
			t.Fatalf("no daily runs:\n%s", d.screen())
		}
		d.wait(time.Minute)
		keys := playtest.WayOut(t, p.run.State())
		for _, k := range keys { // the maze of a Saturday is walked in first person: turn, then go
			d.look(p, k)
			d.press("up")
			d.wait(300 * time.Millisecond)
		}
		d.wait(time.Second)
		d.shows("1st of 1")
		d.shows("Arcade daily 2000-01-01")
		d.press("q")
		d.wait(2 * time.Second)
		d.shows("not played yet") // the new day's
		if dailies := records.Dailies(time.Now(), h.Games, h.Store); dailies[0].Day() != "2000-01-02" {
			t.Errorf("the daily after midnight is %s's", dailies[0].Day())
		}
		lb := storage.Leaderboard{Game: "maze", Mode: p.run.Mode.ID, Daily: "2000-01-01"}
		if row, err := h.Store.Row(lb, d.env.player.ID); err != nil || row.Rank != 1 {
			t.Errorf("%+v, %v on yesterday's leaderboard", row, err)
		}
		lb = storage.Leaderboard{Game: "maze", Mode: p.run.Mode.ID, Period: storage.All}
		if _, err := h.Store.Row(lb, d.env.player.ID); err == nil {
			t.Error("a daily counts on the leaderboard of all time")
		}
	})
}

// look turns in first person until up leads where an arrow key would from above.
func (d *desk) look(p *play, key string) {
	d.t.Helper()
	want := map[string]games.Move{"up": "~look north", "right": "~look east", "down": "~look south", "left": "~look west"}[key]
	for range 5 { // once round, and the first look is known too
		var last games.Move
		for _, s := range p.run.Steps() {
			if s.Move.Shows() && len(s.Move) > 6 && s.Move[:6] == "~look " {
				last = s.Move
			}
		}
		if last == want {
			return
		}
		d.press("right")
		d.wait(300 * time.Millisecond)
	}
	d.t.Fatalf("cannot look %s", key)
}

func TestDailiesComeWithoutMovingTheChoice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		d := sit(t, h, playtest.Key(t, 1), 80, 24)
		m := d.app.top().(*menu)
		m.days = today{} // as before they were read
		d.press("up")
		if !m.onLinks() {
			t.Fatal("up from the first game does not lead to the links")
		}
		d.do(m.readToday())
		d.settle()
		if len(m.days.dailies) == 0 || !m.onLinks() {
			t.Errorf("%d dailies came, and line %d is chosen", len(m.days.dailies), m.at)
		}
	})
}
