package race_test

import (
	"errors"
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
		{"a minute after all who race are gone", 0, true, 90 * time.Second},
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
					list[0].start.Run.Close(live.End{How: live.Lost}) // is out, and looks on
					list[1].seat.Lost()
					list[2].seat.Lost()
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
