package live

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// beat is what wake-ups are multiples of: what moves within one is told together, and sessions that wake together
// are cheap.
const beat = 50 * time.Millisecond

// Crowd is who wants to hear that something moved. To tell it costs who moves the same for one as for a thousand: the
// first that moves after a pause arms one timer. Its zero value with a Clock is empty; it is safe for concurrent use.
type Crowd struct {
	Clock Clock

	size  atomic.Int32
	armed atomic.Bool
	mu    sync.Mutex
	ears  map[*Ear]struct{}
}

// Ear is one who listens to a crowd.
type Ear struct {
	crowd *Crowd
	wake  func()
}

// Into wakes who reads from a channel that has room for one: they find once what came before they looked.
func Into(wake chan<- struct{}) func() {
	return func() {
		select {
		case wake <- struct{}{}:
		default:
		}
	}
}

// Join calls wake, which must not wait, whenever there is something new to look at. What moves after Join
// is heard.
func (c *Crowd) Join(wake func()) *Ear {
	e := &Ear{c, wake}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ears == nil {
		c.ears = make(map[*Ear]struct{})
	}
	c.ears[e] = struct{}{}
	c.size.Store(int32(len(c.ears)))
	return e
}

// Leave stops listening.
func (e *Ear) Leave() {
	e.crowd.mu.Lock()
	defer e.crowd.mu.Unlock()
	delete(e.crowd.ears, e)
	e.crowd.size.Store(int32(len(e.crowd.ears)))
}

// Call wakes this one alone.
func (e *Ear) Call() { e.wake() }

// Size is how many listen.
func (c *Crowd) Size() int { return int(c.size.Load()) }

// Stir says that something moved: it is heard on the next beat, at most 50 ms from now.
func (c *Crowd) Stir() {
	if c.size.Load() == 0 || !c.armed.CompareAndSwap(false, true) {
		return
	}
	now := c.Clock.Now()
	c.Clock.AfterFunc(now.Truncate(beat).Add(beat).Sub(now), c.Tell)
}

// A crowd of more than few is woken in so many parts over a beat: a thousand who are all to look at once would have a
// player's key wait behind them, whose turn to draw comes later anyway.
const few, parts = 64, 16

// Tell wakes everybody now, and of a large crowd the last within a beat.
func (c *Crowd) Tell() {
	c.armed.Store(false) // before the first is woken: what moves from here on is told again
	c.mu.Lock()
	defer c.mu.Unlock()
	ears := slices.Collect(maps.Keys(c.ears))
	c.call(ears, max(few, (len(ears)+parts-1)/parts))
}

// call wakes so many of those who still listen now, and the others later. c.mu is held.
func (c *Crowd) call(ears []*Ear, part int) {
	n := min(part, len(ears))
	for _, e := range ears[:n] {
		if _, listens := c.ears[e]; listens {
			e.Call()
		}
	}
	if n == len(ears) {
		return
	}
	c.Clock.AfterFunc(beat/parts, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.call(ears[n:], part)
	})
}
