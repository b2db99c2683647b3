package door

import (
	"errors"
	"io"
	"net"
	"sync/atomic"
	"time"

	"arcade.example.com/arcade/door/bucket"
)

// errOver is returned for what is written after the last.
var errOver = errors.New("the session's last bytes are written")

// out writes to a client, one writer at a time, and ends the connection of a client that does not read: one whose
// SSH window stays shut holds no bytes up in the transport below.
type out struct {
	c *conn
	w io.Writer

	turn   chan struct{} // of one: held by who writes
	budget bucket.Bucket
	watch  *time.Timer
	cut    bool        // the last write was not finished
	sent   int         // so far, up to littleSent
	over   atomic.Bool // there is nothing more to be written
}

const (
	// outPiece is as much as a client must take within Limits.Stall, which is a slow line indeed.
	outPiece = 32 << 10

	// A session that has sent little yet sends it in small pieces: golang.org/x/crypto/ssh keeps two buffers of the largest
	// packet that a channel has sent, and many a session sends nothing larger than its first screen. The pieces go out together.
	littleSent, littlePiece = 24 << 10, 1 << 10
	heldMost                = 8 << 10

	// holding is how long pieces are held back at most. A client whose SSH window is shut opens it when it has seen some.
	holding = 10 * time.Millisecond
)

func newOut(c *conn, w io.Writer) out {
	return out{c: c, w: w, turn: make(chan struct{}, 1), budget: bucket.Bucket{Rate: sessionOut, Burst: sessionOutBurst}}
}

// Idle reports whether so many bytes would be taken at once: nobody writes, the budget has them, and the transport has
// room. Only a client whose SSH window is shut, after two megabytes that it has not read, can then make the writer wait,
// for Limits.Stall at most.
func (o *out) Idle(bytes int) bool {
	select {
	case o.turn <- struct{}{}:
	default:
		return false
	}
	defer func() { <-o.turn }()
	waiting, lags := o.c.lag()
	return o.affords(bytes) && waiting+bytes < backlog/2 && !lags
}

// Drain returns when the line to the client has taken what was written but for so many bytes, as far as that can be
// known; at the latest when the client has let Limits.Stall pass, and is sent away.
func (o *out) Drain() (left int) {
	const most = 8 * time.Millisecond
	late := time.Now().Add(o.c.g.limits.Stall)
	for wait := time.Millisecond; ; wait = min(2*wait, most) {
		left, lags := o.c.lag()
		if !lags {
			return left
		}
		if time.Now().After(late) {
			o.c.end(causeStalled)
			return left
		}
		select {
		case <-time.After(wait):
		case <-o.c.closed:
			return left
		}
	}
}

func (o *out) Write(p []byte) (n int, err error) {
	o.turn <- struct{}{}
	defer func() { <-o.turn }()
	defer o.c.arrival.Arrived()
	if o.sent < littleSent && len(p) > littlePiece {
		return o.together(p)
	}
	return o.pieces(p)
}

// together writes pieces that go out together. The turn is held.
func (o *out) together(p []byte) (int, error) {
	o.c.hold()
	late := time.AfterFunc(holding, func() { o.c.letGo() })
	defer late.Stop()
	n, err := o.pieces(p)
	if lost := o.c.letGo(); err == nil {
		err = lost
	}
	return n, err
}

// pieces writes p in pieces. The turn is held.
func (o *out) pieces(p []byte) (n int, err error) {
	for n < len(p) && err == nil {
		piece := p[n:min(n+o.most(), len(p))]
		o.send(len(piece))
		if o.over.Load() {
			return n, errOver
		}
		var m int
		m, err = o.piece(piece)
		n, o.sent = n+m, min(o.sent+m, littleSent)
		o.cut = n < len(p)
	}
	return n, err
}

// most is how large a piece may be. The turn is held.
func (o *out) most() int {
	if o.sent < littleSent {
		return littlePiece
	}
	return outPiece
}

// piece writes what a client must take within Limits.Stall. The turn is held.
func (o *out) piece(p []byte) (int, error) {
	if o.watch == nil {
		o.watch = time.AfterFunc(o.c.g.limits.Stall, func() { o.c.end(causeStalled) })
	} else {
		o.watch.Reset(o.c.g.limits.Stall)
	}
	defer o.watch.Stop()
	return o.w.Write(p)
}

// cancelSequence is CAN, which ends a control sequence that was cut off.
const cancelSequence = "\x18"

// last writes p behind the piece that is being written, and nothing ever after.
func (o *out) last(p []byte, within time.Duration) error {
	if o.over.Swap(true) {
		return errOver
	}
	late := time.NewTimer(within)
	defer late.Stop()
	select {
	case o.turn <- struct{}{}:
	case <-o.c.closed:
		return net.ErrClosed
	case <-late.C:
		return errStalled
	}
	if o.cut {
		p = append([]byte(cancelSequence), p...)
	}
	written := make(chan error, 1)
	go func() {
		defer func() { <-o.turn }()
		_, err := o.piece(p)
		written <- err
	}()
	select {
	case err := <-written:
		return err
	case <-late.C:
		return errStalled
	}
}

// errStalled is returned where a client took too long to read.
var errStalled = errors.New("the client does not read")

// goodbye is how long a client may take for the last bytes of a session that the door ends.
const goodbye = time.Second

// Last writes p to the client's terminal as the last bytes of the session, in place of whatever waits to be written,
// and returns when they are on their way, or an error after within: it may be called at any time, and by anyone, to
// restore the terminal. Only the first call writes. It does not end the session.
func (s *Session) Last(p []byte, within time.Duration) error { return s.stdout.last(p, within) }

// OnEnd has the door write what f returns as the session's last bytes when it ends the connection itself, for any cause
// but that the client does not read. f is called from another goroutine, at most once.
func (s *Session) OnEnd(f func() []byte) { s.farewell.Store(&f) }

// end closes the connection for a cause that is the client's: at once, or when its sessions have had their last bytes.
func (c *conn) end(cause string) {
	rude := cause == causeStalled || cause == causeDead
	if c.ending.Swap(true) && !rude {
		return
	}
	left := c.farewells()
	if rude || len(left) == 0 {
		c.once.Do(func() { c.release(cause) })
		return
	}
	go func() {
		defer c.once.Do(func() { c.release(cause) })
		defer c.g.panics.Catch("farewell", nil)
		done := make(chan struct{}, len(left))
		for s, last := range left {
			go func() {
				defer func() { done <- struct{}{} }()
				defer c.g.panics.Catch("farewell", nil)
				_ = s.Last(last(), goodbye)
			}()
		}
		for range left {
			<-done
		}
	}()
}

// farewells are the sessions that have last bytes to be written.
func (c *conn) farewells() map[*Session]func() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	list := map[*Session]func() []byte{}
	for s := range c.sessions {
		if f := s.farewell.Load(); f != nil {
			list[s] = *f
		}
	}
	return list
}
