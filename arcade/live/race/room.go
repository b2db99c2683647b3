package race

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/live/rating"
)

// Phase is what goes on in a room.
type Phase uint8

const (
	Gathering Phase = iota // people come, sit down and say that they are ready
	Counting               // down to T0
	Running
	Results
)

func (p Phase) String() string { return [...]string{"gathering", "counting", "running", "results"}[p] }

const (
	forceAfter = 10 * time.Second // from the host's word to the countdown
	countdown  = 5 * time.Second
)

// Room is a race's place. Everybody in it hears of every change; nothing in it ticks.
type Room struct {
	rooms   *Rooms
	word    string
	crowd   live.Crowd
	coming  atomic.Int32 // how many are on their way in
	keeping sync.Mutex   // results go out one after the other

	mu      sync.Mutex
	plan    Plan
	phase   Phase
	people  []*person // who are here, in the order in which they came; in a heat also who will come back
	forced  time.Time // when counting begins though not all are ready; zero for never
	heats   int       // how many were begun
	heat    *heat     // from the countdown to the end
	past    *heat     // the last that ended, for who comes later
	said    []Said
	expires time.Time
	closed  bool
	yielded bool // another node's was there first
	claimed bool // the other nodes were told that somebody is here
}

// person is one in a room.
type person struct {
	who    Who
	ear    *live.Ear // nil while the connection is lost
	window int       // counts the windows in which they came
	seated bool      // they race, or will
	ready  bool
	muted  bool
	link   time.Duration
	spoke  time.Time
	late   *live.Run // that they race, or raced, later
}

// set takes a plan as far as it is allowed.
func (r *Room) set(p Plan) {
	p.Ghosts = p.Ghosts && r.rooms.Ghosts(p.Game.ID)
	p.Listed = p.Listed && r.rooms.Lists(r.word)
	r.plan = p
}

// enter takes somebody in. Their former window, if there is one, has moved here.
func (r *Room) enter(who Who, wake func()) *Seat {
	defer r.coming.Add(-1)
	r.mu.Lock()
	p := r.find(who.ID)
	if p == nil {
		if who.Guest {
			who.Name = r.guestName()
		}
		p = &person{who: who, seated: r.seated() < maxEntrants && r.phase != Running && r.phase != Counting}
		r.people = append(r.people, p)
		r.claim()
	}
	if p.ear != nil {
		p.ear.Leave()
		p.ear.Call() // it is the former window's: it has moved
	}
	p.window++
	p.ear = r.crowd.Join(wake)
	seat := &Seat{room: r, person: p, window: p.window}
	run, h := r.comeBack(p), r.heat
	r.mu.Unlock()
	if run != nil {
		run.Enter()
		r.judge(h)
	}
	r.crowd.Stir()
	return seat
}

// comeBack lets an entrant go on with a run that waited: in a new one under the same id, so that the former window
// cannot write to it. It returns nil where there is none.
func (r *Room) comeBack(p *person) *live.Run {
	h := r.heat
	e := h.of(p.who.ID)
	if e == nil {
		return nil
	}
	e.here = true
	if e.run == nil || h.ending {
		return nil
	}
	m, ok := e.run.HandOver()
	if !ok {
		return nil
	}
	return h.enter(e, e.run.ID, m, func(live.End) { r.judge(h) })
}

// claim tells the other nodes whether somebody is in the room.
func (r *Room) claim() {
	if here := len(r.people) > 0 && !r.closed; r.rooms.Claim != nil && here != r.claimed {
		r.claimed = here
		r.rooms.Claim(r.word, here)
	}
}

func (r *Room) find(id string) *person {
	for _, p := range r.people {
		if p.who.ID == id {
			return p
		}
	}
	return nil
}

// guestName is the first that is free; only as many as there are seats are ever needed to tell entrants apart, but
// more may watch.
func (r *Room) guestName() string {
	for n := 1; ; n++ {
		name := fmt.Sprintf("guest-%d", n)
		if !slices.ContainsFunc(r.people, func(p *person) bool { return p.who.Name == name }) {
			return name
		}
	}
}

func (r *Room) seated() (n int) {
	for _, p := range r.people {
		if p.seated {
			n++
		}
	}
	return n
}

// host is who came first of those who are here and sit, or else of those who are here.
func (r *Room) host() *person {
	var first *person
	for _, p := range r.people {
		switch {
		case p.ear == nil:
		case p.seated:
			return p
		case first == nil:
			first = p
		}
	}
	return first
}

// settle begins the countdown when all who sit are ready.
func (r *Room) settle() {
	ready := 0
	for _, p := range r.people {
		if p.seated && !p.ready {
			return
		}
		if p.seated {
			ready++
		}
	}
	if r.phase == Gathering && ready >= 2 {
		r.count()
	}
}

// force begins the countdown with those who are ready; the others watch.
func (r *Room) force(at time.Time) {
	r.mu.Lock()
	if r.phase == Gathering && r.forced.Equal(at) && !r.closed {
		r.forced = time.Time{}
		ready := 0
		for _, p := range r.people {
			if p.seated && p.ready {
				ready++
			}
		}
		if ready >= 2 {
			r.count()
		}
	}
	r.mu.Unlock()
	r.crowd.Stir()
}

// count deals and begins the countdown.
func (r *Room) count() {
	h, err := newHeat(r, r.rooms.Seed(), r.rooms.clock.Now().Add(countdown))
	if err != nil {
		r.rooms.Failed("deal heat", err)
		return
	}
	for _, p := range r.people {
		if p.seated = p.seated && p.ready; p.seated {
			h.entrants = append(h.entrants, &entrant{who: p.who, id: r.rooms.Run(), link: p.link, here: p.ear != nil})
		}
	}
	r.heat, r.phase, r.forced, r.said = h, Counting, time.Time{}, nil
	h.stop = r.rooms.clock.At(h.t0, func() { r.start(h) })
}

// start is T0. Whatever the delay with which it comes, everybody's clock began at the same instant.
func (r *Room) start(h *heat) {
	r.mu.Lock()
	if r.heat != h || r.closed {
		r.mu.Unlock()
		return
	}
	r.phase = Running
	r.heats = h.number
	begin := h.begin
	begin.Began = h.t0
	var runs []*live.Run
	for _, e := range h.entrants {
		runs = append(runs, h.enter(e, e.id, begin, func(live.End) { r.judge(h) }))
	}
	r.mu.Unlock()
	for _, run := range runs {
		run.Enter()
	}
	r.crowd.Tell()
	r.judge(h)
}

// judge ends a heat that is over, and else comes back when it must end.
func (r *Room) judge(h *heat) {
	r.mu.Lock()
	if r.heat != h || r.phase != Running || h.ending {
		r.mu.Unlock()
		return
	}
	now := r.rooms.clock.Now()
	h.look(now)
	end := h.deadline()
	h.stop()
	if !h.done() && now.Before(end) {
		h.stop = r.rooms.clock.At(end, func() { r.judge(h) })
		r.mu.Unlock()
		r.crowd.Stir()
		return
	}
	h.ending = true
	r.mu.Unlock()
	for _, e := range h.entrants {
		e.run.Close(live.End{How: live.TimeUp})
	}
	r.finish(h)
}

// finish makes the results of a heat whose runs have all ended.
func (r *Room) finish(h *heat) {
	r.keeping.Lock()
	defer r.keeping.Unlock()
	r.mu.Lock()
	closed := r.closed
	if !closed {
		h.end()
		r.heat, r.past, r.phase = nil, h, Results
		r.expires = r.rooms.clock.Now().Add(WordLife)
		r.unready()
	}
	r.mu.Unlock()
	if !closed {
		r.rooms.Keep(h.result)
	}
	r.crowd.Tell()
}

// cameLater adds one who raced a heat later to its results, if they came to an end of their own.
func (r *Room) cameLater(h *heat, e *entrant, how live.How) {
	r.keeping.Lock()
	defer r.keeping.Unlock()
	r.mu.Lock()
	counts := how == live.Won || how == live.Lost
	if counts {
		row := e.row()
		row.Later = true
		h.result.Rows = append(slices.Clone(h.result.Rows), row)
		place(h.result.Rows)
	}
	e.run = nil
	v := h.result
	r.mu.Unlock()
	if counts {
		r.rooms.Keep(v)
	}
	r.crowd.Stir()
}

// rated notes how ratings have moved by the last heat.
func (r *Room) rated(h Heat, changes map[string]rating.Change) {
	r.mu.Lock()
	if r.past != nil && r.past.number == h.Number && r.past.t0.Equal(h.At) {
		rows := slices.Clone(r.past.result.Rows)
		for i := range rows {
			rows[i].Rating = changes[rows[i].Run]
		}
		r.past.result.Rows = rows
	}
	r.mu.Unlock()
	r.crowd.Stir()
}

// part takes somebody out: for good, or because the connection is lost, in which case an entrant's seat waits.
func (r *Room) part(p *person, lost bool) {
	r.mu.Lock()
	if p.ear != nil {
		p.ear.Leave()
		p.ear = nil
	}
	h := r.heat
	e := h.of(p.who.ID)
	run := p.late
	switch {
	case e == nil || r.phase == Counting && !lost:
		r.remove(p)
	case lost:
		e.here = false
	default:
		run = e.run
		e.here = false
		r.remove(p)
	}
	r.mu.Unlock()
	if run != nil {
		run.Close(live.End{How: live.Left})
	}
	if h != nil {
		r.judge(h)
	}
	r.crowd.Stir()
}

// remove forgets a person, and what cannot go on without them.
func (r *Room) remove(p *person) {
	r.people = slices.DeleteFunc(r.people, func(o *person) bool { return o == p })
	r.claim()
	if h := r.heat; r.phase == Counting {
		h.entrants = slices.DeleteFunc(h.entrants, func(e *entrant) bool { return e.who.ID == p.who.ID })
		if len(h.entrants) < 2 {
			h.stop()
			r.gather()
		}
		return
	}
	switch {
	case r.phase == Gathering && len(r.people) == 0 && r.past != nil:
		r.phase, r.forced = Results, time.Time{}
	case r.phase == Gathering:
		r.settle()
	}
}

// gather begins anew, with nobody ready.
func (r *Room) gather() {
	r.heat, r.phase, r.forced = nil, Gathering, time.Time{}
	r.unready()
}

// unready lets nobody be ready, and forgets whose seats waited.
func (r *Room) unready() {
	r.people = slices.DeleteFunc(r.people, func(p *person) bool { return p.ear == nil })
	r.claim()
	for _, p := range r.people {
		p.ready = false
	}
}

// forgotten reports whether the room can be dropped.
func (r *Room) forgotten(now time.Time) bool {
	until, empty := r.empty()
	return empty && !now.Before(until)
}

// empty reports whether nobody is in the room or coming, and until when it is kept for who comes later: the zero Time
// where there is nothing to race.
func (r *Room) empty() (until time.Time, _ bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.past != nil {
		until = r.expires
	}
	return until, len(r.people) == 0 && r.coming.Load() == 0 && r.heat == nil
}

func (r *Room) listed() (OpenRoom, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	l := OpenRoom{Word: r.word, Plan: r.plan, Phase: r.phase, Seated: r.seated()}
	l.Watching = len(r.people) - l.Seated
	return l, r.plan.Listed && !r.closed && len(r.people) > 0
}

// yield closes the room for another node's of the same word.
func (r *Room) yield() {
	r.mu.Lock()
	r.yielded = true
	r.mu.Unlock()
	r.close()
}

// close ends everything without a result.
func (r *Room) close() {
	r.mu.Lock()
	r.closed = true
	var runs []*live.Run
	if h := r.heat; h != nil {
		h.stop()
		for _, e := range h.entrants {
			if e.run != nil {
				runs = append(runs, e.run)
			}
		}
	}
	r.gather()
	r.mu.Unlock()
	for _, run := range runs {
		run.Close(live.End{How: live.Restart})
	}
	r.crowd.Tell()
}
