package main

import (
	"bufio"
	"math"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"

	"arcade.example.com/arcade"
)

// TestSocketActivation hands the server a socket as systemd does. While the server restarts, connections wait in it.
func TestSocketActivation(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	held, err := l.(*net.TCPListener).File()
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	arcade, err := exec.LookPath("arcade") // testscript.Main puts this test's binary there
	if err != nil {
		t.Fatal(err)
	}
	data := filepath.Join(t.TempDir(), "data")
	start := func() *exec.Cmd {
		c := exec.Command("sh", "-c", `LISTEN_PID=$$ exec "$0" serve --data "$1"`, arcade, data)
		c.ExtraFiles = []*os.File{held}
		c.Env = append(os.Environ(), "LISTEN_FDS=1")
		c.Stderr = os.Stderr
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		return c
	}
	stop := func(c *exec.Cmd) {
		if err := c.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if err := c.Wait(); err != nil {
			t.Fatalf("the server ended with %v", err)
		}
	}
	first := start()
	greeted(t, dial(t, l.Addr()))
	stop(first)
	waiting := dial(t, l.Addr()) // nobody serves
	second := start()
	greeted(t, waiting)
	stop(second)
}

// TestItsTerminalIsClosed: the server ends in good order with the terminal that it was started from, but not under nohup.
func TestItsTerminalIsClosed(t *testing.T) {
	arcade, err := exec.LookPath("arcade")
	if err != nil {
		t.Fatal(err)
	}
	hears := make(chan os.Signal, 1)
	signal.Notify(hears, syscall.SIGHUP) // and so do the processes that are started here, even where this one runs under nohup
	t.Cleanup(func() { signal.Stop(hears) })
	for _, outlasts := range []bool{false, true} {
		script := `exec "$0" serve --listen 127.0.0.1:0 --data "$1"`
		if outlasts {
			script = "trap '' HUP; " + script
		}
		c := exec.Command("sh", "-c", script, arcade, filepath.Join(t.TempDir(), "data"))
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		line, err := bufio.NewReader(out).ReadString('\n')
		_, addr, found := strings.Cut(strings.TrimSpace(line), "listens on ")
		if err != nil || !found {
			t.Fatalf("it says %q, %v", line, err)
		}
		end := func(s syscall.Signal) {
			if err := c.Process.Signal(s); err != nil {
				t.Fatal(err)
			}
		}
		end(syscall.SIGHUP)
		if outlasts {
			to, err := net.ResolveTCPAddr("tcp", addr)
			if err != nil {
				t.Fatal(err)
			}
			greeted(t, dial(t, to))
			end(syscall.SIGTERM)
		}
		if err := c.Wait(); err != nil {
			t.Errorf("outlasts %v: the server ended with %v", outlasts, err)
		}
	}
}

func dial(t *testing.T, a net.Addr) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", a.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func greeted(t *testing.T, c net.Conn) {
	t.Helper()
	if err := c.SetDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(c).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "SSH-2.0-") {
		t.Fatalf("greeted with %q, %v", line, err)
	}
}

// The image sets GOMEMLIMIT, and may be run in a container that has less.
func TestMemoryIsBoundedByTheLesser(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	for _, c := range []struct{ set, there, want int64 }{
		{1800 << 20, 1000 << 20, 900 << 20},
		{1800 << 20, 4000 << 20, 1800 << 20},
		{math.MaxInt64, 1000 << 20, 900 << 20},
	} {
		debug.SetMemoryLimit(c.set)
		if err := boundMemory(func() (uint64, error) { return uint64(c.there), nil }); err != nil {
			t.Fatal(err)
		}
		if got := debug.SetMemoryLimit(-1); got != c.want {
			t.Errorf("set to %d where there are %d: %d, want %d", c.set, c.there, got, c.want)
		}
	}
}

// GOGC is the operator's.
func TestCollectionsAreSpared(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(80))
	t.Setenv("GOGC", "80")
	spareCollections()
	if got := debug.SetGCPercent(80); got != 80 {
		t.Errorf("set by GOGC: %d", got)
	}
	os.Unsetenv("GOGC")
	spareCollections()
	if got := debug.SetGCPercent(80); got != arcade.Garbage {
		t.Errorf("without GOGC: %d, want %d", got, arcade.Garbage)
	}
}

// TestFlagsFromTheEnvironment: a bad value is named by where it came from.
func TestFlagsFromTheEnvironment(t *testing.T) {
	t.Setenv("ARCADE_MAX_CONNS", "none")
	var errOut strings.Builder
	if code := run(t.Context(), []string{"serve", "--data", t.TempDir()}, &strings.Builder{}, &errOut); code != 2 || !strings.Contains(errOut.String(), "ARCADE_MAX_CONNS") {
		t.Errorf("exit %d, %q", code, errOut.String())
	}
	t.Setenv("ARCADE_MAX_CONNS", "0")
	if code := run(t.Context(), []string{"serve", "--data", t.TempDir()}, &strings.Builder{}, &errOut); code != 2 || !strings.Contains(errOut.String(), "--max-conns") {
		t.Errorf("exit %d, %q", code, errOut.String())
	}
}
