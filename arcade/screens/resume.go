package screens

import (
	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// resume offers a game in progress, or a new one in its place.
type resume struct {
	env  *env
	game games.Game
	mode games.Mode // what would be new
	kept storage.Progress
}

var _ screen = (*resume)(nil)

func newResume(e *env, d to.Resume) *resume {
	return &resume{env: e, game: d.Game, mode: d.Mode, kept: d.Kept}
}

func (r *resume) Enter() tea.Cmd { return nil }

func (r *resume) Update(msg tea.Msg) (where, tea.Cmd) {
	k := r.env.keys
	if key := r.env.cardTapped(r.card(), msg); key != "" {
		return r.Update(r.env.keyPress(key))
	}
	switch {
	case pressed(msg, k.Back):
		return where{Back: true}, nil
	case pressed(msg, k.New):
		return where{Back: true, To: to.Fresh{Game: r.game, Mode: r.mode, Drop: r.kept.Run}}, nil
	case pressed(msg, k.Resume):
		return where{Back: true, To: to.Continue{Game: r.game, Run: r.kept.Run}}, nil
	}
	return where{}, nil
}

func (r *resume) Draw(c *games.Canvas) {
	look.Head(c, r.game.Title, r.env.whoami())
	r.env.drawCard(c, r.card())
}

func (r *resume) card() card {
	st, k := r.env.styles, r.env.keys
	mode, err := r.game.Mode(r.kept.Mode)
	if err != nil {
		mode.Title = r.kept.Mode
	}
	clock := look.Millis(r.kept.Millis) + max(r.env.Now().Sub(r.kept.Saved), 0)
	said := "its clock is at " + look.Whole(clock) + " and runs"
	if r.kept.Millis == 0 {
		said = "not begun"
	}
	lines := []string{
		st.Strong.Render("A game waits for you"),
		"",
		r.game.Title + " · " + mode.Title + st.Dim.Render("   "+said),
	}
	if r.kept.Boot != r.env.Boot {
		lines = append(lines, st.Warn.Render("The arcade has restarted since: you can play on, unranked."))
	}
	if r.kept.Daily != "" {
		lines = append(lines, st.Warn.Render("It is the daily of "+r.kept.Daily+": a new game gives it up."))
	}
	return card{append(lines, ""), [][]games.Hint{hints(k.Resume, says(k.New, "new "+r.mode.Title), k.Back)}}
}

// Keys are none: the panel shows its own.
func (r *resume) Keys() []games.Hint { return nil }
