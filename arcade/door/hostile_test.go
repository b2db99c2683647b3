package door

import (
	"strings"
	"testing"

	"arcade.example.com/arcade/door/doortest"
	"arcade.example.com/keys"
	"arcade.example.com/keys/keystest"
)

// Whatever a client says, through whatever entrance, comes out as printable ASCII, on screens and in the log.
func TestHostileText(t *testing.T) {
	seen := make(chan []string, 1)
	l := DefaultLimits()
	l.PerSource = 0
	d := openDoor(t, l, func(s *Session) {
		s.g.log.Info("session", "user", s.User(), "term", s.Term(), "client", s.Context().ClientVersion(), "command", s.Command())
		seen <- append(append(s.Command(), s.Environ()...), s.User(), s.Term(), s.Context().User(), s.Context().ClientVersion())
	})
	for _, text := range keystest.Hostile() {
		version := "SSH-2.0-" + strings.NewReplacer("\n", "", "\r", "", "\x00", "").Replace(text)
		c, err := doortest.LoginAs(d.reach(t, "127.0.0.2"), text, version[:min(len(version), 200)], doortest.AsGuest())
		if err != nil { // the library below refuses some versions, which is as good
			c, err = doortest.LoginAs(d.reach(t, "127.0.0.2"), text, "SSH-2.0-x", doortest.AsGuest())
		}
		if err != nil {
			t.Fatal(err)
		}
		ch := doortest.OpenChannel(t, c)
		ch.Must(t, "pty-req", doortest.PtyRequest{Term: text})
		ch.Must(t, "env", doortest.Env("LANG", text))
		ch.Ask(t, text, nil)
		ch.Must(t, "exec", doortest.Text(text[:min(len(text), MaxCommand)]))
		for _, field := range <-seen {
			keystest.CheckClean(t, field, MaxCommand)
			if keys.Clean(field, MaxCommand) != field {
				t.Errorf("not cleaned: %q", field)
			}
		}
		c.Close()
	}
	for line := range strings.Lines(d.log.String()) {
		if line = strings.TrimSuffix(line, "\n"); keys.Clean(line, len(line)) != line {
			t.Errorf("logged: %q", line)
		}
	}
}
