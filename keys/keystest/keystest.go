// Package keystest has texts that must never reach a terminal or a log as they are, for the tests of whoever shows
// what strangers say.
package keystest

import (
	"strings"
	"testing"

	"arcade.example.com/keys"
)

// Hostile is what has broken terminals, logs and tables elsewhere.
func Hostile() []string {
	return []string{
		"\x1b[2J\x1b[H",                      // clears the screen
		"\x1b]52;c;cm0gLXJmIC8=\x07",         // writes the clipboard
		"\x1b]0;owned\x07",                   // sets the title
		"\x1b]8;;http://evil\x1b\\x\x1b]8;;", // a link
		"\x1b[?1049l\x1b[6n\x1bP+q544e\x1b\\",
		"\u009b2J",                         // a C1 control sequence
		"\x9b2J",                           // and as a bare byte
		"bob\nFAKE 1.2.3.4 connected",      // forges a line
		"a\rOVER",                          // overwrites it
		"a\x00b\x7fc\bd\te",                // controls
		"\u202egnp.exe\u2066\u2069",        // bidi overrides
		"a\u200bd\u00admin\ufeff",          // invisible
		"Z\u0351\u0341\u034ca\u0337l",      // combining
		"\u0430dmin",                       // a Cyrillic a
		"\U0001f469\u200d\U0001f4bb\ufe0f", // one picture of several runes
		"\xc3\x28\xff\xfe",                 // no UTF-8
		strings.Repeat("A", 25<<10),
	}
}

// CheckClean fails the test where keys.Clean leaves more of a text than printable ASCII of at most so many bytes, or
// where cleaning twice changes something.
func CheckClean(t *testing.T, text string, max int) {
	t.Helper()
	got := keys.Clean(text, max)
	if len(got) > max {
		t.Errorf("Clean(%q, %d) is %d bytes", text, max, len(got))
	}
	for i := range len(got) {
		if got[i] < ' ' || got[i] > '~' {
			t.Errorf("Clean(%q) holds %#x", text, got[i])
		}
	}
	if again := keys.Clean(got, max); again != got {
		t.Errorf("Clean(%q) = %q, and cleaned again %q", text, got, again)
	}
}
