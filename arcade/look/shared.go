package look

import (
	"fmt"
	"time"
)

// Share is a line to show to others about a daily: what was done, and nothing of how.
type Share struct {
	Day, Title, Label string
	Time              time.Duration
	Rank, Of, Streak  int
}

func (d Share) Line() string {
	title := d.Title
	if d.Label != "" {
		title += " (" + d.Label + ")"
	}
	s := fmt.Sprintf("Arcade daily %s, %s: %s, %s of %d", d.Day, title, Tidy(d.Time), Ordinal(d.Rank), d.Of)
	if d.Streak > 1 {
		s += fmt.Sprintf(", %d days in a row", d.Streak)
	}
	return s
}
