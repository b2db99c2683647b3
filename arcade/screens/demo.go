package screens

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/games"
)

// demo plays a game's own example once, and then stands still.
type demo struct {
	env   *env
	game  games.Game
	run   games.Replay
	mode  games.Mode
	state games.State
	board games.Board
	at    int
	tick  int

	hidden bool // it has no room
}

// demoLength bounds how long a demo moves: an idle menu sends nothing.
const demoLength = 3 * time.Second

type demoTick struct {
	game string
	n    int
}

// newDemo returns a game's demo, or of one without any the first position of its first mode.
func newDemo(e *env, g games.Game) *demo {
	d := &demo{env: e, game: g, run: games.Replay{Mode: g.Modes[0].ID}}
	if g.Demo != nil {
		d.run = g.Demo()
	}
	return d
}

// begin starts it from the first position; at once at its end where nothing is to move.
func (d *demo) begin() tea.Cmd {
	var err error
	if d.mode, err = d.game.Mode(d.run.Mode); err == nil {
		d.state, err = d.game.Deal(d.mode, d.run.Seed)
	}
	if err != nil {
		d.state = nil
		d.env.Log.Error("deal demo", "game", d.game.ID, "error", err)
		return nil
	}
	d.board, d.at = d.game.NewBoard(), 0
	d.tick++
	d.fit()
	d.board.Show(d.state)
	if d.env.set.Motion == games.NoMotion {
		for d.at < len(d.run.Steps) {
			d.take()
		}
	}
	return d.next()
}

// fit tells the board its window: what draw will give it. There is no demo, a nil one, before the menu was entered.
func (d *demo) fit() {
	if d == nil || d.state == nil {
		return
	}
	o := d.env.options(d.game)
	o.Motion = games.ReducedMotion
	at := newFrame(d.env.width, d.env.height).demo
	d.hidden = d.mode.Cols > at.w || d.mode.Rows > at.h
	d.board.Fit(d.state, at.w, at.h, o)
}

// shows reports whether there is something to see: a preview that is cut is worse than none.
func (d *demo) shows() bool { return d != nil && d.state != nil && !d.hidden }

func (d *demo) next() tea.Cmd {
	if d.at == len(d.run.Steps) || d.run.Steps[d.at].At > demoLength {
		return nil
	}
	wait := d.run.Steps[d.at].At
	if d.at > 0 {
		wait -= d.run.Steps[d.at-1].At
	}
	return d.env.after(max(wait, time.Millisecond), demoTick{d.game.ID, d.tick})
}

func (d *demo) step(t demoTick) tea.Cmd {
	if t.game != d.game.ID || t.n != d.tick || d.at == len(d.run.Steps) {
		return nil
	}
	d.take()
	return d.next()
}

func (d *demo) take() {
	s := d.run.Steps[d.at]
	d.at++
	if !s.Move.Shows() {
		next, err := d.state.Apply(s.Move)
		if err != nil {
			d.env.Log.Error("play demo", "game", d.game.ID, "error", err)
			d.at = len(d.run.Steps)
			return
		}
		d.state = next
	}
	d.board.Watch(d.state, s.Move)
}

func (d *demo) draw(c *games.Canvas) {
	if !d.shows() {
		return
	}
	var at time.Duration
	if d.at > 0 {
		at = d.run.Steps[d.at-1].At
	}
	d.board.Draw(c, d.state, games.Scene{Elapsed: at, Replay: true})
}
