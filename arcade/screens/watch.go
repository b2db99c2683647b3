package screens

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/run"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// watch plays a run: at several speeds, step by step, from any moment. It is a replay, or one that is under way.
type watch struct {
	env    *env
	run    string   // its id
	kind   string   // Replay, Watching or TV
	name   string   // the player's
	mode   string   // in words
	date   string   // of a replay
	live   *looking // of a run under way; nil for a replay
	riders []*rider // others of the same deal
	game   games.Game
	steps  []games.Step
	first  games.State // the deal
	state  games.State
	board  games.Board
	at     int           // steps made
	clock  time.Duration // the run's time that is shown
	length time.Duration
	speed  int // of the speeds
	paused bool
	born   time.Time     // animations are timed from here
	since  time.Time     // when the clock was set going, at from
	from   time.Duration //
	tick   int           // the tick that is awaited, by number; others are stale
	due    time.Time     // when it comes
	broken string
}

var _ screen = (*watch)(nil)

var speeds = []time.Duration{1, 2, 4, 8}

// watched is a tick of a watched run.
type watched struct {
	run string
	n   int
}

func newWatch(e *env, r storage.Replay, beside ...storage.Replay) *watch {
	g, _ := e.game(r.Game)
	w := &watch{env: e, run: r.Run, game: g, born: e.Now(), since: e.Now(), date: r.At.Format("2 Jan 2006")}
	w.kind, w.name, w.mode = "Replay", look.Name(r.Player.Name, r.Player.ID), modeTitle(g, r.Mode)
	var err error
	if w.first, w.steps, err = run.Deal(g, r); err != nil {
		e.Log.Error("watch", "run", r.Run, "error", err)
		w.broken = "This run was dealt by an older arcade and cannot be played any more."
		return w
	}
	w.length = look.Millis(r.Millis)
	for _, b := range beside {
		w.ride(b)
	}
	w.rewind()
	return w
}

// modeTitle is a mode in words, as far as it still exists.
func modeTitle(g games.Game, id string) string {
	if g.Mode != nil {
		if m, err := g.Mode(id); err == nil {
			return m.Title
		}
	}
	return id
}

// rewind goes back to the deal.
func (w *watch) rewind() {
	w.state, w.at, w.clock = w.first, 0, 0
	w.board = w.game.NewBoard()
	w.fit()
	w.board.Show(w.state)
	w.ridden()
}

func (w *watch) fit() {
	width, height := boardSize(w.env.width, w.env.height)
	o := w.env.options(w.game)
	if w.live != nil && w.live.among > easedFor {
		o.Motion = max(o.Motion, games.ReducedMotion)
	}
	w.board.Fit(w.state, width, height-1, o)
}

func (w *watch) Enter() tea.Cmd {
	if w.broken != "" {
		return tea.Batch(w.choose(), w.rejoin())
	}
	w.fit()
	w.look()
	return tea.Batch(w.wake(), w.choose())
}

// wake asks for the tick of the next step, of the board, or of the next second on the clock.
func (w *watch) wake() tea.Cmd {
	d := w.board.Next(w.state)
	if second, ok := w.second(); ok && (d == 0 || second < d) {
		d = second
	}
	if at, ok := w.nextStep(); ok && !w.edge() && !w.paused {
		step := max((at-w.clock)/speeds[w.speed], time.Millisecond)
		second := (time.Second - w.clock%time.Second) / speeds[w.speed]
		step = min(step, max(second, 50*time.Millisecond))
		if d == 0 || step < d {
			d = step
		}
	}
	if d <= 0 {
		return nil
	}
	now := w.env.Now()
	at := now.Add(d)
	if w.due.After(now) && !at.Before(w.due) {
		return nil
	}
	w.due = at
	w.tick++
	return w.env.after(d, watched{w.run, w.tick})
}

func (w *watch) Update(msg tea.Msg) (where, tea.Cmd) {
	k := w.env.keys
	if pressed(msg, k.Back) {
		return where{Back: true}, nil
	}
	if msg, ok := msg.(chosen); ok {
		return where{}, w.turn(msg)
	}
	if msg, ok := msg.(sought); ok {
		return where{}, w.seeks(msg)
	}
	if w.broken != "" {
		return where{}, nil
	}
	switch msg := msg.(type) {
	case watched:
		if msg.run != w.run || msg.n != w.tick {
			return where{}, nil
		}
		w.due = time.Time{}
		w.look()
		w.advance()
		w.board.Input(w.state, games.Input{Kind: games.Tick, Now: w.env.Now().Sub(w.born)})
		return where{}, w.wake()
	case Moved:
		w.look()
		return where{}, tea.Batch(w.wake(), w.rejoin())
	case tea.WindowSizeMsg:
		if w.env.roomy() { // or it is not shown, and keeps its view until it is
			w.fit()
		}
		return where{}, w.wake()
	case tea.KeyPressMsg:
		return where{}, w.press(msg)
	case tea.MouseMsg:
		return where{}, w.mouse(msg)
	}
	return where{}, nil
}

// mouse winds to a place on the bar, by a click or a drag; a click elsewhere plays or pauses.
func (w *watch) mouse(msg tea.MouseMsg) tea.Cmd {
	in, ok := mouse(msg, 0)
	left, room := w.barPlace(w.env.width)
	switch {
	case !ok || in.Button != games.Left || in.Kind == games.Release:
		return nil
	case in.Y == w.env.height-2 && in.X >= left:
		w.seek(w.length * time.Duration(min(in.X-left, room)) / time.Duration(max(room, 1)))
	case in.Kind == games.Press:
		w.toggle()
	}
	return w.wake()
}

// toggle plays or pauses, from the start again at the end.
func (w *watch) toggle() {
	if _, more := w.nextStep(); !more && !w.underWay() {
		w.rewind()
	}
	w.paused = !w.paused
	w.set()
	w.leaveEdge()
}

// set makes the clock go on from where it stands.
func (w *watch) set() { w.from, w.since = w.clock, w.env.Now() }

// advance makes the steps that are due by now.
func (w *watch) advance() {
	if w.paused || w.edge() {
		return
	}
	w.clock = min(w.from+w.env.Now().Sub(w.since)*speeds[w.speed], w.length)
	for w.at < len(w.steps) && w.steps[w.at].At <= w.clock {
		w.take()
	}
	w.ridden()
	if _, more := w.nextStep(); !more {
		w.arrive()
	}
}

func (w *watch) take() {
	s := w.steps[w.at]
	w.at++
	if !s.Move.Shows() {
		if next, err := w.state.Apply(s.Move); err == nil {
			w.state = next
		}
	}
	w.board.Watch(w.state, s.Move)
}

// seek shows the run as it stood at a time.
func (w *watch) seek(to time.Duration) {
	to = min(max(to, 0), w.length)
	w.leaveEdge()
	if to < w.clock {
		w.rewind()
	}
	for w.at < len(w.steps) && w.steps[w.at].At <= to {
		w.take()
	}
	w.clock = to
	w.ridden()
	w.set()
	if to == w.length && w.live != nil {
		w.arrive()
	}
}

// play goes on at a speed, by its place among the speeds.
func (w *watch) play(speed int) {
	w.advance()
	w.speed = min(max(speed, 0), len(speeds)-1)
	w.set()
}

// stepTo stops after so many steps.
func (w *watch) stepTo(at int) {
	w.paused = true
	w.leaveEdge()
	if at < 0 || at > len(w.steps) {
		return
	}
	if at < w.at {
		w.rewind()
	}
	for w.at < at {
		w.clock = w.steps[w.at].At
		w.take()
	}
	w.ridden()
}

func (w *watch) press(msg tea.KeyPressMsg) tea.Cmd {
	k := w.env.keys
	for i, speed := range k.speeds() {
		if pressed(msg, speed) {
			w.play(i)
			return w.wake()
		}
	}
	switch {
	case pressed(msg, k.Pause):
		w.toggle()
	case pressed(msg, k.Faster):
		w.play(w.speed + 1)
	case pressed(msg, k.Slower):
		w.play(w.speed - 1)
	case pressed(msg, k.StepOn):
		w.stepTo(w.at + 1)
	case pressed(msg, k.StepBack):
		w.stepTo(w.at - 1)
	case pressed(msg, k.WindBack):
		w.seek(w.clock - max(w.length/20, time.Second))
	case pressed(msg, k.WindOn):
		w.seek(w.clock + max(w.length/20, time.Second))
	case pressed(msg, k.Beginning):
		w.seek(0)
	case pressed(msg, k.Watch) && w.ended():
		w.rewind()
		w.paused = false
		w.set()
		w.leaveEdge()
	case pressed(msg, k.End):
		w.seek(w.length)
	case k.steps(msg): // it is not this player who walks
	default:
		w.board.Input(w.state, games.Input{Kind: games.Key, Key: msg.String(), Now: w.env.Now().Sub(w.born)})
	}
	return w.wake()
}

func (w *watch) Draw(c *games.Canvas) {
	width, height := c.Size()
	if w.broken != "" {
		w.env.drawCard(c, card{lines: []string{w.broken}})
		return
	}
	right := w.date
	if w.live != nil {
		right = w.live.present()
	}
	live := ""
	if w.game.Live != nil {
		live = w.game.Live(w.state, w.clock)
	}
	look.HeadOf(c, look.Part{Text: w.kind, Weight: 5}, look.Part{Text: w.name, Weight: 4}, look.Part{Text: w.game.Title, Weight: 3},
		look.Part{Text: w.mode, Weight: 2}, look.Part{Text: live, Weight: 1, Right: true}, look.Part{Text: right, Right: true})
	w.board.Draw(c.Sub(0, 1, width, height-3), w.state, games.Scene{Elapsed: w.clock, Replay: true, Ghosts: w.beside()})
	if words := w.words(); words != "" {
		c.Text(2, height-2, words, games.Warn.Ink(), 0)
		return
	}
	w.bar(c, height-2)
}

// barPlace is the bar's first column, and how many it has: the times stand right of it.
func (w *watch) barPlace(width int) (left, room int) {
	return 8, width - 12 - len(w.times())
}

// times are those that stand right of the bar.
func (w *watch) times() string {
	if w.edge() {
		return look.Whole(w.length)
	}
	return look.Tidy(w.clock) + " / " + look.Tidy(w.length)
}

func (w *watch) bar(c *games.Canvas, y int) {
	width, _ := c.Size()
	glyph := "▶"
	if w.paused {
		glyph = "‖"
	}
	if w.env.set.ASCII {
		glyph = ">"
		if w.paused {
			glyph = "|"
		}
	}
	c.Text(2, y, glyph, games.Accent.Ink(), 0)
	speed := look.Pad(int64(speeds[w.speed]), 1) + "x"
	if w.edge() {
		speed = "now"
	}
	c.Text(4, y, speed, 0, 0)
	c.TextRight(width-2, y, w.times(), 0, 0)
	left, room := w.barPlace(width)
	progressBar(c, left, y, room, int(w.clock), int(w.length), 0, w.env.set.ASCII)
}

func (w *watch) Keys() []games.Hint {
	k := w.env.keys
	if w.broken != "" {
		return hints(k.Back)
	}
	if w.words() != "" {
		return hints(says(k.Watch, "replay"), k.Back, k.Help)
	}
	step, wind := together("step", k.StepBack, k.StepOn), together("wind", k.WindBack, k.WindOn)
	if w.underWay() && w.edge() { // what is now has one speed
		return slices.Concat([]games.Hint{wind}, hints(k.Pause), []games.Hint{step}, hints(k.Back, k.Help))
	}
	return slices.Concat(w.toNow(), hints(k.Pause), []games.Hint{together("speed", k.speeds()...), step, wind}, hints(k.Back, k.Help))
}
