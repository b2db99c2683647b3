// Package accept has connections come in: as from whom a proxy says that they are, where it is trusted, and a few at a
// time. It knows addresses and time; it must never know what is said on a connection.
package accept

import (
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// places is how many connections arrive at a time: so few that whoever plays does not queue behind them for long, and
	// so many that clients who are far away do not keep the server idle.
	places = 16

	// Longest is how long a connection keeps its place at most, whoever it waits for.
	Longest = time.Second
)

// Lobby is where connections wait until fewer than 16 of those before them are arriving: then it is the turn of the network
// whose last turn was the longest ago, so that many from one are in the way of none from another. Its methods are safe for
// concurrent use.
type Lobby struct {
	patience func() time.Duration
	once     sync.Once
	shut     chan struct{}

	mu    sync.Mutex
	free  int                              // places
	lines map[netip.Prefix][]chan struct{} // who waits for one, by network
	turns []netip.Prefix                   // the networks in which somebody waits
}

// NewLobby returns one in which nobody waits. Patience is asked, at any time, how long a connection that arrives may wait
// for its client, in all, while others wait in the lobby.
func NewLobby(patience func() time.Duration) *Lobby {
	return &Lobby{patience: patience, shut: make(chan struct{}), free: places, lines: map[netip.Prefix][]chan struct{}{}}
}

// Enter waits until one more connection may go on that comes from a network, and reports whether it may: not where the
// lobby is shut.
func (l *Lobby) Enter(from netip.Prefix) (*Arrival, bool) {
	select {
	case <-l.line(from):
	case <-l.shut:
		return nil, false
	}
	select {
	case <-l.shut:
		return nil, false
	default:
	}
	now := time.Now()
	a := &Arrival{l: l, since: now, latest: now.Add(Longest)}
	a.mu.Lock()
	defer a.mu.Unlock()
	left := a.left()
	a.looks, a.timer = now.Add(left), time.AfterFunc(left, a.look)
	return a, true
}

// line returns where one more of a network is given its place.
func (l *Lobby) line(from netip.Prefix) <-chan struct{} {
	mine := make(chan struct{})
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.free > 0 {
		l.free--
		close(mine)
		return mine
	}
	if len(l.lines[from]) == 0 {
		l.turns = append(l.turns, from)
	}
	l.lines[from] = append(l.lines[from], mine)
	return mine
}

// next gives a place to who comes next.
func (l *Lobby) next() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.turns) == 0 {
		l.free++
		return
	}
	from := l.turns[0]
	l.turns = l.turns[1:]
	line := l.lines[from]
	close(line[0])
	if len(line) == 1 {
		delete(l.lines, from)
		return
	}
	l.lines[from] = line[1:]
	l.turns = append(l.turns, from)
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
	looks  time.Time     // when it does
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
		a.lookAfter(a.left())
	}
}

// Works notes that it does so no longer. The timer stays as it is: Go goes over all timers that there are after each that
// was set to a time which is nearer, and each wait would be one.
func (a *Arrival) Works() {
	if a == nil || a.over.Load() {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.since.IsZero() {
		a.waited += time.Since(a.since)
		a.since = time.Time{}
	}
}

// lookAfter has the timer look after a time, unless it looks before that. a.mu is held.
func (a *Arrival) lookAfter(left time.Duration) {
	if at := time.Now().Add(left); at.Before(a.looks) {
		a.looks = at
		a.timer.Reset(left)
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
		a.looks = time.Now().Add(left)
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
		a.l.next()
	}
}
