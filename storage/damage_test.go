package storage_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

// A file may be cut anywhere: it is refused, or it was cut behind its last page and everything is there.
func TestCut(t *testing.T) {
	t.Parallel()
	path, whole, want := someFile(t)
	refused := 0
	for _, size := range slices.Concat([]int{1, 15, 16, 80, 4095, 4097, 8191, 40_000}, multiples(4096, len(whole)), []int{len(whole) - 1}) {
		if err := os.WriteFile(path, whole[:size], 0o600); err != nil {
			t.Fatal(err)
		}
		if err := usable(t, path, want); err != nil {
			refused++
		} else if size%4096 != 0 {
			t.Errorf("cut to %d bytes, and opened", size)
		}
	}
	if refused < 20 {
		t.Errorf("only %d were refused", refused)
	}
}

// someFile is a database, what is in its file, and its leaderboard.
func someFile(t *testing.T) (path string, file []byte, lines []storage.Entry) {
	t.Helper()
	path = newPath(t)
	lines = filled(t, path)
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return path, file, lines
}

// flipped is a file with a bit flipped here and there, in most places at the most.
func flipped(file []byte, r *rand.Rand, most int) []byte {
	b := slices.Clone(file)
	for range 1 + r.IntN(most) {
		b[r.IntN(len(b))] ^= 1 << r.IntN(8)
	}
	return b
}

func multiples(of, below int) (all []int) {
	for n := of; n < below; n += of {
		all = append(all, n)
	}
	return all
}

// usable opens a file that may be damaged. If that goes, the leaderboard must be as it was.
func usable(t *testing.T, path string, want []storage.Entry) error {
	t.Helper()
	s, err := storage.Open(path, storagetest.Secret)
	if err != nil {
		if !errors.Is(err, storage.ErrDamaged) || !strings.Contains(err.Error(), "put a copy in its place") {
			t.Errorf("the error does not help: %v", err)
		}
		return err
	}
	defer s.Close()
	if got := top(t, s); !slices.Equal(got, want) {
		t.Errorf("another leaderboard: %d lines", len(got))
	}
	return nil
}

// Any page may be lost: it is refused, or it was a free one.
func TestZeroedPages(t *testing.T) {
	t.Parallel()
	path, whole, want := someFile(t)
	for at := 0; at < len(whole); at += 4096 {
		b := slices.Clone(whole)
		clear(b[at : at+4096])
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := usable(t, path, want); err == nil && at < 2*4096 {
			t.Errorf("opened without page %d", at/4096)
		}
	}
}

// Any bits may flip: nothing that can be asked of the store crashes or hangs.
func TestFlippedBits(t *testing.T) {
	t.Parallel()
	path, whole, _ := someFile(t)
	r := rand.New(rand.NewPCG(8, 8))
	refused, faulty := 0, 0
	for range 50 {
		b := flipped(whole, r, 8)
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := storage.Open(path, storagetest.Secret)
		if err != nil {
			refused++
			continue
		}
		if askAll(s) {
			faulty++
		}
		s.Close()
	}
	if refused == 0 || faulty == 0 {
		t.Errorf("of 50, %d refused, %d found faulty", refused, faulty)
	}
}

// askAll asks everything of a store and reports whether it found itself faulty.
func askAll(s storage.Store) (faulty bool) {
	s.Verify(func(error) { faulty = true })
	lines, _, _ := s.Top(maze, 1, 1000)
	for _, e := range lines {
		s.Row(maze, e.ID)
		s.Bests(e.ID, storage.Timed)
		s.Results(e.ID, "maze", "10x10", 10)
		s.Attempts(e.ID, "2026-01-01", "2026-12-31")
	}
	s.Replays(func(storage.Replay) error { return nil })
	s.Player(storagetest.Key(1))
	s.Keys(storagetest.Key(1))
	s.Save(storagetest.NewRun("new", 1, 1))
	s.Sweep(time.Now().AddDate(2, 0, 0), true)
	return faulty
}

// A file that is cut under a running server ends no process: what is gone is damaged, and nothing more is written.
func TestCutWhileOpen(t *testing.T) {
	path := newPath(t)
	filled(t, path)
	s := open(t, path)
	if err := os.Truncate(path, 2*4096); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Top(maze, 1, 10); !errors.Is(err, storage.ErrDamaged) {
		t.Errorf("top: %v", err)
	}
	for range 2 {
		if _, err := s.Save(storagetest.NewRun("late", 1, 1)); !errors.Is(err, storage.ErrReadOnly) {
			t.Errorf("save: %v", err)
		}
	}
	if err := s.Healthy(); !errors.Is(err, storage.ErrReadOnly) {
		t.Errorf("healthy: %v", err)
	}
	if err := s.Close(); err == nil {
		t.Error("closed as if nothing had been")
	}
}
