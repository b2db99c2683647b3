package look

import (
	"fmt"
	"time"
)

// Share is a line to show to others about a daily: what was done, and nothing of how. A Rank of 0 is a loss.
type Share struct {
	Day, Title, Label string
	Time              time.Duration
	Rank, Of, Streak  int
	Done              int     // of a loss: how much of the game was done, in percent
	Address           Address // where others can try it; the zero Address: the line does not say
}

// Line is the line, in ASCII.
func (d Share) Line() string {
	title := d.Title
	if d.Label != "" {
		title += " (" + d.Label + ")"
	}
	s := fmt.Sprintf("Arcade daily %s, %s: %s", d.Day, title, d.done())
	if d.Address.Known() {
		s += ". " + d.Address.Terminal("daily")
	}
	return s
}

func (d Share) done() string {
	if d.Rank == 0 {
		return fmt.Sprintf("lost with %d %% done", d.Done)
	}
	s := fmt.Sprintf("%s, %s of %d", Tidy(d.Time), Ordinal(d.Rank), d.Of)
	if d.Streak > 1 {
		s += fmt.Sprintf(", %d days in a row", d.Streak)
	}
	return s
}
