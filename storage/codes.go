package storage

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
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

// codeRecord is l/<code>: the key that was shown the code, and who may use it or has.
type codeRecord struct {
	tag     keys.Tag
	kind    string
	expires time.Time
	used    string // the tag of the key that used it, "" while the code is good
	reader  string // the id of the player whom alone it is for, "" for anybody
}

func (c codeRecord) encode() []byte {
	return fields{}.text(string(c.tag[:])).text(c.kind).when(c.expires).text(c.used).text(c.reader)
}

func readCode(k, v []byte) (codeRecord, error) {
	r := reader{rest: v}
	tag := r.bytes()
	if len(tag) != len(keys.Tag{}) {
		return codeRecord{}, fmt.Errorf("value of %q: %w", k, ErrDamaged)
	}
	c := codeRecord{keys.Tag(tag), r.text(), r.when(), r.text(), r.text()}
	return c, r.err(k)
}

// tries is w/<tag>: how many wrong codes a key has tried, and until when they count.
type tries struct {
	n     uint64
	until time.Time
}

func readTries(t Tx, tag keys.Tag, now time.Time) (tries, error) {
	k := keyOf("w", tag)
	r := reader{rest: t.Get(k)}
	w := tries{r.num(), r.when()}
	if !now.Before(w.until) {
		w.n = 0
	}
	return w, r.err(k)
}

// countTry notes a wrong code. No more than maxTries are written, so that guesses cost the disk little.
func countTry(t Tx, tag keys.Tag, now time.Time) error {
	w, err := readTries(t, tag, now)
	if err == nil {
		t.Put(keyOf("w", tag), fields{}.num(w.n+1).when(now.Add(codeLife)))
	}
	return err
}

func (s *store) Code(k keys.Key, reader string, now time.Time) (code string, expires time.Time, err error) {
	if k.Guest() {
		return "", time.Time{}, fmt.Errorf("linking code: %w", ErrGuest)
	}
	tag := s.Tag(k)
	code = newCode()
	expires = now.UTC().Truncate(time.Millisecond).Add(codeLife)
	err = s.Update(func(t Tx) error {
		voidCode(t, tag)
		t.Put(key("l", foldCode(code)), codeRecord{tag: tag, kind: k.Type(), expires: expires, reader: reader}.encode())
		t.Put(keyOf("j", tag), []byte(foldCode(code)))
		return nil
	})
	if err != nil {
		return "", time.Time{}, fmt.Errorf("linking code: %w", err)
	}
	return code, expires, nil
}

// voidCode takes back the code that a key was shown last.
func voidCode(t Tx, tag keys.Tag) {
	if code := t.Get(keyOf("j", tag)); code != nil {
		t.Del(key("l", string(code)))
		t.Del(keyOf("j", tag))
	}
}

// errTries is returned for any code after too many wrong ones.
var errTries = fmt.Errorf("too many tries: %w", ErrCode)

// withCode runs f with the record of a code that a key may use, or has used: a Link whose answer was lost is repeated.
// A wrong code is counted.
func (s *store) withCode(tag keys.Tag, code string, now time.Time, f func(t Tx, c codeRecord) error) error {
	var wrong error
	err := s.Update(func(t Tx) error {
		var c codeRecord
		c, wrong = goodCode(t, tag, code, now)
		switch {
		case wrong == nil:
			return f(t, c)
		case errors.Is(wrong, errTries), !errors.Is(wrong, ErrCode):
			return wrong
		}
		return countTry(t, tag, now)
	})
	return cmp.Or(err, wrong)
}

func goodCode(t Tx, tag keys.Tag, code string, now time.Time) (codeRecord, error) {
	w, err := readTries(t, tag, now)
	if err == nil && w.n >= maxTries {
		return codeRecord{}, errTries
	}
	k := key("l", code)
	v := t.Get(k)
	if err != nil || v == nil {
		return codeRecord{}, cmp.Or(err, ErrCode)
	}
	c, err := readCode(k, v)
	if err != nil || c.used == string(tag[:]) {
		return c, err
	}
	id, err := idOf(t, tag)
	switch {
	case err != nil:
		return c, err
	case !now.Before(c.expires), c.used != "":
		return c, ErrCode
	}
	whose, err := idOf(t, c.tag)
	switch {
	case err != nil:
		return c, err
	case whose == id:
		return c, ErrOwnCode
	case c.reader != "" && c.reader != id:
		return c, ErrCode
	}
	return c, nil
}

func useCode(t Tx, tag keys.Tag, code string, c codeRecord) {
	c.used = string(tag[:])
	t.Put(key("l", code), c.encode())
	t.Del(keyOf("j", c.tag))
	t.Del(keyOf("w", tag))
}

func (s *store) Peek(k keys.Key, code string, now time.Time) (o Offer, err error) {
	if k.Guest() {
		return Offer{}, fmt.Errorf("look at code: %w", ErrGuest)
	}
	tag := s.Tag(k)
	err = s.withCode(tag, foldCode(code), now, func(t Tx, c codeRecord) error {
		var errInto, errFrom error
		o.Into, errInto = playerOfKey(t, c.tag)
		o.From, errFrom = playerOfKey(t, tag)
		return errors.Join(errInto, errFrom)
	})
	if err != nil {
		return Offer{}, fmt.Errorf("look at code: %w", err)
	}
	return o, nil
}
