package storage_test

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"time"

	"golang.org/x/crypto/ssh"

	"arcade.example.com/games"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// A player is whoever holds a key; a finished run stands on the leaderboard of its mode with the steps that prove it.
func ExampleStore() {
	store := storage.NewMemory()
	defer store.Close()
	public, err := ssh.NewPublicKey(ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)).Public())
	if err != nil {
		panic(err)
	}
	ana := keys.Of(public)
	if _, err := store.SetName(ana, "ana"); err != nil {
		panic(err)
	}
	saved, err := store.Save(storage.Run{ID: "RUN-1", Key: ana, Game: "maze", Mode: "5x5", Version: 1, Seed: 7, Millis: 2134,
		Ended: time.Now(), Steps: games.Encode([]games.Step{{At: 2134 * time.Millisecond, Move: "east"}})})
	if err != nil {
		panic(err)
	}
	fmt.Printf("place %d of %d, best: %v\n", saved.Rank, saved.Of, saved.Best)

	lines, total, err := store.Top(storage.Leaderboard{Game: "maze", Mode: "5x5", Period: storage.All}, 0, 10)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%d of %d: %d. %s in %d ms\n", len(lines), total, lines[0].Rank, lines[0].Player, lines[0].Millis)

	_, err = store.SetName(keys.Key{}, "ben")
	fmt.Println(errors.Is(err, storage.ErrGuest))
	// Output:
	// place 1 of 1, best: true
	// 1 of 1: 1. ana in 2134 ms
	// true
}
