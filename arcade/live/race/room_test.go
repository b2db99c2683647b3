package race_test

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/live/race"
	"arcade.example.com/games/maze"
)

// TestGathering: counting begins when all who sit are ready and not before; the host can force it, and who is not
// ready then watches.
func TestGathering(t *testing.T) {
	bubble(t, func(t *testing.T, h *house) {
		ana, jun, eve := h.comes("ana"), h.comes("jun"), h.comes("eve")
		ana.do(ana.seat.Ready())
		if err := jun.seat.Force(); !errors.Is(err, race.ErrHost) {
			t.Errorf("another than the host: %v", err)
		}
		ana.do(ana.seat.Force())
		if v := eve.phase(race.Gathering); time.Until(v.Until) != 10*time.Second || !v.Members[0].Host || !v.Members[0].Ready || v.Members[1].Ready {
			t.Errorf("%+v", v)
		}
		time.Sleep(11 * time.Second)
		ana.phase(race.Gathering) // alone one does not race
		jun.do(jun.seat.Ready())
		ana.phase(race.Gathering)
		ana.do(ana.seat.Force())
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if v := eve.phase(race.Counting); v.You.Seated || v.Watching != 1 || len(v.Members) != 2 {
			t.Errorf("who was not ready: %+v", v)
		}
		h.run([]*racer{ana, jun})
		if _, err := eve.seat.Start(); !errors.Is(err, race.ErrPhase) {
			t.Errorf("who watches has a start: %v", err)
		}
		if len(eve.phase(race.Running).Lanes) != 2 {
			t.Error("who watches does not see two lanes")
		}
	})
}

// TestSeats: eight sit, others watch until one stands up; guests get names; who comes during a heat watches.
func TestSeats(t *testing.T) {
	bubble(t, func(t *testing.T, h *house) {
		var list []*racer
		for i := range 9 {
			list = append(list, h.enters(race.Who{ID: fmt.Sprint("session", i), Guest: true}))
		}
		v := list[8].seat.View()
		if len(v.Members) != 8 || v.Watching != 1 || v.Members[7].Name != "guest-8" || v.You.Name != "guest-9" || v.You.Seated {
			t.Errorf("%+v", v)
		}
		if err := list[8].seat.Ready(); !errors.Is(err, race.ErrSeats) {
			t.Errorf("a ninth: %v", err)
		}
		list[2].do(list[2].seat.Watch())
		list[3].seat.Leave()
		list = slices.Delete(list, 2, 4)
		slices.Reverse(list)
		for _, r := range list {
			r.do(r.seat.Ready())
		}
		late := h.comes("ana")
		if v := late.phase(race.Counting); v.You.Seated || v.Watching != 2 || len(v.Members) != 7 {
			t.Errorf("who comes to a countdown: %+v", v)
		}
		h.run(list)
	})
}

// TestCountdownBreaksOff: with fewer than two left there is nothing to count down to.
func TestCountdownBreaksOff(t *testing.T) {
	bubble(t, func(t *testing.T, h *house) {
		list := h.all(3)
		list[1].seat.Leave()
		list[0].phase(race.Counting)
		list[2].seat.Leave()
		if v := list[0].phase(race.Gathering); v.You.Ready || !v.Until.IsZero() {
			t.Errorf("%+v", v)
		}
		time.Sleep(time.Minute)
		list[0].phase(race.Gathering)
	})
}

// TestLostInTheCountdown: who lost the connection before T0 keeps no room waiting that gathers again.
func TestLostInTheCountdown(t *testing.T) {
	bubble(t, func(t *testing.T, h *house) {
		list := h.all(2)
		list[0].seat.Lost()
		list[1].phase(race.Counting)
		list[1].seat.Leave()
		eve, zoe := h.comes("eve"), h.comes("zoe")
		eve.do(eve.seat.Ready())
		zoe.do(zoe.seat.Ready())
		eve.phase(race.Counting)
	})
}

// TestHostGoes: the next who came is the host.
func TestHostGoes(t *testing.T) {
	bubble(t, func(t *testing.T, h *house) {
		ana, jun := h.comes("ana"), h.comes("jun")
		ana.seat.Leave()
		if !jun.seat.View().You.Host {
			t.Error("nobody is the host")
		}
		plan := h.plan
		plan.Ghosts = true
		jun.do(jun.seat.Set(plan))
		if got := jun.seat.View().Plan.Ghosts; got != (h.plan.Game.ID == maze.Game().ID) {
			t.Errorf("ghosts in %s: %v", h.plan.Game.ID, got)
		}
	})
}

// TestWordsAndLists: rooms are found by their word; drawn words are free ones; only open rooms with a word of ours are listed.
func TestWordsAndLists(t *testing.T) {
	h := newHouse(t, maze.Game())
	wake := make(chan struct{}, 1)
	seen := make(map[string]bool)
	var seats []*race.Seat
	for i := range 1000 {
		s, err := h.rooms.Enter("", h.plan, race.Who{ID: fmt.Sprint(i)}, live.Into(wake))
		if err != nil {
			t.Fatal(err)
		}
		word := s.View().Word
		if seen[word] {
			t.Fatalf("%s is drawn twice", word)
		}
		seen[word] = true
		seats = append(seats, s)
	}
	if _, err := h.rooms.Enter("", h.plan, race.Who{ID: "one more"}, live.Into(wake)); !errors.Is(err, race.ErrRooms) {
		t.Errorf("the next room: %v", err)
	}
	for _, s := range seats {
		s.Leave()
	}
	for _, word := range []string{"Otter", "ab", "../x", "otter otter"} {
		if _, err := h.rooms.Enter(word, h.plan, race.Who{ID: "ana"}, live.Into(wake)); !errors.Is(err, race.ErrWord) {
			t.Errorf("%q: %v", word, err)
		}
	}
	ana, _ := h.rooms.Enter("heron", h.plan, race.Who{ID: "ana"}, live.Into(wake))
	h.rooms.Enter("heron", race.Plan{}, race.Who{ID: "jun"}, live.Into(wake))
	h.rooms.Enter("rudeword", h.plan, race.Who{ID: "eve"}, live.Into(wake))
	h.rooms.Enter("otter", h.plan, race.Who{ID: "zoe"}, live.Into(wake))
	closed := h.plan
	closed.Listed = false
	h.rooms.Enter("panda", closed, race.Who{ID: "kim"}, live.Into(wake))
	list := h.rooms.List()
	if len(list) != 2 || list[0].Word != "heron" || list[0].Seated != 2 || list[1].Word != "otter" || list[0].Plan.Mode.ID != h.plan.Mode.ID {
		t.Errorf("%+v", list)
	}
	ana.Leave()
}

// TestManyAtOnce: hundreds of goroutines do everything in one room, heat after heat; every heat ends, and no goroutine
// stays behind.
func TestManyAtOnce(t *testing.T) {
	before := runtime.NumGoroutine()
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, maze.Game())
		h.plan.Ghosts = true
		var all sync.WaitGroup
		for i := range 200 {
			all.Go(func() {
				wake := make(chan struct{}, 1)
				who := race.Who{ID: fmt.Sprint(i), Guest: i%3 == 0, Name: fmt.Sprint(i)}
				var r racer
				for turn := range 60 {
					if r.seat == nil {
						s, err := h.rooms.Enter("otter", h.plan, who, live.Into(wake))
						if err != nil {
							t.Error(err)
							return
						}
						r = racer{h: h, who: who, seat: s, wake: wake}
					}
					_ = errors.Join(r.seat.Ready(), r.seat.Force(), r.seat.Link(time.Duration(i)*time.Millisecond), r.seat.Say(race.Emote(turn%6)))
					if start, err := r.seat.Start(); err == nil && r.start.Run != start.Run {
						r.begin(start, nil)
					}
					if r.start.Run != nil && r.start.Run.Ended().How == live.Under {
						r.moves(1 + i%40)
						_ = r.seat.Rivals()
					}
					_ = r.seat.View()
					switch (i + turn) % 29 {
					case 0:
						r.seat.Lost()
						r = racer{}
					case 1:
						r.seat.Leave()
						r = racer{}
					case 2:
						_ = r.seat.Next()
					case 3:
						if start, err := r.seat.Later(); err == nil {
							r.begin(start, nil)
						}
					}
					time.Sleep(time.Duration(500+i) * time.Millisecond)
				}
				if r.seat != nil {
					r.seat.Leave()
				}
			})
		}
		all.Wait()
		time.Sleep(2 * time.Hour)
		synctest.Wait()
		if h.hall.Playing() != 0 || len(h.kept) == 0 {
			t.Errorf("%d under way, %d heats", h.hall.Playing(), len(h.kept))
		}
		for _, v := range h.kept {
			for i, row := range v.Rows {
				if row.How == live.Under || row.How == live.Moved || row.Place == 0 != row.Later || i == 0 && row.Place != 1 {
					t.Errorf("heat %d, row %d: %+v", v.Number, i, row)
				}
			}
		}
	})
	for range 1000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

// A room that another node's of the same word was before is closed for it, and who is in it is told so.
func TestYield(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, maze.Game())
		r := h.comes("ana")
		h.rooms.Yield("otter")
		if v := r.seat.View(); !v.Yielded || !v.Closed {
			t.Errorf("they see %+v", v)
		}
		if again := h.comes("ana"); again.seat.View().Closed {
			t.Error("nobody can come in again")
		}
	})
}
