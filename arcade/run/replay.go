package run

import (
	"fmt"
	"time"

	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// Deal returns the first position of a stored run and its steps, after they were all played once to see that they can
// be. It is an error where they cannot: mostly a run that was dealt by an older arcade.
func Deal(g games.Game, r storage.Replay) (games.State, []games.Step, error) {
	if g.Mode == nil {
		return nil, nil, fmt.Errorf("game %s: %w", r.Game, storage.ErrNotFound)
	}
	steps, err := games.Decode(r.Steps)
	if err != nil {
		return nil, nil, err
	}
	replay := games.Replay{Game: r.Game, Mode: r.Mode, Version: r.Version, Seed: games.Seed(r.Seed), Steps: steps}
	if _, _, err := g.Play(replay); err != nil {
		return nil, nil, err
	}
	m, err := g.Mode(r.Mode)
	if err != nil {
		return nil, nil, err
	}
	dealt, _ := g.At(r.Version) // which Play has found
	first, err := dealt.Deal(m, replay.Seed)
	return first, steps, err
}

// Stored is the run as the store would give it back, for watching and racing it at once.
func (r *Run) Stored(p storage.Player, now time.Time) storage.Replay {
	return storage.Replay{Run: r.ID, Player: p, Game: r.Game.ID, Mode: r.Mode.ID, Version: r.Game.Version, Seed: uint64(r.Seed),
		Millis: r.ended.Milliseconds(), At: now, Daily: r.Daily, Steps: games.Encode(r.steps)}
}
