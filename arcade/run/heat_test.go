package run

import (
	"errors"
	"testing"

	"arcade.example.com/games"
)

// A run of a heat goes on from where it stands there, by the heat's clock; it gets no help, and is neither kept nor ranked.
func TestAHeatIsTakenUp(t *testing.T) {
	b := begin(t, maze, "10x10", 7)
	whole := begun(t, b, Player{})
	list := ways(t, whole)
	for i, m := range list[:5] {
		whole.mustMove(t, m, at(100*i))
	}
	b.Heat = &Heat{Began: at(-2000), Steps: whole.Steps()}
	r := begun(t, b, Player{})
	followed := 0
	if err := r.Resume(at(900), func(games.State, games.Move) { followed++ }); err != nil {
		t.Fatal(err)
	}
	if followed != 5 || r.State().Text() != whole.State().Text() {
		t.Errorf("%d steps were followed, to\n%s", followed, r.State().Text())
	}
	if got := r.Elapsed(at(1000)).Milliseconds(); got != 3000 {
		t.Errorf("the clock is at %d ms, not that of the heat", got)
	}
	if ok, why := r.Ranks(); ok || why == "" {
		t.Errorf("it ranks: %q", why)
	}
	if _, keeps := r.Keep(at(1000)); keeps || r.Waits() {
		t.Error("it is kept")
	}
	if _, err := r.Propose(games.Reveal, at(1000)); !errors.Is(err, ErrHeat) {
		t.Errorf("help in a heat: %v", err)
	}
	for i, m := range list[5:] {
		r.mustMove(t, m, at(1000+10*i))
	}
	if !r.Won() {
		t.Error("it cannot be won")
	}
}

// In a game that waits for its opening, the opening is made.
func TestAHeatBeginsOpened(t *testing.T) {
	b := begin(t, mines, "beginner-ng", 7)
	b.Heat = &Heat{Began: at(0), Steps: []games.Step{{Move: b.Game.Start(b.Mode, b.Seed)}}}
	r := begun(t, b, Player{})
	if err := r.Resume(at(0), func(games.State, games.Move) {}); err != nil {
		t.Fatal(err)
	}
	if r.Start != "" || r.State().Status() != games.Playing || r.Elapsed(at(500)).Milliseconds() != 500 {
		t.Errorf("it waits for %q, %v, %v", r.Start, r.State().Status(), r.Elapsed(at(500)))
	}
}
