package storage

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// Ban keeps a player, a key or a network out until an instant.
type Ban struct {
	Who   string    `json:"who"` // a player's id, a key's tag in hexadecimal, or a network in CIDR notation
	Until time.Time `json:"until"`
	Why   string    `json:"why,omitempty"`
}

var keyBans = key(kindBan)

const kindBan = "m/ban"

// bans are the bans as they were read last: they are asked for with each connection.
type bans struct {
	mu    sync.Mutex
	fresh bool // list is what the store has
	list  []Ban
}

// note takes in that a key was written.
func (b *bans) note(key []byte) {
	if strings.HasPrefix(string(key), string(keyBans)) {
		b.mu.Lock()
		b.fresh = false
		b.mu.Unlock()
	}
}

func (s *store) Ban(b Ban) error {
	if err := checkName("ban on", b.Who); err != nil {
		return err
	}
	return s.Update(func(t Tx) error {
		t.Put(key(kindBan, b.Who), fields{}.when(b.Until).text(b.Why))
		return nil
	})
}

func (s *store) Unban(who string) error {
	return s.Update(func(t Tx) error {
		k := key(kindBan, who)
		if t.Get(k) == nil {
			return fmt.Errorf("a ban on %.80q: %w", who, ErrNotFound)
		}
		t.Del(k)
		return nil
	})
}

func (s *store) Bans() []Ban {
	s.bans.mu.Lock()
	defer s.bans.mu.Unlock()
	if s.bans.fresh {
		return slices.Clone(s.bans.list)
	}
	s.bans.fresh = true // a key that is written from here on is noted
	var list []Ban
	err := s.View(func(t Tx) (err error) {
		t.Walk(keyBans, nil, func(k, v []byte) bool {
			r := reader{rest: v}
			list = append(list, Ban{Who: string(k[len(keyBans):]), Until: r.when(), Why: r.text()})
			err = r.err(v)
			return err == nil
		})
		return err
	})
	if err != nil {
		s.bans.fresh = false
		return slices.Clone(s.bans.list)
	}
	s.bans.list = list
	return slices.Clone(list)
}

func (s *store) sweepBans(now time.Time) error {
	return s.sweepKeys(rule{kindBan, func(_ Tx, _, v []byte) (bool, error) {
		r := reader{rest: v}
		return !now.Before(r.when()), r.err(v)
	}, remove})
}
