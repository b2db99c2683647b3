package door

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"strings"
	"testing"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"arcade.example.com/arcade/door/doortest"
	"arcade.example.com/keys"
	"arcade.example.com/keys/keystest"
)

func TestSessionTellsWhatItWasAsked(t *testing.T) {
	seen := make(chan string, 1)
	d := openDoor(t, DefaultLimits(), func(s *Session) {
		w, h := s.Window()
		pty, _, isPty := s.Pty()
		seen <- fmt.Sprintln(s.User(), s.Term(), w, h, pty.Term, pty.Window.Width, isPty, s.Environ(), s.Env("LANG"), s.Env("HOME"),
			s.Source(), s.RawCommand(), len(s.Command()), s.Command(), s.Key().Guest(), s.PublicKey() == nil, s.Context().User())
	})
	ch := doortest.OpenChannel(t, d.client(t, "127.0.0.2"))
	ch.Must(t, "pty-req", doortest.Terminal(120, 40))
	ch.Must(t, "env", doortest.Env("LANG", "en_GB.UTF-8"))
	if ch.Ask(t, "env", doortest.Env("HOME", "/root")) {
		t.Error("HOME was taken")
	}
	ch.Must(t, "exec", doortest.Text(`replay "a b"`))
	want := "ana xterm-256color 120 40 xterm-256color 120 true [LANG=en_GB.UTF-8] en_GB.UTF-8  127.0.0.2 replay \"a b\" 2 [replay a b] true true ana\n"
	if got := <-seen; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if status := ch.Status(t); status != 0 {
		t.Errorf("exit status %d", status)
	}
}

func TestWindowIsBoundedBeforeAnythingSeesIt(t *testing.T) {
	const most = 1<<32 - 1
	sizes := make(chan [2]int, 1)
	l := DefaultLimits()
	l.PerSource = 0 // for the number of sessions
	d := openDoor(t, l, func(s *Session) { w, h := s.Window(); sizes <- [2]int{w, h} })
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
		{most, most, [2]int{240, 80}},
		{most, 1, [2]int{240, 1}},
		{1, most, [2]int{1, 80}},
		{1 << 31, 65535, [2]int{240, 80}},
	} {
		ch := doortest.OpenChannel(t, client)
		ch.Must(t, "pty-req", doortest.Terminal(c.w, c.h))
		ch.Must(t, "shell", nil)
		if got := <-sizes; got != c.want {
			t.Errorf("pty-req %dx%d: window %v, want %v", c.w, c.h, got, c.want)
		}
		ch.Status(t)

		ch = doortest.OpenChannel(t, client)
		ch.Must(t, "pty-req", doortest.Terminal(10, 10))
		ch.Must(t, "window-change", doortest.ResizeRequest{W: c.w, H: c.h})
		ch.Must(t, "shell", nil)
		if got := <-sizes; got != c.want {
			t.Errorf("window-change %dx%d: window %v, want %v", c.w, c.h, got, c.want)
		}
		ch.Status(t)
		doortest.Eventually(t, "the places are free again", func() bool { return d.running() == 0 })
	}
}

// A resize before the shell hangs the library's own loop for ever.
func TestResizeBeforeShell(t *testing.T) {
	d := openDoor(t, DefaultLimits(), func(s *Session) {
		w, h := s.Window()
		fmt.Fprintf(s, "%dx%d\n", w, h)
	})
	ch := doortest.OpenChannel(t, d.client(t, "127.0.0.2"))
	if ch.Ask(t, "window-change", doortest.ResizeRequest{W: 90, H: 30}) {
		t.Error("a window without a terminal was resized")
	}
	ch.Must(t, "pty-req", doortest.Terminal(80, 24))
	for w := range uint32(50) {
		ch.Must(t, "window-change", doortest.ResizeRequest{W: 90 + w, H: 30})
	}
	ch.Must(t, "shell", nil)
	out, _ := io.ReadAll(ch)
	if string(out) != "139x30\r\n" {
		t.Errorf("the handler saw %q", out)
	}
}

func TestRequestsOutOfPlace(t *testing.T) {
	d := openDoor(t, DefaultLimits(), until)
	ch := doortest.OpenChannel(t, d.client(t, "127.0.0.2"))
	ch.Must(t, "pty-req", doortest.Terminal(80, 24))
	refuse := func(kind string, payload any) {
		t.Helper()
		if ch.Ask(t, kind, payload) {
			t.Errorf("%s was granted", kind)
		}
	}
	refuse("pty-req", doortest.Terminal(80, 24)) // a second one
	ch.Must(t, "shell", nil)
	refuse("shell", nil)
	refuse("exec", doortest.Text("id"))
	refuse("env", doortest.Env("LANG", "C"))
	refuse("pty-req", doortest.Terminal(80, 24))
	refuse("window-change", nil)
	for _, kind := range []string{"pty-req", "env", "exec"} {
		next := doortest.OpenChannel(t, d.client(t, "127.0.0.2"))
		if next.Ask(t, kind, struct{ Length uint32 }{1 << 31}) {
			t.Errorf("%s with garbage was granted", kind)
		}
	}
}

// Whatever is no session is refused, in a form that a client understands.
func TestNothingButSessions(t *testing.T) {
	d := openDoor(t, DefaultLimits(), until)
	c := d.client(t, "127.0.0.2")
	ch := doortest.OpenChannel(t, c)
	for kind, payload := range map[string]any{
		"subsystem":                  doortest.Text("sftp"),
		"auth-agent-req@openssh.com": nil,
		"x11-req": struct {
			Single           bool
			Protocol, Cookie string
			Screen           uint32
		}{false, "MIT-MAGIC-COOKIE-1", "00", 0},
		"signal":           doortest.Text("KILL"),
		"break":            struct{ Milliseconds uint32 }{500},
		"xon-xoff":         nil,
		"\x1b]0;owned\x07": nil,
	} {
		if ch.Ask(t, kind, payload) {
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

// A closed channel ends its handler though the connection lives on: with the library's, ten of them take half a core.
func TestClosedChannelEndsItsSession(t *testing.T) {
	causes := make(chan error, 1)
	l := DefaultLimits()
	l.PerSource = 0
	d := openDoor(t, l, func(s *Session) {
		until(s)
		causes <- context.Cause(s.Context())
	})
	c := d.client(t, "127.0.0.2")
	for range 100 {
		ch := doortest.OpenChannel(t, c)
		ch.Must(t, "shell", nil)
		ch.Close()
		if cause := <-causes; !errors.Is(cause, errClosed) {
			t.Fatalf("ended by %v", cause)
		}
	}
	doortest.Eventually(t, "no handler runs", func() bool { return d.running() == 0 })
	if _, _, err := c.SendRequest("still there?", true, nil); err != nil {
		t.Errorf("the connection is gone: %v", err)
	}
}

// Sessions in a row on one connection run dry as connections do, and then the connection ends.
func TestSessionsInARow(t *testing.T) {
	d := openDoor(t, DefaultLimits(), func(*Session) {})
	c := doortest.NewRaw(d.reach(t, "127.0.0.2"))
	if err := errors.Join(c.Handshake(), c.AskNothing("ana")); err != nil {
		t.Fatal(err)
	}
	granted := 0
	for {
		if _, err := c.Run("me"); err != nil && !errors.Is(err, doortest.ErrUnexpected) {
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
	d := openDoor(t, DefaultLimits(), func(s *Session) {
		if s.RawCommand() == "one" {
			s.cancel(errors.New("kicked"))
			<-s.Context().Done()
			fmt.Fprint(s, context.Cause(s.Context()))
			return
		}
		io.Copy(s, s)
	})
	c := d.client(t, "127.0.0.2")
	other := doortest.OpenChannel(t, c)
	other.Must(t, "exec", doortest.Text("other"))
	one := doortest.OpenChannel(t, c)
	one.Must(t, "exec", doortest.Text("one"))
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
	d := openDoor(t, DefaultLimits(), func(s *Session) { fmt.Fprint(s, "ran") })
	for _, n := range []int{MaxCommand + 1, 100 << 10, 250 << 10} {
		ch := doortest.OpenChannel(t, d.client(t, "127.0.0.2"))
		ch.Must(t, "exec", doortest.Text(strings.Repeat("a", n)))
		said, _ := io.ReadAll(ch.Stderr())
		out, _ := io.ReadAll(ch)
		if want := "A command is at most 1024 bytes long. Try: help\n"; string(said) != want || len(out) > 0 {
			t.Errorf("%d bytes: stderr %q, stdout %q", n, said, out)
		}
		if status := ch.Status(t); status != 2 {
			t.Errorf("%d bytes: exit status %d", n, status)
		}
	}
	ch := doortest.OpenChannel(t, d.client(t, "127.0.0.2"))
	ch.Must(t, "exec", doortest.Text(strings.Repeat("a", MaxCommand)))
	if out, _ := io.ReadAll(ch); string(out) != "ran" {
		t.Errorf("a command of just %d bytes: %q", MaxCommand, out)
	}
}

func TestPanicEndsOneSession(t *testing.T) {
	restored := make(chan bool, 1)
	d := openDoor(t, DefaultLimits(), func(s *Session) {
		if s.RawCommand() == "break" {
			defer func() { restored <- true }()
			panic("a fault of ours")
		}
		io.Copy(s, s)
	})
	c := d.client(t, "127.0.0.2")
	other := doortest.OpenChannel(t, c)
	other.Must(t, "shell", nil)
	broken := doortest.OpenChannel(t, c)
	broken.Must(t, "exec", doortest.Text("break"))
	if status := broken.Status(t); status != 1 {
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
	if n := d.g.panics.Caught(); n != 1 {
		t.Errorf("%d panics were counted", n)
	}
}

func TestLinesForATerminal(t *testing.T) {
	d := openDoor(t, DefaultLimits(), func(s *Session) {
		for _, text := range []string{"a\nb\r\nc", "\n"} {
			if n, err := io.WriteString(s, text); n != len(text) || err != nil {
				t.Errorf("Write(%q) = %d, %v", text, n, err)
			}
		}
		io.WriteString(s.Raw(), "d\ne")
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
		ch := doortest.OpenChannel(t, c)
		if want.pty {
			ch.Must(t, "pty-req", doortest.Terminal(80, 24))
		}
		ch.Must(t, "shell", nil)
		errout, _ := io.ReadAll(ch.Stderr())
		out, _ := io.ReadAll(ch)
		if string(out) != want.out || string(errout) != want.errout {
			t.Errorf("terminal %v: %q and %q", want.pty, out, errout)
		}
		if status := ch.Status(t); status != 3 {
			t.Errorf("exit status %d", status)
		}
	}
}

// FuzzRequests sends a session three requests of any kind. Nothing breaks, nothing grows, and only what is named is
// ever granted.
func FuzzRequests(f *testing.F) {
	for _, kind := range []string{"pty-req", "env", "exec", "shell", "window-change", "subsystem", "x11-req"} {
		f.Add(kind, gossh.Marshal(doortest.Terminal(1<<31, 0)), "env", gossh.Marshal(doortest.Env("LANG", "\x1b")), kind, []byte{0, 0, 0, 200, 65})
		f.Add("pty-req", gossh.Marshal(doortest.Terminal(80, 24)), kind, gossh.Marshal(doortest.ResizeRequest{W: 1}), "exec", gossh.Marshal(doortest.Text("a \x07")))
	}
	granted := map[string]bool{"pty-req": true, "env": true, "exec": true, "shell": true, "window-change": true}
	f.Fuzz(func(t *testing.T, kind1 string, p1 []byte, kind2 string, p2 []byte, kind3 string, p3 []byte) {
		g := quietGuard(DefaultLimits())
		s := &Session{g: g, c: newConn(g, nil, netip.Addr{}), size: windowOf(0, 0), resized: make(chan ssh.Window, 1)}
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
		if w, h := s.Window(); w < 1 || w > maxWidth || h < 1 || h > maxHeight {
			t.Errorf("window %dx%d", w, h)
		}
		if len(s.RawCommand()) > MaxCommand {
			t.Errorf("a command of %d bytes", len(s.RawCommand()))
		}
		for _, text := range append(append(s.Command(), s.Environ()...), s.Term()) {
			keystest.CheckClean(t, text, MaxCommand)
			if keys.Clean(text, MaxCommand) != text {
				t.Errorf("not cleaned: %q", text)
			}
		}
	})
}
