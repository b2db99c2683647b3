package storagetest

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"arcade.example.com/storage"
)

func dailies(t *testing.T, s storage.Store) {
	seed := s.DailySeed("2026-11-18", "maze")
	equal(t, "seed a second time", s.DailySeed("2026-11-18", "maze"), seed)
	if seed == s.DailySeed("2026-11-19", "maze") || seed == s.DailySeed("2026-11-18", "minesweeper") {
		t.Error("two dailies have one seed")
	}

	a := storage.Attempt{Date: "2026-11-18", Game: "maze", Mode: "15x15", Run: "r1", Begun: noon}
	is(t, "attempt", s.Attempt(Key(1), a), nil)
	is(t, "the same attempt", s.Attempt(Key(1), a), nil)
	second := a
	second.Run = "r2"
	is(t, "second attempt", s.Attempt(Key(1), second), storage.ErrAttempted)
	is(t, "another's attempt", s.Attempt(Key(2), second), nil)
	for _, bad := range []storage.Attempt{{}, {Date: "today", Game: "maze", Mode: "5x5", Run: "r"}, {Date: "2026-11-18", Game: "maze", Mode: "5x5"}} {
		if s.Attempt(Key(1), bad) == nil {
			t.Errorf("attempt %+v was taken", bad)
		}
	}

	run := NewRun("r1", 1, 7000)
	run.Mode, run.Daily, run.Ended = "15x15", a.Date, noon.Add(12*time.Hour+3*time.Second) // the day turned meanwhile
	equal(t, "standing", save(t, s, run), storage.Standing{Run: "r1", Rank: 1, Of: 1, Best: true})
	equal(t, "again", save(t, s, run), storage.Standing{Run: "r1", Rank: 1, Of: 1, Best: true})
	again := run
	again.ID = "r3"
	_, err := s.Save(again)
	is(t, "a run that was not the attempt", err, storage.ErrAttempted)
	unannounced := NewRun("r4", 3, 6000)
	unannounced.Mode, unannounced.Daily = "15x15", a.Date
	equal(t, "an attempt that was not announced", save(t, s, unannounced).Rank, 1)

	challenge := storage.Leaderboard{Game: "maze", Mode: "15x15", Daily: a.Date}
	equal(t, "the daily's leaderboard", runs(t, s, challenge), "r4 r1")
	for _, p := range []storage.Period{storage.All, storage.Week, storage.Day} {
		equal(t, "the mode's leaderboard", runs(t, s, storage.Leaderboard{Game: "maze", Mode: "15x15", Period: p, At: run.Ended}), "")
	}

	a.Done, a.Millis = true, 7000
	list, err := s.Attempts(player(t, s, 1).ID, "2026-11-18", "2026-11-18")
	is(t, "attempts", err, nil)
	if len(list) != 1 || list[0] != a {
		t.Errorf("attempts: %+v, want %+v", list, a)
	}
	for day := 1; day <= 9; day += 2 {
		a := storage.Attempt{Date: fmt.Sprintf("2026-11-0%d", day), Game: "maze", Mode: "5x5", Run: fmt.Sprint("d", day), Begun: noon}
		is(t, "attempt", s.Attempt(Key(1), a), nil)
	}
	for between, want := range map[[2]string]int{
		{"2026-11-01", "2026-11-09"}: 5, {"2026-11-02", "2026-11-08"}: 3, {"2026-11-03", "2026-11-03"}: 1,
		{"2026-11-04", "2026-11-04"}: 0, {"2026-11-09", "2026-11-01"}: 0, {"0000-01-01", "9999-12-31"}: 6, {"", ""}: 0,
	} {
		list, err := s.Attempts(player(t, s, 1).ID, between[0], between[1])
		is(t, "attempts", err, nil)
		equal(t, fmt.Sprint("attempts between ", between), len(list), want)
	}

	is(t, "lose", s.Lose(Key(1), storage.Loss{Run: "d1", Game: "maze", Mode: "5x5", Ended: noon}), nil)
	is(t, "drop", s.Drop(Key(1), "maze", "d3"), nil)
	list, err = s.Attempts(player(t, s, 1).ID, "2026-11-01", "2026-11-18")
	is(t, "attempts", err, nil)
	for _, a := range list {
		equal(t, "run "+a.Run+" is over", a.Over, a.Run == "d1" || a.Run == "d3")
	}
	sound(t, s)
}

// late holds that a daily's run counts if it began in its day and ended within the grace, by whatever clock.
func late(t *testing.T, s storage.Store) {
	midnight := time.Date(2026, 11, 19, 0, 0, 0, 0, time.UTC)
	for n, c := range []struct {
		begun, clock, ended time.Duration // after the day's end
		announced           bool
		want                error
	}{
		{-time.Hour, -time.Hour, -time.Minute, true, nil},
		{-time.Millisecond, -time.Millisecond, storage.DailyGrace, true, nil},
		{-time.Hour, -time.Millisecond, time.Minute, true, nil},
		{-time.Millisecond, -time.Millisecond, storage.DailyGrace + time.Millisecond, true, storage.ErrLate},
		{-time.Hour, -time.Hour, 3 * 24 * time.Hour, true, storage.ErrLate}, // opened, left and resumed, or a clock that jumped on
		{-time.Hour, 0, time.Minute, true, storage.ErrLate},                 // opened, left, and begun when the day was over
		{0, 0, time.Minute, true, storage.ErrLate},
		{3 * 24 * time.Hour, 3 * 24 * time.Hour, 3*24*time.Hour + time.Minute, true, storage.ErrLate},
		{-3 * 24 * time.Hour, -3 * 24 * time.Hour, -3*24*time.Hour + time.Minute, true, nil}, // the clock was set back: early is not late
		{time.Minute, time.Minute, 2 * time.Minute, false, storage.ErrLate},
		{-time.Minute, -time.Minute, time.Minute, false, nil},
	} {
		run := NewRun(fmt.Sprint("r", n), n, (c.ended - c.clock).Milliseconds())
		run.Daily, run.Ended = "2026-11-18", midnight.Add(c.ended)
		if c.announced {
			a := storage.Attempt{Date: run.Daily, Game: run.Game, Mode: run.Mode, Run: run.ID, Begun: midnight.Add(c.begun)}
			is(t, "attempt", s.Attempt(Key(n), a), nil)
		}
		_, err := s.Save(run)
		is(t, fmt.Sprintf("run %d, opened %v, begun %v and ended %v after the day", n, c.begun, c.clock, c.ended), err, c.want)
	}
	equal(t, "the daily's leaderboard", len(strings.Fields(runs(t, s, storage.Leaderboard{Game: "maze", Mode: "10x10", Daily: "2026-11-18"}))), 5)
	sound(t, s)
}

func progress(t *testing.T, s storage.Store) {
	p := storage.Progress{Run: "r1", Game: "maze", Mode: "10x10", Version: 3, Seed: 1<<63 + 5, Known: true, Daily: "2026-11-18",
		Boot: "boot", Millis: 1234, Saved: noon, Steps: []byte{0, 1, 2, 255}, Count: 4}
	kept := func(want ...storage.Progress) {
		t.Helper()
		list, err := s.Kept(Key(1))
		is(t, "kept", err, nil)
		equal(t, "games kept", len(list), len(want))
		for i, got := range list[:min(len(list), len(want))] {
			if !bytes.Equal(got.Steps, want[i].Steps) {
				t.Errorf("steps %v, want %v", got.Steps, want[i].Steps)
			}
			equal(t, "kept", fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", want[i]))
		}
	}
	kept()
	is(t, "drop what was never kept", s.Drop(Key(1), "maze", "r0"), nil)
	equal(t, "known", player(t, s, 1).Known, false)
	late := p
	late.Run = "r0"
	is(t, "keep what was dropped", s.Keep(Key(1), late), storage.ErrSpent)
	kept()

	is(t, "keep", s.Keep(Key(1), p), nil)
	kept(p)
	p.Millis, p.Steps, p.Count, p.Saved = 2000, append(p.Steps, 7), 5, noon.Add(-time.Hour) // the clock was set back
	is(t, "keep", s.Keep(Key(1), p), nil)
	mines := storage.Progress{Run: "r2", Game: "minesweeper", Mode: "expert", Saved: noon, Steps: []byte{}}
	is(t, "keep", s.Keep(Key(1), mines), nil)
	kept(p, mines)

	late = p
	late.Saved, late.Millis, late.Count = p.Saved.Add(24*time.Hour), 1, 4
	is(t, "keep what is older", s.Keep(Key(1), late), nil)
	kept(p, mines)

	is(t, "drop another run", s.Drop(Key(1), "maze", "r9"), nil)
	kept(p, mines)
	is(t, "drop", s.Drop(Key(1), "minesweeper", "r2"), nil)
	is(t, "drop again", s.Drop(Key(1), "minesweeper", "r2"), nil)
	is(t, "keep what was dropped", s.Keep(Key(1), mines), storage.ErrSpent)
	kept(p)

	huge := p
	huge.Steps = make([]byte, 1<<20+1)
	if s.Keep(Key(1), huge) == nil {
		t.Error("more than 1 MiB was kept")
	}
	save(t, s, NewRun("r3", 1, 5000))
	kept(p)
	save(t, s, NewRun("r1", 1, 4000))
	kept()
	is(t, "keep what was saved", s.Keep(Key(1), p), storage.ErrSpent)
	kept()
	sound(t, s)
}
