package storage

import (
	"fmt"
	"strings"
)

// Kind says how a run came about, and so against which others it ranks. The zero Kind is Timed.
type Kind string

const (
	Timed     Kind = ""      // by hand, ranked by time
	Automatic Kind = "auto"  // faster than hands are, ranked by time
	Lines     Kind = "lines" // by a person in lines instead of a screen, ranked by score
	Bots      Kind = "bots"  // by a program in lines, ranked by score
)

// Figures are what a leaderboard shows of a run besides its time, and what Lines and Bots are ranked by. What counts as
// a move is the game's to say.
type Figures struct {
	Moves uint32 // that were made
	Least uint32 // that could have been enough: a maze's shortest way, a minefield's 3BV; 0 where nobody knows
}

// score is how many moves a run took over the least possible, which may be beaten by none: the lower the better.
func (f Figures) score() uint32 { return f.Moves - min(f.Least, f.Moves) }

// scored reports whether runs of the kind are ranked by score, and by time only where scores are equal.
func (k Kind) scored() bool { return k == Lines || k == Bots }

// suffix is the kind as it stands in keys, after a span or a mode.
func (k Kind) suffix() string {
	if k == Timed {
		return ""
	}
	return "~" + string(k)
}

func (k Kind) check() error {
	switch k {
	case Timed, Automatic, Lines, Bots:
		return nil
	}
	return fmt.Errorf("kind %.20q: %w", string(k), ErrNotFound)
}

// kind is the kind of a leaderboard in keys.
func (lb leaderboard) kind() Kind {
	span, _, _ := strings.Cut(string(lb), "\x00")
	_, kind, _ := strings.Cut(span, "~")
	return Kind(kind)
}
