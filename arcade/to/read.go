package to

import (
	"errors"
	"log/slog"
	"slices"
	"time"

	"github.com/oklog/ulid/v2"

	"arcade.example.com/arcade/records"
	"arcade.example.com/arcade/run"
	"arcade.example.com/games"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// Reader reads what of a destination is in the store, for one session. All of it is needed but ID and Holder.
type Reader struct {
	Store   storage.Store
	Holders *records.Holders
	Games   []games.Game
	Log     *slog.Logger
	Now     func() time.Time
	Key     keys.Key
	ID      string         // of the player; "" for a guest, and where it could not be read
	Session string         // its id
	Holder  records.Holder // what it is known by to Holders; nil: it is asked for no run
}

// Unavailable is why there is nothing to go to, or what goes with what there is, in a sentence for the player.
type Unavailable string

func (u Unavailable) Error() string { return string(u) }

// Read returns where a destination leads as the store has it now: a game that waits, the one attempt at a daily, a replay.
// A destination for which nothing has to be read leads to itself. The error wraps Unavailable where there is nothing, and
// then there may be a destination nevertheless.
func (r Reader) Read(d Destination) (Destination, error) {
	switch d := d.(type) {
	case Game:
		return r.game(d)
	case Continue:
		return r.resume(d)
	case Daily:
		return r.daily(d.Daily)
	case Attempt:
		return r.attempt(d.Daily)
	case Replay:
		found, err := r.replay(d.Run)
		if err != nil {
			return nil, err
		}
		return Watch{Replay: found}, nil
	case Race:
		found, err := r.replay(d.Run)
		if err != nil {
			return nil, err
		}
		return Against{found, r.others(found)}, nil
	}
	return d, nil
}

// game is the game that waits, or a new one: also where nobody can tell whether one waits, since playing goes on.
func (r Reader) game(d Game) (Destination, error) {
	if d.Mode.ID == "" {
		d.Mode = d.Game.Modes[0]
	}
	list, err := r.Kept()
	if err != nil {
		r.Log.Error("read kept games", "error", err)
		return Fresh{Game: d.Game, Mode: d.Mode}, Unavailable("Records cannot be read: a game that waits is replaced.")
	}
	if i := slices.IndexFunc(list, func(k storage.Progress) bool { return k.Game == d.Game.ID }); i >= 0 {
		return Resume{Game: d.Game, Mode: d.Mode, Kept: list[i]}, nil
	}
	return Fresh{Game: d.Game, Mode: d.Mode}, nil
}

// Kept are the player's games in progress.
func (r Reader) Kept() ([]storage.Progress, error) {
	if r.Key.Guest() {
		return nil, nil
	}
	return r.Store.Kept(r.Key)
}

// resume takes a run over, from whichever session has it.
func (r Reader) resume(d Continue) (Destination, error) {
	r.Holders.Ask(d.Run, r.Holder)
	k, err := r.Store.Resume(r.Key, d.Game.ID, d.Run, r.Session)
	if errors.Is(err, storage.ErrNotFound) || errors.Is(err, storage.ErrSpent) {
		return nil, Unavailable("That game is over: it was ended in another window.")
	}
	if err != nil {
		return nil, err
	}
	m, err := d.Game.Mode(k.Mode)
	return Play{run.Begin{Game: d.Game, Mode: m, Seed: games.Seed(k.Seed), Known: k.Known, Daily: k.Daily, ID: k.Run, Kept: &k}}, err
}

// daily is where a challenge stands: asked about where the attempt is still to be made, resumed where it waits, and its
// leaderboard afterwards.
func (r Reader) daily(d records.Daily) (Destination, error) {
	done := Leaderboard{d.Leaderboard()}
	if records.DayOf(r.Now()) != d.Date {
		return done, nil
	}
	if r.Key.Guest() { // today's is for those whose attempt can be told to be their first
		for _, before := range records.Dailies(records.Past(r.Now()), r.Games, r.Store) {
			if before.Game.ID == d.Game.ID {
				return Eve{Daily: before}, nil
			}
		}
		return done, nil
	}
	a, tried, err := d.Tried(r.Store, r.ID)
	if err != nil {
		return nil, err
	}
	list, err := r.Kept()
	if err != nil {
		return nil, err
	}
	for _, k := range list {
		if tried && k.Run == a.Run {
			return Resume{Game: d.Game, Mode: d.Mode, Kept: k}, nil
		}
	}
	if tried {
		return done, nil
	}
	waits := slices.ContainsFunc(list, func(k storage.Progress) bool { return k.Game == d.Game.ID })
	return Eve{Daily: d, Replaces: waits}, nil
}

// attempt records the one attempt before it begins; a guest's is not told to be their first.
func (r Reader) attempt(d records.Daily) (Destination, error) {
	b := run.Begin{Game: d.Game, Mode: d.Mode, Seed: d.Seed, Known: true, Daily: d.Day(), ID: ulid.Make().String()}
	if r.Key.Guest() {
		return Play{b}, nil
	}
	if records.DayOf(r.Now()) != d.Date {
		return Leaderboard{d.Leaderboard()}, nil
	}
	err := r.Store.Attempt(r.Key, storage.Attempt{Date: b.Daily, Game: b.Game.ID, Mode: b.Mode.ID, Run: b.ID, Begun: r.Now()})
	if errors.Is(err, storage.ErrAttempted) { // another session was first
		return r.daily(d)
	}
	return Play{b}, err
}

// others are who runs beside a run: the first of its leaderboard, the one above the player, and the player's own. All ran
// on one deal in a daily, and each on its own elsewhere. Who cannot be read is left out.
func (r Reader) others(found storage.Replay) (list []storage.Replay) {
	lb := storage.Leaderboard{Game: found.Game, Mode: found.Mode, Period: storage.All, Daily: found.Daily, Kind: found.Kind}
	var lines []storage.Entry
	if first, _, err := r.Store.Top(lb, 1, 1); err == nil {
		lines = append(lines, first...)
	}
	if own, err := r.Store.Row(lb, r.ID); err == nil {
		if above, _, err := r.Store.Top(lb, max(own.Rank-1, 1), 1); err == nil {
			lines = append(lines, above...)
		}
		lines = append(lines, own)
	}
	seen := map[string]bool{found.Run: true}
	for _, e := range lines {
		if other, err := r.Store.Replay(e.Run); err == nil && !seen[e.Run] && other.Version == found.Version {
			list = append(list, other)
		}
		seen[e.Run] = true
	}
	return list
}

func (r Reader) replay(id string) (storage.Replay, error) {
	found, err := r.Store.Replay(id)
	switch {
	case errors.Is(err, storage.ErrNotFound):
		return found, Unavailable("The replay of this run has expired.")
	case err == nil && records.Secret(found, r.Now()):
		return found, Unavailable("Replays of a daily are shown from an hour after its day.")
	}
	return found, err
}
