// Package door lets people in: which connections, for how long, and what a client may ask of a server, so that what one
// takes is not another's. Behind it stands an ssh.Session of its own, in which nothing grows with what a client sends.
// It knows addresses, keys and bytes; it must never know what a session shows, what a player is called, or the store.
package door

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/netip"
	"sync"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"arcade.example.com/arcade/door/accept"
	"arcade.example.com/arcade/door/bucket"
	"arcade.example.com/arcade/panics"
	"arcade.example.com/keys"
)

// Limits bound what clients may take. Everything that one source may take follows from PerSource.
type Limits struct {
	MaxConns    int           // connections at once
	MaxSessions int           // sessions at once, see SessionsFor; 0: as many as come
	MaxUnauth   int           // connections not yet authenticated; from half of it on, somebody gives way, see giveWay
	PerSource   int           // connections at once, and sessions, of an IPv4 address or IPv6 /64; 0: sources are not told apart
	PreAuth     int           // bytes a client may send before it is authenticated
	Handshake   time.Duration // from accepted to authenticated, at whatever pace
	Unused      time.Duration // how long a connection may be without a running session
	Keepalive   time.Duration // between keepalives; a peer silent for three of them is gone
	Stall       time.Duration // how long a write may wait for the client
}

// DefaultLimits are those of a public server: OpenSSH's where it has one (MaxStartups, MaxSessions, penalties),
// tightened to what a game needs.
func DefaultLimits() Limits {
	return Limits{
		MaxConns:  10000,
		MaxUnauth: 2000,
		PerSource: 40,
		PreAuth:   128 << 10,
		Handshake: 20 * time.Second,
		Unused:    30 * time.Second,
		Keepalive: 30 * time.Second,
		Stall:     20 * time.Second,
	}
}

const (
	// Refusals are logged once for a source in so long, and for all of them so many a second and at once: a flood must
	// not fill the disk.
	refusalEvery        = time.Minute
	lineRate, lineBurst = 1, 60

	politely = 0.85 // of MaxSessions: whoever comes then is told in words that the arcade is full
)

// Causes for which a client is refused or a connection ended, as told to Config.OnRefusal.
const (
	causeBanned    = "banned"    // Config.Banned
	causeFull      = "full"      // MaxConns, MaxSessions
	causeIdle      = "idle"      // gave way to a newer connection, as nobody had done anything for long
	causeCrowded   = "crowded"   // gave way to a newer connection before it was authenticated, or had to
	causeSource    = "source"    // too many connections or sessions at once from one source
	causeRate      = "rate"      // too many in a short time, or in penalty
	causeHandshake = "handshake" // not finished in time
	causeProtocol  = "protocol"  // not SSH
	causeBytes     = "bytes"     // too much before authentication
	causeSessions  = "sessions"  // too many sessions on a connection
	causeChannel   = "channel"   // a channel that is no session: forwarding and its like
	causeRequests  = "requests"  // requests faster than any client has reason to
	causeInput     = "input"     // input faster than anybody types, for too long
	causeUnused    = "unused"    // a connection without a session
	causeStalled   = "stalled"   // does not read what it is sent
	causeDead      = "dead"      // does not answer keepalives
	causeCommand   = "command"   // a command that is too long
)

// Guard decides what a client may ask of the server: which connections are let in, for how long, and what a session
// may take. Its methods are safe for concurrent use.
type Guard struct {
	limits    Limits
	log       *slog.Logger
	panics    *panics.Catcher
	onRefusal func(cause string)
	banned    func(netip.Addr) bool
	nodes     func(ssh.PublicKey) func(io.ReadWriteCloser)

	mu         sync.Mutex
	ended      *sync.Cond // running came down to 0
	running    int        // session handlers
	conns      int
	leaving    int                // of conns, such as have made room
	sessions   int                // open channels
	waiting    map[*conn]struct{} // not yet authenticated
	queued     int                // of these, such as are in the lobby or wait for their turn
	inside     map[*conn]struct{} // authenticated
	peers      map[netip.Prefix]*peer
	swept      time.Time      // when peers were last looked through
	searched   time.Time      // when inside was
	random     func() float64 // 0 up to 1
	lobby      *accept.Lobby
	handshakes chan struct{} // held by those whose turn it is
	lines      bucket.Bucket // that refusals may yet have in the log
	holds      sync.Pool     // of *bufio.Writer, see conn.hold
}

// Config is what a guard is made of. Log and Panics are needed.
type Config struct {
	Limits
	Log       *slog.Logger
	Panics    *panics.Catcher
	OnRefusal func(cause string)    // told of everything that is refused and of every connection that is ended; nil: nobody is
	Banned    func(netip.Addr) bool // who is turned away without a word; nil: nobody
	// Node returns what talks with another node of the house over a NodeChannel, until it returns; nil where the key is no
	// other node's. It may itself be nil: then there are no others.
	Node func(ssh.PublicKey) (talk func(io.ReadWriteCloser))
}

// New returns a guard that has let nobody in yet.
func New(cfg Config) *Guard {
	if cfg.OnRefusal == nil {
		cfg.OnRefusal = func(string) {}
	}
	if cfg.Banned == nil {
		cfg.Banned = func(netip.Addr) bool { return false }
	}
	if cfg.Node == nil {
		cfg.Node = func(ssh.PublicKey) func(io.ReadWriteCloser) { return nil }
	}
	g := &Guard{
		limits: cfg.Limits, log: cfg.Log, panics: cfg.Panics, onRefusal: cfg.OnRefusal, banned: cfg.Banned, nodes: cfg.Node,
		waiting: map[*conn]struct{}{}, inside: map[*conn]struct{}{}, random: rand.Float64, handshakes: make(chan struct{}, handshakesAtOnce()),
		peers: map[netip.Prefix]*peer{}, lines: bucket.Bucket{Rate: lineRate, Burst: lineBurst},
	}
	g.holds.New = func() any { return bufio.NewWriterSize(nil, heldMost) }
	g.ended, g.lobby = sync.NewCond(&g.mu), accept.NewLobby(g.patience)
	return g
}

// Install puts the guard between a server and its clients. Every session that the server's handler then gets is a
// *Session.
func (g *Guard) Install(srv *ssh.Server) {
	srv.ConnCallback = g.admit
	srv.HandshakeTimeout = g.limits.Handshake
	srv.ServerConfigCallback = g.config
	srv.PasswordHandler = nil
	srv.PublicKeyHandler = acceptKey
	srv.KeyboardInteractiveHandler = acceptGuest
	srv.ChannelHandlers = map[string]ssh.ChannelHandler{"session": g.session, NodeChannel: g.node, "default": g.refuseChannel}
	srv.RequestHandlers = map[string]ssh.RequestHandler{"default": g.refuseRequest}
	srv.SubsystemHandlers = map[string]ssh.SubsystemHandler{}
}

// acceptKey lets any key in that may play. It runs for keys that are only offered, so it must know, keep and tell
// nothing: who is at the other end is read from the connection, once it is authenticated.
func acceptKey(_ ssh.Context, k ssh.PublicKey) bool { return keys.Accepted(k) }

// acceptGuest lets those in who have no key, and asks them nothing. The method "none" would do that too, but clients
// try it first and would then never offer a key.
func acceptGuest(ssh.Context, gossh.KeyboardInteractiveChallenge) bool { return true }

// config names the algorithms that are offered: a post-quantum key exchange first, nothing with SHA-1, no MAC that
// is computed over plain text.
func (g *Guard) config(ctx ssh.Context) *gossh.ServerConfig {
	c := &gossh.ServerConfig{MaxAuthTries: 6, PublicKeyAuthAlgorithms: keys.Algorithms()}
	c.KeyExchanges = []string{gossh.KeyExchangeMLKEM768X25519, gossh.KeyExchangeCurve25519}
	c.Ciphers = []string{gossh.CipherChaCha20Poly1305, gossh.CipherAES256GCM, gossh.CipherAES128GCM, gossh.CipherAES256CTR, gossh.CipherAES128CTR}
	c.MACs = []string{gossh.HMACSHA256ETM, gossh.HMACSHA512ETM}
	c.PreAuthConnCallback = func(meta gossh.ServerPreAuthConn) { connOf(ctx).found(packetsOf(meta)) }
	c.AuthLogCallback = func(_ gossh.ConnMetadata, method string, err error) { connOf(ctx).tried(method, err) }
	return c
}

// admit lets a connection in, or returns nil. It is the server's ConnCallback.
func (g *Guard) admit(ctx ssh.Context, nc net.Conn) net.Conn {
	growStack(0)
	addr := accept.Addr(nc.RemoteAddr())
	if g.banned(addr) {
		g.onRefusal(causeBanned)
		return nil
	}
	c := newConn(g, nc, addr)
	idle, cause := g.enter(c, c.began)
	if cause != "" {
		g.turnAway(c, cause)
		return nil
	}
	if idle != nil {
		idle.makeRoom()
	}
	if !g.receive(c) {
		c.cost.Store(0)
		c.Close()
		return nil
	}
	c.raw = boundBacklog(nc)
	ctx.SetValue(connKey{}, c)
	return c
}

// receive has a connection wait in the lobby, while those before it are on their way to their first screen: of thousands
// who come at once nobody is refused, and few are in the way of who plays. It reports whether it may go on.
func (g *Guard) receive(c *conn) (ok bool) {
	if c.arrival, ok = g.lobby.Enter(widest(c.addr)); !ok {
		return false
	}
	if cause := g.letOn(c); cause != "" {
		g.turnAway(c, cause)
		return false
	}
	return true
}

// enter counts a connection in, which waits in the lobby then, or says why not. Somebody idle may have to make room for it.
func (g *Guard) enter(c *conn, now time.Time) (idle *conn, cause string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	c.peers = g.peersOf(c.addr, now)
	shares := g.shares(c.peers)
	for _, p := range shares {
		if most := p.most(g.limits.PerSource); p.conns >= most || p.waiting >= max(most/4, 1) {
			return nil, causeSource
		}
	}
	if !afford(shares, credit, 1, now) {
		return nil, causeRate
	}
	if g.conns-g.leaving >= g.limits.MaxConns {
		if idle = g.idlest(c, now); idle == nil {
			return nil, causeFull
		}
	}
	for _, p := range c.peers {
		p.conns++
		p.waiting++
	}
	g.conns++
	g.waiting[c] = struct{}{}
	g.setQueued(c, true)
	return idle, ""
}

// affordSession takes a connection's worth from what a source has saved up, if there is so much.
func (g *Guard) affordSession(c *conn) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return afford(g.shares(c.peers), credit, 1, time.Now())
}

// affordLook takes so many bytes from what a connection and its source may have looked through, if both may.
func (g *Guard) affordLook(c *conn, n int) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	if c.looks.Left(now) < float64(n) || !afford(g.shares(c.peers), looks, float64(n), now) {
		return false
	}
	c.looks.Take(float64(n), now)
	return true
}

// enterSession counts a session in, or says why not. Where there is hardly a place, somebody idle makes room for it, or
// it is told in words that the arcade is full.
func (g *Guard) enterSession(c *conn, now time.Time) (idle *conn, full bool, cause string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, p := range g.shares(c.peers) {
		if p.sessions >= p.most(g.limits.PerSource) {
			return nil, false, causeSource
		}
	}
	if most := g.limits.MaxSessions; most > 0 {
		if g.sessions >= most {
			return nil, false, causeFull
		}
		if full = float64(g.sessions) >= politely*float64(most); full {
			idle = g.idlest(c, now)
			full = idle == nil
		}
	}
	g.sessions++
	for _, p := range c.peers {
		p.sessions++
	}
	return idle, full, ""
}

func (g *Guard) leaveSession(c *conn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.sessions--
	for _, p := range c.peers {
		p.sessions--
	}
}

// leave counts a connection out, with what its end costs the narrowest network that it came from.
func (g *Guard) leave(c *conn, cost float64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.conns--
	for _, p := range c.peers {
		p.conns--
	}
	g.stopWaiting(c)
	delete(g.inside, c)
	if c.madeRoom {
		g.leaving--
	}
	if p := c.peers[0]; cost > 0 {
		p.credit.Take(cost, time.Now())
		p.credit.Level = max(p.credit.Level, -maxDebt.Seconds()*p.credit.Rate)
	}
}

// authenticate notes that a connection is authenticated.
func (g *Guard) authenticate(c *conn, guest bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.stopWaiting(c) {
		c.guest = guest
		g.inside[c] = struct{}{}
	}
}

// stopWaiting ends a connection's time of waiting, if it did wait. g.mu is held.
func (g *Guard) stopWaiting(c *conn) bool {
	if _, ok := g.waiting[c]; !ok {
		return false
	}
	g.setQueued(c, false)
	delete(g.waiting, c)
	for _, p := range c.peers {
		p.waiting--
	}
	return true
}

// turnAway tells a client that it is not let in. Most SSH clients show the line only when asked to be verbose.
func (g *Guard) turnAway(c *conn, cause string) {
	g.onRefusal(cause)
	now := time.Now()
	if g.worthALine(c.peers[0], now) {
		g.log.Warn("refused", "from", c.addr, "cause", cause)
	}
	c.Conn.SetWriteDeadline(now.Add(time.Second))
	io.WriteString(c.Conn, "The arcade is full, or you knocked too often. Try again in a minute.\r\n")
}

// worthALine reports whether a refusal is to be logged, and counts its line.
func (g *Guard) worthALine(p *peer, now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if now.Sub(p.logged) < refusalEvery || g.lines.Left(now) < 1 {
		return false
	}
	p.logged = now
	g.lines.Take(1, now)
	return true
}

// refuseChannel answers whoever opens a channel that is no session.
func (g *Guard) refuseChannel(_ *ssh.Server, _ *gossh.ServerConn, nc gossh.NewChannel, ctx ssh.Context) {
	g.onRefusal(causeChannel)
	connOf(ctx).reject(nc, gossh.Prohibited, "the arcade has sessions only")
}

// refuseRequest answers every request that concerns the whole connection.
func (g *Guard) refuseRequest(ctx ssh.Context, _ *ssh.Server, _ *gossh.Request) (bool, []byte) {
	connOf(ctx).asked()
	return false, nil
}

// begin counts a session handler that starts to run, finish one that has ended.
func (g *Guard) begin() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running++
}

func (g *Guard) finish() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.running--; g.running == 0 {
		g.ended.Broadcast()
	}
}

// Wait lets nobody in any more who waits in the lobby, and returns when no session handler runs.
func (g *Guard) Wait() {
	g.lobby.Shut()
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.running > 0 {
		g.ended.Wait()
	}
}

// connKey finds the conn of a connection in its context.
type connKey struct{}

func connOf(ctx context.Context) *conn { return ctx.Value(connKey{}).(*conn) }

// Stats is how many there are at a moment.
type Stats struct {
	Connections int // of these:
	Waiting     int // not yet authenticated
	Queued      int // of those, in the lobby or waiting for their turn in the handshakes
	Sessions    int // open channels
}

// Stats counts what the guard has let in. Goroutines per authenticated connection, seven with a screen, grow where
// something leaks.
func (g *Guard) Stats() Stats {
	g.mu.Lock()
	defer g.mu.Unlock()
	return Stats{Connections: g.conns, Waiting: len(g.waiting), Queued: g.queued, Sessions: g.sessions}
}
