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
		g.queue(c, true)
		defer g.queue(c, false)
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

// queue notes that a connection waits in line, and when it no longer does.
func (g *Guard) queue(c *conn, queued bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
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
