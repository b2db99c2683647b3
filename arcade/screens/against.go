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
	game   games.Game
	mode   games.Mode
	broken bool // the replay is of a game or a mode that is no more
}

var _ screen = (*against)(nil)

func newAgainst(e *env, ghost storage.Replay) *against {
	r := &against{env: e, ghost: ghost}
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
	switch {
	case pressed(msg, k.Back):
		return where{Back: true}, nil
	case pressed(msg, k.Enter) && !r.broken:
		return where{Back: true, To: to.Play{Begin: run.Begin{Game: r.game, Mode: r.mode, Seed: games.Seed(r.ghost.Seed),
			Known: true, Ghosts: []storage.Replay{r.ghost}}}}, nil
	}
	return where{}, nil
}

func (r *against) Draw(c *games.Canvas) {
	st, k := r.env.styles, r.env.keys
	look.Head(c, "Race a ghost", r.env.whoami())
	if r.broken {
		look.Centre(c, st.Panel.Render("This run is of an older arcade and cannot be raced any more."))
		return
	}
	whose := look.Name(r.ghost.Player.Name, r.ghost.Player.ID)
	if r.ghost.Player.ID != "" && r.ghost.Player.ID == r.env.player.ID {
		whose = "your own run"
	}
	look.Centre(c, st.Panel.Render(strings.Join([]string{
		st.Strong.Render(r.game.Title + " · " + r.mode.Title),
		"",
		"against " + whose + ", " + st.Accent.Render(look.Tidy(look.Millis(r.ghost.Millis))),
		"on the same deal, which is known: it does not rank.",
		"",
		ways(st, hints(says(k.Enter, "start"), k.Back)...),
	}, "\n")))
}

// Keys are none: the panel shows its own.
func (r *against) Keys() []games.Hint { return nil }
