package storage_test

import (
	"errors"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

// openNode opens one of the nodes on some keys.
func openNode(t testing.TB, e storage.Engine, running string) storage.Store {
	t.Helper()
	s, err := storage.NewNode(e, storagetest.Secret, running)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestNode(t *testing.T) {
	storagetest.Run(t, func(t testing.TB) func() storage.Store {
		e := storage.NewMemoryEngine()
		return func() storage.Store {
			s := openNode(t, e, newPath(t))
			t.Cleanup(func() {
				if err := s.Close(); err != nil {
					t.Error("close: ", err)
				}
			})
			return s
		}
	})
}

func played(n uint64) storage.Progress {
	return storage.Progress{Run: "g1", Game: "maze", Mode: "5x5", Saved: time.Unix(0, 0), Steps: []byte("s"), Owner: "one", Count: n}
}

func jot(t *testing.T, s storage.Store, n uint64) {
	t.Helper()
	if err := s.Jot(storagetest.Key(1), played(n)); err != nil {
		t.Fatal(err)
	}
}

func counts(t *testing.T, s storage.Store, want uint64) {
	t.Helper()
	list, err := s.Kept(storagetest.Key(1))
	if err != nil || len(list) != 1 || list[0].Count != want {
		t.Errorf("%v, %v; want %d steps", list, err, want)
	}
}

// What is being played is the others' to see at first, after 24 seconds, when it is left, and when the node ends.
func TestRunningGamesStayWithTheirNode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := storage.NewMemoryEngine()
		one, two := openNode(t, e, newPath(t)), openNode(t, e, newPath(t))
		jot(t, one, 1)
		counts(t, two, 1)
		jot(t, one, 2)
		time.Sleep(20 * time.Second)
		jot(t, one, 3)
		counts(t, two, 1)
		time.Sleep(6 * time.Second)
		counts(t, two, 3)
		jot(t, one, 5)
		jot(t, one, 4) // it comes late
		counts(t, two, 3)
		if err := one.Keep(storagetest.Key(1), played(6)); err != nil {
			t.Fatal(err)
		}
		counts(t, two, 6)
		jot(t, one, 7)
		if err := one.Close(); err != nil {
			t.Fatal(err)
		}
		counts(t, two, 7)
		if err := two.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

// A node that was killed brings what it had when it is started again, unless the game has gone on elsewhere.
func TestRunningGamesOutlastTheProcess(t *testing.T) {
	for _, moved := range []bool{false, true} {
		e, running := storage.NewMemoryEngine(), newPath(t)
		killed := openNode(t, e, running)
		jot(t, killed, 1)
		jot(t, killed, 2)
		left, err := os.ReadFile(running)
		if err != nil {
			t.Fatal(err)
		}
		want := uint64(2)
		if moved {
			other := openNode(t, e, newPath(t))
			if _, err := other.Resume(storagetest.Key(1), "maze", "g1", "two"); err != nil {
				t.Fatal(err)
			}
			want = 1
		}
		again := filepath.Join(t.TempDir(), "running.db")
		if err := os.WriteFile(again, left, 0o600); err != nil {
			t.Fatal(err)
		}
		counts(t, openNode(t, e, again), want)
	}
	bad := newPath(t)
	if err := os.WriteFile(bad, []byte("no database"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := storage.NewNode(storage.NewMemoryEngine(), storagetest.Secret, bad); !errors.Is(err, storage.ErrDamaged) {
		t.Errorf("a file that is none: %v", err)
	}
}

// refusing is an engine that takes no writes for a while.
type refusing struct {
	storage.Engine
	no atomic.Bool
}

func (r *refusing) Update(f func(storage.Tx) error) error {
	if r.no.Load() {
		return storage.ErrReadOnly
	}
	return r.Engine.Update(f)
}

// A game that is left while the cluster takes no writes is kept when it does.
func TestRunningGamesWaitForTheCluster(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &refusing{Engine: storage.NewMemoryEngine()}
		s := openNode(t, e, newPath(t))
		jot(t, s, 1)
		e.no.Store(true)
		jot(t, s, 2)
		if err := s.Keep(storagetest.Key(1), played(3)); !errors.Is(err, storage.ErrReadOnly) {
			t.Errorf("keep: %v", err)
		}
		time.Sleep(40 * time.Second)
		counts(t, s, 1)
		e.no.Store(false)
		time.Sleep(2 * time.Second)
		counts(t, s, 3)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	})
}
