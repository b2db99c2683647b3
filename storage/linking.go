package storage

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"arcade.example.com/keys"
)

const (
	codeLife  = 10 * time.Minute
	codeAlpha = "0123456789ABCDEFGHJKMNPQRSTVWXYZ" // Crockford's: nothing is mistaken for anything else
	codeLen   = 8                                  // 40 bits: a million tries find one of 1,000 codes once in a thousand times
	maxTries  = 5
)

// newCode is a code as it is shown: "7KQF-2MXD".
func newCode() string {
	b := make([]byte, codeLen)
	rand.Read(b)
	for i := range b {
		b[i] = codeAlpha[b[i]%32]
	}
	return string(b[:codeLen/2]) + "-" + string(b[codeLen/2:])
}

var codeFold = strings.NewReplacer("-", "", " ", "", "O", "0", "I", "1", "L", "1")

// foldCode is a code as it is stored: what a person may have typed for it folds together.
func foldCode(typed string) string {
	if len(typed) > maxName {
		return ""
	}
	return codeFold.Replace(strings.ToUpper(typed))
}

// codeRecord is l/<code>: the key that was shown the code, and the key that used it.
type codeRecord struct {
	tag     keys.Tag
	kind    string
	expires time.Time
	used    string // a tag, "" while the code is good
}

func (c codeRecord) encode() []byte {
	return fields{}.text(string(c.tag[:])).text(c.kind).when(c.expires).text(c.used)
}

func readCode(k, v []byte) (codeRecord, error) {
	r := reader{rest: v}
	tag := r.bytes()
	if len(tag) != len(keys.Tag{}) {
		return codeRecord{}, fmt.Errorf("value of %q: %w", k, ErrDamaged)
	}
	c := codeRecord{keys.Tag(tag), r.text(), r.when(), r.text()}
	return c, r.err(k)
}

// tries is w/<tag>: how many wrong codes a key has tried, and until when they count.
type tries struct {
	n     uint64
	until time.Time
}

func readTries(t tx, tag keys.Tag, now time.Time) (tries, error) {
	k := keyOf("w", tag)
	r := reader{rest: t.get(k)}
	w := tries{r.num(), r.when()}
	if !now.Before(w.until) {
		w.n = 0
	}
	return w, r.err(k)
}

// countTry notes a wrong code. No more than maxTries are written, so that guesses cost the disk little.
func countTry(t tx, tag keys.Tag, now time.Time) error {
	w, err := readTries(t, tag, now)
	if err == nil {
		t.put(keyOf("w", tag), fields{}.num(w.n+1).when(now.Add(codeLife)))
	}
	return err
}

func (s *store) Code(k keys.Key, now time.Time) (code string, expires time.Time, err error) {
	if k.Guest() {
		return "", time.Time{}, fmt.Errorf("linking code: %w", ErrGuest)
	}
	tag := s.Tag(k)
	code = newCode()
	expires = now.UTC().Truncate(time.Millisecond).Add(codeLife)
	err = s.update(func(t tx) error {
		voidCode(t, tag)
		t.put(key("l", foldCode(code)), codeRecord{tag: tag, kind: k.Type(), expires: expires}.encode())
		t.put(keyOf("j", tag), []byte(foldCode(code)))
		return nil
	})
	if err != nil {
		return "", time.Time{}, fmt.Errorf("linking code: %w", err)
	}
	return code, expires, nil
}

// voidCode takes back the code that a key was shown last.
func voidCode(t tx, tag keys.Tag) {
	if code := t.get(keyOf("j", tag)); code != nil {
		t.del(key("l", string(code)))
		t.del(keyOf("j", tag))
	}
}

func (s *store) Link(k keys.Key, code, label string, now time.Time) (p Player, err error) {
	if k.Guest() {
		return Player{}, fmt.Errorf("link: %w", ErrGuest)
	}
	if len(label) > maxLabel {
		return Player{}, fmt.Errorf("link: a label of %d bytes, at most %d", len(label), maxLabel)
	}
	tag := s.Tag(k)
	var wrong error
	err = s.update(func(t tx) error {
		var c codeRecord
		if c, wrong = goodCode(t, tag, foldCode(code), now); wrong != nil {
			if errors.Is(wrong, errTries) || !errors.Is(wrong, ErrCode) {
				return wrong
			}
			return countTry(t, tag, now)
		}
		if c.used == "" {
			useCode(t, tag, foldCode(code), c)
			p, err = link(t, c, tag, keyRecord{label: label, kind: k.Type()})
			return err
		}
		id, err := owner(t, tag)
		if err == nil {
			p, err = playerOf(t, id)
		}
		return err
	})
	if err := cmp.Or(err, wrong); err != nil {
		return Player{}, fmt.Errorf("link: %w", err)
	}
	return p, nil
}

// errTries is returned for any code after too many wrong ones.
var errTries = fmt.Errorf("too many tries: %w", ErrCode)

// goodCode returns the record of a code that a key may use, or has used: a Link whose answer was lost is repeated.
func goodCode(t tx, tag keys.Tag, code string, now time.Time) (codeRecord, error) {
	w, err := readTries(t, tag, now)
	if err == nil && w.n >= maxTries {
		return codeRecord{}, errTries
	}
	k := key("l", code)
	v := t.get(k)
	if err != nil || v == nil {
		return codeRecord{}, cmp.Or(err, ErrCode)
	}
	c, err := readCode(k, v)
	if err == nil && (!now.Before(c.expires) || c.used != "" && c.used != string(tag[:])) {
		err = ErrCode
	}
	return c, err
}

func useCode(t tx, tag keys.Tag, code string, c codeRecord) {
	c.used = string(tag[:])
	t.put(key("l", code), c.encode())
	t.del(keyOf("j", c.tag))
	t.del(keyOf("w", tag))
}

// link gives a key, with its player and all that player's keys, to the player who was shown the code.
func link(t tx, c codeRecord, tag keys.Tag, rec keyRecord) (Player, error) {
	into, err := join(t, c.tag, c.kind)
	if err != nil {
		return Player{}, err
	}
	from, err := join(t, tag, rec.kind)
	if err != nil {
		return Player{}, err
	}
	if from != into {
		if err := merge(t, from, into); err != nil {
			return Player{}, err
		}
	}
	k := keyOf("k", tag)
	old, err := readKey(k, t.get(k))
	if err != nil {
		return Player{}, err
	}
	old.label = rec.label
	t.put(k, old.encode())
	return playerOf(t, into)
}

func (s *store) Unlink(k keys.Key, tag keys.Tag) error {
	if k.Guest() {
		return fmt.Errorf("unlink: %w", ErrGuest)
	}
	err := s.update(func(t tx) error {
		id, err := owner(t, s.Tag(k))
		if err != nil {
			return err
		}
		own := key("o", id, string(tag[:]))
		if id == "" || t.get(own) == nil {
			return ErrNotFound
		}
		if len(collect(t, key("o", id), nil, 2)) < 2 {
			return ErrLastKey
		}
		voidCode(t, tag)
		t.del(own)
		t.del(keyOf("k", tag))
		return nil
	})
	if err != nil {
		return fmt.Errorf("unlink: %w", err)
	}
	return nil
}

// merge moves everything of one player to another and leaves the way from the one id to the other.
func merge(t tx, from, into string) error {
	for _, part := range []func(t tx, from, into string) error{
		mergeNames, mergeAttempts, mergeBests, mergeSettings, mergeProgress, mergeKeys, mergeResults,
	} {
		if err := part(t, from, into); err != nil {
			return err
		}
	}
	return nil
}

// mergeNames keeps the name of into where it has one, and the earlier date.
func mergeNames(t tx, from, into string) error {
	a, errA := readPlayer(key("p", into), t.get(key("p", into)))
	b, errB := readPlayer(key("p", from), t.get(key("p", from)))
	if err := errors.Join(errA, errB); err != nil {
		return err
	}
	if b.name != "" {
		if _, err := rename(t, from, ""); err != nil {
			return err
		}
	}
	if a.name == "" && b.name != "" {
		if _, err := rename(t, into, b.name); err != nil {
			return err
		}
		a.name = b.name
	}
	if b.joined.Before(a.joined) {
		a.joined = b.joined
	}
	t.put(key("p", into), a.encode())
	t.put(key("p", from), playerRecord{joined: b.joined, into: into}.encode())
	return nil
}

// mergeAttempts lets the earlier attempt at a daily stand, and takes the line of the other from its leaderboard.
func mergeAttempts(t tx, from, into string) error {
	prefix := key("a", from)
	for _, k := range collect(t, prefix, nil, math.MaxInt) {
		theirs, err := readAttempt(k, t.get(k))
		if err != nil {
			return err
		}
		t.del(k)
		to := key("a", into, string(k[len(prefix):]))
		stands, loser, gone := theirs, into, Attempt{}
		if v := t.get(to); v != nil {
			if gone, err = readAttempt(to, v); err != nil {
				return err
			}
			if !theirs.Begun.Before(gone.Begun) {
				stands, loser, gone = gone, from, theirs
			}
		}
		if gone.Run != "" {
			if err := drop(t, leaderboardOf("c"+gone.Date, gone.Game, gone.Mode), loser); err != nil {
				return err
			}
		}
		t.put(to, encodeAttempt(stands))
	}
	return nil
}

// mergeBests keeps the better line of the two on every leaderboard.
func mergeBests(t tx, from, into string) error {
	for _, lb := range bestsOf(t, from) {
		l, _, err := best(t, lb, from)
		if err != nil {
			return err
		}
		if err := drop(t, lb, from); err != nil {
			return err
		}
		l.id = into
		if _, err := improve(t, lb, l); err != nil {
			return err
		}
	}
	return nil
}

func mergeSettings(t tx, from, into string) error {
	set, err := readSettings(t, from)
	if err != nil {
		return err
	}
	own, err := readSettings(t, into)
	if err != nil {
		return err
	}
	for name, v := range own {
		set[name] = v
	}
	if v := encodeSettings(set); len(set) > len(own) && len(v) <= maxPairs {
		t.put(key("u", into), v)
	}
	t.del(key("u", from))
	return nil
}

// mergeProgress keeps of two games in progress the one with more steps.
func mergeProgress(t tx, from, into string) error {
	prefix := key("g", from)
	for _, k := range collect(t, prefix, nil, math.MaxInt) {
		theirs, err := readProgress(k, t.get(k))
		if err != nil {
			return err
		}
		t.del(k)
		to := key("g", into, string(k[len(prefix):]))
		var ours Progress
		if v := t.get(to); v != nil {
			if ours, err = readProgress(to, v); err != nil {
				return err
			}
		}
		if ours.Run == "" || theirs.Count > ours.Count {
			t.put(to, encodeProgress(theirs))
		}
	}
	return nil
}

func mergeKeys(t tx, from, into string) error {
	for _, k := range collect(t, key("o", from), nil, math.MaxInt) {
		tag := keys.Tag(k[2+idLen:])
		at := keyOf("k", tag)
		rec, err := readKey(at, t.get(at))
		if err != nil {
			return err
		}
		rec.player = into
		t.del(k)
		own(t, tag, rec)
	}
	return nil
}

func mergeResults(t tx, from, into string) error {
	prefix := key("h", from)
	for _, k := range collect(t, prefix, nil, math.MaxInt) {
		t.put(key("h", into, string(k[len(prefix):])), t.get(k))
		t.del(k)
		if parts := strings.SplitN(string(k[len(prefix):]), "\x00", 3); len(parts) == 3 {
			trimResults(t, into, parts[0], parts[1])
		}
	}
	return nil
}
