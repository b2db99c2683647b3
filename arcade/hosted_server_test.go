//go:build hosted

package arcade

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade.example.com/arcade/door/doortest"
)

// stranger and player are addresses of loopback.
const (
	stranger = "127.0.0.66"
	player   = "127.0.0.2"
)

// hosted is a running server.
type hosted struct {
	addr    string
	process *os.Process
	metrics string
	stderr  *doortest.Buffer
}

var buildArcade = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "arcade")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "arcade")
	out, err := exec.Command("go", "build", "-o", path, "arcade.example.com/cmd/arcade").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

// start starts a server on a data folder, whose end is the test's own affair.
func start(t *testing.T, stderr io.Writer, data string, flags ...string) (*hosted, *exec.Cmd) {
	t.Helper()
	path, err := buildArcade()
	if err != nil {
		t.Fatal(err)
	}
	return startBy(t, exec.Command(path), stderr, data, flags...)
}

// startBy starts a server by a command to which what serve takes is added.
func startBy(t *testing.T, cmd *exec.Cmd, stderr io.Writer, data string, flags ...string) (*hosted, *exec.Cmd) {
	t.Helper()
	cmd.Args = append(append(cmd.Args, "serve", "--listen", "127.0.0.1:0", "--data", data, "--metrics", "127.0.0.1:0", "--grace", "0s"), flags...)
	cmd.Stderr = stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	h := &hosted{process: cmd.Process}
	said := bufio.NewReader(stdout)
	for _, line := range []struct {
		format  string
		address *string
	}{{"The arcade listens on %s", &h.addr}, {"metrics at http://%s", &h.metrics}} {
		text, _ := said.ReadString('\n')
		if _, err := fmt.Sscanf(text, line.format, line.address); err != nil {
			t.Fatalf("the server says %q and %v", text, stderr)
		}
	}
	h.metrics = strings.TrimSuffix(h.metrics, "/metrics")
	return h, cmd
}

// host starts a server, which must survive the test.
func host(t *testing.T, flags ...string) *hosted {
	t.Helper()
	stderr := &doortest.Buffer{}
	h, cmd := start(t, stderr, t.TempDir(), flags...)
	h.stderr = stderr
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		if err := cmd.Wait(); err != nil {
			t.Errorf("the server ended with %v: %s", err, h.stderr)
		}
		if strings.Contains(h.stderr.String(), "panic") {
			t.Errorf("the server logged %s", h.stderr)
		}
	})
	return h
}

// reach connects to the server from an address of loopback.
func (h *hosted) reach(t *testing.T, from string) net.Conn { return doortest.Reach(t, from, h.addr) }

// client is a guest from an address, logged in until the test ends.
func (h *hosted) client(t *testing.T, from string) *gossh.Client {
	t.Helper()
	c, err := doortest.Login(h.reach(t, from), doortest.AsGuest())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// footprint is what a server takes.
type footprint struct {
	rss, files, goroutines int // KiB, and how many
	cpu                    time.Duration
}

func (h *hosted) footprint(t *testing.T) (f footprint) {
	t.Helper()
	proc := fmt.Sprintf("/proc/%d/", h.process.Pid)
	status, err := os.ReadFile(proc + "status")
	if err != nil {
		t.Fatal(err)
	}
	f.rss = number(t, `VmRSS:\s+(\d+)`, string(status))
	stat, err := os.ReadFile(proc + "stat")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := bytes.Cut(stat, []byte(") "))
	fields := strings.Fields(string(rest))
	for _, field := range fields[11:13] { // utime and stime, in hundredths of a second
		n, _ := strconv.Atoi(field)
		f.cpu += time.Duration(n) * 10 * time.Millisecond
	}
	files, err := os.ReadDir(proc + "fd")
	if err != nil {
		t.Fatal(err)
	}
	f.files = len(files)
	f.goroutines = h.gauge(t, "go_goroutines")
	return f
}

// gauge is one of the server's metrics.
func (h *hosted) gauge(t *testing.T, name string) int {
	t.Helper()
	resp, err := http.Get("http://" + h.metrics + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, _ := io.ReadAll(resp.Body)
	return number(t, `(?m)^`+name+` (\d+)`, string(text))
}

func number(t *testing.T, pattern, text string) int {
	t.Helper()
	m := regexp.MustCompile(pattern).FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("no %s in %.200s", pattern, text)
	}
	n, _ := strconv.Atoi(m[1])
	return n
}

// play logs in as an honest guest, asks for the games, and returns how long that took.
func (h *hosted) play(t *testing.T) time.Duration {
	t.Helper()
	begin := time.Now()
	s, err := h.client(t, player).NewSession()
	if err != nil {
		t.Fatal(err)
	}
	out, err := s.Output("games")
	if err != nil || !bytes.Contains(out, []byte("maze")) {
		t.Fatalf("games: %q, %v", out, err)
	}
	return time.Since(begin)
}

// menu is a terminal that looks at the arcade, and reads all that it is sent.
func (h *hosted) menu(t *testing.T, from string, w, height uint32) (*gossh.Client, doortest.Channel) {
	t.Helper()
	c := h.client(t, from)
	ch := doortest.OpenChannel(t, c)
	ch.Must(t, "pty-req", doortest.Terminal(w, height))
	ch.Must(t, "shell", nil)
	go io.Copy(io.Discard, ch)
	return c, ch
}

// settled waits until goroutines and files are back to what they were, with so many to spare.
func (h *hosted) settled(t *testing.T, before footprint, spare int) {
	t.Helper()
	http.DefaultClient.CloseIdleConnections()
	var f footprint
	for begin := time.Now(); time.Since(begin) < 90*time.Second; time.Sleep(200 * time.Millisecond) {
		if f = h.footprint(t); f.goroutines <= before.goroutines+spare && f.files <= before.files+3 {
			return
		}
	}
	t.Errorf("goroutines %d and files %d, from %d and %d", f.goroutines, f.files, before.goroutines, before.files)
}
