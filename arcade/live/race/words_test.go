package race

import (
	"regexp"
	"strings"
	"testing"
)

func TestWords(t *testing.T) {
	list := words()
	if len(list) < maxRooms {
		t.Errorf("%d words for %d rooms", len(list), maxRooms)
	}
	short := regexp.MustCompile(`^[a-z]{3,6}$`)
	seen := make(map[string]string) // words by what they are with a letter left out, or any other in its place
	for i, w := range list {
		if !short.MatchString(w) || i > 0 && list[i-1] >= w {
			t.Errorf("%q", w)
		}
		patterns := map[string]bool{w: true, folded(w): true}
		for i := range w {
			patterns[w[:i]+w[i+1:]] = true     // shared with a word that has one more, and with
			patterns[w[:i]+"?"+w[i+1:]] = true // one that has another letter there
		}
		for p := range patterns {
			// Two words with one letter left out each may meet in a pattern without being near, as stop and tops in top.
			if other, ok := seen[p]; ok && (len(other) != len(w) || strings.Contains(p, "?")) {
				t.Errorf("%q and %q are one letter apart", other, w)
			}
			seen[p] = w
		}
	}
}

// folded is a word as it looks from afar.
func folded(w string) string { return strings.NewReplacer("rn", "m", "cl", "d", "vv", "w").Replace(w) }

func TestProperWord(t *testing.T) {
	for text, want := range map[string]bool{"otter": true, "abc": true, "abcdefghijkl": true, "": false, "ab": false, "abcdefghijklm": false,
		"Otter": false, "ott3r": false, "ott er": false, "ötter": false, "otter\n": false} {
		if ProperWord(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}
