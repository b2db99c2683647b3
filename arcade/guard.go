package arcade

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"runtime/debug"
	"sync"
	"time"

	"arcade.example.com/keys"
	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// limits bound what clients may take. Everything that one source may take follows from PerSource.
type limits struct {
	MaxConns  int           // connections at once
	MaxUnauth int           // of these, not yet authenticated: one more, and the oldest of them gives way
	PerSource int           // connections at once from one IPv4 address or IPv6 /64; 0: sources are not told apart
	PreAuth   int           // bytes a client may send before it is authenticated
	Handshake time.Duration // from accepted to authenticated, at whatever pace
	Unused    time.Duration // how long a connection may be without a running session
	Keepalive time.Duration // between keepalives; a peer silent for three of them is gone
	Stall     time.Duration // how long a write may wait for the client
}

// defaultLimits are those of a public server: OpenSSH's where it has one (MaxStartups, MaxSessions, penalties),
// tightened to what a game needs.
func defaultLimits() limits {
	return limits{
		MaxConns:  10000,
		MaxUnauth: 200,
		PerSource: 40,
		PreAuth:   128 << 10,
		Handshake: 20 * time.Second,
		Unused:    30 * time.Second,
		Keepalive: 30 * time.Second,
		Stall:     20 * time.Second,
	}
}

// A source earns a twentieth of PerSource in connections a second, and has saved up half of it at most: 2 a second and
// 20 by default, and never so few that one player could not come back. What goes wrong before authentication costs
// connections not yet made, for ten minutes' worth at most.
const (
	leastRate  = 0.5
	leastBurst = 5

	costBare  = 2  // left without trying to authenticate
	costAuth  = 10 // failed to authenticate
	costSpeak = 10 // spoke something else than SSH, or too much of it
	costLate  = 20 // let the handshake run out of time
	maxDebt   = 10 * time.Minute
)

const (
	maxPeers = 1 << 16 // sources remembered; the next are held by the limits on all connections only

	// Refusals are logged once for a source in so long, and for all of them so many a second and at once: a flood must
	// not fill the disk.
	refusalEvery        = time.Minute
	lineRate, lineBurst = 1, 60
)

// Causes for which a client is refused or a connection ended, as counted by the refused callback of newGuard.
const (
	causeFull      = "full"      // MaxConns
	causeCrowded   = "crowded"   // gave way to a newer connection before it was authenticated
	causeSource    = "source"    // too many at once from one source
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
	causePanic     = "panic"     // a fault of ours that ended a session
)

// guard decides what a client may ask of the server: which connections are let in, for how long, and what a session
// may take. Its methods are safe for concurrent use.
type guard struct {
	limits
	log     *slog.Logger
	refused func(cause string)

	mu      sync.Mutex
	ended   *sync.Cond // running came down to 0
	running int        // session handlers
	conns   int
	waiting map[*conn]struct{} // not yet authenticated
	peers   map[netip.Prefix]*peer
	swept   time.Time
	lines   bucket // that refusals may yet have in the log
}

// peer is what a guard remembers of one source.
type peer struct {
	conns, waiting int
	credit         bucket // connections it may yet make; an offence makes it negative
	logged         time.Time
}

// newGuard returns a guard that logs to log and tells refused, if it is not nil, the cause of everything it refuses
// and of every connection that it ends.
func newGuard(l limits, log *slog.Logger, refused func(cause string)) *guard {
	if refused == nil {
		refused = func(string) {}
	}
	g := &guard{limits: l, log: log, refused: refused, waiting: map[*conn]struct{}{}, peers: map[netip.Prefix]*peer{}}
	g.lines = bucket{rate: lineRate, burst: lineBurst}
	g.ended = sync.NewCond(&g.mu)
	return g
}

// install puts the guard between a server and its clients. Every session that the server's handler then gets is a
// *session.
func (g *guard) install(srv *ssh.Server) {
	srv.ConnCallback = g.admit
	srv.HandshakeTimeout = g.Handshake
	srv.ServerConfigCallback = g.config
	srv.PasswordHandler = nil
	srv.PublicKeyHandler = acceptKey
	srv.KeyboardInteractiveHandler = acceptGuest
	srv.ChannelHandlers = map[string]ssh.ChannelHandler{"session": g.session, "default": g.refuseChannel}
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
func (g *guard) config(ctx ssh.Context) *gossh.ServerConfig {
	c := &gossh.ServerConfig{MaxAuthTries: 6, PublicKeyAuthAlgorithms: gossh.SupportedAlgorithms().PublicKeyAuths}
	c.KeyExchanges = []string{gossh.KeyExchangeMLKEM768X25519, gossh.KeyExchangeCurve25519}
	c.Ciphers = []string{gossh.CipherChaCha20Poly1305, gossh.CipherAES256GCM, gossh.CipherAES128GCM, gossh.CipherAES256CTR, gossh.CipherAES128CTR}
	c.MACs = []string{gossh.HMACSHA256ETM, gossh.HMACSHA512ETM}
	c.AuthLogCallback = func(_ gossh.ConnMetadata, method string, err error) { connOf(ctx).tried(method, err) }
	return c
}

// admit lets a connection in, or returns nil. It is the server's ConnCallback.
func (g *guard) admit(ctx ssh.Context, nc net.Conn) net.Conn {
	c := newConn(g, nc, addrOf(nc.RemoteAddr()))
	oldest, cause := g.enter(c, c.began)
	if cause != "" {
		g.turnAway(c, cause)
		return nil
	}
	if oldest != nil {
		oldest.end(causeCrowded)
	}
	boundBacklog(nc)
	ctx.SetValue(connKey{}, c)
	return c
}

// enter counts a connection in, or says why not. It returns a connection that must give way for it, if any.
func (g *guard) enter(c *conn, now time.Time) (oldest *conn, cause string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	c.peer = g.peer(network(c.addr), now)
	switch {
	case g.conns >= g.MaxConns:
		return nil, causeFull
	case g.PerSource == 0:
	case c.peer.conns >= g.PerSource, c.peer.waiting >= max(g.PerSource/4, 1):
		return nil, causeSource
	case c.peer.credit.left(now) < 1:
		return nil, causeRate
	}
	if len(g.waiting) >= g.MaxUnauth {
		oldest = g.oldest()
	}
	c.peer.credit.take(1, now)
	c.peer.conns++
	c.peer.waiting++
	g.conns++
	g.waiting[c] = struct{}{}
	return oldest, ""
}

// afford takes a connection's worth from what a source has saved up, if there is so much.
func (g *guard) afford(p *peer) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	if g.PerSource == 0 {
		return true
	}
	if p.credit.left(now) < 1 {
		return false
	}
	p.credit.take(1, now)
	return true
}

// peer returns what is known of a source. Where the table is full the answer is forgotten with the connection.
func (g *guard) peer(from netip.Prefix, now time.Time) *peer {
	if p := g.peers[from]; p != nil {
		return p
	}
	if len(g.peers) >= maxPeers && now.Sub(g.swept) > time.Second {
		g.swept = now
		for k, p := range g.peers {
			if p.conns == 0 && p.credit.left(now) >= p.credit.burst {
				delete(g.peers, k)
			}
		}
	}
	share := float64(g.PerSource)
	p := &peer{credit: bucket{rate: max(share/20, leastRate), burst: max(share/2, leastBurst)}}
	if len(g.peers) < maxPeers {
		g.peers[from] = p
	}
	return p
}

// oldest returns the connection that has waited longest to be authenticated: an honest client is done in a second.
func (g *guard) oldest() (old *conn) {
	for c := range g.waiting {
		if old == nil || c.began.Before(old.began) {
			old = c
		}
	}
	return old
}

// leave counts a connection out, with what its end costs its source.
func (g *guard) leave(c *conn, cost float64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.conns--
	c.peer.conns--
	g.authenticated(c)
	if cost > 0 {
		c.peer.credit.take(cost, time.Now())
		c.peer.credit.level = max(c.peer.credit.level, -maxDebt.Seconds()*c.peer.credit.rate)
	}
}

// authenticated ends a connection's time of waiting. g.mu is held.
func (g *guard) authenticated(c *conn) {
	if _, ok := g.waiting[c]; ok {
		delete(g.waiting, c)
		c.peer.waiting--
	}
}

// turnAway tells a client that it is not let in. Most SSH clients show the line only when asked to be verbose.
func (g *guard) turnAway(c *conn, cause string) {
	g.refused(cause)
	now := time.Now()
	if g.worthALine(c.peer, now) {
		g.log.Warn("refused", "from", c.addr, "cause", cause)
	}
	c.Conn.SetWriteDeadline(now.Add(time.Second))
	io.WriteString(c.Conn, "The arcade is full, or you knocked too often. Try again in a minute.\r\n")
}

// worthALine reports whether a refusal is to be logged, and counts its line.
func (g *guard) worthALine(p *peer, now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if now.Sub(p.logged) < refusalEvery || g.lines.left(now) < 1 {
		return false
	}
	p.logged = now
	g.lines.take(1, now)
	return true
}

// refuseChannel answers whoever opens a channel that is no session.
func (g *guard) refuseChannel(_ *ssh.Server, _ *gossh.ServerConn, nc gossh.NewChannel, ctx ssh.Context) {
	g.refused(causeChannel)
	connOf(ctx).reject(nc, gossh.Prohibited, "the arcade has sessions only")
}

// refuseRequest answers every request that concerns the whole connection.
func (g *guard) refuseRequest(ctx ssh.Context, _ *ssh.Server, _ *gossh.Request) (bool, []byte) {
	connOf(ctx).asked()
	return false, nil
}

// begin counts a session handler that starts to run, finish one that has ended.
func (g *guard) begin() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running++
}

func (g *guard) finish() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.running--; g.running == 0 {
		g.ended.Broadcast()
	}
}

// wait returns when no session handler runs any more.
func (g *guard) wait() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.running > 0 {
		g.ended.Wait()
	}
}

// caught ends what a panic broke, and nothing more. It is to be deferred directly.
func (g *guard) caught(where string, end func()) {
	r := recover()
	if r == nil {
		return
	}
	g.refused(causePanic)
	g.log.Error("panic", "where", where, "panic", fmt.Sprint(r), "stack", string(debug.Stack()))
	end()
}

// connKey finds the conn of a connection in its context.
type connKey struct{}

func connOf(ctx context.Context) *conn { return ctx.Value(connKey{}).(*conn) }

// addrOf returns an address without port and zone, IPv4 as IPv4; invalid for what is no IP address.
func addrOf(a net.Addr) netip.Addr {
	if a == nil {
		return netip.Addr{}
	}
	ap, _ := netip.ParseAddrPort(a.String())
	return ap.Addr().Unmap().WithZone("")
}

// network is the part of an address that belongs to one customer: all of IPv4, and the /64 of IPv6.
func network(a netip.Addr) netip.Prefix {
	bits := 64
	if a.Is4() {
		bits = 32
	}
	p, _ := a.Prefix(bits)
	return p
}
