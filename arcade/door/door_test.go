package door

import (
	"log/slog"
	"maps"
	"net"
	"runtime"
	"sync"
	"testing"

	"charm.land/ssh"
	"charm.land/wish/v2"
	gossh "golang.org/x/crypto/ssh"

	"arcade.example.com/arcade/door/doortest"
	"arcade.example.com/arcade/panics"
)

// door is a Wish server with a guard before it and one handler behind.
type door struct {
	g    *Guard
	srv  *ssh.Server
	addr string
	log  *doortest.Buffer

	mu     sync.Mutex
	causes map[string]int
}

// newDoor makes a door that listens nowhere yet.
func newDoor(t *testing.T, l Limits, handler func(*Session)) *door {
	t.Helper()
	d := &door{log: &doortest.Buffer{}, causes: map[string]int{}}
	log := slog.New(slog.NewTextHandler(d.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	d.g = New(Config{Limits: l, Log: log, Panics: panics.NewCatcher(log), OnRefusal: func(cause string) {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.causes[cause]++
	}})
	run := func(ssh.Handler) ssh.Handler { return func(s ssh.Session) { handler(s.(*Session)) } }
	srv, err := wish.NewServer(wish.WithMiddleware(run), func(s *ssh.Server) error { s.AddHostKey(doortest.NewKey(t)); return nil })
	if err != nil {
		t.Fatal(err)
	}
	d.g.Install(srv)
	d.srv = srv
	return d
}

// openDoor makes a door that listens on loopback until the test ends, and then leaves no goroutine behind.
func openDoor(t *testing.T, l Limits, handler func(*Session)) *door {
	t.Helper()
	return openDoorOn(t, l, handler, func(l net.Listener) net.Listener { return l })
}

func openDoorOn(t *testing.T, l Limits, handler func(*Session), wrap func(net.Listener) net.Listener) *door {
	t.Helper()
	before := runtime.NumGoroutine()
	d := newDoor(t, l, handler)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	d.addr = ln.Addr().String()
	served := make(chan struct{})
	go func() { defer close(served); d.srv.Serve(wrap(ln)) }()
	t.Cleanup(func() {
		d.srv.Close()
		<-served
		d.g.Wait()
		doortest.Eventually(t, "every connection is counted out", d.empty)
		doortest.Eventually(t, "goroutines end", func() bool { return runtime.NumGoroutine() <= before })
	})
	return d
}

// empty reports whether there is no connection any more.
func (d *door) empty() bool {
	d.g.mu.Lock()
	defer d.g.mu.Unlock()
	return d.g.conns == 0 && len(d.g.waiting) == 0
}

// told returns how often each cause was given.
func (d *door) told() map[string]int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return maps.Clone(d.causes)
}

// reach connects to the door from an address of loopback.
func (d *door) reach(t *testing.T, from string) net.Conn {
	t.Helper()
	return doortest.Reach(t, from, d.addr)
}

// client is a guest from an address, logged in until the test ends.
func (d *door) client(t *testing.T, from string) *gossh.Client {
	t.Helper()
	c, err := doortest.Login(d.reach(t, from), doortest.AsGuest())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// until runs until the session's context is done: a game.
func until(s *Session) { <-s.Context().Done() }

func (d *door) running() int {
	d.g.mu.Lock()
	defer d.g.mu.Unlock()
	return d.g.running
}
