package screens

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/run"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// against says what a race against a replay is before it starts: on a known deal, it never ranks.
type against struct {
	env    *env
	ghost  storage.Replay
	others []storage.Replay // who runs beside it
	game   games.Game
	mode   games.Mode
	broken bool // the replay is of a game or a mode that is no more
}

var _ screen = (*against)(nil)

func newAgainst(e *env, ghost storage.Replay, others []storage.Replay) *against {
	r := &against{env: e, ghost: ghost, others: others}
	g, ok := e.game(ghost.Game)
	r.game, r.broken = g, !ok
	if ok {
		var err error
		r.mode, err = g.Mode(ghost.Mode)
		r.broken = err != nil
	}
	return r
}

func (r *against) Enter() tea.Cmd { return nil }

func (r *against) Update(msg tea.Msg) (where, tea.Cmd) {
	k := r.env.keys
	if key := r.env.cardTapped(r.card(), msg); key != "" {
		return r.Update(r.env.keyPress(key))
	}
	switch {
	case pressed(msg, k.Back):
		return where{Back: true}, nil
	case pressed(msg, k.Enter) && !r.broken:
		return where{Back: true, To: to.Play{Begin: run.Begin{Game: r.game, Mode: r.mode, Seed: games.Seed(r.ghost.Seed),
			Known: true, Ghosts: append([]storage.Replay{r.ghost}, r.others...)}}}, nil
	}
	return where{}, nil
}

func (r *against) Draw(c *games.Canvas) {
	look.Head(c, "Race a ghost", r.env.whoami())
	r.env.drawCard(c, r.card())
}

func (r *against) card() card {
	st, k := r.env.styles, r.env.keys
	if r.broken {
		return card{[]string{"This run is of an older arcade and cannot be raced any more.", ""}, [][]games.Hint{hints(k.Back)}}
	}
	var beside []string
	for _, o := range r.others {
		beside = append(beside, r.whose(o)+", "+st.Accent.Render(look.Tidy(look.Millis(o.Millis))))
	}
	lines := []string{
		st.Strong.Render(r.game.Title + " · " + r.mode.Title),
		"",
		"against " + r.whose(r.ghost) + ", " + st.Accent.Render(look.Tidy(look.Millis(r.ghost.Millis))),
		"on the same deal, which is known: it does not rank.",
	}
	if len(beside) > 0 {
		lines = append(lines, "beside it "+strings.Join(beside, " and "))
	}
	return card{append(lines, ""), [][]games.Hint{hints(says(k.Enter, "start"), k.Back)}}
}

func (r *against) whose(run storage.Replay) string {
	if run.Player.ID != "" && run.Player.ID == r.env.player.ID {
		return "your own run"
	}
	return look.Name(run.Player.Name, run.Player.ID)
}

// Keys are none: the panel shows its own.
func (r *against) Keys() []games.Hint { return nil }
