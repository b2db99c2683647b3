package storage

import (
	"errors"
	"fmt"
	"io"
	"sync"

	"arcade.example.com/keys"
)

// Tx is one transaction on ordered keys. What it hands out is valid until the transaction ends and is not to be
// changed, nor is what it was given.
type Tx interface {
	Get(key []byte) []byte // nil where there is none
	Put(key, value []byte)
	Del(key []byte)
	// Add adds n to the number under a key (see readCount), which is gone where it comes to 0. Sums commute: an engine may
	// gather those of many transactions, so that a transaction does not see what it adds.
	Add(counter []byte, n int)
	// Walk calls f for the keys with the prefix, in order, beginning at from where that is not nil, until f returns
	// false. f does not write.
	Walk(prefix, from []byte, f func(key, value []byte) bool)
}

// Engine keeps ordered keys. View and Update run f in a transaction. Update may run it several times, writes all or
// nothing, and what it wrote is durable when it returns nil; f returns its own errors before it writes where it can.
// Several stores may work on the keys of one engine, in this process or in others. What one of them wrote is in the
// transactions of every Update that begins after it was durable, and in the views of the others within a second.
type Engine interface {
	View(f func(Tx) error) error
	Update(f func(Tx) error) error
	// Watch has f called with each key that is put or deleted, by whichever store, within a second after views show it.
	Watch(f func(key []byte))
	// NewPinboard is the board of a new node. Where an engine has room for one alone, it is called once.
	NewPinboard() Pinboard
	Backup(w io.Writer) error
	Size() int64
	Healthy() error
	Close() error
}

// store is the arcade's store on any engine: all that is common to them, which is everything but the keys themselves.
type store struct {
	Engine
	Pinboard
	secret  []byte // nil where it is not known: then nothing is written
	tags    *keys.Tagger
	drawer  *drawer // nil where games are kept at once
	changes changes
	bans    bans
}

// New returns the arcade's store on an engine, which it closes when it is closed. The errors and the secret are those of
// Open.
func New(e Engine, secret Secret) (Store, error) {
	known, err := settle(e, secret)
	if err != nil {
		return nil, err
	}
	return newStore(e, known), nil
}

// NewNode is New for one of several nodes: it has its running games in a file of its own, and keeps them now and then, and
// what is left of them when it is closed.
func NewNode(e Engine, secret Secret, running string) (Store, error) {
	known, err := settle(e, secret)
	if err != nil {
		return nil, err
	}
	s := newStore(e, known)
	if s.drawer, err = openDrawer(running, s.keep); err != nil {
		return nil, err
	}
	return s, nil
}

func newStore(e Engine, secret []byte) *store {
	s := &store{Engine: e, Pinboard: e.NewPinboard(), secret: secret, tags: keys.NewTagger(secret)}
	e.Watch(s.changes.note)
	e.Watch(s.bans.note)
	return s
}

// Update runs f in a transaction that writes, unless a newer arcade has changed the layout since this one opened it.
func (s *store) Update(f func(Tx) error) error {
	if s.secret == nil {
		return fmt.Errorf("%w: opened without its secret", ErrReadOnly)
	}
	return s.Engine.Update(func(t Tx) error {
		if err := outdated(t); err != nil {
			return err
		}
		return f(t)
	})
}

// outdated is the error of a store whose layout is newer than this arcade, nil for any other.
func outdated(t Tx) error {
	if v := version(t); v > schema {
		return fmt.Errorf("%w: layout %d, this arcade knows %d: %w", ErrReadOnly, v, schema, ErrNewer)
	}
	return nil
}

func (s *store) Healthy() error {
	if err := s.Engine.Healthy(); err != nil {
		return err
	}
	return s.View(outdated)
}

// Close keeps what is in the drawer, and takes down what the node has told the others.
func (s *store) Close() error {
	var err error
	if s.drawer != nil {
		err = s.drawer.close()
	}
	s.Leave()
	return errors.Join(err, s.Engine.Close())
}

func (s *store) Tag(k keys.Key) keys.Tag { return k.Tag(s.tags) }

// Watchers are told of the keys that a commit has written. The zero Watchers has nobody to tell.
type Watchers struct {
	mu  sync.Mutex
	all []func(key []byte)
}

// Watch is what Engine asks for.
func (w *Watchers) Watch(f func(key []byte)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all = append(w.all, f)
}

// Tell calls everyone who watches with each of the keys.
func (w *Watchers) Tell(wrote [][]byte) {
	w.mu.Lock()
	all := w.all
	w.mu.Unlock()
	for _, f := range all {
		for _, k := range wrote {
			f(k)
		}
	}
}

// sums gathers what transactions add, until it is written at their end. The zero sums is empty.
type sums struct{ n map[string]int }

func (s *sums) add(counter []byte, n int) {
	if s.n == nil {
		s.n = make(map[string]int)
	}
	s.n[string(counter)] += n
}

// forget drops what was added to a key that is deleted now.
func (s *sums) forget(counter []byte) { delete(s.n, string(counter)) }

func (s *sums) flush(t Tx) {
	for k, n := range s.n {
		counter := []byte(k)
		if sum := readCount(t.Get(counter)) + n; sum > 0 {
			t.Put(counter, fields{}.num(uint64(sum)))
		} else {
			t.Del(counter)
		}
	}
}

// collect returns copies of up to n keys with the prefix, from a key on.
func collect(t Tx, prefix, from []byte, n int) (ks [][]byte) {
	t.Walk(prefix, from, func(k, _ []byte) bool {
		ks = append(ks, append([]byte(nil), k...))
		return len(ks) < n
	})
	return ks
}

// after is the smallest key that follows k.
func after(k []byte) []byte { return append(append([]byte(nil), k...), 0) }

// has reports whether any key has the prefix.
func has(t Tx, prefix []byte) (found bool) {
	t.Walk(prefix, nil, func(_, _ []byte) bool { found = true; return false })
	return found
}
