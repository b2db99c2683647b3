package live

import (
	"maps"
	"time"

	"arcade.example.com/games"
)

// Row is a run under way as one node tells the others of it: without its position, and without the seed of its Header.
type Row struct {
	Header
	Status     games.Status
	Clock      time.Duration // at the instant at which it is told
	Done, Of   int
	Ranked     bool
	Kind       string // as its Moment says
	Spectators int    // on all nodes
	Record     time.Duration
}

// Rows are the runs of this node, for the others.
func (h *Hall) Rows() []Row {
	now := h.clock.Now()
	runs := h.all()
	rows := make([]Row, len(runs))
	for i, r := range runs {
		l := r.line(Viewer{Player: r.Player}, now)
		rows[i] = Row{r.Header, l.Status, l.Clock, l.Done, l.Of, l.Ranked, l.Kind, l.Spectators, r.record()}
		rows[i].Seed = 0
	}
	return rows
}

func (r *Run) record() time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.goal.record
}

// Tap is another node's look at a run of this one, for all who watch there. It is for one goroutine at a time.
type Tap struct {
	run   *Run
	ear   *Ear
	count int
}

// Tap lets another node watch a run of this one, whoever plays it: the node itself decides who may see it. wake is that
// of Watch; false where there is no such run.
func (h *Hall) Tap(run string, wake func()) (*Tap, bool) {
	h.mu.RLock()
	r := h.runs[run]
	h.mu.RUnlock()
	if r == nil {
		return nil, false
	}
	r.taps.Add(1)
	return &Tap{run: r, ear: r.crowd.Join(wake)}, true
}

// Header is the run's.
func (t *Tap) Header() Header { return t.run.Header }

// Since returns the steps from number at on and where the run stands, and the moment in which it does.
func (t *Tap) Since(at int) (Tail, Moment) { return t.run.since(at), t.run.Now() }

// Count says how many watch on the other node.
func (t *Tap) Count(n int) {
	t.run.there.Add(int32(n - t.count))
	t.count = n
}

// Leave stops watching, as nobody does there any more.
func (t *Tap) Leave() {
	t.Count(0)
	t.run.taps.Add(-1)
	t.ear.Leave()
}

// far is a run of another node.
type far struct {
	node   string
	row    Row
	came   time.Time // when the row did
	mirror *Run      // the run itself, while it is watched here; nil else
}

func (f *far) line(v Viewer, now time.Time) Line {
	l := Line{Status: f.row.Status, Clock: f.row.Clock, Done: f.row.Done, Of: f.row.Of, Ranked: f.row.Ranked, Kind: f.row.Kind, Spectators: f.row.Spectators}
	if l.Status == games.Playing {
		l.Clock += now.Sub(f.came).Truncate(time.Millisecond)
	}
	return l.of(&f.row.Header, v, f.row.Record, now.Sub(f.came))
}

// Reach has fetch called when somebody wants to watch a run of another node that is not watched here yet. It must not
// block. Reach is called before anything else.
func (h *Hall) Reach(fetch func(node, run string)) { h.fetch = fetch }

// Tell is how a run of another node stands.
func (h *Hall) Tell(node string, row Row) {
	h.mu.Lock()
	defer h.mu.Unlock()
	next := &far{node: node, row: row, came: h.clock.Now()}
	if was := h.fars[row.ID]; was != nil && was.node == node {
		next.mirror = was.mirror
	}
	if m := next.mirror; m != nil {
		m.there.Store(int32(row.Spectators - m.Here()))
	}
	h.fars[row.ID] = next
}

// Over says that a run of another node is not under way there any more.
func (h *Hall) Over(node, run string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if f := h.fars[run]; f != nil && f.node == node {
		delete(h.fars, run)
	}
}

// Only says which runs another node has under way: of those that it told of before, the others are over. None is for a
// node that is gone.
func (h *Hall) Only(node string, runs map[string]bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	maps.DeleteFunc(h.fars, func(run string, f *far) bool { return f.node == node && !runs[run] })
}

// Mirror makes a run that goes as one of another node does, for those who watch it here: it is published to as if it
// were played here. Nil where that node has no such run.
func (h *Hall) Mirror(node, run string, first games.State) *Run {
	h.mu.Lock()
	defer h.mu.Unlock()
	f := h.fars[run]
	if f == nil || f.node != node {
		return nil
	}
	m := h.Begin(f.row.Header, first, Moment{State: first}, nil)
	m.entered = true // it stands in the list as the other node tells of it
	f.mirror = m
	return m
}

// Beyond makes a run that is played here and stands in the hall of another node, which tells of it. It is published to,
// but nobody watches it by this hall.
func (h *Hall) Beyond(head Header, first games.State, now Moment, told func(Moment, End)) *Run {
	r := h.Begin(head, first, now, told)
	r.entered = true
	return r
}

// Unmirror lets go of a run that nobody watches here.
func (h *Hall) Unmirror(m *Run) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if f := h.fars[m.ID]; f != nil && f.mirror == m {
		f.mirror = nil
	}
}

// Here is how many watch the run on this node.
func (r *Run) Here() int { return r.crowd.Size() - int(r.taps.Load()) }

// watchFar is Watch for a run of another node.
func (h *Hall) watchFar(run string, v Viewer, wake func()) (*Spectator, error) {
	h.mu.RLock()
	f, m := h.fars[run], (*Run)(nil)
	if f != nil {
		m = f.mirror
	}
	h.mu.RUnlock()
	if f == nil {
		return nil, ErrGone
	}
	if _, err := f.row.sight(v); err != nil {
		return nil, err
	}
	switch {
	case m == nil:
		h.fetch(f.node, run)
		return nil, ErrComing
	case m.Ended().How != Under:
		return nil, ErrGone
	default:
		return &Spectator{run: m, viewer: v, ear: m.crowd.Join(wake)}, nil
	}
}
