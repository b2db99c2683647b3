package command

import (
	"strings"
	"testing"
	"time"

	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

func TestMeInJSON(t *testing.T) {
	c := peopled(t)
	var got shownPlayer
	decode(t, c.answers(t, as(1), "me --json"), &got)
	best := shownBest{"maze", "10x10", 2, 3, 48213, "2026-11-18T12:00:00Z", "RUN-A"}
	if got.Player != "ana" || got.ID != "id-001" || got.Guest || len(got.Keys) != 1 || len(got.Bests) != 2 || got.Bests[0] != best {
		t.Errorf("%+v", got)
	}
	k := got.Keys[0]
	_, err := time.Parse(time.RFC3339, k.Added)
	if err != nil || k.Key != storagetest.Key(1).Fingerprint() || k.Type != "ssh-ed25519" || !k.This {
		t.Errorf("%+v, %v", k, err)
	}
}

// How the runs have ended, with what the profile's screen says of it.
func TestMeTellsWinsAndLosses(t *testing.T) {
	c := peopled(t)
	c.save(t, "RUN-E", 1, 90000, in("minesweeper", "expert"), func(r *storage.Run) { r.Figures.Least = 150 })
	if err := c.Store.Lose(storagetest.Key(1), storage.Loss{Run: "RUN-F", Game: "minesweeper", Mode: "expert", Ended: friday}); err != nil {
		t.Fatal(err)
	}
	var got shownPlayer
	decode(t, c.answers(t, as(1), "me --json"), &got)
	want := shownTally{"minesweeper", "expert", 3, 2, 0, 2, 150, 90000}
	if len(got.Tallies) != 2 || got.Tallies[1] != want {
		t.Errorf("%+v, want the last to be %+v", got.Tallies, want)
	}
	if said := c.answers(t, as(1), "me"); !strings.Contains(said, "won 3 of 4 (75 %)") {
		t.Errorf("me says\n%s", said)
	}
}
