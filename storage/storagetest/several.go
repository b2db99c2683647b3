package storagetest

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"arcade.example.com/storage"
)

// The tests here open a database two and three times, as several arcades that share it do.

// settled waits until each store shows all that was written before, the nth player's settings as the last: what one
// store wrote, the views of the others may show a second later.
func settled(t testing.TB, n int, stores ...storage.Store) {
	t.Helper()
	mark := time.Now().String()
	is(t, "settings", stores[0].SetSettings(Key(n), map[string]string{"mark": mark}), nil)
	for _, s := range stores {
		within(t, "another store's settings", func() bool {
			set, err := s.Settings(Key(n))
			is(t, "settings", err, nil)
			return set["mark"] == mark
		})
	}
}

// within waits for what comes about within a second. That it does is for the tests of an engine to hold, who know by what
// it comes; here a machine that is busy with other tests may take longer, and what does not come at all is told after five.
func within(t testing.TB, what string, come func() bool) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Second); !come(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Error(what + " did not come")
			return
		}
	}
}

func several(t *testing.T, open func() storage.Store) {
	stores := []storage.Store{open(), open(), open()}
	each(90, func(n int) {
		s := stores[n%3]
		for i := range 4 {
			save(t, s, NewRun(fmt.Sprintf("r%02d-%d", n, i), n, int64(1000*(4-i)+n)))
		}
		save(t, s, NewRun("same", 1000, 500)) // all save one run
		_, err := s.SetName(Key(n), []string{"bill", "BILL", "b1ll"}[n%3])
		if !errors.Is(err, storage.ErrNameTaken) {
			is(t, "name", err, nil)
		}
		is(t, "attempt", s.Attempt(Key(n), storage.Attempt{Date: "2026-11-18", Game: "maze", Mode: "5x5", Run: fmt.Sprint("d", n), Begun: noon}), nil)
	})
	settled(t, 0, stores...)
	named := 0
	for n := range 90 {
		p := player(t, stores[0], n)
		equal(t, "player", player(t, stores[1], n), p)
		equal(t, "player", player(t, stores[2], n), p)
		if p.Name != "" {
			named++
		}
	}
	equal(t, "players named bill", named, 1)
	for _, s := range stores {
		lines, of := top(t, s, maze, 1, 100)
		equal(t, "lines", of, 91)
		equal(t, "first", lines[0].Run, "same")
		for n, e := range lines[1:] {
			equal(t, "line", e.Run, fmt.Sprintf("r%02d-3", n))
		}
		sound(t, s)
	}
}

func severalSecrets(t *testing.T, open func() storage.Store) {
	a, b := open(), open()
	equal(t, "tag", b.Tag(Key(1)), a.Tag(Key(1)))
	equal(t, "seed", b.DailySeed("2026-11-18", "maze"), a.DailySeed("2026-11-18", "maze"))
}

// severalChanges holds that what one store changes, the others see.
func severalChanges(t *testing.T, open func() storage.Store) {
	stores := []storage.Store{open(), open(), open()}
	all := func() (now []uint64) {
		for _, s := range stores {
			now = append(now, s.Changes(maze))
		}
		return now
	}
	for i, change := range []func(storage.Store) error{
		func(s storage.Store) error { _, err := s.Save(NewRun("r1", 1, 1000)); return err },
		func(s storage.Store) error { _, err := s.SetName(Key(1), "ana"); return err },
		func(s storage.Store) error { return s.Rename(player(t, s, 1).ID, "bob") },
		func(s storage.Store) error { return s.RemoveRun("r1") },
	} {
		before := all()
		is(t, "change", change(stores[i%3]), nil)
		within(t, fmt.Sprintf("change %d", i), func() bool {
			return !slices.ContainsFunc([]int{0, 1, 2}, func(s int) bool { return all()[s] <= before[s] })
		})
	}
}

// severalTries holds that five wrong codes are five, whichever store is asked.
func severalTries(t *testing.T, open func() storage.Store) {
	stores := []storage.Store{open(), open(), open()}
	code, _, err := stores[0].Code(Key(1), "", noon)
	is(t, "code", err, nil)
	for n := range 5 {
		_, err := stores[n%3].Link(Key(2), "WRONG", "", noon)
		is(t, "wrong", err, storage.ErrCode)
	}
	for _, s := range stores {
		_, err := s.Link(Key(2), code, "", noon)
		is(t, "right, after five wrong", err, storage.ErrCode)
	}
	var linked atomic.Int32
	each(30, func(n int) {
		if _, err := stores[n%3].Link(Key(10+n), code, "", noon); err == nil {
			linked.Add(1)
		}
	})
	equal(t, "keys linked", linked.Load(), 1)
}

// lostAnswers repeats each write, as a caller does whose answer was lost after the commit: it applies once.
func lostAnswers(t *testing.T, open func() storage.Store) {
	first, again := open(), open()
	twice := func(what string, call func(storage.Store) (any, error)) {
		t.Helper()
		want, err := call(first)
		is(t, what, err, nil)
		got, err := call(again)
		is(t, what+" again", err, nil)
		equal(t, what+" again", got, want)
	}
	twice("save", func(s storage.Store) (any, error) { return s.Save(NewRun("r1", 1, 1000)) })
	twice("save a worse one", func(s storage.Store) (any, error) { return s.Save(NewRun("r2", 1, 2000)) })
	twice("name", func(s storage.Store) (any, error) { return s.SetName(Key(1), "ana") })
	twice("settings", func(s storage.Store) (any, error) { return nil, s.SetSettings(Key(1), map[string]string{"a": "b"}) })
	twice("attempt", func(s storage.Store) (any, error) {
		return nil, s.Attempt(Key(1), storage.Attempt{Date: "2026-11-18", Game: "maze", Mode: "5x5", Run: "d1", Begun: noon})
	})
	twice("keep", func(s storage.Store) (any, error) {
		return nil, s.Keep(Key(1), storage.Progress{Run: "g1", Game: "maze", Mode: "5x5", Saved: noon})
	})
	twice("resume", func(s storage.Store) (any, error) {
		p, err := s.Resume(Key(1), "maze", "g1", "other session")
		return p.Epoch, err
	})
	twice("spend", func(s storage.Store) (any, error) { return nil, s.Spend(Key(1), "g1") })
	twice("drop", func(s storage.Store) (any, error) { return nil, s.Drop(Key(1), "maze", "g1") })

	save(t, first, NewRun("r4", 6, 9000))
	rival := player(t, first, 6).ID
	twice("follow", func(s storage.Store) (any, error) { return nil, s.Follow(Key(1), rival, noon) })
	twice("unfollow", func(s storage.Store) (any, error) { return nil, s.Unfollow(Key(1), rival) })
	is(t, "remove", first.RemoveRun("r4"), nil)

	void, _, err := first.Code(Key(1), "", noon)
	is(t, "code", err, nil)
	code, _, err := again.Code(Key(1), "", noon)
	is(t, "code again", err, nil)
	_, err = first.Link(Key(2), void, "", noon)
	is(t, "the code that was lost", err, storage.ErrCode)
	save(t, first, NewRun("r3", 2, 500))
	twice("link", func(s storage.Store) (any, error) { return s.Link(Key(2), code, "desk", noon) })
	_, err = first.Link(Key(3), code, "", noon)
	is(t, "a code that was used", err, storage.ErrCode)
	settled(t, 1, first, again)
	own, _ := again.Keys(Key(1))
	equal(t, "keys", len(own), 2)

	recovery, err := again.Recovery(Key(1), true, noon)
	is(t, "recovery code", err, nil)
	twice("recover", func(s storage.Store) (any, error) { return s.Recover(Key(4), recovery, "new", "", noon) })
	_, err = first.Recover(Key(5), recovery, "", "", noon)
	is(t, "a recovery code that was used", err, storage.ErrCode)

	list, _ := again.Results(player(t, again, 1).ID, "maze", "10x10", 100)
	equal(t, "results", len(list), 3)
	equal(t, "runs", runs(t, first, maze), "r3")
	sound(t, again)
}

// skewed gives two stores clocks that are four seconds apart.
func skewed(t *testing.T, open func() storage.Store) {
	slow, fast := open(), open()
	early, late := noon.Add(-2*time.Second), noon.Add(2*time.Second)
	code, _, err := fast.Code(Key(1), "", late)
	is(t, "code", err, nil)
	_, err = slow.Link(Key(2), code, "", early)
	is(t, "link", err, nil)

	p := storage.Progress{Run: "g1", Game: "maze", Mode: "5x5", Saved: late, Steps: []byte("one")}
	is(t, "keep", fast.Keep(Key(1), p), nil)
	p.Saved, p.Steps, p.Count = early, []byte("two"), 1
	is(t, "keep", slow.Keep(Key(2), p), nil)
	settled(t, 1, slow, fast)
	kept, err := fast.Kept(Key(1))
	is(t, "kept", err, nil)
	if len(kept) != 1 || string(kept[0].Steps) != "two" {
		t.Errorf("kept: %+v", kept)
	}
	first, second := NewRun("r1", 3, 1000), NewRun("r2", 4, 1000)
	first.Ended, second.Ended = late, early
	save(t, fast, first)
	equal(t, "rank of equal times, by their own clocks", save(t, slow, second).Rank, 1)
	settled(t, 1, slow, fast)
	for _, s := range []storage.Store{slow, fast} {
		equal(t, "runs", runs(t, s, maze), "r2 r1")
		is(t, "sweep", s.Sweep(early, true), nil)
		is(t, "sweep", s.Sweep(late, true), nil)
	}
	sound(t, slow)
}

func sweepSome(t *testing.T, open func() storage.Store) { SweepMany(t, open, 2000) }

// SweepMany sweeps many players of whom nothing is left, while runs are saved beside it. Run does so with few; with
// 100,000 it takes half a minute.
func SweepMany(t *testing.T, open func() storage.Store, players int) {
	const writers = 250
	s, other := open(), open()
	each(writers, func(w int) {
		for n := w; n < players; n += writers {
			is(t, "settings", s.SetSettings(Key(n), map[string]string{"theme": "dark"}), nil)
		}
	})
	stays := save(t, s, NewRun("stays", 7, 1000))
	equal(t, "rank", stays.Rank, 1)
	swept := make(chan error, 1)
	saved := 0
	go func() { swept <- s.Sweep(time.Now().AddDate(0, 0, 31), true) }()
	for len(swept) == 0 {
		saved++
		save(t, other, NewRun(fmt.Sprintf("r%07d", saved), players+saved, int64(2000+saved)))
	}
	is(t, "sweep", <-swept, nil)
	if saved < players/1000 {
		t.Errorf("%d runs were saved while it swept", saved)
	}
	settled(t, 7, s, other)
	left := 0
	is(t, "players", s.Players(func(storage.Player) error { left++; return nil }), nil)
	equal(t, "players left", left, 1+saved)
	sound(t, s)
}
