package storage

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"time"
)

const dateLen = len(time.DateOnly)

// span names the span of a period that an instant lies in, as it stands in keys; "" for a period that there is not.
func span(p Period, at time.Time) string {
	at = at.UTC()
	switch p {
	case All:
		return "a"
	case Week:
		sinceMonday := (int(at.Weekday()) + 6) % 7
		return "w" + at.AddDate(0, 0, -sinceMonday).Format(time.DateOnly)
	case Day:
		return "d" + at.Format(time.DateOnly)
	}
	return ""
}

// key is the leaderboard as it stands in keys.
func (lb Leaderboard) key() (leaderboard, error) {
	if err := checkName("game", lb.Game); err != nil {
		return "", err
	}
	if err := checkName("mode", lb.Mode); err != nil {
		return "", err
	}
	if err := lb.Kind.check(); err != nil {
		return "", err
	}
	if lb.Daily != "" {
		if err := checkDate(lb.Daily); err != nil {
			return "", err
		}
		return leaderboardOf("c"+lb.Daily+lb.Kind.suffix(), lb.Game, lb.Mode), nil
	}
	at := lb.At
	if at.IsZero() {
		at = time.Now()
	}
	s := span(lb.Period, at)
	if s == "" {
		return "", fmt.Errorf("period %.20q: %w", lb.Period, ErrNotFound)
	}
	return leaderboardOf(s+lb.Kind.suffix(), lb.Game, lb.Mode), nil
}

func checkDate(s string) error {
	if _, err := time.Parse(time.DateOnly, s); err != nil {
		return fmt.Errorf("date %.20q: %w", s, ErrNotFound)
	}
	return nil
}

// changes counts the changes of each leaderboard since the store was opened.
type changes struct {
	mu    sync.RWMutex
	count map[leaderboard]uint64
	names uint64 // changes of names, which may stand on any leaderboard
}

// note takes a key that was written: a line, or a name.
func (c *changes) note(k []byte) {
	kind, rest, _ := bytes.Cut(k, []byte("/"))
	lb, _, line := cutLeaderboard(rest)
	line = line && string(kind) == "s"
	if !line && string(kind) != "n" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !line {
		c.names++
		return
	}
	if c.count == nil {
		c.count = make(map[leaderboard]uint64)
	}
	c.count[lb]++
}

func (s *store) Changes(lb Leaderboard) uint64 {
	k, err := lb.key()
	if err != nil {
		return 0
	}
	s.changes.mu.RLock()
	defer s.changes.mu.RUnlock()
	return turn(k) + s.changes.count[k] + s.changes.names
}

// turn makes the number rise when a new day or week begins too: the date of the leaderboard, above any count.
func turn(lb leaderboard) uint64 {
	span, _, _ := strings.Cut(string(lb), "\x00")
	span, _, _ = strings.Cut(span, "~")
	day, err := time.Parse(time.DateOnly, span[1:])
	if err != nil { // all time
		return 0
	}
	return uint64(day.Year()*1000+day.YearDay()) << 32
}
