package live_test

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
	"arcade.example.com/games"
	"arcade.example.com/games/catalog"
)

// script is a run of a game from the deal to its end, with the position after each step.
type script struct {
	game   games.Game
	mode   games.Mode
	first  games.State
	steps  []games.Step
	states []games.State
}

// scripted is the demonstration of a game, with a move of the hand alone after every other step.
func scripted(t testing.TB, g games.Game) script {
	t.Helper()
	r := g.Demo()
	m, err := g.Mode(r.Mode)
	if err != nil {
		t.Fatal(err)
	}
	s := script{game: g, mode: m}
	if s.first, err = g.Deal(m, r.Seed); err != nil {
		t.Fatal(err)
	}
	now := s.first
	for i, st := range r.Steps {
		if st.Move.Shows() {
			continue
		}
		if i > 0 && i%2 == 0 {
			s.steps, s.states = append(s.steps, games.Step{At: st.At, Move: "~at 1,1"}), append(s.states, now)
		}
		if now, err = now.Apply(st.Move); err != nil {
			t.Fatal(err)
		}
		s.steps, s.states = append(s.steps, st), append(s.states, now)
	}
	if now.Status() != games.Won {
		t.Fatalf("the demonstration of %s ends %v", g.ID, now.Status())
	}
	return s
}

// head is a header for a run of the script.
func (s script) head(id, player string) live.Header {
	return live.Header{ID: id, Game: s.game, Mode: s.mode, Player: player, Name: player}
}

// after is where the run stands when n steps are made, its player's clock having begun at an instant.
func (s script) after(log []games.Step, n int, began time.Time) live.Moment {
	state := s.first
	if n > 0 {
		state = s.states[n-1]
	}
	return live.Moment{Steps: log[:n], State: state, Began: began, Ranked: true}
}

// play publishes the run step by step, from one log to which it appends.
func (s script) play(r *live.Run, after func(n int)) {
	began := time.Now()
	var log []games.Step
	for n, st := range s.steps {
		log = append(log, st)
		r.Publish(s.after(log, n+1, began))
		if after != nil {
			after(n + 1)
		}
	}
}

// watcher follows a run as a screen does.
type watcher struct {
	spectator *live.Spectator
	wake      chan struct{}
	board     games.Board
	state     games.State
	at        int
	end       live.End
}

func watch(t testing.TB, h *live.Hall, id string) *watcher {
	t.Helper()
	w := &watcher{wake: make(chan struct{}, 1)}
	var err error
	if w.spectator, err = h.Watch(id, live.Viewer{Player: "viewer"}, live.Into(w.wake)); err != nil {
		t.Fatal(err)
	}
	w.state = w.spectator.First()
	w.board = w.spectator.Line().Game.NewBoard()
	w.board.Fit(w.state, 80, 24, games.Options{})
	return w
}

// read catches up.
func (w *watcher) read() {
	tail := w.spectator.Since(w.at)
	tail.Each(w.state, func(st games.Step, s games.State) {
		w.state = s
		w.board.Watch(s, st.Move)
	})
	w.at += len(tail.Steps)
	w.end = tail.End
}

// picture is what the board shows.
func (w *watcher) picture() string {
	c := games.NewCanvas(80, 24)
	w.board.Draw(c, w.state, games.Scene{Replay: true})
	var s string
	for y := range 24 {
		s += fmt.Sprint(c.Row(y))
	}
	return s
}

// TestJoinAtAnyStep: whoever joins after n steps, and whoever looks but now and then, sees what one sees who watched from the
// first step on.
func TestJoinAtAnyStep(t *testing.T) {
	for _, g := range catalog.All() {
		t.Run(g.ID, func(t *testing.T) {
			s := scripted(t, g)
			h := live.NewHall(live.Clock{}, nil)
			run := h.Begin(s.head("run", "ana"), s.first, live.Moment{State: s.first}, nil)
			var all []*watcher
			s.play(run, func(n int) {
				if n == len(s.steps) {
					return
				}
				all = append(all, watch(t, h, "run"))
				for i, w := range all {
					if i == 0 || (n+i)%7 == 0 {
						w.read()
					}
				}
				late := all[len(all)-1]
				late.read()
				if late.at != all[0].at || late.picture() != all[0].picture() || late.state.Text() != s.states[n-1].Text() {
					t.Fatalf("joined after %d steps: another picture", n)
				}
			})
			for i, w := range all {
				w.read()
				if w.at != len(s.steps) || w.end.How != live.Won || w.picture() != all[0].picture() {
					t.Fatalf("joined after %d steps: at the end read %d of %d, ended %v", i+1, w.at, len(s.steps), w.end.How)
				}
			}
			if h.Playing() != 0 {
				t.Errorf("%d runs are under way after the end", h.Playing())
			}
		})
	}
}

// TestNothingIsCopied: what a spectator reads is the player's own log, and cannot be appended to.
func TestNothingIsCopied(t *testing.T) {
	s := scripted(t, catalog.All()[0])
	h := live.NewHall(live.Clock{}, nil)
	run := h.Begin(s.head("run", "ana"), s.first, live.Moment{State: s.first}, nil)
	log := slices.Clone(s.steps)
	run.Publish(s.after(log, 5, time.Now()))
	tail := watch(t, h, "run").spectator.Since(2)
	if len(tail.Steps) != 3 || &tail.Steps[0] != &log[2] || cap(tail.Steps) != 3 || tail.State != s.states[4] {
		t.Errorf("%d steps with room for %d, not the player's own", len(tail.Steps), cap(tail.Steps))
	}
}

// TestWakeUps: what moves within a beat wakes once; who does not look is not woken twice and misses nothing; who left is
// not woken.
func TestWakeUps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := scripted(t, catalog.All()[0])
		h := live.NewHall(live.Clock{}, nil)
		run := h.Begin(s.head("run", "ana"), s.first, live.Moment{State: s.first}, nil)
		log, began := slices.Clone(s.steps), time.Now()
		time.Sleep(13 * time.Millisecond)
		run.Publish(s.after(log, 1, began))
		w, deaf, left := watch(t, h, "run"), watch(t, h, "run"), watch(t, h, "run")
		left.spectator.Leave()
		for beat := range 5 {
			for n := range 4 {
				run.Publish(s.after(log, 2+4*beat+n, began))
			}
			before := time.Now()
			<-w.wake
			if d := time.Since(before); d > 50*time.Millisecond || time.Now().UnixMilli()%50 != 0 {
				t.Errorf("woken after %v, at %v", d, time.Now())
			}
			w.read()
			if w.at != 5+4*beat {
				t.Errorf("read %d steps at beat %d", w.at, beat)
			}
			time.Sleep(time.Second)
			if len(w.wake) > 0 || len(left.wake) > 0 {
				t.Error("woken for nothing")
			}
		}
		<-deaf.wake
		if deaf.read(); deaf.at != w.at || len(deaf.wake) > 0 {
			t.Errorf("who slept has read %d steps of %d", deaf.at, w.at)
		}
	})
}

// TestEnds: every end is said once, the first one stands, and it wakes.
func TestEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := scripted(t, catalog.All()[0])
		for how, words := range map[live.How]string{
			live.Left: "ana left after 0:05", live.Anew: "ana began anew after 0:05", live.Removed: "ana had to leave after 0:05",
			live.Restart: "the arcade restarts: come back in a moment", live.Moved: "ana goes on in another window",
			live.Lost: "ana lost after 0:05", live.TimeUp: "the heat is over; ana was at 0:05",
		} {
			h := live.NewHall(live.Clock{}, nil)
			var ends []live.End
			run := h.Begin(s.head("run", "ana"), s.first, live.Moment{State: s.first}, func(_ live.Moment, e live.End) {
				if e.How != live.Under {
					ends = append(ends, e)
				}
			})
			began := time.Now()
			run.Publish(s.after(s.steps, 1, began))
			w := watch(t, h, "run")
			time.Sleep(5 * time.Second)
			run.Close(live.End{How: how})
			run.Close(live.End{How: live.Won})
			run.Publish(s.after(s.steps, 3, began))
			<-w.wake
			w.read()
			if got := w.end.Words("ana", "0:05"); got != words || w.at != 1 || w.end.Time != 5*time.Second || len(ends) != 1 {
				t.Errorf("%q at step %d and %v, said %d times; want %q", got, w.at, w.end.Time, len(ends), words)
			}
			if _, err := h.Watch("run", live.Viewer{}, live.Into(w.wake)); !errors.Is(err, live.ErrGone) {
				t.Errorf("after the end watching is answered by %v", err)
			}
		}
	})
	s := scripted(t, catalog.All()[0])
	h := live.NewHall(live.Clock{}, nil)
	run := h.Begin(s.head("run", "ana"), s.first, live.Moment{State: s.first}, nil)
	s.play(run, nil)
	run.Placed("3rd, 4.2 s better than their best")
	if got, want := run.Ended().Words("ana", "0:03"), "ana won in 0:03: 3rd, 4.2 s better than their best"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestOutgrown: a run that is longer than a replay may be goes on without steps, and who watches sees where it stands.
func TestOutgrown(t *testing.T) {
	s := scripted(t, catalog.All()[0])
	h := live.NewHall(live.Clock{}, nil)
	run := h.Begin(s.head("run", "ana"), s.first, live.Moment{State: s.first}, nil)
	began := time.Now()
	run.Publish(s.after(s.steps, 4, began))
	w := watch(t, h, "run")
	w.read()
	run.Publish(live.Moment{Steps: s.steps[:4], State: s.states[9], Began: began})
	tail := w.spectator.Since(w.at)
	if len(tail.Steps) != 0 || tail.State != s.states[9] {
		t.Errorf("%d steps, and another position", len(tail.Steps))
	}
}

// TestMoved: a run that is resumed in another window takes the place of the one before, which cannot write any more.
func TestMoved(t *testing.T) {
	s := scripted(t, catalog.All()[0])
	h := live.NewHall(live.Clock{}, nil)
	old := h.Begin(s.head("run", "ana"), s.first, live.Moment{State: s.first}, nil)
	old.Publish(s.after(s.steps, 3, time.Now()))
	w := watch(t, h, "run")
	again := h.Begin(s.head("run", "ana"), s.first, s.after(s.steps, 3, time.Now()), nil)
	again.Enter()
	old.Publish(s.after(s.steps, 4, time.Now()))
	again.Publish(s.after(s.steps, 5, time.Now()))
	w.read()
	if next := watch(t, h, "run"); w.end.How != live.Moved || w.at != 3 || len(next.spectator.Since(0).Steps) != 5 || h.Playing() != 1 {
		t.Errorf("the old one ended %v at step %d, %d under way", w.end.How, w.at, h.Playing())
	}
}

// TestCrowd: hundreds of goroutines play, watch, join, leave and end, and nothing stays behind: no goroutine, no run.
func TestCrowd(t *testing.T) {
	s := scripted(t, catalog.All()[0])
	before := runtime.NumGoroutine()
	h := live.NewHall(live.Clock{}, nil)
	var players, watchers sync.WaitGroup
	const runs = 20
	for i := range runs {
		players.Go(func() {
			run := h.Begin(s.head(fmt.Sprint(i), "ana"), s.first, live.Moment{State: s.first}, nil)
			s.play(run, func(n int) {
				if n%5 == 0 {
					runtime.Gosched()
				}
				_ = run.Spectators()
			})
		})
	}
	for i := range 400 {
		watchers.Go(func() {
			wake := make(chan struct{}, 1)
			sp, err := h.Watch(fmt.Sprint(i%runs), live.Viewer{}, live.Into(wake))
			if err != nil {
				return // not begun, or over
			}
			defer sp.Leave()
			at := 0
			for {
				tail := sp.Since(at)
				at += len(tail.Steps)
				if tail.End.How != live.Under {
					if at != len(s.steps) || tail.State.Status() != games.Won {
						t.Errorf("%d of %d steps at the end", at, len(s.steps))
					}
					return
				}
				if i%3 == 0 {
					return
				}
				_ = h.List(live.Viewer{})
				<-wake
			}
		})
	}
	players.Wait()
	watchers.Wait()
	for end := time.Now().Add(30 * time.Second); runtime.NumGoroutine() > before && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > before || h.Playing() != 0 || h.Watching() != 0 {
		t.Errorf("%d goroutines, %d before; %d runs under way, %d watching", n, before, h.Playing(), h.Watching())
	}
}

// TestAThousandMissNothing: whoever looks whenever they are woken has seen every step at the end, however many they are.
func TestAThousandMissNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := scripted(t, catalog.All()[0])
		h := live.NewHall(live.Clock{}, nil)
		run := h.Begin(s.head("run", "ana"), s.first, live.Moment{State: s.first}, nil)
		run.Publish(s.after(s.steps, 1, time.Now()))
		var all sync.WaitGroup
		for range 1000 {
			w := watch(t, h, "run")
			all.Go(func() {
				for w.read(); w.end.How == live.Under; w.read() {
					<-w.wake
				}
				if w.at != len(s.steps) || w.state.Text() != s.states[len(s.states)-1].Text() {
					t.Errorf("%d of %d steps were seen", w.at, len(s.steps))
				}
			})
		}
		s.play(run, func(int) { time.Sleep(30 * time.Millisecond) })
		all.Wait()
	})
}

// TestNothingStaysBehind: a thousand come and go, and heap and goroutines are what they were.
func TestNothingStaysBehind(t *testing.T) {
	s := scripted(t, catalog.All()[0])
	h := live.NewHall(live.Clock{}, nil)
	run := h.Begin(s.head("run", "ana"), s.first, live.Moment{State: s.first}, nil)
	run.Publish(s.after(s.steps, 1, time.Now()))
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before, goroutines := heap(), runtime.NumGoroutine()
	for range 1000 {
		w, err := h.Watch("run", live.Viewer{}, func() {})
		if err != nil {
			t.Fatal(err)
		}
		w.Leave()
	}
	if n := runtime.NumGoroutine(); n > goroutines {
		t.Errorf("%d goroutines after a thousand came and left, %d before", n, goroutines)
	}
	if after := heap(); after > before+32<<10 || h.Watching() != 0 {
		t.Errorf("%d bytes after a thousand came and left, %d before", after, before)
	}
}
