package look

import (
	"errors"
	"strings"
	"testing"
)

func TestWhatAPlayerTypes(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "ssh -t HOST maze 5x5",
		"arcade.example.com":      "ssh -t arcade.example.com maze 5x5",
		"arcade.example.com:22":   "ssh -t arcade.example.com maze 5x5",
		"arcade.example.com:2222": "ssh -t -p 2222 arcade.example.com maze 5x5",
		"192.0.2.7:02222":         "ssh -t -p 2222 192.0.2.7 maze 5x5",
		"[2001:db8::7]:2222":      "ssh -t -p 2222 2001:db8::7 maze 5x5",
		"2001:db8::7":             "ssh -t 2001:db8::7 maze 5x5",
		"[2001:db8::7]":           "ssh -t 2001:db8::7 maze 5x5",
	} {
		a, err := ParseAddress(text)
		if err != nil || a.Known() != (text != "") || a.Terminal("maze", "5x5") != want {
			t.Errorf("%q: %q, %v, want %q", text, a.Terminal("maze", "5x5"), err, want)
		}
		if got := a.SSH("me"); got != strings.Replace(strings.TrimSuffix(want, "maze 5x5")+"me", "-t ", "", 1) {
			t.Errorf("%q: %q", text, got)
		}
	}
	for _, text := range []string{":2222", "a b", "-oProxyCommand=x", "a;b", "host:", "host:0", "host:70000", "host:ssh", "a:b:c", "[::1", "\x1b[2J",
		".host", "a\xff", "ä", strings.Repeat("x", 300)} {
		if a, err := ParseAddress(text); !errors.Is(err, ErrAddress) || a.Known() {
			t.Errorf("%q: %v, %v", text, a, err)
		}
	}
}
