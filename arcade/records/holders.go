package records

import (
	"sync"
	"time"
)

// Holder is a session that plays a run. It is compared: a pointer.
type Holder interface {
	// Yield asks for a run that another session of the player's takes over: the session keeps it, calls kept and stops.
	Yield(run string, kept func())
}

// Holders are the sessions that play the runs under way which their players could come back to. A run has one owner at any
// time, which the store decides; the one that it is taken from is told here, and keeps what it has first. The zero value
// holds nothing; it is safe for concurrent use.
type Holders struct {
	// Elsewhere asks the other nodes for a run that no session of this one holds, and returns when they have answered, or
	// time is up; nil where there are none.
	Elsewhere func(run string)

	mu   sync.Mutex
	runs map[string]Holder
}

// takeOver bounds how long a session may take to keep a run that another takes over.
const takeOver = time.Second

// Hold notes that a session plays a run.
func (h *Holders) Hold(run string, by Holder) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.runs == nil {
		h.runs = make(map[string]Holder)
	}
	h.runs[run] = by
}

// Release notes that a session plays a run no more.
func (h *Holders) Release(run string, by Holder) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.runs[run] == by {
		delete(h.runs, run)
	}
}

// Ask makes the session that holds a run, if it is another, keep it and stop. It returns when it has, or after a second.
func (h *Holders) Ask(run string, asker Holder) {
	if !h.Yield(run, asker) && h.Elsewhere != nil {
		h.Elsewhere(run)
	}
}

// Yield is Ask for the sessions of this node alone; it reports whether one of them holds the run.
func (h *Holders) Yield(run string, asker Holder) bool {
	h.mu.Lock()
	by := h.runs[run]
	h.mu.Unlock()
	if by == nil || by == asker {
		return by != nil
	}
	kept := make(chan struct{})
	by.Yield(run, sync.OnceFunc(func() { close(kept) }))
	select {
	case <-kept:
	case <-time.After(takeOver):
	}
	return true
}
