package race

import (
	"errors"
	"time"

	"arcade.example.com/arcade/live"
	"arcade.example.com/games"
)

// News is what the node of a room tells another of it, for somebody who is there.
type News struct {
	View    View
	Deal    *Deal    // theirs, from the countdown to the end of the heat
	Rivals  []Rival  // what is new of the others of the heat, where they are seen on the board
	End     live.How // how their run ended; Under while it has not, or there is none
	Past    *Heat    // the last heat, while in Results
	Refused error    // why what was done last could not be
}

// Deal is what an entrant of a heat has to know. It travels to the entrant's node in advance, and is shown to nobody
// there before T0.
type Deal struct {
	Run    string
	Player string
	Seed   games.Seed
	In     time.Duration // from this instant to T0; negative when it is past
	Steps  []games.Step  // that are made already
}

// Rival is somebody else of a heat, with the steps that they have made from number At on.
type Rival struct {
	Run   string
	Name  string
	At    int
	Steps []games.Step
}

// Act is something that somebody does in a room of another node.
type Act struct {
	Does  string
	Plan  Plan
	Emote Emote
	On    bool
	Link  time.Duration
	At    int // the number of the first of Steps
	Steps []games.Step
}

// Abroad is a seat in a room of this node that somebody on another holds. It is for one goroutine at a time.
type Abroad struct {
	seat    *Seat
	refused error
	told    map[string]int // how many steps of which run
}

// EnterAbroad takes somebody in who is on another node, as Enter does. off is by how much the node's clock may differ: it
// is stated in the result.
func (rs *Rooms) EnterAbroad(word string, plan Plan, who Who, off time.Duration, wake func()) (*Abroad, error) {
	who.Off = off
	s, err := rs.Enter(word, plan, who, wake)
	if err != nil {
		return nil, err
	}
	return &Abroad{seat: s, told: make(map[string]int)}, nil
}

// News is what there is to tell now.
func (a *Abroad) News() News {
	n := News{View: a.seat.View(), Refused: a.refused}
	a.refused = nil
	n.View.Later = false // it is raced on this node
	n.Deal, n.End = a.seat.ahead()
	rivals := a.seat.rivals()
	if len(rivals) == 0 {
		clear(a.told)
	}
	for _, r := range rivals {
		if steps, at := r.now.Steps, a.told[r.run]; len(steps) > at {
			n.Rivals = append(n.Rivals, Rival{r.run, r.name, at, steps[at:]})
			a.told[r.run] = len(steps)
		}
	}
	if n.View.Phase == Results {
		if h, ok := a.seat.Past(); ok {
			n.Past = &h
		}
	}
	return n
}

// ahead is the deal of the heat at hand for who races in it, as soon as it is made, and how their run ended.
func (s *Seat) ahead() (*Deal, live.How) {
	r := s.room
	r.mu.Lock()
	defer r.mu.Unlock()
	h := r.heat
	e := h.of(s.person.who.ID)
	if e == nil || s.holds() != nil {
		return nil, live.Under
	}
	d := &Deal{Run: e.id, Player: e.who.player(), Seed: h.seed, In: h.t0.Sub(r.rooms.clock.Now()), Steps: h.begin.Steps}
	if e.run == nil {
		return d, live.Under
	}
	d.Steps = e.run.Now().Steps
	return d, e.run.Ended().How
}

// errAct is returned for what nobody can do.
var errAct = errors.New("no such thing can be done in a room")

// Do does what somebody on another node did there. What the room refuses is news for them; an error is for what their
// node should not have said.
func (a *Abroad) Do(act Act) error {
	s := a.seat
	switch act.Does {
	case "ready":
		a.refused = s.Ready()
	case "watch":
		a.refused = s.Watch()
	case "force":
		a.refused = s.Force()
	case "next":
		a.refused = s.Next()
	case "set":
		a.refused = s.Set(act.Plan)
	case "say":
		a.refused = s.Say(act.Emote)
	case "mute":
		a.refused = s.Mute(act.On)
	case "link":
		a.refused = s.Link(act.Link)
	case "leave":
		s.Leave()
	case "lost":
		s.Lost()
	case "steps":
		return a.steps(act)
	default:
		return errAct
	}
	return nil
}

// steps goes on with the run of an entrant on another node, as timed there.
func (a *Abroad) steps(act Act) error {
	start, err := a.seat.Start()
	if err != nil { // the heat is over, or they are here by another window
		return nil
	}
	m := start.Run.Now()
	if act.At != len(m.Steps) || len(m.Steps)+len(act.Steps) > games.MaxSteps {
		return nil // the run was over before these came, or there is more than a replay has
	}
	last := m.Last()
	for _, st := range act.Steps {
		if st.At < last || m.State.Status().Over() {
			return errAct
		}
		last = st.At
		m.Steps = append(m.Steps, st)
		if st.Move.Shows() {
			continue
		}
		if m.State, err = m.State.Apply(st.Move); err != nil {
			return errAct
		}
	}
	start.Run.Publish(m)
	return nil
}
