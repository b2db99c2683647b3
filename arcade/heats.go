package arcade

import (
	"fmt"
	"slices"
	"time"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/live/race"
	"arcade.example.com/arcade/live/rating"
	"arcade.example.com/games"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// ends are how a run of a heat ends, as the store keeps it.
var ends = map[live.How]string{live.Won: "won", live.Lost: "lost", live.Left: "left", live.Removed: "removed", live.TimeUp: "time up"}

// keepHeat hands a heat that is over to the store, and lets the ratings move by it.
func (s *Server) keepHeat(h race.Heat) {
	s.links.Tell(h)
	kept := stored(h)
	rated := h.Rated()
	for i := range kept.Entrants {
		kept.Entrants[i].Rated = slices.ContainsFunc(rated, func(r race.Row) bool { return r.Run == kept.Entrants[i].Run })
	}
	s.saver.Do("keep heat", func() {
		kept, err := s.cfg.Store.SaveHeat(kept, rerate)
		if err != nil {
			s.cfg.Log.Error("keep heat", "word", h.Word, "heat", h.Number, "error", err)
			return
		}
		changes := make(map[string]rating.Change)
		for _, e := range kept.Entrants {
			changes[e.Run] = rating.Change(e.Change)
		}
		s.rooms.Rated(h, changes)
	})
}

// rerate moves ratings by the places of those who raced.
func rerate(before []storage.Rating, places []int) []storage.Rating {
	list := make([]rating.Rating, len(before))
	for i, r := range before {
		if list[i] = (rating.Rating{Mu: r.Mu, Sigma: r.Sigma}); r.Heats == 0 {
			list[i] = rating.New()
		}
	}
	for i, r := range rating.After(list, places) {
		before[i].Mu, before[i].Sigma = r.Mu, r.Sigma
	}
	return before
}

// stored is a heat as the store keeps it.
func stored(h race.Heat) storage.Heat {
	kept := storage.Heat{Word: h.Word, Number: h.Number, Game: h.Game, Mode: h.Mode, Version: h.Version, Seed: uint64(h.Seed), At: h.At, Ghosts: h.Ghosts}
	for _, r := range h.Rows {
		e := storage.Entrant{Player: storage.Player{ID: r.Player}, Place: r.Place, End: ends[r.How], Run: r.Run, Millis: r.Time.Milliseconds(),
			Done: r.Done, Of: r.Of, Link: r.Link.Truncate(time.Millisecond), Later: r.Later, Steps: r.Steps}
		if r.Player == "" {
			e.Name = r.Name
		} else {
			e.Key, _ = r.Ref.(keys.Key)
		}
		kept.Entrants = append(kept.Entrants, e)
	}
	return kept
}

// recalled is a heat that the store has kept, as the rooms know it.
func recalled(kept storage.Heat, m games.Mode) race.Heat {
	h := race.Heat{Word: kept.Word, Number: kept.Number, Game: kept.Game, Mode: kept.Mode, Version: kept.Version, Seed: games.Seed(kept.Seed),
		At: kept.At, Ghosts: kept.Ghosts, Ranked: m.Ranked}
	for _, e := range kept.Entrants {
		r := race.Row{Player: e.Player.ID, Name: e.Player.Name, Place: e.Place, Run: e.Run, Time: time.Duration(e.Millis) * time.Millisecond,
			Done: e.Done, Of: e.Of, Link: e.Link, Later: e.Later, Steps: e.Steps, Rating: rating.Change(e.Change)}
		for how, name := range ends {
			if name == e.End {
				r.How = how
			}
		}
		if e.Name != "" {
			r.Name = e.Name
		}
		if r.Name == "" {
			r.Name = "unnamed"
		}
		h.Rows = append(h.Rows, r)
	}
	for i, r := range h.Rows {
		if r.How == live.Won && !r.Later {
			h.Rows[i].Gap = r.Time - h.Rows[0].Time
		}
	}
	return h
}

// recall opens the rooms of the last day's heats, of each room the last one.
func (s *Server) recall() error {
	last := make(map[string]storage.Heat)
	err := s.cfg.Store.Heats(time.Now().Add(-race.WordLife), func(h storage.Heat) error {
		last[h.Word] = h
		return nil
	})
	if err != nil {
		return fmt.Errorf("read heats: %w", err)
	}
	for _, h := range last {
		i := slices.IndexFunc(s.cfg.Games, func(g games.Game) bool { return g.ID == h.Game })
		if i < 0 || s.cfg.Games[i].Version != h.Version {
			continue
		}
		if m, err := s.cfg.Games[i].Mode(h.Mode); err == nil {
			s.rooms.Recall(recalled(h, m), s.cfg.Games[i], m)
		}
	}
	return nil
}
