package storagetest

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"arcade.example.com/storage"
)

// named gives the keys from one number to another a name each: n1, n2 and so on, spelled so that none looks like another.
func named(t testing.TB, s storage.Store, from, to int) {
	t.Helper()
	for n := from; n <= to; n++ {
		if _, err := s.SetName(Key(n), called(n)); err != nil {
			t.Fatal(err)
		}
	}
}

func called(n int) string { return fmt.Sprintf("nn%cx%cy%c", 'f'+n%3, 'f'+n/3%3, 'f'+n/9%9) }

func follow(t testing.TB, s storage.Store, n, whom int, at time.Time) {
	t.Helper()
	is(t, "follow", s.Follow(Key(n), player(t, s, whom).ID, at), nil)
}

// rivalsOf are the numbers of those whom the nth key's player follows.
func rivalsOf(t testing.TB, s storage.Store, n, among int) string {
	t.Helper()
	ps, err := s.Rivals(Key(n))
	is(t, "rivals", err, nil)
	var ns []string
	for _, p := range ps {
		for i := range among + 1 {
			if p == player(t, s, i) {
				ns = append(ns, fmt.Sprint(i))
				break
			}
		}
	}
	return strings.Join(ns, " ")
}

func rivals(t *testing.T, s storage.Store) {
	named(t, s, 1, 33)
	equal(t, "of one who is not written", rivalsOf(t, s, 50, 0), "")
	follow(t, s, 50, 2, noon)
	equal(t, "known with the first", player(t, s, 50).Known, true)
	is(t, "oneself", s.Follow(Key(1), player(t, s, 1).ID, noon), storage.ErrSelf)
	is(t, "nobody", s.Follow(Key(1), "nobody", noon), storage.ErrNotFound)
	is(t, "one who is not written", s.Follow(Key(1), player(t, s, 60).ID, noon), storage.ErrNotFound)
	follow(t, s, 1, 3, noon.Add(time.Minute))
	follow(t, s, 1, 2, noon)
	follow(t, s, 1, 3, noon.Add(-time.Hour))
	equal(t, "in the order of following", rivalsOf(t, s, 1, 33), "2 3")
	equal(t, "nobody is told", rivalsOf(t, s, 2, 33), "")
	is(t, "unfollow", s.Unfollow(Key(1), player(t, s, 2).ID), nil)
	is(t, "unfollow one who is none", s.Unfollow(Key(1), player(t, s, 2).ID), nil)
	equal(t, "after unfollowing", rivalsOf(t, s, 1, 33), "3")
	for n := 4; n <= 32; n++ {
		follow(t, s, 1, n, noon.Add(time.Duration(n)*time.Minute))
	}
	is(t, "one too many", s.Follow(Key(1), player(t, s, 33).ID, noon), storage.ErrRivals)
	follow(t, s, 1, 5, noon) // who is one already
	is(t, "unfollow", s.Unfollow(Key(1), player(t, s, 7).ID), nil)
	follow(t, s, 1, 33, noon)
	is(t, "unfollow by one who is not written", s.Unfollow(Key(51), player(t, s, 33).ID), nil)
	equal(t, "rivals of another", len(strings.Fields(rivalsOf(t, s, 1, 33))), 30)
	follow(t, s, 51, 2, noon)
	equal(t, "rivals", rivalsOf(t, s, 51, 33), "2")
	sound(t, s)
}

// linkedRivals holds that linking keeps whom either followed, and who follows them.
func linkedRivals(t *testing.T, s storage.Store) {
	named(t, s, 1, 40)
	follow(t, s, 1, 3, noon.Add(time.Hour))
	follow(t, s, 2, 4, noon)
	follow(t, s, 1, 2, noon)
	follow(t, s, 2, 1, noon)
	follow(t, s, 5, 1, noon)
	follow(t, s, 5, 2, noon)
	follow(t, s, 6, 2, noon)
	before := player(t, s, 2).ID
	link(t, s, 1, 2)
	equal(t, "of the one they are", rivalsOf(t, s, 2, 40), "4 3")
	equal(t, "of one who followed both", rivalsOf(t, s, 5, 40), "1")
	equal(t, "of one who followed the other", rivalsOf(t, s, 6, 40), "1")
	is(t, "follow again", s.Follow(Key(5), before, noon), nil)
	is(t, "unfollow by the id before", s.Unfollow(Key(5), before), nil)
	equal(t, "after unfollowing", rivalsOf(t, s, 5, 40), "")
	sound(t, s)

	for n := 10; n < 30; n++ {
		follow(t, s, 8, n, noon.Add(time.Duration(n)*time.Minute))
		follow(t, s, 9, n+10, noon.Add(time.Duration(n+10)*time.Minute))
	}
	link(t, s, 9, 8)
	list := rivalsOf(t, s, 9, 40)
	equal(t, "rivals of both", len(strings.Fields(list)), 30)
	follow(t, s, 7, 10, noon)
	link(t, s, 8, 7)
	equal(t, "thirty and one they have", len(strings.Fields(rivalsOf(t, s, 7, 40))), 30)
	sound(t, s)
}

// leftRivals holds that nothing is left of who has gone.
func leftRivals(t *testing.T, s storage.Store) {
	named(t, s, 1, 4)
	for n := 2; n <= 4; n++ {
		follow(t, s, 1, n, noon)
		follow(t, s, n, 1, noon)
	}
	is(t, "forget", s.Forget(Key(2), noon), nil)
	is(t, "remove", s.RemovePlayer(player(t, s, 3).ID), nil)
	equal(t, "rivals", rivalsOf(t, s, 1, 4), "4")
	equal(t, "of the key that left", rivalsOf(t, s, 2, 4), "")
	save(t, s, NewRun("r1", 1, 1000))
	is(t, "sweep", s.Sweep(time.Now().Add(31*day), true), nil)
	is(t, "sweep", s.Sweep(time.Now().Add(62*day), true), nil)
	equal(t, "after sweeping one with nothing", rivalsOf(t, s, 1, 4), "")
	sound(t, s)
}

// severalRivals lets many follow at once: none has more than there may be.
func severalRivals(t *testing.T, open func() storage.Store) {
	stores := []storage.Store{open(), open(), open()}
	named(t, stores[0], 1, 40)
	var refused atomic.Int32
	each(39, func(i int) {
		err := stores[i%3].Follow(Key(1), player(t, stores[0], 2+i).ID, noon)
		if errors.Is(err, storage.ErrRivals) {
			refused.Add(1)
		} else {
			is(t, "follow", err, nil)
		}
	})
	equal(t, "refused", refused.Load(), 9)
	settled(t, 0, stores...)
	for _, s := range stores {
		equal(t, "rivals", len(strings.Fields(rivalsOf(t, s, 1, 40))), 30)
		sound(t, s)
	}
}
