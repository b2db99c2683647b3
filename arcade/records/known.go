package records

import (
	"sync"
	"time"

	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// unsettled is how long an attempt may be on record without being kept: it is not taken for forgotten before.
const unsettled = time.Minute

// Knows returns a function that reports whether a day's challenge in a game holds no secret for a player any more:
// their attempt is over, or all are. Where the store cannot be read it says no. The function is safe for concurrent
// use; it reads the store once a second at most for each challenge, and no more for one that is known.
func Knows(store storage.Store, k keys.Key, playerID string, now func() time.Time) func(game, day string) bool {
	type answer struct {
		known bool
		at    time.Time
	}
	var mu sync.Mutex
	answers := make(map[[2]string]answer)
	return func(game, day string) bool {
		t := now()
		if !storage.DailyOpen(day, t) {
			return true
		}
		if k.Guest() {
			return false
		}
		mu.Lock()
		defer mu.Unlock()
		id := [2]string{game, day}
		a, asked := answers[id]
		if !asked || !a.known && t.Sub(a.at) >= time.Second {
			a = answer{tried(store, k, playerID, game, day, t), t}
			answers[id] = a
		}
		return a.known
	}
}

// tried reports whether the player's attempt at a challenge is over.
func tried(store storage.Store, k keys.Key, playerID, game, day string, now time.Time) bool {
	list, err := store.Attempts(playerID, day, day)
	if err != nil {
		return false
	}
	for _, a := range list {
		if a.Game == game {
			return a.Done || a.Over || now.Sub(a.Begun) > unsettled && !waits(store, k, a.Run)
		}
	}
	return false
}

// waits reports whether a run is kept for its player to come back to, or may be.
func waits(store storage.Store, k keys.Key, run string) bool {
	kept, err := store.Kept(k)
	for _, p := range kept {
		if p.Run == run {
			return true
		}
	}
	return err != nil
}
