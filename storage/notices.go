package storage

import (
	"fmt"
	"math"
	"slices"
	"time"

	"arcade.example.com/keys"
)

// noticeLife is how long a link can be undone.
const noticeLife = 7 * 24 * time.Hour

// noticeRecord is x/<tag><id>: that the player of an id was linked with the key's player, or the other way round.
type noticeRecord struct {
	at    time.Time
	name  string // that the player had
	into  string // the id of the other player, which stayed
	label string // of the key that typed the code
	tags  []keys.Tag
}

func (n noticeRecord) encode() []byte {
	f := fields{}.when(n.at).text(n.name).text(n.into).text(n.label)
	for _, tag := range n.tags {
		f = f.text(string(tag[:]))
	}
	return f
}

func readNotice(k, v []byte) (noticeRecord, error) {
	r := reader{rest: v}
	n := noticeRecord{at: r.when(), name: r.text(), into: r.text(), label: r.text()}
	for len(r.rest) > 0 {
		tag := r.bytes()
		if len(tag) != len(keys.Tag{}) {
			r.cut = true
			break
		}
		n.tags = append(n.tags, keys.Tag(tag))
	}
	return n, r.err(k)
}

// announce leaves a notice of a link for each key of both players but the one that typed the code.
func announce(t Tx, from, into string, typed keys.Tag, label string, now time.Time) error {
	p, err := readPlayer(key("p", from), t.Get(key("p", from)))
	if err != nil {
		return err
	}
	moved := keysUnder(t, from)
	n := noticeRecord{at: now, name: p.name, into: into, label: label, tags: moved}
	for _, tag := range slices.Concat(moved, keysUnder(t, into)) {
		if tag != typed {
			t.Put(key("x", string(tag[:]), from), n.encode())
		}
	}
	return nil
}

func (s *store) Notices(k keys.Key, now time.Time) (list []Notice, err error) {
	if k.Guest() {
		return nil, fmt.Errorf("notices: %w", ErrGuest)
	}
	tag := s.Tag(k)
	err = s.View(func(t Tx) error {
		list = nil
		prefix := keyOf("x", tag)
		t.Walk(prefix, nil, func(k, v []byte) bool {
			var n noticeRecord
			if n, err = readNotice(k, v); err != nil {
				return false
			}
			if now.Sub(n.at) < noticeLife {
				list = append(list, Notice{ID: string(k[len(prefix):]), Name: n.name, Into: n.into, Label: n.label, Keys: len(n.tags),
					At: n.at, Until: n.at.Add(noticeLife)})
			}
			return true
		})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("notices: %w", err)
	}
	return list, nil
}

func (s *store) Dismiss(k keys.Key, id string) error {
	if k.Guest() {
		return fmt.Errorf("dismiss notice: %w", ErrGuest)
	}
	tag := s.Tag(k)
	err := s.Update(func(t Tx) error {
		if at := key("x", string(tag[:]), id); t.Get(at) != nil {
			t.Del(at)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("dismiss notice: %w", err)
	}
	return nil
}

func (s *store) Undo(k keys.Key, id string, now time.Time) error {
	if k.Guest() {
		return fmt.Errorf("undo link: %w", ErrGuest)
	}
	tag := s.Tag(k)
	err := s.Update(func(t Tx) error {
		at := key("x", string(tag[:]), id)
		v := t.Get(at)
		if v == nil {
			return ErrNotFound
		}
		n, err := readNotice(at, v)
		if err != nil {
			return err
		}
		if now.Sub(n.at) >= noticeLife {
			return ErrNotFound
		}
		return part(t, tag, id, n)
	})
	if err != nil {
		return fmt.Errorf("undo link: %w", err)
	}
	return nil
}

// part takes the keys that a link brought away from the player of a key; they are a player of their own together.
func part(t Tx, tag keys.Tag, id string, n noticeRecord) error {
	whole, err := owner(t, tag)
	if err != nil {
		return err
	}
	all := keysUnder(t, whole)
	leave := slices.DeleteFunc(slices.Clone(all), func(k keys.Tag) bool { return !slices.Contains(n.tags, k) })
	if whole == "" || len(leave) == 0 {
		return ErrNotFound
	}
	if len(leave) == len(all) {
		return ErrLastKey
	}
	alone := freeID(t, leave[0])
	t.Put(key("p", alone), playerRecord{joined: n.at}.encode())
	for _, k := range leave {
		if err := voidRecoveryOf(t, whole, k); err != nil {
			return err
		}
		voidCode(t, k)
	}
	for _, k := range all {
		if x := key("x", string(k[:]), id); t.Get(x) != nil {
			t.Del(x)
		}
	}
	return moveKeys(t, leave, alone, time.Time{})
}

// keysUnder are the tags of a player's keys.
func keysUnder(t Tx, id string) (tags []keys.Tag) {
	for _, k := range collect(t, key("o", id), nil, math.MaxInt) {
		tags = append(tags, keys.Tag(k[2+idLen:]))
	}
	return tags
}

func (s *store) sweepNotices(now time.Time) error {
	return s.sweepKeys(rule{"x", func(_ Tx, k, v []byte) (bool, error) {
		n, err := readNotice(k, v)
		return now.Sub(n.at) >= noticeLife, err
	}, remove})
}
