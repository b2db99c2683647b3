package screens

import (
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"charm.land/bubbles/v2/key"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/run"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// play is the screen of any game: keys and the mouse go in, a run is moved, its board is drawn, its result comes over it.
type play struct {
	env    *env
	run    *run.Run
	live   *live.Run // as others may see it; nil where there is none
	raced  *raced    // what it is besides in a heat; nil where there is none
	board  games.Board
	born   time.Time // animations are timed from here
	broken string    // why there is no run

	best     time.Duration // the player's, 0 for none
	record   time.Duration
	standing uint64 // the state of the leaderboard from which these were read
	watched  int    // how many watch, as of the last second
	recount  bool   // they were others than the second before

	over  *result // once the run is over
	asks  *question
	said  string // a sentence over the foot until the next key
	heard bool   // the board has heard of the latest message
	tick  int    // the tick that is awaited, by number; others are stale
	due   time.Time
}

var _ screen = (*play)(nil)

// question is something to answer before anything else, with the keys that say yes and no.
type question struct {
	text    string
	yes, no key.Binding
	does    func() (where, tea.Cmd) // after yes
}

type (
	clocked struct{ run string } // a second of the run's clock has passed
	ticked  struct {             // the board or a ghost moves by itself
		run string
		n   int
	}
	taken     struct{ run string } // another session of the player's goes on with it
	standings struct {             // what there is to beat
		run          string
		best, record time.Duration
		lines        int
		state        uint64
	}
)

func newPlay(e *env, b run.Begin) *play { return beginPlay(e, b, nil) }

func beginPlay(e *env, b run.Begin, x *raced) *play {
	p := &play{env: e, board: b.Game.NewBoard(), born: e.Now(), raced: x}
	r, skipped, err := run.New(b, run.Player{Guest: e.guest(), Boot: e.Boot, Session: e.session}, e.Now())
	if skipped != nil {
		e.Log.Error("load ghost", "error", skipped)
	}
	if err != nil {
		return p.refuse(err)
	}
	p.run = r
	p.fit()
	first := r.State()
	if err := r.Resume(e.Now(), p.board.Watch); err != nil {
		return p.refuse(err)
	}
	if !e.guest() && x == nil {
		e.hold(r.ID)
	}
	p.stand(first)
	if b.Daily == "" && !b.Known && b.Kept == nil && x == nil {
		e.chose(b.Game, b.Mode)
	}
	e.Count(b.Game.ID, r.Listed(), "begun")
	if r.Daily != "" { // its one attempt is made, so that it must be there to come back to from the first moment
		p.keepNow(func() {})
	}
	return p
}

// refuse shows why there is no run.
func (p *play) refuse(err error) *play {
	p.env.Log.Error("begin run", "error", err)
	p.broken = "This cannot be dealt. Go back and choose another."
	if errors.Is(err, run.ErrOld) {
		p.broken = "This game was kept by an older arcade and cannot go on. Go back and start anew."
	}
	return p
}

// Enter fits the board, since the window or the settings may have changed, and starts what runs by itself.
func (p *play) Enter() tea.Cmd {
	if p.broken != "" {
		return nil
	}
	p.fit()
	return tea.Batch(p.clock(), p.wake())
}

// Reads reads what there is to beat.
func (p *play) Reads() tea.Cmd {
	if p.broken != "" {
		return nil
	}
	return p.toBeat()
}

func (p *play) fit() {
	o := p.env.options(p.run.Game)
	o.Start, o.Taps, o.NoHelp = p.run.Start, p.env.width < look.Narrow, !p.run.Helps(p.env.Now())
	if p.over != nil {
		p.over.makeRoom()
	}
	w, h := p.boardSize()
	p.board.Fit(p.run.State(), w, h, o)
	if p.over != nil && p.over.inTheWay() {
		w, h = p.boardSize()
		p.board.Fit(p.run.State(), w, h, o)
	}
}

// boardSize is the board's part of the window: what the result beside it or below it leaves.
func (p *play) boardSize() (w, h int) {
	w, h = boardSize(p.env.width, p.env.height)
	if p.over != nil {
		w, h = w-p.over.taken, max(h-p.over.below, 1)
	}
	return w, h - p.top() + 1
}

// boardSize is the board's part of a window: all but the head and the foot.
func boardSize(w, h int) (int, int) { return max(w, 0), max(h-2, 0) }

// toBeat reads the player's best and the record.
func (p *play) toBeat() tea.Cmd {
	l, lb, run := p.env.loader(), p.run.Leaderboard(), p.run.ID
	if !p.beats() {
		return nil
	}
	return func() tea.Msg {
		s := standings{run: run, state: l.Store.Changes(lb)}
		top, lines, err := l.Store.Top(lb, 1, 1)
		if len(top) > 0 {
			s.record, s.lines = look.Millis(top[0].Millis), lines
		}
		row, err2 := l.own(lb)
		if row != nil {
			s.best = look.Millis(row.Millis)
		}
		return got(l, "times to beat", s, errors.Join(err, err2))
	}
}

func (p *play) elapsed() time.Duration { return p.run.Elapsed(p.env.Now()) }

// Running reports whether the run's clock runs.
func (p *play) Running() bool { return p.broken == "" && p.run.Running() }

// Plays is what the run is while its clock runs.
func (p *play) Plays() Plays {
	return Plays{Game: p.run.Game.ID, Mode: p.run.Mode.ID, Since: p.run.Began(), Heat: p.raced != nil}
}

// beat is what the ticks of clocks are multiples of: those that come within a millisecond cost the machine one wake-up.
const beat = 50 * time.Millisecond

// clock asks for the next whole second of the run's clock, or the beat after it: sessions that wake together are cheap.
func (p *play) clock() tea.Cmd {
	if !p.Running() {
		return nil
	}
	now := p.env.Now()
	next := now.Add(time.Second - p.elapsed()%time.Second)
	return p.env.after(next.Truncate(beat).Add(beat).Sub(now), clocked{p.run.ID})
}

// wake asks for a tick when the board or a ghost moves by itself next.
func (p *play) wake() tea.Cmd {
	d := p.board.Next(p.run.State())
	if wait, ok := p.run.NextStep(p.env.Now()); ok && (d == 0 || wait < d) {
		d = max(wait, time.Millisecond)
	}
	if d <= 0 {
		p.due = time.Time{}
		return nil
	}
	at := p.env.Now().Add(d)
	if !p.due.IsZero() && !at.Before(p.due) {
		return nil
	}
	p.due = at
	p.tick++
	return p.env.after(d, ticked{p.run.ID, p.tick})
}

func (p *play) Update(msg tea.Msg) (where, tea.Cmd) {
	p.heard = false
	if p.broken != "" {
		return where{Back: pressed(msg, p.env.keys.Back, p.env.keys.Enter)}, nil
	}
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		if p.env.roomy() { // or it is not shown, and keeps its view until it is
			p.fit()
		}
		return where{}, p.wake()
	case clocked:
		if msg.run != p.run.ID {
			return where{}, nil
		}
		p.keepSometimes()
		return where{}, tea.Batch(p.clock(), p.second())
	case reading[standings]:
		switch {
		case msg.is.run != p.run.ID:
		case msg.ok:
			p.best, p.record, p.standing = msg.is.best, msg.is.record, msg.is.state
			p.live.Against(msg.is.lines, msg.is.record, p.env.Saver.Reviews(msg.is.lines))
		case p.over == nil:
			p.standing = msg.is.state // it is read again when it has changed
			p.said = unreadable
		}
		return where{}, nil
	case ticked:
		if msg.run != p.run.ID || msg.n != p.tick {
			return where{}, nil
		}
		p.due = time.Time{}
		p.run.Advance(p.env.Now())
		return p.input(games.Input{Kind: games.Tick})
	case yield:
		if msg.run == p.run.ID && !p.run.Over() {
			p.yield(msg.kept)
		}
		return where{}, nil
	case taken:
		if msg.run == p.run.ID && !p.run.Over() {
			p.stop(elsewhere)
		}
		return where{}, nil
	case tea.KeyPressMsg:
		return p.press(msg)
	case tea.MouseMsg:
		if p.over != nil {
			return p.over.input(msg)
		}
		if in, ok := mouse(msg, p.top()); ok && p.asks == nil {
			return p.input(in)
		}
	}
	if p.over != nil {
		cmd := p.over.happened(msg)
		p.fit() // what the result has to say may have become wider
		return where{}, cmd
	}
	return where{}, nil
}

// press gives a key to whoever is first: a question, the result, the board, the game's own keys.
func (p *play) press(msg tea.KeyPressMsg) (where, tea.Cmd) {
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
}

// command handles the keys that every game has and the board did not want.
func (p *play) command(msg tea.KeyPressMsg) (where, tea.Cmd) {
	k := p.env.keys
	switch {
	case p.raced != nil: // the room has its own
	case pressed(msg, k.Back):
		return p.quit()
	case pressed(msg, k.New):
		return p.again(false)
	case pressed(msg, k.Same):
		return p.again(true)
	}
	return where{}, nil
}

func (p *play) answer(msg tea.KeyPressMsg) (where, tea.Cmd) {
	switch {
	case pressed(msg, p.asks.yes):
		does := p.asks.does
		p.asks = nil
		return does()
	case pressed(msg, p.asks.no):
		p.asks = nil
	}
	return where{}, nil
}

// quit leaves the game. It waits for its player, and its clock does not.
func (p *play) quit() (where, tea.Cmd) {
	if !p.run.Begun() {
		return where{Back: true}, nil
	}
	text := "Leave this game?"
	switch {
	case p.env.guest() || !p.run.Waits():
	case p.run.Running():
		text = "Leave? The game waits for you; its clock runs on."
	default:
		text = "Leave? The daily waits for you."
	}
	p.asks = &question{text, p.env.keys.Yes, p.env.keys.No, func() (where, tea.Cmd) {
		return where{Back: true}, p.leave()
	}}
	return where{}, nil
}

// again starts a new run: on a fresh seed, or the same deal once more, unranked.
func (p *play) again(same bool) (where, tea.Cmd) {
	next := func() (where, tea.Cmd) { return p.restart(same) }
	if !p.run.Stakes() || p.run.Daily == "" && p.barely() {
		return next()
	}
	k := p.env.keys
	yes, no := k.Anew, k.GoOn
	switch {
	case p.run.Daily != "": // its one attempt is not given up by a key that is pressed twice
		yes, no = k.Yes, k.No
	case same:
		yes = k.AnewSame
	}
	p.asks = &question{"Start anew? This run ends here.", yes, no, next}
	return where{}, nil
}

// barely reports whether no more than a tenth of the run is done.
func (p *play) barely() bool {
	done, of := p.run.State().Progress()
	return 10*done <= of
}

func (p *play) restart(same bool) (where, tea.Cmd) {
	if same && storage.DailyOpen(p.run.Daily, p.env.Now()) {
		p.said = "Until an hour after its day this deal is everybody's: play it again then."
		return where{}, nil
	}
	if p.env.Closing() {
		p.said = closed
		return where{}, nil
	}
	if !p.env.mayDeal() {
		p.said = rationed
		return where{}, nil
	}
	p.live.Close(live.End{How: live.Anew})
	p.drop()
	b := run.Begin{Game: p.run.Game, Mode: p.run.Mode, Seed: p.run.Seed, Known: true} // dealt as this one was
	if !same {
		b.Game, _ = p.env.game(p.run.Game.ID)
		b.Seed, b.Known = p.env.Seed(), false
	}
	return where{Back: true, To: to.Play{Begin: b}}, nil
}

func (p *play) input(in games.Input) (where, tea.Cmd) {
	next, cmd, _ := p.tryInput(in)
	return next, cmd
}

// tryInput offers an event to the board and makes the move that it answers with.
func (p *play) tryInput(in games.Input) (where, tea.Cmd, bool) {
	in.Now, p.heard = p.env.Now().Sub(p.born), true
	m, used := p.board.Input(p.run.State(), in)
	if m == games.New && p.raced == nil {
		next, cmd := p.again(false)
		return next, cmd, true
	}
	if m == "" {
		return where{}, p.wake(), used
	}
	cmd := p.move(m, p.shown(in))
	return where{}, tea.Batch(cmd, p.wake()), true
}

// shown is what a key shows, as the game says it.
func (p *play) shown(in games.Input) string {
	for _, h := range p.run.Game.Keys {
		if in.Kind == games.Key && h.Key == in.Key {
			return "the " + h.Does
		}
	}
	return "it"
}

// move makes a move: it asks first where the run would stop to rank by what is shown.
func (p *play) move(m games.Move, shown string) tea.Cmd {
	if m.Shows() {
		p.run.Note(m, p.env.Now())
		p.publish()
		return nil
	}
	next, err := p.run.Propose(m, p.env.Now())
	switch {
	case errors.Is(err, run.ErrStart):
		p.said = "This deal is everybody's: open the marked cell first."
		return nil
	case errors.Is(err, run.ErrHeat):
		p.said = "There is no help in a race."
		return nil
	case errors.Is(err, run.ErrDaily):
		p.said = "There is no help in a daily until an hour after its day."
		return nil
	case err != nil:
		return nil
	case next.Helps:
		p.asks = &question{"Show " + shown + "? This run will not rank.", p.env.keys.Yes, p.env.keys.No, func() (where, tea.Cmd) {
			cmd := p.make(next)
			return where{}, tea.Batch(cmd, p.wake())
		}}
		return nil
	}
	return p.make(next)
}

// make makes a move that is wanted.
func (p *play) make(next run.Proposal) tea.Cmd {
	starts, err := p.run.Make(next, p.env.Now())
	if err != nil { // the question took its time, and the game went on
		return nil
	}
	p.publish()
	p.env.plays()
	switch {
	case p.run.Over():
		return p.finish()
	case next.Helps:
		p.env.Saver.Spend(p.env.key, p.run.ID)
	case starts:
		return p.clock()
	}
	p.keepSometimes()
	return nil
}

// finish ends the run: a won one that ranks is handed to the saver here, inside Update, since a Cmd could be lost
// with the session.
func (p *play) finish() tea.Cmd {
	r := p.run
	if p.raced != nil { // the room tells the results
		p.env.Count(r.Game.ID, r.Listed(), r.State().Status().String())
		return nil
	}
	p.env.release(r.ID)
	p.over = newResult(p)
	p.env.Count(r.Game.ID, r.Listed(), r.State().Status().String())
	switch ranks, _ := r.Ranks(); {
	case !ranks:
		p.drop()
	case r.Won():
		p.over.answer = p.env.Saver.Save(r.Record(p.env.key, p.env.Now()), r.Replay())
	default:
		p.env.Saver.Lose(p.env.key, r.Loss(p.env.Now()))
	}
	return p.over.begin()
}

func (p *play) keepSometimes() {
	if !p.run.KeepDue(p.env.Now()) {
		return
	}
	if k, ok := p.run.Keep(p.env.Now()); ok {
		p.env.Saver.KeepSoon(p.env.key, k, p.takenOver())
	}
}

// Leave stores the running game for its player to come back to, now; the channel is closed when it is kept.
func (p *play) Leave() <-chan struct{} {
	done := make(chan struct{})
	if p.broken != "" {
		close(done)
		return done
	}
	p.env.release(p.run.ID)
	p.keepNow(func() { close(done) })
	return done
}

// leave is Leave within the session: the command tells when the game is kept.
func (p *play) leave() tea.Cmd {
	done := p.Leave()
	return func() tea.Msg {
		<-done
		return left{}
	}
}

// keepNow stores the run as it stands, and calls kept when it is stored, or at once where there is nothing to keep.
func (p *play) keepNow(kept func()) {
	k, ok := p.run.Keep(p.env.Now())
	if !ok {
		kept()
		return
	}
	p.env.Saver.KeepNow(p.env.key, k, p.takenOver(), kept)
}

// takenOver is what tells this session, from anywhere, that another has taken the run over.
func (p *play) takenOver() func() {
	wire, run := p.env.wire, p.run.ID
	return func() {
		if wire != nil {
			wire.Send(taken{run})
		}
	}
}

// elsewhere is what a session shows whose run another has taken over.
const elsewhere = "This game goes on in another window of yours."

// yield keeps the run for another session, and stops.
func (p *play) yield(kept func()) {
	p.keepNow(kept)
	p.stop(elsewhere)
}

// stop ends the screen's part in the run and says why.
func (p *play) stop(why string) {
	p.env.release(p.run.ID)
	p.live.Close(live.End{How: live.Moved})
	p.broken = why
}

// drop forgets what was kept of this run.
func (p *play) drop() {
	p.env.release(p.run.ID)
	p.env.Saver.Drop(p.env.key, p.run.Game.ID, p.run.ID)
}

// Rules are the game's, for the help.
func (p *play) Rules() (title string, lines []string) {
	if p.broken != "" {
		return "", nil
	}
	return p.run.Game.Title, p.run.Game.Help
}
