// Package storage keeps what the arcade must not forget: players and their keys, runs and the replays that prove
// them, leaderboards, dailies, settings and games in progress. It knows no game, no session and no screen: games and
// modes are names here, a replay is bytes, a time is milliseconds.
//
// Store is the contract; every engine passes storagetest.Run.
package storage

import (
	"errors"
	"time"

	"arcade.example.com/keys"
)

var (
	ErrNotFound  = errors.New("not found")
	ErrGuest     = errors.New("a guest has no key to keep it under")
	ErrName      = errors.New("no such name is possible") // keys.CheckName refuses it
	ErrNameTaken = errors.New("the name is taken, or looks like one that is")
	ErrCode      = errors.New("no such code, or it has expired or was used")
	ErrOwnCode   = errors.New("the code is for another key: its own player was shown it")
	ErrYoung     = errors.New("the key was linked less than seven days ago")
	ErrLastKey   = errors.New("a player keeps at least one key")
	ErrSelf      = errors.New("nobody follows themselves")
	ErrRivals    = errors.New("nobody follows more players than MaxRivals")
	ErrAttempted = errors.New("the first attempt at this daily was made already")
	ErrLate      = errors.New("the daily was over before the run was")
	ErrTaken     = errors.New("the run goes on elsewhere") // in another session, or it is another player's
	ErrSpent     = errors.New("the run is over for good")  // it was dropped, lost, helped, removed, or saved
	ErrReadOnly  = errors.New("the store takes no writes") // full, read-only, or stopped after a failed fsync
	ErrInUse     = errors.New("another process has the database open")
	ErrDamaged   = errors.New("the database is damaged")
	ErrSecret    = errors.New("the secret is not the one of this database")
	ErrForeign   = errors.New("the file is another program's database")
	ErrNewer     = errors.New("the database was written by a newer arcade")
	ErrClock     = errors.New("the clock has jumped by more than a day since the last sweep")
)

// Permanent reports whether a call that returned an error would return it again however often it is repeated: what it
// asked for is refused, not held up. Any other error, above all one that wraps ErrReadOnly, may pass.
func Permanent(err error) bool {
	if errors.Is(err, ErrReadOnly) {
		return false
	}
	for _, refusal := range []error{ErrNotFound, ErrGuest, ErrName, ErrNameTaken, ErrCode, ErrOwnCode, ErrYoung, ErrLastKey, ErrSelf, ErrRivals, ErrAttempted, ErrLate,
		ErrTaken, ErrSpent, ErrDamaged, errRun} {
		if errors.Is(err, refusal) {
			return true
		}
	}
	return false
}

// Period is the span of time that a leaderboard covers.
type Period string

const (
	All  Period = "all"
	Week Period = "week" // ISO 8601, UTC: Monday to Sunday
	Day  Period = "day"  // UTC
)

// Leaderboard names a leaderboard. With Daily set ("2026-11-20") it is that day's challenge, whatever Period says;
// otherwise Period at the instant At: the zero At is now.
type Leaderboard struct {
	Game, Mode string
	Period     Period
	Daily      string
	At         time.Time
	Kind       Kind
}

// Player is who plays. ID is six of [0-9a-z], fixed for ever, and stands beside the name everywhere.
type Player struct {
	ID     string
	Name   string // "" until set
	Known  bool   // written: has a finished run, a name, a setting, an attempt or a game in progress
	Joined time.Time
	Shadow bool // their lines are shown to nobody else; not for their own eyes
}

// Key is one of a player's keys, as it can be shown without knowing the key.
type Key struct {
	Tag   keys.Tag
	Label string // the short name given to it when it was linked, or ""
	Type  string // "ssh-ed25519"
	Added time.Time
	Seen  time.Time // of the last write with it, to the day

	Linked time.Time // to its player with a code; the zero Time for a player's first key
}

// Offer is what the use of a linking code would bring.
type Offer struct {
	Into Player // who was shown the code: their id and name stay
	From Player // who types it, and would give all that is theirs
}

// Notice tells the holder of a key that its player was linked with another by another key.
type Notice struct {
	ID    string // the id that the player who typed the code had
	Name  string // and the name, "" for none
	Into  string // the id of the player who was shown the code
	Label string // of the key that typed it
	Keys  int    // how many keys came with that player
	At    time.Time
	Until time.Time // as long as it can be undone
}

// Run is one finished, won, verified run. ID is a ULID; saving the same ID again changes nothing.
type Run struct {
	ID         string
	Key        keys.Key // who ran it
	Game, Mode string
	Version    int    // of the dealing
	Seed       uint64 // what it was dealt from
	Millis     int64  // its time, ms
	Ended      time.Time
	Daily      string // the day whose challenge it was, "" for none: then it counts on that leaderboard only
	Steps      []byte // games.Encode
	Owner      string // the session that played it, and its epoch: see Progress
	Epoch      uint64
	Kind       Kind
	Figures    Figures
	Review     int // it waits for an operator where it would be among the first of so many lines or more; 0: nowhere
}

// Entry is a line of a leaderboard.
type Entry struct {
	Rank   int // 1 is best; equal values: who was faster, then who was first
	Player string
	ID     string
	Millis int64
	At     time.Time
	Run    string
	Figures
}

// Standing is what a saved run came to.
type Standing struct {
	Run    string
	Rank   int           // the player's rank on the leaderboard of all time (or of the daily) after the run
	Of     int           // how many players stand there
	Best   bool          // it is the player's new best
	Review bool          // it waits for an operator: Rank is what it would have
	Before time.Duration // the player's best before, 0 for none
	Record time.Duration // the leaderboard's best before, 0 for none
}

// Best is a player's line on one leaderboard of all time.
type Best struct {
	Game, Mode string
	Of         int
	Entry
}

// Result is one of a player's times in a mode, for the plot of the profile.
type Result struct {
	At     time.Time
	Millis int64
}

// Replay is a run as it is played again.
type Replay struct {
	Run     string
	Player  Player // the zero Player where the runner has left
	Game    string
	Mode    string
	Version int
	Seed    uint64
	Millis  int64
	At      time.Time
	Daily   string
	Steps   []byte
	Kind    Kind
	Figures Figures
}

// Progress is a game that was not finished. Its clock stood at Millis at the instant Saved. It has one owner: the session
// that began it, at epoch 0, or the one that resumed it last, at an epoch that each Resume raises.
type Progress struct {
	Run        string // the ULID that the run will have
	Game, Mode string
	Version    int
	Seed       uint64
	Known      bool // it began on a known seed: unranked
	Daily      string
	Boot       string // the server process that ran it
	Millis     int64
	Saved      time.Time
	Steps      []byte
	Owner      string // a session's id: no two sessions of any process have the same
	Epoch      uint64
	Count      uint64 // how many steps were made: what says which of two states of a run is the later one
}

// Attempt is a player's try at a daily.
type Attempt struct {
	Date   string
	Game   string
	Mode   string
	Run    string
	Begun  time.Time
	Done   bool  // won
	Millis int64 // when Done
	Over   bool  // lost or given up, by what became of its run: Attempt does not write it
}
