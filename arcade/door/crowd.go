package door

import (
	"errors"
	"time"
)

// ErrMadeRoom is why a session's context is done when its player was idle and somebody else had no place.
var ErrMadeRoom = errors.New("the arcade is full, and you were away: somebody else plays now")

const (
	idleEnough = time.Minute            // without input, so that somebody may have one's place
	lookAgain  = 100 * time.Millisecond // between two searches among all connections
	earlyDrop  = 0.3                    // of newcomers, when half of MaxUnauth wait; all of them when as many do

	// leastPatience is how long who comes may wait for its client while others wait for it in the lobby.
	leastPatience = 30 * time.Millisecond
	mostPatience  = 250 * time.Millisecond
)

// letOn has a connection leave the lobby, or says why not. Somebody else may have to give way for it.
func (g *Guard) letOn(c *conn) (cause string) {
	g.mu.Lock()
	other, self := g.giveWay(c)
	if !self {
		g.setQueued(c, false)
	}
	g.mu.Unlock()
	if other != nil {
		other.end(causeCrowded)
	}
	if self {
		return causeCrowded
	}
	return ""
}

// patience is longer the nearer those who wait for their clients are to so many that somebody gives way: no more leave the
// lobby than find their way in. From there on it is short again, since who is silent gives way then.
func (g *Guard) patience() time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	start := float64(g.limits.MaxUnauth) / 2
	left := 1 - float64(len(g.waiting)-g.queued)/start
	if left <= 0 {
		return leastPatience
	}
	return min(time.Duration(float64(leastPatience)/left), mostPatience)
}

// giveWay says who makes room among those that are not authenticated when one more leaves the lobby: nobody; the one that has
// waited longest in the most crowded network; or, where the newcomer's is as crowded, the newcomer. As OpenSSH's
// MaxStartups does, it begins early and at random, so that honest clients get in by trying again. g.mu is held.
func (g *Guard) giveWay(c *conn) (other *conn, self bool) {
	start, full := float64(g.limits.MaxUnauth)/2, float64(g.limits.MaxUnauth)
	n := float64(len(g.waiting) - g.queued)
	if n < start {
		return nil, false
	}
	if n < full && g.random() >= earlyDrop+(1-earlyDrop)*(n-start)/(full-start) {
		return nil, false
	}
	for o := range g.waiting {
		if o.queued { // it waits for us
			continue
		}
		if other == nil || o.crowd().waiting > other.crowd().waiting || o.crowd().waiting == other.crowd().waiting && o.began.Before(other.began) {
			other = o
		}
	}
	if other == nil || other.crowd().waiting <= c.crowd().waiting {
		return nil, true
	}
	return other, false
}

// idlest returns the guest that gives way when there is no place: the one that has been idle longest in the most
// crowded network; nil where nobody has been idle for a minute. A search looks at everybody, so there are few in a
// second. g.mu is held.
func (g *Guard) idlest(newcomer *conn, now time.Time) (found *conn) {
	if now.Sub(g.searched) < lookAgain {
		return nil
	}
	g.searched = now
	for c := range g.inside {
		if !c.guest || c == newcomer || c.madeRoom || now.Sub(c.lastInput()) < idleEnough {
			continue
		}
		if found == nil || c.crowd().conns > found.crowd().conns || c.crowd().conns == found.crowd().conns && c.lastInput().Before(found.lastInput()) {
			found = c
		}
	}
	if found != nil {
		found.madeRoom = true
		g.leaving++
	}
	return found
}

// crowd is the widest network that a connection comes from.
func (c *conn) crowd() *peer { return c.peers[len(c.peers)-1] }

// lastInput is when the client's player last did something; the beginning of the connection counts as that.
func (c *conn) lastInput() time.Time {
	return c.began.Add(time.Duration(c.input.Load()))
}

// makeRoom ends an idle connection in words: its sessions are told why, and have a moment to restore the terminal.
func (c *conn) makeRoom() {
	c.mu.Lock()
	for s := range c.sessions {
		s.cancel(ErrMadeRoom)
	}
	c.mu.Unlock()
	time.AfterFunc(goodbye, func() { c.end(causeIdle) })
}
