package door

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"arcade.example.com/arcade/door/sieve"
	"arcade.example.com/keys"
)

// What a session may ask for.
const (
	MaxCommand  = 1 << 10 // bytes of a command
	maxEnv      = 16      // variables
	maxEnvBytes = 2 << 10 // names and values together
	maxRequests = 64      // requests before it starts anything

	maxWidth, maxHeight   = 240, 80 // cells of a window; what is larger is drawn in part
	zeroWidth, zeroHeight = 80, 24  // of a window that has no size, or says so

	resizeEvery = 50 * time.Millisecond
)

// errClosed is why a session's context is done when its client has closed the channel, or has gone.
var errClosed = errors.New("the client closed the session")

// Session is one SSH session of a client. It is an ssh.Session, so that middleware can have it, but nothing in it
// grows with what a client sends, and it ends with its channel rather than with the connection.
//
// Text from the client has been cleaned, but for RawCommand. Reading is for one goroutine; everything else is safe
// for concurrent use.
type Session struct {
	gossh.Channel
	g      *Guard
	c      *conn
	sc     *gossh.ServerConn
	ctx    sessionContext
	key    keys.Key
	cancel context.CancelCauseFunc
	stdout out
	stderr out

	// The reading goroutine's own.
	in    sieve.Sieve
	ahead *ahead // reads before it is asked to; nil: nobody does

	etx      atomic.Int64                  // when a Ctrl+C came, ns since 1970; 0: none has
	spent    atomic.Int64                  // ns of a processor, that input has not paid for yet
	farewell atomic.Pointer[func() []byte] // see OnEnd
	full     bool                          // it came when there was hardly a place

	// Set by requests, and no more once the session has started.
	environ  []string
	envBytes int
	pty      bool
	terminal string
	command  string
	tooLong  bool // so that command was not kept
	started  bool
	asks     int

	outlasts bool   // its handler's own: see Outlast
	over     func() // counts it out; only the first call does

	mu      sync.Mutex
	size    ssh.Window
	resized chan ssh.Window // the latest size that nobody has taken yet
	heard   func()          // see OnSize; nil: nobody hears of it
	told    time.Time       // when resized was last sent to
	late    *time.Timer     // sends the size that came too soon after; nil: none waits
	exited  bool
}

var _ ssh.Session = (*Session)(nil)

// sessionContext is a connection's context that ends with a session.
type sessionContext struct {
	ssh.Context
	own context.Context
}

func (c sessionContext) Done() <-chan struct{} { return c.own.Done() }
func (c sessionContext) Err() error            { return c.own.Err() }
func (c sessionContext) Value(key any) any     { return c.own.Value(key) }
func (c sessionContext) User() string          { return keys.Clean(c.Context.User(), keys.MaxText) }
func (c sessionContext) ClientVersion() string {
	return keys.Clean(c.Context.ClientVersion(), keys.MaxText)
}

// session handles a client's wish for a session, from the opening of its channel to the end of its handler.
func (g *Guard) session(srv *ssh.Server, sc *gossh.ServerConn, nc gossh.NewChannel, ctx ssh.Context) {
	c := connOf(ctx)
	defer g.panics.Catch("session requests", func() { c.Close() })
	c.asked()
	if !c.enter() {
		g.onRefusal(causeSessions)
		c.reject(nc, gossh.ResourceShortage, fmt.Sprintf("no more than %d sessions on a connection, and few in a short time", maxSessions))
		return
	}
	defer c.leave()
	idle, full, cause := g.enterSession(c, time.Now())
	if cause != "" {
		g.onRefusal(cause)
		c.reject(nc, gossh.ResourceShortage, "the arcade is full, or has enough of yours: try again in a minute")
		return
	}
	defer g.leaveSession(c)
	if idle != nil {
		idle.makeRoom()
	}
	ch, reqs, err := nc.Accept()
	if err != nil {
		return
	}
	s := newSession(g, c, sc, ch, ctx)
	s.full = full
	s.serve(srv.Handler, reqs)
}

func newSession(g *Guard, c *conn, sc *gossh.ServerConn, ch gossh.Channel, ctx ssh.Context) *Session {
	own, cancel := context.WithCancelCause(ctx)
	s := &Session{
		Channel: ch, g: g, c: c, sc: sc, ctx: sessionContext{ctx, own}, cancel: cancel,
		stdout: newOut(c, ch), stderr: newOut(c, ch.Stderr()),
		in:      sieve.New(),
		size:    windowOf(0, 0),
		resized: make(chan ssh.Window, 1),
	}
	s.key = keys.Of(s.PublicKey())
	return s
}

// serve answers a session's requests until its channel closes, and returns when its handler has ended. It never
// waits for the handler in between: the whole connection would.
func (s *Session) serve(handler ssh.Handler, reqs <-chan *gossh.Request) {
	done := make(chan struct{})
	for req := range reqs {
		s.c.asked()
		ok, starts := s.ask(req.Type, req.Payload)
		req.Reply(ok, nil)
		if starts {
			s.g.begin()
			s.c.begin(s)
			go s.run(handler, done)
		}
	}
	s.cancel(errClosed)
	if s.started {
		<-done
	}
}

// run is the life of a handler. A panic in it ends this session alone.
func (s *Session) run(handler ssh.Handler, done chan<- struct{}) {
	growStack(0)
	s.over = sync.OnceFunc(func() {
		s.cancel(nil)
		s.c.finish(s)
		s.g.finish()
		close(done)
	})
	defer s.g.panics.Catch("session", func() {
		defer s.over()
		s.Exit(1)
	})
	switch {
	case s.full:
		handler = refuseFull
	case s.tooLong:
		handler = refuseCommand
	}
	handler(s)
	if !s.outlasts {
		defer s.over()
		s.Exit(0)
	}
}

// Outlast has the session go on after its handler has returned, until over is called, which closes nothing. It is for the
// handler alone. Nobody has to wait for the end then, and to keep the stack that it took to come in.
func (s *Session) Outlast() (over func()) {
	s.outlasts = true
	return s.over
}

// refuseCommand is the handler of a command that is too long to be looked at.
func refuseCommand(s ssh.Session) {
	s.(*Session).g.onRefusal(causeCommand)
	fmt.Fprintf(s.Stderr(), "A command is at most %d bytes long. Try: help\n", MaxCommand)
	s.Exit(2)
}

// refuseFull is the handler of a session for which there is hardly a place.
func refuseFull(s ssh.Session) {
	s.(*Session).g.onRefusal(causeFull)
	fmt.Fprintln(s.Stderr(), "The arcade is full at the moment. Try again in a minute.")
	s.Exit(1)
}

// ask answers one request, and says whether the session is to start now. Whatever is not named here is refused:
// subsystem, x11-req, auth-agent-req@openssh.com, signal and all that may come.
func (s *Session) ask(kind string, payload []byte) (ok, starts bool) {
	if kind == "window-change" && s.pty {
		return s.askResize(payload), false
	}
	if s.started {
		return false, false
	}
	if s.asks++; s.asks > maxRequests {
		s.c.end(causeRequests)
		return false, false
	}
	switch kind {
	case "pty-req":
		return s.askTerminal(payload), false
	case "env":
		return s.askEnv(payload), false
	case "shell":
		s.started = true
	case "exec":
		s.started = s.askCommand(payload)
	}
	return s.started, s.started
}

func (s *Session) askTerminal(payload []byte) bool {
	var p struct {
		Term                             string
		Width, Height, WidthPx, HeightPx uint32
		Modes                            string
	}
	if s.pty || gossh.Unmarshal(payload, &p) != nil {
		return false
	}
	s.pty, s.terminal = true, keys.Clean(p.Term, keys.MaxText)
	s.size = windowOf(p.Width, p.Height)
	return true
}

func (s *Session) askEnv(payload []byte) bool {
	var p struct{ Name, Value string }
	if gossh.Unmarshal(payload, &p) != nil || !allowedEnv(p.Name) || len(s.environ) == maxEnv {
		return false
	}
	entry := p.Name + "=" + keys.Clean(p.Value, keys.MaxText)
	if s.envBytes+len(entry) > maxEnvBytes {
		return false
	}
	s.envBytes += len(entry)
	s.environ = append(s.environ, entry)
	return true
}

// allowedEnv reports whether a variable says something about a terminal that we want to know.
func allowedEnv(name string) bool {
	switch name {
	case "LANG", "COLORTERM", "NO_COLOR", "TERM_PROGRAM":
		return true
	}
	category, ok := strings.CutPrefix(name, "LC_")
	return ok && len(category) <= 16 && strings.Trim(category, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == ""
}

func (s *Session) askCommand(payload []byte) bool {
	var p struct{ Command string }
	if gossh.Unmarshal(payload, &p) != nil {
		return false
	}
	if s.tooLong = len(p.Command) > MaxCommand; !s.tooLong {
		s.command = p.Command
	}
	return true
}

func (s *Session) askResize(payload []byte) bool {
	if len(payload) < 8 {
		return false
	}
	w := windowOf(binary.BigEndian.Uint32(payload), binary.BigEndian.Uint32(payload[4:]))
	s.mu.Lock()
	defer s.mu.Unlock()
	if w == s.size {
		return true
	}
	s.size = w
	if s.late != nil {
		return true
	}
	if wait := resizeEvery - time.Since(s.told); wait > 0 {
		s.late = time.AfterFunc(wait, s.tellLate)
	} else {
		s.tell()
	}
	return true
}

// tell leaves the size where Sizes finds it, in place of one that nobody has taken. s.mu is held.
func (s *Session) tell() {
	select {
	case <-s.resized:
	default:
	}
	s.resized <- s.size
	s.told = time.Now()
	if s.heard != nil {
		s.heard()
	}
}

func (s *Session) tellLate() {
	defer s.g.panics.Catch("resize", func() { s.c.Close() })
	s.mu.Lock()
	defer s.mu.Unlock()
	s.late = nil
	s.tell()
}

// windowOf bounds a size before anything is allocated for it.
func windowOf(w, h uint32) ssh.Window {
	if w == 0 {
		w = zeroWidth
	}
	if h == 0 {
		h = zeroHeight
	}
	return ssh.Window{Width: int(min(w, maxWidth)), Height: int(min(h, maxHeight))}
}

// Key is the key that signed, the zero Key for a guest.
func (s *Session) Key() keys.Key { return s.key }

// Source is the address that the client comes from; invalid where the transport has no such address.
func (s *Session) Source() netip.Addr { return s.c.addr }

// Term is the client's TERM, "" without a terminal.
func (s *Session) Term() string { return s.terminal }

// Env returns a variable of the client's environment, "" for one that it did not send or may not.
func (s *Session) Env(name string) string {
	for _, e := range slices.Backward(s.environ) {
		if value, ok := strings.CutPrefix(e, name+"="); ok {
			return value
		}
	}
	return ""
}

// Window is the size of the client's terminal in cells, 1..240 by 1..80.
func (s *Session) Window() (w, h int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.size.Width, s.size.Height
}

// Sizes has each change of window, at most twenty a second, and only the latest that was not taken. It is never
// closed. It is for one receiver, and is the channel of Pty.
func (s *Session) Sizes() <-chan ssh.Window { return s.resized }

// OnSize has f called, which must not wait, whenever there is a size to be taken from Sizes. It is called before the first.
func (s *Session) OnSize(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.heard = f; len(s.resized) > 0 {
		f()
	}
}

// Raw writes to the client's terminal what it is given, byte for byte.
func (s *Session) Raw() io.Writer { return &s.stdout }

// RawErrors is Raw's counterpart for the client's error stream, which leads to its terminal where its output leads
// elsewhere.
func (s *Session) RawErrors() io.Writer { return &s.stderr }

// Write writes to the client, as a terminal driver does where there is a terminal: LF becomes CR LF.
func (s *Session) Write(p []byte) (int, error) { return s.write(&s.stdout, p) }

func (s *Session) write(o *out, p []byte) (int, error) {
	if !s.pty {
		return o.Write(p)
	}
	q := bytes.ReplaceAll(p, []byte("\r\n"), []byte("\n"))
	q = bytes.ReplaceAll(q, []byte("\n"), []byte("\r\n"))
	if n, err := o.Write(q); err != nil {
		return min(n, len(p)), err
	}
	return len(p), nil
}

// Stderr is Write's counterpart for the client's error stream.
func (s *Session) Stderr() io.ReadWriter { return errorStream{s} }

type errorStream struct{ s *Session }

func (e errorStream) Read(p []byte) (int, error)  { return e.s.Channel.Stderr().Read(p) }
func (e errorStream) Write(p []byte) (int, error) { return e.s.write(&e.s.stderr, p) }

// Read reads input, and nothing more once the session has ended. What comes faster than a person makes it is dropped,
// but never a Ctrl+C.
func (s *Session) Read(p []byte) (int, error) {
	for {
		if s.ctx.Err() != nil {
			return 0, io.EOF
		}
		n, err := s.next(p)
		now := time.Now()
		s.settle(now)
		passed := s.sift(&s.in, p[:n], now)
		if len(passed) > 0 {
			s.c.input.Store(int64(now.Sub(s.c.began)))
		}
		if s.in.Presses > handful || len(passed) < n {
			s.readAhead()
		}
		if len(passed) > 0 || err != nil || len(p) == 0 {
			return len(passed), err
		}
	}
}

// Exit tells the client how the session ended, and closes it. Only the first call says anything.
func (s *Session) Exit(code int) error {
	s.mu.Lock()
	again := s.exited
	s.exited = true
	s.mu.Unlock()
	if again {
		return errors.New("the session has exited already")
	}
	if _, err := s.SendRequest("exit-status", false, gossh.Marshal(struct{ Status uint32 }{uint32(code)})); err != nil {
		return err
	}
	return s.Close()
}

// Ping is how long a message takes to the client and back. It waits for the answer, or for the connection's end.
func (s *Session) Ping() (time.Duration, error) {
	sent := time.Now()
	if _, _, err := s.sc.SendRequest(keepalive, true, nil); err != nil {
		return 0, fmt.Errorf("ping: %w", err)
	}
	return time.Since(sent), nil
}

// Hangup ends the whole connection: the only end for a client that does not read, as a write to it waits.
func (s *Session) Hangup() { s.c.Close() }

// Close closes the session without a word, and ends its context.
func (s *Session) Close() error {
	defer s.cancel(nil)
	return s.Channel.Close()
}

// User is the name that the client gave. Nobody has checked it.
func (s *Session) User() string { return s.ctx.User() }

func (s *Session) RemoteAddr() net.Addr { return s.sc.RemoteAddr() }
func (s *Session) LocalAddr() net.Addr  { return s.sc.LocalAddr() }

// Environ is the client's environment, as far as it concerns us.
func (s *Session) Environ() []string { return slices.Clone(s.environ) }

// Command is the command in words; none when the client asked for a shell.
func (s *Session) Command() []string {
	words := keys.Words(s.command)
	for i, w := range words {
		words[i] = keys.Clean(w, MaxCommand)
	}
	return words
}

// RawCommand is the command as the client sent it, not cleaned.
func (s *Session) RawCommand() string { return s.command }

func (s *Session) Subsystem() string { return "" }

// Context ends with the session. Its values are the connection's.
func (s *Session) Context() ssh.Context { return s.ctx }

func (s *Session) Permissions() ssh.Permissions { return *s.ctx.Permissions() }

// PublicKey is the key, or certificate, whose signature authenticated the connection; nil for a guest. It comes from
// the connection's permissions and from nothing that an authentication callback has seen.
func (s *Session) PublicKey() ssh.PublicKey {
	k, _ := s.ctx.Value(ssh.ContextKeyPublicKey).(ssh.PublicKey)
	return k
}

func (s *Session) EmulatedPty() bool { return true }

func (s *Session) Pty() (ssh.Pty, <-chan ssh.Window, bool) {
	w, h := s.Window()
	return ssh.Pty{Term: s.terminal, Window: ssh.Window{Width: w, Height: h}}, s.resized, s.pty
}

// Signals and Break have nothing to tell: no client's signal means anything here.
func (s *Session) Signals(chan<- ssh.Signal) {}
func (s *Session) Break(chan<- bool)         {}
