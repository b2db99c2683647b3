package screens

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/games"
)

// demo plays a game's own example once, and then stands still.
type demo struct {
	example
	env     *env
	game    string
	variant string // of the modes that it is for
	place   func(w, h int) rect
	board   games.Board
	begun   time.Time
	at      int // how many steps were taken
	tick    int

	hidden bool // it has no room
}

// demoLength bounds how long a demo moves, from when it is chosen: an idle menu sends nothing.
const demoLength = 3 * time.Second

type demoTick struct {
	game string
	n    int
}

// newDemo returns a game's demo for a variant of its modes. Place is where it is drawn in a window.
func newDemo(e *env, g games.Game, variant string, place func(w, h int) rect) *demo {
	d := &demo{env: e, game: g.ID, variant: variant, place: place}
	var err error
	if d.example, err = e.examples.of(g, variant); err != nil {
		e.Log.Error("make demo", "game", g.ID, "error", err)
	}
	return d
}

// begin starts it from the first position; at once at its end where nothing is to move.
func (d *demo) begin() tea.Cmd {
	if !d.deal() {
		return nil
	}
	still := d.env.set.Motion == games.NoMotion || d.env.set.economical() || d.env.Crowd()
	for !d.ended() && (still || d.steps[d.at].At == 0) {
		d.take()
	}
	return d.next()
}

// deal shows its first position; false where there is none.
func (d *demo) deal() bool {
	g, ok := d.env.House.game(d.game)
	if !ok || len(d.states) == 0 {
		return false
	}
	d.board, d.begun, d.at = g.NewBoard(), d.env.Now(), 0
	d.tick++
	d.fit()
	d.board.Show(d.state())
	return true
}

// finish makes all its steps at once.
func (d *demo) finish() {
	for d.board != nil && !d.ended() {
		d.take()
	}
}

func (d *demo) state() games.State { return d.states[d.at] }

// fit tells the board its window: what draw will give it. There is no demo, a nil one, before the menu was entered.
func (d *demo) fit() {
	if d == nil || d.board == nil {
		return
	}
	g, _ := d.env.House.game(d.game)
	o := d.env.options(g)
	o.Motion, o.Preview = games.ReducedMotion, true
	at := d.place(d.env.width, d.env.height)
	d.hidden = d.mode.Cols > at.w || d.mode.Rows > at.h
	d.board.Fit(d.state(), at.w, at.h, o)
}

// shows reports whether there is something to see: a preview that is cut is worse than none.
func (d *demo) shows() bool { return d != nil && d.board != nil && !d.hidden }

func (d *demo) next() tea.Cmd {
	if d.ended() {
		return nil
	}
	wait := d.steps[d.at].At - d.env.Now().Sub(d.begun)
	return d.env.after(max(wait, time.Millisecond), demoTick{d.game, d.tick})
}

func (d *demo) ended() bool { return d.at == len(d.steps) }

func (d *demo) step(t demoTick) tea.Cmd {
	if t.game != d.game || t.n != d.tick || d.ended() {
		return nil
	}
	if d.env.Crowd() {
		d.finish()
		return nil
	}
	d.take()
	return d.next()
}

func (d *demo) take() {
	d.at++
	d.board.Watch(d.state(), d.steps[d.at-1].Move)
}

func (d *demo) draw(c *games.Canvas) {
	if !d.shows() {
		return
	}
	var at time.Duration
	if d.at > 0 {
		at = d.steps[d.at-1].At
	}
	d.board.Draw(c, d.state(), games.Scene{Elapsed: at, Replay: true})
}
