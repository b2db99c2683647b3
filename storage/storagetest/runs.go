package storagetest

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"arcade.example.com/storage"
)

func once(t *testing.T, s storage.Store) {
	save(t, s, NewRun("r0", 2, 3000))
	want := storage.Standing{Run: "r1", Rank: 2, Of: 2, Best: true, Record: 3 * time.Second}
	equal(t, "first", save(t, s, NewRun("r1", 1, 5000)), want)
	equal(t, "again", save(t, s, NewRun("r1", 1, 5000)), want)
	changed := s.Changes(maze)

	want = storage.Standing{Run: "r2", Rank: 1, Of: 2, Best: true, Before: 5 * time.Second, Record: 3 * time.Second}
	equal(t, "better", save(t, s, NewRun("r2", 1, 2000)), want)
	if now := s.Changes(maze); now <= changed {
		t.Errorf("changes: %d after %d", now, changed)
	}
	equal(t, "worse", save(t, s, NewRun("r3", 1, 4000)),
		storage.Standing{Run: "r3", Rank: 1, Of: 2, Before: 2 * time.Second, Record: 2 * time.Second})
	want.Rank, want.Of = 1, 2
	equal(t, "the better one again", save(t, s, NewRun("r2", 1, 2000)), want)

	for name, spoil := range map[string]func(*storage.Run){
		"a run without an id": func(r *storage.Run) { r.ID = "" },
		"a zero byte":         func(r *storage.Run) { r.Mode = "10\x00x10" },
		"a negative time":     func(r *storage.Run) { r.Millis = -1 },
		"a time of 50 days":   func(r *storage.Run) { r.Millis = 1 << 32 },
		"a daily of no day":   func(r *storage.Run) { r.Daily = "2026-02-30" },
		"more than 1 MiB":     func(r *storage.Run) { r.Steps = make([]byte, 1<<20+1) },
	} {
		r := NewRun("r4", 5, 1)
		spoil(&r)
		if _, err := s.Save(r); err == nil {
			t.Errorf("%s was saved", name)
		}
	}
	_, of := top(t, s, maze, 1, 10)
	equal(t, "lines", of, 2)
	sound(t, s)
}

func ties(t *testing.T, s storage.Store) {
	for i, n := range []int{3, 1, 2} {
		r := NewRun(fmt.Sprint("r", n), n, 5000)
		r.Ended = noon.Add(time.Duration(i) * time.Millisecond)
		equal(t, "rank", save(t, s, r).Rank, i+1)
	}
	again := NewRun("r4", 2, 5000)
	again.Ended = noon.Add(time.Hour)
	equal(t, "the same time once more is a best", save(t, s, again).Best, false)
	lines, _ := top(t, s, maze, 1, 10)
	for i, n := range []int{3, 1, 2} {
		want := storage.Entry{Rank: i + 1, ID: player(t, s, n).ID, Millis: 5000, At: noon.Add(time.Duration(i) * time.Millisecond), Run: fmt.Sprint("r", n)}
		equal(t, "line", lines[i], want)
		row, err := s.Row(maze, want.ID)
		is(t, "row", err, nil)
		equal(t, "row", row, want)
	}
}

// ranks holds leaderboards against the plainest way to make them, for times of every magnitude.
func ranks(t *testing.T, s storage.Store) {
	r := rand.New(rand.NewPCG(6, 6))
	best := map[int]storage.Run{}
	var all []storage.Run
	for i := range 400 {
		ms := int64(r.Uint64N(1 << (1 + r.IntN(32))))
		n := r.IntN(120)
		run := NewRun(fmt.Sprintf("r%03d", i), n, ms)
		run.Ended = noon.Add(time.Duration(i) * time.Millisecond)
		if old, ok := best[n]; !ok || ms < old.Millis {
			best[n] = run
		}
		all = append(all, run)
	}
	each(len(all), func(i int) { save(t, s, all[i]) })
	var want []storage.Run
	for _, run := range best {
		want = append(want, run)
	}
	slices.SortFunc(want, func(a, b storage.Run) int {
		return cmp.Or(cmp.Compare(a.Millis, b.Millis), a.Ended.Compare(b.Ended))
	})
	for from := 1; from <= len(want)+1; from += 7 {
		lines, of := top(t, s, maze, from, 7)
		equal(t, "total", of, len(want))
		equal(t, "lines", len(lines), min(7, len(want)-from+1))
		for i, e := range lines {
			equal(t, "rank", e.Rank, from+i)
			equal(t, "run", e.Run, want[from+i-1].ID)
			row, err := s.Row(maze, e.ID)
			is(t, "row", err, nil)
			equal(t, "row", row, e)
		}
	}
	for _, ask := range [][3]int{{-5, 3, 3}, {1, -1, 0}, {1, 1e9, len(want)}, {1e9, 10, 0}, {len(want), 10, 1}, {0, 0, 0}} {
		lines, of := top(t, s, maze, ask[0], ask[1])
		equal(t, fmt.Sprint("lines of ", ask), len(lines), ask[2])
		equal(t, "total", of, len(want))
	}
	sound(t, s)
}

func bests(t *testing.T, s storage.Store) {
	save(t, s, NewRun("r1", 1, 3000))
	save(t, s, NewRun("r2", 2, 2000))
	mines := NewRun("r3", 1, 9000)
	mines.Game, mines.Mode = "minesweeper", "expert"
	save(t, s, mines)
	list, err := s.Bests(player(t, s, 1).ID, storage.Timed)
	is(t, "bests", err, nil)
	id := player(t, s, 1).ID
	want := []storage.Best{
		{Game: "maze", Mode: "10x10", Of: 2, Entry: storage.Entry{Rank: 2, ID: id, Millis: 3000, At: noon, Run: "r1"}},
		{Game: "minesweeper", Mode: "expert", Of: 1, Entry: storage.Entry{Rank: 1, ID: id, Millis: 9000, At: noon, Run: "r3"}},
	}
	if !slices.Equal(list, want) {
		t.Errorf("bests %v, want %v", list, want)
	}
}

func replays(t *testing.T, s storage.Store) {
	_, err := s.Replay("r1")
	is(t, "no such run", err, storage.ErrNotFound)
	run := NewRun("r1", 1, 5000)
	run.Seed, run.Steps = 1<<63+1, bytes.Repeat([]byte{0, 255}, 100_000)
	save(t, s, run)
	if _, err := s.SetName(Key(1), "ana"); err != nil {
		t.Fatal(err)
	}
	r, err := s.Replay("r1")
	is(t, "replay", err, nil)
	equal(t, "player", r.Player, player(t, s, 1))
	if r.Run != "r1" || r.Game != "maze" || r.Mode != "10x10" || r.Version != 1 || r.Seed != run.Seed ||
		r.Millis != 5000 || !r.At.Equal(noon) || r.Daily != "" || !bytes.Equal(r.Steps, run.Steps) {
		t.Errorf("replay: %+v", r)
	}
	each(250, func(i int) { save(t, s, NewRun(fmt.Sprintf("s%03d", i), i, int64(i))) })
	var seen []string
	// The store is written to meanwhile, as it would be by a server: a callback is never inside a transaction.
	err = s.Replays(func(r storage.Replay) error {
		seen = append(seen, r.Run)
		return s.SetSettings(Key(1), map[string]string{"seen": r.Run})
	})
	is(t, "replays", err, nil)
	equal(t, "replays", len(seen), 251)
	equal(t, "in order", slices.IsSorted(seen), true)
	stop := errors.New("stop")
	is(t, "stopped", s.Replays(func(storage.Replay) error { return stop }), stop)
}

func results(t *testing.T, s storage.Store) {
	each(120, func(i int) {
		run := NewRun(fmt.Sprintf("r%03d", i), 1, int64(1000+i))
		run.Ended = noon.Add(time.Duration(i) * time.Minute)
		save(t, s, run)
	})
	daily := NewRun("daily", 1, 1)
	daily.Daily, daily.Ended = "2026-11-19", noon.Add(24*time.Hour)
	save(t, s, daily)
	id := player(t, s, 1).ID
	for n, want := range map[int]int{-1: 0, 0: 0, 3: 3, 100: 100, 1000: 100} {
		list, err := s.Results(id, "maze", "10x10", n)
		is(t, "results", err, nil)
		equal(t, "results", len(list), want)
		for i, r := range list {
			run := 120 - want + i
			equal(t, "result", r, storage.Result{At: noon.Add(time.Duration(run) * time.Minute), Millis: int64(1000 + run)})
		}
	}
	list, err := s.Results(id, "maze", "5x5", 10)
	is(t, "results", err, nil)
	equal(t, "results of another mode", len(list), 0)
}

func periods(t *testing.T, s storage.Store) {
	monday := time.Date(2026, 12, 28, 0, 0, 0, 0, time.UTC) // the 53rd week goes into January
	east := time.FixedZone("east", 9*60*60)
	for i, c := range []struct {
		at            time.Time
		inDay, inWeek int // lines of its day and its week after it
	}{
		{monday.Add(-time.Millisecond), 1, 1},
		{monday, 1, 1},
		{monday.Add(24*time.Hour - time.Millisecond), 2, 2},
		{monday.Add(24 * time.Hour), 1, 3},
		{monday.Add(4 * 24 * time.Hour), 1, 4},
		{monday.Add(7*24*time.Hour - time.Millisecond).In(east), 1, 5},
		{monday.Add(7 * 24 * time.Hour).In(east), 1, 1},
	} {
		run := NewRun(fmt.Sprint("r", i), i, 1000)
		run.Ended = c.at
		equal(t, "rank of all time", save(t, s, run).Rank, i+1)
		lb := maze
		lb.At = c.at
		for period, want := range map[storage.Period]int{storage.All: i + 1, storage.Week: c.inWeek, storage.Day: c.inDay} {
			lb.Period = period
			_, of := top(t, s, lb, 1, 1)
			equal(t, fmt.Sprint("lines of the ", period, " at ", c.at), of, want)
		}
	}
	for _, lb := range []storage.Leaderboard{
		{Game: "maze", Mode: "10x10", Period: "month"},
		{Game: "maze", Mode: "10x10"},
		{Game: "", Mode: "10x10", Period: storage.All},
		{Game: "maze", Mode: "10\x0010", Period: storage.All},
		{Game: "maze", Mode: "10x10", Daily: "tomorrow"},
	} {
		_, _, err := s.Top(lb, 1, 10)
		is(t, fmt.Sprintf("top of %+v", lb), err, storage.ErrNotFound)
		_, err = s.Row(lb, player(t, s, 1).ID)
		is(t, fmt.Sprintf("row of %+v", lb), err, storage.ErrNotFound)
		equal(t, "changes", s.Changes(lb), 0)
	}
	sound(t, s)
}

func changes(t *testing.T, s storage.Store) {
	today, other := maze, maze
	today.Period, today.At = storage.Day, noon
	other.Mode = "20x20"
	tomorrow := today
	tomorrow.At = noon.Add(24 * time.Hour)
	if s.Changes(tomorrow) <= s.Changes(today) {
		t.Error("the day turned, and the number did not rise")
	}
	all, day, others := s.Changes(maze), s.Changes(today), s.Changes(other)
	save(t, s, NewRun("r1", 1, 1000))
	if s.Changes(maze) <= all || s.Changes(today) <= day {
		t.Error("a run was saved, and the number did not rise")
	}
	equal(t, "changes of another leaderboard", s.Changes(other), others)
	all = s.Changes(maze)
	if _, err := s.SetName(Key(1), "ana"); err != nil {
		t.Fatal(err)
	}
	if s.Changes(maze) <= all {
		t.Error("a name on it changed, and the number did not rise")
	}
}

func removeRun(t *testing.T, s storage.Store) {
	is(t, "no such run", s.RemoveRun("r1"), storage.ErrNotFound)
	for i, ms := range []int64{3000, 1000, 2000} {
		run := NewRun(fmt.Sprint("r", i), 1, ms)
		run.Ended = noon.Add(time.Duration(i) * time.Hour)
		save(t, s, run)
	}
	save(t, s, NewRun("other", 2, 1500))
	changed := s.Changes(maze)
	for _, left := range []string{"other r2", "other r0", "other"} {
		lines, _ := top(t, s, maze, 1, 10)
		for _, e := range lines {
			if e.Run != "other" {
				is(t, "remove", s.RemoveRun(e.Run), nil)
				_, err := s.Replay(e.Run)
				is(t, "replay", err, storage.ErrNotFound)
			}
		}
		equal(t, "left", runs(t, s, maze), left)
	}
	if s.Changes(maze) <= changed {
		t.Error("a line was removed, and the number did not rise")
	}
	list, err := s.Results(player(t, s, 1).ID, "maze", "10x10", 10)
	is(t, "results", err, nil)
	equal(t, "results", len(list), 0)
	sound(t, s)
}

// runs are the runs on a leaderboard, in order.
func runs(t testing.TB, s storage.Store, lb storage.Leaderboard) string {
	t.Helper()
	lines, _ := top(t, s, lb, 1, 1000)
	var ids []string
	for _, e := range lines {
		ids = append(ids, e.Run)
	}
	return strings.Join(ids, " ")
}

func removePlayer(t *testing.T, s storage.Store) {
	is(t, "nobody", s.RemovePlayer("nobody"), storage.ErrNotFound)
	save(t, s, NewRun("r1", 1, 1000))
	save(t, s, NewRun("r2", 2, 2000))
	if _, err := s.SetName(Key(1), "ana"); err != nil {
		t.Fatal(err)
	}
	is(t, "settings", s.SetSettings(Key(1), map[string]string{"theme": "dark"}), nil)
	is(t, "keep", s.Keep(Key(1), storage.Progress{Run: "r3", Game: "maze", Mode: "5x5"}), nil)
	is(t, "attempt", s.Attempt(Key(1), storage.Attempt{Date: "2026-11-18", Game: "maze", Mode: "5x5", Run: "r3"}), nil)
	id := player(t, s, 1).ID
	is(t, "remove", s.RemovePlayer(id), nil)

	equal(t, "left", runs(t, s, maze), "r2")
	is(t, "keep a game that was kept", s.Keep(Key(1), storage.Progress{Run: "r3", Game: "maze", Mode: "5x5", Count: 1}), storage.ErrSpent)
	_, err := s.Save(NewRun("r3", 1, 500))
	is(t, "save it", err, storage.ErrSpent)
	for _, who := range []string{id, "ana"} {
		_, err := s.Find(who)
		is(t, "find "+who, err, storage.ErrNotFound)
	}
	equal(t, "known", player(t, s, 1).Known, false)
	set, _ := s.Settings(Key(1))
	kept, _ := s.Kept(Key(1))
	tried, _ := s.Attempts(id, "2026-01-01", "2026-12-31")
	equal(t, "what is left", len(set)+len(kept)+len(tried), 0)
	r, err := s.Replay("r1")
	is(t, "replay", err, nil)
	equal(t, "its player", r.Player, storage.Player{})
	if _, err := s.SetName(Key(3), "ana"); err != nil {
		t.Error(err)
	}
	sound(t, s)
}

func sweepRuns(t *testing.T, s storage.Store) {
	worse, day, daily := NewRun("r2", 1, 2000), NewRun("r3", 1, 3000), NewRun("r4", 1, 4000)
	day.Ended = noon.Add(20 * 24 * time.Hour)
	daily.Daily = "2026-11-18"
	for _, run := range []storage.Run{NewRun("r1", 1, 1000), worse, day, daily} {
		save(t, s, run)
	}
	each(450, func(i int) { // more than a sweep removes in one transaction
		save(t, s, NewRun(fmt.Sprintf("s%03d", i), 10+i, int64(5000+i)))
		save(t, s, NewRun(fmt.Sprintf("t%03d", i), 10+i, int64(9000+i)))
	})
	today, week := maze, maze
	today.Period, today.At, week.Period, week.At = storage.Day, noon, storage.Week, noon
	challenge := storage.Leaderboard{Game: "maze", Mode: "10x10", Daily: "2026-11-18"}
	for _, c := range []struct {
		days                        float64
		replays                     string // of r1, r2, r3, r4, t000
		all, week, today, challenge int
	}{
		{0.9, "r1 r2 r3 r4 t000", 451, 451, 451, 1},
		{1.1, "r1 r3 r4", 451, 451, 451, 1},
		{14.4, "r1 r3 r4", 451, 451, 451, 1},
		{14.6, "r1 r3 r4", 451, 451, 0, 1},
		{60, "r1 r3 r4", 451, 451, 0, 1},
		{70, "r1 r3 r4", 451, 0, 0, 1},
		{90, "r1 r4", 451, 0, 0, 1},
		{410, "r1", 451, 0, 0, 0},
	} {
		now := noon.Add(time.Duration(c.days * float64(24*time.Hour)))
		is(t, "sweep", s.Sweep(now, true), nil)
		var left []string
		for _, run := range []string{"r1", "r2", "r3", "r4", "t000"} {
			if _, err := s.Replay(run); err == nil {
				left = append(left, run)
			}
		}
		what := fmt.Sprint("after ", c.days, " days: ")
		equal(t, what+"replays", strings.Join(left, " "), c.replays)
		for lb, want := range map[storage.Leaderboard]int{maze: c.all, week: c.week, today: c.today, challenge: c.challenge} {
			_, of := top(t, s, lb, 1, 1)
			equal(t, fmt.Sprintf("%slines of %+v", what, lb), of, want)
		}
		sound(t, s)
	}
}

// jumps holds that nothing is removed by a clock that went on or back by more than a day, until somebody says so.
func jumps(t *testing.T, s storage.Store) {
	save(t, s, NewRun("r1", 1, 1000))
	save(t, s, NewRun("r2", 1, 2000)) // holds no place
	here := func() bool { _, err := s.Replay("r2"); return err == nil }
	is(t, "the first sweep", s.Sweep(noon, false), nil)
	for _, by := range []time.Duration{3 * 24 * time.Hour, -3 * 24 * time.Hour, 24*time.Hour + time.Second} {
		is(t, fmt.Sprint("sweep after a jump of ", by), s.Sweep(noon.Add(by), false), storage.ErrClock)
		equal(t, "what had expired by that clock is there", here(), true)
	}
	is(t, "sweep an hour later", s.Sweep(noon.Add(time.Hour), false), nil)
	is(t, "sweep a day after that", s.Sweep(noon.Add(25*time.Hour), false), nil)
	equal(t, "what has expired is there", here(), false)
	is(t, "sweep when told to", s.Sweep(noon.Add(-72*time.Hour), true), nil)
	is(t, "sweep by that clock", s.Sweep(noon.Add(-71*time.Hour), false), nil)
	is(t, "sweep by the clock before", s.Sweep(noon.Add(26*time.Hour), false), storage.ErrClock)
	equal(t, "runs", runs(t, s, maze), "r1")
	sound(t, s)
}

func backup(t *testing.T, s storage.Store) {
	each(300, func(i int) { save(t, s, NewRun(fmt.Sprintf("r%03d", i), i, int64(i))) })
	date, game := "2026-11-18", "maze"
	seed := s.DailySeed(date, game)
	path := filepath.Join(t.TempDir(), "copy.db")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	// A reader that is slow keeps nobody from writing.
	slow := writerFunc(func(b []byte) (int, error) {
		if err := s.SetSettings(Key(1), map[string]string{"at": fmt.Sprint(len(b))}); err != nil {
			return 0, err
		}
		return f.Write(b)
	})
	is(t, "backup", s.Backup(slow), nil)
	is(t, "close", f.Close(), nil)
	full := errors.New("full")
	is(t, "backup to a writer that fails", s.Backup(writerFunc(func([]byte) (int, error) { return 0, full })), full)

	copied, err := storage.Open(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer copied.Close()
	equal(t, "leaderboard", runs(t, copied, maze), runs(t, s, maze))
	if copied.DailySeed(date, game) == seed || player(t, copied, 1).Known {
		t.Error("a copy alone tells a daily's seed, or knows a key")
	}
	p, err := copied.Find(player(t, s, 1).ID)
	is(t, "find", err, nil)
	equal(t, "player", p, player(t, s, 1))
	is(t, "write without the secret", copied.SetSettings(Key(1), nil), storage.ErrReadOnly)
	sound(t, copied)
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }
