package records

import (
	"fmt"
	"testing"
	"time"

	"arcade.example.com/arcade/playtest"
	"arcade.example.com/games"
	"arcade.example.com/games/catalog"
	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

// at are steps at these milliseconds. A negative one only shows the hand.
func at(ms ...int) (steps []games.Step) {
	for i, n := range ms {
		move := games.Move(fmt.Sprint("move ", i))
		if n < 0 {
			n, move = -n, "~look east"
		}
		steps = append(steps, games.Step{At: time.Duration(n) * time.Millisecond, Move: move})
	}
	return steps
}

// every are n steps, the first at an instant and the others so far apart, in ms.
func every(first, gap, n int) []games.Step {
	var ms []int
	for i := range n {
		ms = append(ms, first+i*gap)
	}
	return at(ms...)
}

func TestPace(t *testing.T) {
	ms := time.Millisecond
	for _, tt := range []struct {
		steps []games.Step
		want  Pace
	}{
		{nil, Pace{}},
		{at(250), Pace{1, 250 * ms, 0, 0, 0}},
		{at(100, 130, 160), Pace{3, 100 * ms, 30 * ms, 0, 0}},
		{at(-10, 100, -110, 130, -131, -140, 200), Pace{3, 100 * ms, 50 * ms, 20 * ms, 0}},
		{at(100, 100, 103, 107), Pace{4, 100 * ms, 2 * ms, 1 * ms, 2}},
		{at(-5, -6), Pace{}},
	} {
		if got := PaceOf(tt.steps); got != tt.want {
			t.Errorf("%v: %+v, want %+v", tt.steps, got, tt.want)
		}
	}
}

func TestKinds(t *testing.T) {
	const waits, runs = true, false
	for _, tt := range []struct {
		what  string
		waits bool
		steps []games.Step
		least uint32
		want  storage.Kind
	}{
		{"a key that is held", runs, every(400, 30, 40), 40, storage.Timed},
		{"a fast walker", runs, every(100, 15, 40), 40, storage.Timed},
		{"faster than keys repeat", runs, every(400, 14, 40), 40, storage.Automatic},
		{"all keys in one packet", runs, every(5500, 0, 40), 40, storage.Automatic},
		{"all keys in one packet, a digit late", runs, at(5500, 5500, 5501, 5501, 5502), 5, storage.Automatic},
		{"the first move before anybody can see", runs, every(99, 200, 40), 40, storage.Automatic},
		{"the first move as soon as one can see", runs, every(100, 200, 40), 40, storage.Timed},
		{"a hand that moves before", runs, at(-10, 100, 200), 2, storage.Timed},
		{"keys that a slow line brings in twos", runs, at(300, 300, 360, 360, 420, 420, 480, 480), 8, storage.Timed},
		{"one move", runs, at(700), 1, storage.Timed},

		{"a fast minesweeper", waits, every(0, 130, 100), 100, storage.Timed},
		{"nine a second", waits, every(0, 111, 100), 100, storage.Timed},
		{"ten a second", waits, every(0, 100, 101), 101, storage.Timed},
		{"more than ten a second", waits, every(0, 99, 101), 101, storage.Automatic},
		{"clicks in one packet", waits, at(0, 0, 1, 2), 4, storage.Automatic},
		{"the first click", waits, at(0), 1, storage.Timed},
		{"two clicks", waits, at(0, 150), 2, storage.Timed},
	} {
		if got := kindOf(tt.waits, tt.steps, storage.Figures{Least: tt.least}); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.what, got, tt.want)
		}
	}
}

// A maze that was walked in one packet is won, proved and saved, and stands apart.
func TestAMazeInOnePacketStandsApart(t *testing.T) {
	store := storage.NewMemory()
	h := newSaver(store)
	g, m := maze()
	for seed, pace := range map[games.Seed]time.Duration{1: 100 * time.Millisecond, 2: time.Millisecond} {
		run := playtest.WonRun(t, g, m, seed, storagetest.Key(int(seed)), pace)
		o := <-h.Save(run, playtest.ReplayOf(t, run))
		want := map[games.Seed]storage.Kind{1: storage.Timed, 2: storage.Automatic}[seed]
		if o.Err != nil || o.Rank != 1 || o.Of != 1 || o.Kind != want {
			t.Errorf("%+v, want kind %q", o, want)
		}
		top, of, err := store.Top(storage.Leaderboard{Game: "maze", Mode: "5x5", Period: storage.All, Kind: want}, 1, 10)
		if err != nil || of != 1 || top[0].Run != run.ID || top[0].Moves == 0 || top[0].Moves != top[0].Least {
			t.Errorf("%q: %+v, %d, %v", want, top, of, err)
		}
	}
}

// The figures that are kept with a run are its game's own.
func TestFiguresOfEveryGame(t *testing.T) {
	for _, g := range catalog.All() {
		if g.Demo == nil || g.Figures == nil {
			continue
		}
		r := g.Demo()
		_, f, err := measure(g, r)
		if err != nil || f.Moves == 0 || f.Least == 0 {
			t.Errorf("%s: %+v, %v", g.ID, f, err)
		}
	}
}
