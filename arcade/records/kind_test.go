package records

import (
	"testing"
	"time"

	"arcade.example.com/arcade/playtest"
	"arcade.example.com/games"
	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

// A run played in lines is saved as such, with its own figures, or not at all.
func TestWhatIsClaimedIsProved(t *testing.T) {
	g, m := maze()
	plain := playtest.WonRun(t, g, m, 7, storagetest.Key(1), 100*time.Millisecond)
	moves := uint32(len(playtest.ReplayOf(t, plain).Steps))
	least := storage.Figures{Moves: moves, Least: moves}
	for _, tt := range []struct {
		mark    games.Move
		kind    storage.Kind
		figures storage.Figures
		proved  bool
	}{
		{"", storage.Timed, storage.Figures{}, true},
		{"", storage.Timed, least, true},
		{"", storage.Automatic, least, true},
		{"", storage.Timed, storage.Figures{Moves: moves - 1, Least: moves}, false},
		{"", storage.Lines, least, false},
		{"~lines", storage.Lines, least, true},
		{"~lines", storage.Lines, storage.Figures{}, false},
		{"~lines", storage.Timed, least, false},
		{"~lines", storage.Automatic, least, false},
		{"~bot", storage.Bots, least, true},
		{"~bot", storage.Lines, least, false},
	} {
		run, replay := plain, playtest.ReplayOf(t, plain)
		run.Kind, run.Figures = tt.kind, tt.figures
		if tt.mark != "" {
			replay.Steps = append([]games.Step{{Move: tt.mark}}, replay.Steps...)
		}
		h := newSaver(storage.NewMemory())
		if o := <-h.Save(run, replay); (o.Err == nil) != tt.proved {
			t.Errorf("%q as %q with %+v: %v", tt.mark, tt.kind, tt.figures, o.Err)
		}
	}
}
