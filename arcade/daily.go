package arcade

import (
	"fmt"
	"time"

	"github.com/oklog/ulid/v2"

	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// daily is one day's challenge in one game: the same deal for everybody, and one attempt that counts.
type daily struct {
	date time.Time // its beginning, 00:00 UTC
	game games.Game
	mode games.Mode
	seed games.Seed
}

// dailiesOf are the challenges of a day, one of each game that has a mode for it. The seed of a day to come must not
// leave the house.
func dailiesOf(date time.Time, list []games.Game, store storage.Store) (ds []daily) {
	date = dayOf(date)
	weekday := (int(date.Weekday()) + 6) % 7 // Monday first
	for _, g := range list {
		if m, ok := g.Find(g.Week[weekday]); ok {
			ds = append(ds, daily{date, g, m, games.Seed(store.DailySeed(date.Format(time.DateOnly), g.ID))})
		}
	}
	return ds
}

// dayOf is the beginning of an instant's day, UTC.
func dayOf(t time.Time) time.Time { return t.UTC().Truncate(24 * time.Hour) }

// day is the challenge's date as the store knows it.
func (d daily) day() string { return d.date.Format(time.DateOnly) }

// ends is when the next one takes its place.
func (d daily) ends() time.Time { return d.date.AddDate(0, 0, 1) }

func (d daily) leaderboard() storage.Leaderboard {
	return storage.Leaderboard{Game: d.game.ID, Mode: d.mode.ID, Daily: d.day()}
}

// label is how hard the deal is, in a word; "" where nothing is known.
func (d daily) label() string {
	if d.game.Label == nil {
		return ""
	}
	return d.game.Label(d.mode, d.seed)
}

func (d daily) title() string {
	t := d.game.Title + " " + d.mode.Title
	if l := d.label(); l != "" {
		t += " (" + l + ")"
	}
	return t
}

// share is a line to show to others: what was done, and nothing of how.
func (d daily) share(you shownEntry, of, streak int) string {
	s := fmt.Sprintf("Arcade daily %s, %s: %s, %s of %d", d.day(), d.title(), tidy(millis(you.Millis)), ordinal(you.Rank), of)
	if streak > 1 {
		s += fmt.Sprintf(", %d days in a row", streak)
	}
	return s
}

// secret reports whether a replay would give away a daily that is still being played.
func secret(r storage.Replay, now time.Time) bool {
	return r.Daily >= dayOf(now).Format(time.DateOnly)
}

// tried is the player's attempt at the challenge, if there is one.
func (d daily) tried(store storage.Store, playerID string) (storage.Attempt, bool, error) {
	list, err := store.Attempts(playerID, d.day(), d.day())
	for _, a := range list {
		if a.Game == d.game.ID {
			return a, true, err
		}
	}
	return storage.Attempt{}, false, err
}

// streak counts the days on which a daily was won, back from today until two days of one week are missing: one a
// week is forgiven. Today is not missing before it is over.
func streak(attempts []storage.Attempt, now time.Time) (days int) {
	won := make(map[string]bool)
	for _, a := range attempts {
		if a.Done {
			won[a.Date] = true
		}
	}
	day := dayOf(now)
	if !won[day.Format(time.DateOnly)] {
		day = day.AddDate(0, 0, -1)
	}
	var forgiven [2]int // the ISO week whose day it was
	for ; days < len(won); day = day.AddDate(0, 0, -1) {
		if won[day.Format(time.DateOnly)] {
			days++
			continue
		}
		year, week := day.ISOWeek()
		if forgiven == [2]int{year, week} {
			break
		}
		forgiven = [2]int{year, week}
	}
	return days
}

// streakOf reads a player's streak.
func streakOf(store storage.Store, playerID string, now time.Time) (int, error) {
	list, err := store.Attempts(playerID, "0001-01-01", dayOf(now).Format(time.DateOnly))
	if err != nil {
		return 0, err
	}
	return streak(list, now), nil
}

// newDaily is the screen of a challenge: the game where the player's attempt is still to be made or goes on, and the
// leaderboard afterwards. The attempt counts from here on.
func newDaily(e *Env, d daily) Screen {
	done := newLeaderboard(e, d.leaderboard())
	if dayOf(e.now()) != d.date {
		return done
	}
	b := begin{game: d.game, mode: d.mode, seed: d.seed, known: true, daily: d.day(), run: ulid.Make().String()}
	if e.guest() {
		return newPlay(e, b)
	}
	a, tried, err := d.tried(e.store, e.player.ID)
	if err != nil {
		e.log.Error("read attempt", "date", d.day(), "error", err)
		return done
	}
	if tried {
		if k, ok := keptGame(e, func(k storage.Progress) bool { return k.Run == a.Run }); ok {
			return newResume(e, d.game, d.mode, k)
		}
		return done
	}
	err = e.store.Attempt(e.key, storage.Attempt{Date: b.daily, Game: b.game.ID, Mode: b.mode.ID, Run: b.run, Begun: e.now()})
	if err != nil { // another session was first, or nothing can be written
		e.log.Error("record attempt", "run", b.run, "error", err)
		return done
	}
	return newPlay(e, b)
}
