package run

import (
	"errors"
	"testing"
	"time"

	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// lost is a run of minesweeper that opened cells until one was a mine.
func lost(t *testing.T) *Run {
	t.Helper()
	r := begun(t, begin(t, mines, "beginner", 7), Player{})
	r.mustMove(t, "open 4,4", at(100))
	for i := range 81 {
		p, err := r.Propose(games.Move("open "+string(rune('0'+i%9))+","+string(rune('0'+i/9))), at(200+i))
		if errors.Is(err, games.ErrIllegal) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Make(p, at(200+i)); err != nil {
			t.Fatal(err)
		}
		if r.Over() {
			break
		}
	}
	if r.State().Status() != games.Lost {
		t.Fatal("it was not lost")
	}
	return r
}

func TestPracticeGoesOnBeforeTheMistake(t *testing.T) {
	r := lost(t)
	steps := r.BeforeLoss()
	if len(steps) != len(r.Steps())-1 {
		t.Fatalf("%d of %d steps", len(steps), len(r.Steps()))
	}
	p := begun(t, Begin{Game: r.Game, Mode: r.Mode, Seed: r.Seed, Known: true, Practice: steps}, Player{})
	followed := 0
	if err := p.Resume(at(60000), func(games.State, games.Move) { followed++ }); err != nil {
		t.Fatal(err)
	}
	if followed != len(steps) || p.State().Status() != games.Playing {
		t.Errorf("%d steps followed, %v", followed, p.State().Status())
	}
	if got, want := p.Elapsed(at(61000)), steps[len(steps)-1].At+time.Second; got != want {
		t.Errorf("%v on the clock a second later, want %v", got, want)
	}
	if ok, _ := p.Ranks(); ok || p.Waits() {
		t.Errorf("it ranks %v, waits %v", ok, p.Waits())
	}
	if begun(t, begin(t, maze, "5x5", 7), Player{}).BeforeLoss() != nil {
		t.Error("there is practice for a run that was not lost")
	}
}

func TestQuartersArePassed(t *testing.T) {
	b := begin(t, maze, "10x10", 7)
	b.Known, b.Ghosts = true, []storage.Replay{won(t, b, 300)}
	r := begun(t, b, Player{})
	for i, m := range ways(t, r) {
		r.mustMove(t, m, at(100*(i+1)))
	}
	parts := r.Parts()
	if len(parts) != 3 {
		t.Fatalf("%v", parts)
	}
	for i, p := range parts {
		if p.Quarters != i+1 || p.Gap >= 0 || i > 0 && p.Gap >= parts[i-1].Gap {
			t.Errorf("%v: who is three times as fast is further ahead at each quarter", parts)
		}
	}
}

func TestWhatAGuestMayClaim(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*Begin)
		player Player
		want   bool
	}{
		{"a guest's", nil, Player{Guest: true}, true},
		{"a player's", nil, Player{}, false},
		{"of a known deal", func(b *Begin) { b.Known = true }, Player{Guest: true}, false},
		{"a daily", func(b *Begin) { b.Known, b.Daily = true, "2026-11-19" }, Player{Guest: true}, false},
	} {
		b := begin(t, maze, "5x5", 7)
		if tt.change != nil {
			tt.change(&b)
		}
		r := begun(t, b, tt.player)
		if r.Claimable() {
			t.Errorf("%s: claimed before it is won", tt.name)
		}
		for i, m := range ways(t, r) {
			r.mustMove(t, m, at(10*(i+1)))
		}
		if r.Claimable() != tt.want {
			t.Errorf("%s: %v", tt.name, r.Claimable())
		}
	}
}
