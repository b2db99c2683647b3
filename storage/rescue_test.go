package storage_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

const page = 4096

// whole is a database with something of every kind of key, and its leaderboard.
func whole(t testing.TB) (file []byte, lines []storage.Entry) {
	t.Helper()
	path := newPath(t)
	filled(t, path)
	s := open(t, path)
	now := time.Date(2026, 11, 20, 14, 3, 7, 0, time.UTC)
	for n := range 20 {
		k, next := storagetest.Key(n), storagetest.Key(n+1)
		p, err := s.Player(next)
		_, err1 := s.SetName(k, "player-"+"abcdefghjkmnprstvxyz"[n:n+1])
		_, err2 := s.Recovery(k, true, now)
		err3 := s.Follow(k, p.ID, now)
		heat := storage.Heat{Word: "otter", Number: n + 1, Game: "maze", Mode: "10x10", Version: 1, At: now.Add(time.Duration(n) * time.Minute),
			Entrants: []storage.Entrant{{Place: 1, End: "won", Run: fmt.Sprint("a", n), Key: k}, {Place: 2, End: "lost", Run: fmt.Sprint("b", n), Key: next}}}
		_, err4 := s.SaveHeat(heat, func(r []storage.Rating, _ []int) []storage.Rating { return r })
		if err := errors.Join(err, err1, err2, err3, err4); err != nil {
			t.Fatal(err)
		}
	}
	lines = top(t, s)
	file, err := os.ReadFile(path)
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	return file, lines
}

// rescued is the leaderboard of what is rescued from a damaged file, which must be sound.
func rescued(t testing.TB, file []byte) (storage.Rescued, []storage.Entry) {
	t.Helper()
	path := newPath(t)
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "recovered.db")
	r, err := storage.Rescue(path, to, storagetest.Secret)
	if err != nil {
		t.Fatal(err)
	}
	if now, err := os.ReadFile(path); err != nil || string(now) != string(file) {
		t.Error("the damaged file was changed", err)
	}
	if info, err := os.Stat(to); err != nil || info.Mode() != 0o600 {
		t.Error(info.Mode(), err)
	}
	if left, err := os.ReadDir(filepath.Dir(to)); err != nil || len(left) != 1 {
		t.Error(left, err)
	}
	s := open(t, to)
	defer s.Close()
	sound(t, s)
	return r, top(t, s)
}

// later is which of the two meta pages was written last.
func later(file []byte) int {
	txid := func(n int) uint64 { return binary.NativeEndian.Uint64(file[n*page+16+48:]) }
	if txid(1) > txid(0) {
		return 1
	}
	return 0
}

// With one bad meta page the database is as it was before the last transaction, or after it; everything that refuses it
// today names the page.
func TestRescueABadMetaPage(t *testing.T) {
	t.Parallel()
	_, file, before := someFile(t)
	for _, zeroed := range []bool{false, true} {
		for which := range 2 {
			broken := slices.Clone(file)
			if zeroed {
				clear(broken[which*page:][:page])
			} else {
				broken[which*page+16+20] ^= 1
			}
			missing := 0
			if which == later(file) {
				missing = 1
			}
			r, after := rescued(t, broken)
			if len(after) != len(before)-missing || len(r.Faults) != 1 || len(r.Lost) != 0 || r.Runs != len(after) || !strings.Contains(r.Faults[0].Error(), "meta page") {
				t.Errorf("page %d: %d of %d lines, %+v", which, len(after), len(before), r)
			}
		}
	}
}

// A database without a fault is rescued whole.
func TestRescueASoundFile(t *testing.T) {
	file, before := whole(t)
	r, after := rescued(t, file)
	if !slices.Equal(before, after) || len(r.Faults) != 0 || len(r.Lost) != 0 || r.Players != len(before) || r.Runs != len(before) {
		t.Errorf("%d of %d lines, %+v", len(after), len(before), r)
	}
}

// Whichever page is lost besides the earlier meta page, the rest is there, sound, and what is missing is said.
func TestRescueWithoutAPage(t *testing.T) {
	t.Parallel()
	file, before := whole(t)
	none, some, all := 0, 0, 0
	for n := 2; n < len(file)/page; n++ {
		broken := slices.Clone(file)
		clear(broken[n*page:][:page])
		clear(broken[(1-later(file))*page:][:page])
		r, after := rescued(t, broken)
		switch {
		case len(after) == len(before):
			none++
		case len(after) > 0:
			some++
			if len(r.Faults) < 2 {
				t.Errorf("without page %d %d of %d lines are left, and nothing is said", n, len(after), len(before))
			}
		default:
			all++
		}
		if len(r.Lost) > len(before)-len(after) {
			t.Errorf("page %d: %d lines are missing, %d are said to be", n, len(before)-len(after), len(r.Lost))
		}
	}
	t.Logf("of %d pages: %d cost nothing, %d some lines, %d all", none+some+all, none, some, all)
	if all > 2 || some == 0 { // the two at the top of the tree
		t.Errorf("without one of %d pages nothing is left", all)
	}
}

// Whatever is in the file, it ends in an error, or in a file that is sound but for values that nobody can check.
func TestRescueFromNonsense(t *testing.T) {
	t.Parallel()
	file, _ := whole(t)
	r := rand.New(rand.NewPCG(8, 9))
	opened := 0
	for round := range 60 {
		broken := flipped(file, r, 20)
		if round%3 == 0 {
			broken = broken[:r.IntN(len(broken))]
		}
		path := newPath(t)
		if err := os.WriteFile(path, broken, 0o600); err != nil {
			t.Fatal(err)
		}
		to := path + ".new"
		if _, err := storage.Rescue(path, to, storagetest.Secret); err != nil {
			if _, err := os.Stat(to); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("a file is left behind an error: %v", err)
			}
			continue
		}
		if s, err := storage.Open(to, storagetest.Secret); err == nil {
			opened++
			askAll(s)
			s.Close()
		}
	}
	if opened < 30 {
		t.Errorf("only %d of 60 were opened", opened)
	}
}

func TestRescueRefuses(t *testing.T) {
	path := newPath(t)
	s := open(t, path)
	to := path + ".new"
	if _, err := storage.Rescue(path, to, nil); !errors.Is(err, storage.ErrInUse) {
		t.Errorf("under a server: %v", err)
	}
	s.Close()
	if _, err := storage.Rescue(path, path, nil); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over a file: %v", err)
	}
	if _, err := storage.Rescue(path+".none", to, nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("from nothing: %v", err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	clear(file[:2*page])
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := storage.Rescue(path, to, nil); !errors.Is(err, storage.ErrDamaged) {
		t.Errorf("without meta pages: %v", fmt.Sprint(err))
	}
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 1 {
		t.Error(left, err)
	}
}
