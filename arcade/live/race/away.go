package race

import (
	"slices"
	"sync"
	"time"

	"arcade.example.com/arcade/live"
	"arcade.example.com/games"
)

// Place is somebody's place in a room, of this node or of another.
type Place interface {
	View() View
	Look(*View)
	Ready() error
	Watch() error
	Force() error
	Next() error
	Set(Plan) error
	Say(Emote) error
	Mute(on bool) error
	Link(roundTrip time.Duration) error
	Start() (Start, error)
	Later() (Start, error)
	Past() (Heat, bool)
	Rivals() []games.Ghost
	Leave()
	Lost()
}

var (
	_ Place = (*Seat)(nil)
	_ Place = (*Away)(nil)
)

// Away is a place in a room of another node. What is done there goes by Act, and what is to be seen comes by News. A heat
// is run here, on a clock whose zero the other node has said in advance; its steps are sent there.
type Away struct {
	hall *live.Hall
	wake func()
	act  func(Act)

	mu      sync.Mutex
	news    News
	came    time.Time // when the news did
	t0      time.Time // of the deal
	deal    *Deal     // nil before one is known
	run     *live.Run // one's own, once it has begun
	rivals  []rival   // of the heat
	refused error
	gone    bool
}

// NewAway returns a place in the room of a word of which nothing is known yet but what was to be raced. wake is that of
// Enter; act is given what is done there, and must not block either.
func NewAway(hall *live.Hall, word string, plan Plan, wake func(), act func(Act)) *Away {
	return &Away{hall: hall, wake: wake, act: act, came: hall.Clock().Now(), news: News{View: View{Word: word, Plan: plan, Heat: 1}}}
}

// Hear takes in what goes on in the room. off is by how much the clocks of the two nodes may differ.
func (a *Away) Hear(n News, off time.Duration) {
	a.mu.Lock()
	now := a.hall.Clock().Now()
	a.news, a.came = n, now
	if n.Refused != nil {
		a.refused = n.Refused
	}
	run := a.run
	switch d := n.Deal; {
	case d == nil:
		a.deal, a.run, a.rivals = nil, nil, nil
	case a.deal == nil || a.deal.Run != d.Run:
		a.deal, a.run, a.rivals, a.t0 = d, nil, nil, now.Add(d.In-off)
		if n.View.Phase == Counting {
			a.hall.Clock().At(a.t0, a.wake)
		}
	}
	for _, r := range n.Rivals {
		a.hearOf(r)
	}
	over := n.End
	a.mu.Unlock()
	if run != nil && over != live.Under {
		run.Close(live.End{How: over})
	}
	a.wake()
}

// hearOf goes on with a rival's run. What does not follow what is known is left out. mu is held.
func (a *Away) hearOf(r Rival) {
	i := slices.IndexFunc(a.rivals, func(known rival) bool { return known.run == r.Run })
	if i < 0 && a.deal != nil {
		plan := a.news.View.Plan
		if first, err := plan.Game.Deal(plan.Mode, a.deal.Seed); err == nil {
			i = len(a.rivals)
			a.rivals = append(a.rivals, rival{r.Run, r.Name, live.Moment{State: first}})
		}
	}
	if i >= 0 && r.At == len(a.rivals[i].now.Steps) {
		if now, err := goOn(a.rivals[i].now, r.Steps); err == nil {
			a.rivals[i].now = now
		}
	}
}

// Gone says that the other node is.
func (a *Away) Gone() {
	a.mu.Lock()
	a.gone = true
	run := a.run
	a.mu.Unlock()
	if run != nil {
		run.Close(live.End{How: live.Away})
	}
	a.wake()
}

// View is the room as it was told last. The gun goes off here when it does there.
func (a *Away) View() (v View) {
	a.Look(&v)
	return v
}

// Look is View, and writes the lanes over those of the view before, as Seat's does.
func (a *Away) Look(v *View) {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.hall.Clock().Now()
	lanes := v.Lanes[:0]
	*v = a.news.View
	v.Gone = a.gone
	v.Refused, a.refused = a.refused, nil
	v.Lanes = append(lanes, v.Lanes...)
	for i, l := range v.Lanes {
		if l.How == live.Under {
			v.Lanes[i].Clock += now.Sub(a.came).Truncate(time.Millisecond)
		}
	}
	if v.Phase == Counting {
		v.Until = a.t0
		if a.deal != nil && !now.Before(a.t0) {
			v.Phase = Running
		}
	}
}

func (a *Away) do(act Act) error {
	a.mu.Lock()
	gone := a.gone
	a.mu.Unlock()
	if gone {
		return ErrGone
	}
	a.act(act)
	return nil
}

func (a *Away) Ready() error               { return a.do(Act{Does: "ready"}) }
func (a *Away) Watch() error               { return a.do(Act{Does: "watch"}) }
func (a *Away) Force() error               { return a.do(Act{Does: "force"}) }
func (a *Away) Next() error                { return a.do(Act{Does: "next"}) }
func (a *Away) Set(p Plan) error           { return a.do(Act{Does: "set", Plan: p}) }
func (a *Away) Say(e Emote) error          { return a.do(Act{Does: "say", Emote: e}) }
func (a *Away) Mute(on bool) error         { return a.do(Act{Does: "mute", On: on}) }
func (a *Away) Link(d time.Duration) error { return a.do(Act{Does: "link", Link: d}) }
func (a *Away) Leave()                     { _ = a.do(Act{Does: "leave"}) }
func (a *Away) Lost()                      { _ = a.do(Act{Does: "lost"}) }

// Later is for who is on the room's own node, or on any once nobody is in it.
func (a *Away) Later() (Start, error) { return Start{}, ErrPhase }

// Rivals are the others of the heat as they were told of last.
func (a *Away) Rivals() (list []games.Ghost) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, r := range a.rivals {
		list = append(list, r.ghost())
	}
	return list
}

// Past is the last heat that is over.
func (a *Away) Past() (Heat, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.news.Past == nil {
		return Heat{}, false
	}
	return *a.news.Past, true
}

// Start is what this entrant races; ErrPhase before T0 and for who only watches.
func (a *Away) Start() (Start, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	d := a.deal
	if d == nil || a.hall.Clock().Now().Before(a.t0) {
		return Start{}, ErrPhase
	}
	plan := a.news.View.Plan
	first, now, err := d.play(plan, a.t0)
	if err != nil {
		return Start{}, err
	}
	if a.run != nil {
		now = a.run.Now()
	} else {
		sent := len(now.Steps)
		a.run = a.hall.Beyond(live.Header{ID: d.Run, Game: plan.Game, Mode: plan.Mode, Player: d.Player, Name: a.news.View.You.Name, Seed: d.Seed, Word: a.news.View.Word},
			first, now, func(m live.Moment, _ live.End) {
				if len(m.Steps) > sent {
					a.act(Act{Does: "steps", At: sent, Steps: m.Steps[sent:]})
					sent = len(m.Steps)
				}
			})
	}
	return Start{Run: a.run, Seed: d.Seed, First: first, Now: now, Ghosts: plan.Ghosts}, nil
}

// play deals a heat and makes the steps that were made in it.
func (d *Deal) play(p Plan, t0 time.Time) (first games.State, now live.Moment, err error) {
	if first, err = p.Game.Deal(p.Mode, d.Seed); err != nil {
		return nil, live.Moment{}, err
	}
	now, err = goOn(live.Moment{State: first, Began: t0}, d.Steps)
	if err != nil {
		return nil, live.Moment{}, err
	}
	return first, now, nil
}

// goOn is a moment after some steps more.
func goOn(m live.Moment, steps []games.Step) (live.Moment, error) {
	m.Steps = append(m.Steps[:len(m.Steps):len(m.Steps)], steps...)
	for _, st := range steps {
		if st.Move.Shows() {
			continue
		}
		var err error
		if m.State, err = m.State.Apply(st.Move); err != nil {
			return live.Moment{}, err
		}
	}
	return m, nil
}
