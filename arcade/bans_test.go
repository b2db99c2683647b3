package arcade

import (
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arcade.example.com/storage"
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
	b := bans{storage.NewMemory()}
	p, _ := netOf("2001:db8:1:2::7")
	now := time.Now()
	if err := b.store.Ban(storage.Ban{Who: p.String(), Until: now.Add(time.Hour)}); err != nil {
		t.Fatal(err)
	}
	for from, want := range map[string]bool{"2001:db8:1:2:ffff::1": true, "2001:db8:1:3::7": false} {
		if got := b.ofAddress(now, netip.MustParseAddr(from)); got != want {
			t.Errorf("%s is banned: %v", from, got)
		}
	}
}

// The store takes the bans that an earlier version kept in a file, once. Those that others can change are not believed.
func TestBansOfAnEarlierVersion(t *testing.T) {
	path, now := filepath.Join(t.TempDir(), "bans.json"), time.Date(2026, 11, 20, 14, 0, 0, 0, time.UTC)
	put := func(text string, mode os.FileMode) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	const list = `[{"who":"192.0.2.7/32","until":"2026-11-20T15:00:00Z","why":"noise"},{"who":"k3f9x2","until":"2026-11-20T13:00:00Z"}]`
	b := bans{storage.NewMemory()}
	put(list, 0o666)
	if err := takeBans(path, b.store); err == nil || !strings.Contains(err.Error(), "run chmod go-w "+path) || len(b.all(now)) != 0 {
		t.Errorf("%v, %v", b.all(now), err)
	}
	put("[{]", 0o600)
	if err := takeBans(path, b.store); err == nil {
		t.Error("what is no list is taken")
	}
	put(list, 0o600)
	if err := takeBans(path, b.store); err != nil {
		t.Fatal(err)
	}
	if all := b.all(now); len(all) != 1 || all[0].Who != "192.0.2.7/32" || all[0].Why != "noise" || !all[0].Until.Equal(now.Add(time.Hour)) {
		t.Errorf("the store has %+v", all)
	}
	if err := b.store.Unban("192.0.2.7/32"); err != nil {
		t.Fatal(err)
	}
	if err := takeBans(path, b.store); err != nil || len(b.all(now)) != 0 {
		t.Errorf("a second time: %v, %v", b.all(now), err)
	}
	if kept, err := os.ReadFile(path + ".taken"); err != nil || string(kept) != list {
		t.Errorf("%s, %v", kept, err)
	}
}
