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
	var beside, timed []string
	for _, o := range r.others {
		who := r.env.whoRan(o.Player) + ", " + st.Accent.Render(look.Tidy(look.Millis(o.Millis)))
		if o.Seed == r.ghost.Seed {
			beside = append(beside, who)
		} else {
			timed = append(timed, who)
		}
	}
	lines := []string{
		st.Strong.Render(r.game.Title + " · " + r.mode.Title),
		"",
		"against " + r.env.whoRan(r.ghost.Player) + ", " + st.Accent.Render(look.Tidy(look.Millis(r.ghost.Millis))),
		"on the same deal, which is known: it does not rank.",
	}
	if len(beside) > 0 {
		lines = append(lines, "beside it "+strings.Join(beside, " and "))
	}
	if len(timed) > 0 {
		lines = append(lines, "timed at each quarter too, on deals of their own:", strings.Join(timed, " and "))
	}
	return card{append(lines, ""), [][]games.Hint{hints(says(k.Enter, "start"), k.Back)}}
}

// whoRan is whose a replay is.
func (e *env) whoRan(p storage.Player) string {
	if p.ID != "" && p.ID == e.player.ID {
		return "your own run"
	}
	return look.Name(p.Name, p.ID)
}

// Keys are none: the panel shows its own.
func (r *against) Keys() []games.Hint { return nil }
