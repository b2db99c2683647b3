package links

import (
	"fmt"
	"testing"
	"time"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/live/race"
	"arcade.example.com/games"
	"arcade.example.com/games/catalog"
)

func emptyRooms(hall *live.Hall) *race.Rooms {
	return race.NewRooms(race.Setup{Hall: hall, Seed: func() games.Seed { return 7 }, Run: func() string { return "run" },
		Ghosts: func(string) bool { return true }, Keep: func(race.Heat) {}, Failed: func(string, error) {}})
}

// rooms are those of a node, whose words the other knows at once. Everything is raced on the deal of its demonstration.
func (h *house) rooms(self string) *race.Rooms {
	var rooms *race.Rooms
	runs := 0
	rooms = race.NewRooms(race.Setup{
		Hall: h.halls[self], Seed: func() games.Seed { return catalog.All()[0].Demo().Seed }, Run: func() string { runs++; return fmt.Sprint(self, runs) },
		Ghosts: func(string) bool { return true }, Failed: func(what string, err error) { h.t.Errorf("%s: %v", what, err) },
		Keep: func(heat race.Heat) {
			h.mu.Lock()
			h.kept = append(h.kept, heat)
			h.mu.Unlock()
			h.nodes[self].Tell(heat)
		},
		Elsewhere: func(word string, plan race.Plan, who race.Who, wake func()) race.Place {
			h.mu.Lock()
			home := h.homes[word]
			h.mu.Unlock()
			if home == "" || home == self {
				return nil
			}
			return h.nodes[self].Enter(home, word, plan, who, wake)
		},
		Others: func() []race.OpenRoom { return h.nodes[self].Others() },
		Claim: func(word string, here bool) {
			h.mu.Lock()
			defer h.mu.Unlock()
			if h.homes[word] = ""; here {
				h.homes[word] = self
			}
		},
	})
	return rooms
}

// racer is one in a room.
type racer struct {
	t     *testing.T
	place race.Place
	start race.Start
	log   []games.Step
	state games.State
}

func (h *house) comes(node, name string) *racer {
	h.t.Helper()
	g := catalog.All()[0]
	m, err := g.Mode(g.Demo().Mode)
	if err != nil {
		h.t.Fatal(err)
	}
	p, err := h.nodes[node].Rooms.Come("otter", race.Plan{Game: g, Mode: m, Listed: true}, race.Who{ID: name, Name: name, Source: node, Ref: "key of " + name}, func() {})
	if err != nil {
		h.t.Fatal(err)
	}
	settle(100 * time.Millisecond)
	return &racer{t: h.t, place: p}
}

func (r *racer) begins() {
	r.t.Helper()
	var err error
	if r.start, err = r.place.Start(); err != nil {
		r.t.Fatal(err)
	}
	r.log, r.state = r.start.Now.Steps, r.start.Now.State
}

// demo is the moves of the demonstration.
func demo() (steps []games.Step) {
	for _, st := range catalog.All()[0].Demo().Steps {
		if !st.Move.Shows() {
			steps = append(steps, st)
		}
	}
	return steps
}

// goes makes moves of the demonstration now.
func (r *racer) goes(steps []games.Step) {
	r.t.Helper()
	for _, st := range steps {
		next, err := r.state.Apply(st.Move)
		if err != nil {
			r.t.Fatal(err)
		}
		r.state = next
		r.log = append(r.log, games.Step{At: time.Since(r.start.Now.Began).Truncate(time.Millisecond), Move: st.Move})
		r.start.Run.Publish(live.Moment{Steps: r.log, State: r.state, Began: r.start.Now.Began})
	}
}

// gather has two on different nodes begin a heat, from one instant.
func (h *house) gather() (ana, jun *racer) {
	h.t.Helper()
	ana, jun = h.comes("a", "ana"), h.comes("b", "jun")
	for _, r := range []*racer{ana, jun} {
		if v := r.place.View(); v.Word != "otter" || len(v.Members) != 2 || v.Phase != race.Gathering {
			h.t.Fatalf("sees %+v", v)
		}
		if r.place.Ready() != nil {
			h.t.Fatal("not ready")
		}
	}
	settle(2 * every)
	for node, n := range h.nodes {
		if list := n.Rooms.List(); len(list) != 1 || list[0].Word != "otter" || list[0].Seated != 2 {
			h.t.Errorf("listed on %s: %+v", node, list)
		}
	}
	v, w := ana.place.View(), jun.place.View()
	if v.Phase != race.Counting || w.Phase != race.Counting || v.Until.Sub(w.Until).Abs() > time.Millisecond {
		h.t.Fatalf("the gun is at %v for one and %v for the other", v.Until, w.Until)
	}
	if _, err := jun.place.Start(); err == nil {
		h.t.Error("the deal is shown before T0")
	}
	settle(time.Until(v.Until))
	ana.begins()
	jun.begins()
	if ana.start.Seed != jun.start.Seed || ana.start.First.Text() != jun.start.First.Text() || ana.start.Now.Began.Sub(jun.start.Now.Began).Abs() > time.Millisecond {
		h.t.Fatal("they do not race the same")
	}
	return ana, jun
}

// Two who play on different nodes race: in one room, from one T0, each on the clock of their own node; the result is the
// same on both, and says how far the clocks may be apart. Then the room is raced later from the node that it was not on.
func TestRaceAcross(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		steps, seed := demo(), catalog.All()[0].Demo().Seed
		ana, jun := h.gather()
		settle(time.Second)
		jun.goes(steps[:8])
		settle(time.Second)
		for _, l := range ana.place.View().Lanes {
			if l.Name == "jun" && l.Done < 2 {
				t.Errorf("the lane of jun: %+v", l)
			}
		}
		jun.goes(steps[8:])
		settle(300 * time.Millisecond)
		ana.goes(steps)
		settle(time.Second)
		for _, r := range []*racer{ana, jun} {
			rows := r.place.View().Results
			if len(rows) != 2 || rows[0].Name != "jun" || rows[0].How != live.Won || rows[0].Time != jun.log[len(jun.log)-1].At || rows[1].Name != "ana" ||
				rows[1].Gap != rows[1].Time-rows[0].Time || rows[0].Off <= 0 || rows[0].Off > time.Millisecond || rows[1].Off != 0 {
				t.Fatalf("results: %+v", rows)
			}
			if past, ok := r.place.Past(); !ok || past.Seed != seed || len(past.Rows[0].Steps) == 0 {
				t.Error("the heat cannot be watched again")
			}
		}
		if len(h.kept) != 1 || h.kept[0].Rows[0].Ref != "key of jun" {
			t.Errorf("kept: %+v", h.kept)
		}
		if ana.place.Leave(); jun.place.View().Later {
			t.Error("who raced may race later")
		}
		jun.place.Leave()
		settle(time.Second)
		eve := h.comes("b", "eve")
		if _, local := eve.place.(*race.Seat); !local || !eve.place.View().Later {
			t.Fatalf("nobody is in the room, and who comes cannot race later: %+v", eve.place.View())
		}
		eve.place.Leave()
	})
}

// Where the host will have it, those who race on different nodes are seen on each other's board; and by who comes later, on
// either node.
func TestGhostsAcross(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		steps := demo()
		ana, jun := h.comes("a", "ana"), h.comes("b", "jun")
		plan := ana.place.View().Plan
		plan.Ghosts = true
		if err := ana.place.Set(plan); err != nil {
			t.Fatal(err)
		}
		_, _ = ana.place.Ready(), jun.place.Ready()
		settle(6 * time.Second)
		ana.begins()
		jun.begins()
		if !ana.start.Ghosts || !jun.start.Ghosts {
			t.Error("they are not told that they see each other")
		}
		sees := func(who, other *racer, name string) {
			t.Helper()
			list := who.place.Rivals()
			if len(list) != 1 || list[0].Name != name || list[0].State.Text() != other.state.Text() || list[0].Last != other.log[len(other.log)-1].Move {
				t.Errorf("%s is seen as %+v", name, list)
			}
		}
		for n := range 3 {
			ana.goes(steps[2*n : 2*n+2])
			jun.goes(steps[n : n+1])
			settle(2 * time.Second)
			sees(jun, ana, "ana")
			sees(ana, jun, "jun")
		}
		ana.goes(steps[6:])
		jun.goes(steps[3:])
		settle(2 * time.Second)
		if len(jun.place.Rivals())+len(ana.place.Rivals()) > 0 {
			t.Error("rivals are seen after the heat")
		}
		ana.place.Leave()
		jun.place.Leave()
		settle(time.Second)
		eve := h.comes("b", "eve")
		start, err := eve.place.Later()
		if err != nil || !start.Ghosts || len(start.Past) != 2 || start.Seed != jun.start.Seed {
			t.Fatalf("later: %+v, %v", start, err)
		}
		for _, row := range start.Past {
			if past, err := games.Decode(row.Steps); err != nil || len(past) != len(steps) {
				t.Errorf("the ghost of %s has %d steps: %v", row.Name, len(past), err)
			}
		}
		eve.place.Leave()
	})
}

// What the room refuses is told on the other node, too, and a link that breaks is the loss of the connection: the heat
// goes on without.
func TestRaceAndTheLinkBreaks(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		ana, jun := h.comes("a", "ana"), h.comes("b", "jun")
		if jun.place.Force() != nil {
			t.Error("a refusal is known at once")
		}
		settle(200 * time.Millisecond)
		if err := jun.place.View().Refused; err != race.ErrHost {
			t.Errorf("refused with %v", err)
		}
		if jun.place.View().Refused != nil {
			t.Error("it is told twice")
		}
		_, _ = ana.place.Ready(), jun.place.Ready()
		settle(6 * time.Second)
		ana.begins()
		jun.begins()
		jun.goes(demo()[:4])
		settle(200 * time.Millisecond)
		h.wire(func() {})
		settle(200 * time.Millisecond)
		if !jun.place.View().Gone || jun.start.Run.Ended().How != live.Away {
			t.Error("who is cut off is not told")
		}
		settle(2 * every)
		again := h.comes("b", "jun")
		settle(200 * time.Millisecond)
		again.begins()
		if len(again.log) < 4 || again.start.Run.ID != jun.start.Run.ID {
			t.Errorf("who comes back goes on with %d steps", len(again.log))
		}
		again.goes(demo()[4:])
		settle(time.Second)
		ana.place.Leave()
		settle(2 * time.Second)
		if rows := again.place.View().Results; len(rows) != 2 || rows[0].Name != "jun" || rows[0].How != live.Won || rows[1].How != live.Left {
			t.Errorf("results: %+v", rows)
		}
		again.place.Leave()
	})
}
