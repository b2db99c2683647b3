package storagetest

import (
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"arcade.example.com/storage"
)

// each runs f for 0..n-1, all at once, and waits.
func each(n int, f func(i int)) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { f(i) })
	}
	all.Wait()
}

// crowd lets hundreds do everything at once, and then compares with what must have come of it.
func crowd(t *testing.T, s storage.Store) {
	const players, rounds = 200, 4
	each(players, func(n int) {
		for i := range rounds {
			run := NewRun(fmt.Sprintf("r%03d-%d", n, i), n, int64(1000*(rounds-i)+n))
			run.Ended = noon.Add(time.Duration(n) * time.Minute)
			_, err := s.Save(run)
			is(t, "save", err, nil)
			is(t, "keep", s.Keep(Key(n), storage.Progress{Run: fmt.Sprint("g", n, i), Game: "maze", Mode: "5x5"}), nil)
			_, _, err = s.Top(maze, n, 5)
			is(t, "top", err, nil)
			_, err = s.Player(Key(n))
			is(t, "player", err, nil)
			s.Changes(maze)
		}
		_, err := s.SetName(Key(n), fmt.Sprintf("nn%cx%cy%c", 'f'+n%3, 'f'+n/3%3, 'f'+n/9%3))
		if err != nil {
			is(t, "name", err, storage.ErrNameTaken)
		}
		switch n {
		case 0:
			is(t, "sweep", s.Sweep(noon, true), nil)
		case 1:
			is(t, "backup", s.Backup(io.Discard), nil)
		case 2:
			sound(t, s)
		}
	})
	lines, of := top(t, s, maze, 1, players)
	equal(t, "lines", of, players)
	for n, e := range lines {
		equal(t, "line", e.Run, fmt.Sprintf("r%03d-%d", n, rounds-1))
	}
	sound(t, s)
}

func nameRace(t *testing.T, s storage.Store) {
	var got atomic.Int32
	each(50, func(n int) {
		_, err := s.SetName(Key(n), []string{"bill", "BILL", "b1ll"}[n%3])
		if err == nil {
			got.Add(1)
		} else if !errors.Is(err, storage.ErrNameTaken) {
			t.Error(err)
		}
	})
	equal(t, "players named bill", got.Load(), 1)
	sound(t, s)
}

func codeRace(t *testing.T, s storage.Store) {
	code, _, err := s.Code(Key(0), "", noon)
	is(t, "code", err, nil)
	var got atomic.Int32
	each(50, func(n int) {
		_, err := s.Link(Key(1+n), code, "", noon)
		if err == nil {
			got.Add(1)
		} else if !errors.Is(err, storage.ErrCode) {
			t.Error(err)
		}
	})
	equal(t, "keys linked", got.Load(), 1)
	own, _ := s.Keys(Key(0))
	equal(t, "keys", len(own), 2)

	// Guesses at once are counted like guesses one after the other.
	code, _, _ = s.Code(Key(0), "", noon)
	got.Store(0)
	each(50, func(n int) {
		_, err := s.Link(Key(99), fmt.Sprint("WRONG", n), "", noon)
		is(t, "wrong", err, storage.ErrCode)
	})
	_, err = s.Link(Key(99), code, "", noon)
	is(t, "right, after fifty wrong", err, storage.ErrCode)
	sound(t, s)
}

func saveRace(t *testing.T, s storage.Store) {
	each(50, func(n int) {
		st, err := s.Save(NewRun("r1", 1, 1000))
		is(t, "save", err, nil)
		equal(t, "standing", st, storage.Standing{Run: "r1", Rank: 1, Of: 1, Best: true})
	})
	// Two sessions of one player finish at once: one line, the better.
	each(50, func(n int) {
		_, err := s.Save(NewRun(fmt.Sprint("s", n), 2, int64(2000+n)))
		is(t, "save", err, nil)
	})
	equal(t, "runs", runs(t, s, maze), "r1 s0")
	list, _ := s.Results(player(t, s, 1).ID, "maze", "10x10", 100)
	equal(t, "results", len(list), 1)
	sound(t, s)
}
