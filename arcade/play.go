package arcade

import (
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/oklog/ulid/v2"

	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// begin says what is to be played.
type begin struct {
	game   games.Game
	mode   games.Mode
	seed   games.Seed
	known  bool             // the seed is known: the start is given, and the run does not rank
	daily  string           // the day whose challenge it is: it ranks there
	run    string           // its id, "" for a fresh one
	ghosts []storage.Replay // to race
	resume *storage.Progress
}

// play plays any game: it is the one place that times, records, and decides what ranks.
type play struct {
	env *Env
	begin
	state   games.State
	board   games.Board
	start   games.Move // the opening that a known seed demands, "" for none
	label   string
	steps   []games.Step
	born    time.Time // animations are timed from here
	began   time.Time // the clock's zero; the zero Time while Ready
	ended   time.Duration
	long    bool // it outgrew a replay
	foreign bool // resumed from another server process
	broken  string

	ghosts []*racer
	split  string
	best   time.Duration // the player's, 0 for none
	record time.Duration

	over   *result // once the run is over
	asks   *question
	said   string // a sentence over the foot until the next key
	tick   int    // the tick that is awaited, by number; others are stale
	due    time.Time
	kept   int // steps when it was last kept
	keptAt time.Time
}

// question is something to answer before anything else.
type question struct {
	text string
	yes  func() (Next, tea.Cmd)
}

type (
	clocked struct{ run string } // a second of the run's clock has passed
	ticked  struct {             // the board or a ghost moves by itself
		run string
		n   int
	}
	standings struct { // what there is to beat
		run          string
		best, record time.Duration
	}
)

func newPlay(e *Env, b begin) *play {
	if b.run == "" {
		b.run = ulid.Make().String()
	}
	p := &play{env: e, begin: b, board: b.game.NewBoard(), born: e.now(), keptAt: e.now()}
	var err error
	if p.state, err = b.game.Deal(b.mode, b.seed); err != nil {
		e.log.Error("deal", "game", b.game.ID, "mode", b.mode.ID, "seed", b.seed.String(), "error", err)
		p.broken = "This cannot be dealt. Go back and choose another."
		return p
	}
	if b.known && b.game.Start != nil {
		p.start = b.game.Start(b.mode, b.seed)
	}
	if b.game.Label != nil {
		p.label = b.game.Label(b.mode, b.seed)
	}
	if p.state.Status() == games.Playing {
		p.began = e.now()
	}
	for _, r := range b.ghosts {
		if g, err := newRacer(b.game, r); err == nil {
			p.ghosts = append(p.ghosts, g)
		} else {
			e.log.Error("load ghost", "run", r.Run, "error", err)
		}
	}
	e.metrics.runs.WithLabelValues(b.game.ID, p.listed(), "begun").Inc()
	p.fit()
	if b.resume != nil {
		p.recall(*b.resume)
	}
	return p
}

// Enter fits the board, since the window or the settings may have changed, and starts what runs by itself.
func (p *play) Enter() tea.Cmd {
	if p.broken != "" {
		return nil
	}
	p.fit()
	return tea.Batch(p.clock(), p.wake(), p.toBeat())
}

func (p *play) fit() {
	o := p.env.options(p.game)
	o.Start = p.start
	w, h := boardSize(p.env.width, p.env.height)
	p.board.Fit(p.state, w, h, o)
}

// boardSize is the board's part of a window: all but the head and the foot.
func boardSize(w, h int) (int, int) { return max(w, 0), max(h-2, 0) }

// toBeat reads the player's best and the record.
func (p *play) toBeat() tea.Cmd {
	store, lb, id, run := p.env.store, p.leaderboard(), p.env.player.ID, p.run
	if !p.mode.Ranked {
		return nil
	}
	return func() tea.Msg {
		s := standings{run: run}
		if top, _, err := store.Top(lb, 1, 1); err == nil && len(top) > 0 {
			s.record = millis(top[0].Millis)
		}
		if row, err := store.Row(lb, id); err == nil {
			s.best = millis(row.Millis)
		}
		return s
	}
}

// leaderboard is where the run would stand.
func (p *play) leaderboard() storage.Leaderboard {
	return storage.Leaderboard{Game: p.game.ID, Mode: p.mode.ID, Period: storage.All, Daily: p.daily}
}

// elapsed is the run's clock, in whole milliseconds.
func (p *play) elapsed() time.Duration {
	switch {
	case p.began.IsZero():
		return 0
	case p.state.Status().Over():
		return p.ended
	}
	return p.env.now().Sub(p.began).Truncate(time.Millisecond)
}

// listed is the mode as it is counted: there are too many custom ones to tell apart.
func (p *play) listed() string {
	if !p.mode.Ranked {
		return "custom"
	}
	return p.mode.ID
}

func (p *play) running() bool { return p.broken == "" && p.state.Status() == games.Playing }

// clock asks for the next whole second of the run's clock, or the beat after it: sessions that wake together are cheap.
func (p *play) clock() tea.Cmd {
	if !p.running() {
		return nil
	}
	now := p.env.now()
	next := now.Add(time.Second - p.elapsed()%time.Second)
	return p.env.after(next.Truncate(beat).Add(beat).Sub(now), clocked{p.run})
}

// wake asks for a tick when the board or a ghost moves by itself next; on a slow link later.
func (p *play) wake() tea.Cmd {
	d := p.board.Next(p.state)
	if d > 0 && p.env.display != nil {
		d = max(d, p.env.display.Pace())
	}
	if p.running() {
		for _, g := range p.ghosts {
			if at, ok := g.next(); ok && (d == 0 || at-p.elapsed() < d) {
				d = max(at-p.elapsed(), time.Millisecond)
			}
		}
	}
	if d <= 0 {
		p.due = time.Time{}
		return nil
	}
	at := p.env.now().Add(d)
	if !p.due.IsZero() && !at.Before(p.due) {
		return nil
	}
	p.due = at
	p.tick++
	return p.env.after(d, ticked{p.run, p.tick})
}

func (p *play) Update(msg tea.Msg) (Next, tea.Cmd) {
	if p.broken != "" {
		return Next{Back: pressed(msg, p.env.keys.Back, p.env.keys.Enter)}, nil
	}
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		if p.env.roomy() { // or it is not shown, and keeps its view until it is
			p.fit()
		}
		return Next{}, p.wake()
	case clocked:
		if msg.run != p.run {
			return Next{}, nil
		}
		p.keepSometimes()
		return Next{}, p.clock()
	case standings:
		if msg.run == p.run {
			p.best, p.record = msg.best, msg.record
		}
		return Next{}, nil
	case ticked:
		if msg.run != p.run || msg.n != p.tick {
			return Next{}, nil
		}
		p.due = time.Time{}
		for _, g := range p.ghosts {
			g.advance(p.elapsed())
		}
		return p.input(games.Input{Kind: games.Tick})
	case woken:
		if p.over != nil && msg.run == p.run {
			p.over.awake = true
		}
	case saved:
		if p.over != nil && msg.run == p.run {
			return Next{}, p.over.came(msg.outcome)
		}
	case shared:
		if p.over != nil && msg.run == p.run {
			p.over.shares(msg.line)
		}
	case tea.KeyPressMsg:
		p.said = ""
		if p.asks != nil {
			return p.answer(msg)
		}
		if p.over != nil {
			return p.over.input(msg)
		}
		next, cmd, used := p.tryInput(games.Input{Kind: games.Key, Key: msg.String()})
		if used {
			return next, cmd
		}
		return p.command(msg)
	case tea.MouseMsg:
		if p.over != nil {
			return p.over.input(msg)
		}
		if in, ok := mouse(msg, 1); ok && p.asks == nil {
			return p.input(in)
		}
	}
	return Next{}, nil
}

// command handles the keys that every game has and the board did not want.
func (p *play) command(msg tea.KeyPressMsg) (Next, tea.Cmd) {
	k := p.env.keys
	switch {
	case pressed(msg, k.Back):
		return p.quit()
	case pressed(msg, k.New):
		return p.again(false)
	case pressed(msg, k.Same):
		return p.again(true)
	}
	return Next{}, nil
}

func (p *play) answer(msg tea.KeyPressMsg) (Next, tea.Cmd) {
	switch {
	case pressed(msg, p.env.keys.Yes):
		yes := p.asks.yes
		p.asks = nil
		return yes()
	case pressed(msg, p.env.keys.No):
		p.asks = nil
	}
	return Next{}, nil
}

// stakes reports whether something would be lost by ending this run: of a daily, the one attempt.
func (p *play) stakes() bool {
	ok, _ := p.ranks()
	return ok && p.waits()
}

// waits reports whether there is a game to come back to: one that was begun, or a daily's attempt. A race does not
// wait: it can be begun again, and would take the place of a game that cannot.
func (p *play) waits() bool {
	return p.begun() && len(p.begin.ghosts) == 0
}

// begun reports whether leaving would end something.
func (p *play) begun() bool {
	if p.daily != "" {
		return p.broken == "" && !p.state.Status().Over()
	}
	return p.running() && len(p.steps) > 0
}

// quit leaves the game. It waits for its player, and its clock does not.
func (p *play) quit() (Next, tea.Cmd) {
	if !p.begun() {
		return Next{Back: true}, nil
	}
	text := "Leave this game?"
	switch {
	case p.env.guest() || !p.waits():
	case p.running():
		text = "Leave? The game waits for you; its clock runs on."
	default:
		text = "Leave? The daily waits for you."
	}
	p.asks = &question{text, func() (Next, tea.Cmd) {
		p.keep()
		return Next{Back: true}, nil
	}}
	return Next{}, nil
}

// again starts a new run: on a fresh seed, or the same deal once more, unranked.
func (p *play) again(same bool) (Next, tea.Cmd) {
	next := func() (Next, tea.Cmd) { return p.restart(same) }
	if !p.stakes() {
		return next()
	}
	p.asks = &question{"Start anew? This run ends here.", next}
	return Next{}, nil
}

func (p *play) restart(same bool) (Next, tea.Cmd) {
	if p.env.closing.Load() {
		p.said = "The arcade is about to restart: no new games for a moment."
		return Next{}, nil
	}
	p.drop()
	b := begin{game: p.game, mode: p.mode, seed: p.env.seed()}
	if same {
		b.seed, b.known = p.seed, true
	}
	return Next{Back: true, Push: newPlay(p.env, b)}, nil
}

func (p *play) input(in games.Input) (Next, tea.Cmd) {
	next, cmd, _ := p.tryInput(in)
	return next, cmd
}

// tryInput offers an event to the board and makes the move that it answers with.
func (p *play) tryInput(in games.Input) (Next, tea.Cmd, bool) {
	in.Now = p.env.now().Sub(p.born)
	m, used := p.board.Input(p.state, in)
	if m == games.New {
		next, cmd := p.again(false)
		return next, cmd, true
	}
	if m == "" {
		return Next{}, p.wake(), used
	}
	next, cmd := p.move(m)
	return next, tea.Batch(cmd, p.wake()), true
}

// move makes a move: it asks first where the run would stop to rank by it.
func (p *play) move(m games.Move) (Next, tea.Cmd) {
	if m.Shows() {
		p.note(m)
		return Next{}, nil
	}
	next, err := p.state.Apply(m)
	switch {
	case err != nil:
		return Next{}, nil
	case p.state.Status() == games.Ready && next.Status() != games.Ready && p.start != "" && m != p.start:
		p.said = "This deal is everybody's: open the marked cell first."
		return Next{}, nil
	}
	if ok, _ := p.ranks(); ok && next.Assisted() && !p.state.Assisted() {
		p.asks = &question{"Help ends the ranking of this run. Show it?", func() (Next, tea.Cmd) {
			next, cmd := p.take(m)
			return next, tea.Batch(cmd, p.wake())
		}}
		return Next{}, nil
	}
	return p.take(m)
}

// take makes a move that is legal and wanted.
func (p *play) take(m games.Move) (Next, tea.Cmd) {
	next, err := p.state.Apply(m)
	if err != nil { // the question took its time, and the game went on
		return Next{}, nil
	}
	var cmd tea.Cmd
	before, _ := p.state.Progress()
	starts := p.state.Status() == games.Ready && next.Status() != games.Ready
	if starts {
		p.began = p.env.now()
	}
	p.note(m)
	at := p.elapsed()
	p.state = next
	if done, of := next.Progress(); done > before {
		p.splitAt(done, of, at)
	}
	if starts {
		cmd = p.clock()
	}
	if next.Status().Over() {
		p.ended = p.last(at)
		return p.finish()
	}
	if len(p.steps)-p.kept >= keepMoves {
		p.keepSometimes()
	}
	return Next{}, cmd
}

// note records a step, as long as a replay can hold it.
func (p *play) note(m games.Move) {
	if len(p.steps) == games.MaxSteps {
		p.long = true
		return
	}
	p.steps = append(p.steps, games.Step{At: p.elapsed(), Move: m})
}

// last is the time of the last step, which is the run's; the clock's own where the replay ended before.
func (p *play) last(clock time.Duration) time.Duration {
	if p.long || len(p.steps) == 0 {
		return clock
	}
	return p.steps[len(p.steps)-1].At
}

// ranks decides whether this run can stand on a leaderboard, and says why not. It is the one place that does.
func (p *play) ranks() (ok bool, why string) {
	switch {
	case p.env.guest():
		return false, "a guest's runs are not ranked"
	case !p.mode.Ranked:
		return false, "custom games are not ranked"
	case p.known && p.daily == "":
		return false, "on a known deal: not ranked"
	case p.state.Assisted():
		return false, "with help: not ranked"
	case p.long:
		return false, "too long for a replay: not ranked"
	case p.foreign:
		return false, "resumed after a restart: not ranked"
	}
	return true, ""
}

// finish ends the run: a won one that ranks is handed to the saver here, inside Update, since a Cmd could be lost
// with the session.
func (p *play) finish() (Next, tea.Cmd) {
	p.over = newResult(p)
	p.env.metrics.runs.WithLabelValues(p.game.ID, p.listed(), p.state.Status().String()).Inc()
	if ok, _ := p.ranks(); ok && p.state.Status() == games.Won {
		p.over.answer = p.env.saver.save(storage.Run{
			ID: p.run, Key: p.env.key, Game: p.game.ID, Mode: p.mode.ID, Version: p.game.Version, Seed: uint64(p.seed),
			Millis: p.ended.Milliseconds(), Ended: p.env.now(), Daily: p.daily,
		}, p.replay())
	} else {
		p.drop()
	}
	return Next{}, p.over.begin()
}

func (p *play) replay() games.Replay {
	return games.Replay{Game: p.game.ID, Mode: p.mode.ID, Version: p.game.Version, Seed: p.seed, Steps: p.steps}
}
