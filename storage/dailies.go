package storage

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"

	"arcade.example.com/keys"
)

func (s *store) DailySeed(date, game string) uint64 {
	mac := hmac.New(sha256.New, s.secret)
	fmt.Fprintf(mac, "daily\x00%s\x00%s", date, game)
	return binary.BigEndian.Uint64(mac.Sum(nil))
}

func mayAttempt(t tx, tag keys.Tag, a Attempt) error {
	id, err := owner(t, tag)
	if err != nil || id == "" {
		return err
	}
	k := key("a", id, a.Date, a.Game)
	v := t.get(k)
	if v == nil {
		return nil
	}
	first, err := readAttempt(k, v)
	if err == nil && first.Run != a.Run {
		return ErrAttempted
	}
	return err
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
	err = s.update(func(t tx) error {
		if err := mayAttempt(t, tag, a); err != nil {
			return err
		}
		id, err := join(t, tag, k.Type())
		if err != nil {
			return err
		}
		at := key("a", id, a.Date, a.Game)
		if t.get(at) == nil {
			t.put(at, encodeAttempt(a))
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("attempt: %w", err)
	}
	return nil
}

func (s *store) Attempts(playerID, from, to string) (list []Attempt, err error) {
	err = s.view(func(t tx) error {
		list = nil
		id, _, known, err := resolve(t, playerID)
		if err != nil || !known {
			return err
		}
		t.walk(key("a", id), key("a", id, from), func(k, v []byte) bool {
			var a Attempt
			if a, err = readAttempt(k, v); err != nil || a.Date > to {
				return false
			}
			list = append(list, a)
			return true
		})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("attempts: %w", err)
	}
	return list, nil
}
