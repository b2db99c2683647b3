//go:build hosted

package storage_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

func TestHostedKill(t *testing.T) { killWhileSaving(t, 100) }

func TestHostedSweep(t *testing.T) {
	storagetest.SweepMany(t, shared(func() storage.Store { return open(t, newPath(t)) }), 100_000)
}

// mount puts a file system of 1 MiB in memory on a new folder. It needs root.
func mount(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=1m"); err != nil {
		t.Fatal("mount: ", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error("unmount: ", err)
		}
	})
	return dir
}

// A disk that is full refuses runs cleanly, keeps those it took, and takes more when there is room again.
func TestHostedFullDisk(t *testing.T) {
	dir := mount(t)
	filler := filepath.Join(dir, "filler")
	if err := os.WriteFile(filler, make([]byte, 400<<10), 0o600); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "arcade.db")
	s := open(t, path)
	saved := 0
	save := func() error {
		run := storagetest.NewRun(fmt.Sprintf("r%04d", saved), saved, int64(saved))
		run.Steps = make([]byte, 1000)
		_, err := s.Save(run)
		if err == nil {
			saved++
		}
		return err
	}
	for save() == nil {
	}
	for range 3 {
		if err := save(); !errors.Is(err, storage.ErrReadOnly) || !strings.Contains(err.Error(), "no space left") {
			t.Errorf("save: %v", err)
		}
	}
	if err := s.Healthy(); !errors.Is(err, storage.ErrReadOnly) {
		t.Errorf("healthy: %v", err)
	}
	if got := len(top(t, s)); got != saved || saved == 0 {
		t.Errorf("%d lines of %d runs", got, saved)
	}
	if err := s.Backup(&bytes.Buffer{}); err == nil {
		t.Error("a backup found room")
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	for range 50 {
		if err := save(); err != nil {
			t.Fatalf("with room again: %v", err)
		}
	}
	if err := errors.Join(s.Healthy(), s.Close()); err != nil {
		t.Error(err)
	}
	s = open(t, path)
	if got := len(top(t, s)); got != saved {
		t.Errorf("%d lines of %d runs", got, saved)
	}
	sound(t, s)
}

// On a read-only file system the records can be read.
func TestHostedReadOnlyDisk(t *testing.T) {
	dir := mount(t)
	path := filepath.Join(dir, "arcade.db")
	want := len(filled(t, path))
	if err := syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	s := open(t, path)
	if got := len(top(t, s)); got != want {
		t.Errorf("%d lines, want %d", got, want)
	}
	if _, err := s.Save(storagetest.NewRun("new", 1, 1)); !errors.Is(err, storage.ErrReadOnly) {
		t.Errorf("save: %v", err)
	}
	if err := s.Healthy(); !errors.Is(err, storage.ErrReadOnly) {
		t.Errorf("healthy: %v", err)
	}
	sound(t, s)
}

// A first start is killed at any moment: the next one goes on from whatever it left.
func TestHostedKillFirstStart(t *testing.T) {
	for round := range 60 {
		path := newPath(t)
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), child+"="+path)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(round) * time.Millisecond / 2)
		if err := c.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		c.Wait() // it was killed: that is its error
		s, err := storage.Open(path, storagetest.Secret)
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		sound(t, s)
		s.Close()
	}
}

// Each call that makes a run durable fails in turn. What was acknowledged is there; after a failed fsync nothing more
// is written; and the run that failed, which may be there or not, is saved once when it is saved again.
func TestHostedFailingDisk(t *testing.T) {
	for _, call := range []string{"fdatasync", "pwrite64"} {
		for _, failure := range []string{"EIO", "ENOSPC"} {
			for when := 8; when < 14; when++ {
				t.Run(fmt.Sprint(call, " ", failure, " ", when), func(t *testing.T) { failingDisk(t, call, failure, when) })
			}
		}
	}
}

func failingDisk(t *testing.T, call, failure string, when int) {
	path := filepath.Join(t.TempDir(), "arcade.db")
	c := exec.Command("strace", "-f", "-qq", "-o", filepath.Join(t.TempDir(), "trace"),
		"-e", "trace="+call, "-e", fmt.Sprintf("inject=%s:error=%s:when=%d", call, failure, when), os.Args[0])
	c.Env = append(os.Environ(), child+"="+path, alone+"=0")
	out, err := c.Output()
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		t.Fatalf("strace: %v", err)
	}
	acknowledged, complaint, _ := strings.Cut(string(out), "save: save run ")
	failed, why, _ := strings.Cut(complaint, ":")
	why, again, _ := strings.Cut(why, "again:")
	refused := storage.ErrReadOnly.Error()
	if full := call == "pwrite64" && failure == "ENOSPC"; !strings.Contains(why, refused) || strings.Contains(again, refused) == full {
		t.Fatalf("the child printed %q", out)
	}
	s := open(t, path)
	for _, id := range strings.Fields(acknowledged) {
		if _, err := s.Replay(id); err != nil {
			t.Errorf("an acknowledged run is gone: %v", err)
		}
	}
	sound(t, s)
	for range 2 {
		if _, err := s.Save(childRun(failed)); err != nil {
			t.Errorf("save again: %v", err)
		}
	}
	times := 0
	err = s.Replays(func(r storage.Replay) error {
		if r.Run == failed {
			times++
		}
		return nil
	})
	if times != 1 || err != nil {
		t.Errorf("the run that failed is there %d times: %v", times, err)
	}
	sound(t, s)
}
