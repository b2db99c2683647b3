package arcade

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arcade.example.com/arcade/command"
	"arcade.example.com/arcade/playtest"
	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

// openStore opens a database until the test ends, and names a folder for its copies.
func openStore(t *testing.T) (store storage.Store, copies string) {
	t.Helper()
	dir := t.TempDir()
	store, err := storage.Open(filepath.Join(dir, "arcade.db"), storagetest.Secret)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	return store, filepath.Join(dir, "backups")
}

// A copy a day and one an hour stay, so many of each; what else lies there is left alone.
func TestCopies(t *testing.T) {
	store, folder := openStore(t)
	s := &Server{cfg: Config{Store: store, Copies: folder}}
	other := filepath.Join(folder, "arcade-before-the-move.db")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(other, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 1, 12, 30, 0, 0, time.UTC)
	for range 10 * 24 * 2 { // two looks an hour
		if err := s.copy(now, false); err != nil {
			t.Fatal(err)
		}
		now = now.Add(30 * time.Minute)
	}
	days, err := filepath.Glob(filepath.Join(folder, "arcade-??????????.db"))
	if err != nil || len(days) != 7 || filepath.Base(days[0]) != "arcade-2026-11-05.db" {
		t.Errorf("%v, %v", days, err)
	}
	hours, err := filepath.Glob(filepath.Join(folder, "*T??.db"))
	if err != nil || len(hours) != 24 || filepath.Base(hours[0]) != "arcade-2026-11-10T13.db" {
		t.Errorf("%v, %v", hours, err)
	}
	if _, err := os.Stat(other); err != nil {
		t.Error(err)
	}
	restored, err := storage.Open(hours[0], storagetest.Secret)
	if err != nil {
		t.Fatal(err)
	}
	restored.Close()
}

// What was won since the copy of the hour is in it once the server has stopped.
func TestTheLastCopyHasEverything(t *testing.T) {
	store, folder := openStore(t)
	a := openArcade(t, func(c *Config) { c.Store, c.Copies = store, folder })
	if _, err := store.Save(storagetest.NewRun("RUN-LATE", 1, 1000)); err != nil {
		t.Fatal(err)
	}
	now, cancel := context.WithCancel(context.Background())
	cancel()
	a.Shutdown(now)
	hours, err := filepath.Glob(filepath.Join(folder, "*T??.db"))
	if err != nil || len(hours) == 0 {
		t.Fatal(hours, err)
	}
	copied, err := storage.Open(hours[len(hours)-1], nil)
	if err != nil {
		t.Fatal(err)
	}
	defer copied.Close()
	if _, err := copied.Replay("RUN-LATE"); err != nil {
		t.Error(err)
	}
}

// slowCopies is a store of which a copy takes as long as anyone likes.
type slowCopies struct {
	storage.Store
	read chan struct{} // takes one for each copy that has been read
	rest chan struct{} // gives one for each that is to be written
}

func (s slowCopies) Backup(w io.Writer) error {
	var file bytes.Buffer
	if err := s.Store.Backup(&file); err != nil {
		return err
	}
	s.read <- struct{}{}
	<-s.rest
	_, err := file.WriteTo(w)
	return err
}

// A copy that was begun before the last one ends before it: nothing older takes its place.
func TestTheLastCopyIsTheLast(t *testing.T) {
	store, folder := openStore(t)
	slow := slowCopies{store, make(chan struct{}), make(chan struct{})}
	s := &Server{cfg: Config{Store: slow, Copies: folder}}
	now := time.Date(2026, 11, 1, 12, 30, 0, 0, time.UTC)
	done := make(chan error, 2)
	go func() { done <- s.copy(now, false) }()
	<-slow.read
	if s.copying.TryLock() {
		t.Fatal("another copy could be begun while one is made")
	}
	if _, err := store.Save(storagetest.NewRun("RUN-LATE", 1, 1000)); err != nil {
		t.Fatal(err)
	}
	go func() { done <- s.copy(now, true) }()
	slow.rest <- struct{}{} // the day's, without the run
	for range 2 {           // the hour's, and the last
		<-slow.read
		slow.rest <- struct{}{}
	}
	for range 2 {
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
	copied, err := storage.Open(filepath.Join(folder, "arcade-2026-11-01T12.db"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer copied.Close()
	if _, err := copied.Replay("RUN-LATE"); err != nil {
		t.Error(err)
	}
}

// After the clock has jumped nothing is removed until an operator says so, and both the log and the operator are told.
func TestTheSweepIsHeld(t *testing.T) {
	store := storage.NewMemory()
	s := &Server{cfg: Config{Store: store}}
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	if err := s.sweep(now, false); err != nil || s.held.Load() {
		t.Fatal(err)
	}
	if err := s.sweep(now.AddDate(0, 0, 3), false); err == nil || !s.held.Load() || !strings.Contains(err.Error(), "admin sweep") {
		t.Errorf("%v, held %v", err, s.held.Load())
	}
	if err := s.sweep(now.AddDate(0, 0, 3), true); err != nil || s.held.Load() {
		t.Errorf("%v, held %v", err, s.held.Load())
	}
}

func TestAnOperatorSweeps(t *testing.T) {
	admins := filepath.Join(t.TempDir(), "admins")
	a := openArcade(t, func(c *Config) { c.Admins = admins })
	admit(t, admins, 1)
	if _, err := a.store.SetName(playtest.Key(t, 2), "ana"); err != nil {
		t.Fatal(err)
	}
	if err := a.sweep(time.Now().AddDate(0, 0, 5), true); err != nil {
		t.Fatal(err)
	}
	if err := a.sweep(time.Now(), false); err == nil {
		t.Fatal("swept with a clock that went back")
	}
	if out, code := a.ask(t, 1, "admin stats"); code != command.ExitDone || !strings.Contains(out, "held: the clock has jumped") {
		t.Errorf("%q, %d", out, code)
	}
	if out, code := a.ask(t, 1, "admin sweep"); code != command.ExitDone {
		t.Errorf("%q, %d", out, code)
	}
	if out, code := a.ask(t, 1, "admin stats --json"); code != command.ExitDone || !strings.Contains(out, `"sweep_held":false`) {
		t.Errorf("%q, %d", out, code)
	}
}
