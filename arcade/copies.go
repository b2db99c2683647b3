package arcade

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"arcade.example.com/storage"
	"arcade.example.com/wholefile"
)

// copies are the copies of the database that are made, each named by when: one an hour, and for longer one a day. The one of the hour
// is made anew when the server stops.
var copies = [...]struct {
	name string // a layout of package time, in UTC
	keep int    // so many of the newest stay
}{
	{"arcade-2006-01-02.db", 7},
	{"arcade-2006-01-02T15.db", 24},
}

// sweepEvery is how often what has expired is looked for, and whether the copies are there; electEvery is how often a node
// looks whether it is the one that does so.
const (
	sweepEvery = time.Hour
	electEvery = 10 * time.Second
)

// keepHouse sweeps the store and copies it while this node is elected, until the context is done.
func (s *Server) keepHouse(ctx context.Context) {
	tick := time.NewTicker(electEvery)
	defer tick.Stop()
	for kept := (time.Time{}); ; {
		if now := time.Now(); s.nodes.Elected() && now.Sub(kept) >= sweepEvery {
			s.keep(now)
			kept = now
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// keep sweeps the store and makes the copies that are due. A panic in it ends this round and not the arcade.
func (s *Server) keep(now time.Time) {
	defer s.panics.Catch("house-keeping", nil)
	if err := s.sweep(now, false); err != nil {
		s.cfg.Log.Error("sweep", "error", err)
	}
	if err := s.copy(now, false); err != nil {
		s.cfg.Log.Error("copy of the database", "error", err)
	}
}

// sweep removes what has expired, and notes where the store would not because the clock has jumped.
func (s *Server) sweep(now time.Time, force bool) error {
	err := s.cfg.Store.Sweep(now, force)
	if s.held.Store(errors.Is(err, storage.ErrClock)); s.held.Load() {
		return fmt.Errorf("nothing is removed until the clock is set right, or an operator says that it is (admin sweep): %w", err)
	}
	return err
}

// copy makes the copies of the hour and the day where they are not there yet, and forgets all but the newest. The one of
// the hour is made again where it is the last.
func (s *Server) copy(now time.Time, last bool) error {
	if s.cfg.Copies == "" {
		return nil
	}
	s.copying.Lock()
	defer s.copying.Unlock()
	if err := os.MkdirAll(s.cfg.Copies, 0o700); err != nil {
		return err
	}
	for i, c := range copies {
		path := filepath.Join(s.cfg.Copies, now.UTC().Format(c.name))
		again := last && i == len(copies)-1
		if _, err := os.Stat(path); !again && !errors.Is(err, fs.ErrNotExist) {
			if err != nil {
				return err
			}
			continue
		}
		if err := wholefile.Write(path, s.cfg.Store.Backup); err != nil {
			return err
		}
		if err := s.forgetCopies(c.name, c.keep); err != nil {
			return err
		}
	}
	return nil
}

// forgetCopies removes the oldest of one kind.
func (s *Server) forgetCopies(name string, keep int) error {
	list, err := os.ReadDir(s.cfg.Copies)
	if err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(e fs.DirEntry) bool {
		_, err := time.Parse(name, e.Name())
		return err != nil
	})
	for _, e := range list[:max(len(list)-keep, 0)] { // by name, so by time
		if err := os.Remove(filepath.Join(s.cfg.Copies, e.Name())); err != nil {
			return fmt.Errorf("forget copy: %w", err)
		}
	}
	return nil
}
