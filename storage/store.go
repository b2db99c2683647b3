package storage

import (
	"io"
	"time"

	"arcade.example.com/keys"
)

// Store is what every engine does. All methods are safe for concurrent use; each but Sweep and those of Pinboard
// writes in one transaction, and what it wrote is durable when it returns without an error. A write that returns an
// error may still have been applied: it can be repeated, and applies once. Instants are UTC, to the millisecond.
//
// Several stores may be open on one database, where the engine can: in several processes, on several machines. Whatever
// a write decides, a refusal as well, it decides on all that was written before, by whichever store. What only reads may
// show what another store wrote up to a second later; what it shows was true at one instant.
type Store interface {
	Profiles
	Accounts
	Rivals
	Runs
	Leaderboards
	Dailies
	Unfinished
	Heats
	Operators
	Upkeep
	Pinboard
}

// Profiles are what a player is and has set.
type Profiles interface {
	// Player returns the player of a key. One who was never written is not written now: Known is false. ErrGuest.
	Player(k keys.Key) (Player, error)
	// Find returns the player of an id, or of a name in any spelling that looks like it. ErrNotFound.
	Find(idOrName string) (Player, error)
	// SetName names the key's player. ErrName, ErrNameTaken.
	SetName(k keys.Key, name string) (Player, error)
	// Settings returns the player's settings, never nil; SetSettings replaces them (at most 4 KiB).
	Settings(k keys.Key) (map[string]string, error)
	SetSettings(k keys.Key, s map[string]string) error
}

// Accounts are which keys a player has, and how these come and go.
type Accounts interface {
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
	// Recovery returns a code that gives the key's player to another key; the one before is void. It is kept as keys are,
	// so that nobody can read it again, and void when the key leaves the player or the player is linked to another. Without
	// anew there is none, "", for a player who was shown one before; one whose answer was lost counts as shown. ErrYoung as
	// for Link.
	Recovery(k keys.Key, anew bool, now time.Time) (code string, err error)
	// Recover gives the player who was shown the code to the key, as Link does, and the code is used up. The key counts
	// as a first one, so that it can unlink those that are lost at once. source is where the key's holder comes from, "" for
	// unknown. The same key can repeat it for a day. ErrCode; five wrong tries by one key or player within ten minutes, and
	// twenty from one source, void its tries for that long. ErrOwnCode where the key is the player's already: the code stays
	// good. ErrYoung as for Link.
	Recover(k keys.Key, code, label, source string, now time.Time) (Player, error)
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
}

// Rivals are the players whom a player follows. Nobody is told who follows them.
type Rivals interface {
	// Follow makes the player with an id a rival of the key's player. One who is already, is no error. ErrNotFound, ErrSelf;
	// ErrRivals where there are MaxRivals. Unfollow ends it; one who is none is no error. ErrNotFound.
	Follow(k keys.Key, playerID string, now time.Time) error
	Unfollow(k keys.Key, playerID string) error
	// Rivals are those whom the key's player follows, the first to be followed first, without those who have left.
	Rivals(k keys.Key) ([]Player, error)
}

// Runs are finished runs and the replays that prove them.
type Runs interface {
	// Save keeps a verified run: its line on the leaderboards of all periods (or of its daily alone), and its replay
	// as long as it is the player's best of a leaderboard, or for a day. Its game in progress is dropped, its attempt
	// done. The same run again changes nothing. ErrGuest; ErrAttempted where another run is the player's attempt at that
	// daily; ErrLate where that attempt, or the run's clock, began after the daily's day or the run ended more than DailyGrace
	// after it, by Begun, Millis and Ended; ErrSpent for a run that was spent, dropped or removed; ErrTaken for one that another session resumed, or that
	// another player saved.
	Save(Run) (Standing, error)
	// Lose drops a run that was lost as Drop does, and counts it in its player's tally, once. ErrGuest. That of a player who
	// was never written is not counted.
	Lose(k keys.Key, l Loss) error
	// Replay returns a run. ErrNotFound, also for one whose replay has expired.
	Replay(run string) (Replay, error)
	// Replays calls f for every replay kept, in the order of run ids, until f returns an error, and returns that.
	Replays(f func(Replay) error) error
}

// Leaderboards are read by everybody.
type Leaderboards interface {
	// Top returns n lines from rank from (1 is first) on, and how many lines there are.
	Top(lb Leaderboard, from, n int) (lines []Entry, total int, err error)
	// Row returns the player's line. ErrNotFound.
	Row(lb Leaderboard, playerID string) (Entry, error)
	// UnderReview returns the player's best run that waits for an operator and would count there, with the rank that it would
	// have. ErrNotFound.
	UnderReview(lb Leaderboard, playerID string) (Entry, error)
	// Bests returns the player's lines on the leaderboards of all time of a kind.
	Bests(playerID string, kind Kind) ([]Best, error)
	// Results returns the player's last n times in a mode, the oldest first; at most 100 are kept. They are Timed ones;
	// dailies are apart.
	Results(playerID, game, mode string, n int) ([]Result, error)
	// Tallies returns how the player's runs of a kind have ended, by mode, dailies with the others.
	Tallies(playerID string, kind Kind) ([]Tally, error)
	// Changes is a number that rises with every change of the leaderboard while the store is open. It costs nothing
	// to ask.
	Changes(lb Leaderboard) uint64
}

// Dailies are the challenges of a day, and who tried them.
type Dailies interface {
	// DailySeed returns the seed of a day's challenge: an HMAC of date and game with the secret.
	DailySeed(date, game string) uint64
	// Attempt records the first attempt at a daily, before it begins. ErrAttempted; the same run again is no error.
	Attempt(k keys.Key, a Attempt) error
	// Attempts returns the player's attempts from one date to another, both included, the oldest first.
	Attempts(playerID, from, to string) ([]Attempt, error)
}

// Unfinished are games in progress, each with one owner at any time.
type Unfinished interface {
	// Keep keeps the player's game in progress, one a game: the one that was kept last. One with fewer steps than are kept
	// of its run already does nothing. ErrTaken where the run was resumed by another session: it goes on there, and this one
	// must stop. ErrSpent where the run is over.
	Keep(k keys.Key, p Progress) error
	// Jot keeps a game that is being played, as Keep does. Where several nodes share the store it may stay with this one for
	// some 25 seconds before others see it, but for its first time; and a session whose run was taken over may learn it a
	// second late. What a node has jotted down outlasts its process, but not its machine.
	Jot(k keys.Key, p Progress) error
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
}

// Heats are races that are over, and how well their players race.
type Heats interface {
	// SaveHeat keeps a heat with its replays for HeatLife; the same heat again replaces its entrants. With the first save
	// rate is given the ratings of those entrants who are Rated players, in their order, the zero Rating for one without,
	// and their places;
	// the Mu and Sigma of what it returns, as many, are kept. It may be called more than once for one heat. Fewer than two
	// rated players move no rating. It returns the heat as it is kept, with how it moved each rating when it was saved
	// first.
	SaveHeat(h Heat, rate func(before []Rating, places []int) []Rating) (Heat, error)
	// Heats calls f for every heat kept that began at since or later, the oldest first, until f returns an error, and
	// returns that.
	Heats(since time.Time, f func(Heat) error) error
	// HeatsOf returns the player's last n heats that are kept, the latest first, and of all that are kept how many were won
	// of how many were raced, those that they came to later aside.
	HeatsOf(playerID string, n int) (list []Raced, won, of int, err error)
	// Opponents returns the ids of those players with whom the player raced a heat that is kept, in no order.
	Opponents(playerID string) ([]string, error)
	// Rating returns the player's rating in a game. ErrNotFound.
	Rating(playerID, game string) (Rating, error)
	// Ratings returns the ratings in a game that at least so many heats have moved, by Mu - 3 Sigma, the highest first.
	Ratings(game string, least int) ([]Rating, error)
}

// Operators do what players cannot, and what is done on an operator's behalf.
type Operators interface {
	// Players calls f for every player written, in the order of ids, until f returns an error, and returns that.
	Players(f func(Player) error) error

	// Rename names a player, or takes the name away: "". ErrNotFound, ErrName, ErrNameTaken.
	Rename(playerID, name string) error
	// Reviews are the runs that wait for an operator, the oldest first: saved ones that would come among the first three of a
	// leaderboard with as many lines as Run.Review says, by hand or in lines. Of a player's runs of a day the best waits, and
	// their older line stands meanwhile. It is shown to them alone. Approve ranks one as if it were saved now, RemoveRun
	// removes it. ErrNotFound where it does not wait.
	Reviews() ([]Review, error)
	Approve(run string) error
	// RemoveRun takes a run from every leaderboard; the player's best of the runs whose replays are kept takes its
	// place. Saving it once more is refused with ErrSpent. ErrNotFound.
	RemoveRun(run string) error
	// Shadow hides a player's lines from everybody, or shows them again. Top, the ranks and totals of others, and a
	// leaderboard's record are without them; Row, Bests and the Standing of a Save show the player alone a rank as if they
	// were there. Who is linked with a shadowed player is shadowed too. ErrNotFound.
	Shadow(playerID string, on bool) error
	// RemovePlayer forgets a player with keys, name, settings, lines, attempts and games in progress, which are over; the id becomes nobody
	// else's. Replays hold no place then and go with the next sweep a day after they were run, until when they are nobody's
	// (the zero Player): who watches or races one meanwhile can go on. ErrNotFound.
	RemovePlayer(playerID string) error
	// Ban keeps out whom it names, in the place of a ban on the same; Unban lifts it. ErrNotFound.
	Ban(b Ban) error
	Unban(who string) error
	// Bans are those that are kept, in the order of whom they name, those that have ended too until they are swept. It costs
	// nothing to ask; where the store cannot be read they are as they were last.
	Bans() []Ban
	// Sweep removes what has expired by now: replays that hold no place, leaderboards of past days (after two weeks),
	// weeks (nine weeks) and dailies (400 days), heats (30 days), old codes, notices and bans, and after 30 days the names of players without a
	// finished run, and players without both. It works in short transactions. ErrClock where now is more than a day before or after the last sweep: a clock that was set
	// wrongly must not remove anything. With force it goes on nevertheless: an operator has looked at the clock.
	Sweep(now time.Time, force bool) error
}

// Upkeep is of the database as a whole.
type Upkeep interface {
	// Backup writes a consistent copy, a file for Open. The secret is not in it. It holds no transaction while it waits
	// for w.
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
