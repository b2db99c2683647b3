package records

import (
	"errors"
	"fmt"
	"runtime"
	"sync"

	"arcade.example.com/arcade/run"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// Tally is what Verify went through.
type Tally struct {
	Played   int // replays that were played again
	Believed int // those dealt by a version that is no more: they proved themselves when they were saved
}

// Verify recounts every leaderboard of a store and plays every replay in it again, on all cores. It calls bad for each
// fault and progress now and then, one call at a time; it returns an error when it could not go on.
func Verify(store storage.Store, list []games.Game, progress func(done, of int), bad func(error)) (Tally, error) {
	of := 0
	if err := store.Replays(func(storage.Replay) error { of++; return nil }); err != nil {
		return Tally{}, fmt.Errorf("read replays: %w", err)
	}
	if err := store.Verify(bad); err != nil {
		return Tally{}, fmt.Errorf("recount leaderboards: %w", err)
	}
	var (
		mu      sync.Mutex
		workers sync.WaitGroup
		tally   Tally
		done    int
		work    = make(chan storage.Replay)
	)
	for range runtime.GOMAXPROCS(0) {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for r := range work {
				believed, err := proveStored(list, r)
				mu.Lock()
				if done++; believed {
					tally.Believed++
				} else {
					tally.Played++
				}
				if err != nil {
					bad(fmt.Errorf("run %s, %s %s: %w", r.Run, r.Game, r.Mode, err))
				}
				if done%64 == 0 || done == of {
					progress(done, of)
				}
				mu.Unlock()
			}
		}()
	}
	err := store.Replays(func(r storage.Replay) error { work <- r; return nil })
	close(work)
	workers.Wait()
	if err != nil {
		return tally, fmt.Errorf("read replays: %w", err)
	}
	if err := verifyHeats(store, list, &tally, bad); err != nil {
		return tally, fmt.Errorf("read heats: %w", err)
	}
	return tally, nil
}

// proveStored plays a stored run again, or believes it where nothing deals it any more.
func proveStored(list []games.Game, r storage.Replay) (believed bool, err error) {
	for _, g := range list {
		if g.ID != r.Game {
			continue
		}
		if _, ok := g.At(r.Version); !ok {
			return true, nil
		}
		steps, err := games.Decode(r.Steps)
		if err != nil {
			return false, fmt.Errorf("%w: %w", ErrUnproved, err)
		}
		return false, prove(g, games.Replay{Game: r.Game, Mode: r.Mode, Version: r.Version, Seed: games.Seed(r.Seed), Steps: steps},
			claim{r.Millis, r.Kind, r.Figures})
	}
	return false, errors.New("no such game")
}

// ErrUnproved is returned for a run whose replay does not end where the run did.
var ErrUnproved = errors.New("the replay does not prove the run")

// claim is what a run ranks by.
type claim struct {
	ms      int64
	kind    storage.Kind
	figures storage.Figures
}

// prove plays a replay and returns nil where it ends won, unassisted, at the time and by the figures that are claimed: what
// a record is worth.
func prove(g games.Game, r games.Replay, c claim) error {
	end, at, err := g.Play(r)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnproved, err)
	}
	if end.Status() != games.Won || end.Assisted() || at.Milliseconds() != c.ms {
		return fmt.Errorf("ends %v at %v, not won after %d ms: %w", end.Status(), at, c.ms, ErrUnproved)
	}
	kind := run.KindOf(r.Steps)
	scored := kind == storage.Lines || kind == storage.Bots
	if c.kind != kind && (scored || c.kind != storage.Automatic) {
		return fmt.Errorf("played as %q, not %q: %w", kind, c.kind, ErrUnproved)
	}
	// A run by time may be without figures: it is older than they are.
	if f := run.FiguresOf(g, r); c.figures != f && (scored || c.figures != storage.Figures{}) {
		return fmt.Errorf("%d moves of %d at least, not %d of %d: %w", f.Moves, f.Least, c.figures.Moves, c.figures.Least, ErrUnproved)
	}
	return nil
}
