package live

import "time"

// How is how a run ended.
type How uint8

const (
	Under   How = iota // it is under way
	Won                //
	Lost               //
	Left               // the player left it, for good or to come back another time
	Anew               // the player began another
	Moved              // it goes on in another window of the player's
	Removed            // the player was sent away: kicked or banned
	Restart            // the arcade restarts
	TimeUp             // the heat ended before it
	Away               // the node on which it was played is gone
)

// End is how a run ended, and when on its own clock.
type End struct {
	How    How
	Time   time.Duration // left 0, the clock's own
	Placed string        // what became of it, in words; "" while nothing is known
}

// Words is the end as a sentence, with the player's name and the time as the screen writes it.
func (e End) Words(name, clock string) string {
	var s string
	switch e.How {
	case Under:
		return name + " is playing, at " + clock
	case Won:
		s = name + " won in " + clock
	case Lost:
		s = name + " lost after " + clock
	case Left:
		s = name + " left after " + clock
	case Anew:
		s = name + " began anew after " + clock
	case Moved:
		return name + " goes on in another window"
	case Removed:
		s = name + " had to leave after " + clock
	case Restart:
		return "the arcade restarts: come back in a moment"
	case TimeUp:
		s = "the heat is over; " + name + " was at " + clock
	case Away:
		s = name + " was at " + clock + " when their part of the arcade went away"
	}
	if e.Placed != "" {
		s += ": " + e.Placed
	}
	return s
}
