package storage

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
)

// Secret gives the secret of a database: 32 bytes, from which keys' tags and the dailies' seeds come. It is kept beside
// the database and never in it, so that a copy names nobody and tells no daily to come.
//
// It is called once when a database is opened. keep is nil for a database that has its secret already. Otherwise it is
// what a new database could take, or what one of an older layout held: it must be durable before Secret returns it, and
// a secret that is there already is returned instead.
type Secret func(keep []byte) ([]byte, error)

const secretLen = 32

// settle brings an engine's keys to this version of the layout, and returns its secret.
func settle(e Engine, ask Secret) ([]byte, error) {
	var stale bool
	var held, check []byte
	inspect := func(t Tx) (err error) {
		stale, err = checkSchema(t)
		held, check = append([]byte(nil), t.Get(keySecret)...), append([]byte(nil), t.Get(keyCheck)...)
		return err
	}
	if err := e.View(inspect); err != nil {
		return nil, err
	}
	if ask == nil {
		if stale {
			return nil, fmt.Errorf("its layout is an older one, and without its secret it cannot be brought up to date: %w", ErrSecret)
		}
		return nil, nil
	}
	secret, err := askFor(ask, held, stale)
	if err != nil {
		return nil, err
	}
	if stale {
		err := e.Update(func(t Tx) error { return prepare(t, checkOf(secret)) })
		if err := errors.Join(err, e.View(inspect)); err != nil {
			return nil, err
		}
	}
	if !hmac.Equal(check, checkOf(secret)) {
		return nil, ErrSecret
	}
	return secret, nil
}

// askFor asks for the secret, and holds what it gets against what the database held.
func askFor(ask Secret, held []byte, stale bool) ([]byte, error) {
	keep := held
	switch {
	case !stale:
		keep = nil
	case len(held) == 0:
		keep = make([]byte, secretLen)
		rand.Read(keep)
	case len(held) != secretLen:
		return nil, fmt.Errorf("%w: its secret is gone", ErrDamaged)
	}
	secret, err := ask(keep)
	if err != nil {
		return nil, err
	}
	if len(secret) != secretLen || len(held) > 0 && !hmac.Equal(secret, held) {
		return nil, ErrSecret
	}
	return secret, nil
}

// checkOf is what a database keeps to know its secret by. It tells nothing of it.
func checkOf(secret []byte) []byte {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("the secret of this database"))
	return mac.Sum(nil)[:16]
}
