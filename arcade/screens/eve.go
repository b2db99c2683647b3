package screens

import (
	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/records"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
)

// eve says what a daily is before it starts: there is one attempt, and it counts from the first moment.
type eve struct {
	env      *env
	daily    records.Daily
	replaces bool // another game of the player's waits, and a player keeps one a game
}

var _ screen = (*eve)(nil)

func newEve(e *env, d to.Eve) *eve { return &eve{e, d.Daily, d.Replaces} }

func (e *eve) Enter() tea.Cmd { return nil }

func (e *eve) Update(msg tea.Msg) (where, tea.Cmd) {
	k := e.env.keys
	if key := e.env.cardTapped(e.card(), msg); key != "" {
		return e.Update(e.env.keyPress(key))
	}
	switch {
	case pressed(msg, k.Back):
		return where{Back: true}, nil
	case pressed(msg, k.Leaderboard):
		return where{To: to.Leaderboard{Leaderboard: e.daily.Leaderboard()}}, nil
	case pressed(msg, k.Enter):
		return where{Back: true, To: to.Attempt{Daily: e.daily}}, nil
	}
	return where{}, nil
}

func (e *eve) Draw(c *games.Canvas) {
	look.Head(c, "Daily "+e.daily.Day(), e.env.whoami())
	e.env.drawCard(c, e.card())
}

func (e *eve) card() card {
	st := e.env.styles
	lines := []string{
		st.Strong.Render(e.daily.Title()),
		"",
	}
	if e.env.guest() {
		lines = append(lines, "This one is over. Today's is for players with a key, since everybody has one attempt: "+look.KeyHint)
	} else {
		lines = append(lines, "Everybody plays this one today. You have one attempt, and it counts from the moment you start.")
	}
	if e.replaces {
		lines = append(lines, st.Warn.Render("Another "+e.daily.Game.Title+" game of yours waits: this one takes its place."))
	}
	k := e.env.keys
	return card{append(lines, ""), [][]games.Hint{hints(says(k.Enter, "start"), k.Leaderboard, k.Back)}}
}

// Keys are none: the panel shows its own.
func (e *eve) Keys() []games.Hint { return nil }
