package arcade

import (
	"errors"
	"time"

	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// Every keepMoves moves or keepEvery, whichever is first, a running game is kept.
const (
	keepMoves = 20
	keepEvery = 4 * time.Second // and a second on the way to the store
)

// recall plays a kept game up to where it was left. Its clock ran on.
func (p *play) recall(k storage.Progress) {
	steps, err := games.Decode(k.Steps)
	if err == nil && k.Version != p.game.Version {
		err = games.ErrReplay
	}
	for _, s := range steps {
		if err != nil {
			break
		}
		next := p.state
		if !s.Move.Shows() {
			next, err = p.state.Apply(s.Move)
		}
		if err == nil {
			p.state = next
			p.board.Watch(p.state, s.Move)
		}
	}
	if err != nil {
		p.env.log.Error("resume", "run", k.Run, "error", err)
		p.broken = "This game was kept by an older arcade and cannot go on. Go back and start anew."
		return
	}
	p.steps, p.kept = steps, len(steps)
	p.foreign = k.Boot != p.env.boot
	if p.state.Status() == games.Playing {
		p.began = p.env.now().Add(-millis(k.Millis)).Add(-max(p.env.now().Sub(k.Saved), 0))
	}
}

func (p *play) keepSometimes() {
	if len(p.steps) > p.kept && (len(p.steps)-p.kept >= keepMoves || p.env.now().Sub(p.keptAt) >= keepEvery) {
		if write := p.keeping(); write != nil {
			p.env.saver.soon(p.run, write)
		}
	}
}

// keep stores the running game for its player to come back to, now.
func (p *play) keep() {
	if write := p.keeping(); write != nil {
		p.env.saver.do("keep game", write)
	}
}

// keeping is the write that keeps the game as it stands; nil where there is nothing to keep.
func (p *play) keeping() func() {
	if !p.waits() || p.env.guest() || p.long {
		return nil
	}
	now := p.env.now()
	k := storage.Progress{
		Run: p.run, Game: p.game.ID, Mode: p.mode.ID, Version: p.game.Version, Seed: uint64(p.seed), Known: p.known,
		Daily: p.daily, Boot: p.env.boot, Millis: p.elapsed().Milliseconds(), Saved: now, Steps: games.Encode(p.steps),
	}
	if p.foreign {
		k.Boot = p.resume.Boot
	}
	p.kept, p.keptAt = len(p.steps), now
	store, key, log := p.env.store, p.env.key, p.env.log
	return func() {
		if err := store.Keep(key, k); err != nil {
			log.Error("keep game", "run", k.Run, "error", err)
		}
	}
}

// drop forgets what was kept of this run.
func (p *play) drop() {
	if p.env.guest() {
		return
	}
	store, key, game, run, log := p.env.store, p.env.key, p.game.ID, p.run, p.env.log
	p.env.saver.do("drop game", func() {
		if err := store.Drop(key, game, run); err != nil && !errors.Is(err, storage.ErrNotFound) {
			log.Error("drop game", "run", run, "error", err)
		}
	})
}
