//go:build hosted

package arcade

import (
	"net/http"
	"os"
	"syscall"
	"testing"
	"time"

	"arcade.example.com/arcade/door/doortest"
)

// A log that nobody reads, as behind a pager that was left open, stops no player and no shutdown, and readiness knows.
func TestHostedUnreadLog(t *testing.T) {
	unread, stderr, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer unread.Close()
	h, cmd := start(t, stderr, t.TempDir(), "--per-source", "0")
	stderr.Close()
	for range 10 { // 800 lines in all; a pipe holds 64 KiB
		c := h.client(t, stranger)
		for range 40 {
			s, err := c.NewSession()
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.Output("version"); err != nil {
				t.Fatal(err)
			}
		}
	}
	h.play(t)
	doortest.Eventually(t, "readiness knows", func() bool {
		resp, err := http.Get("http://" + h.metrics + "/readyz")
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		return resp.StatusCode == http.StatusServiceUnavailable
	})
	h.play(t)
	begin := time.Now()
	cmd.Process.Signal(syscall.SIGTERM)
	if err := cmd.Wait(); err != nil {
		t.Errorf("the server ended with %v", err)
	}
	t.Logf("the server ended %v after SIGTERM", time.Since(begin))
}
