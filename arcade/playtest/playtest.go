// Package playtest has what the tests of several rooms need: mazes that were walked out, and stores that refuse or fail. It is
// imported by tests alone.
package playtest

import (
	"crypto/ed25519"
	"fmt"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade.example.com/games"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// Stubborn is a store that refuses runs with ErrReadOnly, as often as Refuses says at first.
type Stubborn struct {
	storage.Store
	Refuses int

	mu sync.Mutex
}

// Save makes Stubborn a storage.Store.
func (s *Stubborn) Save(r storage.Run) (storage.Standing, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Refuses > 0 {
		s.Refuses--
		return storage.Standing{}, fmt.Errorf("save run: %w", storage.ErrReadOnly)
	}
	return s.Store.Save(r)
}

// WonRun is a maze walked out, a step every pace.
func WonRun(t testing.TB, g games.Game, m games.Mode, seed games.Seed, k keys.Key, pace time.Duration) storage.Run {
	t.Helper()
	s, err := g.Deal(m, seed)
	if err != nil {
		t.Fatal(err)
	}
	var steps []games.Step
	for _, key := range WayOut(t, s) {
		move := map[string]games.Move{"up": "north", "down": "south", "left": "west", "right": "east"}[key]
		steps = append(steps, games.Step{At: pace * time.Duration(len(steps)+1), Move: move})
	}
	last := steps[len(steps)-1].At
	return storage.Run{ID: fmt.Sprintf("01TESTRUN%017d", uint64(seed)), Key: k, Game: g.ID, Mode: m.ID, Version: g.Version,
		Seed: uint64(seed), Millis: last.Milliseconds(), Ended: time.Now(), Steps: games.Encode(steps)}
}

// ReplayOf is the run as it is played again.
func ReplayOf(t testing.TB, r storage.Run) games.Replay {
	t.Helper()
	steps, err := games.Decode(r.Steps)
	if err != nil {
		t.Fatal(err)
	}
	return games.Replay{Game: r.Game, Mode: r.Mode, Version: r.Version, Seed: games.Seed(r.Seed), Steps: steps}
}

// WayOut is a shortest way from a position to a won one, as arrow keys, found by trying all moves.
func WayOut(t testing.TB, s games.State) []string {
	t.Helper()
	type node struct {
		state games.State
		keys  []string
	}
	seen := map[string]bool{s.Text(): true}
	for queue := []node{{state: s}}; len(queue) > 0; queue = queue[1:] {
		n := queue[0]
		for _, m := range [][2]string{{"north", "up"}, {"east", "right"}, {"south", "down"}, {"west", "left"}} {
			next, err := n.state.Apply(games.Move(m[0]))
			if err != nil {
				continue
			}
			keys := append(append([]string(nil), n.keys...), m[1])
			if next.Status() == games.Won {
				return keys
			}
			if !seen[next.Text()] {
				seen[next.Text()] = true
				queue = append(queue, node{next, keys})
			}
		}
	}
	t.Fatal("there is no way out")
	return nil
}

// Key is the n-th of the keys that tests play with: of the ed25519 seed whose first byte is n.
func Key(t testing.TB, n byte) keys.Key {
	t.Helper()
	seed := make([]byte, ed25519.SeedSize)
	seed[0] = n
	pub, err := gossh.NewPublicKey(ed25519.NewKeyFromSeed(seed).Public())
	if err != nil {
		t.Fatal(err)
	}
	return keys.Of(pub)
}
