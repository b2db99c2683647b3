// Package run is one attempt at a game: its clock, its steps, what ranks and why not, what is kept of it to come back
// to, and the ghosts that run beside it. It knows games and what the store keeps of a run; it never reads or writes the
// store, knows no screen and no session, and is told the time.
package run

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/oklog/ulid/v2"

	"arcade.example.com/games"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// ErrStart is returned for a first move that a known deal does not allow: there everybody begins at Start.
var ErrStart = errors.New("this deal is everybody's: it begins at its start")

// ErrDaily is returned for a move that would help in a daily at which a run may still count.
var ErrDaily = errors.New("there is no help in a daily until an hour after its day")

// ErrHeat is returned for a move that would help in a heat.
var ErrHeat = errors.New("there is no help in a race")

// ErrDeal is returned by New for what cannot be dealt.
var ErrDeal = errors.New("this cannot be dealt")

// ErrOld is returned by New and Resume for a game that was kept by another version of its rules.
var ErrOld = errors.New("kept by an older arcade")

// Begin says what is to be played. Game, Mode and Seed are needed.
type Begin struct {
	Game   games.Game
	Mode   games.Mode
	Seed   games.Seed
	Known  bool              // the seed is known: the start is given, and the run does not rank
	Daily  string            // the day whose challenge it is, "" for none: it ranks there
	ID     string            // a ULID, "" for a fresh one
	Ghosts []storage.Replay  // to race, the one that counts first
	Kept   *storage.Progress // the game to go on with, of any version that Game still deals: see Resume
	// Practice are the steps of a lost run up to a position from which it is tried otherwise: see Resume. It does not rank, and is
	// not kept. Nil for none.
	Practice []games.Step
	Heat     *Heat // the heat in which it is raced, nil for none: it does not rank, and nothing of it is kept here
}

// Heat is where a run stands that is raced, as its player takes it up: see Resume. Its clock began for all entrants at
// one instant.
type Heat struct {
	Began time.Time
	Steps []games.Step // the run's own from here on
}

// Player is what a run has to know of who plays it.
type Player struct {
	Guest   bool
	Boot    string // the server process: a game goes on ranked within it
	Session string // which of the player's sessions: a run has one owner at any time
}

// Run is one attempt. It belongs to one goroutine. The time that its methods are told must not go back, and has the
// monotonic clock's reading where games are timed by it.
type Run struct {
	Begin
	Start games.Move // the opening that a known seed demands, "" for none

	player  Player
	state   games.State
	steps   []games.Step
	began   time.Time // the clock's zero; the zero Time while Ready
	ended   time.Duration
	long    bool // it outgrew a replay
	foreign bool // resumed from another server process
	ghosts  []*ghost
	split   Split
	kind    storage.Kind
	epoch   uint64 // of this session's ownership: see storage.Progress
	kept    int    // steps when it was last kept
	keptAt  time.Time
}

// New deals a run; one that was kept is then to be resumed. What could not be raced is left out and told in skipped: a
// run goes on without it.
func New(b Begin, p Player, now time.Time) (r *Run, skipped, err error) {
	if b.ID == "" {
		b.ID = ulid.Make().String()
	}
	if b.Game, err = dealer(b); err != nil {
		return nil, nil, err
	}
	r = &Run{Begin: b, player: p, keptAt: now}
	if r.state, err = b.Game.Deal(b.Mode, b.Seed); err != nil {
		return nil, nil, fmt.Errorf("%s %s of seed %v: %w: %w", b.Game.ID, b.Mode.ID, b.Seed, ErrDeal, err)
	}
	if b.Known && b.Game.Start != nil && b.Heat == nil {
		r.Start = b.Game.Start(b.Mode, b.Seed)
	}
	if r.state.Status() == games.Playing {
		r.began = now
	}
	var apart []*ghost
	for _, g := range b.Ghosts {
		x, err := newGhost(b.Game, b.Seed, g)
		if err != nil {
			skipped = errors.Join(skipped, fmt.Errorf("ghost of run %s: %w", g.Run, err))
			continue
		}
		if x.apart {
			apart = append(apart, x)
		} else {
			r.ghosts = append(r.ghosts, x)
		}
	}
	r.ghosts = append(r.ghosts, apart...)
	return r, skipped, nil
}

// dealer is the game at the version that the run is dealt by: its own, that of what it resumes, or of what it races.
func dealer(b Begin) (games.Game, error) {
	version := b.Game.Version
	if len(b.Ghosts) > 0 {
		version = b.Ghosts[0].Version
	}
	if b.Kept != nil {
		version = b.Kept.Version
	}
	g, ok := b.Game.At(version)
	if !ok {
		return g, fmt.Errorf("%s dealt by version %d: %w", b.Game.ID, version, ErrOld)
	}
	return g, nil
}

// State is the position.
func (r *Run) State() games.State { return r.state }

// Steps are those so far. They are the run's: not to be changed.
func (r *Run) Steps() []games.Step { return r.steps }

// Running reports whether the clock runs.
func (r *Run) Running() bool { return r.state.Status() == games.Playing }

// Began is the zero of the run's clock; the zero Time before the first move.
func (r *Run) Began() time.Time { return r.began }

// Won reports whether the run was won.
func (r *Run) Won() bool { return r.state.Status() == games.Won }

// Over reports whether the run has ended.
func (r *Run) Over() bool { return r.state.Status().Over() }

// Elapsed is the clock, in whole milliseconds: 0 before the first move, and the run's time once it is over.
func (r *Run) Elapsed(now time.Time) time.Duration {
	switch {
	case r.began.IsZero():
		return 0
	case r.Over():
		return r.ended
	}
	return now.Sub(r.began).Truncate(time.Millisecond)
}

// Listed is the mode as it is counted: there are too many custom ones to tell apart.
func (r *Run) Listed() string {
	if !r.Mode.Ranked {
		return "custom"
	}
	return r.Mode.ID
}

// Leaderboard is where the run would stand.
func (r *Run) Leaderboard() storage.Leaderboard {
	return storage.Leaderboard{Game: r.Game.ID, Mode: r.Mode.ID, Period: storage.All, Daily: r.Daily, Kind: r.kind}
}

// Ranks decides whether this run can stand on a leaderboard, and says why not. It is the one place that does.
func (r *Run) Ranks() (ok bool, why string) {
	switch {
	case r.player.Guest:
		return false, "a guest's runs are not ranked"
	case !r.Mode.Ranked:
		return false, "custom games are not ranked"
	case r.Practice != nil:
		return false, "practice: not ranked"
	case r.Heat != nil:
		return false, "a race: its time is in its results"
	case r.Known && r.Daily == "":
		return false, "on a known deal: not ranked"
	case r.state.Assisted():
		return false, "with help: not ranked"
	case r.long:
		return false, "too long for a replay: not ranked"
	case r.foreign:
		return false, "resumed after a restart: not ranked"
	}
	return true, ""
}

// Begun reports whether leaving would end something: of a daily, the one attempt.
func (r *Run) Begun() bool {
	if r.Daily != "" {
		return !r.Over()
	}
	return r.Running() && len(r.steps) > 0
}

// Waits reports whether there is a game to come back to: one that was begun, or a daily's attempt. A race does not
// wait: it can be begun again, and would take the place of a game that cannot.
func (r *Run) Waits() bool {
	return r.Begun() && len(r.Ghosts) == 0 && r.Heat == nil && r.Practice == nil
}

// Claimable reports whether a guest's run ranks but for the guest: who claims it with a key makes it theirs.
func (r *Run) Claimable() bool {
	if !r.player.Guest || !r.Won() || r.Daily != "" {
		return false
	}
	keyed := *r
	keyed.player.Guest = false
	ok, _ := keyed.Ranks()
	return ok
}

// BeforeLoss are the steps of a lost run up to the one that lost it, to practise from there; nil for a run that was not
// lost, or that has no such position.
func (r *Run) BeforeLoss() []games.Step {
	if r.state.Status() != games.Lost || r.long {
		return nil
	}
	for i, s := range slices.Backward(r.steps) {
		if !s.Move.Shows() {
			return slices.Clip(r.steps[:i])
		}
	}
	return nil
}

// Stakes reports whether a run that ranks would be lost by ending it.
func (r *Run) Stakes() bool {
	ok, _ := r.Ranks()
	return ok && r.Waits()
}

// Record is a won run as the store saves it, but for its steps.
func (r *Run) Record(k keys.Key, now time.Time) storage.Run {
	return storage.Run{ID: r.ID, Key: k, Game: r.Game.ID, Mode: r.Mode.ID, Version: r.Game.Version, Seed: uint64(r.Seed),
		Millis: r.ended.Milliseconds(), Ended: now, Daily: r.Daily, Owner: r.player.Session, Epoch: r.epoch,
		Kind: r.kind, Figures: FiguresOf(r.Game, r.Replay())}
}

// Loss is a lost run as the store counts it.
func (r *Run) Loss(now time.Time) storage.Loss {
	return storage.Loss{Run: r.ID, Game: r.Game.ID, Mode: r.Mode.ID, Kind: r.kind, Ended: now}
}

// Replay is the run as it is played again.
func (r *Run) Replay() games.Replay {
	return games.Replay{Game: r.Game.ID, Mode: r.Mode.ID, Version: r.Game.Version, Seed: r.Seed, Steps: r.steps}
}
