package arcade

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/door/doortest"
	"arcade.example.com/arcade/playtest"
	"arcade.example.com/storage"
)

// away sits a player down who wants notices, in a terminal that is foot, and lets them look elsewhere.
func (a *arcadeServer) away(t *testing.T, n byte) *terminalClient {
	t.Helper()
	if err := a.store.SetSettings(playtest.Key(t, n), map[string]string{"notices": "desktop"}); err != nil {
		t.Fatal(err)
	}
	x := a.sit(t, n)
	x.sees("\x1b[?1004h")
	x.sees("\x1b[>q")
	before := a.house.Waiting()
	x.press("\x1bP>|foot(1.16)\x1b\\\x1b[O")
	doortest.Eventually(t, "the terminal is heard", func() bool { return a.house.Waiting() > before })
	return x
}

// raced keeps a heat of two players.
func (a *arcadeServer) raced(t *testing.T, one, other byte) {
	t.Helper()
	h := storage.Heat{Word: "otter", Number: 1, Game: "maze", Mode: "5x5", Version: 1, At: time.Now()}
	for i, n := range []byte{one, other} {
		h.Entrants = append(h.Entrants, storage.Entrant{Key: playtest.Key(t, n), Place: i + 1, End: "won", Run: "RUN", Millis: 1000})
	}
	if _, err := a.store.SaveHeat(h, rerate); err != nil {
		t.Fatal(err)
	}
}

// Who was raced and comes back is told to who looks elsewhere: once, by name, and not of those who want to be private or
// were never raced.
func TestWhoWasRacedIsBack(t *testing.T) {
	a := openArcade(t, nil)
	for n, name := range map[byte]string{2: "jun", 3: "mika", 4: "zoe"} {
		if _, err := a.store.SetName(playtest.Key(t, n), name); err != nil {
			t.Fatal(err)
		}
	}
	a.raced(t, 1, 2)
	a.raced(t, 1, 3)
	if err := a.store.SetSettings(playtest.Key(t, 3), map[string]string{"watched": "private"}); err != nil {
		t.Fatal(err)
	}
	x := a.away(t, 1)
	for _, n := range []byte{3, 4, 2} {
		a.sit(t, n).sees("Minesweeper")
	}
	x.sees("\x1b]777;notify;arcade;jun, whom you raced, is back\x1b\\")
	if out := x.out.String(); strings.Count(out, "notify") != 1 || strings.Contains(out, "mika") || strings.Contains(out, "zoe") {
		t.Errorf("%q", out)
	}
	x.press("q")
	x.ends()
	doortest.Eventually(t, "nobody waits any more", func() bool { return a.house.Waiting() == 0 })
	if out := x.out.String(); strings.LastIndex(out, "\x1b[?1004l") < strings.LastIndex(out, "\x1b[?1004h") {
		t.Errorf("the terminal goes on to tell its focus: %q", out)
	}
}

// Whose record falls is told by whom and where.
func TestLostRecordIsTold(t *testing.T) {
	a := openArcade(t, nil)
	g := a.cfg.Games[0]
	m, _ := g.Find("5x5")
	slow := playtest.WonRun(t, g, m, 7, playtest.Key(t, 1), 400*time.Millisecond)
	if _, err := a.store.Save(slow); err != nil {
		t.Fatal(err)
	}
	if _, err := a.store.SetName(playtest.Key(t, 2), "jun"); err != nil {
		t.Fatal(err)
	}
	x := a.away(t, 1)
	quick := playtest.WonRun(t, g, m, 7, playtest.Key(t, 2), 300*time.Millisecond)
	quick.ID = "01TESTRUN00000000000000099"
	if o := <-a.saver.Save(quick, playtest.ReplayOf(t, quick)); o.Err != nil {
		t.Fatal(o.Err)
	}
	x.sees("\x1b]777;notify;arcade;Record lost to jun: maze 5x5\x1b\\")
}

// Everybody is told of a new day.
func TestNewDayIsTold(t *testing.T) {
	a := openArcade(t, nil)
	x := a.away(t, 1)
	a.newDay()
	x.sees("\x1b]777;notify;arcade;A new daily is there\x1b\\")
}

// A new day is told at midnight UTC, each day, until the server ends.
func TestNewDaysAreTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var days atomic.Int32
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			onNewDays(ctx, func() { days.Add(1) })
		}()
		time.Sleep(time.Until(time.Now().UTC().Truncate(24 * time.Hour).Add(24*time.Hour - time.Second)))
		synctest.Wait()
		before := days.Load()
		time.Sleep(time.Second)
		synctest.Wait()
		time.Sleep(24 * time.Hour)
		synctest.Wait()
		if before != 0 || days.Load() != 2 {
			t.Errorf("told %d times before midnight, %d after two", before, days.Load())
		}
		cancel()
		<-ended
	})
}
