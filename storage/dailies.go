package storage

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"arcade.example.com/keys"
)

func (s *store) DailySeed(date, game string) uint64 {
	mac := hmac.New(sha256.New, s.secret)
	fmt.Fprintf(mac, "daily\x00%s\x00%s", date, game)
	return binary.BigEndian.Uint64(mac.Sum(nil))
}

// DailyGrace is how long after the end of its day a run of a daily may end and still count.
const DailyGrace = time.Hour

// DailyOpen reports whether a run at the daily of a date may still count if it ends at an instant: until then nobody is
// told what would help it. "" is no daily.
func DailyOpen(date string, at time.Time) bool {
	return date >= at.UTC().Add(-DailyGrace).Format(time.DateOnly)
}

// inTime refuses a run of a daily whose clock began after its day, or that went on until its secrets were told.
func inTime(date string, begun, ended time.Time) error {
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return err
	}
	if end := day.AddDate(0, 0, 1); !begun.Before(end) || ended.After(end.Add(DailyGrace)) {
		return ErrLate
	}
	return nil
}

// attemptOf is the attempt of a key's player at a daily, the zero Attempt where there is none.
func attemptOf(t Tx, tag keys.Tag, date, game string) (Attempt, error) {
	id, err := owner(t, tag)
	if err != nil || id == "" {
		return Attempt{}, err
	}
	k := key("a", id, date, game)
	v := t.Get(k)
	if v == nil {
		return Attempt{}, nil
	}
	return readAttempt(k, v)
}

// mayCountDaily refuses a run where another is the player's attempt, and one that comes too late.
func mayCountDaily(t Tx, tag keys.Tag, r Run) error {
	first, err := attemptOf(t, tag, r.Daily, r.Game)
	if err != nil {
		return err
	}
	if first.Run != "" && first.Run != r.ID {
		return ErrAttempted
	}
	begun := r.Ended.Add(-time.Duration(r.Millis) * time.Millisecond) // an attempt may be opened long before its clock begins
	if first.Begun.After(begun) {
		begun = first.Begun
	}
	return inTime(r.Daily, begun, r.Ended)
}

func (s *store) Attempt(k keys.Key, a Attempt) error {
	if k.Guest() {
		return fmt.Errorf("attempt: %w", ErrGuest)
	}
	err := errors.Join(checkDate(a.Date), checkName("game", a.Game), checkName("mode", a.Mode), checkName("run", a.Run))
	if err != nil {
		return fmt.Errorf("attempt: %w", err)
	}
	tag := s.Tag(k)
	err = s.Update(func(t Tx) error {
		first, err := attemptOf(t, tag, a.Date, a.Game)
		if err == nil && first.Run != "" && first.Run != a.Run {
			err = ErrAttempted
		}
		if err != nil {
			return err
		}
		id, err := join(t, tag, k.Type())
		if err != nil {
			return err
		}
		at := key("a", id, a.Date, a.Game)
		if t.Get(at) == nil {
			t.Put(at, encodeAttempt(a))
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("attempt: %w", err)
	}
	return nil
}

func (s *store) Attempts(playerID, from, to string) (list []Attempt, err error) {
	err = s.View(func(t Tx) error {
		list = nil
		id, _, known, err := resolve(t, playerID)
		if err != nil || !known {
			return err
		}
		t.Walk(key("a", id), key("a", id, from), func(k, v []byte) bool {
			var a Attempt
			if a, err = readAttempt(k, v); err != nil || a.Date > to {
				return false
			}
			list = append(list, a)
			return true
		})
		for i, a := range list {
			if err != nil || a.Done {
				continue
			}
			var f fate
			f, err = fateOf(t, a.Run)
			list[i].Over = err == nil && f.state == over
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("attempts: %w", err)
	}
	return list, nil
}
