package keys

import "strings"

// MaxText is how many bytes of a text from outside are kept or shown where nothing else says so.
const MaxText = 128

// Clean makes text from outside fit for a screen, a terminal and the log: printable ASCII, at most max bytes, every
// other character a "?". User names, TERM, environments, client versions and the words of commands all pass through
// it and nothing else. Cleaning twice changes nothing.
func Clean(text string, max int) string {
	var b strings.Builder
	for _, r := range text {
		if b.Len() >= max {
			break
		}
		if r < ' ' || r > '~' {
			r = '?'
		}
		b.WriteByte(byte(r))
	}
	return b.String()
}
