package records

import (
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/panics"
	"arcade.example.com/arcade/playtest"
	"arcade.example.com/games"
	"arcade.example.com/games/catalog"
	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

func newSaver(s storage.Store) *Saver {
	log := slog.New(slog.DiscardHandler)
	return NewSaver(Config{Games: catalog.All(), Store: s, Log: log, Panics: panics.NewCatcher(log), Saved: func(time.Duration) {}})
}

// maze is the smallest one.
func maze() (games.Game, games.Mode) {
	g := catalog.All()[0]
	m, _ := g.Find("5x5")
	return g, m
}

func TestRefusedRunIsSavedWhenTheStoreTakesItAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &playtest.Stubborn{Store: storage.NewMemory(), Refuses: 3}
		h := newSaver(store)
		g, m := maze()
		run := playtest.WonRun(t, g, m, 7, storagetest.Key(1), 100*time.Millisecond)
		o := <-h.Save(run, playtest.ReplayOf(t, run))
		if o.Err == nil || !o.Later {
			t.Fatalf("%+v: the player is not told that the run is not saved yet", o)
		}
		time.Sleep(4 * Retry)
		if _, err := store.Replay(run.ID); err != nil {
			t.Errorf("the run is lost: %v", err)
		}
	})
}

func TestShutdownDoesNotWaitForeverForAStoreThatRefuses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &playtest.Stubborn{Store: storage.NewMemory(), Refuses: 1 << 30}
		h := newSaver(store)
		g, m := maze()
		run := playtest.WonRun(t, g, m, 7, storagetest.Key(1), 100*time.Millisecond)
		<-h.Save(run, playtest.ReplayOf(t, run))
		until := make(chan struct{})
		time.AfterFunc(time.Minute, func() { close(until) })
		h.Wait(until)
	})
}

// TestChangedRunsDoNotRank changes thousands of won runs by one step each: a step left out, made twice, exchanged for
// another move, or made at another time at the end.
func TestChangedRunsDoNotRank(t *testing.T) {
	store := storage.NewMemory()
	h := newSaver(store)
	g, m := maze()
	changed := 0
	for seed := range games.Seed(40) {
		run := playtest.WonRun(t, g, m, seed, storagetest.Key(1), 100*time.Millisecond)
		honest := playtest.ReplayOf(t, run)
		if err := h.verify(&run, honest); err != nil {
			t.Fatalf("seed %v: the run itself is refused: %v", seed, err)
		}
		for i := range honest.Steps {
			for _, change := range changes(honest.Steps, i) {
				changed++
				r := honest
				r.Steps = change
				if err := h.verify(&run, r); err == nil {
					t.Errorf("seed %v: ranks with step %d of %v made %v", seed, i, honest.Steps, change)
				}
			}
		}
		other := honest
		other.Seed++
		if h.verify(&run, other) == nil {
			t.Errorf("seed %v: ranks on another maze", seed)
		}
		sooner := run
		sooner.Millis--
		if h.verify(&sooner, honest) == nil {
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
	store := storage.NewMemory()
	h := newSaver(store)
	g, m := maze()
	var answers []<-chan Outcome
	for seed := range games.Seed(20) {
		run := playtest.WonRun(t, g, m, seed, storagetest.Key(1), time.Duration(seed+10)*10*time.Millisecond)
		answers = append(answers, h.Save(run, playtest.ReplayOf(t, run)))
	}
	bests := 0
	for _, a := range answers {
		o := <-a
		if o.Err != nil {
			t.Fatal(o.Err)
		}
		if o.Rank == 1 {
			bests++
		}
	}
	lb := storage.Leaderboard{Game: "maze", Mode: "5x5", Period: storage.All}
	top, of, err := store.Top(lb, 1, 10)
	if err != nil || of != 1 || len(top) != 1 {
		t.Fatalf("%v, %d, %v: want one line, the best", top, of, err)
	}
	if bests == 0 {
		t.Error("no run was told that it leads")
	}
}
