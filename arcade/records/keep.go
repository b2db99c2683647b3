package records

import (
	"errors"

	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// KeepSoon takes a running game to the store, together with those of others. It calls taken, from anywhere, where another
// session has taken the run over: this one must stop.
func (s *Saver) KeepSoon(k keys.Key, p storage.Progress, taken func()) {
	s.Soon(p.Run, func() { s.kept(p, s.cfg.Store.Jot(k, p), taken) })
}

// KeepNow is KeepSoon at once; kept is called when the store has answered.
func (s *Saver) KeepNow(k keys.Key, p storage.Progress, taken, kept func()) {
	s.Do("keep game", func() {
		defer kept()
		s.kept(p, s.cfg.Store.Keep(k, p), taken)
	})
}

// kept takes in what the store said to a running game.
func (s *Saver) kept(p storage.Progress, err error, taken func()) {
	switch {
	case errors.Is(err, storage.ErrTaken):
		taken()
	case errors.Is(err, storage.ErrSpent): // it was ended while this was on its way
	case err != nil:
		s.cfg.Log.Error("keep game", "run", p.Run, "error", err)
	}
}

// Spend makes sure that a run is saved by no session any more, since its player was helped.
func (s *Saver) Spend(k keys.Key, run string) {
	if k.Guest() {
		return
	}
	s.Do("spend run", func() {
		if err := s.cfg.Store.Spend(k, run); err != nil {
			s.cfg.Log.Error("spend run", "run", run, "error", err)
		}
	})
}

// Lose ends a run that was lost, and counts it where it would have ranked.
func (s *Saver) Lose(k keys.Key, l storage.Loss) {
	if k.Guest() {
		return
	}
	s.Do("lose game", func() {
		if err := s.cfg.Store.Lose(k, l); err != nil {
			s.cfg.Log.Error("lose game", "run", l.Run, "error", err)
		}
	})
}

// Drop forgets what was kept of a run that was lost or given up.
func (s *Saver) Drop(k keys.Key, game, run string) {
	if k.Guest() {
		return
	}
	s.Do("drop game", func() {
		if err := s.cfg.Store.Drop(k, game, run); err != nil && !errors.Is(err, storage.ErrNotFound) {
			s.cfg.Log.Error("drop game", "run", run, "error", err)
		}
	})
}
