package command

import (
	"strings"
	"testing"
	"time"

	"arcade.example.com/arcade/panics"
	"arcade.example.com/arcade/playtest"
	"arcade.example.com/arcade/records"
	"arcade.example.com/storage/storagetest"
)

// A run that a guest has won is claimed with a key, once; a guest and a wrong code are told what to do.
func TestARunIsClaimed(t *testing.T) {
	c := newCommands(t)
	c.Saver = records.NewSaver(records.Config{Games: c.Games, Store: c.Store, Log: c.Log, Panics: panics.NewCatcher(c.Log), Saved: func(time.Duration) {}})
	g, m := c.Games[0], c.Games[0].Modes[0]
	won := playtest.WonRun(t, g, m, 77, storagetest.Key(1), 300*time.Millisecond)
	code := c.Saver.Offer(won, playtest.ReplayOf(t, won), friday)
	if exit, _, said := c.said(t, Caller{}, "claim "+code); exit != ExitRefused || !strings.Contains(said, "guest") {
		t.Errorf("a guest: %d, %s", exit, said)
	}
	if exit, _, said := c.said(t, as(9), "claim AAAA-AAAA"); exit != ExitRefused || !strings.Contains(said, "ten minutes") {
		t.Errorf("a wrong code: %d, %s", exit, said)
	}
	if exit, out, said := c.said(t, as(9), "claim "+strings.ToLower(code)); exit != ExitDone || !strings.Contains(out, "is yours: 1st of") {
		t.Errorf("%d, %s%s", exit, out, said)
	}
	if exit, _, _ := c.said(t, as(8), "claim "+code); exit != ExitRefused {
		t.Error("it is claimed twice")
	}
}
