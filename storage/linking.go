package storage

import (
	"fmt"
	"slices"
	"time"

	"arcade.example.com/keys"
)

// young is how long a key that was linked cannot do what would rob the older keys of their player.
const young = 7 * 24 * time.Hour

func (s *store) Link(k keys.Key, code, label string, now time.Time) (p Player, err error) {
	if k.Guest() {
		return Player{}, fmt.Errorf("link: %w", ErrGuest)
	}
	if len(label) > maxLabel {
		return Player{}, fmt.Errorf("link: a label of %d bytes, at most %d", len(label), maxLabel)
	}
	tag := s.Tag(k)
	err = s.withCode(tag, foldCode(code), now, func(t Tx, c codeRecord) error {
		if c.used == "" {
			if err := mayRob(t, tag, now); err != nil {
				return err
			}
			useCode(t, tag, foldCode(code), c)
			if err := link(t, c, tag, keyRecord{label: label, kind: k.Type()}, now); err != nil {
				return err
			}
		}
		p, err = playerOfKey(t, tag)
		return err
	})
	if err != nil {
		return Player{}, fmt.Errorf("link: %w", err)
	}
	return p, nil
}

// mayRob refuses a key that was linked lately what would take its player from the older keys.
func mayRob(t Tx, tag keys.Tag, now time.Time) error {
	at := keyOf("k", tag)
	v := t.Get(at)
	if v == nil {
		return nil
	}
	rec, err := readKey(at, v)
	if err != nil || !rec.young(now) {
		return err
	}
	list, err := keysOf(t, rec.player)
	if err == nil && slices.ContainsFunc(list, func(k Key) bool { return k.Tag != tag && k.Linked.Before(rec.linked) }) {
		err = ErrYoung
	}
	return err
}

func (r keyRecord) young(now time.Time) bool { return !r.linked.IsZero() && now.Sub(r.linked) < young }

// link gives a key, with its player and all that player's keys, to the player who was shown the code.
func link(t Tx, c codeRecord, tag keys.Tag, rec keyRecord, now time.Time) error {
	into, err := join(t, c.tag, c.kind)
	if err != nil {
		return err
	}
	return unite(t, into, tag, rec, now)
}

// unite gives a key, with its player and all that player's keys, to a player.
func unite(t Tx, into string, tag keys.Tag, rec keyRecord, now time.Time) error {
	from, err := join(t, tag, rec.kind)
	if err != nil {
		return err
	}
	if err := announce(t, from, into, tag, rec.label, now); err != nil {
		return err
	}
	if err := merge(t, from, into, now.UTC().Truncate(time.Millisecond)); err != nil {
		return err
	}
	k := keyOf("k", tag)
	old, err := readKey(k, t.Get(k))
	if err != nil {
		return err
	}
	old.label = rec.label
	t.Put(k, old.encode())
	return nil
}

func (s *store) Unlink(k keys.Key, tag keys.Tag, now time.Time) error {
	if k.Guest() {
		return fmt.Errorf("unlink: %w", ErrGuest)
	}
	err := s.Update(func(t Tx) error {
		id, err := owner(t, s.Tag(k))
		if err != nil {
			return err
		}
		own := key("o", id, string(tag[:]))
		if id == "" || t.Get(own) == nil {
			return ErrNotFound
		}
		if len(collect(t, key("o", id), nil, 2)) < 2 {
			return ErrLastKey
		}
		if err := mayUnlink(t, s.Tag(k), tag, now); err != nil {
			return err
		}
		if err := voidRecoveryOf(t, id, tag); err != nil {
			return err
		}
		voidCode(t, tag)
		t.Del(own)
		t.Del(keyOf("k", tag))
		return nil
	})
	if err != nil {
		return fmt.Errorf("unlink: %w", err)
	}
	return nil
}

// mayUnlink refuses a key that was linked lately to take an older one away.
func mayUnlink(t Tx, by, gone keys.Tag, now time.Time) error {
	mine, err := readKey(keyOf("k", by), t.Get(keyOf("k", by)))
	if err != nil || !mine.young(now) {
		return err
	}
	other, err := readKey(keyOf("k", gone), t.Get(keyOf("k", gone)))
	if err == nil && other.linked.Before(mine.linked) {
		err = ErrYoung
	}
	return err
}
