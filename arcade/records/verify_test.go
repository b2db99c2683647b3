package records

import (
	"testing"
	"time"

	"arcade.example.com/arcade/playtest"
	"arcade.example.com/arcade/run"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// What was dealt by a version that is no more is believed, and counted apart from what is played again.
func TestVerifyTellsWhatItBelieved(t *testing.T) {
	store := storage.NewMemory()
	defer store.Close()
	old, m := maze()
	newer := old
	newer.Version++
	for i, g := range []games.Game{old, newer, newer} {
		r := playtest.WonRun(t, g, m, games.Seed(i+1), playtest.Key(t, byte(i+1)), 100*time.Millisecond)
		r.Kind, r.Figures = storage.Timed, run.FiguresOf(g, playtest.ReplayOf(t, r))
		if _, err := store.Save(r); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		dealer games.Game
		want   Tally
	}{
		{newer, Tally{Played: 2, Believed: 1}},
		{old, Tally{Played: 1, Believed: 2}},
	} {
		got, err := Verify(store, []games.Game{tt.dealer}, func(int, int) {}, func(err error) { t.Error(err) })
		if err != nil || got != tt.want {
			t.Errorf("version %d: %+v, %v, want %+v", tt.dealer.Version, got, err, tt.want)
		}
	}
}
