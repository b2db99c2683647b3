package storagetest

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
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
	for i := range 400 {
		ms := int64(r.Uint64N(1 << (1 + r.IntN(32))))
		n := r.IntN(120)
		run := NewRun(fmt.Sprintf("r%03d", i), n, ms)
		run.Ended = noon.Add(time.Duration(i) * time.Millisecond)
		if old, ok := best[n]; !ok || ms < old.Millis {
			best[n] = run
		}
		save(t, s, run)
	}
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
	list, err := s.Bests(player(t, s, 1).ID)
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
	for i := range 250 {
		save(t, s, NewRun(fmt.Sprintf("s%03d", i), i, int64(i)))
	}
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
