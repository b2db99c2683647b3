package screens

import (
	"errors"

	"arcade.example.com/arcade/run"
	"arcade.example.com/arcade/to"
)

// opened is a destination for which the store was read: what of it a screen can show, or a sentence that says why
// there is nothing to.
type opened struct {
	to   to.Destination
	said string
}

// whole is a destination with what it leaves to the player's choices.
func (e *env) whole(d to.Destination) to.Destination {
	if g, ok := d.(to.Game); ok && g.Mode.ID == "" {
		g.Mode = e.first(g.Game)
		return g
	}
	return d
}

// screen makes the screen of a destination that needs nothing more from the store; nil for one that does.
func (a *App) screen(d to.Destination) screen {
	e := a.env
	switch d := e.whole(d).(type) {
	case to.Play:
		return newPlay(e, d.Begin)
	case to.Fresh:
		if d.Drop != "" {
			e.Saver.Drop(e.key, d.Game.ID, d.Drop)
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
	case to.Leaderboard:
		return newLeaderboard(e, d.Leaderboard)
	case to.Watch:
		return newWatch(e, d.Replay, d.Beside...)
	case to.Against:
		return newAgainst(e, d.Replay, d.Others)
	case to.Playing:
		return newPlaying(e)
	case to.Ratings:
		return newRatings(e, d.Game)
	case to.Room:
		return newRoom(e, d)
	case to.Look:
		return newLook(e, d.Run)
	case to.TV:
		return newTV(e)
	case to.Rivals:
		return newRivals(e, d.Game, d.Mode)
	case to.Profile:
		return newProfile(e, d.Naming)
	case to.Keys:
		return newKeys(e)
	case to.Check:
		return newCheck(e)
	case to.Settings:
		return newSettings(e)
	case to.Help:
		return newHelp(e, a.top())
	}
	return nil
}

// deals reports whether a position is dealt for a destination, or as soon as the player says yes there. A run that is
// ready to be played is not one of them: whoever makes it has asked.
func deals(d to.Destination) bool {
	switch d.(type) {
	case to.Game, to.Fresh, to.Continue, to.Attempt, to.Replay, to.Watch, to.Race, to.Against, to.Room:
		return true
	}
	return false
}

// rationed is what a player is told where too much is dealt just now.
const rationed = "One moment: too many new games from where you are."

// mayDeal asks for leave to deal a position, and counts it.
func (e *env) mayDeal() bool { return e.ration == nil || e.ration() == 0 }

// read returns what reads the store for a destination, away from the session's goroutine.
func (e *env) read(d to.Destination) func() opened {
	l, d := e.loader(), e.whole(d)
	return func() opened {
		found, err := l.reader().Read(d)
		if said := to.Unavailable(""); errors.As(err, &said) {
			return opened{found, said.Error()}
		}
		if err != nil {
			l.Log.Error("open", "error", err)
			return opened{said: unreadable + " Try again in a moment."}
		}
		return opened{to: found}
	}
}
