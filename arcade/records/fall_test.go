package records

import (
	"fmt"
	"log/slog"
	"testing"
	"time"

	"arcade.example.com/arcade/panics"
	"arcade.example.com/arcade/playtest"
	"arcade.example.com/games/catalog"
	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

// A record falls to another player, once for each run that beats it: not to its own holder, not on an empty leaderboard,
// and not where the run is hidden.
func TestFall(t *testing.T) {
	store := storage.NewMemory()
	var fell []Fall
	log := slog.New(slog.DiscardHandler)
	h := NewSaver(Config{Games: catalog.All(), Store: store, Log: log, Panics: panics.NewCatcher(log), Saved: func(time.Duration) {}, Fell: func(f Fall) { fell = append(fell, f) }})
	g, m := maze()
	runs := 0
	save := func(key int, pause time.Duration) string {
		t.Helper()
		runs++
		run := playtest.WonRun(t, g, m, 7, storagetest.Key(key), pause)
		run.ID = fmt.Sprintf("01TESTRUN%017d", runs)
		if o := <-h.Save(run, playtest.ReplayOf(t, run)); o.Err != nil {
			t.Fatal(o.Err)
		}
		h.Wait(nil)
		p, err := store.Player(storagetest.Key(key))
		if err != nil {
			t.Fatal(err)
		}
		return p.ID
	}
	ana := save(1, 400*time.Millisecond)
	save(1, 350*time.Millisecond) // her own
	save(2, 380*time.Millisecond) // second
	if len(fell) != 0 {
		t.Fatalf("%+v", fell)
	}
	jun := save(2, 300*time.Millisecond)
	if len(fell) != 1 || fell[0].Holder.ID != ana || fell[0].By.ID != jun || fell[0].Leaderboard.Mode != m.ID {
		t.Fatalf("%+v", fell)
	}
	pest := save(3, 340*time.Millisecond)
	if err := store.Shadow(pest, true); err != nil {
		t.Fatal(err)
	}
	save(3, 250*time.Millisecond)
	if len(fell) != 1 {
		t.Errorf("a hidden run is told: %+v", fell[1:])
	}
}
