package door

import (
	"fmt"
	"io"
	"net"
	"net/netip"
	"testing"

	"arcade.example.com/arcade/door/accept"
	"arcade.example.com/arcade/door/doortest"
)

// proxied opens a door behind which the session says where it comes from; 127.0.0.9 is a proxy that is trusted.
func proxied(t *testing.T) *door {
	return openDoorOn(t, DefaultLimits(), func(s *Session) { fmt.Fprint(s, s.Source(), " ", s.RemoteAddr().String() != "") }, func(l net.Listener) net.Listener {
		return accept.TrustProxies(l, []netip.Prefix{netip.MustParsePrefix("127.0.0.9/32"), netip.MustParsePrefix("2001:db8::/32")})
	})
}

var (
	farAway = &net.TCPAddr{IP: net.IPv4(6, 6, 6, 6), Port: 6666}
	far6    = &net.TCPAddr{IP: net.ParseIP("2001:db8::6"), Port: 6666}
)

func TestTrustedProxyNamesTheClient(t *testing.T) {
	d := proxied(t)
	for head, want := range map[string]string{
		doortest.ProxyHeader(2, farAway):         "6.6.6.6 true",
		doortest.ProxyHeader(2, far6):            "2001:db8::6 true",
		"":                                       "127.0.0.9 true",
		"\r\n\r\n\x00\r\nQUIT\n\x20\x00\x00\x00": "127.0.0.9 true", // LOCAL: the proxy's own health check
	} {
		nc := d.reach(t, "127.0.0.9")
		io.WriteString(nc, head)
		c, err := doortest.Login(nc, doortest.AsGuest())
		if err != nil {
			t.Fatalf("%q: %v", head, err)
		}
		s, err := c.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		if out, err := s.Output("me"); string(out) != want || err != nil {
			t.Errorf("%q: %q (%v), want %q", head, out, err, want)
		}
		c.Close()
	}
}

func TestForgedProxyHeadersAreRefused(t *testing.T) {
	d := proxied(t)
	for _, forged := range []struct{ from, head string }{
		{"127.0.0.2", doortest.ProxyHeader(1, farAway)}, // from somewhere else
		{"127.0.0.2", doortest.ProxyHeader(2, farAway)},
		{"127.0.0.9", doortest.ProxyHeader(1, farAway)},              // the version that anybody can type
		{"127.0.0.9", doortest.ProxyHeader(2, farAway)[:14]},         // cut
		{"127.0.0.9", "\r\n\r\n\x00\r\nQUIT\n\x21\x00\x00\x00"},      // no address
		{"127.0.0.9", "\r\n\r\n\x00\r\nQUIT\n\x21\x11\xff\xffshort"}, // a length that is none
	} {
		nc := d.reach(t, forged.from)
		io.WriteString(nc, forged.head)
		if len(forged.head) == 14 || forged.head[len(forged.head)-1] == 't' {
			nc.(*net.TCPConn).CloseWrite()
		}
		if c, err := doortest.Login(nc, doortest.AsGuest()); err == nil {
			t.Errorf("from %s with %q: let in", forged.from, forged.head)
			c.Close()
		}
	}
	doortest.Eventually(t, "forged headers are no SSH", func() bool { return d.told()[causeProtocol] >= 2 })
	d.g.mu.Lock()
	defer d.g.mu.Unlock()
	if _, ok := d.g.peers[netip.MustParsePrefix("6.6.6.6/32")]; ok {
		t.Error("the forged address is known")
	}
}
