package arcade

import (
	"slices"
	"strings"
	"testing"
)

// hostile is what has broken terminals, logs and tables elsewhere.
var hostile = []string{
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

func TestCleanLeavesPrintableASCII(t *testing.T) {
	for _, text := range hostile {
		checkClean(t, text, 64)
	}
	for text, want := range map[string]string{
		"":                "",
		"ana":             "ana",
		"ana maría":       "ana mar?a",
		"\x1b[31mred":     "?[31mred",
		"one\ntwo":        "one?two",
		"~ is kept !":     "~ is kept !",
		"xterm-256colour": "xterm-256col",
	} {
		if got := clean(text, 12); got != want {
			t.Errorf("clean(%q) = %q, want %q", text, got, want)
		}
	}
}

func checkClean(t *testing.T, text string, max int) {
	t.Helper()
	got := clean(text, max)
	if len(got) > max {
		t.Errorf("clean(%q, %d) is %d bytes", text, max, len(got))
	}
	for i := range len(got) {
		if got[i] < ' ' || got[i] > '~' {
			t.Errorf("clean(%q) holds %#x", text, got[i])
		}
	}
	if again := clean(got, max); again != got {
		t.Errorf("clean(%q) = %q, and cleaned again %q", text, got, again)
	}
}

func FuzzClean(f *testing.F) {
	for _, text := range hostile {
		f.Add(text, 32)
	}
	f.Fuzz(func(t *testing.T, text string, max int) { checkClean(t, text, max%(1<<16)&(1<<16-1)) })
}

func TestSplitWords(t *testing.T) {
	for text, want := range map[string][]string{
		"":                                nil,
		"  \t ":                           nil,
		"leaderboard maze 10x10 --json":   {"leaderboard", "maze", "10x10", "--json"},
		" name\t ana ":                    {"name", "ana"},
		`name "ana maria"`:                {"name", "ana maria"},
		`name 'a"b' c"d'e"f`:              {"name", `a"b`, "cd'ef"},
		`a\ b "c\"d" 'e\f'`:               {"a b", `c"d`, `e\f`},
		`name ""`:                         {"name", ""},
		`name "never closed`:              {"name", "never closed"},
		`ends in \`:                       {"ends", "in", `\`},
		"two\nlines":                      {"two", "lines"},
		"$(id); `id` | cat > /etc/passwd": {"$(id);", "`id`", "|", "cat", ">", "/etc/passwd"},
	} {
		if got := splitWords(text); !slices.Equal(got, want) {
			t.Errorf("splitWords(%q) = %q, want %q", text, got, want)
		}
	}
}

// FuzzSplitWords: words never hold more than was given, and words that were quoted come back as they were.
func FuzzSplitWords(f *testing.F) {
	for _, text := range hostile {
		f.Add(text, text)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		if got := strings.Join(splitWords(a), ""); len(got) > len(a) {
			t.Errorf("splitWords(%q) grew to %q", a, got)
		}
		quoted := `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(a) + `" '` + strings.ReplaceAll(b, `'`, `'\''`) + `'`
		if got := splitWords(quoted); !slices.Equal(got, []string{a, b}) {
			t.Errorf("splitWords(%q) = %q, want %q and %q", quoted, got, a, b)
		}
	})
}
