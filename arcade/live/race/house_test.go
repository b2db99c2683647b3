package race_test

import (
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/live/race"
	"arcade.example.com/games"
	"arcade.example.com/games/maze"
	"arcade.example.com/games/minesweeper"
)

// house is rooms in which one game is raced, always on the deal of its demonstration, whose moves win it.
type house struct {
	t     *testing.T
	hall  *live.Hall
	rooms *race.Rooms
	plan  race.Plan
	moves []games.Move

	mu   sync.Mutex
	kept []race.Heat
	runs int
}

func newHouse(t *testing.T, g games.Game) *house {
	demo := g.Demo()
	h := &house{t: t, hall: live.NewHall(live.Clock{}, nil)}
	m, err := g.Mode(demo.Mode)
	if err != nil {
		t.Fatal(err)
	}
	m.Ranked = true
	h.plan = race.Plan{Game: g, Mode: m, Listed: true}
	for _, st := range demo.Steps {
		if !st.Move.Shows() {
			h.moves = append(h.moves, st.Move)
		}
	}
	h.rooms = race.NewRooms(race.Setup{
		Hall: h.hall, Seed: func() games.Seed { return demo.Seed },
		Run: func() string {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.runs++
			return fmt.Sprint("run", h.runs)
		},
		Ghosts: func(game string) bool { return game == maze.Game().ID },
		Keep: func(v race.Heat) {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.kept = append(h.kept, v)
		},
		Failed: func(what string, err error) { t.Errorf("%s: %v", what, err) },
	})
	return h
}

func bothGames() []games.Game { return []games.Game{maze.Game(), minesweeper.Game()} }

// last is the heat that was kept last.
func (h *house) last() race.Heat {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.kept) == 0 {
		h.t.Fatal("no heat was kept")
	}
	return h.kept[len(h.kept)-1]
}

// racer is one who is in a room, by hand.
type racer struct {
	h     *house
	who   race.Who
	seat  *race.Seat
	wake  chan struct{}
	start race.Start
	log   []games.Step
	state games.State
}

// comes takes somebody with a key into the room otter.
func (h *house) comes(id string) *racer {
	return h.enters(race.Who{ID: id, Name: id, Source: "from " + id})
}

func (h *house) enters(who race.Who) *racer {
	h.t.Helper()
	r := &racer{h: h, who: who, wake: make(chan struct{}, 1)}
	var err error
	if r.seat, err = h.rooms.Enter("otter", h.plan, who, live.Into(r.wake)); err != nil {
		h.t.Fatal(err)
	}
	return r
}

// all takes n into the room, and makes them ready.
func (h *house) all(n int) (list []*racer) {
	for i := range n {
		r := h.comes(fmt.Sprint("p", i))
		list = append(list, r)
	}
	for _, r := range list {
		r.do(r.seat.Ready())
	}
	return list
}

func (r *racer) do(err error) {
	r.h.t.Helper()
	if err != nil {
		r.h.t.Errorf("%s: %v", r.who.ID, err)
	}
}

func (r *racer) phase(want race.Phase) race.View {
	r.h.t.Helper()
	v := r.seat.View()
	if v.Phase != want {
		r.h.t.Fatalf("%s is in a room that is %v, want %v", r.who.ID, v.Phase, want)
	}
	return v
}

// begin takes up the run.
func (r *racer) begin(start race.Start, err error) {
	r.h.t.Helper()
	if err != nil {
		r.h.t.Fatalf("%s: %v", r.who.ID, err)
	}
	r.start, r.state = start, start.Now.State
	r.log = start.Now.Steps
}

// moves makes n moves of the demonstration, now.
func (r *racer) moves(n int) {
	for range n {
		done := len(r.log)
		if done == len(r.h.moves) {
			return
		}
		m := r.h.moves[done]
		next, err := r.state.Apply(m)
		if err != nil {
			r.h.t.Fatalf("%s: step %d, %q: %v", r.who.ID, done, m, err)
		}
		r.state = next
		at := time.Since(r.start.Now.Began).Truncate(time.Millisecond)
		r.log = append(r.log, games.Step{At: at, Move: m})
		r.start.Run.Publish(live.Moment{Steps: r.log, State: next, Began: r.start.Now.Began, Ranked: true})
	}
}

func (r *racer) wins() { r.moves(len(r.h.moves)) }

// run lets the gun go off and everybody take up their run.
func (h *house) run(list []*racer) {
	h.t.Helper()
	time.Sleep(5 * time.Second)
	synctest.Wait()
	for _, r := range list {
		r.begin(r.seat.Start())
	}
}

// bubble runs a test in fake time, on every game.
func bubble(t *testing.T, f func(*testing.T, *house)) {
	for _, g := range bothGames() {
		t.Run(g.ID, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { f(t, newHouse(t, g)) })
		})
	}
}
