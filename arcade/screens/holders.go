package screens

import (
	"sync"
	"time"
)

// holders are the sessions that play the runs under way which their players could come back to. A run has one owner at any
// time, which the store decides; the one that it is taken from is told here, and keeps what it has first.
type holders struct {
	mu   sync.Mutex
	runs map[string]*Wire
}

// yield asks a session for a run that another of the player's takes over: it keeps the run, calls kept and stops.
type yield struct {
	run  string
	kept func()
}

// takeOver bounds how long a session may take to keep a run that another takes over.
const takeOver = time.Second

// hold notes that a session plays a run.
func (h *holders) hold(run string, w *Wire) {
	if w == nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.runs == nil {
		h.runs = make(map[string]*Wire)
	}
	h.runs[run] = w
}

// drop notes that a session plays a run no more.
func (h *holders) drop(run string, w *Wire) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.runs[run] == w {
		delete(h.runs, run)
	}
}

// ask makes the session that holds a run, if it is another, keep it and stop. It returns when it has, or after takeOver.
func (h *holders) ask(run string, asker *Wire) {
	h.mu.Lock()
	w := h.runs[run]
	h.mu.Unlock()
	if w == nil || w == asker {
		return
	}
	kept := make(chan struct{})
	w.Send(yield{run, sync.OnceFunc(func() { close(kept) })})
	select {
	case <-kept:
	case <-time.After(takeOver):
	}
}
