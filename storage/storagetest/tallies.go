package storagetest

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"arcade.example.com/storage"
)

// loss is a run of maze 10x10 that was lost.
func loss(run string) storage.Loss {
	return storage.Loss{Run: run, Game: "maze", Mode: "10x10", Ended: noon}
}

// tally is the nth player's tally of maze 10x10, the zero Tally where there is none.
func tally(t testing.TB, s storage.Store, n int) storage.Tally {
	t.Helper()
	list, err := s.Tallies(player(t, s, n).ID, storage.Timed)
	is(t, "tallies", err, nil)
	for _, a := range list {
		if a.Game == "maze" && a.Mode == "10x10" {
			return a
		}
	}
	return storage.Tally{}
}

// tallies: wins and losses are counted once each, in a row, by mode and by kind; the quickest is kept.
func tallies(t *testing.T, s storage.Store) {
	is(t, "no run", s.Lose(Key(1), loss("")), storage.ErrNotFound)
	bad := loss("bad")
	bad.Kind = "none"
	is(t, "no such kind", s.Lose(Key(1), bad), storage.ErrNotFound)
	is(t, "nobody", s.Lose(Key(1), loss("nobody's")), nil)
	equal(t, "nobody's", tally(t, s, 1), storage.Tally{})
	_, err := s.Tallies("nobody", "none")
	is(t, "no such kind", err, storage.ErrNotFound)

	win := func(run string, least uint32, ms int64) storage.Run {
		r := NewRun(run, 1, ms)
		r.Figures = storage.Figures{Moves: 50, Least: least}
		save(t, s, r)
		return r
	}
	first := win("w1", 20, 10_000)
	save(t, s, first) // again
	win("w2", 30, 10_000)
	is(t, "lose", s.Lose(Key(1), loss("l1")), nil)
	is(t, "lose again", s.Lose(Key(1), loss("l1")), nil)
	is(t, "lose what was won", s.Lose(Key(1), loss("w1")), nil)
	is(t, "drop", s.Drop(Key(1), "maze", "given up"), nil)
	is(t, "lose what was dropped", s.Lose(Key(1), loss("given up")), nil)
	win("w3", 30, 20_000)
	want := storage.Tally{Game: "maze", Mode: "10x10", Played: 4, Won: 3, Streak: 1, Longest: 2,
		Quickest: storage.Quick{Run: "w2", Least: 30, Millis: 10_000}}
	equal(t, "tally", tally(t, s, 1), want)
	_, err = s.Save(NewRun("l1", 1, 1000))
	is(t, "save what was lost", err, storage.ErrSpent)

	daily := NewRun("d1", 1, 9000)
	daily.Daily = "2026-11-18"
	save(t, s, daily)
	lines := NewRun("k1", 1, 9000)
	lines.Kind = storage.Lines
	save(t, s, lines)
	want.Played, want.Won, want.Streak = 5, 4, 2
	equal(t, "with a daily", tally(t, s, 1), want)
	list, err := s.Tallies(player(t, s, 1).ID, storage.Lines)
	is(t, "lines", err, nil)
	equal(t, "lines", fmt.Sprint(list), fmt.Sprint([]storage.Tally{{Game: "maze", Mode: "10x10", Played: 1, Won: 1, Streak: 1, Longest: 1}}))

	is(t, "remove", s.RemoveRun("w2"), nil)
	want.Played, want.Won = 4, 3
	want.Quickest = storage.Quick{Run: "w1", Least: 20, Millis: 10_000}
	equal(t, "without the quickest", tally(t, s, 1), want)
	sound(t, s)
}

// linkedTallies: of two players who become one the runs are added; the streak is that of who played last.
func linkedTallies(t *testing.T, s storage.Store) {
	for i, ended := range []time.Duration{0, 1, 2} {
		r := NewRun(fmt.Sprint("a", i), 1, 5000)
		r.Figures, r.Ended = storage.Figures{Moves: 10, Least: 10}, noon.Add(ended*time.Minute)
		save(t, s, r)
	}
	save(t, s, NewRun("b0", 2, 5000))
	later := loss("b1")
	later.Ended = noon.Add(time.Hour)
	is(t, "lose", s.Lose(Key(2), later), nil)
	before := player(t, s, 2).ID
	link(t, s, 1, 2)
	want := storage.Tally{Game: "maze", Mode: "10x10", Played: 5, Won: 4, Longest: 3,
		Quickest: storage.Quick{Run: "a0", Least: 10, Millis: 5000}}
	equal(t, "linked", tally(t, s, 1), want)
	list, err := s.Tallies(before, storage.Timed)
	is(t, "by the id of before", err, nil)
	equal(t, "by the id of before", len(list), 1)
	sound(t, s)
	is(t, "forget", s.Forget(Key(1), noon.Add(30*24*time.Hour)), nil)
	equal(t, "forgotten", tally(t, s, 1), storage.Tally{})
	sound(t, s)
}

// severalTallies: what ends through several stores at once is counted once, and all of it.
func severalTallies(t *testing.T, open func() storage.Store) {
	stores := []storage.Store{open(), open()}
	save(t, stores[0], NewRun("first", 1, 1000))
	var all sync.WaitGroup
	for i := range 20 {
		for _, s := range stores {
			all.Go(func() {
				if err := s.Lose(Key(1), loss(fmt.Sprint("l", i))); err != nil {
					t.Error(err)
				}
			})
		}
	}
	all.Wait()
	within(t, "all are counted", func() bool { return tally(t, stores[1], 1).Played == 21 })
	sound(t, stores[0])
}
