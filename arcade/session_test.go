package arcade

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/netip"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"arcade.example.com/keys"
	"charm.land/ssh"
	"charm.land/wish/v2"
	gossh "golang.org/x/crypto/ssh"
)

// door is a Wish server with a guard before it and one handler behind.
type door struct {
	g    *guard
	srv  *ssh.Server
	addr string
	log  *syncBuffer

	mu     sync.Mutex
	causes map[string]int
}

// newDoor makes a door that listens nowhere yet.
func newDoor(t *testing.T, l limits, handler func(*session)) *door {
	t.Helper()
	d := &door{log: &syncBuffer{}, causes: map[string]int{}}
	d.g = newGuard(l, slog.New(slog.NewTextHandler(d.log, &slog.HandlerOptions{Level: slog.LevelDebug})), func(cause string) {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.causes[cause]++
	})
	run := func(ssh.Handler) ssh.Handler { return func(s ssh.Session) { handler(s.(*session)) } }
	srv, err := wish.NewServer(wish.WithMiddleware(run), func(s *ssh.Server) error { s.AddHostKey(newKey(t)); return nil })
	if err != nil {
		t.Fatal(err)
	}
	d.g.install(srv)
	d.srv = srv
	return d
}

// openDoor makes a door that listens on loopback until the test ends, and then leaves no goroutine behind.
func openDoor(t *testing.T, l limits, handler func(*session)) *door {
	t.Helper()
	return openDoorOn(t, l, handler, func(l net.Listener) net.Listener { return l })
}

func openDoorOn(t *testing.T, l limits, handler func(*session), wrap func(net.Listener) net.Listener) *door {
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
		d.g.wait()
		eventually(t, "every connection is counted out", d.empty)
		eventually(t, "goroutines end", func() bool { return runtime.NumGoroutine() <= before })
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
	nc, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}).Dial("tcp", d.addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { nc.Close() })
	return nc
}

// login makes an SSH connection of one.
func login(nc net.Conn, auth ...gossh.AuthMethod) (*gossh.Client, error) {
	return loginAs(nc, "ana", "SSH-2.0-test", auth...)
}

func loginAs(nc net.Conn, user, version string, auth ...gossh.AuthMethod) (*gossh.Client, error) {
	c, chans, reqs, err := gossh.NewClientConn(nc, "arcade", &gossh.ClientConfig{
		User: user, Auth: auth, ClientVersion: version, HostKeyCallback: gossh.InsecureIgnoreHostKey(),
	})
	if err != nil {
		return nil, err
	}
	return gossh.NewClient(c, chans, reqs), nil
}

// client is a guest from an address, logged in until the test ends.
func (d *door) client(t *testing.T, from string) *gossh.Client {
	t.Helper()
	c, err := login(d.reach(t, from), asGuest())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func asGuest() gossh.AuthMethod {
	return gossh.KeyboardInteractive(func(_, _ string, questions []string, _ []bool) ([]string, error) {
		if len(questions) > 0 {
			return nil, errors.New("a guest is asked nothing")
		}
		return nil, nil
	})
}

func newKey(t testing.TB) gossh.Signer {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := gossh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

// eventually waits for something that goroutines bring about.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for begin := time.Now(); !ok(); <-tick.C {
		if time.Since(begin) > 15*time.Second {
			stacks := make([]byte, 1<<16)
			t.Fatalf("never: %s\n%s", what, stacks[:runtime.Stack(stacks, true)])
		}
	}
}

type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// channel is a session channel of a client, for requests in any order.
type channel struct {
	gossh.Channel
	requests <-chan *gossh.Request
}

func openChannel(t *testing.T, c *gossh.Client) channel {
	t.Helper()
	ch, reqs, err := c.OpenChannel("session", nil)
	if err != nil {
		t.Fatal(err)
	}
	return channel{ch, reqs}
}

// ask sends a request and returns the answer.
func (c channel) ask(t *testing.T, kind string, payload any) bool {
	t.Helper()
	var p []byte
	if payload != nil {
		p = gossh.Marshal(payload)
	}
	ok, err := c.SendRequest(kind, true, p)
	if err != nil {
		t.Fatalf("%s: %v", kind, err)
	}
	return ok
}

// must sends a request that is to be granted.
func (c channel) must(t *testing.T, kind string, payload any) {
	t.Helper()
	if !c.ask(t, kind, payload) {
		t.Fatalf("%s was refused", kind)
	}
}

// status reads the channel's requests until its exit status.
func (c channel) status(t *testing.T) int {
	t.Helper()
	for req := range c.requests {
		if req.Type == "exit-status" {
			var p struct{ Status uint32 }
			if err := gossh.Unmarshal(req.Payload, &p); err != nil {
				t.Fatal(err)
			}
			return int(p.Status)
		}
	}
	t.Fatal("the channel closed without an exit status")
	return 0
}

type ptyRequest struct {
	Term                   string
	W, H, PixelsW, PixelsH uint32
	Modes                  string
}

type resizeRequest struct{ W, H, PixelsW, PixelsH uint32 }

type envRequest struct{ Name, Value string }

type textRequest struct{ Text string }

func terminal(w, h uint32) ptyRequest { return ptyRequest{Term: "xterm-256color", W: w, H: h} }

// until runs until the session's context is done: a game.
func until(s *session) { <-s.Context().Done() }

func TestSessionTellsWhatItWasAsked(t *testing.T) {
	seen := make(chan string, 1)
	d := openDoor(t, defaultLimits(), func(s *session) {
		w, h := s.window()
		pty, _, isPty := s.Pty()
		seen <- fmt.Sprintln(s.User(), s.term(), w, h, pty.Term, pty.Window.Width, isPty, s.Environ(), s.env("LANG"), s.env("HOME"),
			s.source(), s.RawCommand(), len(s.Command()), s.Command(), s.key().Guest(), s.PublicKey() == nil, s.Context().User())
	})
	ch := openChannel(t, d.client(t, "127.0.0.2"))
	ch.must(t, "pty-req", terminal(120, 40))
	ch.must(t, "env", envRequest{"LANG", "en_GB.UTF-8"})
	if ch.ask(t, "env", envRequest{"HOME", "/root"}) {
		t.Error("HOME was taken")
	}
	ch.must(t, "exec", textRequest{`replay "a b"`})
	want := "ana xterm-256color 120 40 xterm-256color 120 true [LANG=en_GB.UTF-8] en_GB.UTF-8  127.0.0.2 replay \"a b\" 2 [replay a b] true true ana\n"
	if got := <-seen; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if status := ch.status(t); status != 0 {
		t.Errorf("exit status %d", status)
	}
}

func TestWindowIsBoundedBeforeAnythingSeesIt(t *testing.T) {
	const most = 1<<32 - 1
	sizes := make(chan [2]int, 1)
	l := defaultLimits()
	l.PerSource = 0 // for the number of sessions
	d := openDoor(t, l, func(s *session) { w, h := s.window(); sizes <- [2]int{w, h} })
	client := d.client(t, "127.0.0.2")
	for _, c := range []struct {
		w, h uint32
		want [2]int
	}{
		{80, 24, [2]int{80, 24}},
		{0, 0, [2]int{80, 24}},
		{0, 50, [2]int{80, 50}},
		{132, 0, [2]int{132, 24}},
		{1, 1, [2]int{1, 1}},
		{most, most, [2]int{400, 120}},
		{most, 1, [2]int{400, 1}},
		{1, most, [2]int{1, 120}},
		{1 << 31, 65535, [2]int{400, 120}},
	} {
		ch := openChannel(t, client)
		ch.must(t, "pty-req", terminal(c.w, c.h))
		ch.must(t, "shell", nil)
		if got := <-sizes; got != c.want {
			t.Errorf("pty-req %dx%d: window %v, want %v", c.w, c.h, got, c.want)
		}
		ch.status(t)

		ch = openChannel(t, client)
		ch.must(t, "pty-req", terminal(10, 10))
		ch.must(t, "window-change", resizeRequest{W: c.w, H: c.h})
		ch.must(t, "shell", nil)
		if got := <-sizes; got != c.want {
			t.Errorf("window-change %dx%d: window %v, want %v", c.w, c.h, got, c.want)
		}
		ch.status(t)
		eventually(t, "the places are free again", func() bool { return d.running() == 0 })
	}
}

func (d *door) running() int {
	d.g.mu.Lock()
	defer d.g.mu.Unlock()
	return d.g.running
}

// A resize before the shell hangs the library's own loop for ever.
func TestResizeBeforeShell(t *testing.T) {
	d := openDoor(t, defaultLimits(), func(s *session) {
		w, h := s.window()
		fmt.Fprintf(s, "%dx%d\n", w, h)
	})
	ch := openChannel(t, d.client(t, "127.0.0.2"))
	if ch.ask(t, "window-change", resizeRequest{W: 90, H: 30}) {
		t.Error("a window without a terminal was resized")
	}
	ch.must(t, "pty-req", terminal(80, 24))
	for w := range uint32(50) {
		ch.must(t, "window-change", resizeRequest{W: 90 + w, H: 30})
	}
	ch.must(t, "shell", nil)
	out, _ := io.ReadAll(ch)
	if string(out) != "139x30\r\n" {
		t.Errorf("the handler saw %q", out)
	}
}

func TestRequestsOutOfPlace(t *testing.T) {
	d := openDoor(t, defaultLimits(), until)
	ch := openChannel(t, d.client(t, "127.0.0.2"))
	ch.must(t, "pty-req", terminal(80, 24))
	refuse := func(kind string, payload any) {
		t.Helper()
		if ch.ask(t, kind, payload) {
			t.Errorf("%s was granted", kind)
		}
	}
	refuse("pty-req", terminal(80, 24)) // a second one
	ch.must(t, "shell", nil)
	refuse("shell", nil)
	refuse("exec", textRequest{"id"})
	refuse("env", envRequest{"LANG", "C"})
	refuse("pty-req", terminal(80, 24))
	refuse("window-change", nil)
	for _, kind := range []string{"pty-req", "env", "exec"} {
		next := openChannel(t, d.client(t, "127.0.0.2"))
		if next.ask(t, kind, struct{ Length uint32 }{1 << 31}) {
			t.Errorf("%s with garbage was granted", kind)
		}
	}
}

// Whatever is no session is refused, in a form that a client understands.
func TestNothingButSessions(t *testing.T) {
	d := openDoor(t, defaultLimits(), until)
	c := d.client(t, "127.0.0.2")
	ch := openChannel(t, c)
	for kind, payload := range map[string]any{
		"subsystem":                  textRequest{"sftp"},
		"auth-agent-req@openssh.com": nil,
		"x11-req": struct {
			Single           bool
			Protocol, Cookie string
			Screen           uint32
		}{false, "MIT-MAGIC-COOKIE-1", "00", 0},
		"signal":           textRequest{"KILL"},
		"break":            struct{ Milliseconds uint32 }{500},
		"xon-xoff":         nil,
		"\x1b]0;owned\x07": nil,
	} {
		if ch.ask(t, kind, payload) {
			t.Errorf("%q was granted", kind)
		}
	}
	for _, kind := range []string{"direct-tcpip", "direct-streamlocal@openssh.com", "forwarded-tcpip", "x11", "tun@openssh.com", "auth-agent@openssh.com"} {
		var refused *gossh.OpenChannelError
		if _, _, err := c.OpenChannel(kind, nil); !errors.As(err, &refused) {
			t.Errorf("channel %s: %v", kind, err)
		}
	}
	for _, kind := range []string{"tcpip-forward", "streamlocal-forward@openssh.com", "hostkeys-prove-00@openssh.com"} {
		if ok, _, err := c.SendRequest(kind, true, nil); ok || err != nil {
			t.Errorf("request %s: %v, %v", kind, ok, err)
		}
	}
	if d.told()[causeChannel] != 6 {
		t.Errorf("refused %d channels, want 6", d.told()[causeChannel])
	}
}

func TestEnvironmentIsBounded(t *testing.T) {
	environ := make(chan []string, 1)
	d := openDoor(t, defaultLimits(), func(s *session) { environ <- s.Environ() })
	ch := openChannel(t, d.client(t, "127.0.0.2"))
	for _, name := range []string{"PATH", "LD_PRELOAD", "TERM", "LC_", "LC_all", "LC_A\nB", "LC_" + strings.Repeat("A", 17), "lang", ""} {
		if granted := ch.ask(t, "env", envRequest{name, "x"}); granted != (name == "LC_") {
			t.Errorf("%q: granted %v", name, granted)
		}
	}
	for i := range 30 {
		ch.ask(t, "env", envRequest{"LC_" + string(rune('A'+i%26)), strings.Repeat("\x1b", 5<<10)})
	}
	ch.must(t, "shell", nil)
	got := <-environ
	if len(got) > maxEnv {
		t.Errorf("%d variables", len(got))
	}
	size := 0
	for _, entry := range got {
		size += len(entry)
		checkClean(t, entry, len(entry))
		if strings.ContainsAny(entry, "\x1b\n") {
			t.Errorf("not cleaned: %q", entry)
		}
	}
	if size > maxEnvBytes {
		t.Errorf("%d bytes", size)
	}
}

func TestRequestsBeforeStartAreBounded(t *testing.T) {
	d := openDoor(t, defaultLimits(), until)
	c := d.client(t, "127.0.0.2")
	ch := openChannel(t, c)
	for range maxRequests + 1 {
		ch.SendRequest("env", false, gossh.Marshal(envRequest{"LANG", strings.Repeat("x", 1000)}))
	}
	c.Wait()
	if d.told()[causeRequests] != 1 {
		t.Errorf("causes %v", d.told())
	}
}

func TestRequestFloodEndsTheConnection(t *testing.T) {
	for what, flood := range map[string]func(c *gossh.Client, ch gossh.Channel) error{
		"window-change": func(_ *gossh.Client, ch gossh.Channel) error {
			_, err := ch.SendRequest("window-change", false, gossh.Marshal(resizeRequest{W: 80, H: 24}))
			return err
		},
		"global requests": func(c *gossh.Client, _ gossh.Channel) error {
			_, _, err := c.SendRequest("keepalive@openssh.com", false, nil)
			return err
		},
	} {
		d := openDoor(t, defaultLimits(), until)
		c := d.client(t, "127.0.0.2")
		ch := openChannel(t, c)
		ch.must(t, "pty-req", terminal(80, 24))
		ch.must(t, "shell", nil)
		n := 0
		for flood(c, ch) == nil {
			n++
		}
		if d.told()[causeRequests] != 1 {
			t.Errorf("%s: %d sent, causes %v", what, n, d.told())
		}
	}
}

func TestSessionsAConnection(t *testing.T) {
	d := openDoor(t, defaultLimits(), until)
	c := newRawClient(d.reach(t, "127.0.0.2"))
	if err := errors.Join(c.handshake(), c.askNothing("ana")); err != nil {
		t.Fatal(err)
	}
	var opens [][]byte
	for i := range uint32(1000) {
		opens = append(opens, openSession(i, 1<<20))
	}
	c.send(opens...)
	answers := map[byte]int{}
	for {
		p, err := c.receive()
		if err != nil {
			break
		}
		answers[p[0]]++
	}
	if granted := answers[91]; granted == 0 || granted > maxSessions || d.told()[causeSessions] < maxRejects {
		t.Errorf("%d of 1000 sessions granted, causes %v", granted, d.told())
	}
}

// A closed channel ends its handler though the connection lives on: with the library's, ten of them take half a core.
func TestClosedChannelEndsItsSession(t *testing.T) {
	causes := make(chan error, 1)
	l := defaultLimits()
	l.PerSource = 0
	d := openDoor(t, l, func(s *session) {
		until(s)
		causes <- context.Cause(s.Context())
	})
	c := d.client(t, "127.0.0.2")
	for range 100 {
		ch := openChannel(t, c)
		ch.must(t, "shell", nil)
		ch.Close()
		if cause := <-causes; !errors.Is(cause, errClosed) {
			t.Fatalf("ended by %v", cause)
		}
	}
	eventually(t, "no handler runs", func() bool { return d.running() == 0 })
	if _, _, err := c.SendRequest("still there?", true, nil); err != nil {
		t.Errorf("the connection is gone: %v", err)
	}
}

// Sessions in a row on one connection run dry as connections do, and then the connection ends.
func TestSessionsInARow(t *testing.T) {
	d := openDoor(t, defaultLimits(), func(*session) {})
	c := newRawClient(d.reach(t, "127.0.0.2"))
	if err := errors.Join(c.handshake(), c.askNothing("ana")); err != nil {
		t.Fatal(err)
	}
	granted := 0
	for {
		if _, err := c.run("me"); err != nil && !errors.Is(err, errUnexpected) {
			break
		} else if err == nil {
			granted++
		}
	}
	if granted < 20 || granted > 25 {
		t.Errorf("%d sessions in a row were granted, want 20 and two a second", granted)
	}
}

func TestEachSessionHasItsOwnContext(t *testing.T) {
	d := openDoor(t, defaultLimits(), func(s *session) {
		if s.RawCommand() == "one" {
			s.cancel(errors.New("kicked"))
			<-s.Context().Done()
			fmt.Fprint(s, context.Cause(s.Context()))
			return
		}
		io.Copy(s, s)
	})
	c := d.client(t, "127.0.0.2")
	other := openChannel(t, c)
	other.must(t, "exec", textRequest{"other"})
	one := openChannel(t, c)
	one.must(t, "exec", textRequest{"one"})
	if out, _ := io.ReadAll(one); string(out) != "kicked" {
		t.Errorf("the one ended by %q", out)
	}
	io.WriteString(other, "alive")
	other.CloseWrite()
	if out, _ := io.ReadAll(other); string(out) != "alive" {
		t.Errorf("the other says %q", out)
	}
}

func TestLongCommandIsRefusedInWords(t *testing.T) {
	d := openDoor(t, defaultLimits(), func(s *session) { fmt.Fprint(s, "ran") })
	for _, n := range []int{maxCommand + 1, 100 << 10, 250 << 10} {
		ch := openChannel(t, d.client(t, "127.0.0.2"))
		ch.must(t, "exec", textRequest{strings.Repeat("a", n)})
		said, _ := io.ReadAll(ch.Stderr())
		out, _ := io.ReadAll(ch)
		if want := "A command is at most 1024 bytes long. Try: help\n"; string(said) != want || len(out) > 0 {
			t.Errorf("%d bytes: stderr %q, stdout %q", n, said, out)
		}
		if status := ch.status(t); status != 2 {
			t.Errorf("%d bytes: exit status %d", n, status)
		}
	}
	ch := openChannel(t, d.client(t, "127.0.0.2"))
	ch.must(t, "exec", textRequest{strings.Repeat("a", maxCommand)})
	if out, _ := io.ReadAll(ch); string(out) != "ran" {
		t.Errorf("a command of just %d bytes: %q", maxCommand, out)
	}
}

func TestPanicEndsOneSession(t *testing.T) {
	restored := make(chan bool, 1)
	d := openDoor(t, defaultLimits(), func(s *session) {
		if s.RawCommand() == "break" {
			defer func() { restored <- true }()
			panic("a fault of ours")
		}
		io.Copy(s, s)
	})
	c := d.client(t, "127.0.0.2")
	other := openChannel(t, c)
	other.must(t, "shell", nil)
	broken := openChannel(t, c)
	broken.must(t, "exec", textRequest{"break"})
	if status := broken.status(t); status != 1 {
		t.Errorf("exit status %d", status)
	}
	<-restored
	io.WriteString(other, "alive")
	other.CloseWrite()
	if out, _ := io.ReadAll(other); string(out) != "alive" {
		t.Errorf("the other session says %q", out)
	}
	if log := d.log.String(); strings.Count(log, "a fault of ours") != 1 || !strings.Contains(log, "TestPanicEndsOneSession") {
		t.Errorf("log: %s", log)
	}
	if d.told()[causePanic] != 1 {
		t.Errorf("causes %v", d.told())
	}
}

func TestLinesForATerminal(t *testing.T) {
	d := openDoor(t, defaultLimits(), func(s *session) {
		for _, text := range []string{"a\nb\r\nc", "\n"} {
			if n, err := io.WriteString(s, text); n != len(text) || err != nil {
				t.Errorf("Write(%q) = %d, %v", text, n, err)
			}
		}
		io.WriteString(s.raw(), "d\ne")
		io.WriteString(s.Stderr(), "f\n")
		if err := s.Exit(3); err != nil {
			t.Error(err)
		}
		if err := s.Exit(4); err == nil {
			t.Error("exited twice")
		}
	})
	c := d.client(t, "127.0.0.2")
	for _, want := range []struct {
		pty         bool
		out, errout string
	}{{false, "a\nb\r\nc\nd\ne", "f\n"}, {true, "a\r\nb\r\nc\r\nd\ne", "f\r\n"}} {
		ch := openChannel(t, c)
		if want.pty {
			ch.must(t, "pty-req", terminal(80, 24))
		}
		ch.must(t, "shell", nil)
		errout, _ := io.ReadAll(ch.Stderr())
		out, _ := io.ReadAll(ch)
		if string(out) != want.out || string(errout) != want.errout {
			t.Errorf("terminal %v: %q and %q", want.pty, out, errout)
		}
		if status := ch.status(t); status != 3 {
			t.Errorf("exit status %d", status)
		}
	}
}

// Who somebody is, is what their signature proved.

func tellKey(s *session) { fmt.Fprintf(s, "%s %v", s.key().Fingerprint(), s.PublicKey() != nil) }

func runAs(t *testing.T, d *door, auth ...gossh.AuthMethod) string {
	t.Helper()
	c, err := login(d.reach(t, "127.0.0.2"), auth...)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	s, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	out, err := s.Output("me")
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func whoIs(k gossh.Signer) string { return keys.Of(k.PublicKey()).Fingerprint() + " true" }

func TestKeyIsWhoSigned(t *testing.T) {
	d := openDoor(t, defaultLimits(), tellKey)
	ana := newKey(t)
	if got := runAs(t, d, gossh.PublicKeys(ana)); got != whoIs(ana) {
		t.Errorf("a key is %q, want %q", got, whoIs(ana))
	}
	if got := runAs(t, d, asGuest()); got != " false" {
		t.Errorf("a guest is %q", got)
	}
	if _, err := login(d.reach(t, "127.0.0.2"), gossh.Password("secret")); err == nil {
		t.Error("a password was accepted")
	}
	if _, err := login(d.reach(t, "127.0.0.2")); err == nil {
		t.Error("somebody without any method got in")
	}
}

// Offering another's public key makes nobody that other: it happened to soft-serve and gitea.
func TestStolenKey(t *testing.T) {
	d := openDoor(t, defaultLimits(), tellKey)
	victim, thief := newKey(t), newKey(t)
	for what, prove := range map[string]func(*rawClient) error{
		whoIs(thief): func(c *rawClient) error { return c.sign("victim", thief) },
		" false":     func(c *rawClient) error { return c.askNothing("victim") },
	} {
		c := newRawClient(d.reach(t, "127.0.0.2"))
		for _, step := range []func() error{
			c.handshake,
			func() error { return c.offer("victim", victim.PublicKey()) },
			func() error { return prove(c) },
		} {
			if err := step(); err != nil {
				t.Fatal(err)
			}
		}
		got, err := c.run("me")
		if err != nil || got != what {
			t.Errorf("after offering the victim's key: %q (%v), want %q", got, err, what)
		}
		c.Close()
	}
}

func TestCertificatesAreOnePlayer(t *testing.T) {
	d := openDoor(t, defaultLimits(), tellKey)
	ana := newKey(t)
	for range 3 {
		cert := &gossh.Certificate{Key: ana.PublicKey(), CertType: gossh.UserCert, ValidBefore: gossh.CertTimeInfinity, KeyId: "ana"}
		if err := cert.SignCert(rand.Reader, newKey(t)); err != nil {
			t.Fatal(err)
		}
		signer, err := gossh.NewCertSigner(cert, ana)
		if err != nil {
			t.Fatal(err)
		}
		if got := runAs(t, d, gossh.PublicKeys(signer)); got != whoIs(ana) {
			t.Errorf("with a certificate: %q, want %q", got, whoIs(ana))
		}
	}
}

// Whatever a client says, through whatever entrance, comes out as printable ASCII, on screens and in the log.
func TestHostileText(t *testing.T) {
	seen := make(chan []string, 1)
	l := defaultLimits()
	l.PerSource = 0
	d := openDoor(t, l, func(s *session) {
		s.g.log.Info("session", "user", s.User(), "term", s.term(), "client", s.Context().ClientVersion(), "command", s.Command())
		seen <- append(append(s.Command(), s.Environ()...), s.User(), s.term(), s.Context().User(), s.Context().ClientVersion())
	})
	for _, text := range hostile {
		version := "SSH-2.0-" + strings.NewReplacer("\n", "", "\r", "", "\x00", "").Replace(text)
		c, err := loginAs(d.reach(t, "127.0.0.2"), text, version[:min(len(version), 200)], asGuest())
		if err != nil { // the library below refuses some versions, which is as good
			c, err = loginAs(d.reach(t, "127.0.0.2"), text, "SSH-2.0-x", asGuest())
		}
		if err != nil {
			t.Fatal(err)
		}
		ch := openChannel(t, c)
		ch.must(t, "pty-req", ptyRequest{Term: text})
		ch.must(t, "env", envRequest{"LANG", text})
		ch.ask(t, text, nil)
		ch.must(t, "exec", textRequest{text[:min(len(text), maxCommand)]})
		for _, field := range <-seen {
			checkClean(t, field, maxCommand)
			if clean(field, maxCommand) != field {
				t.Errorf("not cleaned: %q", field)
			}
		}
		c.Close()
	}
	for line := range strings.Lines(d.log.String()) {
		if line = strings.TrimSuffix(line, "\n"); clean(line, len(line)) != line {
			t.Errorf("logged: %q", line)
		}
	}
}

// FuzzRequests sends a session three requests of any kind. Nothing breaks, nothing grows, and only what is named is
// ever granted.
func FuzzRequests(f *testing.F) {
	for _, kind := range []string{"pty-req", "env", "exec", "shell", "window-change", "subsystem", "x11-req"} {
		f.Add(kind, gossh.Marshal(terminal(1<<31, 0)), "env", gossh.Marshal(envRequest{"LANG", "\x1b"}), kind, []byte{0, 0, 0, 200, 65})
		f.Add("pty-req", gossh.Marshal(terminal(80, 24)), kind, gossh.Marshal(resizeRequest{W: 1}), "exec", gossh.Marshal(textRequest{"a \x07"}))
	}
	granted := map[string]bool{"pty-req": true, "env": true, "exec": true, "shell": true, "window-change": true}
	f.Fuzz(func(t *testing.T, kind1 string, p1 []byte, kind2 string, p2 []byte, kind3 string, p3 []byte) {
		g := quietGuard(defaultLimits())
		s := &session{g: g, c: newConn(g, nil, netip.Addr{}), size: windowOf(0, 0), resized: make(chan ssh.Window, 1)}
		starts := 0
		for _, r := range []struct {
			kind    string
			payload []byte
		}{{kind1, p1}, {kind2, p2}, {kind3, p3}} {
			ok, start := s.ask(r.kind, r.payload)
			if ok && !granted[r.kind] {
				t.Errorf("%q was granted", r.kind)
			}
			if start {
				starts++
			}
		}
		if starts > 1 {
			t.Errorf("started %d times", starts)
		}
		if w, h := s.window(); w < 1 || w > maxWidth || h < 1 || h > maxHeight {
			t.Errorf("window %dx%d", w, h)
		}
		if len(s.RawCommand()) > maxCommand {
			t.Errorf("a command of %d bytes", len(s.RawCommand()))
		}
		for _, text := range append(append(s.Command(), s.Environ()...), s.term()) {
			checkClean(t, text, maxCommand)
			if clean(text, maxCommand) != text {
				t.Errorf("not cleaned: %q", text)
			}
		}
	})
}
