package live

import (
	"fmt"
	"sync"
	"time"
)

// The rule of the record watch.
const (
	leastLines  = 10          // of a leaderboard, for its record to be worth a word
	leastShare  = 0.6         // of a run, for its pace to be worth a word
	noticePause = time.Minute // between two notices in the house
	outcomeTime = 10 * time.Second
)

// Kind is what happened in a run for the record.
type Kind uint8

const (
	OnPace Kind = iota + 1 // it is on pace for the record
	Behind                 // it was, and fell behind
	Record                 // it ended faster than the record
	Missed                 // it was on pace, and ended otherwise
)

func (k Kind) String() string { return [...]string{"", "on pace", "behind", "record", "missed"}[k] }

// Event is something that happened in a run for the record: to be shown, counted by its Kind, or told elsewhere. It says
// nothing about the position.
type Event struct {
	Kind   Kind
	At     time.Time
	Run    Header
	Share  int           // of the run done, in percent
	Time   time.Duration // of the run: projected while it is under way
	Record time.Duration // to beat
	How    How           // how it ended; Under while it has not
	Review bool          // no record is one before an operator has looked at it
}

// Words is the event as a sentence, with the run's time as the screen writes it.
func (e Event) Words(clock string) string {
	where := e.Run.Game.Title + " " + e.Run.Mode.Title
	switch {
	case e.Kind == OnPace:
		return fmt.Sprintf("%s is on record pace in %s, %d %%", e.Run.Name, where, e.Share)
	case e.Kind == Behind:
		return fmt.Sprintf("%s fell behind the record in %s", e.Run.Name, where)
	case e.Kind == Record && e.Review:
		return fmt.Sprintf("%s was faster than the record in %s: %s, under review", e.Run.Name, where, clock)
	case e.Kind == Record:
		return fmt.Sprintf("%s set a record in %s: %s", e.Run.Name, where, clock)
	case e.How == Won:
		return fmt.Sprintf("%s missed the record in %s: %s", e.Run.Name, where, clock)
	}
	return fmt.Sprintf("%s did not finish the run for the record in %s", e.Run.Name, where)
}

// goal is what a run is measured by.
type goal struct {
	lines  int
	record time.Duration
	review bool
}

// Against says how many lines the run's leaderboard has, its record, and whether a new one has to be reviewed. The player's goroutine calls it when it has
// read them, and again when they changed.
func (r *Run) Against(lines int, record time.Duration, review bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.goal = goal{lines, record, review}
}

// chase is the record watch: which runs are on pace, and what is to be said about it.
type chase struct {
	clock Clock
	tell  func(Event)
	crowd Crowd // who shows notices

	mu     sync.Mutex
	hunts  map[*Run]*hunt // the runs under way that were announced
	last   time.Time      // when one was
	notice Event          // what is to be shown; its Kind is 0 for nothing
}

// hunt is a run that was announced.
type hunt struct {
	until  time.Time // when it falls behind if nothing more is done
	behind bool
}

// measure is the run's event of that instant, and whether it counts for the record watch.
func (r *Run) measure(now time.Time) (Event, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	g, m := r.goal, r.now
	done, of := m.State.Progress()
	if !m.Ranked || m.Kind != "" || r.Daily != "" || r.Privacy == Private || g.lines < leastLines || g.record <= 0 || of <= 0 || float64(done) < leastShare*float64(of) {
		return Event{}, false
	}
	return Event{At: now, Run: r.Header, Share: 100 * done / of, Time: pace(m.Elapsed(now), done, of), Record: g.record, How: r.end.How, Review: g.review}, true
}

// until is when the run falls behind if nothing more is done.
func (r *Run) until(e Event) time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	done, of := r.now.State.Progress()
	return r.now.Began.Add(time.Duration(float64(e.Record) * float64(done) / float64(of)))
}

// look measures a run that has moved and goes on.
func (c *chase) look(r *Run) {
	now := c.clock.Now()
	e, ok := r.measure(now)
	if r.unseen() || !ok && !r.hunted.Load() {
		return
	}
	c.mu.Lock()
	h := c.hunts[r]
	switch {
	case !ok && h != nil && !h.behind: // it does not count any more: its player was helped
		e = Event{Run: r.Header, At: now}
		c.fall(h, &e)
	case !ok || h != nil && h.behind:
	case h != nil:
		h.until = r.until(e)
	case e.Time <= e.Record && (c.last.IsZero() || now.Sub(c.last) >= noticePause):
		h = &hunt{until: r.until(e)}
		c.hunts[r], c.last = h, now
		r.hunted.Store(true)
		e.Kind = OnPace
		c.notice = e
		c.wait(r, h)
	}
	c.mu.Unlock()
	c.say(e)
}

// wait comes back when the run would have fallen behind.
func (c *chase) wait(r *Run, h *hunt) {
	c.clock.At(h.until.Add(time.Millisecond), func() { c.late(r, h) })
}

// fall makes an event of a hunt that has fallen behind, and withdraws its notice.
func (c *chase) fall(h *hunt, e *Event) {
	h.behind = true
	e.Kind = Behind
	c.withdraw(e.Run.ID)
}

// late withdraws the notice of a run that fell behind; of one that went on meanwhile it waits for the next such instant.
func (c *chase) late(r *Run, h *hunt) {
	now := c.clock.Now()
	e, _ := r.measure(now) // it may not count any more: the solution was shown
	e.Run, e.At = r.Header, now
	c.mu.Lock()
	switch {
	case c.hunts[r] != h || h.behind: // it has ended, or does not count any more
	case h.until.After(now):
		c.wait(r, h)
	default:
		c.fall(h, &e)
	}
	c.mu.Unlock()
	c.say(e)
}

// ended says what became of a run: of every record, and of every run that was announced.
func (c *chase) ended(r *Run, end End) {
	now := c.clock.Now()
	e, ok := r.measure(now)
	c.mu.Lock()
	h := c.hunts[r]
	delete(c.hunts, r)
	e.Run, e.At, e.Time, e.How = r.Header, now, end.Time, end.How
	switch {
	case ok && end.How == Won && end.Time < e.Record:
		e.Kind = Record
	case h != nil && end.How != Moved && end.How != Restart:
		e.Kind = Missed
	}
	if h != nil {
		c.withdraw(r.ID)
		if e.Kind == Record || e.Kind == Missed && c.notice.Kind == 0 {
			c.notice = e
			c.clock.AfterFunc(outcomeTime, func() { c.fade(e) })
		}
	}
	c.mu.Unlock()
	c.say(e)
}

// withdraw takes away what is shown about a run.
func (c *chase) withdraw(run string) {
	if c.notice.Run.ID == run {
		c.notice = Event{}
	}
}

// fade takes away an outcome that was shown long enough.
func (c *chase) fade(e Event) {
	c.mu.Lock()
	if c.notice.Run.ID == e.Run.ID && c.notice.Kind == e.Kind {
		c.notice = Event{}
	}
	c.mu.Unlock()
	c.crowd.Stir()
}

// say tells an event, if it is one.
func (c *chase) say(e Event) {
	if e.Kind == 0 {
		return
	}
	c.tell(e)
	c.crowd.Stir()
}

// Notice is what the record watch has to say right now: a run on pace, or for ten seconds what became of it.
func (h *Hall) Notice() (Event, bool) {
	h.chase.mu.Lock()
	defer h.chase.mu.Unlock()
	return h.chase.notice, h.chase.notice.Kind != 0
}

// Heed wakes whenever Notice changes, until stop is called. wake must not wait.
func (h *Hall) Heed(wake func()) (stop func()) {
	return h.chase.crowd.Join(wake).Leave
}
