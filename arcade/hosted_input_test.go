//go:build hosted

package arcade

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"arcade.example.com/arcade/door/doortest"
)

// A Ctrl+C ends a session at once, whatever was sent before it and whatever that makes the server do: within 100 ms of
// when the network has taken it. What fails is tried again, since other programs of the machine are not held.
func TestHostedCtrlC(t *testing.T) {
	const most = 100 * time.Millisecond
	h := host(t)
	for i, c := range []struct{ what, term, command, before string }{
		{"256 KiB of keys in the menu", "xterm-direct", "", strings.Repeat("j", 256<<10)},
		{"1 MiB of keys in the menu", "xterm-direct", "", strings.Repeat("j", 1<<20)},
		{"10 MiB of keys in the menu", "xterm-direct", "", strings.Repeat("j", 10<<20)},
		{"10 MiB of arrows in a maze", "xterm-direct", "maze 40x40", strings.Repeat("\x1b[A", 10<<20/3)},
		{"a paste of 10 MiB", "xterm-direct", "", "\x1b[200~" + strings.Repeat("x", 10<<20) + "\x1b[201~"},
		{"a paste of 10 MiB without an end", "xterm-direct", "", "\x1b[200~" + strings.Repeat("x", 10<<20)},
		{"200 turns in first person", "xterm-direct", "maze 40x40-fp", strings.Repeat("l", 200)},
		{"1 MiB of turns in first person", "xterm-direct", "maze 40x40-fp", strings.Repeat("l", 1<<20)},
		{"new deals of a dear maze", "xterm-direct", "maze 3x200+wilson", strings.Repeat("n", 400)},
		{"20 KiB of lines", "dumb", "", strings.Repeat("help\r", 4<<10)},
		{"10 MiB of a line", "dumb", "", strings.Repeat("x", 10<<20)},
	} {
		t.Run(c.what, func(t *testing.T) {
			var took []time.Duration
			for try := range 3 {
				took = append(took, h.ctrlC(t, fmt.Sprintf("127.3.%d.%d", i, try+1), c.term, c.command, c.before))
				if took[len(took)-1] <= most {
					break
				}
			}
			t.Logf("ended after %v", took)
			if took[len(took)-1] > most {
				t.Errorf("ended after %v", took)
			}
		})
	}
}

// ctrlC sends a Ctrl+C behind other input in the largest window, and returns how long after the network has taken it the
// session ends.
func (h *hosted) ctrlC(t *testing.T, from, term, command, before string) time.Duration {
	t.Helper()
	c := h.client(t, from)
	defer c.Close()
	ch := doortest.OpenChannel(t, c)
	ch.Must(t, "pty-req", doortest.PtyRequest{Term: term, W: 240, H: 80})
	ch.Must(t, "exec", doortest.Text(command))
	shown := make(chan struct{})
	go func() {
		io.ReadFull(ch, make([]byte, 100))
		close(shown)
		io.Copy(io.Discard, ch)
	}()
	<-shown
	begin := time.Now()
	if _, err := io.WriteString(ch, before+"\x03"); err != nil {
		t.Fatal(err)
	}
	sent := time.Now()
	ch.Status(t)
	t.Logf("sent in %v", sent.Sub(begin))
	return time.Since(sent)
}
