package arcade

import (
	"net/netip"
	"testing"
	"time"
)

// A ban on an address keeps out whoever it is one customer's: all of an IPv6 /64.
func TestBanOfAnAddress(t *testing.T) {
	for who, want := range map[string]string{
		"192.0.2.7":          "192.0.2.7/32",
		"::ffff:192.0.2.7":   "192.0.2.7/32",
		"192.0.2.7/24":       "192.0.2.0/24",
		"2001:db8:1:2::7":    "2001:db8:1:2::/64",
		"2001:db8:1:2::7/48": "2001:db8:1::/48",
		"fe80::1%eth0":       "fe80::/64",
	} {
		if got, ok := netOf(who); !ok || got.String() != want {
			t.Errorf("netOf(%s) = %v, %v, want %s", who, got, ok, want)
		}
	}
	if _, ok := netOf("rob"); ok {
		t.Error("a name is a network")
	}
	b, err := readBans("")
	if err != nil {
		t.Fatal(err)
	}
	p, _ := netOf("2001:db8:1:2::7")
	now := time.Now()
	if err := b.put(ban{Who: p.String(), Until: now.Add(time.Hour)}); err != nil {
		t.Fatal(err)
	}
	for from, want := range map[string]bool{"2001:db8:1:2:ffff::1": true, "2001:db8:1:3::7": false} {
		if got := b.ofAddress(now, netip.MustParseAddr(from)); got != want {
			t.Errorf("%s is banned: %v", from, got)
		}
	}
}
