package main

import (
	"io"
	"log/slog"
	"testing"
	"time"

	"arcade.example.com/arcade/lines"
	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/panics"
	"arcade.example.com/arcade/playtest"
	"arcade.example.com/arcade/records"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/games/catalog"
	"arcade.example.com/storage"
)

// The example wins, as it stands in the guide, and stands among bots.
func TestTheExampleWins(t *testing.T) {
	store, log, list := storage.NewMemory(), slog.New(slog.DiscardHandler), catalog.All()
	saver := records.NewSaver(records.Config{Games: list, Store: store, Log: log, Panics: panics.NewCatcher(log), Saved: func(time.Duration) {}})
	h := &lines.House{Games: list, Store: store, Hall: live.NewHall(live.Clock{}, nil), Saver: saver, Log: log, Boot: "b", Idle: time.Minute, Now: time.Now,
		Seed: func() games.Seed { return 7 }, Count: func(_, _, _ string) {}, Closing: func() bool { return false }}
	mode, err := list[0].Mode("10x10-fp")
	if err != nil {
		t.Fatal(err)
	}
	s := lines.New(h, playtest.Key(t, 1), lines.Options{Bot: true, JSON: true, First: to.Game{Game: list[0], Mode: mode}})
	in, said := io.Pipe()
	heard, out := io.Pipe()
	ended := make(chan string, 1)
	go func() { ended <- s.Run(t.Context(), in, out) }()
	end, err := play(heard, said)
	said.Close()
	go io.Copy(io.Discard, heard)
	<-ended
	if err != nil || end.Status != "won" || end.Rank != 1 || end.Of != 1 {
		t.Errorf("%+v, %v", end, err)
	}
}
