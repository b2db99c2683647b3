//go:build hosted

package display

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/games"
)

// TestHostedTmux writes random frames to a pane of tmux and reads back what it shows, colours and attributes included.
func TestHostedTmux(t *testing.T) {
	const w, h = 60, 16
	dir := t.TempDir()
	fifo := filepath.Join(dir, "frames")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	tmux := func(args ...string) string {
		t.Helper()
		out, err := exec.Command("tmux", append([]string{"-S", filepath.Join(dir, "tmux"), "-f", "/dev/null"}, args...)...).Output()
		if err != nil {
			t.Fatalf("tmux %q: %v", args, err)
		}
		return string(out)
	}
	tmux("new-session", "-d", "-x", "60", "-y", "16", "stty raw -echo; cat "+fifo+"; sleep 60")
	defer tmux("kill-server")
	tmux("set", "status", "off")
	tmux("resize-window", "-x", "60", "-y", "16")
	pane, err := os.OpenFile(fifo, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer pane.Close()

	for _, depth := range depths {
		r := rand.New(rand.NewPCG(6, uint64(depth)))
		p := testPalette(depth)
		d := New(pane, p)
		c := games.NewCanvas(w, h)
		for i := range 40 {
			for range 5 {
				change(r, c)
				show(d, c, tea.View{AltScreen: true})
			}
			// The title is the last thing that tmux reads: when it has it, it has all.
			title := string(rune('a'+i%26)) + string(rune('0'+depth))
			pane.WriteString("\x1b]2;" + title + "\x1b\\")
			for deadline := time.Now().Add(10 * time.Second); strings.TrimSpace(tmux("display-message", "-p", "#{pane_title}")) != title; {
				if time.Now().After(deadline) {
					t.Fatal("tmux does not read")
				}
			}
			m := newTerminal(t, w, h)
			shown := strings.TrimSuffix(tmux("capture-pane", "-p", "-e", "-N"), "\n")
			m.clearAll()
			m.Write([]byte(strings.ReplaceAll(strings.ReplaceAll(shown, "\x1b[0", "\x1b["), "\n", "\r\n")))
			sameScreen(t, m, p, c)
		}
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// clearAll makes the screen blank: tmux leaves out what is.
func (m *terminal) clearAll() {
	for i := range m.cells {
		m.cells[i] = glyph{r: ' '}
	}
}
