package door

import (
	"runtime"
	"time"
)

// Handshakes yield to players: what a client sends before it is authenticated is looked at by so many connections at a
// time that a processor is left for the games. The others wait in line, and are refused by nobody: the time that they
// wait for us is no part of what they may take for their handshake.
func handshakesAtOnce() int { return max(runtime.GOMAXPROCS(0)/2, 1) }

// line waits until it is this connection's turn to have what it sent looked at, which stepBack ends.
func (c *conn) line() {
	g := c.g
	select {
	case g.handshakes <- struct{}{}:
	default:
		begin := time.Now()
		c.lineUp(true)
		defer c.lineUp(false)
		select {
		case g.handshakes <- struct{}{}:
		case <-c.closed:
			return
		}
		c.putOff(time.Since(begin))
	}
	c.held.Store(true)
	select {
	case <-c.closed:
		c.stepBack()
	default:
	}
}

// stepBack lets the next one have its turn.
func (c *conn) stepBack() {
	if c.held.Swap(false) {
		<-c.g.handshakes
	}
}

// lineUp notes that a connection waits for us, and when it no longer does.
func (c *conn) lineUp(queued bool) {
	c.g.mu.Lock()
	defer c.g.mu.Unlock()
	c.g.setQueued(c, queued)
}

// setQueued counts who waits for us and is not authenticated. g.mu is held.
func (g *Guard) setQueued(c *conn, queued bool) {
	if _, ok := g.waiting[c]; !ok || c.queued == queued {
		return
	}
	c.queued = queued
	if queued {
		g.queued++
	} else {
		g.queued--
	}
}
