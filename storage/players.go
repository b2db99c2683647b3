package storage

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"arcade.example.com/keys"
)

const (
	idLen  = 6
	digits = "0123456789abcdefghijklmnopqrstuvwxyz"
)

// candidate is the nth id that a key could have: 36^6 are enough that the first is nearly always free.
func candidate(tag keys.Tag, n int) string {
	sum := sha256.Sum256(binary.BigEndian.AppendUint32(tag[:], uint32(n)))
	x := binary.BigEndian.Uint64(sum[:])
	id := make([]byte, idLen)
	for i := range id {
		id[i] = digits[x%36]
		x /= 36
	}
	return string(id)
}

// freeID is the first candidate that is nobody's id and nobody's name.
func freeID(t Tx, tag keys.Tag) string {
	for n := 0; ; n++ {
		id := candidate(tag, n)
		if t.Get(key("p", id)) == nil && t.Get(key("n", keys.Skeleton(id))) == nil {
			return id
		}
	}
}

// owner is the id of the key's player, "" where it has none.
func owner(t Tx, tag keys.Tag) (string, error) {
	k := keyOf("k", tag)
	v := t.Get(k)
	if v == nil {
		return "", nil
	}
	rec, err := readKey(k, v)
	return rec.player, err
}

// resolve follows an id through the links that merged it into others. known is false where nobody has the id.
func resolve(t Tx, id string) (_ string, p playerRecord, known bool, err error) {
	for range maxLinks {
		k := key("p", id)
		v := t.Get(k)
		if len(id) != idLen || v == nil {
			return id, playerRecord{}, false, nil
		}
		if p, err = readPlayer(k, v); err != nil || p.into == "" {
			return id, p, err == nil, err
		}
		id = p.into
	}
	return id, p, false, fmt.Errorf("player %q was merged in a circle: %w", id, ErrDamaged)
}

const maxLinks = 1000 // a player merged so often one into the other; more is a circle

// playerOf is the player of an id, the zero Player for one who has left.
func playerOf(t Tx, id string) (Player, error) {
	id, p, known, err := resolve(t, id)
	if err != nil || !known {
		return Player{}, err
	}
	return p.player(id), nil
}

func (p playerRecord) player(id string) Player {
	return Player{ID: id, Name: p.name, Known: true, Joined: p.joined, Shadow: p.shadow}
}

// idOf is the id of a key's player, or the one that a key without a player would get.
func idOf(t Tx, tag keys.Tag) (string, error) {
	id, err := owner(t, tag)
	if err == nil && id == "" {
		id = freeID(t, tag)
	}
	return id, err
}

// playerOfKey is the player of a key, written or not.
func playerOfKey(t Tx, tag keys.Tag) (Player, error) {
	id, err := owner(t, tag)
	if err != nil {
		return Player{}, err
	}
	if id == "" {
		return Player{ID: freeID(t, tag)}, nil
	}
	return playerOf(t, id)
}

// join returns the id of the key's player, and writes the player where there is none yet.
func join(t Tx, tag keys.Tag, kind string) (string, error) {
	now := time.Now().UTC().Truncate(time.Millisecond)
	k := keyOf("k", tag)
	if v := t.Get(k); v != nil {
		rec, err := readKey(k, v)
		if err != nil {
			return "", err
		}
		if today := now.Truncate(24 * time.Hour); rec.seen.Before(today) {
			rec.seen = today
			t.Put(k, rec.encode())
		}
		return rec.player, nil
	}
	id := freeID(t, tag)
	t.Put(key("p", id), playerRecord{joined: now}.encode())
	own(t, tag, keyRecord{player: id, kind: kind, added: now, seen: now.Truncate(24 * time.Hour)})
	return id, nil
}

func own(t Tx, tag keys.Tag, rec keyRecord) {
	t.Put(keyOf("k", tag), rec.encode())
	t.Put(key("o", rec.player, string(tag[:])), []byte{})
}

func (s *store) Player(k keys.Key) (p Player, err error) {
	if k.Guest() {
		return Player{}, fmt.Errorf("player: %w", ErrGuest)
	}
	tag := s.Tag(k)
	err = s.View(func(t Tx) error {
		p, err = playerOfKey(t, tag)
		return err
	})
	if err != nil {
		return Player{}, fmt.Errorf("player: %w", err)
	}
	return p, nil
}

func (s *store) Find(idOrName string) (p Player, err error) {
	if len(idOrName) > maxName {
		return Player{}, fmt.Errorf("find player: %w", ErrNotFound)
	}
	err = s.View(func(t Tx) error {
		if p, err = playerOf(t, strings.ToLower(idOrName)); err != nil || p.Known {
			return err
		}
		id := t.Get(key("n", keys.Skeleton(idOrName)))
		if p, err = playerOf(t, string(id)); err != nil || p.Known {
			return err
		}
		return ErrNotFound
	})
	if err != nil {
		return Player{}, fmt.Errorf("find player %q: %w", idOrName, err)
	}
	return p, nil
}

func (s *store) SetName(k keys.Key, name string) (p Player, err error) {
	if k.Guest() {
		return Player{}, fmt.Errorf("set name: %w", ErrGuest)
	}
	if keys.CheckName(name) != nil {
		return Player{}, fmt.Errorf("set name: %w", ErrName)
	}
	tag := s.Tag(k)
	err = s.Update(func(t Tx) error {
		id, err := owner(t, tag)
		if err != nil {
			return err
		}
		if !nameFree(t, name, id) {
			return ErrNameTaken
		}
		if id, err = join(t, tag, k.Type()); err != nil {
			return err
		}
		p, err = rename(t, id, name)
		return err
	})
	if err != nil {
		return Player{}, fmt.Errorf("set name: %w", err)
	}
	return p, nil
}

// nameFree reports whether the player of an id may take a name: no other has one that looks like it, or it as an id.
func nameFree(t Tx, name, id string) bool {
	holder := t.Get(key("n", keys.Skeleton(name)))
	if holder != nil && string(holder) != id {
		return false
	}
	lower := strings.ToLower(name)
	return lower == id || len(lower) != idLen || t.Get(key("p", lower)) == nil
}

// rename gives a name that is free, or takes it away: "".
func rename(t Tx, id, name string) (Player, error) {
	k := key("p", id)
	p, err := readPlayer(k, t.Get(k))
	if err != nil {
		return Player{}, err
	}
	if p.name != "" {
		t.Del(key("n", keys.Skeleton(p.name)))
	}
	if name != "" {
		t.Put(key("n", keys.Skeleton(name)), []byte(id))
	}
	p.name, p.named = name, time.Now()
	t.Put(k, p.encode())
	return p.player(id), nil
}

func (s *store) Rename(playerID, name string) error {
	if name != "" && keys.CheckName(name) != nil {
		return fmt.Errorf("rename %q: %w", playerID, ErrName)
	}
	err := s.Update(func(t Tx) error {
		id, _, known, err := resolve(t, playerID)
		if err != nil {
			return err
		}
		if !known {
			return ErrNotFound
		}
		if name != "" && !nameFree(t, name, id) {
			return ErrNameTaken
		}
		_, err = rename(t, id, name)
		return err
	})
	if err != nil {
		return fmt.Errorf("rename %q: %w", playerID, err)
	}
	return nil
}

func (s *store) Settings(k keys.Key) (set map[string]string, err error) {
	if k.Guest() {
		return nil, fmt.Errorf("settings: %w", ErrGuest)
	}
	err = s.View(func(t Tx) error {
		id, err := owner(t, s.Tag(k))
		if err != nil {
			return err
		}
		set, err = readSettings(t, id)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	return set, nil
}

func readSettings(t Tx, id string) (map[string]string, error) {
	k := key("u", id)
	r := reader{rest: t.Get(k)}
	set := make(map[string]string)
	for len(r.rest) > 0 {
		name := r.text()
		set[name] = r.text()
	}
	return set, r.err(k)
}

func encodeSettings(set map[string]string) (f fields) {
	for _, name := range slices.Sorted(maps.Keys(set)) {
		f = f.text(name).text(set[name])
	}
	return f
}

func (s *store) SetSettings(k keys.Key, set map[string]string) error {
	if k.Guest() {
		return fmt.Errorf("set settings: %w", ErrGuest)
	}
	v := encodeSettings(set)
	if len(v) > maxPairs {
		return fmt.Errorf("set settings: %d bytes, at most %d", len(v), maxPairs)
	}
	err := s.Update(func(t Tx) error {
		id, err := join(t, s.Tag(k), k.Type())
		if err != nil {
			return err
		}
		t.Put(key("u", id), v)
		return nil
	})
	if err != nil {
		return fmt.Errorf("set settings: %w", err)
	}
	return nil
}

func (s *store) Keys(k keys.Key) (list []Key, err error) {
	if k.Guest() {
		return nil, fmt.Errorf("keys: %w", ErrGuest)
	}
	tag := s.Tag(k)
	err = s.View(func(t Tx) error {
		id, err := owner(t, tag)
		if err != nil {
			return err
		}
		if id == "" {
			list = []Key{{Tag: tag, Type: k.Type()}}
			return nil
		}
		list, err = keysOf(t, id)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("keys: %w", err)
	}
	return list, nil
}

// keysOf lists a player's keys, the oldest first.
func keysOf(t Tx, id string) (list []Key, err error) {
	prefix := key("o", id)
	t.Walk(prefix, nil, func(k, _ []byte) bool {
		if len(k) != len(prefix)+len(keys.Tag{}) {
			err = fmt.Errorf("key %q: %w", k, ErrDamaged)
			return false
		}
		tag := keys.Tag(k[len(prefix):])
		at := keyOf("k", tag)
		rec, e := readKey(at, t.Get(at))
		err = errors.Join(err, e)
		list = append(list, Key{Tag: tag, Label: rec.label, Type: rec.kind, Added: rec.added, Seen: rec.seen, Linked: rec.linked})
		return true
	})
	slices.SortStableFunc(list, func(a, b Key) int { return a.Added.Compare(b.Added) })
	return list, err
}

func (s *store) RemovePlayer(playerID string) error {
	err := s.Update(func(t Tx) error {
		id, _, known, err := resolve(t, playerID)
		if err != nil {
			return err
		}
		if !known {
			return ErrNotFound
		}
		return leave(t, id)
	})
	if err != nil {
		return fmt.Errorf("remove player %q: %w", playerID, err)
	}
	return nil
}

func (s *store) Forget(k keys.Key, now time.Time) error {
	if k.Guest() {
		return fmt.Errorf("forget player: %w", ErrGuest)
	}
	tag := s.Tag(k)
	err := s.Update(func(t Tx) error {
		if err := mayRob(t, tag, now); err != nil {
			return err
		}
		id, err := owner(t, tag)
		if err == nil && id == "" {
			err = ErrNotFound
		}
		if err != nil {
			return err
		}
		return leave(t, id)
	})
	if err != nil {
		return fmt.Errorf("forget player: %w", err)
	}
	return nil
}

// leave forgets a player and marks the id: it becomes nobody else's, so that what it ran stays nobody's. The games in
// progress are over: a session that still has one must not keep it, as a new player's.
func leave(t Tx, id string) error {
	for _, k := range collect(t, key("g", id), nil, math.MaxInt) {
		p, err := readProgress(k, t.Get(k))
		if err != nil {
			return err
		}
		f, err := fateOf(t, p.Run)
		if err != nil {
			return err
		}
		f.daily = f.daily || p.Daily != ""
		f.spend(t, p.Run, over)
	}
	if err := removePlayer(t, id); err != nil {
		return err
	}
	t.Put(key("p", id), playerRecord{into: left}.encode())
	return nil
}

// removePlayer forgets all of a player but the replays, which hold no place any more and expire.
func removePlayer(t Tx, id string) error {
	if _, err := rename(t, id, ""); err != nil {
		return err
	}
	for _, lb := range bestsOf(t, id) {
		if err := drop(t, lb, id); err != nil {
			return err
		}
	}
	for _, tag := range keysUnder(t, id) {
		voidCode(t, tag)
		for _, x := range collect(t, keyOf("x", tag), nil, math.MaxInt) {
			t.Del(x)
		}
		t.Del(keyOf("k", tag))
	}
	voidRecovery(t, id)
	for _, kind := range []string{"y", "t", "o", "u", "h", "T", "a", "g"} {
		for _, k := range collect(t, key(kind, id), nil, math.MaxInt) {
			t.Del(k)
		}
	}
	removeHeats(t, id)
	t.Del(key("p", id))
	return nil
}

func (s *store) Players(f func(Player) error) error {
	for from := key("p"); from != nil; {
		var some []Player
		err := s.View(func(t Tx) (err error) {
			some, from, err = somePlayers(t, from)
			return err
		})
		if err != nil {
			return fmt.Errorf("players: %w", err)
		}
		for _, p := range some {
			if err := f(p); err != nil {
				return err
			}
		}
	}
	return nil
}

// somePlayers reads on from a key, as many as one transaction shall, and says where to go on: nil at the end. Ids
// that were merged into others are passed over.
func somePlayers(t Tx, from []byte) (some []Player, next []byte, err error) {
	const atOnce = 1000
	ks := collect(t, key("p"), from, atOnce)
	for _, k := range ks {
		p, err := playerOf(t, string(k[2:]))
		if err != nil {
			return nil, nil, err
		}
		if p.ID == string(k[2:]) {
			some = append(some, p)
		}
	}
	if len(ks) < atOnce {
		return some, nil, nil
	}
	return some, after(ks[len(ks)-1]), nil
}
