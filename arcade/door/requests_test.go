package door

import (
	"errors"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"arcade.example.com/arcade/door/doortest"
	"arcade.example.com/keys/keystest"
)

func TestEnvironmentIsBounded(t *testing.T) {
	environ := make(chan []string, 1)
	d := openDoor(t, DefaultLimits(), func(s *Session) { environ <- s.Environ() })
	ch := doortest.OpenChannel(t, d.client(t, "127.0.0.2"))
	for _, name := range []string{"PATH", "LD_PRELOAD", "TERM", "LC_", "LC_all", "LC_A\nB", "LC_" + strings.Repeat("A", 17), "lang", ""} {
		if granted := ch.Ask(t, "env", doortest.Env(name, "x")); granted != (name == "LC_") {
			t.Errorf("%q: granted %v", name, granted)
		}
	}
	for i := range 30 {
		ch.Ask(t, "env", doortest.Env("LC_"+string(rune('A'+i%26)), strings.Repeat("\x1b", 5<<10)))
	}
	ch.Must(t, "shell", nil)
	got := <-environ
	if len(got) > maxEnv {
		t.Errorf("%d variables", len(got))
	}
	size := 0
	for _, entry := range got {
		size += len(entry)
		keystest.CheckClean(t, entry, len(entry))
		if strings.ContainsAny(entry, "\x1b\n") {
			t.Errorf("not cleaned: %q", entry)
		}
	}
	if size > maxEnvBytes {
		t.Errorf("%d bytes", size)
	}
}

func TestRequestsBeforeStartAreBounded(t *testing.T) {
	d := openDoor(t, DefaultLimits(), until)
	c := d.client(t, "127.0.0.2")
	ch := doortest.OpenChannel(t, c)
	for range maxRequests + 1 {
		ch.SendRequest("env", false, gossh.Marshal(doortest.Env("LANG", strings.Repeat("x", 1000))))
	}
	c.Wait()
	if d.told()[causeRequests] != 1 {
		t.Errorf("causes %v", d.told())
	}
}

func TestRequestFloodEndsTheConnection(t *testing.T) {
	for what, flood := range map[string]func(c *gossh.Client, ch gossh.Channel) error{
		"window-change": func(_ *gossh.Client, ch gossh.Channel) error {
			_, err := ch.SendRequest("window-change", false, gossh.Marshal(doortest.ResizeRequest{W: 80, H: 24}))
			return err
		},
		"global requests": func(c *gossh.Client, _ gossh.Channel) error {
			_, _, err := c.SendRequest("keepalive@openssh.com", false, nil)
			return err
		},
	} {
		d := openDoor(t, DefaultLimits(), until)
		c := d.client(t, "127.0.0.2")
		ch := doortest.OpenChannel(t, c)
		ch.Must(t, "pty-req", doortest.Terminal(80, 24))
		ch.Must(t, "shell", nil)
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
	d := openDoor(t, DefaultLimits(), until)
	c := doortest.NewRaw(d.reach(t, "127.0.0.2"))
	if err := errors.Join(c.Handshake(), c.AskNothing("ana")); err != nil {
		t.Fatal(err)
	}
	var opens [][]byte
	for i := range uint32(1000) {
		opens = append(opens, doortest.OpenSession(i, 1<<20))
	}
	c.Send(opens...)
	answers := map[byte]int{}
	for {
		p, err := c.Receive()
		if err != nil {
			break
		}
		answers[p[0]]++
	}
	if granted := answers[91]; granted == 0 || granted > maxSessions || d.told()[causeSessions] < maxRejects {
		t.Errorf("%d of 1000 sessions granted, causes %v", granted, d.told())
	}
}
