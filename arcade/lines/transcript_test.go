package lines

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What differs from one run to the next.
var (
	runID     = regexp.MustCompile(`"run":"[^"]*"`)
	spareCode = regexp.MustCompile(`recover ([0-9A-Z]{4}-){3}[0-9A-Z]{4}`)
)

var update = flag.Bool("update", false, "write what is answered in the transcripts anew")

// Transcripts are whole visits, line by line: what stands behind "> " was said, a second after what was heard.
func TestTranscripts(t *testing.T) {
	for _, tt := range []struct {
		name string
		key  byte // 0: a guest
		opt  Options
	}{
		{"maze", 1, Options{}},
		{"maze-fp", 1, Options{}},
		{"minesweeper", 1, Options{}},
		{"arcade", 1, Options{}},
		{"guest", 0, Options{}},
		{"protocol", 1, Options{JSON: true, Bot: true}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join("testdata", tt.name+".txt")
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var got strings.Builder
			same := strings.NewReplacer()
			bubble(t, func(t *testing.T) {
				h := furnished()
				tt.opt.Command = func(args ...string) []string {
					return []string{"The command line answers: " + strings.Join(args, " ") + "."}
				}
				tt.opt.Check = func() []string { return []string{"Your terminal is known."} }
				k := guestKey
				if tt.key > 0 {
					k = player(t, tt.key)
				}
				x := come(t, h, k, tt.opt)
				if x.s.player.ID != "" {
					same = strings.NewReplacer(x.s.player.ID, "k3f9x2")
				}
				got.WriteString(x.hears())
				for line := range strings.Lines(string(want)) {
					if words, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "> "); ok {
						got.WriteString("> " + words + "\n" + x.say(words))
					}
				}
			})
			told := runID.ReplaceAllString(same.Replace(got.String()), `"run":"01J…"`)
			told = spareCode.ReplaceAllString(told, "recover 1VPW-RBKZ-ZC6J-ZWX3")
			if *update {
				if err := os.WriteFile(path, []byte(told), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if told != string(want) {
				t.Errorf("%s differs (go test -update writes it anew):\n%s", path, told)
			}
		})
	}
}

// The guide shows a transcript as it is.
func TestTheGuideHasATranscript(t *testing.T) {
	guide, err := os.ReadFile("../../docs/lines.md")
	if err != nil {
		t.Fatal(err)
	}
	talk, err := os.ReadFile("testdata/maze-fp.txt")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(guide), "```\n"+string(talk)+"```\n") {
		t.Error("docs/lines.md does not have testdata/maze-fp.txt in it")
	}
}
