package arcade

import (
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// stubborn is a store that takes no runs for a while.
type stubborn struct {
	storage.Store
	mu      sync.Mutex
	refuses int
}

func (s *stubborn) Save(r storage.Run) (storage.Standing, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.refuses > 0 {
		s.refuses--
		return storage.Standing{}, fmt.Errorf("save run: %w", storage.ErrReadOnly)
	}
	return s.Store.Save(r)
}

func replayOf(t testing.TB, r storage.Run) games.Replay {
	t.Helper()
	steps, err := games.Decode(r.Steps)
	if err != nil {
		t.Fatal(err)
	}
	return games.Replay{Game: r.Game, Mode: r.Mode, Version: r.Version, Seed: games.Seed(r.Seed), Steps: steps}
}

func TestRefusedRunIsSavedWhenTheStoreTakesItAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &stubborn{Store: storage.NewMemory(), refuses: 3}
		h := testHouse(t, store)
		g, _ := h.game("maze")
		m, _ := g.Find("5x5")
		run := wonRun(t, g, m, 7, testKey(t, 1), 100*time.Millisecond)
		o := <-h.saver.save(run, replayOf(t, run))
		if o.err == nil || !o.later {
			t.Fatalf("%+v: the player is not told that the run is not saved yet", o)
		}
		time.Sleep(4 * retry)
		if _, err := store.Replay(run.ID); err != nil {
			t.Errorf("the run is lost: %v", err)
		}
	})
}

func TestShutdownDoesNotWaitForeverForAStoreThatRefuses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &stubborn{Store: storage.NewMemory(), refuses: 1 << 30}
		h := testHouse(t, store)
		g, _ := h.game("maze")
		m, _ := g.Find("5x5")
		run := wonRun(t, g, m, 7, testKey(t, 1), 100*time.Millisecond)
		<-h.saver.save(run, replayOf(t, run))
		until := make(chan struct{})
		time.AfterFunc(time.Minute, func() { close(until) })
		h.saver.wait(until)
	})
}

// TestChangedRunsDoNotRank changes thousands of won runs by one step each: a step left out, made twice, exchanged for
// another move, or made at another time at the end.
func TestChangedRunsDoNotRank(t *testing.T) {
	h := testHouse(t, storage.NewMemory())
	g, _ := h.game("maze")
	m, _ := g.Find("5x5")
	changed := 0
	for seed := range games.Seed(40) {
		run := wonRun(t, g, m, seed, testKey(t, 1), 100*time.Millisecond)
		honest := replayOf(t, run)
		if err := h.saver.verify(run, honest); err != nil {
			t.Fatalf("seed %v: the run itself is refused: %v", seed, err)
		}
		for i := range honest.Steps {
			for _, change := range changes(honest.Steps, i) {
				changed++
				r := honest
				r.Steps = change
				if err := h.saver.verify(run, r); err == nil {
					t.Errorf("seed %v: ranks with step %d of %v made %v", seed, i, honest.Steps, change)
				}
			}
		}
		other := honest
		other.Seed++
		if h.saver.verify(run, other) == nil {
			t.Errorf("seed %v: ranks on another maze", seed)
		}
		sooner := run
		sooner.Millis--
		if h.saver.verify(sooner, honest) == nil {
			t.Errorf("seed %v: ranks with another time", seed)
		}
	}
	if changed < 2000 {
		t.Errorf("only %d changes were tried", changed)
	}
}

// changes are the steps with the i-th changed in every way that matters.
func changes(steps []games.Step, i int) (all [][]games.Step) {
	with := func(f func([]games.Step) []games.Step) {
		all = append(all, f(append([]games.Step(nil), steps...)))
	}
	with(func(s []games.Step) []games.Step { return append(s[:i], s[i+1:]...) })
	with(func(s []games.Step) []games.Step { return append(s[:i+1], s[i:]...) })
	for _, m := range []games.Move{"north", "east", "south", "west", games.Reveal, "", "open 1,1"} {
		if m != steps[i].Move {
			with(func(s []games.Step) []games.Step { s[i].Move = m; return s })
		}
	}
	if i == len(steps)-1 {
		with(func(s []games.Step) []games.Step { s[i].At += time.Millisecond; return s })
		with(func(s []games.Step) []games.Step { s[i].At -= time.Millisecond; return s })
	}
	return all
}

func TestTwoSessionsOfOnePlayerFinishAtOnce(t *testing.T) {
	h := testHouse(t, storage.NewMemory())
	g, _ := h.game("maze")
	m, _ := g.Find("5x5")
	var answers []<-chan outcome
	for seed := range games.Seed(20) {
		run := wonRun(t, g, m, seed, testKey(t, 1), time.Duration(seed+1)*10*time.Millisecond)
		answers = append(answers, h.saver.save(run, replayOf(t, run)))
	}
	bests := 0
	for _, a := range answers {
		o := <-a
		if o.err != nil {
			t.Fatal(o.err)
		}
		if o.Rank == 1 {
			bests++
		}
	}
	lb := storage.Leaderboard{Game: "maze", Mode: "5x5", Period: storage.All}
	top, of, err := h.store.Top(lb, 1, 10)
	if err != nil || of != 1 || len(top) != 1 {
		t.Fatalf("%v, %d, %v: want one line, the best", top, of, err)
	}
	if bests == 0 {
		t.Error("no run was told that it leads")
	}
}
