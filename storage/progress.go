package storage

import (
	"errors"
	"fmt"
	"time"

	"arcade.example.com/keys"
)

func (s *store) Keep(k keys.Key, p Progress) error {
	err := p.check(k)
	if err == nil {
		err = s.keep(jot{tag: s.Tag(k), kind: k.Type(), p: p})
	}
	if s.drawer != nil && err == nil {
		err = s.drawer.remove(jot{p: p})
	}
	if s.drawer != nil && err != nil && !Permanent(err) { // it is not lost with the session
		_ = s.drawer.put(jot{tag: s.Tag(k), kind: k.Type(), p: p, since: time.Now()})
	}
	if err != nil {
		return fmt.Errorf("keep game: %w", err)
	}
	return nil
}

func (s *store) Jot(k keys.Key, p Progress) error {
	if s.drawer == nil {
		return s.Keep(k, p)
	}
	if err := p.check(k); err != nil {
		return fmt.Errorf("jot game down: %w", err)
	}
	known, late := false, false
	err := s.View(func(t Tx) error {
		if err := p.goesOn(t); err != nil {
			return err
		}
		id, err := owner(t, s.Tag(k))
		if err != nil || id == "" {
			return err
		}
		if late, err = p.late(t, id); err != nil {
			return err
		}
		old, ok, err := kept(t, id, p.Game)
		known = ok && old.Run == p.Run && old.Epoch == p.Epoch
		return err
	})
	if err == nil && !known { // from now on the player's other sessions can find it
		return s.Keep(k, p)
	}
	if err == nil && !late {
		err = s.drawer.put(jot{tag: s.Tag(k), kind: k.Type(), p: p, since: time.Now()})
	}
	if err != nil {
		return fmt.Errorf("jot game down: %w", err)
	}
	return nil
}

// check refuses what cannot be kept, whatever is in the store.
func (p Progress) check(k keys.Key) error {
	if k.Guest() {
		return ErrGuest
	}
	if err := errors.Join(checkName("game", p.Game), checkName("mode", p.Mode), checkName("run", p.Run)); err != nil {
		return err
	}
	if len(p.Steps) > maxSteps {
		return fmt.Errorf("%d bytes of steps: %w", len(p.Steps), errRun)
	}
	return nil
}

// goesOn is the error for a run that is over, or goes on in another session.
func (p Progress) goesOn(t Tx) error {
	if t.Get(key("r", p.Run)) != nil {
		return ErrSpent
	}
	f, err := fateOf(t, p.Run)
	if err != nil {
		return err
	}
	return f.claim(p.Owner, p.Epoch)
}

// keep keeps a game of the player whose key has a tag.
func (s *store) keep(j jot) error {
	p := j.p
	return s.Update(func(t Tx) error {
		if err := p.goesOn(t); err != nil {
			return err
		}
		id, err := owner(t, j.tag)
		if err != nil {
			return err
		}
		if late, err := p.late(t, id); err != nil || late {
			return err
		}
		if id, err = join(t, j.tag, j.kind); err != nil {
			return err
		}
		t.Put(key("g", id, p.Game), encodeProgress(p))
		return nil
	})
}

// late reports whether what is kept of the run already has more steps.
func (p Progress) late(t Tx, id string) (bool, error) {
	old, ok, err := kept(t, id, p.Game)
	switch {
	case err != nil || !ok || old.Run != p.Run:
		return false, err
	case p.Epoch < old.Epoch, p.Epoch == old.Epoch && p.Owner != old.Owner:
		return false, ErrTaken
	}
	return p.Epoch == old.Epoch && p.Count < old.Count, nil
}

// kept returns the player's game in progress, and whether there is one.
func kept(t Tx, id, game string) (p Progress, ok bool, err error) {
	k := key("g", id, game)
	v := t.Get(k)
	if v == nil {
		return Progress{}, false, nil
	}
	p, err = readProgress(k, v)
	return p, err == nil, err
}

func (s *store) Resume(k keys.Key, game, run, session string) (p Progress, err error) {
	if k.Guest() {
		return Progress{}, fmt.Errorf("resume game: %w", ErrGuest)
	}
	if err := errors.Join(checkName("game", game), checkName("run", run), checkName("owner", session)); err != nil {
		return Progress{}, fmt.Errorf("resume game: %w", err)
	}
	err = s.Update(func(t Tx) error {
		f, err := fateOf(t, run)
		if err == nil && (f.state == over || t.Get(key("r", run)) != nil) {
			return ErrSpent
		}
		if err != nil {
			return err
		}
		id, err := owner(t, s.Tag(k))
		if err != nil {
			return err
		}
		var ok bool
		p, ok, err = kept(t, id, game)
		switch {
		case err != nil:
			return err
		case !ok || p.Run != run:
			return ErrNotFound
		case p.Owner == session && p.Epoch >= f.epoch:
			return nil // it never left
		}
		f.epoch, f.owner, f.at = max(p.Epoch, f.epoch)+1, session, time.Now()
		f.daily = f.daily || p.Daily != ""
		p.Epoch, p.Owner = f.epoch, session
		t.Put(key("d", run), f.encode())
		t.Put(key("g", id, game), encodeProgress(p))
		return nil
	})
	if err != nil {
		return Progress{}, fmt.Errorf("resume game: %w", err)
	}
	return p, nil
}

func (s *store) Spend(k keys.Key, run string) error {
	if k.Guest() {
		return fmt.Errorf("spend run: %w", ErrGuest)
	}
	if err := checkName("run", run); err != nil {
		return fmt.Errorf("spend run: %w", err)
	}
	err := s.Update(func(t Tx) error {
		f, err := fateOf(t, run)
		if err != nil || f.state != taken || t.Get(key("r", run)) != nil {
			return err
		}
		f.spend(t, run, spent)
		return nil
	})
	if err != nil {
		return fmt.Errorf("spend run: %w", err)
	}
	return nil
}

func (s *store) Kept(k keys.Key) (list []Progress, err error) {
	if k.Guest() {
		return nil, fmt.Errorf("kept games: %w", ErrGuest)
	}
	err = s.View(func(t Tx) error {
		list = nil
		id, err := owner(t, s.Tag(k))
		if err != nil || id == "" {
			return err
		}
		t.Walk(key("g", id), nil, func(at, v []byte) bool {
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
	err := s.Update(func(t Tx) error {
		_, _, err := s.drop(t, k, game, run)
		return err
	})
	if err != nil {
		return fmt.Errorf("drop game: %w", err)
	}
	return nil
}

// drop ends a run, and says whether it was not over before, and whose the key is: "" for a player who was never written.
func (s *store) drop(t Tx, k keys.Key, game, run string) (dropped bool, id string, err error) {
	f, err := fateOf(t, run)
	if err != nil || f.state == over || t.Get(key("r", run)) != nil {
		return false, "", err
	}
	if id, err = owner(t, s.Tag(k)); err != nil {
		return false, "", err
	}
	p, ok, err := kept(t, id, game)
	if err != nil {
		return false, "", err
	}
	if ok && p.Run == run {
		f.daily = f.daily || p.Daily != ""
		t.Del(key("g", id, game))
	}
	// A Keep of the run may still be on its way, so that it is dropped even where nothing is kept.
	f.spend(t, run, over)
	return true, id, nil
}

// forget drops the player's game in progress if it is this run.
func forget(t Tx, id, game, run string) error {
	p, ok, err := kept(t, id, game)
	if ok && p.Run == run {
		t.Del(key("g", id, game))
	}
	return err
}
