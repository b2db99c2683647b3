package storage

import (
	"crypto/rand"
	"errors"
	"io"

	"arcade.example.com/keys"
)

// tx is one transaction on ordered keys. What it hands out is valid until the transaction ends and is not to be
// changed.
type tx interface {
	get(key []byte) []byte // nil where there is none
	put(key, value []byte)
	del(key []byte)
	// walk calls f for the keys with the prefix, in order, beginning at from where that is not nil, until f returns
	// false. f does not write.
	walk(prefix, from []byte, f func(key, value []byte) bool)
}

// engine keeps ordered keys. view and update run f in a transaction. update may run it several times, writes all or
// nothing, and what it wrote is durable when it returns nil; f returns its own errors before it writes where it can.
type engine interface {
	view(f func(tx) error) error
	update(f func(tx) error) error
	Backup(w io.Writer) error
	Size() int64
	Healthy() error
	Close() error
}

// store is the arcade's store on any engine: all that is common to them, which is everything but the keys themselves.
type store struct {
	engine
	secret  []byte
	changes changes
	tries   tries
}

const secretLen = 32

func newStore(e engine) (*store, error) {
	var stale bool
	var secret []byte
	inspect := func(t tx) (err error) {
		stale, err = checkSchema(t)
		secret = append([]byte(nil), t.get(keySecret)...)
		return err
	}
	if err := e.view(inspect); err != nil {
		return nil, err
	}
	if stale {
		fresh := make([]byte, secretLen)
		rand.Read(fresh)
		err := e.update(func(t tx) error { return prepare(t, fresh) })
		if err := errors.Join(err, e.view(inspect)); err != nil {
			return nil, err
		}
	}
	return &store{engine: e, secret: secret}, nil
}

func (s *store) Tag(k keys.Key) keys.Tag { return k.Tag(s.secret) }

// collect returns copies of up to n keys with the prefix, from a key on.
func collect(t tx, prefix, from []byte, n int) (ks [][]byte) {
	t.walk(prefix, from, func(k, _ []byte) bool {
		ks = append(ks, append([]byte(nil), k...))
		return len(ks) < n
	})
	return ks
}

// after is the smallest key that follows k.
func after(k []byte) []byte { return append(append([]byte(nil), k...), 0) }

// has reports whether any key has the prefix.
func has(t tx, prefix []byte) (found bool) {
	t.walk(prefix, nil, func(_, _ []byte) bool { found = true; return false })
	return found
}
