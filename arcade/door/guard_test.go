package door

import (
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"strings"
	"testing"
	"time"

	"arcade.example.com/arcade/panics"
)

// knock lets a connection from an address in, as admit does, and returns it or the cause of its refusal.
func knock(g *Guard, from string, now time.Time) (*conn, string) {
	c := newConn(g, nowhere{}, netip.MustParseAddr(from))
	c.began = now
	idle, cause := g.enter(c, now)
	if idle != nil {
		idle.makeRoom()
	}
	if cause == "" {
		if cause = g.letOn(c); cause != "" {
			c.cost.Store(0)
			c.Close()
		}
	}
	return c, cause
}

// nowhere is a connection that nobody uses.
type nowhere struct{ net.Conn }

func (nowhere) Close() error { return nil }

func quietGuard(l Limits) *Guard {
	quiet := slog.New(slog.DiscardHandler)
	return New(Config{Limits: l, Log: quiet, Panics: panics.NewCatcher(quiet)})
}

func wantCause(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: cause %q, want %q", what, got, want)
	}
}

func TestOneSourceHoldsSoMany(t *testing.T) {
	now := time.Now()
	g := quietGuard(DefaultLimits())
	for i := range 10 {
		_, cause := knock(g, "192.0.2.1", now)
		wantCause(t, fmt.Sprint("connection ", i), cause, "")
	}
	_, cause := knock(g, "192.0.2.1", now)
	wantCause(t, "an eleventh that is not authenticated", cause, causeSource)
	_, cause = knock(g, "192.0.2.2", now)
	wantCause(t, "another address", cause, "")
}

func TestOneSourcePlaysSoMany(t *testing.T) {
	now := time.Now()
	g := quietGuard(DefaultLimits())
	var last *conn
	for i := range 40 {
		c, cause := knock(g, "192.0.2.1", now)
		wantCause(t, fmt.Sprint("player ", i), cause, "")
		c.tried("publickey", nil)
		last, now = c, now.Add(time.Second)
	}
	_, cause := knock(g, "192.0.2.1", now)
	wantCause(t, "a forty-first", cause, causeSource)
	last.Close()
	_, cause = knock(g, "192.0.2.1", now)
	wantCause(t, "after one has left", cause, "")
}

// Twenty at once, then two a second.
func TestSourcePacesItself(t *testing.T) {
	now := time.Now()
	g := quietGuard(DefaultLimits())
	for i := range 20 {
		c, cause := knock(g, "127.0.0.1", now)
		wantCause(t, fmt.Sprint("connection ", i), cause, "")
		c.Close() // from loopback, where leaving at once costs nothing
	}
	_, cause := knock(g, "127.0.0.1", now)
	wantCause(t, "one more at once", cause, causeRate)
	c, cause := knock(g, "127.0.0.1", now.Add(500*time.Millisecond))
	wantCause(t, "half a second later", cause, "")
	c.Close()
}

// A health check every second for an hour, which greets and leaves.
func TestHealthCheckIsNeverPenalised(t *testing.T) {
	now := time.Now()
	g := quietGuard(DefaultLimits())
	for i := range 3600 {
		c, cause := knock(g, "127.0.0.1", now.Add(time.Duration(i)*time.Second))
		if cause != "" {
			t.Fatalf("check %d: %s", i, cause)
		}
		c.Close()
	}
}

func TestPenaltiesExpire(t *testing.T) {
	for what, offend := range map[string]func(c *conn){
		"failed to authenticate": func(c *conn) { c.tried("publickey", errRefused) },
		"let time run out":       func(c *conn) { _, cost := c.judge(nil, os.ErrDeadlineExceeded); c.cost.Store(cost) },
		"did not speak SSH":      func(c *conn) { _, cost := c.judge([]byte("GET / HTTP/1.1"), nil); c.cost.Store(cost) },
		"said too much":          func(c *conn) { _, cost := c.judge([]byte("SSH-"+strings.Repeat("x", 1<<18)), nil); c.cost.Store(cost) },
	} {
		now := time.Now()
		g := quietGuard(DefaultLimits())
		n := 0
		for ; n < 5; n++ {
			c, cause := knock(g, "192.0.2.1", now)
			if cause != "" {
				break
			}
			offend(c)
			c.Close()
		}
		if n == 0 || n == 5 {
			t.Errorf("%s: let in %d times", what, n)
		}
		_, cause := knock(g, "192.0.2.2", now)
		wantCause(t, what+": somebody else", cause, "")
		_, cause = knock(g, "192.0.2.1", now.Add(time.Minute))
		wantCause(t, what+": a minute later", cause, "")
	}
}

func TestPenaltyIsBounded(t *testing.T) {
	now := time.Now()
	g := quietGuard(DefaultLimits())
	c, _ := knock(g, "192.0.2.1", now)
	for range 1000 {
		g.mu.Lock()
		for _, p := range c.peers {
			p.conns++
		}
		g.conns++
		g.mu.Unlock()
		g.leave(c, costLate)
	}
	_, cause := knock(g, "192.0.2.1", now.Add(maxDebt-time.Second))
	wantCause(t, "within the ten minutes", cause, causeRate)
	_, cause = knock(g, "192.0.2.1", now.Add(maxDebt+10*time.Second))
	wantCause(t, "after them", cause, "")
}

func TestFullHouse(t *testing.T) {
	now := time.Now()
	l := DefaultLimits()
	l.MaxConns = 3
	g := quietGuard(l)
	for i := range 3 {
		c, _ := knock(g, fmt.Sprintf("192.0.2.%d", i), now)
		c.tried("publickey", nil)
		defer c.Close()
	}
	_, cause := knock(g, "192.0.2.9", now)
	wantCause(t, "a fourth", cause, causeFull)
}

// However few a source may have, one who leaves can come back.
func TestOneConnectionASource(t *testing.T) {
	now := time.Now()
	l := DefaultLimits()
	l.PerSource = 1
	g := quietGuard(l)
	for i := range 10 {
		c, cause := knock(g, "192.0.2.1", now.Add(time.Duration(i)*5*time.Second))
		wantCause(t, fmt.Sprint("visit ", i), cause, "")
		c.tried("publickey", nil)
		_, cause = knock(g, "192.0.2.1", now.Add(time.Duration(i)*5*time.Second))
		wantCause(t, fmt.Sprint("a second one beside visit ", i), cause, causeSource)
		c.Close()
	}
}

// With PerSource 0 all players may come from one address, as behind rootless Docker.
func TestSourcesNotToldApart(t *testing.T) {
	now := time.Now()
	l := DefaultLimits()
	l.PerSource = 0
	g := quietGuard(l)
	for i := range 150 {
		c, cause := knock(g, "192.0.2.1", now)
		wantCause(t, fmt.Sprint("connection ", i), cause, "")
		c.Close()
	}
}

func TestPeersAreForgotten(t *testing.T) {
	now := time.Now()
	g := quietGuard(DefaultLimits())
	for i := range maxPeers + 1000 {
		c, cause := knock(g, netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)}).String(), now)
		if cause != "" {
			t.Fatalf("source %d: %s", i, cause)
		}
		c.Close()
		if len(g.peers) > maxPeers {
			t.Fatalf("%d peers remembered", len(g.peers))
		}
	}
	if _, cause := knock(g, "192.0.2.1", now.Add(time.Minute)); cause != "" || len(g.peers) > 10 {
		t.Errorf("a minute later: cause %q, %d peers remembered", cause, len(g.peers))
	}
}

// Refusals of many sources, or of one without end, are few lines in the log.
func TestRefusalsAreFewLines(t *testing.T) {
	g := quietGuard(DefaultLimits())
	now := time.Now()
	one := &peer{}
	lines := 0
	for range 10000 {
		now = now.Add(time.Millisecond)
		if g.worthALine(one, now) {
			lines++
		}
	}
	if lines != 1 {
		t.Errorf("10,000 refusals of one source in 10 s are %d lines", lines)
	}
	lines = 0
	for range 10000 {
		now = now.Add(time.Millisecond)
		if g.worthALine(&peer{}, now) {
			lines++
		}
	}
	if lines > lineBurst+11*lineRate {
		t.Errorf("10,000 refused sources in 10 s are %d lines", lines)
	}
}
