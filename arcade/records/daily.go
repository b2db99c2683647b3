// Package records takes finished runs to the store and proves them, and knows what a day's challenges are. It knows
// games and the store; no screen, no session and no Charm.
package records

import (
	"time"

	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// Daily is one day's challenge in one game: the same deal for everybody, and one attempt that counts.
type Daily struct {
	Date time.Time // its beginning, 00:00 UTC
	Game games.Game
	Mode games.Mode
	Seed games.Seed
	// Label is how hard the deal is, in a word; "" where nothing is known.
	Label string
}

// Dailies are the challenges of a day, one of each game that has a mode for it. The seed of a day to come must not
// leave the house.
func Dailies(date time.Time, list []games.Game, store storage.Store) (ds []Daily) {
	date = DayOf(date)
	weekday := (int(date.Weekday()) + 6) % 7 // Monday first
	for _, g := range list {
		if m, ok := g.Find(g.Week[weekday]); ok {
			ds = append(ds, newDaily(date, g, m, games.Seed(store.DailySeed(date.Format(time.DateOnly), g.ID))))
		}
	}
	return ds
}

func newDaily(date time.Time, g games.Game, m games.Mode, seed games.Seed) Daily {
	d := Daily{Date: date, Game: g, Mode: m, Seed: seed}
	if g.Label != nil {
		d.Label = g.Label(m, seed)
	}
	return d
}

// DayOf is the beginning of an instant's day, UTC.
func DayOf(t time.Time) time.Time { return t.UTC().Truncate(24 * time.Hour) }

// Day is the challenge's date as the store knows it.
func (d Daily) Day() string { return d.Date.Format(time.DateOnly) }

// Ends is when the next one takes its place.
func (d Daily) Ends() time.Time { return d.Date.AddDate(0, 0, 1) }

// Leaderboard is where it is ranked.
func (d Daily) Leaderboard() storage.Leaderboard {
	return storage.Leaderboard{Game: d.Game.ID, Mode: d.Mode.ID, Daily: d.Day()}
}

// Title is the challenge in words, and how hard it is.
func (d Daily) Title() string {
	t := d.Game.Title + " " + d.Mode.Title
	if d.Label != "" {
		t += " (" + d.Label + ")"
	}
	return t
}

// Past is the last day whose dailies hold no secrets any more.
func Past(now time.Time) time.Time { return DayOf(now.Add(-storage.DailyGrace)).AddDate(0, 0, -1) }

// Secret reports whether a replay would give away a daily that is still being played.
func Secret(r storage.Replay, now time.Time) bool { return storage.DailyOpen(r.Daily, now) }

// Tried is the player's attempt at the challenge, if there is one.
func (d Daily) Tried(store storage.Store, playerID string) (storage.Attempt, bool, error) {
	list, err := store.Attempts(playerID, d.Day(), d.Day())
	for _, a := range list {
		if a.Game == d.Game.ID {
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
	day := DayOf(now)
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

// Streak reads a player's streak.
func Streak(store storage.Store, playerID string, now time.Time) (int, error) {
	list, err := store.Attempts(playerID, "0001-01-01", DayOf(now).Format(time.DateOnly))
	if err != nil {
		return 0, err
	}
	return streak(list, now), nil
}
