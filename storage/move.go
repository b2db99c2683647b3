package storage

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
)

// keyMove is in a database that is being filled: what it is filled from. It has no layout as long, and cannot be opened.
var keyMove = []byte("m/move")

var (
	errOccupied = errors.New("there is an arcade in it already")
	errChanged  = errors.New("it was written to meanwhile: stop every arcade on it, and move again")
	errLayout   = errors.New("it has another layout than this arcade's: start this arcade on it once")
)

// Move copies everything from one engine to another, holds the two against each other and counts again what is on record
// twice. A move that was cut short goes on where it is begun again; until it is done the other one cannot be opened. No
// store writes to either meanwhile. progress is called now and then with how much of how much is done.
func Move(from, to Engine, progress func(done, of int)) error {
	m := mover{from: from, to: to, progress: progress}
	for _, step := range []func() error{m.begin, m.copy, m.verify, m.end} {
		if err := step(); err != nil {
			return fmt.Errorf("move: %w", err)
		}
	}
	return nil
}

type mover struct {
	from, to Engine
	progress func(done, of int)
	done, of int
}

// begin looks at both sides, and marks the other one.
func (m *mover) begin() error {
	var mark []byte
	err := m.from.View(func(t Tx) error {
		if version(t) != schema {
			return errLayout
		}
		sum := sha256.Sum256(t.Get(keyCheck))
		mark = sum[:]
		t.Walk(nil, nil, func(_, _ []byte) bool { m.of += 2; return true })
		return nil
	})
	if err != nil {
		return err
	}
	return m.to.Update(func(t Tx) error {
		if has(t, nil) && !bytes.Equal(t.Get(keyMove), mark) {
			return errOccupied
		}
		t.Put(keyMove, mark)
		return nil
	})
}

// copy writes what the other side has not.
func (m *mover) copy() error {
	return m.compare(func(differing []pair) error {
		return m.to.Update(func(t Tx) error {
			for _, p := range differing {
				if p.value == nil {
					t.Del(p.key)
				} else {
					t.Put(p.key, p.value)
				}
			}
			return nil
		})
	})
}

func (m *mover) verify() error {
	if err := m.compare(func(differing []pair) error { return fmt.Errorf("%q: %w", differing[0].key, errChanged) }); err != nil {
		return err
	}
	var faults []error
	err := (&store{Engine: m.to}).Verify(func(fault error) { faults = append(faults, fault) })
	return errors.Join(append(faults, err)...)
}

// end makes the other side a database.
func (m *mover) end() error {
	m.progress(m.of, m.of)
	return m.to.Update(func(t Tx) error {
		t.Del(keyMove)
		t.Put(keySchema, fields{}.num(schema))
		return nil
	})
}

// compare calls differ with those keys that the two sides have not alike, some at a time, and their values on this side,
// nil for none.
func (m *mover) compare(differ func(differing []pair) error) error {
	for from, more := []byte(nil), true; more; {
		var differing []pair
		err := m.from.View(func(here Tx) error {
			some, next := m.some(without{here, keySchema}, from)
			m.done += len(some)
			err := m.to.View(func(there Tx) error {
				differing = nil
				compareSome(some, without{there, keyMove}, from, next, func(k []byte) bool {
					k = bytes.Clone(k)
					differing = append(differing, pair{k, bytes.Clone(here.Get(k))})
					return true
				})
				return nil
			})
			from, more = next, next != nil
			return err
		})
		if err == nil && len(differing) > 0 {
			err = differ(differing)
		}
		if err != nil {
			return err
		}
		m.progress(min(m.done, m.of-1), m.of)
	}
	return nil
}

// some returns the next keys, no more than fit well into one transaction, and the key to go on from, nil at the end.
func (m *mover) some(t Tx, from []byte) (some []pair, next []byte) {
	size := 0
	t.Walk(nil, from, func(k, v []byte) bool {
		if size >= maxBytes {
			next = bytes.Clone(k)
			return false
		}
		some = append(some, pair{k, v})
		size += len(k) + len(v)
		return true
	})
	return some, next
}

// without is a transaction that does not show one key to those who walk.
type without struct {
	Tx
	hidden []byte
}

func (t without) Walk(prefix, from []byte, f func(k, v []byte) bool) {
	t.Tx.Walk(prefix, from, func(k, v []byte) bool { return bytes.Equal(k, t.hidden) || f(k, v) })
}
