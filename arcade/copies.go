package arcade

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"arcade.example.com/wholefile"
)

// copiesKept is how many daily copies of the database stay.
const copiesKept = 7

// sweepEvery is how often what has expired is looked for, and whether today's copy is there.
const sweepEvery = time.Hour

// keepHouse sweeps the store and copies it once a day, until the context is done.
func (s *Server) keepHouse(ctx context.Context) {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		now := time.Now()
		if err := s.cfg.Store.Sweep(now, false); err != nil {
			s.cfg.Log.Error("sweep", "error", err)
		}
		if s.cfg.Copies != "" {
			if err := s.copy(now); err != nil {
				s.cfg.Log.Error("daily copy", "error", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// copy makes the day's copy where it is not there yet, and forgets all but the newest.
func (s *Server) copy(now time.Time) error {
	if err := os.MkdirAll(s.cfg.Copies, 0o700); err != nil {
		return err
	}
	path := filepath.Join(s.cfg.Copies, "arcade-"+now.UTC().Format(time.DateOnly)+".db")
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := wholefile.Write(path, s.cfg.Store.Backup); err != nil {
		return err
	}
	return s.forgetCopies()
}

func (s *Server) forgetCopies() error {
	list, err := os.ReadDir(s.cfg.Copies)
	if err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(e fs.DirEntry) bool {
		return !strings.HasPrefix(e.Name(), "arcade-") || !strings.HasSuffix(e.Name(), ".db")
	})
	for _, e := range list[:max(len(list)-copiesKept, 0)] { // by name, so by date
		if err := os.Remove(filepath.Join(s.cfg.Copies, e.Name())); err != nil {
			return fmt.Errorf("forget copy: %w", err)
		}
	}
	return nil
}
