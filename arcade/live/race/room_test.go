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
	"arcade.example.com/games"
	"arcade.example.com/games/maze"
	"arcade.example.com/games/minesweeper"
)

// TestHeat: eight race, each told of the gun with another delay; all have one T0, and come in by their times.
func TestHeat(t *testing.T) {
	bubble(t, func(t *testing.T, h *house) {
		list := h.all(8)
		if _, err := list[0].seat.Start(); !errors.Is(err, race.ErrPhase) {
			t.Errorf("a start before T0: %v", err)
		}
		gun := time.Now().Add(5 * time.Second)
		if v := list[3].phase(race.Counting); !v.Until.Equal(gun) || len(v.Members) != 8 {
			t.Errorf("the gun is at %v, want %v", v.Until, gun)
		}
		time.Sleep(5*time.Second - time.Millisecond)
		list[0].phase(race.Counting)
		var done sync.WaitGroup
		for i, r := range list {
			done.Go(func() {
				time.Sleep(2*time.Millisecond + time.Duration(7-i)*40*time.Millisecond) // the frame's delay
				r.begin(r.seat.Start())
				if !r.start.Now.Began.Equal(gun) {
					t.Errorf("T0 of %s is %v, want %v", r.who.ID, r.start.Now.Began, gun)
				}
				time.Sleep(time.Until(gun.Add(time.Duration(10+i) * time.Second)))
				r.wins()
			})
		}
		done.Wait()
		list[0].phase(race.Results)
		for _, r := range list {
			if r.start.Now.State.Text() != list[0].start.Now.State.Text() {
				t.Errorf("%s has another deal", r.who.ID)
			}
		}
		v := h.last()
		for i, row := range v.Rows {
			if row.Place != i+1 || row.Player != fmt.Sprint("p", i) || row.Time != time.Duration(10+i)*time.Second || row.Gap != time.Duration(i)*time.Second {
				t.Errorf("row %d: %+v", i, row)
			}
			steps, err := games.Decode(row.Steps)
			if err != nil {
				t.Error(err)
			}
			s, at, err := h.plan.Game.Play(games.Replay{Game: v.Game, Mode: v.Mode, Version: v.Version, Seed: v.Seed, Steps: steps})
			if err != nil || s.Status() != games.Won || at != row.Time {
				t.Errorf("the replay of %s ends at %v: %v", row.Player, at, err)
			}
		}
		if len(v.Rows) != 8 || len(h.kept) != 1 || len(v.Rated()) != 8 || v.Word != "otter" || v.Number != 1 || h.hall.Playing() != 0 {
			t.Errorf("kept %d heats, the last of %d rows, %d rated; %d under way", len(h.kept), len(v.Rows), len(v.Rated()), h.hall.Playing())
		}
	})
}

// TestKeysBeforeTheGun: nothing that an entrant can do before T0 changes where anybody begins.
func TestKeysBeforeTheGun(t *testing.T) {
	bubble(t, func(t *testing.T, h *house) {
		list := h.all(3)
		for range 500 {
			for _, r := range list {
				_ = errors.Join(r.seat.Ready(), r.seat.Force(), r.seat.Next(), r.seat.Set(h.plan), r.seat.Watch(), r.seat.Say(1))
				if _, err := r.seat.Start(); err == nil {
					t.Fatal("a start before T0")
				}
				if v := r.seat.View(); len(v.Lanes) > 0 || v.Phase != race.Counting {
					t.Fatalf("%v with %d lanes before T0", v.Phase, len(v.Lanes))
				}
			}
			time.Sleep(9 * time.Millisecond)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		for i, l := range list[0].phase(race.Running).Lanes {
			if first := list[0].seat.View().Lanes[0]; l.Done != first.Done || l.Known {
				t.Errorf("lane %d: %+v", i, l)
			}
			list[i].begin(list[i].seat.Start())
			if n := len(list[i].start.Now.Steps); list[i].start.Now.Last() != 0 || n > 1 {
				t.Errorf("%d steps at T0", n)
			}
		}
	})
}

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

// TestEndOfHeat is the table of when a heat ends that not all finish.
func TestEndOfHeat(t *testing.T) {
	for _, c := range []struct {
		name  string
		first time.Duration // when the first arrives, 0 for never
		lost  bool          // all lose the connection, at half a minute
		ends  time.Duration
	}{
		{"three times the time of the first", 10 * time.Second, false, 30 * time.Second},
		{"a minute after the first", 5 * time.Minute, false, 6 * time.Minute},
		{"an hour", 0, false, time.Hour},
		{"a minute after all are gone", 0, true, 90 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHouse(t, maze.Game())
				list := h.all(3)
				eve := h.comes("eve")
				h.run(list)
				began := time.Now()
				list[1].moves(5)
				if c.first > 0 {
					time.Sleep(c.first)
					list[0].wins()
				}
				if c.lost {
					time.Sleep(30 * time.Second)
					for _, r := range list {
						r.seat.Lost()
					}
				}
				if v := eve.phase(race.Running); !v.Until.Equal(began.Add(c.ends)) {
					t.Errorf("it ends at %v, want %v", v.Until.Sub(began), c.ends)
				}
				time.Sleep(time.Until(began.Add(c.ends)) - time.Millisecond)
				eve.phase(race.Running)
				time.Sleep(2 * time.Millisecond)
				synctest.Wait()
				eve.phase(race.Results)
				rows := h.last().Rows
				if last := rows[len(rows)-1]; last.Player != "p2" || last.How != live.TimeUp || list[2].start.Run.Ended().How != live.TimeUp {
					t.Errorf("%+v", rows)
				}
			})
		})
	}
}

// TestMineIsOut: who steps on a mine is out, and the heat goes on without them.
func TestMineIsOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, minesweeper.Game())
		list := h.all(2)
		h.run(list)
		time.Sleep(3 * time.Second)
		blown := list[0]
		for y := range 30 {
			for x := range 30 {
				m := games.Move(fmt.Sprintf("open %d,%d", x, y))
				if next, err := blown.state.Apply(m); err == nil && next.Status() == games.Lost && !blown.state.Status().Over() {
					blown.log = append(blown.log, games.Step{At: 3 * time.Second, Move: m})
					blown.state = next
					blown.start.Run.Publish(live.Moment{Steps: blown.log, State: next, Began: blown.start.Now.Began})
				}
			}
		}
		if l := list[1].phase(race.Running).Lanes[0]; l.How != live.Lost {
			t.Fatalf("%+v", l)
		}
		time.Sleep(3 * time.Second)
		list[1].wins()
		if rows := h.last().Rows; rows[0].Player != "p1" || rows[1].How != live.Lost || rows[1].Time != 3*time.Second || rows[1].Place != 2 {
			t.Errorf("%+v", rows)
		}
	})
}

// TestLanes: a rival is a lane, with the split at the furthest mark of both; ghosts are shown where the game and the host
// allow it, and there alone.
func TestLanes(t *testing.T) {
	bubble(t, func(t *testing.T, h *house) {
		h.plan.Ghosts = true
		list := h.all(2)
		eve := h.comes("eve")
		h.run(list)
		time.Sleep(2 * time.Second)
		list[0].moves(6)
		time.Sleep(time.Second)
		list[1].moves(6)
		list[1].moves(2)
		for who, want := range map[*racer][2]time.Duration{list[0]: {0, time.Second}, list[1]: {-time.Second, 0}, eve: {-time.Second, 0}} {
			l := who.seat.View().Lanes
			if !l[0].Known || l[0].Split != want[0] || l[1].Split != want[1] || l[1].Done == 0 {
				t.Errorf("%s sees %+v", who.who.ID, l)
			}
		}
		ghosts := list[0].seat.Rivals()
		if h.plan.Game.ID == maze.Game().ID {
			if len(ghosts) != 1 || ghosts[0].State != list[1].state || ghosts[0].Last != h.moves[7] || !list[0].start.Ghosts {
				t.Errorf("%+v", ghosts)
			}
		} else if len(ghosts) > 0 || list[0].start.Ghosts {
			t.Errorf("%d ghosts in a game where a position betrays the deal", len(ghosts))
		}
	})
}

// TestLost: a connection that is lost leaves the clock running, and who comes back goes on where they were; their
// former window moves nothing any more.
func TestLost(t *testing.T) {
	bubble(t, func(t *testing.T, h *house) {
		list := h.all(2)
		h.run(list)
		time.Sleep(time.Second)
		list[0].moves(4)
		old := *list[0]
		list[0].seat.Lost()
		time.Sleep(2 * time.Second)
		if l := list[1].seat.View().Lanes[0]; l.Here || l.How != live.Under || l.Clock != 3*time.Second {
			t.Errorf("%+v", l)
		}
		back := h.comes("p0")
		back.begin(back.seat.Start())
		if !back.start.Now.Began.Equal(old.start.Now.Began) || len(back.log) != len(old.log) || back.start.Run.ID != old.start.Run.ID {
			t.Errorf("comes back at %d steps from %v", len(back.log), back.start.Now.Began)
		}
		old.moves(3)
		if n := len(back.start.Run.Now().Steps); n != len(back.log) {
			t.Errorf("the former window made %d steps", n-len(back.log))
		}
		other := h.comes("p0") // in another window, with this one open
		synctest.Wait()
		if v := back.seat.View(); !v.Moved || len(back.wake) != 1 || !errors.Is(back.seat.Say(0), race.ErrMoved) {
			t.Errorf("%+v", v)
		}
		back.seat.Leave() // says nothing any more
		other.begin(other.seat.Start())
		other.wins()
		list[1].wins()
		if rows := h.last().Rows; len(rows) != 2 || rows[0].How != live.Won || rows[1].How != live.Won || rows[0].Place != 1 || rows[1].Place != 1 {
			t.Errorf("%+v", rows)
		}
	})
}

// TestDeadHeat: the links as last measured decide what gap says something.
func TestDeadHeat(t *testing.T) {
	bubble(t, func(t *testing.T, h *house) {
		list := h.all(2)
		list[0].do(list[0].seat.Link(20 * time.Millisecond))
		list[1].do(list[1].seat.Link(200 * time.Millisecond))
		h.run(list)
		time.Sleep(time.Second)
		list[0].wins()
		time.Sleep(100 * time.Millisecond)
		list[1].wins()
		if rows := h.last().Rows; rows[1].Place != 1 || rows[1].Gap != 100*time.Millisecond || rows[1].Link != 200*time.Millisecond {
			t.Errorf("%+v", rows)
		}
	})
}

// TestNextHeat: n opens the next heat and asks the others; emotes are heard between the heats, one each three seconds.
func TestNextHeat(t *testing.T) {
	bubble(t, func(t *testing.T, h *house) {
		list := h.all(2)
		h.run(list)
		list[0].do(list[0].seat.Say(0))
		time.Sleep(time.Second)
		list[0].wins()
		list[1].seat.Leave()
		if v := list[0].phase(race.Results); len(v.Said) != 0 || len(v.Results) != 2 || v.Results[1].How != live.Left || v.Later {
			t.Errorf("%+v", v)
		}
		jun := h.comes("jun")
		for range 3 {
			list[0].do(list[0].seat.Say(0))
			time.Sleep(2 * time.Second)
		}
		jun.do(jun.seat.Say(3))
		if s := list[0].seat.View().Said; len(s) != 3 || s[0].Emote.String() != "gg" || s[2].Name != "jun" {
			t.Errorf("%+v", s)
		}
		jun.do(jun.seat.Mute(true))
		if s := jun.seat.View().Said; len(s) != 1 {
			t.Errorf("muted, and hears %+v", s)
		}
		list[0].do(list[0].seat.Next())
		if v := jun.phase(race.Gathering); v.Heat != 2 || !v.Members[0].Ready || v.You.Ready {
			t.Errorf("%+v", v)
		}
		jun.do(jun.seat.Ready())
		h.run([]*racer{list[0], jun})
		jun.wins()
		list[0].wins()
		if v := h.last(); v.Number != 2 || len(h.kept) != 2 {
			t.Errorf("%+v", v)
		}
	})
}

// TestLater: a word lives for a day: who comes when all are gone races the same deal once, and stands in the table apart.
func TestLater(t *testing.T) {
	bubble(t, func(t *testing.T, h *house) {
		list := h.all(2)
		h.run(list)
		time.Sleep(time.Second)
		for _, r := range list {
			r.wins()
			if _, err := r.seat.Later(); !errors.Is(err, race.ErrOnce) && !errors.Is(err, race.ErrPhase) {
				t.Errorf("one who was there: %v", err)
			}
			r.seat.Leave()
		}
		time.Sleep(23 * time.Hour)
		if len(h.rooms.List()) != 0 {
			t.Error("a room with nobody in it is listed")
		}
		eve := h.comes("eve")
		if v := eve.phase(race.Results); !v.Later || len(v.Results) != 2 {
			t.Errorf("%+v", v)
		}
		eve.begin(eve.seat.Later())
		if eve.start.Seed != h.last().Seed || len(eve.start.Past) != 2 || !eve.start.Now.Began.Equal(time.Now()) {
			t.Errorf("%+v", eve.start)
		}
		if err := eve.seat.Next(); !errors.Is(err, race.ErrPhase) {
			t.Errorf("two at a time: %v", err)
		}
		time.Sleep(500 * time.Millisecond)
		eve.wins()
		v := h.last()
		if len(h.kept) != 2 || len(v.Rows) != 3 || v.Rows[0].Place != 1 || !v.Rows[2].Later || v.Rows[2].Place != 0 || v.Rows[2].Time != 500*time.Millisecond || len(v.Rated()) != 2 {
			t.Errorf("%+v", v.Rows)
		}
		if _, err := eve.seat.Later(); !errors.Is(err, race.ErrOnce) {
			t.Errorf("a second time: %v", err)
		}
		eve.seat.Leave()
		time.Sleep(25 * time.Hour)
		if v := h.comes("zoe").seat.View(); v.Phase != race.Gathering || v.Heat != 1 {
			t.Errorf("after a day: %+v", v)
		}
	})
}

// TestRecall: after a restart a heat that was kept can be raced later all the same.
func TestRecall(t *testing.T) {
	bubble(t, func(t *testing.T, h *house) {
		list := h.all(2)
		h.run(list)
		list[0].wins()
		list[1].wins()
		next := newHouse(t, h.plan.Game)
		next.rooms.Recall(h.last(), h.plan.Game, h.plan.Mode)
		next.rooms.Recall(h.last(), h.plan.Game, h.plan.Mode)
		ana := next.comes("p0")
		if _, err := ana.seat.Later(); !errors.Is(err, race.ErrOnce) {
			t.Errorf("one who was there: %v", err)
		}
		eve := next.comes("eve")
		eve.begin(eve.seat.Later())
		eve.wins()
		if v := next.last(); len(v.Rows) != 3 || v.Number != 1 {
			t.Errorf("%+v", v)
		}
		eve.do(eve.seat.Next())
		if v := ana.phase(race.Gathering); v.Heat != 2 {
			t.Errorf("%+v", v)
		}
	})
}

// TestRestart: a heat under way when the arcade restarts is over in words, and nothing of it is kept.
func TestRestart(t *testing.T) {
	bubble(t, func(t *testing.T, h *house) {
		list := h.all(3)
		h.run(list)
		time.Sleep(time.Second)
		list[0].wins()
		h.rooms.Close()
		for i, r := range list {
			if how := r.start.Run.Ended().How; i > 0 && how != live.Restart {
				t.Errorf("%s ended %v", r.who.ID, how)
			}
			if v := r.seat.View(); !v.Closed || !errors.Is(r.seat.Ready(), race.ErrClosed) {
				t.Errorf("%+v", v)
			}
		}
		if _, err := h.rooms.Enter("", h.plan, race.Who{ID: "eve"}, list[0].wake); !errors.Is(err, race.ErrClosed) {
			t.Errorf("a new room: %v", err)
		}
		time.Sleep(2 * time.Hour)
		if len(h.kept) > 0 {
			t.Errorf("kept %+v", h.kept)
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
		s, err := h.rooms.Enter("", h.plan, race.Who{ID: fmt.Sprint(i)}, wake)
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
	if _, err := h.rooms.Enter("", h.plan, race.Who{ID: "one more"}, wake); !errors.Is(err, race.ErrRooms) {
		t.Errorf("the next room: %v", err)
	}
	for _, s := range seats {
		s.Leave()
	}
	for _, word := range []string{"Otter", "ab", "../x", "otter otter"} {
		if _, err := h.rooms.Enter(word, h.plan, race.Who{ID: "ana"}, wake); !errors.Is(err, race.ErrWord) {
			t.Errorf("%q: %v", word, err)
		}
	}
	ana, _ := h.rooms.Enter("heron", h.plan, race.Who{ID: "ana"}, wake)
	h.rooms.Enter("heron", race.Plan{}, race.Who{ID: "jun"}, wake)
	h.rooms.Enter("rudeword", h.plan, race.Who{ID: "eve"}, wake)
	h.rooms.Enter("otter", h.plan, race.Who{ID: "zoe"}, wake)
	closed := h.plan
	closed.Listed = false
	h.rooms.Enter("panda", closed, race.Who{ID: "kim"}, wake)
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
						s, err := h.rooms.Enter("otter", h.plan, who, wake)
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
