// Package accept has connections come in: as from whom a proxy says that they are, where it is trusted, and a few at a
// time. It knows addresses and time; it must never know what is said on a connection.
package accept

import (
	"sync"
	"sync/atomic"
	"time"
)

const (
	// places is how many connections arrive at a time: so few that whoever plays does not queue behind them for long, and
	// so many that clients who are far away do not keep the server idle.
	places = 64

	// Longest is how long a connection keeps its place at most, whoever it waits for.
	Longest = time.Second
)

// Lobby is where connections wait, the first the first to go on, until fewer than 64 of those before them are arriving.
// Its methods are safe for concurrent use.
type Lobby struct {
	patience func() time.Duration
	arriving chan struct{}
	once     sync.Once
	shut     chan struct{}
}

// NewLobby returns one in which nobody waits. Patience is asked, at any time, how long a connection that arrives may wait
// for its client, in all, while others wait in the lobby.
func NewLobby(patience func() time.Duration) *Lobby {
	return &Lobby{patience: patience, arriving: make(chan struct{}, places), shut: make(chan struct{})}
}

// Enter waits until one more connection may go on, and reports whether it may: not where the lobby is shut.
func (l *Lobby) Enter() (*Arrival, bool) {
	select {
	case <-l.shut:
		return nil, false
	default:
	}
	select {
	case l.arriving <- struct{}{}:
	case <-l.shut:
		return nil, false
	}
	now := time.Now()
	a := &Arrival{l: l, since: now, latest: now.Add(Longest)}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.timer = time.AfterFunc(a.left(), a.look)
	return a, true
}

// Shut sends away who waits, and whoever may come. It may be called more than once.
func (l *Lobby) Shut() { l.once.Do(func() { close(l.shut) }) }

// Arrival is the place of a connection that arrives: until Arrived is called, until the connection has waited for its client
// for as long as it may, and for a second in any case. A nil Arrival is over. Its methods are safe for concurrent use.
type Arrival struct {
	l    *Lobby
	over atomic.Bool

	mu     sync.Mutex
	waited time.Duration // for its client, in all
	since  time.Time     // it waits again; zero: it does not
	latest time.Time     // when it is over
	timer  *time.Timer   // looks whether it is
}

// Waits notes that the connection waits for its client, as it does in the beginning.
func (a *Arrival) Waits() {
	if a == nil || a.over.Load() {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.since.IsZero() {
		a.since = time.Now()
		a.timer.Reset(a.left())
	}
}

// Works notes that it does so no longer.
func (a *Arrival) Works() {
	if a == nil || a.over.Load() {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.since.IsZero() {
		a.waited += time.Since(a.since)
		a.since = time.Time{}
		a.timer.Reset(a.left())
	}
}

// left is how long the arrival lasts if nothing happens. a.mu is held.
func (a *Arrival) left() time.Duration {
	left := time.Until(a.latest)
	if !a.since.IsZero() {
		left = min(left, a.l.patience()-a.waited-time.Since(a.since))
	}
	return left
}

// look ends the arrival when its time is over, which may have been put off meanwhile.
func (a *Arrival) look() {
	a.mu.Lock()
	left := a.left()
	if left > 0 && !a.over.Load() {
		a.timer.Reset(left)
	}
	a.mu.Unlock()
	if left <= 0 {
		a.Arrived()
	}
}

// Arrived has the next connection go on. Only the first call does anything.
func (a *Arrival) Arrived() {
	if a == nil || a.over.Load() {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.over.Swap(true) {
		a.timer.Stop()
		<-a.l.arriving
	}
}
