package live

import (
	"maps"
	"slices"
	"sync"
	"time"

	"arcade.example.com/games"
)

// Hall is all runs under way in this process, and what is known of those of other nodes. It is safe for concurrent use.
type Hall struct {
	clock   Clock
	chase   chase
	ranking ranking

	fetch func(node, run string) // see Reach

	mu   sync.RWMutex
	runs map[string]*Run // by id
	fars map[string]*far // those of other nodes
}

// NewHall returns an empty hall. Every event of the record watch is given to tell, which must not block and may be nil.
func NewHall(clock Clock, tell func(Event)) *Hall {
	h := &Hall{clock: clock.whole(), runs: make(map[string]*Run), fars: make(map[string]*far)}
	if tell == nil {
		tell = func(Event) {}
	}
	h.chase = chase{clock: h.clock, tell: tell, crowd: Crowd{Clock: h.clock}, hunts: make(map[*Run]*hunt)}
	return h
}

// Begin makes a run of its first position and where it stands now, which is the same but for one that is resumed.
// Nobody sees it before Enter or Publish, and where it is not raced a step: a maze looked at and left is no game. One of the same id that is
// under way ends as Moved when it is seen. told, which may be nil, hears of everything that is published, and of the end.
func (h *Hall) Begin(head Header, first games.State, now Moment, told func(Moment, End)) *Run {
	if told == nil {
		told = func(Moment, End) {}
	}
	return &Run{Header: head, hall: h, first: first, told: told, crowd: Crowd{Clock: h.clock}, now: now, moved: h.clock.Now()}
}

// Clock is the hall's time.
func (h *Hall) Clock() Clock { return h.clock }

// enter lets a run be seen.
func (h *Hall) enter(r *Run) {
	h.mu.Lock()
	was := h.runs[r.ID]
	h.runs[r.ID] = r
	h.mu.Unlock()
	if was != nil && was != r {
		was.Close(End{How: Moved})
	}
	if r.Ended().How != Under { // meanwhile, from elsewhere
		h.left(r)
	}
}

// left takes a run off the list, if it is the one that stands there under its id.
func (h *Hall) left(r *Run) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.runs[r.ID] == r {
		delete(h.runs, r.ID)
	}
}

func (h *Hall) all() []*Run {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return slices.Collect(maps.Values(h.runs))
}

// everywhere is all that stands in the list.
func (h *Hall) everywhere() []shown {
	h.mu.RLock()
	defer h.mu.RUnlock()
	list := make([]shown, 0, len(h.runs)+len(h.fars))
	for _, r := range h.runs {
		list = append(list, r)
	}
	for id, f := range h.fars {
		if h.runs[id] == nil { // else it has come here, and the other node has not said so yet
			list = append(list, f)
		}
	}
	return list
}

// mirrors are the runs of other nodes that are watched here.
func (h *Hall) mirrors() (list []*Run) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	for _, f := range h.fars {
		if f.mirror != nil {
			list = append(list, f.mirror)
		}
	}
	return list
}

// Watch makes a viewer a spectator of a run: from now on wake, which must not wait, is called when there is something new
// to be read, at most every 50 ms. The error is one of the reasons of this package; after ErrComing it is
// asked again.
func (h *Hall) Watch(run string, v Viewer, wake func()) (*Spectator, error) {
	h.mu.RLock()
	r := h.runs[run]
	h.mu.RUnlock()
	if r == nil {
		return h.watchFar(run, v, wake)
	}
	if _, err := r.sight(v); err != nil {
		return nil, err
	}
	return &Spectator{run: r, viewer: v, ear: r.crowd.Join(wake)}, nil
}

// Playing is how many runs are under way.
func (h *Hall) Playing() int {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return len(h.runs)
}

// Watching is how many spectators there are in this process.
func (h *Hall) Watching() (n int) {
	for _, r := range append(h.all(), h.mirrors()...) {
		n += r.Here()
	}
	return n
}

// Close ends all runs, because the arcade restarts.
func (h *Hall) Close() {
	for _, r := range append(h.all(), h.mirrors()...) {
		r.Close(End{How: Restart})
	}
}

// Spectator is one who watches a run. It can only be read. It is safe for concurrent use, but for Leave, which is called once.
type Spectator struct {
	run    *Run
	viewer Viewer
	ear    *Ear
}

// First is the position before the first step: a spectator who winds back begins here.
func (s *Spectator) First() games.State { return s.run.first }

// Line is the run as it stands in the list.
func (s *Spectator) Line() Line { return s.run.line(s.viewer, s.run.hall.clock.Now()) }

// Leave stops watching.
func (s *Spectator) Leave() { s.ear.Leave() }

// Tail is what happened in a run from some step on.
type Tail struct {
	Steps []games.Step // the player's own: not to be written to
	// State is the position now. Where a run outgrew a replay it goes on without steps, and State is all there is.
	State games.State
	Clock time.Duration // the run's, now
	End   End
}

// Since returns the steps from number at on, counted from 0, and where the run stands. It copies nothing.
func (s *Spectator) Since(at int) Tail { return s.run.since(at) }

func (r *Run) since(at int) Tail {
	r.mu.Lock()
	defer r.mu.Unlock()
	t := Tail{State: r.now.State, End: r.end, Clock: r.now.Elapsed(r.hall.clock.Now())}
	if n := len(r.now.Steps); at < n {
		t.Steps = r.now.Steps[at:n:n]
	}
	if r.end.How != Under {
		t.Clock = r.end.Time
	}
	return t
}

// Each calls f with every step of the tail and the position after it, beginning in the position before the first.
// The last is the run's own position, State, which all who watch share.
func (t Tail) Each(from games.State, f func(games.Step, games.State)) {
	for i, st := range t.Steps {
		if i == len(t.Steps)-1 {
			from = t.State
		} else if !st.Move.Shows() {
			if next, err := from.Apply(st.Move); err == nil {
				from = next
			}
		}
		f(st, from)
	}
}
