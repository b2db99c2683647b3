package arcade

import (
	"math/rand/v2"
	"time"

	"github.com/oklog/ulid/v2"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/live/race"
	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/panics"
	"arcade.example.com/games"
)

// clock is the system's, of which a function that panics is caught.
func clock(caught *panics.Catcher) live.Clock {
	return live.Clock{Now: time.Now, AfterFunc: func(d time.Duration, f func()) func() bool {
		return time.AfterFunc(d, func() {
			defer caught.Catch("live", func() {})
			f()
		}).Stop
	}}
}

// chased counts what the record watch has found, and tells it elsewhere: who is on pace for a record, and what became of
// them.
func (s *Server) chased(e live.Event) {
	s.metrics.chased(e.Kind.String())
	if s.hook != nil && e.Kind != live.Behind {
		s.hook.Tell(e.Words(look.Tidy(e.Time)))
	}
}

// roomSetup is what rooms for races are made of. A rival may be seen on the board where the deal waits for no move: there
// is nothing hidden that their position would betray.
func roomSetup(cfg Config, hall *live.Hall, keep func(race.Heat)) race.Setup {
	open := make(map[string]bool)
	for _, g := range cfg.Games {
		open[g.ID] = g.Start == nil
	}
	return race.Setup{
		Hall: hall, Seed: func() games.Seed { return games.Seed(rand.Uint64()) }, Run: func() string { return ulid.Make().String() },
		Ghosts: func(game string) bool { return open[game] }, Keep: keep,
		Failed: func(what string, err error) { cfg.Log.Error(what, "error", err) },
	}
}
