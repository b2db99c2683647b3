package arcade

import (
	"fmt"
	"time"
)

// dailyShared is a line to show to others about a daily: what was done, and nothing of how.
type dailyShared struct {
	day, title, label string
	time              time.Duration
	rank, of, streak  int
}

func (d dailyShared) line() string {
	title := d.title
	if d.label != "" {
		title += " (" + d.label + ")"
	}
	s := fmt.Sprintf("Arcade daily %s, %s: %s, %s of %d", d.day, title, tidy(d.time), ordinal(d.rank), d.of)
	if d.streak > 1 {
		s += fmt.Sprintf(", %d days in a row", d.streak)
	}
	return s
}
