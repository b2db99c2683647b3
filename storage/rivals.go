package storage

import (
	"fmt"
	"math"
	"slices"
	"time"

	"arcade.example.com/keys"
)

// MaxRivals is how many players one can follow.
const MaxRivals = 30

// rival is t/<id><the rival's id>, and since when.
type rival struct {
	key   []byte
	at    time.Time
	who   Player // as they are now, after what was merged
	known bool   // they have not left
}

// rivalsOf are those whom the player of an id follows, in the order in which they came to. One who was followed by two
// ids, and is one player now, is there twice.
func rivalsOf(t Tx, id string) (list []rival, err error) {
	if id == "" { // a key without a player
		return nil, nil
	}
	prefix := key("t", id)
	for _, k := range collect(t, prefix, nil, math.MaxInt) {
		r := reader{rest: t.Get(k)}
		f := rival{key: k, at: r.when()}
		f.who, err = playerOf(t, string(k[len(prefix):]))
		if err == nil {
			err = r.err(k)
		}
		if err != nil {
			return nil, err
		}
		f.known = f.who.Known
		list = append(list, f)
	}
	slices.SortStableFunc(list, func(a, b rival) int { return a.at.Compare(b.at) })
	return list, nil
}

// shown are the rivals without those who have left, who are there already, or who are the player.
func shown(list []rival, id string) (ps []Player) {
	for _, f := range list {
		if f.known && f.who.ID != id && !slices.Contains(ps, f.who) {
			ps = append(ps, f.who)
		}
	}
	return ps
}

func (s *store) Follow(k keys.Key, playerID string, now time.Time) error {
	err := s.follow(k, playerID, func(t Tx, id string, whom Player) error {
		if whom.ID == id {
			return ErrSelf
		}
		list, err := rivalsOf(t, id)
		if err != nil {
			return err
		}
		ps := shown(list, id)
		switch {
		case slices.Contains(ps, whom):
			return nil
		case len(ps) >= MaxRivals:
			return ErrRivals
		}
		if id, err = join(t, s.Tag(k), k.Type()); err != nil {
			return err
		}
		t.Put(key("t", id, whom.ID), fields{}.when(now))
		return nil
	})
	if err != nil {
		return fmt.Errorf("follow %q: %w", playerID, err)
	}
	return nil
}

func (s *store) Unfollow(k keys.Key, playerID string) error {
	err := s.follow(k, playerID, func(t Tx, id string, whom Player) error {
		list, err := rivalsOf(t, id)
		if err != nil {
			return err
		}
		for _, f := range list {
			if f.who.ID == whom.ID {
				t.Del(f.key)
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("unfollow %q: %w", playerID, err)
	}
	return nil
}

// follow runs f with the id of a key's player and with the player of an id.
func (s *store) follow(k keys.Key, playerID string, f func(t Tx, id string, whom Player) error) error {
	if k.Guest() {
		return ErrGuest
	}
	return s.Update(func(t Tx) error {
		whom, err := playerOf(t, playerID)
		if err != nil {
			return err
		}
		if !whom.Known {
			return ErrNotFound
		}
		id, err := owner(t, s.Tag(k))
		if err != nil {
			return err
		}
		return f(t, id, whom)
	})
}

func (s *store) Rivals(k keys.Key) (ps []Player, err error) {
	if k.Guest() {
		return nil, fmt.Errorf("rivals: %w", ErrGuest)
	}
	err = s.View(func(t Tx) error {
		ps = nil
		id, err := owner(t, s.Tag(k))
		if err != nil {
			return err
		}
		list, err := rivalsOf(t, id)
		ps = shown(list, id)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("rivals: %w", err)
	}
	return ps, nil
}

// mergeRivals keeps those whom either followed, the earliest where they are too many.
func mergeRivals(t Tx, from, into string) error {
	own, err := rivalsOf(t, into)
	if err != nil {
		return err
	}
	theirs, err := rivalsOf(t, from)
	if err != nil {
		return err
	}
	for _, f := range slices.Concat(own, theirs) {
		t.Del(f.key)
	}
	all := slices.Concat(own, theirs)
	slices.SortStableFunc(all, func(a, b rival) int { return a.at.Compare(b.at) })
	var stay []string
	for _, f := range all {
		if f.known && f.who.ID != into && f.who.ID != from && !slices.Contains(stay, f.who.ID) && len(stay) < MaxRivals {
			stay = append(stay, f.who.ID)
			t.Put(key("t", into, f.who.ID), fields{}.when(f.at))
		}
	}
	return nil
}

// sweepRivals removes that somebody follows one who has left.
func (s *store) sweepRivals(time.Time) error {
	return s.sweepKeys(rule{"t", func(t Tx, k, _ []byte) (bool, error) {
		if len(k) != 2+2*idLen {
			return false, fmt.Errorf("rival %q: %w", k, ErrDamaged)
		}
		p, err := playerOf(t, string(k[2+idLen:]))
		return !p.Known, err
	}, remove})
}

// rivals: whoever follows somebody is a player.
func (a *audit) rivals() {
	a.Walk(key("t"), nil, func(k, v []byte) bool {
		r := reader{rest: v}
		r.when()
		if !a.check(r.err(k)) {
			return true
		}
		if len(k) != 2+2*idLen || a.Get(key("p", string(k[2:2+idLen]))) == nil {
			a.fault("rival %q is nobody's", k)
		}
		return true
	})
}
