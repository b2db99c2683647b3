// Package storage keeps what the arcade must not forget: players and their keys, runs and the replays that prove
// them, leaderboards, dailies, settings and games in progress. It knows no game, no session and no screen: games and
// modes are names here, a replay is bytes, a time is milliseconds.
//
// Store is the contract; every engine passes storagetest.Run.
package storage

import (
	"errors"
	"io"
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
	for _, refusal := range []error{ErrNotFound, ErrGuest, ErrName, ErrNameTaken, ErrCode, ErrOwnCode, ErrYoung, ErrLastKey, ErrAttempted, ErrLate,
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
}

// Store is what every engine does. All methods are safe for concurrent use; each is one transaction, and what it
// wrote is durable when it returns without an error. A write that returns an error may still have been applied: it
// can be repeated, and applies once. Instants are UTC, to the millisecond.
type Store interface {
	// Player returns the player of a key. One who was never written is not written now: Known is false. ErrGuest.
	Player(k keys.Key) (Player, error)
	// Find returns the player of an id, or of a name in any spelling that looks like it. ErrNotFound.
	Find(idOrName string) (Player, error)
	// SetName names the key's player. ErrName, ErrNameTaken.
	SetName(k keys.Key, name string) (Player, error)
	// Settings returns the player's settings, never nil; SetSettings replaces them (at most 4 KiB).
	Settings(k keys.Key) (map[string]string, error)
	SetSettings(k keys.Key, s map[string]string) error

	// Keys lists the keys of the key's player, the oldest first; of a player who was never written, that key alone.
	Keys(k keys.Key) ([]Key, error)
	// Tag is the tag of a key in this database.
	Tag(k keys.Key) keys.Tag
	// Code returns a linking code for the key's player, and when it expires (10 minutes); the one before is void. Where
	// reader is not "" only the player with that id can use it.
	Code(k keys.Key, reader string, now time.Time) (code string, expires time.Time, err error)
	// Peek says whom a Link with the code would make one player, so that they can be asked. It returns what Link would,
	// and a wrong code is a wrong try.
	Peek(k keys.Key, code string, now time.Time) (Offer, error)
	// Link gives the key to the player who was shown the code, together with all that its own player had: bests merge,
	// nothing is lost, the id and name of the side that showed the code stay, the other id goes on leading there. Of
	// two attempts at one daily the earlier stands, of two games in progress the one with more steps. The label has at most
	// 32 bytes. The same key can repeat it. ErrCode; five wrong tries by one key within ten minutes void its tries for that
	// long. ErrOwnCode for a code that the key's own player was shown: it stays good. ErrYoung for a key that was linked
	// itself less than seven days ago to a player with older keys.
	Link(k keys.Key, code, label string, now time.Time) (Player, error)
	// Unlink takes the key of that tag from the key's player. ErrNotFound, ErrLastKey; ErrYoung where the key was linked
	// less than seven days ago and the other is older.
	Unlink(k keys.Key, tag keys.Tag, now time.Time) error
	// Notices returns what the key's holder should know of links made by other keys in the last seven days. Undo takes the
	// keys that a link brought away again: they are a player of their own, and what was merged stays where it is.
	// ErrNotFound, ErrLastKey. Dismiss removes the notice for this key; one that is not there is no error.
	Notices(k keys.Key, now time.Time) ([]Notice, error)
	Undo(k keys.Key, notice string, now time.Time) error
	Dismiss(k keys.Key, notice string) error
	// Forget removes the key's player as RemovePlayer does. ErrNotFound; ErrYoung as for Link.
	Forget(k keys.Key, now time.Time) error

	// Save keeps a verified run: its line on the leaderboards of all periods (or of its daily alone), and its replay
	// as long as it is the player's best of a leaderboard, or for a day. Its game in progress is dropped, its attempt
	// done. The same run again changes nothing. ErrGuest; ErrAttempted where another run is the player's attempt at that
	// daily; ErrLate where that attempt began after the daily's day or the run ended more than DailyGrace after it, by Begun
	// and Ended; ErrSpent for a run that was spent, dropped or removed; ErrTaken for one that another session resumed, or that
	// another player saved.
	Save(Run) (Standing, error)
	// Replay returns a run. ErrNotFound, also for one whose replay has expired.
	Replay(run string) (Replay, error)
	// Replays calls f for every replay kept, in the order of run ids, until f returns an error, and returns that.
	Replays(f func(Replay) error) error

	// Top returns n lines from rank from (1 is first) on, and how many lines there are.
	Top(lb Leaderboard, from, n int) (lines []Entry, total int, err error)
	// Row returns the player's line. ErrNotFound.
	Row(lb Leaderboard, playerID string) (Entry, error)
	// Bests returns the player's lines on the leaderboards of all time of a kind.
	Bests(playerID string, kind Kind) ([]Best, error)
	// Results returns the player's last n times in a mode, the oldest first; at most 100 are kept. They are Timed ones; dailies
	// are apart.
	Results(playerID, game, mode string, n int) ([]Result, error)
	// Changes is a number that rises with every change of the leaderboard while the store is open. It costs nothing
	// to ask.
	Changes(lb Leaderboard) uint64

	// DailySeed returns the seed of a day's challenge: an HMAC of date and game with the secret.
	DailySeed(date, game string) uint64
	// Attempt records the first attempt at a daily, before it begins. ErrAttempted; the same run again is no error.
	Attempt(k keys.Key, a Attempt) error
	// Attempts returns the player's attempts from one date to another, both included, the oldest first.
	Attempts(playerID, from, to string) ([]Attempt, error)

	// Keep keeps the player's game in progress, one a game: the one that was kept last. One with fewer steps than are kept
	// of its run already does nothing. ErrTaken where the run was resumed by another session: it goes on there, and this one
	// must stop. ErrSpent where the run is over.
	Keep(k keys.Key, p Progress) error
	// Kept returns the player's games in progress, at most one a game.
	Kept(k keys.Key) ([]Progress, error)
	// Resume gives a kept run to a session, and returns it as it is now. From then on Keep and Save of any other session
	// are refused with ErrTaken; the session itself hands in the Owner and Epoch that it was given. A session that owns the
	// run already gets it as it is. ErrNotFound where it is not kept any more, ErrSpent where it is over.
	Resume(k keys.Key, game, run, owner string) (Progress, error)
	// Spend makes sure that a run is never saved, because its player was helped: by whichever session, the owner or not. It
	// can go on and be kept.
	Spend(k keys.Key, run string) error
	// Drop ends a run that was lost or given up, by whichever session: it is neither kept nor saved any more. That is
	// remembered for 30 days, or 400 for a daily that was kept. A run that was saved stays.
	Drop(k keys.Key, game, run string) error

	// Players calls f for every player written, in the order of ids, until f returns an error, and returns that.
	Players(f func(Player) error) error

	// Rename names a player, or takes the name away: "". ErrNotFound, ErrName, ErrNameTaken. It is for the operator, as
	// RemoveRun and RemovePlayer are.
	Rename(playerID, name string) error
	// RemoveRun takes a run from every leaderboard; the player's best of the runs whose replays are kept takes its
	// place. Saving it once more is refused with ErrSpent. ErrNotFound.
	RemoveRun(run string) error
	// Shadow hides a player's lines from everybody, or shows them again. Top, the ranks and totals of others, and a
	// leaderboard's record are without them; Row, Bests and the Standing of a Save show the player alone a rank as if they
	// were there. Who is linked with a shadowed player is shadowed too. ErrNotFound.
	Shadow(playerID string, on bool) error
	// RemovePlayer forgets a player with keys, name, settings, lines, attempts and games in progress; the id becomes nobody
	// else's. Replays hold no place then and go with the next sweep a day after they were run, until when they are nobody's
	// (the zero Player): who watches or races one meanwhile can go on. ErrNotFound.
	RemovePlayer(playerID string) error
	// Sweep removes what has expired by now: replays that hold no place, leaderboards of past days (after two weeks),
	// weeks (nine weeks) and dailies (400 days), old codes and notices, and after 30 days names of players without a finished run, and players without both. It works
	// in short transactions. ErrClock where now is more than a day before or after the last sweep: a clock that was set
	// wrongly must not remove anything. With force it goes on nevertheless: an operator has looked at the clock.
	Sweep(now time.Time, force bool) error

	// Backup writes a consistent copy, a file for Open; what its keys are known by is the secret, which is not in it. It holds no transaction while it waits for w.
	Backup(w io.Writer) error
	// Verify recounts every leaderboard and its counters and calls bad for each fault that it finds.
	Verify(bad func(error)) error
	// Size is the database's size in bytes.
	Size() int64
	// Healthy returns nil while writes are taken, and an error that wraps ErrReadOnly and the cause otherwise: after a
	// full disk until a write succeeds again, after anything worse until the store is opened again.
	Healthy() error
	Close() error
}
