package storage

import (
	"errors"
	"fmt"
	"time"

	"arcade.example.com/keys"
)

func (s *store) Keep(k keys.Key, p Progress) error {
	if k.Guest() {
		return fmt.Errorf("keep game: %w", ErrGuest)
	}
	if err := errors.Join(checkName("game", p.Game), checkName("mode", p.Mode), checkName("run", p.Run)); err != nil {
		return fmt.Errorf("keep game: %w", err)
	}
	if len(p.Steps) > maxSteps {
		return fmt.Errorf("keep game: %d bytes of steps: %w", len(p.Steps), errRun)
	}
	err := s.update(func(t tx) error {
		if t.get(key("r", p.Run)) != nil || t.get(key("d", p.Run)) != nil {
			return nil
		}
		id, err := join(t, s.Tag(k), k.Type())
		if err != nil {
			return err
		}
		at := key("g", id, p.Game)
		if v := t.get(at); v != nil {
			old, err := readProgress(at, v)
			if err != nil || old.Run == p.Run && old.Saved.After(p.Saved) {
				return err
			}
		}
		t.put(at, encodeProgress(p))
		return nil
	})
	if err != nil {
		return fmt.Errorf("keep game: %w", err)
	}
	return nil
}

func (s *store) Kept(k keys.Key) (list []Progress, err error) {
	if k.Guest() {
		return nil, fmt.Errorf("kept games: %w", ErrGuest)
	}
	err = s.view(func(t tx) error {
		list = nil
		id, err := owner(t, s.Tag(k))
		if err != nil || id == "" {
			return err
		}
		t.walk(key("g", id), nil, func(at, v []byte) bool {
			var p Progress
			p, err = readProgress(at, v)
			list = append(list, p)
			return err == nil
		})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("kept games: %w", err)
	}
	return list, nil
}

func (s *store) Drop(k keys.Key, game, run string) error {
	if k.Guest() {
		return fmt.Errorf("drop game: %w", ErrGuest)
	}
	if err := errors.Join(checkName("game", game), checkName("run", run)); err != nil {
		return fmt.Errorf("drop game: %w", err)
	}
	err := s.update(func(t tx) error {
		if t.get(key("r", run)) != nil || t.get(key("d", run)) != nil {
			return nil
		}
		id, err := owner(t, s.Tag(k))
		if err != nil {
			return err
		}
		// A Keep of the run may still be on its way, so that it is dropped even where nothing is kept.
		t.put(key("d", run), fields{}.when(time.Now()))
		if id == "" {
			return nil
		}
		return forget(t, id, game, run)
	})
	if err != nil {
		return fmt.Errorf("drop game: %w", err)
	}
	return nil
}

// forget drops the player's game in progress if it is this run.
func forget(t tx, id, game, run string) error {
	k := key("g", id, game)
	v := t.get(k)
	if v == nil {
		return nil
	}
	p, err := readProgress(k, v)
	if err == nil && p.Run == run {
		t.del(k)
	}
	return err
}
