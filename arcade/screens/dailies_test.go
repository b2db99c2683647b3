package screens

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/playtest"
	"arcade.example.com/arcade/records"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

// fridayNoon is the instant at which these dailies are played.
var fridayNoon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// onFriday is a house in memory on that day.
func onFriday(t testing.TB) *House {
	h := testHouse(t, storage.NewMemory())
	h.Now = func() time.Time { return fridayNoon }
	return h
}

// dailyOf is the screen that the nth player comes to who begins the daily maze, and the session that it is shown in.
func dailyOf(h *House, n int) (screen, *env) {
	var who keys.Key
	if n > 0 {
		who = storagetest.Key(n)
	}
	e := newEnv(h, who, "")
	d := records.Dailies(h.Now(), h.Games, h.Store)[0]
	s := newApp(e, to.Daily{Daily: d}).top()
	if _, asks := s.(*eve); asks {
		s = newApp(e, to.Attempt{Daily: d}).top()
	}
	h.Saver.Wait(nil)
	return s, e
}

// The first attempt counts, from the moment that the board is shown: whoever leaves and comes again finds the
// leaderboard, or the game that went on without them.
func TestADailyIsPlayedOnce(t *testing.T) {
	h := onFriday(t)
	first, e := dailyOf(h, 1)
	p, ok := first.(*play)
	if !ok || p.run.Daily != "2026-11-20" || !p.run.Known || p.run.Seed != games.Seed(h.Store.DailySeed("2026-11-20", "maze")) {
		t.Fatalf("%T %+v", first, first)
	}
	list, err := h.Store.Attempts(e.player.ID, "2026-11-20", "2026-11-20")
	if err != nil || len(list) != 1 || list[0].Run != p.run.ID || list[0].Done {
		t.Errorf("attempts %+v, %v", list, err)
	}
	again, _ := dailyOf(h, 1)
	if r, ok := again.(*resume); !ok || r.kept.Run != p.run.ID {
		t.Errorf("a game that waits: %T", again)
	}
	if err := h.Store.Drop(storagetest.Key(1), "maze", p.run.ID); err != nil {
		t.Fatal(err)
	}
	if again, _ := dailyOf(h, 1); fmt.Sprintf("%T", again) != "*screens.leaderboard" {
		t.Errorf("a second attempt: %T", again)
	}
}

// A guest plays the daily as often as they like; nothing of it is kept.
func TestADailyOfAGuest(t *testing.T) {
	h := onFriday(t)
	for range 2 {
		s, _ := dailyOf(h, 0)
		p, ok := s.(*play)
		if !ok {
			t.Fatalf("%T", s)
		}
		if ranks, _ := p.run.Ranks(); ranks {
			t.Error("it ranks")
		}
	}
}

// At midnight a daily that was asked for a moment ago is one of yesterday's.
func TestADailyThatIsOver(t *testing.T) {
	h := onFriday(t)
	d := records.Dailies(fridayNoon, h.Games, h.Store)[0]
	h.Now = func() time.Time { return d.Ends() }
	if s := newApp(newEnv(h, storagetest.Key(1), ""), to.Daily{Daily: d}).top(); fmt.Sprintf("%T", s) != "*screens.leaderboard" {
		t.Errorf("%T", s)
	}
}

// A daily says what it is before it starts, and waits for who leaves it, begun or not.
func TestADailyIsSaidBeforeItStarts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := sit(t, testHouse(t, storage.NewMemory()), playtest.Key(t, 1), 80, 24)
		d.wait(4 * time.Second)
		d.press("up", "up", "enter")
		d.golden("eve-80x24")
		d.press("q")
		d.shows("not played yet")
		d.press("enter", "enter")
		d.shows("begin at the marked cell")
		d.press("n")
		d.shows("This run ends here")
		d.press("n", "q")
		d.shows("The daily waits for you")
		d.press("y")
		d.wait(time.Second)
		d.shows("it waits for you")
		d.press("enter")
		d.shows("not begun")
		d.press("enter")
		d.shows("begin at the marked cell")
	})
}

// A daily is neither shown nor dealt a second time before its day is over, and a loss can be shared as a win can.
func TestADailyKeepsItsSecretsUntilItsDayIsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := sit(t, testHouse(t, storage.NewMemory()), playtest.Key(t, 1), 80, 24)
		d.press("up", "up", "enter", "enter", "space")
		d.press("H")
		d.shows("There is no help in a daily")
		p := d.app.top().(*play)
		for !p.run.Over() {
			d.press("e", "space")
		}
		d.wait(time.Second)
		d.shows("Arcade daily 2000-01-01, Minesweeper")
		d.shows("% done")
		d.shows("the next in")
		d.press("r")
		d.shows("this deal is everybody's")
		d.press("z")
		if d.app.top() != screen(p) {
			t.Errorf("it is practised:\n%s", d.screen())
		}
	})
}

// While a run of a daily may count, no screen shows a replay of it, and nobody races one.
func TestReplaysOfADailyAreSecret(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHouse(t, storage.NewMemory())
		c := records.Dailies(h.Now(), h.Games, h.Store)[0]
		run := playtest.WonRun(t, c.Game, c.Mode, c.Seed, playtest.Key(t, 2), 100*time.Millisecond)
		run.Daily, run.Ended = c.Day(), h.Now().Add(time.Minute)
		if _, err := h.Store.Save(run); err != nil {
			t.Fatal(err)
		}
		r := sit(t, h, playtest.Key(t, 1), 80, 24).env.loader().reader()
		for _, over := range []bool{false, true} {
			for _, d := range []to.Destination{to.Replay{Run: run.ID}, to.Race{Run: run.ID}} {
				if _, err := r.Read(d); (err == nil) != over {
					t.Errorf("%T, over %v: %v", d, over, err)
				}
			}
			time.Sleep(25 * time.Hour)
		}
	})
}

// A question that was asked before midnight begins nothing after it.
func TestAnAttemptIsMadeOnItsDay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHouse(t, storage.NewMemory())
		d := sit(t, h, playtest.Key(t, 1), 80, 24)
		d.press("up", "up", "enter")
		time.Sleep(24 * time.Hour)
		d.press("enter")
		list, err := h.Store.Attempts(d.env.player.ID, "0001-01-01", "9999-12-31")
		if _, began := d.app.top().(*play); began || err != nil || len(list) != 0 {
			t.Errorf("attempts %+v, %v:\n%s", list, err, d.screen())
		}
	})
}

// In the first hour of a day runs of the day before may still count, and their deal is no guest's to see.
func TestAGuestPlaysYesterdaysDaily(t *testing.T) {
	for hour, day := range []string{"1999-12-30", "1999-12-31"} {
		synctest.Test(t, func(t *testing.T) {
			time.Sleep(time.Duration(hour) * time.Hour)
			h := testHouse(t, storage.NewMemory())
			d := sit(t, h, keys.Key{}, 80, 24)
			d.press("up", "up", "enter")
			d.shows("Daily " + day)
			d.shows("This one is over")
			d.press("enter")
			if p := d.app.top().(*play); p.run.Daily != day {
				t.Errorf("a guest is dealt the daily of %s", p.run.Daily)
			}
		})
	}
}

// Within the hour in which a run may still count, another window of its player's, or a guest's, tells nothing of its deal.
func TestADailyIsAskedForHelpWithinItsGrace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := sit(t, testHouse(t, storage.NewMemory()), playtest.Key(t, 1), 80, 24)
		d.press("up", "up", "enter", "enter", "space")
		p := d.app.top().(*play)
		for !p.run.Over() {
			d.press("e", "space")
		}
		time.Sleep(24 * time.Hour)
		knows := records.Knows(d.env.Store, keys.Key{}, "", time.Now)
		for _, over := range []bool{false, true} {
			d.press("r")
			if _, again := d.app.top().(*play); !again || (d.app.top() != screen(p)) != over {
				t.Errorf("over %v: dealt again %v", over, d.app.top() != screen(p))
			}
			if knows("minesweeper", "2000-01-01") != over {
				t.Errorf("over %v: others see it %v", over, !over)
			}
			time.Sleep(time.Hour)
		}
	})
}
