package live

import (
	"errors"
	"slices"
)

// Privacy is what a player chose to let others see of their runs.
type Privacy uint8

const (
	Watchable Privacy = iota
	Uncounted         // watchable, but the player is not shown how many watch
	Private           // listed without a name, watched by nobody
)

var privacies = [...]string{"watchable", "uncounted", "private"}

// String is the privacy as settings keep it.
func (p Privacy) String() string { return privacies[p] }

// PrivacyOf is the privacy that a setting says; Watchable where it says none.
func PrivacyOf(setting string) Privacy {
	return Privacy(max(slices.Index(privacies[:], setting), 0))
}

// Viewer is who wants to see something, as far as that decides what they may.
type Viewer struct {
	Player string // their id, "" for a guest
	// Word is the room in whose heat they are racing right now, "" for none: who races may not look at a rival's board.
	Word string
	// Knows reports whether a day's challenge in a game holds no secret for them any more: their own attempt is over, or the
	// day is. Nil is never.
	Knows func(game, day string) bool
}

// Sight is how much of a run somebody may see.
type Sight uint8

const (
	Nameless Sight = iota // that somebody plays this mode, and how far they are
	Listed                // and who
	Whole                 // the run itself, as its player sees it
)

// The reasons why a run cannot be watched.
var (
	ErrGone    = errors.New("this run is not being played any more")
	ErrPrivate = errors.New("this player is not to be watched")
	ErrDaily   = errors.New("this is a daily: make your own attempt first")
	ErrComing  = errors.New("this run is played on another machine and is being fetched")
	ErrRival   = errors.New("you are racing on the same board")
)

// sight decides what a viewer may see of a run under way, and says why it is not all. What the board then shows is what
// the player's own board shows: the views of the mode, the cells that are open.
func (h Header) sight(v Viewer) (Sight, error) {
	switch {
	case h.Word != "" && h.Word == v.Word:
		return Listed, ErrRival
	case h.Player != "" && h.Player == v.Player:
		return Whole, nil
	case h.Privacy == Private:
		return Nameless, ErrPrivate
	case h.Daily != "" && (v.Knows == nil || !v.Knows(h.Game.ID, h.Daily)):
		return Listed, ErrDaily
	}
	return Whole, nil
}
