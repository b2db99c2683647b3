package storage_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"arcade.example.com/keys"
	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

// Whatever players and operators do, in whatever order, all that is on record twice agrees after each step.
func TestRandomOperations(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		open  func() storage.Store
		seeds uint64
		steps int
	}{
		"memory": {storage.NewMemory, 6, 400},
		"bolt":   {func() storage.Store { return open(t, newPath(t)) }, 1, 200},
	} {
		did := map[string]bool{}
		for seed := range tt.seeds {
			t.Run(fmt.Sprint(name, " ", seed), func(t *testing.T) {
				w := &walk{t: t, s: tt.open(), r: rand.New(rand.NewPCG(seed, 17)), now: time.Date(2026, 11, 20, 14, 3, 7, 0, time.UTC), did: did}
				for step := range tt.steps {
					what, err := w.step()
					if err != nil && !storage.Permanent(err) {
						t.Fatalf("step %d, %s: %v", step, what, err)
					}
					faults := 0
					err = w.s.Verify(func(fault error) {
						faults++
						t.Errorf("step %d, %s: %v", step, what, fault)
					})
					if err != nil || faults > 0 {
						t.Fatalf("step %d, %s: verify: %v", step, what, err)
					}
				}
			})
		}
		for what, ok := range did {
			if !ok && tt.seeds > 1 {
				t.Errorf("%s: %s was always refused", name, what)
			}
		}
	}
}

// walk is a store to which things happen by chance, among few keys, so that they meet.
type walk struct {
	t    *testing.T
	s    storage.Store
	r    *rand.Rand
	now  time.Time
	runs int
	code string          // the last that was shown
	did  map[string]bool // what was tried, and whether it was ever done
}

func (w *walk) key() keys.Key { return storagetest.Key(w.r.IntN(12)) }

// id is some player's.
func (w *walk) id() string {
	p, err := w.s.Player(w.key())
	if err != nil {
		w.t.Fatal(err)
	}
	return p.ID
}

// run is the name of one that there may be.
func (w *walk) run() string { return fmt.Sprint("run-", w.r.IntN(w.runs+1)) }

func (w *walk) newRun() storage.Run {
	w.runs++
	r := storagetest.NewRun(fmt.Sprint("run-", w.runs), 0, w.r.Int64N(5000))
	r.Key, r.Ended, r.Mode = w.key(), w.now, []string{"5x5", "10x10"}[w.r.IntN(2)]
	r.Kind = []storage.Kind{storage.Timed, storage.Timed, storage.Automatic, storage.Lines}[w.r.IntN(4)]
	r.Review = []int{0, 4}[w.r.IntN(2)]
	r.Figures = storage.Figures{Moves: 20 + w.r.Uint32N(20), Least: 20}
	if w.r.IntN(4) == 0 {
		r.Daily = w.now.Format(time.DateOnly)
	}
	return r
}

func (w *walk) heat() storage.Heat {
	w.runs++
	h := storage.Heat{Word: "otter", Number: w.runs, Game: "maze", Mode: "10x10", Version: 1, At: w.now}
	for i := range 1 + w.r.IntN(4) {
		h.Entrants = append(h.Entrants, storage.Entrant{Place: i + 1, End: "won", Run: fmt.Sprint("heat-", w.runs, "-", i), Key: w.key()})
	}
	return h
}

// step does something, and returns what, and what came of it.
func (w *walk) step() (what string, err error) {
	w.now = w.now.Add([]time.Duration{time.Second, time.Minute, 5 * time.Hour}[w.r.IntN(3)])
	s, k, now := w.s, w.key(), w.now
	steps := []struct {
		what string
		do   func() error
	}{
		{"save", func() error { return second(s.Save(w.newRun())) }},
		{"save", func() error { return second(s.Save(w.newRun())) }},
		{"save", func() error { return second(s.Save(w.newRun())) }},
		{"set name", func() error { return second(s.SetName(k, "name-"+string(rune('a'+w.r.IntN(8))))) }},
		{"settings", func() error { return s.SetSettings(k, map[string]string{"theme": "dark"}) }},
		{"code", func() (err error) { w.code, _, err = s.Code(k, "", now); return err }},
		{"link", func() error {
			code, _, err := s.Code(w.key(), "", now)
			if err != nil {
				return err
			}
			return second(s.Link(k, code, "desk", now))
		}},
		{"link with an old code", func() error { return second(s.Link(k, w.code, "", now)) }},
		{"unlink", func() error {
			ks, err := s.Keys(k)
			if err != nil {
				return err
			}
			return s.Unlink(k, ks[w.r.IntN(len(ks))].Tag, now)
		}},
		{"undo", func() error {
			ns, err := s.Notices(k, now)
			if err != nil || len(ns) == 0 {
				return err
			}
			return s.Undo(k, ns[0].ID, now)
		}},
		{"dismiss", func() error {
			ns, err := s.Notices(k, now)
			if err != nil || len(ns) == 0 {
				return err
			}
			return s.Dismiss(k, ns[0].ID)
		}},
		{"recovery", func() error {
			code, err := s.Recovery(w.key(), true, now)
			if err != nil || w.r.IntN(2) == 0 {
				return err
			}
			return second(s.Recover(k, code, "new", "192.0.2.7", now))
		}},
		{"follow", func() error { return s.Follow(k, w.id(), now) }},
		{"unfollow", func() error { return s.Unfollow(k, w.id()) }},
		{"heat", func() error {
			return second(s.SaveHeat(w.heat(), func(r []storage.Rating, _ []int) []storage.Rating { return r }))
		}},
		{"keep", func() error {
			return s.Keep(k, storage.Progress{Run: w.run(), Game: "maze", Mode: "5x5", Version: 1, Saved: now, Owner: "window"})
		}},
		{"drop", func() error { return s.Drop(k, "maze", w.run()) }},
		{"spend", func() error { return s.Spend(k, w.run()) }},
		{"attempt", func() error {
			return s.Attempt(k, storage.Attempt{Date: now.Format(time.DateOnly), Game: "maze", Mode: "5x5", Run: w.run(), Begun: now})
		}},
		{"shadow", func() error { return s.Shadow(w.id(), w.r.IntN(2) == 0) }},
		{"rename", func() error { return s.Rename(w.id(), []string{"", "name-z"}[w.r.IntN(2)]) }},
		{"remove run", func() error { return s.RemoveRun(w.run()) }},
		{"remove run", func() error { return s.RemoveRun(w.run()) }},
		{"approve", func() error {
			list, err := s.Reviews()
			if err != nil || len(list) == 0 {
				return err
			}
			return s.Approve(list[w.r.IntN(len(list))].Run)
		}},
		{"forget", func() error { return s.Forget(k, now) }},
		{"remove player", func() error { return s.RemovePlayer(w.id()) }},
		{"sweep", func() error {
			if w.r.IntN(3) == 0 {
				w.now = w.now.AddDate(0, 0, w.r.IntN(40))
			}
			return s.Sweep(w.now, true)
		}},
	}
	next := steps[w.r.IntN(len(steps))]
	err = next.do()
	w.did[next.what] = w.did[next.what] || err == nil
	return next.what, err
}

// second is the error of a call that returns something besides.
func second[T any](_ T, err error) error { return err }
