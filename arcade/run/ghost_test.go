package run

import (
	"testing"
	"time"

	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// won is a walk out of the maze of a beginning, a step every pace milliseconds.
func won(t *testing.T, b Begin, pace int) storage.Replay {
	t.Helper()
	r := begun(t, b, Player{})
	for i, m := range ways(t, r) {
		r.mustMove(t, m, at(pace*(i+1)))
	}
	return r.Stored(storage.Player{Name: "jun", ID: "j"}, at(0))
}

func TestAGhostRunsBeside(t *testing.T) {
	b := begin(t, maze, "5x5", 7)
	b.Known, b.Ghosts = true, []storage.Replay{won(t, b, 300)}
	r := begun(t, b, Player{})
	if wait, ok := r.NextStep(at(100)); !ok || wait != 200*time.Millisecond {
		t.Fatalf("the ghost steps in %v, %v", wait, ok)
	}
	r.Advance(at(650))
	ghosts := r.Beside(func(p storage.Player) string { return p.Name })
	if len(ghosts) != 1 || ghosts[0].Name != "jun" || ghosts[0].Last == "" {
		t.Fatalf("%+v", ghosts)
	}
	if wait, _ := r.NextStep(at(650)); wait != 250*time.Millisecond {
		t.Errorf("the third step comes in %v", wait)
	}
	list := ways(t, r)
	for i, m := range list[:len(list)-1] {
		before, _ := r.State().Progress()
		r.mustMove(t, m, at(700+20*i))
		if done, _ := r.State().Progress(); done > before {
			want := time.Duration(700+20*i-300*(i+1)) * time.Millisecond
			if s := r.Split(at(700 + 20*i)); !s.Known || s.Gap != want {
				t.Errorf("step %d: split %v, want %v", i, s, want)
			}
		}
	}
	r.Advance(at(1e6))
	if _, ok := r.NextStep(at(1e6)); ok {
		t.Error("a ghost that has arrived moves on")
	}
}

// A run goes on without a ghost that cannot be dealt any more, and says so.
func TestAGhostThatCannotRun(t *testing.T) {
	b := begin(t, maze, "5x5", 7)
	good := won(t, b, 300)
	bad := good
	bad.Steps = games.Encode([]games.Step{{At: 0, Move: "open 1,1"}})
	b.Known, b.Ghosts = true, []storage.Replay{good, bad}
	r, skipped, err := New(b, Player{}, start)
	if err != nil || skipped == nil {
		t.Fatal(err, skipped)
	}
	if n := len(r.Beside(func(storage.Player) string { return "" })); n != 1 {
		t.Errorf("%d ghosts run", n)
	}
}

// A second version of a game deals otherwise; what the first dealt is still watched, raced and gone on with.
func TestRunsOfAnOlderVersion(t *testing.T) {
	b := begin(t, maze, "5x5", 7)
	old := won(t, b, 300)
	_, waiting := kept(t, b, 2, at(1000))
	first, newer := b.Game, b.Game
	newer.Version++
	newer.Older = []games.Game{first}
	newer.Deal = func(m games.Mode, s games.Seed) (games.State, error) { return first.Deal(m, s+1) }

	dealt, _, err := Deal(newer, old)
	if err != nil || dealt.Text() != begun(t, b, Player{}).State().Text() {
		t.Fatalf("a replay of before is dealt as now: %v", err)
	}
	race := Begin{Game: newer, Mode: b.Mode, Seed: 7, Known: true, Ghosts: []storage.Replay{old}}
	if r := begun(t, race, Player{}); r.State().Text() != dealt.Text() || r.Replay().Version != first.Version {
		t.Error("a race against a run of before is dealt as now")
	}
	resumed := Begin{Game: newer, Mode: b.Mode, Seed: 7, ID: waiting.Run, Kept: &waiting}
	if err := begun(t, resumed, Player{Boot: "first"}).Resume(at(2000), func(games.State, games.Move) {}); err != nil {
		t.Errorf("a game of before does not go on: %v", err)
	}
}

// Whoever stands still falls behind, also when the ghost has arrived long ago.
func TestTheSplitGrowsWhileStanding(t *testing.T) {
	b := begin(t, maze, "5x5", 7)
	ghost := won(t, b, 100)
	b.Known, b.Ghosts = true, []storage.Replay{ghost}
	r := begun(t, b, Player{})
	if s := r.Split(at(50)); s.Known || s.Arrived {
		t.Errorf("%+v before anything was passed", s)
	}
	var last time.Duration
	for _, ms := range []int{300, 1000, 5000, 60000} {
		s := r.Split(at(ms))
		if !s.Known || s.Gap <= last {
			t.Errorf("%d ms: %+v after %v", ms, s, last)
		}
		if s.Arrived != (int64(ms) >= ghost.Millis) {
			t.Errorf("%d ms: arrived %v, it took %d", ms, s.Arrived, ghost.Millis)
		}
		last = s.Gap
	}
	for i, m := range ways(t, r) {
		r.mustMove(t, m, at(60000+10*i))
	}
	if s := r.Split(at(1e6)); s.Gap != r.Elapsed(at(0))-time.Duration(ghost.Millis)*time.Millisecond {
		t.Errorf("at the end %+v", s)
	}
}

// A ghost of another deal is not seen, and its time at each quarter is told like that of the others.
func TestGhostsOfOtherDealsAreTimed(t *testing.T) {
	b := begin(t, maze, "10x10", 7)
	other := won(t, begin(t, maze, "10x10", 8), 500)
	other.Player = storage.Player{Name: "kit", ID: "k"}
	b.Known, b.Ghosts = true, []storage.Replay{other, won(t, b, 300)}
	r := begun(t, b, Player{})
	if ghosts := r.Beside(func(p storage.Player) string { return p.Name }); len(ghosts) != 1 || ghosts[0].Name != "jun" {
		t.Fatalf("%+v are seen", ghosts)
	}
	if wait, _ := r.NextStep(at(0)); wait != 300*time.Millisecond {
		t.Errorf("the next ghost to be seen steps in %v", wait)
	}
	for i, m := range ways(t, r) {
		r.mustMove(t, m, at(100*(i+1)))
	}
	parts := r.Parts()
	if len(parts) != 6 {
		t.Fatalf("%v", parts)
	}
	for i, p := range parts {
		name, quarter := []string{"jun", "kit"}[i/3], i%3+1
		if p.Player.Name != name || p.Quarters != quarter || p.Gap >= 0 {
			t.Errorf("part %d is %+v, want %s's quarter %d, ahead", i, p, name, quarter)
		}
	}
}
