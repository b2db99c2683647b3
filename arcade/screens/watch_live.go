package screens

import (
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/look"
	"arcade.example.com/games"
)

// looking is what a watch is besides while the run that it shows is under way: how it hears of steps, and where it is.
type looking struct {
	spectator *live.Spectator
	tail      live.Tail // all of the run, as of the last look
	watching  int       // how many do
	among     int       // how many did when this one came
	edge      bool      // it shows what is now; else it was wound back, or waits
	replays   bool      // the run is over and is watched again
	coming    bool      // it is played on another node, and was asked for there
	tries     int       // to find the run again that went on in another window, or that is coming
	tv        *live.TV  // chooses what is on; nil where the player did
	asks      int       // the question to it that is awaited, by number
}

type (
	sought struct{ run string } // it is time to look again for a run that moved
	chosen struct{ n int }      // it is time to ask the television
)

// easedFor is how many spectators see movements eased. A turn in first person is frames of some kB, and for whoever comes
// after these it is one.
const easedFor = 24

// A run that goes on in another window is looked for as often as this, and so many times.
const (
	seekEvery = 250 * time.Millisecond
	seekTimes = 20
)

// newLook watches a run that is under way.
func newLook(e *env, run string) *watch {
	w := &watch{env: e, run: run, live: new(looking), born: e.Now()}
	s, err := e.Hall.Watch(run, e.viewer(), e.news)
	if err != nil {
		w.broken = refusal(err)
		w.live.coming = errors.Is(err, live.ErrComing)
		return w
	}
	w.show(run, s)
	return w
}

// show makes a run the one that is watched, from its first step to now.
func (w *watch) show(run string, s *live.Spectator) {
	w.Part()
	l := s.Line()
	w.run, w.game, w.first = run, *l.Game, s.First()
	w.kind, w.name, w.mode = "Watching", l.Name, l.Mode.Title
	if m := l.Manner(); m != "" {
		w.mode += " · " + m
	}
	if w.live.tv != nil {
		w.kind = "TV"
	}
	*w.live = looking{spectator: s, among: l.Spectators, edge: true, tv: w.live.tv, asks: w.live.asks}
	w.steps, w.paused, w.broken = nil, false, ""
	w.rewind()
	w.look()
}

// Part stops watching.
func (w *watch) Part() {
	if w.live != nil && w.live.spectator != nil {
		w.live.spectator.Leave()
		w.live.spectator = nil
	}
}

// look reads what happened in a run that is under way, and follows it where now is shown.
func (w *watch) look() {
	l := w.live
	if l == nil || l.spectator == nil {
		return
	}
	l.tail = l.spectator.Since(0)
	l.watching = l.spectator.Line().Spectators
	w.steps, w.length = l.tail.Steps, l.tail.Clock
	if !w.edge() {
		return
	}
	rest := live.Tail{Steps: w.steps[w.at:], State: l.tail.State}
	rest.Each(w.state, func(st games.Step, s games.State) {
		w.at++
		w.state = s
		w.board.Watch(s, st.Move)
	})
	if len(w.steps) == games.MaxSteps { // the run outgrew a replay, and goes on without steps
		w.state = l.tail.State
		w.board.Show(w.state)
	}
	w.clock = w.length
	if l.tail.End.How != live.Under {
		w.paused = true
	}
}

// underWay reports whether the run goes on.
func (w *watch) underWay() bool {
	return w.live != nil && w.live.tail.End.How == live.Under
}

// ended reports whether the run was watched to its end.
func (w *watch) ended() bool { return w.live != nil && w.live.tail.End.How != live.Under }

// edge reports whether what is now is shown.
func (w *watch) edge() bool { return w.live != nil && w.live.edge && !w.live.replays }

// leaveEdge stops to follow what is now, or to look at how it ended.
func (w *watch) leaveEdge() {
	switch {
	case w.live == nil:
	case w.underWay():
		w.live.edge = false
	default:
		w.live.replays = true
	}
}

// arrive is the end of what there is to play: of a run under way, now, which is followed from here on.
func (w *watch) arrive() {
	if !w.underWay() {
		w.paused = true
		if w.live != nil {
			w.live.edge, w.live.replays = true, false
		}
		return
	}
	w.live.edge, w.paused = true, false
	w.look()
}

// second is how long it takes to the next whole second of a running clock that is followed.
func (w *watch) second() (time.Duration, bool) {
	if !w.edge() || !w.underWay() || w.state.Status() != games.Playing {
		return 0, false
	}
	left := time.Second - w.clock%time.Second
	if w.live.among > easedFor { // of many, each has a part of a beat of their own
		left += time.Duration(w.live.among%16) * (beat / 16)
	}
	return left, true
}

// Yields reports whether a message may wait until players were served: it tells that something has moved in a run that
// is watched.
func (a *App) Yields(msg tea.Msg) bool {
	if len(a.stack) == 0 || played(msg) {
		return false
	}
	w, ok := a.top().(*watch)
	return ok && w.underWay()
}

// sought reports whether the run is looked for that goes on in another window of its player's, or is coming.
func (w *watch) sought() bool {
	return w.live != nil && (w.live.coming || w.live.tail.End.How == live.Moved)
}

// rejoin looks again for a run.
func (w *watch) rejoin() tea.Cmd {
	switch {
	case !w.sought():
		return nil
	case w.live.tries == seekTimes:
		if w.live.coming {
			w.live.coming, w.broken = false, "The machine on which this run is played does not answer."
		}
		return nil
	}
	w.live.tries++
	return w.env.after(seekEvery, sought{w.run})
}

func (w *watch) seeks(msg sought) tea.Cmd {
	if msg.run != w.run || !w.sought() {
		return nil
	}
	s, err := w.env.Hall.Watch(w.run, w.env.viewer(), w.env.news)
	switch {
	case err == nil:
		w.show(w.run, s)
		return w.wake()
	case w.live.coming && !errors.Is(err, live.ErrComing):
		w.live.coming, w.broken = false, refusal(err)
	}
	return w.rejoin()
}

// present is how many watch.
func (l *looking) present() string {
	if l.watching == 0 {
		return ""
	}
	return look.Pad(int64(l.watching), 1) + " watch"
}

// words is how the run ended, until it is watched again; "" while it goes on.
func (w *watch) words() string {
	if !w.ended() || !w.edge() {
		return ""
	}
	return w.live.tail.End.Words(w.name, look.Tidy(w.live.tail.End.Time))
}

// toNow is the key that leads to what is now, where that is not shown.
func (w *watch) toNow() []games.Hint {
	if !w.underWay() || w.edge() {
		return nil
	}
	return hints(says(w.env.keys.End, "now"))
}

// newTV watches whatever is the most interesting, and changes by itself.
func newTV(e *env) *watch {
	w := &watch{env: e, born: e.Now(), live: &looking{tv: e.Hall.TV(e.viewer())}}
	w.dark()
	return w
}

// dark shows that nothing is on.
func (w *watch) dark() {
	w.Part()
	w.run = ""
	w.broken = "Nobody plays what you may watch just now. What begins comes on by itself."
}

// choose asks for the next question to the television.
func (w *watch) choose() tea.Cmd {
	if w.live == nil || w.live.tv == nil {
		return nil
	}
	w.live.asks++
	return w.env.after(time.Second, chosen{w.live.asks})
}

// turn shows what the television has chosen. Who has wound back is left in peace.
func (w *watch) turn(msg chosen) tea.Cmd {
	if w.live == nil || w.live.tv == nil || msg.n != w.live.asks {
		return nil
	}
	again := w.choose()
	id := w.live.tv.Choose()
	if id == w.run || w.broken == "" && (!w.live.edge || w.live.replays) {
		return again
	}
	s, err := w.env.Hall.Watch(id, w.env.viewer(), w.env.news)
	switch {
	case err == nil:
		w.show(id, s)
		return tea.Batch(again, w.wake())
	case id == "":
		w.dark()
	}
	return again // it comes from another node, or has just ended
}

// refusal is why a run cannot be watched, as a sentence.
func refusal(err error) string {
	switch {
	case errors.Is(err, live.ErrPrivate):
		return "This player does not want to be watched."
	case errors.Is(err, live.ErrDaily):
		return "This is a daily: make your own attempt first, then watch."
	case errors.Is(err, live.ErrComing):
		return "One moment: this run is played on another machine."
	case errors.Is(err, live.ErrRival):
		return "You race on the same board: watch when you are done."
	}
	return "This run is over."
}
