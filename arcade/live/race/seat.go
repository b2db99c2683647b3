package race

import (
	"time"

	"arcade.example.com/arcade/live"
	"arcade.example.com/games"
)

// Seat is somebody's place in a room, as one window of theirs holds it. All but View answer ErrMoved once they have come
// in by another window, and ErrClosed when the arcade restarts.
type Seat struct {
	room   *Room
	person *person
	window int
}

// Start is what an entrant needs at T0, and not before.
type Start struct {
	Run   *live.Run // to publish to; it ends by itself when the heat does
	Seed  games.Seed
	First games.State // as dealt
	// Now is where the run stands: at T0 the opening is made where the game waits for one, and who comes back goes on
	// from here. Its Steps are the entrant's own, to be appended to.
	Now    live.Moment
	Ghosts bool  // the rivals' positions may be drawn
	Past   []Row // of who comes later: those to race against
}

// do changes the room as the holder of the seat, and tells everybody.
func (s *Seat) do(f func(*Room, *person) error) error {
	r := s.room
	r.mu.Lock()
	err := s.holds()
	if err == nil {
		err = f(r, s.person)
	}
	r.mu.Unlock()
	if err == nil {
		r.crowd.Stir()
	}
	return err
}

func (s *Seat) holds() error {
	switch {
	case s.room.closed:
		return ErrClosed
	case s.window != s.person.window || s.person.ear == nil:
		return ErrMoved
	}
	return nil
}

// Ready says that one wants to race, and sits down for it; with everybody ready the countdown begins.
func (s *Seat) Ready() error {
	return s.do(func(r *Room, p *person) error {
		if r.phase != Gathering || p.busy() {
			return ErrPhase
		}
		if err := r.sit(p); err != nil {
			return err
		}
		p.ready = true
		r.settle()
		return nil
	})
}

// busy reports whether somebody is racing a heat that is over.
func (p *person) busy() bool { return p.late != nil && p.late.Ended().How == live.Under }

func (r *Room) sit(p *person) error {
	if !p.seated && r.seated() >= maxEntrants {
		return ErrSeats
	}
	p.seated = true
	return nil
}

// Watch gives the seat up to look on; Ready takes one again.
func (s *Seat) Watch() error {
	return s.do(func(r *Room, p *person) error {
		if r.phase != Gathering && r.phase != Results {
			return ErrPhase
		}
		p.seated, p.ready = false, false
		r.settle()
		return nil
	})
}

// Force begins the countdown in ten seconds with those who are ready by then. The host alone can.
func (s *Seat) Force() error {
	return s.do(func(r *Room, p *person) error {
		switch {
		case r.phase != Gathering || !r.forced.IsZero():
			return ErrPhase
		case p != r.host():
			return ErrHost
		}
		at := r.rooms.clock.Now().Add(forceAfter)
		r.forced = at
		r.rooms.clock.AfterFunc(forceAfter, func() { r.force(at) })
		return nil
	})
}

// Next leaves the results for the next heat, for which one is ready; the others are to say so too.
func (s *Seat) Next() error {
	return s.do(func(r *Room, p *person) error {
		if r.phase != Results || p.busy() {
			return ErrPhase
		}
		if err := r.sit(p); err != nil {
			return err
		}
		r.gather()
		p.ready = true
		r.settle()
		return nil
	})
}

// Set changes what is raced. The host alone can, while people gather; nobody is ready for it yet.
func (s *Seat) Set(plan Plan) error {
	return s.do(func(r *Room, p *person) error {
		switch {
		case r.phase != Gathering:
			return ErrPhase
		case p != r.host():
			return ErrHost
		}
		r.set(plan)
		r.gather()
		return nil
	})
}

// Link says how long the way to this entrant and back takes, the median of what was measured lately.
func (s *Seat) Link(roundTrip time.Duration) error {
	return s.do(func(r *Room, p *person) error {
		p.link = roundTrip
		if e := r.heat.of(p.who.ID); e != nil {
			e.link = roundTrip
		}
		return nil
	})
}

// Start is what this entrant races; ErrPhase before T0 and for who only watches.
func (s *Seat) Start() (start Start, err error) {
	r := s.room
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := s.holds(); err != nil {
		return Start{}, err
	}
	h := r.heat
	e := h.of(s.person.who.ID)
	if r.phase != Running || e == nil {
		return Start{}, ErrPhase
	}
	return h.starting(e.run), nil
}

func (h *heat) starting(run *live.Run) Start {
	return Start{Run: run, Seed: h.seed, First: h.first, Now: run.Now(), Ghosts: h.plan.Ghosts}
}

// Later begins the heat that is over once more, now and for this seat alone, against those who were there. It can be
// done once, by who was not; nobody waits for it. ErrOnce, ErrRaced or ErrPhase otherwise.
func (s *Seat) Later() (Start, error) {
	r := s.room
	r.mu.Lock()
	if err := s.holds(); err != nil {
		r.mu.Unlock()
		return Start{}, err
	}
	h, p := r.past, s.person
	switch {
	case h == nil || r.heat.of(p.who.ID) != nil:
		r.mu.Unlock()
		return Start{}, ErrPhase
	case h.of(p.who.ID) != nil:
		r.mu.Unlock()
		return Start{}, ErrOnce
	case len(h.entrants) >= maxRaced:
		r.mu.Unlock()
		return Start{}, ErrRaced
	}
	e := &entrant{who: p.who, link: p.link, here: true}
	h.entrants = append(h.entrants, e)
	begin := h.begin
	begin.Began = r.rooms.clock.Now()
	run := h.enter(e, r.rooms.Run(), begin, func(end live.End) { r.cameLater(h, e, end.How) })
	p.late, p.seated, p.ready = run, false, false
	start := h.starting(run)
	start.Past = h.result.Rows
	r.settle()
	r.mu.Unlock()
	run.Enter()
	return start, nil
}

// Past is the last heat that is over, with the seed it was dealt from; false where there is none.
func (s *Seat) Past() (Heat, bool) {
	r := s.room
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.past == nil {
		return Heat{}, false
	}
	return r.past.result, true
}

// Rivals are the others of the heat where they are right now, to be drawn beside this entrant's own position; none where
// the host or the game will not have it.
func (s *Seat) Rivals() (list []games.Ghost) {
	for _, r := range s.rivals() {
		list = append(list, r.ghost())
	}
	return list
}

// rival is somebody else of a heat, as far as is known here.
type rival struct {
	run, name string
	now       live.Moment
}

func (s *Seat) rivals() (list []rival) {
	r := s.room
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.heat == nil || r.phase != Running || !r.heat.plan.Ghosts {
		return nil
	}
	for _, e := range r.heat.entrants {
		if e.who.ID != s.person.who.ID {
			list = append(list, rival{e.id, e.who.Name, e.run.Now()})
		}
	}
	return list
}

func (r rival) ghost() games.Ghost {
	g := games.Ghost{Name: r.name, State: r.now.State}
	if n := len(r.now.Steps); n > 0 {
		g.Last = r.now.Steps[n-1].Move
	}
	return g
}

// Leave goes for good: an entrant is out, placed by how far they are.
func (s *Seat) Leave() { s.part(false) }

// Lost says that the connection is gone: an entrant's clock runs on, and the seat waits until the end of the heat for
// who enters with the same id. Their run must not be closed then.
func (s *Seat) Lost() { s.part(true) }

func (s *Seat) part(lost bool) {
	s.room.mu.Lock()
	err := s.holds()
	s.room.mu.Unlock()
	if err == nil {
		s.room.part(s.person, lost)
	}
}
