package storage

import (
	"cmp"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"time"

	"arcade.example.com/keys"
)

const (
	recoveryLen    = 16 // characters of codeAlpha: 80 bits
	recoveryGroup  = 4  // of them stand together
	keepRecovered  = 24 * time.Hour
	maxSourceTries = 20 // several players come from one address
)

// newRecovery is a recovery code as it is shown: "7KQF-2MXD-9RTV-WB3H".
func newRecovery() string {
	b := make([]byte, recoveryLen)
	rand.Read(b)
	var groups []string
	for i := range b {
		b[i] = codeAlpha[b[i]%32]
	}
	for ; len(b) > 0; b = b[recoveryGroup:] {
		groups = append(groups, string(b[:recoveryGroup]))
	}
	return strings.Join(groups, "-")
}

// recoveryRecord is e/<tag of a code>.
type recoveryRecord struct {
	player string
	shown  string // the tag of the key that was shown it
	used   string // the tag of the key that used it, "" while the code is good
	at     time.Time
}

func (r recoveryRecord) encode() []byte {
	return fields{}.text(r.player).text(r.shown).text(r.used).when(r.at)
}

func readRecovery(k, v []byte) (recoveryRecord, error) {
	r := reader{rest: v}
	rec := recoveryRecord{r.text(), r.text(), r.text(), r.when()}
	return rec, r.err(k)
}

// mark is what stands in the database for something that it shall not tell.
func (s *store) mark(what, text string) keys.Tag {
	mac := hmac.New(sha256.New, s.secret)
	mac.Write([]byte(what + " " + text))
	return keys.Tag(mac.Sum(nil))
}

func (s *store) recoveryMark(typed string) keys.Tag { return s.mark("recovery code", foldCode(typed)) }

func (s *store) Recovery(k keys.Key, anew bool, now time.Time) (code string, err error) {
	if k.Guest() {
		return "", fmt.Errorf("recovery code: %w", ErrGuest)
	}
	tag, fresh := s.Tag(k), newRecovery()
	if !anew { // which is asked after every run, and nearly always for nothing
		var shown bool
		err = s.View(func(t Tx) error {
			id, err := owner(t, tag)
			shown = t.Get(key("y", id)) != nil
			return err
		})
		if shown || err != nil {
			return "", err
		}
	}
	err = s.Update(func(t Tx) error {
		code = ""
		id, err := owner(t, tag)
		if err != nil || !anew && t.Get(key("y", id)) != nil {
			return err
		}
		if err := mayRob(t, tag, now); err != nil {
			return err
		}
		if id, err = join(t, tag, k.Type()); err != nil {
			return err
		}
		code = fresh
		mark := s.recoveryMark(code)
		voidRecovery(t, id)
		t.Put(keyOf("e", mark), recoveryRecord{player: id, shown: string(tag[:]), at: now}.encode())
		t.Put(key("y", id), mark[:])
		return nil
	})
	if err != nil {
		return "", fmt.Errorf("recovery code: %w", err)
	}
	return code, nil
}

// voidRecovery takes a player's code back. That they were shown one stays.
func voidRecovery(t Tx, id string) {
	at := key("y", id)
	if mark := t.Get(at); len(mark) > 0 {
		t.Del(key("e", string(mark)))
		t.Put(at, []byte{})
	}
}

// voidRecoveryOf takes back the code that was shown to a key, which leaves its player.
func voidRecoveryOf(t Tx, id string, tag keys.Tag) error {
	mark := t.Get(key("y", id))
	if len(mark) == 0 {
		return nil
	}
	at := key("e", string(mark))
	rec, err := readRecovery(at, t.Get(at))
	if err == nil && rec.shown == string(tag[:]) {
		voidRecovery(t, id)
	}
	return err
}

// mergeRecovery voids the code of the player who is merged: who linked a key by a trick would keep a way back.
func mergeRecovery(t Tx, from, _ string) error {
	voidRecovery(t, from)
	t.Del(key("y", from))
	return nil
}

func (s *store) Recover(k keys.Key, code, label, source string, now time.Time) (p Player, err error) {
	if k.Guest() {
		return Player{}, fmt.Errorf("recover: %w", ErrGuest)
	}
	if len(label) > maxLabel {
		return Player{}, fmt.Errorf("recover: a label of %d bytes, at most %d", len(label), maxLabel)
	}
	tag := s.Tag(k)
	var wrong error
	err = s.Update(func(t Tx) error {
		id, err := idOf(t, tag)
		if err != nil {
			return err
		}
		limits := s.limits(tag, id, source)
		if wrong = limits.check(t, now); wrong != nil {
			return wrong
		}
		if wrong, err = s.tryRecovery(t, tag, code, keyRecord{label: label, kind: k.Type()}, now); err != nil {
			return err
		}
		if wrong != nil {
			return limits.count(t, now)
		}
		t.Del(keyOf("w", tag))
		p, err = playerOfKey(t, tag)
		return err
	})
	if err = cmp.Or(err, wrong); err != nil {
		return Player{}, fmt.Errorf("recover: %w", err)
	}
	return p, nil
}

// tryRecovery uses a code, or says that it is a wrong one.
func (s *store) tryRecovery(t Tx, tag keys.Tag, code string, rec keyRecord, now time.Time) (wrong, err error) {
	at := keyOf("e", s.recoveryMark(code))
	v := t.Get(at)
	if v == nil {
		return ErrCode, nil
	}
	r, err := readRecovery(at, v)
	switch {
	case err != nil || r.used == string(tag[:]): // whose answer was lost
		return nil, err
	case r.used != "":
		return ErrCode, nil
	}
	id, err := owner(t, tag)
	switch {
	case err != nil:
		return nil, err
	case id == r.player:
		return nil, ErrOwnCode
	}
	if err := mayRob(t, tag, now); err != nil {
		return nil, err
	}
	t.Put(key("y", r.player), []byte{})
	r.used, r.at = string(tag[:]), now
	t.Put(at, r.encode())
	if err := unite(t, r.player, tag, rec, now); err != nil {
		return nil, err
	}
	return nil, foremost(t, tag)
}

// foremost makes a key one that may do what a player's first key may.
func foremost(t Tx, tag keys.Tag) error {
	at := keyOf("k", tag)
	rec, err := readKey(at, t.Get(at))
	if err == nil {
		rec.linked = time.Time{}
		t.Put(at, rec.encode())
	}
	return err
}

// limits are under which marks wrong codes count, and how many each may try.
type limits map[keys.Tag]uint64

// limits of a try count for its key, as those at linking codes do, for the player and for where it comes from.
func (s *store) limits(tag keys.Tag, id, source string) limits {
	l := limits{tag: maxTries, s.mark("player", id): maxTries}
	if source != "" {
		l[s.mark("source", source)] = maxSourceTries
	}
	return l
}

// check refuses who has tried too many wrong codes.
func (l limits) check(t Tx, now time.Time) error {
	for tag, most := range l {
		w, err := readTries(t, tag, now)
		if err == nil && w.n >= most {
			err = errTries
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (l limits) count(t Tx, now time.Time) (err error) {
	for tag := range l {
		err = errors.Join(err, countTry(t, tag, now))
	}
	return err
}

// sweepRecoveries removes codes that were used.
func (s *store) sweepRecoveries(now time.Time) error {
	return s.sweepKeys(rule{"e", func(_ Tx, k, v []byte) (bool, error) {
		r, err := readRecovery(k, v)
		return r.used != "" && now.Sub(r.at) >= keepRecovered, err
	}, remove})
}

// recoveries: a player's code leads to the player and back.
func (a *audit) recoveries() {
	a.Walk(key("y"), nil, func(k, mark []byte) bool {
		at := key("e", string(mark))
		r, err := readRecovery(at, a.Get(at))
		if a.check(err) && len(mark) > 0 && (r.player != string(k[2:]) || r.used != "") {
			a.fault("the recovery code of player %q does not lead to them", k[2:])
		}
		return true
	})
	a.Walk(key("e"), nil, func(k, v []byte) bool {
		r, err := readRecovery(k, v)
		if a.check(err) && r.used == "" && string(a.Get(key("y", r.player))) != string(k[2:]) {
			a.fault("a recovery code leads to player %q, who has another", r.player)
		}
		return true
	})
}
