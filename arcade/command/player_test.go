package command

import (
	"testing"
	"time"

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
