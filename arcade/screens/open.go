package screens

import (
	"errors"
	"slices"

	"github.com/oklog/ulid/v2"

	"arcade.example.com/arcade/records"
	"arcade.example.com/arcade/run"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// opened is a destination for which the store was read: what of it a screen can show, or a sentence that says why
// there is nothing to.
type opened struct {
	to   to.Destination
	said string
}

// screen makes the screen of a destination that needs nothing more from the store; nil for one that does.
func (a *App) screen(d to.Destination) screen {
	e := a.env
	switch d := d.(type) {
	case to.Play:
		return newPlay(e, d.Begin)
	case to.Fresh:
		if d.Drop != "" {
			e.drop(d.Game.ID, d.Drop)
		}
		return newPlay(e, run.Begin{Game: d.Game, Mode: d.Mode, Seed: e.Seed()})
	case to.Game:
		if e.guest() {
			return newPlay(e, run.Begin{Game: d.Game, Mode: d.Mode, Seed: e.Seed()})
		}
	case to.Resume:
		return newResume(e, d)
	case to.Eve:
		return newEve(e, d)
	case to.Attempt:
		if e.guest() {
			return newPlay(e, attempt(d.Daily))
		}
	case to.Leaderboard:
		return newLeaderboard(e, d.Leaderboard)
	case to.Watch:
		return newWatch(e, d.Replay)
	case to.Against:
		return newRace(e, d.Replay)
	case to.Playing:
		return newPlaying(e)
	case to.Look:
		return newLook(e, d.Run)
	case to.TV:
		return newTV(e)
	case to.Profile:
		return newProfile(e)
	case to.Settings:
		return newSettings(e)
	case to.Help:
		return newHelp(e, a.top())
	}
	return nil
}

// read returns what reads the store for a destination, away from the session's goroutine.
func (e *env) read(d to.Destination) func() opened {
	l := e.loader()
	return func() opened {
		found, err := l.load(d)
		if said := unavailable(""); errors.As(err, &said) {
			return opened{found, said.Error()}
		}
		if err != nil {
			l.Log.Error("open", "error", err)
			return opened{said: unreadable + " Try again in a moment."}
		}
		return opened{to: found}
	}
}

// unavailable is why there is nothing to show, or what goes with what there is, in a sentence for the player.
type unavailable string

func (u unavailable) Error() string { return string(u) }

func (l loader) load(d to.Destination) (to.Destination, error) {
	switch d := d.(type) {
	case to.Game:
		return l.game(d)
	case to.Continue:
		return l.resume(d)
	case to.Daily:
		return l.daily(d.Daily)
	case to.Attempt:
		return l.attempt(d.Daily)
	case to.Replay:
		r, err := l.replay(d.Run)
		if err != nil {
			return nil, err
		}
		return to.Watch{Replay: r}, nil
	case to.Race:
		r, err := l.replay(d.Run)
		if err != nil {
			return nil, err
		}
		return to.Against{Replay: r}, nil
	}
	return d, nil
}

// game is the game that waits, or a new one: also where nobody can tell whether one waits, since playing goes on.
func (l loader) game(d to.Game) (to.Destination, error) {
	list, err := l.kept()
	if err != nil {
		l.Log.Error("read kept games", "error", err)
		return to.Fresh{Game: d.Game, Mode: d.Mode}, unavailable("Records cannot be read: a game that waits is replaced.")
	}
	if i := slices.IndexFunc(list, func(k storage.Progress) bool { return k.Game == d.Game.ID }); i >= 0 {
		return to.Resume{Game: d.Game, Mode: d.Mode, Kept: list[i]}, nil
	}
	return to.Fresh{Game: d.Game, Mode: d.Mode}, nil
}

// resume takes a run over, from whichever session has it.
func (l loader) resume(d to.Continue) (to.Destination, error) {
	l.holders.ask(d.Run, l.wire)
	k, err := l.Store.Resume(l.key, d.Game.ID, d.Run, l.session)
	if errors.Is(err, storage.ErrNotFound) || errors.Is(err, storage.ErrSpent) {
		return nil, unavailable("That game is over: it was ended in another window.")
	}
	if err != nil {
		return nil, err
	}
	m, err := d.Game.Mode(k.Mode)
	return to.Play{Begin: run.Begin{Game: d.Game, Mode: m, Seed: games.Seed(k.Seed), Known: k.Known, Daily: k.Daily, ID: k.Run, Kept: &k}}, err
}

// daily is where a challenge stands: asked about where the attempt is still to be made, resumed where it waits, and its
// leaderboard afterwards.
func (l loader) daily(d records.Daily) (to.Destination, error) {
	done := to.Leaderboard{Leaderboard: d.Leaderboard()}
	if records.DayOf(l.Now()) != d.Date {
		return done, nil
	}
	if l.key.Guest() { // today's is for those whose attempt can be told to be their first
		for _, before := range records.Dailies(d.Date.AddDate(0, 0, -1), l.Games, l.Store) {
			if before.Game.ID == d.Game.ID {
				return to.Eve{Daily: before}, nil
			}
		}
		return done, nil
	}
	a, tried, err := d.Tried(l.Store, l.id)
	if err != nil {
		return nil, err
	}
	list, err := l.kept()
	if err != nil {
		return nil, err
	}
	for _, k := range list {
		if tried && k.Run == a.Run {
			return to.Resume{Game: d.Game, Mode: d.Mode, Kept: k}, nil
		}
	}
	if tried {
		return done, nil
	}
	waits := slices.ContainsFunc(list, func(k storage.Progress) bool { return k.Game == d.Game.ID })
	return to.Eve{Daily: d, Replaces: waits}, nil
}

// attempt records the one attempt before it begins.
func (l loader) attempt(d records.Daily) (to.Destination, error) {
	if records.DayOf(l.Now()) != d.Date {
		return to.Leaderboard{Leaderboard: d.Leaderboard()}, nil
	}
	b := attempt(d)
	err := l.Store.Attempt(l.key, storage.Attempt{Date: b.Daily, Game: b.Game.ID, Mode: b.Mode.ID, Run: b.ID, Begun: l.Now()})
	if errors.Is(err, storage.ErrAttempted) { // another session was first
		return l.daily(d)
	}
	return to.Play{Begin: b}, err
}

func attempt(d records.Daily) run.Begin {
	return run.Begin{Game: d.Game, Mode: d.Mode, Seed: d.Seed, Known: true, Daily: d.Day(), ID: ulid.Make().String()}
}

func (l loader) replay(id string) (storage.Replay, error) {
	r, err := l.Store.Replay(id)
	switch {
	case errors.Is(err, storage.ErrNotFound):
		return r, unavailable("The replay of this run has expired.")
	case err == nil && records.Secret(r, l.Now()):
		return r, unavailable("Replays of a daily are shown when its day is over.")
	}
	return r, err
}
