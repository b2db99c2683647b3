package run

import (
	"fmt"
	"time"

	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// Every keepMoves moves or keepEvery, whichever is first, a running game is kept.
const (
	keepMoves = 20
	keepEvery = 4 * time.Second // and a second on the way to the store
)

// Resume plays what was kept, raced or is practised up to where it was left, and calls follow for each step and the position
// after it. The clock ran on; in practice it stood still. Of a run that begins afresh it does nothing.
func (r *Run) Resume(now time.Time, follow func(games.State, games.Move)) error {
	k := r.Kept
	switch {
	case r.Heat != nil:
		r.steps, r.began = r.Heat.Steps, r.Heat.Began
		return r.follow(r.steps, follow)
	case r.Practice != nil:
		if r.steps = r.Practice; len(r.steps) > 0 {
			r.began = now.Add(-r.steps[len(r.steps)-1].At)
		}
		return r.follow(r.steps, follow)
	case k == nil:
		return nil
	}
	steps, err := games.Decode(k.Steps)
	if err != nil {
		return fmt.Errorf("resume %s: %w: %w", k.Run, err, ErrOld)
	}
	if err := r.follow(steps, follow); err != nil {
		return err
	}
	r.steps, r.kept, r.epoch, r.kind = steps, len(steps), k.Epoch, KindOf(steps)
	r.foreign = k.Boot != r.player.Boot && r.state.Status() != games.Ready // one not begun has no clock to doubt
	if r.Running() {
		r.began = now.Add(-ms(k.Millis)).Add(-max(now.Sub(k.Saved), 0))
	}
	return nil
}

// follow makes steps that were made before.
func (r *Run) follow(steps []games.Step, follow func(games.State, games.Move)) error {
	for _, s := range steps {
		if !s.Move.Shows() {
			next, err := r.state.Apply(s.Move)
			if err != nil {
				return fmt.Errorf("resume %s: %w: %w", r.ID, err, ErrOld)
			}
			r.state = next
		}
		follow(r.state, s.Move)
	}
	return nil
}

// KeepDue reports whether the run has changed enough, or long enough ago, to be kept again. It is due with its first step:
// from then on another window of the player's can go on with it.
func (r *Run) KeepDue(now time.Time) bool {
	changed := len(r.steps) - r.kept
	return changed > 0 && (r.kept == 0 || changed >= keepMoves || now.Sub(r.keptAt) >= keepEvery)
}

// Keep is the run as the store keeps it for its player to come back to; false where there is nothing to keep. It counts
// as kept from now on.
func (r *Run) Keep(now time.Time) (storage.Progress, bool) {
	if !r.Waits() || r.player.Guest || r.long {
		return storage.Progress{}, false
	}
	k := storage.Progress{
		Run: r.ID, Game: r.Game.ID, Mode: r.Mode.ID, Version: r.Game.Version, Seed: uint64(r.Seed), Known: r.Known,
		Daily: r.Daily, Boot: r.player.Boot, Millis: r.Elapsed(now).Milliseconds(), Saved: now, Steps: games.Encode(r.steps),
		Owner: r.player.Session, Epoch: r.epoch, Count: uint64(len(r.steps)),
	}
	if r.foreign {
		k.Boot = r.Kept.Boot
	}
	r.kept, r.keptAt = len(r.steps), now
	return k, true
}

// ms is a stored time.
func ms(n int64) time.Duration { return time.Duration(n) * time.Millisecond }
