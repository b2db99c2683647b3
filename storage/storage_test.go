package storage_test

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
	"go.etcd.io/bbolt"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(child); path != "" {
		saveForEver(path)
	}
	os.Exit(m.Run())
}

func TestBolt(t *testing.T) {
	storagetest.Run(t, func(t testing.TB) func() storage.Store {
		return shared(func() storage.Store { return open(t, newPath(t)) })
	})
}

func TestMemory(t *testing.T) {
	storagetest.Run(t, func(testing.TB) func() storage.Store { return shared(storage.NewMemory) })
}

// shared opens a database once, and then stores beside the first: neither engine can be opened by two processes.
func shared(open func() storage.Store) func() storage.Store {
	first := sync.OnceValue(open)
	asked := false
	return func() storage.Store {
		if !asked {
			asked = true
			return first()
		}
		return storage.Beside(first())
	}
}

func newPath(t testing.TB) string { return filepath.Join(t.TempDir(), "arcade.db") }

func open(t testing.TB, path string) storage.Store {
	t.Helper()
	s, err := storage.Open(path, storagetest.Secret)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// filled makes a database of a few hundred runs, closes it and returns its leaderboard.
func filled(t testing.TB, path string) []storage.Entry {
	t.Helper()
	s, err := storage.Open(path, storagetest.Secret)
	if err != nil {
		t.Fatal(err)
	}
	for n := range 100 {
		if _, err := s.Save(storagetest.NewRun(fmt.Sprintf("r%03d", n), n, int64(1000+n*7919%5000))); err != nil {
			t.Fatal(err)
		}
	}
	big := storagetest.NewRun("big", 1000, 9999)
	big.Steps = make([]byte, 50_000)
	if _, err := s.Save(big); err != nil {
		t.Fatal(err)
	}
	lines := top(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return lines
}

var maze = storage.Leaderboard{Game: "maze", Mode: "10x10", Period: storage.All}

func top(t testing.TB, s storage.Store) []storage.Entry {
	t.Helper()
	lines, _, err := s.Top(maze, 1, 1e6)
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

func sound(t testing.TB, s storage.Store) {
	t.Helper()
	if err := s.Verify(func(err error) { t.Error(err) }); err != nil {
		t.Error(err)
	}
}

func TestReopened(t *testing.T) {
	path := newPath(t)
	want := filled(t, path)
	info, err := os.Stat(path)
	if err != nil || info.Mode() != 0o600 {
		t.Errorf("file mode %v, %v", info.Mode(), err)
	}
	s := open(t, path)
	if got := top(t, s); !slices.Equal(got, want) {
		t.Errorf("leaderboard %v, want %v", got, want)
	}
	sound(t, s)
}

func TestInUse(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	s := open(t, path)
	if _, err := storage.Open(path, storagetest.Secret); !errors.Is(err, storage.ErrInUse) {
		t.Errorf("second: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	open(t, path)
}

func TestNoFolder(t *testing.T) {
	if _, err := storage.Open(filepath.Join(t.TempDir(), "none", "arcade.db"), storagetest.Secret); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// Ten thousand fresh keys that log in and look around leave the file as it was, to the byte.
func TestFreshKeysWriteNothing(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	filled(t, path)
	s := open(t, path)
	before := sum(t, path)
	for n := range 10_000 {
		k := storagetest.Key(100_000 + n)
		p, err := s.Player(k)
		if err != nil || p.Known {
			t.Fatal(p, err)
		}
		_, err1 := s.Settings(k)
		_, err2 := s.Kept(k)
		_, err3 := s.Bests(p.ID, storage.Timed)
		if err := errors.Join(err1, err2, err3); err != nil {
			t.Fatal(err)
		}
	}
	if sum(t, path) != before {
		t.Error("the file changed")
	}
}

func sum(t testing.TB, path string) [32]byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return sha256.Sum256(b)
}

func TestNewer(t *testing.T) {
	path := newPath(t)
	filled(t, path)
	setSchema(t, path, 99)
	if _, err := storage.Open(path, storagetest.Secret); !errors.Is(err, storage.ErrNewer) {
		t.Error(err)
	}
}

// A file of another program's is refused, whatever is in it: an arcade must not be opened empty in its place.
func TestForeign(t *testing.T) {
	for name, buckets := range map[string][]string{"of etcd": {"alarm", "auth", "key", "meta"}, "with one more": {"kv", "other"}, "without a layout": {"kv"}} {
		path := newPath(t)
		db, err := bbolt.Open(path, 0o600, nil)
		if err != nil {
			t.Fatal(err)
		}
		err = db.Update(func(tx *bbolt.Tx) error {
			for _, b := range buckets {
				kv, err := tx.CreateBucket([]byte(b))
				if err = errors.Join(err, kv.Put([]byte("x"), []byte("y"))); err != nil {
					return err
				}
			}
			return nil
		})
		if err := errors.Join(err, db.Close()); err != nil {
			t.Fatal(err)
		}
		before := sum(t, path)
		if _, err := storage.Open(path, storagetest.Secret); !errors.Is(err, storage.ErrForeign) {
			t.Errorf("%s: %v", name, err)
		}
		if sum(t, path) != before {
			t.Errorf("%s: the file changed", name)
		}
	}
}

func setSchema(t testing.TB, path string, version byte) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.Update(func(tx *bbolt.Tx) error { return tx.Bucket([]byte("kv")).Put([]byte("m/schema"), []byte{version}) })
	if err != nil {
		t.Fatal(err)
	}
}

// testdata/v1.db is of layout 1: forty runs of 25 players, one of whom is called ana.
func TestMigration(t *testing.T) {
	old, err := os.ReadFile("testdata/v1.db")
	if err != nil {
		t.Fatal(err)
	}
	path := newPath(t)
	if err := os.WriteFile(path, old, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := storage.Open(path, nil); !errors.Is(err, storage.ErrSecret) {
		t.Errorf("without a secret: %v", err)
	}
	if _, err := storage.Open(path, storagetest.Secret); !errors.Is(err, storage.ErrSecret) {
		t.Errorf("with another secret than it held: %v", err)
	}
	var kept []byte
	secret := func(keep []byte) ([]byte, error) {
		if keep != nil {
			kept = bytes.Clone(keep)
		}
		return kept, nil
	}
	if !bytes.Contains(old, oldSecret(t, path)) {
		t.Fatal("the old file does not hold its secret")
	}
	for range 2 {
		s, err := storage.Open(path, secret)
		if err != nil {
			t.Fatal(err)
		}
		best := map[string]storage.Replay{}
		err = s.Replays(func(r storage.Replay) error {
			if b, ok := best[r.Player.ID]; !ok || r.Millis < b.Millis {
				best[r.Player.ID] = r
			}
			return nil
		})
		want := slices.SortedFunc(maps.Values(best), func(a, b storage.Replay) int { return cmp.Compare(a.Millis, b.Millis) })
		lines := top(t, s)
		if err != nil || len(lines) != 25 || len(want) != 25 {
			t.Fatalf("%d lines, %d players, %v", len(lines), len(want), err)
		}
		for i, e := range lines {
			if row, err := s.Row(maze, e.ID); err != nil || row != e || e.Rank != i+1 || e.Run != want[i].Run {
				t.Errorf("line %+v, row %+v, want run %s: %v", e, row, want[i].Run, err)
			}
		}
		if p, err := s.Player(storagetest.Key(1)); err != nil || p.Name != "ana" {
			t.Error(p, err)
		}
		sound(t, s)
		var copied bytes.Buffer
		err = s.Backup(&copied)
		if err := errors.Join(err, s.Close()); err != nil {
			t.Fatal(err)
		}
		file, err := os.ReadFile(path)
		if err != nil || len(kept) != 32 || bytes.Contains(file, kept) || bytes.Contains(copied.Bytes(), kept) {
			t.Error("the secret is still in the file, or in a copy", err)
		}
	}
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 1 {
		t.Error(left, err)
	}
}

// oldSecret reads the secret that a database of layout 1 or 2 holds.
func oldSecret(t testing.TB, path string) (secret []byte) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.View(func(tx *bbolt.Tx) error {
		secret = bytes.Clone(tx.Bucket([]byte("kv")).Get([]byte("m/secret")))
		return nil
	})
	if err != nil || len(secret) != 32 {
		t.Fatal(secret, err)
	}
	return secret
}

// A migration may end after it deleted the secret and before the file was written anew: the next start does that.
func TestRenewedAfterACrash(t *testing.T) {
	path := newPath(t)
	want := filled(t, path)
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	secret := bytes.Repeat([]byte("old secret"), 10)
	for _, write := range []func(*bbolt.Bucket) error{
		func(kv *bbolt.Bucket) error { return kv.Put([]byte("m/secret"), secret) },
		func(kv *bbolt.Bucket) error {
			return errors.Join(kv.Delete([]byte("m/secret")), kv.Put([]byte("m/stale"), []byte{1}))
		},
	} {
		if err := db.Update(func(tx *bbolt.Tx) error { return write(tx.Bucket([]byte("kv"))) }); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.ReadFile(path)
	if err := errors.Join(err, db.Close()); err != nil || !bytes.Contains(file, secret) {
		t.Fatal("nothing is left to remove", err)
	}
	s := open(t, path)
	if file, err = os.ReadFile(path); err != nil || bytes.Contains(file, secret) {
		t.Error("it is still there", err)
	}
	if got := top(t, s); !slices.Equal(got, want) {
		t.Errorf("leaderboard %v, want %v", got, want)
	}
	sound(t, s)
}

// A database is its secret's alone: with another, every player would be somebody else.
func TestSecret(t *testing.T) {
	path := newPath(t)
	filled(t, path)
	other := func(keep []byte) ([]byte, error) { return bytes.Repeat([]byte("o"), 32), nil }
	gone := func([]byte) ([]byte, error) { return nil, fs.ErrNotExist }
	before := sum(t, path)
	for want, secret := range map[error]storage.Secret{storage.ErrSecret: other, fs.ErrNotExist: gone} {
		if _, err := storage.Open(path, secret); !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
	}
	if sum(t, path) != before {
		t.Error("the file changed")
	}
	s, err := storage.Open(path, func(keep []byte) ([]byte, error) {
		if keep != nil {
			t.Error("a new secret is offered beside a database that has one")
		}
		return storagetest.Secret(nil)
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if p, err := s.Player(storagetest.Key(1)); err != nil || !p.Known {
		t.Error(p, err)
	}
}

func TestBackupLeavesNothingBehind(t *testing.T) {
	path := newPath(t)
	filled(t, path)
	s := open(t, path)
	var copied bytes.Buffer
	if err := s.Backup(&copied); err != nil {
		t.Fatal(err)
	}
	if n := int64(copied.Len()); n != s.Size() {
		t.Errorf("a copy of %d bytes, the database has %d", n, s.Size())
	}
	left, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(left) != 1 {
		t.Error(left, err)
	}
}

// The day turns while the store is open: the leaderboard of today is another one.
func TestMidnight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := storage.NewMemory()
		today := maze
		today.Period = storage.Day
		run := storagetest.NewRun("r1", 1, 1000)
		run.Ended = time.Now()
		if _, err := s.Save(run); err != nil {
			t.Fatal(err)
		}
		before := s.Changes(today)
		for _, want := range []int{1, 0} {
			if _, of, err := s.Top(today, 1, 1); of != want || err != nil {
				t.Error(of, err)
			}
			time.Sleep(24 * time.Hour)
		}
		if s.Changes(today) <= before {
			t.Error("the number did not rise")
		}
	})
}

func TestPermanent(t *testing.T) {
	s := storage.NewMemory()
	daily, used := storagetest.NewRun("late", 1, 1), storagetest.NewRun("used", 1, 1)
	daily.Daily = "2020-01-01"
	_, late := s.Save(daily)
	_, first := s.Save(used)
	used.Key = storagetest.Key(2)
	_, taken := s.Save(used)
	_, unfit := s.Save(storage.Run{ID: "r", Key: used.Key, Game: "maze", Mode: "5x5", Millis: -1})
	_, guest := s.Player(storagetest.Key(1))
	for err, want := range map[error]bool{
		late: true, taken: true, unfit: true, first: false, guest: false,
		fmt.Errorf("save: %w: %w", storage.ErrReadOnly, storage.ErrNewer): false,
		fmt.Errorf("save: %w", io.ErrUnexpectedEOF):                       false,
	} {
		if storage.Permanent(err) != want {
			t.Errorf("%v: permanent %v", err, !want)
		}
	}
}
