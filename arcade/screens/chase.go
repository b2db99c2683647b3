package screens

import (
	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/look"
)

// chase is what the record watch has to say, in a line.
type chase struct {
	line string // "" for nothing
	run  string // that is on pace and can be watched; "" for none
}

// chase asks the hall.
func (e *env) chase() chase {
	event, ok := e.Hall.Notice()
	if !ok {
		return chase{}
	}
	c := chase{line: event.Words(look.Tidy(event.Time))}
	if event.Kind == live.OnPace {
		c.run = event.Run.ID
		c.line += " · " + e.keys.Playing.Help().Key + " watch"
	}
	return c
}

// noticing reports whether the top screen shows what the record watch has to say: never one in which a run goes on.
func (a *App) noticing() bool {
	n, ok := a.top().(noticer)
	return ok && n.Notices() && !a.typing()
}

// chased is the line of the record watch, where it is shown.
func (a *App) chased() string {
	if !a.noticing() {
		return ""
	}
	return a.chase.line
}

// Notices reports that the screen has room for news: a run that is on pace for a record, and what became of it.
func (m *menu) Notices() bool        { return true }
func (l *leaderboard) Notices() bool { return true }
func (r *ratings) Notices() bool     { return true }
func (p *playing) Notices() bool     { return true }
func (p *play) Notices() bool        { return p.over != nil }
