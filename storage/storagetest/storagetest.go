// Package storagetest is what every storage engine must pass. It knows the Store contract and nothing of any engine.
package storagetest

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"errors"
	"fmt"
	"testing"
	"time"

	"arcade.example.com/keys"
	"arcade.example.com/storage"
	"golang.org/x/crypto/ssh"
)

// Run tests an engine. create makes an empty database and returns what opens it: each call is one more store on it, as
// one more arcade would have. What is opened is closed by t.Cleanup.
func Run(t *testing.T, create func(t testing.TB) (open func() storage.Store)) {
	for _, c := range []struct {
		name string
		test func(t *testing.T, s storage.Store)
	}{
		{"nobody yet", nobody},
		{"guests keep nothing", guests},
		{"a player is written with the first thing kept", written},
		{"names", names},
		{"settings", settings},
		{"everyone", everyone},
		{"a run is saved once", once},
		{"ties go to who was first", ties},
		{"ranks agree with a sorted list", ranks},
		{"bests of all time", bests},
		{"replays", replays},
		{"results", results},
		{"periods turn", periods},
		{"changes", changes},
		{"dailies", dailies},
		{"dailies that come late", late},
		{"games in progress", progress},
		{"games that are played", jots},
		{"taking a game over", resuming},
		{"runs that are spent", spending},
		{"games of linked players", linkedOwners},
		{"forgetting what became of runs", sweptFates},
		{"linking", linking},
		{"codes", codes},
		{"wrong codes", wrongCodes},
		{"a linked player has what one player would have", merging},
		{"linking attempts", linkingAttempts},
		{"unlinking", unlinking},
		{"what a code offers", offers},
		{"young keys", young},
		{"notices of links", notices},
		{"rivals", rivals},
		{"rivals of linked players", linkedRivals},
		{"rivals who leave", leftRivals},
		{"a lost key", recovery},
		{"recovery codes that are void", voidRecoveries},
		{"wrong recovery codes", wrongRecoveries},
		{"leaving", leaving},
		{"names without a run", expiringNames},
		{"kinds of runs", kinds},
		{"tallies", tallies},
		{"tallies of linked players", linkedTallies},
		{"ranks by score", scores},
		{"shadowed players", shadows},
		{"runs under review", reviews},
		{"approving runs", approving},
		{"dailies under review", reviewedDailies},
		{"reviews of linked, hidden and removed players", movedReviews},
		{"attempts under review", attemptsUnderReview},
		{"removing runs under review", removedReviews},
		{"heats", heats},
		{"ratings", ratings},
		{"heats of linked and removed players", heatsMoved},
		{"forgetting heats", sweptHeats},
		{"bans", bans},
		{"removing a run", removeRun},
		{"removing a player", removePlayer},
		{"sweeping replays and leaderboards", sweepRuns},
		{"sweeping players", sweepPlayers},
		{"a clock that jumps", jumps},
		{"backup", backup},
		{"hundreds at once", crowd},
		{"one name, many who want it", nameRace},
		{"one code, many who use it", codeRace},
		{"one run, saved by many", saveRace},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel() // they wait for the disk, mostly
			c.test(t, create(t)())
		})
	}
	for _, c := range []struct {
		name string
		test func(t *testing.T, open func() storage.Store)
	}{
		{"several stores", several},
		{"several stores, one secret", severalSecrets},
		{"several stores see each other's changes", severalChanges},
		{"several stores count wrong codes together", severalTries},
		{"several stores have the same bans", severalBans},
		{"a game that changes stores", severalJots},
		{"several stores count losses together", severalTallies},
		{"thirty rivals, many who follow", severalRivals},
		{"one recovery code, many who use it", severalRecoveries},
		{"one game, many who take it over", takingRace},
		{"any order of keeping, resuming, dropping and saving", interleavings},
		{"answers that were lost", lostAnswers},
		{"clocks that differ", skewed},
		{"sweeping beside writers", sweepSome},
		{"what nodes tell each other", pinboards},
		{"nodes that leave", leavingNodes},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.test(t, create(t))
		})
	}
}

// Secret is the secret of all databases in tests.
func Secret([]byte) ([]byte, error) { return bytes.Repeat([]byte("s"), 32), nil }

// Key is the nth key of a test: well formed, and nobody's.
func Key(n int) keys.Key {
	point := sha256.Sum256(fmt.Append(nil, "key ", n))
	pub, err := ssh.NewPublicKey(ed25519.PublicKey(point[:]))
	if err != nil {
		panic(err)
	}
	return keys.Of(pub)
}

// noon is an instant in the middle of a day in the middle of a week.
var noon = time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC)

// NewRun is a run of the nth key in maze 10x10.
func NewRun(id string, n int, ms int64) storage.Run {
	return storage.Run{ID: id, Key: Key(n), Game: "maze", Mode: "10x10", Version: 1, Seed: 0x9f3c, Millis: ms,
		Ended: noon, Steps: []byte("steps of " + id)}
}

var maze = storage.Leaderboard{Game: "maze", Mode: "10x10", Period: storage.All}

func player(t testing.TB, s storage.Store, n int) storage.Player {
	t.Helper()
	p, err := s.Player(Key(n))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func save(t testing.TB, s storage.Store, r storage.Run) storage.Standing {
	t.Helper()
	st, err := s.Save(r)
	if err != nil {
		t.Error(err)
	}
	return st
}

func top(t testing.TB, s storage.Store, lb storage.Leaderboard, from, n int) ([]storage.Entry, int) {
	t.Helper()
	lines, of, err := s.Top(lb, from, n)
	if err != nil {
		t.Fatal(err)
	}
	return lines, of
}

// sound fails the test where the store's own count of itself finds a fault.
func sound(t testing.TB, s storage.Store) {
	t.Helper()
	if err := s.Verify(func(err error) { t.Error("verify:", err) }); err != nil {
		t.Error("verify:", err)
	}
}

func is(t testing.TB, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: %v, want %v", what, err, want)
	}
}

func equal[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}
