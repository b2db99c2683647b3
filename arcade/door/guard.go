// Package door lets people in: which connections, for how long, and what a client may ask of a server, so that what one
// takes is not another's. Behind it stands an ssh.Session of its own, in which nothing grows with what a client sends.
// It knows addresses, keys and bytes; it must never know what a session shows, what a player is called, or the store.
package door

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"sync"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"arcade.example.com/arcade/panics"
	"arcade.example.com/keys"
)

// Limits bound what clients may take. Everything that one source may take follows from PerSource.
type Limits struct {
	MaxConns  int           // connections at once
	MaxUnauth int           // of these, not yet authenticated: one more, and the oldest of them gives way
	PerSource int           // connections at once from one IPv4 address or IPv6 /64; 0: sources are not told apart
	PreAuth   int           // bytes a client may send before it is authenticated
	Handshake time.Duration // from accepted to authenticated, at whatever pace
	Unused    time.Duration // how long a connection may be without a running session
	Keepalive time.Duration // between keepalives; a peer silent for three of them is gone
	Stall     time.Duration // how long a write may wait for the client
}

// DefaultLimits are those of a public server: OpenSSH's where it has one (MaxStartups, MaxSessions, penalties),
// tightened to what a game needs.
func DefaultLimits() Limits {
	return Limits{
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

// Causes for which a client is refused or a connection ended, as told to Config.OnRefusal.
const (
	causeBanned    = "banned"    // Config.Banned
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
)

// Guard decides what a client may ask of the server: which connections are let in, for how long, and what a session
// may take. Its methods are safe for concurrent use.
type Guard struct {
	limits    Limits
	log       *slog.Logger
	panics    *panics.Catcher
	onRefusal func(cause string)
	banned    func(netip.Addr) bool

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

// Config is what a guard is made of. Log and Panics are needed.
type Config struct {
	Limits
	Log       *slog.Logger
	Panics    *panics.Catcher
	OnRefusal func(cause string)    // told of everything that is refused and of every connection that is ended; nil: nobody is
	Banned    func(netip.Addr) bool // who is turned away without a word; nil: nobody
}

// New returns a guard that has let nobody in yet.
func New(cfg Config) *Guard {
	if cfg.OnRefusal == nil {
		cfg.OnRefusal = func(string) {}
	}
	if cfg.Banned == nil {
		cfg.Banned = func(netip.Addr) bool { return false }
	}
	g := &Guard{
		limits: cfg.Limits, log: cfg.Log, panics: cfg.Panics, onRefusal: cfg.OnRefusal, banned: cfg.Banned,
		waiting: map[*conn]struct{}{}, peers: map[netip.Prefix]*peer{}, lines: bucket{rate: lineRate, burst: lineBurst},
	}
	g.ended = sync.NewCond(&g.mu)
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
func (g *Guard) config(ctx ssh.Context) *gossh.ServerConfig {
	c := &gossh.ServerConfig{MaxAuthTries: 6, PublicKeyAuthAlgorithms: gossh.SupportedAlgorithms().PublicKeyAuths}
	c.KeyExchanges = []string{gossh.KeyExchangeMLKEM768X25519, gossh.KeyExchangeCurve25519}
	c.Ciphers = []string{gossh.CipherChaCha20Poly1305, gossh.CipherAES256GCM, gossh.CipherAES128GCM, gossh.CipherAES256CTR, gossh.CipherAES128CTR}
	c.MACs = []string{gossh.HMACSHA256ETM, gossh.HMACSHA512ETM}
	c.PreAuthConnCallback = func(meta gossh.ServerPreAuthConn) { connOf(ctx).found(packetsOf(meta)) }
	c.AuthLogCallback = func(_ gossh.ConnMetadata, method string, err error) { connOf(ctx).tried(method, err) }
	return c
}

// admit lets a connection in, or returns nil. It is the server's ConnCallback.
func (g *Guard) admit(ctx ssh.Context, nc net.Conn) net.Conn {
	addr := addrOf(nc.RemoteAddr())
	if g.banned(addr) {
		g.onRefusal(causeBanned)
		return nil
	}
	c := newConn(g, nc, addr)
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
func (g *Guard) enter(c *conn, now time.Time) (oldest *conn, cause string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	c.peer = g.peer(network(c.addr), now)
	switch {
	case g.conns >= g.limits.MaxConns:
		return nil, causeFull
	case g.limits.PerSource == 0:
	case c.peer.conns >= g.limits.PerSource, c.peer.waiting >= max(g.limits.PerSource/4, 1):
		return nil, causeSource
	case c.peer.credit.left(now) < 1:
		return nil, causeRate
	}
	if len(g.waiting) >= g.limits.MaxUnauth {
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
func (g *Guard) afford(p *peer) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	if g.limits.PerSource == 0 {
		return true
	}
	if p.credit.left(now) < 1 {
		return false
	}
	p.credit.take(1, now)
	return true
}

// peer returns what is known of a source. Where the table is full the answer is forgotten with the connection.
func (g *Guard) peer(from netip.Prefix, now time.Time) *peer {
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
	share := float64(g.limits.PerSource)
	p := &peer{credit: bucket{rate: max(share/20, leastRate), burst: max(share/2, leastBurst)}}
	if len(g.peers) < maxPeers {
		g.peers[from] = p
	}
	return p
}

// oldest returns the connection that has waited longest to be authenticated: an honest client is done in a second.
func (g *Guard) oldest() (old *conn) {
	for c := range g.waiting {
		if old == nil || c.began.Before(old.began) {
			old = c
		}
	}
	return old
}

// leave counts a connection out, with what its end costs its source.
func (g *Guard) leave(c *conn, cost float64) {
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
func (g *Guard) authenticated(c *conn) {
	if _, ok := g.waiting[c]; ok {
		delete(g.waiting, c)
		c.peer.waiting--
	}
}

// turnAway tells a client that it is not let in. Most SSH clients show the line only when asked to be verbose.
func (g *Guard) turnAway(c *conn, cause string) {
	g.onRefusal(cause)
	now := time.Now()
	if g.worthALine(c.peer, now) {
		g.log.Warn("refused", "from", c.addr, "cause", cause)
	}
	c.Conn.SetWriteDeadline(now.Add(time.Second))
	io.WriteString(c.Conn, "The arcade is full, or you knocked too often. Try again in a minute.\r\n")
}

// worthALine reports whether a refusal is to be logged, and counts its line.
func (g *Guard) worthALine(p *peer, now time.Time) bool {
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

// Wait returns when no session handler runs any more.
func (g *Guard) Wait() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.running > 0 {
		g.ended.Wait()
	}
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
