//go:build hosted

package arcade

import (
	"bufio"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"arcade.example.com/arcade/door/doortest"
)

// A log that nobody reads, as behind a pager that was left open, stops no player and no shutdown, and readiness knows.
func TestHostedUnreadLog(t *testing.T) {
	path, err := buildArcade()
	if err != nil {
		t.Fatal(err)
	}
	unread, stderr, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer unread.Close()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	h := &hosted{metrics: free.Addr().String()}
	free.Close()
	cmd := exec.Command(path, "serve", "--listen", "127.0.0.1:0", "--data", t.TempDir(), "--metrics", h.metrics, "--grace", "0s", "--per-source", "0")
	cmd.Stderr = stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	stderr.Close()
	line, _ := bufio.NewReader(stdout).ReadString('\n')
	_, h.addr, _ = strings.Cut(strings.TrimSpace(line), "listens on ")
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
