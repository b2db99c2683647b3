package records

import (
	"fmt"
	"time"

	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// verifyHeats plays every run of every heat again.
func verifyHeats(store storage.Store, list []games.Game, tally *Tally, bad func(error)) error {
	return store.Heats(time.Time{}, func(h storage.Heat) error {
		for _, e := range h.Entrants {
			believed, err := proveEntrant(list, h, e)
			if believed {
				tally.Believed++
			} else {
				tally.Played++
			}
			if err != nil {
				bad(fmt.Errorf("run %s of heat %d in %s, %s %s: %w", e.Run, h.Number, h.Word, h.Game, h.Mode, err))
			}
		}
		return nil
	})
}

// proveEntrant plays a run of a heat again: it must go as far as it says, unassisted, and take as long where it came to
// its end.
func proveEntrant(list []games.Game, h storage.Heat, e storage.Entrant) (believed bool, err error) {
	for _, g := range list {
		if g.ID != h.Game {
			continue
		}
		if _, ok := g.At(h.Version); !ok {
			return true, nil
		}
		steps, err := games.Decode(e.Steps)
		if err != nil {
			return false, fmt.Errorf("%w: %w", ErrUnproved, err)
		}
		end, at, err := g.Play(games.Replay{Game: h.Game, Mode: h.Mode, Version: h.Version, Seed: games.Seed(h.Seed), Steps: steps})
		if err != nil {
			return false, fmt.Errorf("%w: %w", ErrUnproved, err)
		}
		done, of := end.Progress()
		won := end.Status() == games.Won
		if end.Assisted() || done != e.Done || of != e.Of || won && at.Milliseconds() != e.Millis {
			return false, fmt.Errorf("ends %v at %v with %d of %d: %w", end.Status(), at, done, of, ErrUnproved)
		}
		return false, nil
	}
	return false, fmt.Errorf("game %s: %w", h.Game, storage.ErrNotFound)
}
