package door

import (
	"bufio"
	"errors"
	"net"
	"net/netip"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade.example.com/arcade/door/accept"
	"arcade.example.com/arcade/door/bucket"
)

const (
	maxSessions = 4  // open channels a connection
	maxRejects  = 50 // refused channels, after which a connection is ended

	// A connection's requests a second, and all its bytes once it is authenticated: ten times what a hand on a mouse
	// makes, with OpenSSH's chaff of 50 packets a second between the keys.
	requestRate, requestBurst = 500, 500
	wireRate, wireBurst       = 16 << 10, 256 << 10

	// What a session has looked through for a Ctrl+C does not count as that, so that it is heard behind a paste of any
	// size, up to so many bytes a second and at once, of a connection and of a source.
	lookRate, lookBurst = 256 << 10, 32 << 20
	leastLook           = 64 // bytes in one piece, which are no key
)

// greeting is how a client's first line begins. Only a server may send other lines before it (RFC 4253, 4.2), so
// that a forged PROXY header ends here.
const greeting = "SSH-"

var errRefused = errors.New("connection refused")

// conn is a connection that was let in. Above the net.Conn it keeps what a client may send and how long it may take,
// and what its sessions share.
type conn struct {
	net.Conn
	g     *Guard
	peers []*peer    // the networks that it comes from, the narrowest first
	addr  netip.Addr // where it comes from; invalid where the transport has no such address
	began time.Time
	raw   syscall.RawConn // sees how much waits to be sent; nil where nothing does

	once   sync.Once
	closed chan struct{}
	begun  chan struct{}                 // authentication has
	sealed atomic.Bool                   // keys are exchanged
	queue  atomic.Pointer[<-chan []byte] // see packetsOf
	authed atomic.Bool
	node   atomic.Bool // it is another node's
	held   atomic.Bool // its turn in the handshakes

	arrival *accept.Arrival // until its client sees something; nil: it was not in the lobby
	ending  atomic.Bool
	input   atomic.Int64              // when its player last did something, ns since began
	cost    atomic.Int32              // of ending now, before authentication
	limit   atomic.Pointer[time.Time] // the deadline set from above

	writing sync.Mutex    // of who writes
	writeBy time.Duration // since began, when a write must have ended; 0: none was bound
	bundle  *bufio.Writer // has what is written until letGo; nil: nothing is held back

	// The reading goroutine's own.
	read  int
	early int // bytes since keys are exchanged
	in    bucket.Bucket

	back  atomic.Int64  // bytes that in is to have again
	eased chan struct{} // of one: it is to have some

	// Guarded by the guard's lock.
	looks    bucket.Bucket
	guest    bool // came without a key
	queued   bool // is in the lobby, or waits for its turn in the handshakes
	madeRoom bool // is about to end for somebody else

	mu       sync.Mutex
	sessions map[*Session]struct{} // whose handlers run
	requests bucket.Bucket
	open     int  // session channels
	entered  bool // there has been one
	rejects  int
	unused   *time.Timer // ends it for having no session; nil before authentication
	alive    *time.Timer // asks whether the client is still there; nil before the first session
	gone     bool        // closed: a timer that was set now would keep all of it for its time
}

func newConn(g *Guard, nc net.Conn, addr netip.Addr) *conn {
	c := &conn{
		Conn: nc, g: g, addr: addr, began: time.Now(), closed: make(chan struct{}), begun: make(chan struct{}),
		in: bucket.Bucket{Rate: wireRate, Burst: wireBurst}, eased: make(chan struct{}, 1), looks: bucket.Bucket{Rate: lookRate, Burst: lookBurst},
		requests: bucket.Bucket{Rate: requestRate, Burst: requestBurst}, sessions: map[*Session]struct{}{},
	}
	if !addr.IsLoopback() { // a health check greets and leaves, as often as it likes
		c.cost.Store(costBare)
	}
	return c
}

// tried notes an attempt to authenticate.
func (c *conn) tried(method string, err error) {
	switch {
	case err == nil:
		c.authed.Store(true)
		c.g.authenticate(c, method != "publickey")
		c.mu.Lock()
		c.unused = time.AfterFunc(c.g.limits.Unused, c.endUnused)
		if c.gone {
			c.unused.Stop()
		}
		c.mu.Unlock()
	case method != "none": // which every client tries first, to hear what there is
		c.cost.Store(costAuth)
	}
}

// Close closes the connection. It may be called more than once.
func (c *conn) Close() error {
	c.once.Do(func() { c.release("") })
	return nil
}

func (c *conn) release(cause string) {
	if cause != "" {
		c.g.onRefusal(cause)
		c.g.log.Debug("connection ended", "from", c.addr, "cause", cause)
	}
	c.Conn.Close() // before anybody who waits for it reads on
	close(c.closed)
	c.stepBack()
	c.arrival.Arrived()
	if q := c.queue.Load(); q != nil {
		go drain(*q)
	}
	c.mu.Lock()
	c.gone = true
	for _, t := range []*time.Timer{c.unused, c.alive} {
		if t != nil {
			t.Stop()
		}
	}
	c.mu.Unlock()
	var cost float64
	if !c.authed.Load() {
		cost = float64(c.cost.Load())
	}
	c.g.leave(c, cost)
}

func (c *conn) Read(b []byte) (int, error) {
	c.stepBack()
	most := c.mayRead(len(b))
	c.arrival.Waits()
	n, err := c.Conn.Read(b[:most])
	c.arrival.Works()
	if c.sealed.Load() {
		c.early += n
	}
	if c.authed.Load() {
		if !c.node.Load() {
			c.pay(n)
		}
		if c.ending.Load() { // what it does no longer counts
			<-c.closed
			return 0, net.ErrClosed
		}
		return n, err
	}
	if cause, cost := c.judge(b[:n], err); cause != "" {
		c.cost.Store(cost)
		c.end(cause)
		return 0, errRefused
	}
	if n > 0 {
		c.line()
	}
	return n, err
}

// judge says what is wrong with what was read before authentication, "" if nothing is.
func (c *conn) judge(b []byte, err error) (cause string, cost int32) {
	begin := c.read
	c.read += len(b)
	for i := begin; i < min(c.read, len(greeting)); i++ {
		if b[i-begin] != greeting[i] {
			return causeProtocol, costSpeak
		}
	}
	switch {
	case c.read > c.g.limits.PreAuth:
		return causeBytes, costSpeak
	case errors.Is(err, os.ErrDeadlineExceeded):
		return causeHandshake, costLate
	}
	return "", 0
}

// pay waits until the bytes that were read are paid for: with time, or by a session that has looked through as many.
func (c *conn) pay(n int) {
	for owed := n; ; owed = 0 {
		wait := c.in.Take(float64(owed-int(c.back.Swap(0))), time.Now())
		if wait == 0 {
			return
		}
		t := time.NewTimer(wait)
		select {
		case <-t.C:
		case <-c.eased:
		case <-c.closed:
			t.Stop()
			return
		}
		t.Stop()
	}
}

// looked pays for bytes that a session has looked through, and for the packets that they came in.
func (c *conn) looked(n int) {
	if n < leastLook || !c.g.affordLook(c, n) {
		return
	}
	c.back.Add(int64(n + n/8))
	select {
	case c.eased <- struct{}{}:
	default:
	}
}

func (c *conn) wait(d time.Duration) {
	if d <= 0 {
		return
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-c.closed:
	}
}

// SetDeadline is for the whole handshake; a write has its own, nearer one.
func (c *conn) SetDeadline(t time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.limit.Store(&t)
	return c.Conn.SetReadDeadline(t)
}

// putOff moves the deadline, if there is one.
func (c *conn) putOff(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if l := c.limit.Load(); l != nil && !l.IsZero() {
		t := l.Add(d)
		c.limit.Store(&t)
		c.Conn.SetReadDeadline(t)
	}
}

func (c *conn) Write(b []byte) (int, error) {
	c.stepBack()
	if !c.sealed.Load() && newKeys(b) {
		c.sealed.Store(true)
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	if c.bundle != nil {
		return c.bundle.Write(b)
	}
	return wire{c}.Write(b)
}

// wire writes to what is below a connection. c.writing is held.
type wire struct{ c *conn }

func (w wire) Write(b []byte) (int, error) {
	c := w.c
	until := time.Now().Add(c.g.limits.Stall)
	if l := c.limit.Load(); l != nil && !l.IsZero() && l.Before(until) {
		until = *l
	}
	c.mustWriteBy(until)
	n, err := c.Conn.Write(b)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		c.end(causeStalled)
	}
	return n, err
}

// mustWriteBy bounds how long the next write may take. A bound that is a little nearer stays as it is: to move it costs more
// than many a key.
func (c *conn) mustWriteBy(until time.Time) {
	by := until.Sub(c.began)
	if c.writeBy > by || c.writeBy < by-c.g.limits.Stall/16 {
		c.writeBy = by
		c.Conn.SetWriteDeadline(until)
	}
}

// hold has what is written from now on go out together, each time that there is heldMost of it, and when it is let go.
func (c *conn) hold() {
	c.writing.Lock()
	defer c.writing.Unlock()
	if c.bundle == nil {
		c.bundle = c.g.holds.Get().(*bufio.Writer)
		c.bundle.Reset(wire{c})
	}
}

// letGo ends what hold began.
func (c *conn) letGo() error {
	c.writing.Lock()
	defer c.writing.Unlock()
	if c.bundle == nil {
		return nil
	}
	err := c.bundle.Flush()
	c.bundle.Reset(nil)
	c.g.holds.Put(c.bundle)
	c.bundle = nil
	return err
}

// asked counts a request, and ends the connection when they come too fast.
func (c *conn) asked() {
	c.mu.Lock()
	wait := c.requests.Take(1, time.Now())
	c.mu.Unlock()
	if wait > 0 {
		c.end(causeRequests)
	}
}

// enter takes one of the connection's places for a session channel, leave gives it back. The first session came with
// the connection; more of them cost their source as much as connections do.
func (c *conn) enter() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open == maxSessions || c.entered && !c.g.affordSession(c) {
		return false
	}
	c.entered = true
	c.open++
	return true
}

func (c *conn) leave() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open--
}

// reject refuses a channel, and ends the connection of a client that does not take no for an answer.
func (c *conn) reject(nc gossh.NewChannel, why gossh.RejectionReason, text string) {
	nc.Reject(why, text)
	c.mu.Lock()
	c.rejects++
	enough := c.rejects > maxRejects
	c.mu.Unlock()
	if enough {
		c.end(causeSessions)
	}
}

// begin notes a session whose handler starts, finish one whose handler has ended.
func (c *conn) begin(s *Session) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sessions[s] = struct{}{}
	c.unused.Stop()
	if c.alive == nil && !c.gone {
		c.alive = time.AfterFunc(c.g.limits.Keepalive, func() { c.keepAlive(s.sc) })
	}
}

func (c *conn) finish(s *Session) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.sessions, s)
	if len(c.sessions) == 0 && !c.gone {
		c.unused.Reset(c.g.limits.Unused)
	}
}

func (c *conn) endUnused() {
	defer c.g.panics.Catch("unused connection", func() { c.Close() })
	c.mu.Lock()
	unused := len(c.sessions) == 0
	c.mu.Unlock()
	if unused {
		c.end(causeUnused)
	}
}

// keepalive is a request that every client answers, mostly by refusing it.
const keepalive = "keepalive@openssh.com"

// keepAlive asks the client for a sign of life through the encrypted channel, and has itself called again. It runs
// only while an answer is due: a quiet connection costs a timer and no goroutine.
func (c *conn) keepAlive(sc gossh.Conn) {
	defer c.g.panics.Catch("keepalive", func() { c.Close() })
	dead := time.AfterFunc(2*c.g.limits.Keepalive, func() { c.end(causeDead) })
	_, _, err := sc.SendRequest(keepalive, true, nil)
	dead.Stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil && !c.gone {
		c.alive.Reset(c.g.limits.Keepalive)
	}
}
