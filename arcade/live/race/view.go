package race

import (
	"slices"
	"time"

	"arcade.example.com/arcade/live"
)

// View is a room as one of its people sees it: a value, to be asked for after every wake-up.
type View struct {
	Word     string
	Plan     Plan
	Phase    Phase
	Heat     int       // the number of the heat at hand, from 1
	Until    time.Time // when counting begins at the latest, the gun, or the heat's end; zero where nothing is set
	You      Member
	Members  []Member // who sit, in the order in which they came; none while they race, when Lanes say it
	Watching int
	Lanes    []Lane // of the heat under way, in the order in which they came
	Results  []Row  // of the last heat, while in Results: not to be written to
	Later    bool   // you may race the last heat later
	Said     []Said // the latest emotes, not yours to see where you muted them
	Moved    bool   // you are here in another window
	Closed   bool   // the arcade restarts
	Gone     bool   // the node of the room does not answer
	Yielded  bool   // another node's room of the same word was there first
	Refused  error  // why another node's room did not take what was done last; told once
}

// Member is one who is in a room.
type Member struct {
	Name   string
	You    bool
	Host   bool
	Seated bool
	Ready  bool
	Here   bool          // false while the connection is lost
	Link   time.Duration // the round trip, 0 where it is not known
}

// Lane is how far an entrant is: all that a rival may know in every game.
type Lane struct {
	Name     string
	You      bool
	Run      string // to be watched; "" while you race yourself, of your own, and of who is in or out
	Done, Of int
	Clock    time.Duration
	// Split is how much later than you, or for who watches than the one in front, they did what both have done;
	// negative is earlier. Not Known where one has done nothing yet.
	Split time.Duration
	Known bool
	How   live.How // Under while they race
	Here  bool
	Link  time.Duration
}

// View is the room as the holder of the seat sees it. It carries nothing about a deal before T0, and about a rival
// never more than a lane.
func (s *Seat) View() (v View) {
	s.Look(&v)
	return v
}

// Look is View, and writes the lanes over those of the view before: who races looks with every step.
func (s *Seat) Look(v *View) {
	r := s.room
	r.mu.Lock()
	defer r.mu.Unlock()
	lanes := v.Lanes[:0]
	*v = View{Word: r.word, Plan: r.plan, Phase: r.phase, Heat: r.heats + 1, Until: r.forced, Closed: r.closed, Yielded: r.yielded}
	v.Moved = s.window != s.person.window
	if r.phase != Running {
		v.Members = make([]Member, 0, len(r.people))
	}
	host := r.host()
	for _, p := range r.people {
		m := Member{Name: p.who.Name, You: p == s.person, Host: p == host, Seated: p.seated, Ready: p.ready, Here: p.ear != nil, Link: p.link}
		if m.You {
			v.You = m
		}
		switch {
		case !m.Seated:
			v.Watching++
		case r.phase != Running:
			v.Members = append(v.Members, m)
		}
	}
	switch r.phase {
	case Counting:
		v.Until = r.heat.t0
	case Running:
		v.Heat = r.heats
		v.Until = r.heat.deadline()
		v.Lanes = r.heat.lanes(lanes, s.person.who.ID)
	case Results:
		v.Heat = r.heats
		v.Results = r.past.result.Rows
		v.Later = r.past.of(s.person.who.ID) == nil
	}
	for _, x := range r.said {
		if !s.person.muted || x.Name == s.person.who.Name {
			v.Said = append(v.Said, x)
		}
	}
}

// lanes appends how far everybody is, measured against one of them, or the one in front.
func (h *heat) lanes(list []Lane, id string) []Lane {
	now := h.room.rooms.clock.Now()
	own := h.of(id)
	watches := own == nil || own.run.Ended().How != live.Under
	list = slices.Grow(list, len(h.entrants))
	var against []time.Duration
	var marks [maxEntrants][]time.Duration
	for i, e := range h.entrants {
		l, m := e.lane(now)
		list, marks[i] = append(list, l), m
		list[i].You = e == own
		if watches && e != own && list[i].How == live.Under {
			list[i].Run = e.run.ID
		}
		if e == own || own == nil && ahead(marks[i], against) {
			against = marks[i]
		}
	}
	begun, _ := h.begin.State.Progress() // a maze begins with a cell done
	for i := range list {
		if n := min(len(marks[i]), len(against)); n > begun+1 {
			list[i].Split, list[i].Known = marks[i][n-1]-against[n-1], true
		}
	}
	return list
}

// ahead reports whether one has done more than another, or as much earlier.
func ahead(a, b []time.Duration) bool {
	return len(a) > len(b) || len(a) == len(b) && len(a) > 0 && a[len(a)-1] < b[len(b)-1]
}

func (e *entrant) lane(now time.Time) (Lane, []time.Duration) {
	m, end := e.run.Stands()
	l := Lane{Name: e.who.Name, How: end.How, Clock: end.Time, Here: e.here, Link: e.link}
	if end.How == live.Under {
		l.Clock = m.Elapsed(now)
	}
	l.Done, l.Of = m.State.Progress()
	e.mu.Lock()
	defer e.mu.Unlock()
	return l, e.marks
}
