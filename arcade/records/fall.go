package records

import (
	"arcade.example.com/storage"
)

// Fall is that a player has lost the first place of a leaderboard to another.
type Fall struct {
	Leaderboard storage.Leaderboard
	Holder      storage.Entry // who held the record, and is second now
	By          storage.Entry
}

// tellFall tells of the record that a run has beaten: of one that others see, and that was somebody else's.
func (s *Saver) tellFall(run storage.Run, st storage.Standing) {
	if s.cfg.Fell == nil || st.Rank != 1 || !st.Best || st.Record == 0 || st.Before == st.Record {
		return
	}
	lb := storage.Leaderboard{Game: run.Game, Mode: run.Mode, Period: storage.All, Daily: run.Daily, Kind: run.Kind}
	top, _, err := s.cfg.Store.Top(lb, 1, 2)
	if err != nil {
		s.cfg.Log.Error("read record", "run", run.ID, "error", err)
		return
	}
	if len(top) == 2 && top[0].Run == run.ID {
		s.cfg.Fell(Fall{lb, top[1], top[0]})
	}
}
