//go:build hosted

package arcade

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/crypto/ssh"

	"arcade.example.com/arcade/door/doortest"
)

// Whatever ends a session, the terminal is as it was: held with OpenSSH's client in a pane of tmux, which tells what
// modes it is left in.

// pane is a terminal with a client in it.
type pane struct {
	t      *testing.T
	socket string
	client int // its process
}

// Modes of a terminal: of one that shows the arcade, and of one that was given back.
const (
	taken = "alternate_on=1 mouse=1 cursor=0"
	given = "alternate_on=0 mouse=0 cursor=1"
)

// openPane connects to an address from a terminal, with a key or as a guest where there is none, and waits for the arcade.
func openPane(t *testing.T, addr, key string, command ...string) *pane {
	t.Helper()
	address, port, _ := net.SplitHostPort(addr)
	client := []string{"ssh", "-F", "none", "-t", "-p", port, "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
		"-o", "IdentityAgent=none", "-o", "LogLevel=ERROR", "-o", "IdentitiesOnly=yes", "-i", key, "ana@" + address}
	return openPaneOf(t, append(client, command...))
}

// openPaneOf runs a command in a terminal that shows the arcade there.
func openPaneOf(t *testing.T, client []string) *pane {
	t.Helper()
	p := &pane{t: t, socket: filepath.Join(t.TempDir(), "tmux")}
	p.tmux("new-session", "-d", "-x", "100", "-y", "30", strings.Join(client, " ")+"; echo the client has ended; exec cat")
	t.Cleanup(func() { p.tmux("kill-server") })
	doortest.Eventually(t, "the arcade is shown", func() bool { return p.modes() == taken })
	shell, err := strconv.Atoi(p.tmux("display-message", "-p", "#{pane_pid}"))
	if err != nil {
		t.Fatal(err)
	}
	children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", shell, shell))
	if err != nil {
		t.Fatal(err)
	}
	if p.client, err = strconv.Atoi(strings.TrimSpace(string(children))); err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *pane) tmux(args ...string) string {
	p.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-S", p.socket, "-f", "/dev/null"}, args...)...).CombinedOutput()
	if err != nil {
		p.t.Fatalf("tmux %q: %v, %s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (p *pane) modes() string {
	p.t.Helper()
	return p.tmux("display-message", "-p", "alternate_on=#{alternate_on} mouse=#{mouse_any_flag} cursor=#{cursor_flag}")
}

func (p *pane) press(keys ...string) { p.tmux(append([]string{"send-keys"}, keys...)...) }

func (p *pane) signal(s syscall.Signal) {
	p.t.Helper()
	if err := syscall.Kill(p.client, s); err != nil {
		p.t.Fatal(err)
	}
}

// restored waits until the client has ended, and checks what it leaves.
func (p *pane) restored() {
	p.t.Helper()
	var shown string
	doortest.Eventually(p.t, "the client ends", func() bool {
		shown = p.tmux("capture-pane", "-p")
		return strings.Contains(shown, "the client has ended")
	})
	if m := p.modes(); m != given {
		p.t.Errorf("left with %s:\n%s", m, shown)
	}
}

// newKeyFile makes a key as ssh-keygen does, and returns its file.
func newKeyFile(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "key")
	if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file).CombinedOutput(); err != nil {
		t.Fatalf("ssh-keygen: %v, %s", err, out)
	}
	return file
}

// order has an operator say something to the server.
func (h *hosted) order(t *testing.T, key, command string) {
	t.Helper()
	text, err := os.ReadFile(key)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ssh.ParsePrivateKey(text)
	if err != nil {
		t.Fatal(err)
	}
	c, err := doortest.Login(h.reach(t, player), ssh.PublicKeys(signer))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	s, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	if out, err := s.CombinedOutput(command); err != nil {
		t.Fatalf("%s: %v, %s", command, err, out)
	}
}

// fillDisk lets no write of the server's reach its disk from now on, until the test ends.
func (h *hosted) fillDisk(t *testing.T) {
	t.Helper()
	trace := filepath.Join(t.TempDir(), "trace")
	full := exec.Command("strace", "-f", "-o", trace, "-e", "trace=pwrite64,fdatasync", "-e", "inject=pwrite64,fdatasync:error=ENOSPC",
		"-p", strconv.Itoa(h.process.Pid))
	said := &doortest.Buffer{}
	full.Stderr = said
	if err := full.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		full.Process.Signal(syscall.SIGTERM)
		full.Wait()
	})
	doortest.Eventually(t, "strace is attached", func() bool { return strings.Contains(said.String(), "attached") })
}

// hearHangups has the processes that a test starts hear of a hangup, even where it runs under nohup, which they would inherit.
func hearHangups(t *testing.T) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGHUP)
	t.Cleanup(func() { signal.Stop(c) })
}

func TestHostedEndsGiveTerminalsBack(t *testing.T) {
	hearHangups(t)
	send := func(h *hosted, s syscall.Signal) {
		if err := h.process.Signal(s); err != nil {
			t.Fatal(err)
		}
	}
	for _, end := range []struct {
		how   string
		flags []string
		do    func(t *testing.T, h *hosted, p *pane, operator string)
		ends  bool // the server too: one more SIGTERM would be a second one
		exit  int  // of a server that is ended by it or afterwards
	}{
		{how: "q", do: func(_ *testing.T, _ *hosted, p *pane, _ string) { p.press("q") }},
		{how: "Ctrl+C in a game", do: func(_ *testing.T, _ *hosted, p *pane, _ string) { p.press("Enter", "C-c") }},
		{how: "idleness", flags: []string{"--idle", "2s"}, do: func(*testing.T, *hosted, *pane, string) {}},
		{how: "a kick", do: func(t *testing.T, h *hosted, _ *pane, operator string) { h.order(t, operator, "admin kick ana") }},
		{how: "SIGTERM", ends: true, do: func(_ *testing.T, h *hosted, _ *pane, _ string) { send(h, syscall.SIGTERM) }},
		{how: "the end of the server's own terminal", ends: true, do: func(_ *testing.T, h *hosted, _ *pane, _ string) { send(h, syscall.SIGHUP) }},
		{how: "a second SIGTERM", flags: []string{"--grace", "1h"}, ends: true, exit: 1, do: func(t *testing.T, h *hosted, p *pane, _ string) {
			p.press("Down", "Enter", "Enter", "Right", "Down", "Left", "Up")
			doortest.Eventually(t, "a clock runs", func() bool { return h.gauge(t, "arcade_playing") > 0 })
			send(h, syscall.SIGTERM)
			doortest.Eventually(t, "it is said", func() bool { return strings.Contains(p.tmux("capture-pane", "-p"), "restarts in") })
			send(h, syscall.SIGTERM)
		}},
		{how: "a full disk", do: func(t *testing.T, h *hosted, p *pane, _ string) {
			p.press("Enter", "Right", "Down", "Left", "Up")
			h.fillDisk(t)
			p.press("C-c")
			doortest.Eventually(t, "the game cannot be kept", func() bool { return strings.Contains(h.stderr.String(), "no space left") })
		}},
		{how: "SIGTERM while the client is stopped", ends: true, do: func(t *testing.T, h *hosted, p *pane, _ string) {
			p.signal(syscall.SIGSTOP)
			send(h, syscall.SIGTERM)
			doortest.Eventually(t, "the server ends", func() bool {
				c, err := net.Dial("tcp", h.addr)
				if err == nil {
					c.Close()
				}
				return err != nil
			})
			p.signal(syscall.SIGCONT)
		}},
		{how: "a kick of a client that is behind", do: func(t *testing.T, h *hosted, p *pane, operator string) {
			p.press("Enter", "i", "Right", "Right") // first person: much to be read
			p.signal(syscall.SIGSTOP)
			h.order(t, operator, "admin kick ana")
			p.signal(syscall.SIGCONT)
		}},
	} {
		t.Run(end.how, func(t *testing.T) {
			operator, data := newKeyFile(t), t.TempDir()
			public, err := os.ReadFile(operator + ".pub")
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(data, "admins"), public, 0o600); err != nil {
				t.Fatal(err)
			}
			log := &doortest.Buffer{}
			h, cmd := start(t, log, data, end.flags...)
			h.stderr = log
			mine := newKeyFile(t)
			h.order(t, mine, "name ana")
			p := openPane(t, h.addr, mine)
			end.do(t, h, p, operator)
			p.restored()
			if !end.ends {
				send(h, syscall.SIGTERM)
			}
			if err := cmd.Wait(); cmd.ProcessState.ExitCode() != end.exit {
				t.Errorf("the server ended with %v: %s", err, log)
			}
			if strings.Contains(log.String(), "msg=panic") {
				t.Errorf("the server logged %s", log)
			}
		})
	}
}

// Whatever ends a game that needs no server, its terminal is as it was.
func TestHostedPlayGivesTheTerminalBack(t *testing.T) {
	path, err := buildArcade()
	if err != nil {
		t.Fatal(err)
	}
	hearHangups(t)
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP} {
		p := openPaneOf(t, []string{path, "play", "maze", "10x10"})
		p.signal(s)
		p.restored()
	}
}

// A panic in a screen ends one session, and one in the server all of them.
func TestHostedPanicsGiveTerminalsBack(t *testing.T) {
	t.Run("in a screen", func(t *testing.T) {
		a := openArcade(t, breakMinesweeper)
		p := openPane(t, a.addr, newKeyFile(t))
		p.press("j")
		p.restored()
	})
	t.Run("in the server", func(t *testing.T) {
		a := openArcade(t, nil)
		p := openPane(t, a.addr, newKeyFile(t))
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		if err := a.Serve(brokenListener{l, func() (net.Conn, error) { panic("no more connections") }}); err == nil {
			t.Error("serving ended as if by a shutdown")
		}
		doortest.Eventually(t, "the terminal is given back", func() bool { return p.modes() == given })
	})
}
