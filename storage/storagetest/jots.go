package storagetest

import (
	"strings"
	"testing"

	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// stepped is a run of the nth key's with so many steps.
func stepped(run string, n uint64) storage.Progress {
	return storage.Progress{Run: run, Game: "maze", Mode: "5x5", Saved: noon, Steps: []byte(strings.Repeat("s", int(n))), Owner: "first", Count: n}
}

func jots(t *testing.T, s storage.Store) {
	is(t, "a guest's", s.Jot(keys.Key{}, stepped("g1", 1)), storage.ErrGuest)
	is(t, "no name", s.Jot(Key(1), storage.Progress{Game: "maze", Mode: "5x5"}), storage.ErrNotFound)
	is(t, "jot", s.Jot(Key(1), stepped("g1", 1)), nil)
	is(t, "jot", s.Jot(Key(1), stepped("g1", 3)), nil)
	is(t, "an earlier one", s.Jot(Key(1), stepped("g1", 2)), nil)
	list, err := s.Kept(Key(1))
	is(t, "kept", err, nil)
	if len(list) != 1 || list[0].Run != "g1" || list[0].Count < 1 || list[0].Count > 3 {
		t.Errorf("kept %+v", list)
	}
	is(t, "keep", s.Keep(Key(1), stepped("g1", 4)), nil)
	is(t, "one that comes late", s.Jot(Key(1), stepped("g1", 2)), nil)
	list, _ = s.Kept(Key(1))
	equal(t, "steps", list[0].Count, 4)

	_, err = s.Resume(Key(1), "maze", "g1", "second")
	is(t, "resume", err, nil)
	is(t, "by who had it", s.Jot(Key(1), stepped("g1", 5)), storage.ErrTaken)
	is(t, "drop", s.Drop(Key(1), "maze", "g1"), nil)
	is(t, "of one that was dropped", s.Jot(Key(1), stepped("g1", 6)), storage.ErrSpent)
	save(t, s, NewRun("r1", 1, 1000))
	is(t, "of one that was saved", s.Jot(Key(1), stepped("r1", 6)), storage.ErrSpent)
	sound(t, s)
}

// severalJots holds that who is taken a run from learns it within a second, and brings nothing of it any more.
func severalJots(t *testing.T, open func() storage.Store) {
	a, b := open(), open()
	is(t, "jot", a.Jot(Key(1), stepped("g1", 1)), nil)
	is(t, "jot", a.Jot(Key(1), stepped("g1", 2)), nil)
	within(t, "the game, with its first steps", func() bool { list, _ := b.Kept(Key(1)); return len(list) == 1 })
	p, err := b.Resume(Key(1), "maze", "g1", "second")
	is(t, "resume", err, nil)
	within(t, "the news that it was taken over", func() bool { return a.Jot(Key(1), stepped("g1", 3)) != nil })
	is(t, "by who had it", a.Jot(Key(1), stepped("g1", 3)), storage.ErrTaken)
	p.Count, p.Steps = 9, []byte("moved")
	is(t, "by who has it", b.Jot(Key(1), p), nil)
	is(t, "keep", b.Keep(Key(1), p), nil)
	list, _ := b.Kept(Key(1))
	equal(t, "steps", string(list[0].Steps), "moved")
	sound(t, b)
}
