package arcade

import (
	"context"
	"slices"
	"time"

	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/records"
)

// call calls those players for whom it is, if they look elsewhere and want to be called.
func (s *Server) call(text string, whom func(*visit) bool) {
	for _, v := range s.all() {
		if v.app != nil && whom(v) {
			v.app.Call(text)
		}
	}
}

// fell calls the player whose record was beaten.
func (s *Server) fell(f records.Fall) {
	what := f.Leaderboard.Game + " " + f.Leaderboard.Mode
	if f.Leaderboard.Daily != "" {
		what = "daily " + f.Leaderboard.Game
	}
	s.call("Record lost to "+look.Name(f.By.Player, f.By.ID)+": "+what, func(v *visit) bool { return v.who().ID == f.Holder.ID })
}

// newDay calls everybody for the new day's challenges.
func (s *Server) newDay() { s.call("A new daily is there", func(*visit) bool { return true }) }

// onNewDays does something whenever a new day begins, until the context is done.
func onNewDays(ctx context.Context, do func()) {
	for day := records.DayOf(time.Now()); ; {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Until(day.AddDate(0, 0, 1))):
		}
		if now := records.DayOf(time.Now()); now.After(day) { // or the clock was set back
			day = now
			do()
		}
	}
}

// back calls those who raced a player who has just come, with their first window, if that player may be known to be here.
func (s *Server) back(came *visit) {
	p := came.who()
	if s.house.Waiting() == 0 || p.ID == "" || p.Shadow || !came.app.Public() {
		return
	}
	for _, v := range s.all() {
		if v != came && v.who().ID == p.ID {
			return
		}
	}
	go s.guarded("call opponents", func() {
		list, err := s.cfg.Store.Opponents(p.ID)
		if err != nil {
			s.cfg.Log.Error("read opponents", "error", err)
		}
		s.call(look.Name(p.Name, p.ID)+", whom you raced, is back", func(v *visit) bool { return slices.Contains(list, v.who().ID) })
	})
}
