package keys_test

import (
	"slices"
	"strings"
	"testing"

	"arcade.example.com/keys"
	"arcade.example.com/keys/keystest"
)

func TestWords(t *testing.T) {
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
		if got := keys.Words(text); !slices.Equal(got, want) {
			t.Errorf("keys.Words(%q) = %q, want %q", text, got, want)
		}
	}
}

// FuzzWords: words never hold more than was given, and words that were quoted come back as they were.
func FuzzWords(f *testing.F) {
	for _, text := range keystest.Hostile() {
		f.Add(text, text)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		if got := strings.Join(keys.Words(a), ""); len(got) > len(a) {
			t.Errorf("keys.Words(%q) grew to %q", a, got)
		}
		quoted := `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(a) + `" '` + strings.ReplaceAll(b, `'`, `'\''`) + `'`
		if got := keys.Words(quoted); !slices.Equal(got, []string{a, b}) {
			t.Errorf("keys.Words(%q) = %q, want %q and %q", quoted, got, a, b)
		}
	})
}
