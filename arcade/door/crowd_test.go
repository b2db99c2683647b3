package door

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/door/doortest"
)

func TestNetworksOfAnAddress(t *testing.T) {
	for from, want := range map[string]string{
		"192.0.2.7":            "192.0.2.7/32 192.0.2.0/24",
		"2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64 2001:db8:1::/56 2001:db8:1::/48",
		"2001:db8:1:3:ffff::1": "2001:db8:1:3::/64 2001:db8:1::/56 2001:db8:1::/48",
		"2001:db8:1:1ff::1":    "2001:db8:1:1ff::/64 2001:db8:1:100::/56 2001:db8:1::/48",
	} {
		var got []string
		for _, tier := range tiersOf(netip.MustParseAddr(from)) {
			p, _ := netip.MustParseAddr(from).Prefix(tier.bits)
			got = append(got, p.String())
		}
		if strings.Join(got, " ") != want || Customer(netip.MustParseAddr(from)).String() != got[0] {
			t.Errorf("%s lies in %s, want %s", from, got, want)
		}
	}
}

// crowd lets as many authenticated connections in as get in, each a second after the one before, from addresses.
func crowd(g *Guard, now time.Time, address func(i int) string, tries int) (in []*conn, refused map[string]int) {
	refused = map[string]int{}
	for i := range tries {
		c, cause := knock(g, address(i), now.Add(time.Duration(i)*time.Second))
		if cause != "" {
			refused[cause]++
			continue
		}
		c.tried("keyboard-interactive", nil)
		in = append(in, c)
	}
	return in, refused
}

// A customer's /56 or /48 is not as many sources as it has /64s: today 64 of them held 600 of 600 places.
func TestPrefixIsOneSource(t *testing.T) {
	for prefix, want := range map[string]int{"2001:db8:0:%x::1": 80, "2001:db8:0:%x00::1": 160} {
		g := quietGuard(DefaultLimits())
		in, refused := crowd(g, time.Now(), func(i int) string { return fmt.Sprintf(prefix, i%64) }, 640)
		if len(in) != want {
			t.Errorf("%s: %d of 640 connections got in, want %d; refused %v", prefix, len(in), want, refused)
		}
		_, cause := knock(g, "2001:db8:1::1", time.Now())
		wantCause(t, "somebody else", cause, "")
	}
}

// When many sources hold connections open and never authenticate, one from elsewhere still gets in, and is not the next
// to go: the oldest of the most crowded network is.
func TestCrowdGivesWay(t *testing.T) {
	now := time.Now()
	l := DefaultLimits()
	l.MaxUnauth = 200
	g := quietGuard(l)
	g.random = func() float64 { return 1 } // nobody goes early
	var all []*conn
	for i := range l.MaxUnauth {
		c, cause := knock(g, fmt.Sprintf("192.0.2.%d", i), now.Add(time.Duration(i)*time.Millisecond))
		wantCause(t, fmt.Sprint("source ", i), cause, "")
		all = append(all, c)
	}
	slow, cause := knock(g, "198.51.100.1", now.Add(time.Second))
	wantCause(t, "the one too many", cause, "")
	if !isClosed(all[0]) {
		t.Error("the oldest of the crowd was not closed")
	}
	for i := range 300 {
		knock(g, fmt.Sprintf("203.0.113.%d", i%250), now.Add(time.Duration(2*i)*time.Second))
	}
	if isClosed(slow) {
		t.Error("somebody slow has gone for a crowd from elsewhere")
	}
	if len(g.waiting) != l.MaxUnauth || g.conns != l.MaxUnauth {
		t.Errorf("%d wait of %d, want %d", len(g.waiting), g.conns, l.MaxUnauth)
	}
}

func isClosed(c *conn) bool {
	select {
	case <-c.closed:
		return true
	default:
		return false
	}
}

// As OpenSSH's MaxStartups: nobody before half, 30 % from there, all at the end.
func TestRandomEarlyDrop(t *testing.T) {
	for waiting, want := range map[int]float64{99: 0, 100: 0.3, 150: 0.65, 200: 1} {
		l := DefaultLimits()
		l.MaxUnauth = 200
		g := quietGuard(l)
		for i := range waiting {
			g.random = func() float64 { return 1 }
			if _, cause := knock(g, fmt.Sprintf("10.%d.%d.1", i/200, i%200), time.Now()); cause != "" {
				t.Fatalf("source %d: %s", i, cause)
			}
		}
		for _, c := range []struct {
			roll  float64
			cause string
		}{{want - 0.01, causeCrowded}, {want, ""}} {
			if c.roll < 0 || c.roll >= 1 {
				continue
			}
			g.random = func() float64 { return c.roll }
			_, cause := knock(g, "192.0.2.1", time.Now())
			wantCause(t, fmt.Sprintf("%d wait, chance %.2f", waiting, c.roll), cause, c.cause)
		}
	}
}

// When the house is full the guest goes that has been idle longest in the most crowded network; players with a key
// and whoever did something in the last minute stay.
func TestIdlestGuestMakesRoom(t *testing.T) {
	now := time.Now()
	l := DefaultLimits()
	l.MaxConns = 6
	g := quietGuard(l)
	var all []*conn
	for i, from := range []string{"192.0.2.1", "198.51.100.1", "198.51.100.2", "198.51.100.3", "203.0.113.1", "203.0.113.2"} {
		c, cause := knock(g, from, now.Add(time.Duration(i)*time.Second))
		wantCause(t, from, cause, "")
		c.tried(map[bool]string{true: "publickey", false: "keyboard-interactive"}[i == 1], nil)
		all = append(all, c)
	}
	_, cause := knock(g, "192.0.2.9", now.Add(30*time.Second))
	wantCause(t, "while nobody is idle", cause, causeFull)
	all[2].input.Store(int64(10 * time.Minute))
	_, cause = knock(g, "192.0.2.9", now.Add(10*time.Minute))
	wantCause(t, "when somebody is", cause, "")
	for i, c := range all {
		if c.madeRoom != (i == 3) {
			t.Errorf("connection %d made room: %v", i, c.madeRoom)
		}
	}
	all[3].Close()
	if g.leaving != 0 || g.conns != 6 {
		t.Errorf("%d are leaving of %d", g.leaving, g.conns)
	}
}

// Whoever makes room is told why, and has the terminal restored.
func TestMakingRoomIsPolite(t *testing.T) {
	inBubble(t, "an idle guest", func(t *testing.T) {
		l := DefaultLimits()
		l.MaxConns = 1
		d := newDoor(t, l, func(s *Session) {
			until(s)
			if errors.Is(context.Cause(s.Context()), ErrMadeRoom) {
				fmt.Fprintln(s, "restored")
			}
		})
		_, ch := d.visit(t)
		time.Sleep(2 * time.Minute)
		nc, _ := d.call(t)
		c, err := doortest.Login(nc, doortest.AsGuest())
		if err != nil {
			t.Fatal(err)
		}
		if out, _ := io.ReadAll(ch); string(out) != "restored\r\n" {
			t.Errorf("the idle guest reads %q", out)
		}
		c.Close()
		time.Sleep(2 * goodbye)
		synctest.Wait()
		d.wantTold(t, causeIdle)
	})
}

// Sessions are bounded by themselves, whatever connections they come on; before the last places are gone, newcomers
// are told so in words.
func TestFullOfSessions(t *testing.T) {
	l := DefaultLimits()
	l.MaxSessions = 20
	d := openDoor(t, l, until)
	for i := range 17 {
		doortest.OpenChannel(t, d.client(t, fmt.Sprintf("127.0.0.%d", 10+i))).Must(t, "shell", nil)
	}
	for i := range 3 {
		ch := doortest.OpenChannel(t, d.client(t, fmt.Sprintf("127.0.1.%d", 10+i)))
		ch.Must(t, "shell", nil)
		said, _ := io.ReadAll(ch.Stderr())
		if string(said) != "The arcade is full at the moment. Try again in a minute.\n" || ch.Status(t) != 1 {
			t.Errorf("session %d is told %q", 17+i, said)
		}
		doortest.Eventually(t, "it is over", func() bool { return d.running() == 17 })
	}
	if d.told()[causeFull] != 3 {
		t.Errorf("causes %v", d.told())
	}
	for i := range 3 { // that ask for nothing yet
		doortest.OpenChannel(t, d.client(t, fmt.Sprintf("127.0.1.%d", 20+i)))
	}
	if _, _, err := d.client(t, "127.0.1.30").OpenChannel("session", nil); err == nil || !strings.Contains(err.Error(), "try again in a minute") {
		t.Errorf("one too many: %v", err)
	}
}

func TestSessionsOfASource(t *testing.T) {
	l := DefaultLimits()
	l.PerSource = 8
	g := quietGuard(l)
	c, _ := knock(g, "192.0.2.1", time.Now())
	for i := range 8 {
		_, _, cause := g.enterSession(c, time.Now())
		wantCause(t, fmt.Sprint("session ", i), cause, "")
	}
	_, _, cause := g.enterSession(c, time.Now())
	wantCause(t, "a ninth", cause, causeSource)
	g.leaveSession(c)
	_, _, cause = g.enterSession(c, time.Now())
	wantCause(t, "after one has left", cause, "")
}
