//go:build hosted

package command

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"arcade.example.com/storage"
)

// The player that people have reads our casts, and shows just what they say. `cat` plays without the pauses.
func TestHostedCastIsPlayedByAsciinema(t *testing.T) {
	c := newCommands(t)
	g := twoGames()[0]
	for _, mode := range []string{"10x10", "10x10-fp"} {
		w := won(t, g, mode, 7)
		run := "RUN-" + mode
		c.save(t, run, 1, w.Millis, in("maze", mode), func(r *storage.Run) { r.Seed, r.Version, r.Steps = w.Seed, w.Version, w.Steps })
		text := c.answers(t, as(1), "replay "+run+" --cast")
		file := filepath.Join(t.TempDir(), "run.cast")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		// asciinema wants a terminal of its own even to print, and script gives it one.
		show := exec.Command("script", "-qec", "asciinema cat "+file, "/dev/null")
		show.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
		got, err := show.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %.500s", err, got)
		}
		var want strings.Builder
		for _, line := range strings.Split(strings.TrimSpace(text), "\n")[1:] {
			var event []any
			if err := json.Unmarshal([]byte(line), &event); err != nil {
				t.Fatal(err)
			}
			want.WriteString(event[2].(string))
		}
		if string(got) != want.String() {
			t.Errorf("%s: asciinema shows %d bytes, the cast has %d", mode, len(got), want.Len())
		}
	}
}
