package run

import (
	"errors"
	"testing"
	"time"

	"arcade.example.com/arcade/playtest"
	"arcade.example.com/games"
	"arcade.example.com/games/catalog"
	"arcade.example.com/storage"
)

// start is when the runs of these tests begin.
var start = time.Date(2026, 11, 20, 14, 0, 0, 0, time.UTC)

// at is so many milliseconds after the start.
func at(ms int) time.Time { return start.Add(time.Duration(ms) * time.Millisecond) }

// begin is a run of a game of the catalogue in a mode.
func begin(t *testing.T, game int, mode string, seed games.Seed) Begin {
	t.Helper()
	g := catalog.All()[game]
	m, err := g.Mode(mode)
	if err != nil {
		t.Fatal(err)
	}
	return Begin{Game: g, Mode: m, Seed: seed}
}

const (
	maze  = 0
	mines = 1
)

func begun(t *testing.T, b Begin, p Player) *Run {
	t.Helper()
	r, skipped, err := New(b, p, start)
	if err != nil || skipped != nil {
		t.Fatal(err, skipped)
	}
	return r
}

// ways are the moves that lead out of the maze.
func ways(t *testing.T, r *Run) (ms []games.Move) {
	t.Helper()
	for _, k := range playtest.WayOut(t, r.State()) {
		ms = append(ms, map[string]games.Move{"up": "north", "down": "south", "left": "west", "right": "east"}[k])
	}
	return ms
}

// mustMove makes a legal move.
func (r *Run) mustMove(t *testing.T, m games.Move, now time.Time) (starts bool) {
	t.Helper()
	p, err := r.Propose(m, now)
	if err != nil {
		t.Fatalf("%s: %v", m, err)
	}
	starts, err = r.Make(p, now)
	if err != nil {
		t.Fatalf("%s: %v", m, err)
	}
	return starts
}

func TestAMazeIsTimedFromItsDealToItsLastStep(t *testing.T) {
	r := begun(t, begin(t, maze, "5x5", 7), Player{Boot: "b"})
	if !r.Running() || r.Elapsed(at(250)) != 250*time.Millisecond {
		t.Fatalf("running %v, %v on the clock", r.Running(), r.Elapsed(at(250)))
	}
	list := ways(t, r)
	for i, m := range list {
		r.mustMove(t, m, at(100*(i+1)))
	}
	want := time.Duration(100*len(list)) * time.Millisecond
	if !r.Won() || r.Running() || r.Elapsed(at(1e6)) != want {
		t.Errorf("won %v, running %v, %v on the clock, want %v", r.Won(), r.Running(), r.Elapsed(at(1e6)), want)
	}
	end, took, err := r.Game.Play(r.Replay())
	if err != nil || took != want || end.Text() != r.State().Text() {
		t.Errorf("the replay takes %v and ends at another position: %v", took, err)
	}
	r.Note("~look east", at(1e6))
	if len(r.Steps()) != len(list) {
		t.Error("what is looked at after the end is recorded")
	}
	if s := r.Stored(storage.Player{ID: "abc"}, at(9)); s.Millis != want.Milliseconds() || s.Run != r.ID || s.Player.ID != "abc" {
		t.Errorf("%+v", s)
	}
}

func TestMinesweepersClockBeginsWithTheFirstOpening(t *testing.T) {
	r := begun(t, begin(t, mines, "beginner", 7), Player{})
	if r.Elapsed(at(5000)) != 0 || r.Begun() {
		t.Fatal("the clock runs before the first opening")
	}
	if !r.mustMove(t, "open 4,4", at(5000)) || r.Elapsed(at(5700)) != 700*time.Millisecond {
		t.Errorf("%v on the clock", r.Elapsed(at(5700)))
	}
	if _, err := r.Propose("open 99,99", at(5700)); !errors.Is(err, games.ErrIllegal) {
		t.Error(err)
	}
}

func TestAKnownDealBeginsAtItsStart(t *testing.T) {
	b := begin(t, mines, "beginner", 7)
	b.Known = true
	r := begun(t, b, Player{})
	elsewhere := games.Move("open 0,0")
	if r.Start == elsewhere {
		elsewhere = "open 1,1"
	}
	if _, err := r.Propose(elsewhere, at(0)); !errors.Is(err, ErrStart) {
		t.Errorf("an opening elsewhere: %v", err)
	}
	r.mustMove(t, r.Start, at(10))
}

// counted is a position that counts how often it was applied to.
type counted struct {
	games.State
	n *int
}

func (c counted) Apply(m games.Move) (games.State, error) {
	*c.n++
	s, err := c.State.Apply(m)
	if err != nil {
		return nil, err
	}
	return counted{s, c.n}, nil
}

func TestAMoveIsAppliedOnce(t *testing.T) {
	b := begin(t, maze, "5x5", 7)
	n, deal := 0, b.Game.Deal
	b.Game.Deal = func(m games.Mode, s games.Seed) (games.State, error) {
		first, err := deal(m, s)
		return counted{first, &n}, err
	}
	r := begun(t, b, Player{})
	list := ways(t, begun(t, begin(t, maze, "5x5", 7), Player{}))
	for _, m := range list {
		r.mustMove(t, m, at(10))
	}
	if n != len(list) {
		t.Errorf("%d moves were applied %d times", len(list), n)
	}
}

// A question takes its time, and a queued walk goes on under it: the move that was asked about is made where the run is.
func TestAProposalOfBefore(t *testing.T) {
	r := begun(t, begin(t, maze, "5x5", 7), Player{})
	list := ways(t, r)
	asked, err := r.Propose(games.Reveal, at(5))
	if err != nil || !asked.Helps {
		t.Fatal(err, asked.Helps)
	}
	r.mustMove(t, list[0], at(10))
	walked := r.State().Text()
	if _, err := r.Make(asked, at(20)); err != nil || !r.State().Assisted() {
		t.Fatal(err)
	}
	again := begun(t, begin(t, maze, "5x5", 7), Player{})
	again.mustMove(t, list[0], at(10))
	again.mustMove(t, games.Reveal, at(20))
	if r.State().Text() != again.State().Text() || r.State().Text() == walked {
		t.Error("the step in between is lost")
	}
}

func TestWhatRanks(t *testing.T) {
	daily := func(b *Begin) { b.Known, b.Daily = true, "2026-11-20" }
	for _, tt := range []struct {
		name   string
		mode   string
		change func(*Begin)
		player Player
		reveal bool
		want   bool
	}{
		{"a fresh deal", "5x5", nil, Player{}, false, true},
		{"a guest", "5x5", nil, Player{Guest: true}, false, false},
		{"a custom size", "7x5", nil, Player{}, false, false},
		{"the same again", "5x5", func(b *Begin) { b.Known = true }, Player{}, false, false},
		{"a daily", "5x5", daily, Player{}, false, true},
		{"with help", "5x5", nil, Player{}, true, false},
	} {
		b := begin(t, maze, tt.mode, 7)
		if tt.change != nil {
			tt.change(&b)
		}
		r := begun(t, b, tt.player)
		if tt.reveal {
			r.mustMove(t, games.Reveal, at(10))
		}
		if ok, why := r.Ranks(); ok != tt.want || ok != (why == "") {
			t.Errorf("%s: %v, %q", tt.name, ok, why)
		}
	}
}

func TestARunTooLongForAReplayDoesNotRank(t *testing.T) {
	r := begun(t, begin(t, maze, "5x5", 7), Player{})
	for range games.MaxSteps + 1 {
		r.Note("~look east", at(1))
	}
	if ok, _ := r.Ranks(); ok || len(r.Steps()) != games.MaxSteps {
		t.Errorf("ranks %v with %d steps", ok, len(r.Steps()))
	}
	if _, ok := r.Keep(at(2)); ok {
		t.Error("it is kept")
	}
	for _, m := range ways(t, r) {
		r.mustMove(t, m, at(500))
	}
	if !r.Won() || r.Elapsed(at(900)) != 500*time.Millisecond {
		t.Errorf("won %v after %v", r.Won(), r.Elapsed(at(900)))
	}
}

func TestWhatCannotBeDealt(t *testing.T) {
	b := begin(t, maze, "5x5", 7)
	b.Mode = games.Mode{ID: "no such"}
	if _, _, err := New(b, Player{}, start); !errors.Is(err, ErrDeal) {
		t.Error(err)
	}
}

func TestADailyHasNoHelpBeforeItsDayIsOver(t *testing.T) {
	b := begin(t, maze, "5x5", 7)
	b.Known, b.Daily = true, "2026-11-20"
	r := begun(t, b, Player{Guest: true})
	for _, tt := range []struct {
		now  time.Time
		want error
	}{
		{start, ErrDaily},
		{time.Date(2026, 11, 20, 23, 59, 59, 0, time.UTC), ErrDaily},
		{time.Date(2026, 11, 21, 0, 59, 59, 0, time.UTC), ErrDaily}, // a run of the day may still count
		{time.Date(2026, 11, 21, 1, 0, 0, 0, time.UTC), nil},
	} {
		if _, err := r.Propose(games.Reveal, tt.now); !errors.Is(err, tt.want) {
			t.Errorf("%v: %v, want %v", tt.now, err, tt.want)
		}
	}
}
