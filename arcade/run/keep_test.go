package run

import (
	"errors"
	"testing"
	"time"

	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// kept is a run of some moves as it was kept at an instant.
func kept(t *testing.T, b Begin, moves int, now time.Time) (*Run, storage.Progress) {
	t.Helper()
	r := begun(t, b, Player{Boot: "first"})
	for i, m := range ways(t, r)[:moves] {
		r.mustMove(t, m, at(100*(i+1)))
	}
	k, ok := r.Keep(now)
	if !ok {
		t.Fatal("there is nothing to keep")
	}
	return r, k
}

func TestAKeptRunGoesOnWithItsClock(t *testing.T) {
	b := begin(t, maze, "10x10", 7)
	before, k := kept(t, b, 5, at(1000))
	b.ID, b.Kept = k.Run, &k
	for _, tt := range []struct {
		boot  string
		ranks bool
	}{{"first", true}, {"second", false}} {
		var followed []games.Move
		r, _, err := New(b, Player{Boot: tt.boot}, at(61000))
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Resume(at(61000), func(_ games.State, m games.Move) { followed = append(followed, m) }); err != nil {
			t.Fatal(err)
		}
		if r.State().Text() != before.State().Text() || len(followed) != 5 || r.ID != before.ID {
			t.Error("it is another position, or was not followed")
		}
		if got := r.Elapsed(at(61000)); got != 61*time.Second {
			t.Errorf("%v on the clock: it stood still while nobody played", got)
		}
		if ok, _ := r.Ranks(); ok != tt.ranks {
			t.Errorf("boot %s: ranks %v", tt.boot, ok)
		}
		again, ok := r.Keep(at(62000))
		if !ok || again.Boot != "first" || again.Millis != 62000 {
			t.Errorf("kept again as %+v", again)
		}
	}
}

// A daily that was opened and not begun when its server ended ranks when it is: no clock ran meanwhile.
func TestWhatWasNotBegunRanksAfterARestart(t *testing.T) {
	b := begin(t, mines, "beginner", 7)
	b.Known, b.Daily = true, "2026-11-20"
	k, ok := begun(t, b, Player{Boot: "first"}).Keep(at(1000))
	if !ok {
		t.Fatal("there is nothing to keep")
	}
	b.ID, b.Kept = k.Run, &k
	r, _, err := New(b, Player{Boot: "second"}, at(61000))
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Resume(at(61000), func(games.State, games.Move) {}); err != nil {
		t.Fatal(err)
	}
	if ok, why := r.Ranks(); !ok {
		t.Error(why)
	}
}

func TestWhatIsKept(t *testing.T) {
	race := begin(t, maze, "5x5", 7)
	race.Known = true
	daily := begin(t, mines, "beginner", 7)
	daily.Known, daily.Daily = true, "2026-11-20"
	for _, tt := range []struct {
		name string
		run  *Run
		want bool
	}{
		{"a maze before its first step", begun(t, begin(t, maze, "5x5", 7), Player{}), false},
		{"a daily before its first opening", begun(t, daily, Player{}), true},
		{"a guest's", func() *Run {
			r := begun(t, begin(t, maze, "5x5", 7), Player{Guest: true})
			r.mustMove(t, ways(t, r)[0], at(1))
			return r
		}(), false},
		{"a won one", func() *Run {
			r := begun(t, begin(t, maze, "5x5", 7), Player{})
			for _, m := range ways(t, r) {
				r.mustMove(t, m, at(1))
			}
			return r
		}(), false},
		{"a race", func() *Run {
			won := begun(t, begin(t, maze, "5x5", 7), Player{})
			for _, m := range ways(t, won) {
				won.mustMove(t, m, at(1))
			}
			race.Ghosts = []storage.Replay{won.Stored(storage.Player{}, at(2))}
			r := begun(t, race, Player{})
			r.mustMove(t, ways(t, r)[0], at(1))
			return r
		}(), false},
	} {
		if _, ok := tt.run.Keep(at(5)); ok != tt.want {
			t.Errorf("%s: kept %v", tt.name, ok)
		}
	}
}

func TestKeepIsDueAfterMovesOrTime(t *testing.T) {
	r := begun(t, begin(t, maze, "10x10", 7), Player{})
	list := ways(t, r)
	if r.KeepDue(at(60000)) {
		t.Error("due before anything was done")
	}
	r.mustMove(t, list[0], at(100))
	if !r.KeepDue(at(100)) {
		t.Error("the first step is not due")
	}
	r.Keep(at(100))
	r.mustMove(t, list[1], at(150))
	if r.KeepDue(at(200)) || !r.KeepDue(at(4100)) {
		t.Error("one step more is due after 4 s, not before")
	}
	for _, m := range list[2 : keepMoves+1] {
		r.mustMove(t, m, at(150))
	}
	if !r.KeepDue(at(200)) {
		t.Errorf("%d steps are not due", keepMoves)
	}
	r.Keep(at(300))
	if r.KeepDue(at(9000)) {
		t.Error("due with nothing new")
	}
}

func TestWhatCannotGoOn(t *testing.T) {
	b := begin(t, maze, "5x5", 7)
	_, k := kept(t, b, 2, at(1000))
	for name, change := range map[string]func(*storage.Progress){
		"another version": func(k *storage.Progress) { k.Version = 99 },
		"cut steps":       func(k *storage.Progress) { k.Steps = k.Steps[:len(k.Steps)-1] },
		"illegal steps":   func(k *storage.Progress) { k.Steps = games.Encode([]games.Step{{At: 1e6, Move: "open 1,1"}}) },
	} {
		old := k
		change(&old)
		b.Kept = &old
		r, _, err := New(b, Player{Boot: "first"}, at(2000))
		if err == nil {
			err = r.Resume(at(2000), func(games.State, games.Move) {})
		}
		if !errors.Is(err, ErrOld) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
