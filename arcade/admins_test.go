package arcade

import (
	"log/slog"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade.example.com/arcade/door/doortest"
	"arcade.example.com/arcade/playtest"
)

// publicLine is the nth test key as it stands in an authorized_keys file.
func publicLine(t *testing.T, n byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "admins")
	admit(t, path, n)
	line, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(line))
}

func TestOptionsOfAdmins(t *testing.T) {
	key := publicLine(t, 1)
	now := time.Date(2026, 11, 20, 14, 3, 7, 0, time.UTC)
	for _, tt := range []struct {
		options, from string
		operator      bool
		logged        string
	}{
		{``, "192.0.2.7", true, ""},
		{`no-agent-forwarding,no-port-forwarding,no-X11-forwarding,no-user-rc`, "192.0.2.7", true, ""},
		{`from="192.0.2.7"`, "192.0.2.7", true, ""},
		{`from="192.0.2.7"`, "::ffff:192.0.2.7", true, ""},
		{`from="192.0.2.7"`, "192.0.2.8", false, ""},
		{`from="192.0.2.0/24,2001:db8::/32"`, "2001:db8::7", true, ""},
		{`from="192.0.2.*"`, "192.0.2.8", true, ""},
		{`from="192.0.2.?"`, "192.0.2.88", false, ""},
		{`from="192.0.2.0/24,!192.0.2.7"`, "192.0.2.8", true, ""},
		{`from="192.0.2.0/24,!192.0.2.7"`, "192.0.2.7", false, ""},
		{`from="!192.0.2.7"`, "192.0.2.8", false, ""},
		{`from="*.example.com"`, "192.0.2.7", false, "names of hosts"},
		{`from="192.0.2.0/99"`, "192.0.2.7", false, "names no addresses"},
		{`from=""`, "192.0.2.7", false, "names no addresses"},
		{`expiry-time="20261121Z"`, "192.0.2.7", true, ""},
		{`expiry-time="20261120Z"`, "192.0.2.7", false, ""},
		{`expiry-time="202611201404Z"`, "192.0.2.7", true, ""},
		{`expiry-time="20261120140307Z"`, "192.0.2.7", false, ""},
		{`expiry-time="tomorrow"`, "192.0.2.7", false, "no time"},
		{`FROM="192.0.2.7",EXPIRY-TIME="20261121Z"`, "192.0.2.7", true, ""},
		{`cert-authority`, "192.0.2.7", false, "cert-authority"},
		{`restrict`, "192.0.2.7", false, "restrict"},
		{`no-pty`, "192.0.2.7", false, "no-pty"},
		{`command="date"`, "192.0.2.7", false, "command"},
		{`verify-required`, "192.0.2.7", false, "verify-required"},
		{`from="192.0.2.7",what`, "192.0.2.7", false, "what"},
	} {
		path := filepath.Join(t.TempDir(), "admins")
		if err := os.WriteFile(path, []byte("# the night shift\n\n"+strings.TrimSpace(tt.options+" "+key)+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		log := &doortest.Buffer{}
		a := &admins{path: path, log: slog.New(slog.NewTextHandler(log, nil))}
		for range 2 {
			if got := a.has(playtest.Key(t, 1), netip.MustParseAddr(tt.from), now); got != tt.operator {
				t.Errorf("%s from %s: operator %v", tt.options, tt.from, got)
			}
		}
		if said := log.String(); strings.Count(said, "\n") != min(len(tt.logged), 1) || !strings.Contains(said, tt.logged) || tt.logged != "" && !strings.Contains(said, "line=3") {
			t.Errorf("%s: logged %q", tt.options, said)
		}
	}
}

// One bad line takes nothing from the others; a change of the file holds at once.
func TestLinesOfAdmins(t *testing.T) {
	path := filepath.Join(t.TempDir(), "admins")
	log := &doortest.Buffer{}
	a := &admins{path: path, log: slog.New(slog.NewTextHandler(log, nil))}
	here, now := netip.MustParseAddr("192.0.2.7"), time.Now()
	is := func(n byte) bool { return a.has(playtest.Key(t, n), here, now) }
	if is(1) || log.String() != "" {
		t.Errorf("an operator without a file: %s", log)
	}
	lines := publicLine(t, 1) + "\nnonsense\ncert-authority " + publicLine(t, 2) + "\r\n" + publicLine(t, 3)
	if err := os.WriteFile(path, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	if !is(1) || is(2) || !is(3) || strings.Count(log.String(), "makes nobody an operator") != 2 {
		t.Errorf("%v %v %v: %s", is(1), is(2), is(3), log)
	}
	if err := os.WriteFile(path, []byte(publicLine(t, 2)), 0o600); err != nil {
		t.Fatal(err)
	}
	if is(1) || !is(2) || is(3) {
		t.Error("the file as it was")
	}
	if err := os.Chmod(path, 0o666); err != nil {
		t.Fatal(err)
	}
	if is(2) || !strings.Contains(log.String(), "chmod go-w "+path) {
		t.Errorf("a file that anybody can change is believed: %s", log)
	}
}

// Whatever stands in the file, it is read without harm.
func FuzzAdmins(f *testing.F) {
	f.Add("ssh-ed25519 AAAA", "192.0.2.7")
	f.Add(`from="!*,::1/128,1.2.3.?",expiry-time="20261121Z" ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f x`, "::1")
	f.Fuzz(func(t *testing.T, line, from string) {
		x, err := readAdmin(line)
		if err != nil {
			return
		}
		if _, _, _, _, err := gossh.ParseAuthorizedKey([]byte(line)); err != nil {
			t.Errorf("%q is a line, and no key: %v", line, err)
		}
		if a, err := netip.ParseAddr(from); err == nil {
			x.lets(a, time.Now())
		}
	})
}
