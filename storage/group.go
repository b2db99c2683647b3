package storage

import (
	"errors"
	"slices"
	"sync"
)

const (
	maxBatch = 256       // writes a transaction: what 100 sessions ask for at once, and a bound for its memory
	maxBytes = 300 << 10 // of keys and values written: no write joins a transaction that has so many
)

// Group lets writes share transactions: those that are asked for while another is being made durable go together into
// the next one.
type Group struct {
	transaction func(f func(*FileTx) error) error

	turn  chan struct{} // held by the one who commits
	mu    sync.Mutex
	queue []*write
}

// NewGroup returns a group over an engine's transactions. A transaction runs f, as often as it needs to, and makes
// durable what f wrote; where f returns an error it keeps nothing and returns that.
func NewGroup(transaction func(f func(*FileTx) error) error) *Group {
	return &Group{transaction: transaction, turn: make(chan struct{}, 1)}
}

// write is an update on its way: err and panicked are set when done is closed.
type write struct {
	f        func(Tx) error
	err      error
	panicked any
	done     chan struct{}
}

// Update is what Engine asks for.
func (g *Group) Update(f func(Tx) error) error {
	w := &write{f: f, done: make(chan struct{})}
	g.mu.Lock()
	g.queue = append(g.queue, w)
	g.mu.Unlock()
	select {
	case <-w.done: // another's commit took it along
	case g.turn <- struct{}{}:
		g.lead(w)
		<-g.turn
	}
	if w.panicked != nil {
		panic(w.panicked)
	}
	return w.err
}

// lead commits what is waiting until w is among it. The others wait for the turn themselves: nobody works for them
// longer than for himself.
func (g *Group) lead(w *write) {
	for {
		select {
		case <-w.done:
			return
		default:
			g.commit()
		}
	}
}

// fill takes writes from the queue until a batch is full.
func (g *Group) fill(batch []*write) []*write {
	g.mu.Lock()
	defer g.mu.Unlock()
	n := min(len(g.queue), maxBatch-len(batch))
	batch = append(batch, g.queue[:n]...)
	g.queue = slices.Delete(g.queue, 0, n)
	return batch
}

var errNothing = errors.New("nothing was written")

// commit runs what is waiting when the engine's transaction begins, in as few transactions as the sizes allow. A write
// that fails after it wrote takes the transaction with it: then the others run again without it.
func (g *Group) commit() {
	var batch []*write
	for first := true; first || len(batch) > 0; first = false {
		ran, failed := 0, false
		err := g.transaction(func(t *FileTx) error {
			if first {
				batch = g.fill(batch)
			}
			ran, failed = 0, false
			for ran < len(batch) && !failed && t.size < maxBytes {
				failed = batch[ran].spoils(t)
				ran++
			}
			t.counted.flush(t)
			if failed || len(t.wrote) == 0 {
				return errNothing
			}
			return t.err
		})
		switch {
		case !errors.Is(err, errNothing) && err != nil:
			if ran == 0 { // the engine did not even begin
				batch = g.fill(batch)
			}
			finishAll(batch, err)
			return
		case failed:
			close(batch[ran-1].done)
			batch = slices.Delete(batch, ran-1, ran)
		default:
			finishAll(batch[:ran], nil)
			batch = batch[ran:]
		}
	}
}

// spoils runs the write in a transaction, and reports whether it failed after it had written there.
func (w *write) spoils(t *FileTx) bool {
	before := len(t.wrote)
	whole := w.run(t)
	return !whole || w.err != nil && len(t.wrote) > before
}

// run runs the write in a transaction, and reports whether it came to its end.
func (w *write) run(t *FileTx) (whole bool) {
	defer func() {
		if r := recover(); r != nil {
			if w.err = damaged(r); w.err == nil {
				w.panicked = r
			}
		}
	}()
	w.panicked = nil
	if w.err = w.f(t); w.err == nil {
		w.err = t.err
	}
	return true
}

// finishAll ends writes whose transaction has ended: with its error, or else with their own.
func finishAll(batch []*write, err error) {
	for _, w := range batch {
		if err != nil {
			w.err = err
		}
		close(w.done)
	}
}
