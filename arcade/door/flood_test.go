package door

import (
	"io"
	"net"
	"strings"
	"testing"

	"arcade.example.com/arcade/door/doortest"
)

// knocking connects and reads what the server says first; "" where it says nothing.
func (d *door) knocking(t *testing.T, from string) (net.Conn, string) {
	nc := d.reach(t, from)
	line := make([]byte, 8)
	n, _ := io.ReadFull(nc, line)
	return nc, string(line[:n])
}

// A crowd of silent connections from one address keeps nobody out who comes from another.
func TestFloodFromOneAddress(t *testing.T) {
	d := openDoor(t, DefaultLimits(), func(s *Session) { io.WriteString(s, "played") })
	greeted := 0
	for range 300 {
		if _, line := d.knocking(t, "127.0.0.66"); strings.HasPrefix(line, greeting) {
			greeted++
		}
	}
	if greeted != 10 {
		t.Errorf("%d of 300 silent connections were greeted, want 10", greeted)
	}
	for _, from := range []string{"127.0.0.2", "127.0.0.3"} {
		s, err := d.client(t, from).NewSession()
		if err != nil {
			t.Fatal(err)
		}
		if out, err := s.Output("me"); string(out) != "played" || err != nil {
			t.Errorf("meanwhile from %s: %q, %v", from, out, err)
		}
	}
	if lines := strings.Count(d.log.String(), "msg=refused"); lines != 1 {
		t.Errorf("290 refusals are %d lines in the log", lines)
	}
}

// Handshakes one after the other run dry after twenty.
func TestHandshakesFromOneAddress(t *testing.T) {
	d := openDoor(t, DefaultLimits(), until)
	done := 0
	for range 60 {
		c, err := doortest.Login(d.reach(t, "127.0.0.66"), doortest.AsGuest())
		if err == nil {
			done++
			c.Close()
		}
	}
	if done < 20 || done > 30 {
		t.Errorf("%d of 60 handshakes in a row were done, want 20 and two a second", done)
	}
	if d.told()[causeRate] != 60-done {
		t.Errorf("causes %v", d.told())
	}
	d.client(t, "127.0.0.2")
}

// A health check connects, reads the greeting and leaves; whatever else comes from there is held to its limits.
func TestHealthChecksInARow(t *testing.T) {
	d := openDoor(t, DefaultLimits(), until)
	for i := range 20 {
		nc, line := d.knocking(t, "127.0.0.1")
		if line != "SSH-2.0-" {
			t.Fatalf("check %d reads %q", i, line)
		}
		nc.Close()
		doortest.Eventually(t, "the check has left", d.empty)
	}
}
