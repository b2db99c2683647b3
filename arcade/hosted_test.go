//go:build hosted

package arcade

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade.example.com/arcade/door"
	"arcade.example.com/arcade/door/doortest"
	"arcade.example.com/keys"
	"arcade.example.com/keys/keystest"
)

// What strangers do to a public server, done to the built one from addresses of loopback. Each test says what it
// measured (go test -tags hosted -v -run TestHosted ./arcade).

func TestHostedAlgorithms(t *testing.T) {
	h := host(t)
	address, port, _ := net.SplitHostPort(h.addr)
	out, err := exec.Command("ssh-audit", "-P", "testdata/ssh-audit.policy", "-p", port, address).CombinedOutput()
	t.Logf("ssh-audit: %s", out)
	if err != nil {
		t.Errorf("ssh-audit: %v", err)
	}
	for _, weak := range []string{"KexAlgorithms=diffie-hellman-group14-sha1", "KexAlgorithms=ecdh-sha2-nistp256", "Ciphers=aes128-cbc", "MACs=hmac-sha1,hmac-sha2-256", "HostKeyAlgorithms=ssh-rsa"} {
		if weak == "MACs=hmac-sha1,hmac-sha2-256" {
			weak += "\x00Ciphers=aes128-ctr" // the others need no MAC
		}
		if out, err := h.ssh(t, strings.Split(weak, "\x00")...); err == nil || !strings.Contains(out, "no matching") {
			t.Errorf("%s: %v, %s", weak, err, out)
		}
	}
}

// ssh runs OpenSSH's client with options, for the command games.
func (h *hosted) ssh(t *testing.T, options ...string) (string, error) {
	cmd := exec.Command("ssh", append(h.sshArgs(options...), "games")...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func (h *hosted) sshArgs(options ...string) []string {
	_, port, _ := net.SplitHostPort(h.addr)
	args := []string{"-F", "none", "-p", port, "-b", player}
	for _, o := range append(options, "StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "IdentityFile=none", "IdentityAgent=none", "LogLevel=INFO") {
		args = append(args, "-o", o)
	}
	return append(args, "ana@127.0.0.1")
}

func TestHostedHalfOpen(t *testing.T) {
	h := host(t)
	before := h.footprint(t)
	for range 2000 {
		h.reach(t, stranger)
	}
	took := h.play(t)
	f := h.footprint(t)
	t.Logf("2,000 silent connections from one address: a player from another is served in %v; %d files, %d KiB more", took, f.files-before.files, f.rss-before.rss)
	if took > time.Second || f.files > before.files+20 {
		t.Errorf("served in %v, with %d files more", took, f.files-before.files)
	}
}

func TestHostedHandshakeStages(t *testing.T) {
	t.Parallel() // as all that wait most of their time
	h := host(t)
	before := h.footprint(t)
	stages := []func(c *doortest.Raw){
		func(*doortest.Raw) {},
		func(c *doortest.Raw) { io.WriteString(c, "SSH-2.0-half") },
		func(c *doortest.Raw) { c.Versions() },
		func(c *doortest.Raw) { c.Versions(); c.Send(c.KexInit()) },
		func(c *doortest.Raw) { c.Versions(); c.Write(c.Frame(c.KexInit())[:100]) },
		func(c *doortest.Raw) { c.Handshake() },
	}
	begin := time.Now()
	var all []net.Conn
	for i, stop := range stages {
		for j := range 50 {
			nc := h.reach(t, fmt.Sprintf("127.0.%d.%d", i+1, j/5+1))
			stop(doortest.NewRaw(nc))
			all = append(all, nc)
		}
	}
	waiting := h.footprint(t)
	took := h.play(t)
	for _, nc := range all {
		io.Copy(io.Discard, nc)
	}
	closed := time.Since(begin)
	h.settled(t, before, 10)
	t.Logf("300 handshakes left at 6 stages: %d files, %d goroutines and %d KiB while they wait, a player served in %v, all closed after %v",
		waiting.files-before.files, waiting.goroutines-before.goroutines, waiting.rss-before.rss, took, closed)
	if took > time.Second || closed > 30*time.Second {
		t.Errorf("served in %v, closed after %v", took, closed)
	}
}

func TestHostedPipelinedErrors(t *testing.T) {
	h := host(t)
	before := h.footprint(t)
	let := 0
	for range 1000 {
		c := doortest.NewRaw(h.reach(t, stranger))
		if c.Handshake() == nil {
			let++
			c.Send(slices.Repeat([][]byte{gossh.Marshal(doortest.AuthRequest{User: "ana", Service: "no such service", Method: "none"})}, 61)...)
			io.Copy(io.Discard, c)
		}
		c.Close()
	}
	h.settled(t, before, 5)
	t.Logf("1,000 attempts to leak from one address: %d let in, %d goroutines remain", let, h.footprint(t).goroutines-before.goroutines)
	if let > 40 {
		t.Errorf("%d of 1000 attempts were let in", let)
	}
}

// rawGuest is a raw client that is logged in.
func (h *hosted) rawGuest(t *testing.T, from string) *doortest.Raw {
	t.Helper()
	c := doortest.NewRaw(h.reach(t, from))
	if err := errors.Join(c.Handshake(), c.AskNothing("ana")); err != nil {
		t.Fatal(err)
	}
	return c
}

// floodFor sends packets without pause until the time is over or the server has enough, and returns how many, with
// what of a core the server took meanwhile.
func (h *hosted) floodFor(t *testing.T, d time.Duration, c *doortest.Raw, packet []byte) (sent int, load float64) {
	t.Helper()
	go io.Copy(io.Discard, c.Buffered)
	before, begin := h.footprint(t), time.Now()
	c.SetWriteDeadline(begin.Add(d))
	burst := slices.Repeat([][]byte{packet}, 20)
	for c.Send(burst...) == nil {
		sent += len(burst)
	}
	if rest := d - time.Since(begin); rest > 0 {
		time.Sleep(rest) // the load is measured over that long
	}
	return sent, (h.footprint(t).cpu - before.cpu).Seconds() / time.Since(begin).Seconds()
}

func TestHostedFloods(t *testing.T) {
	t.Parallel()
	h := host(t, "--per-source", "400")
	data := func(text string) []byte {
		return gossh.Marshal(struct {
			ID   uint32 `sshtype:"94"`
			Text string
		}{0, text})
	}
	for _, flood := range []struct {
		what   string
		packet []byte
	}{
		{"window-change", doortest.ChannelRequest("window-change", doortest.ResizeRequest{W: 132, H: 43})},
		{"a paste", data(strings.Repeat("j", 1<<10))},
		{"a bracketed paste without end", data("\x1b[200~" + strings.Repeat("j", 1<<10))},
		{"an OSC without end", data("\x1b]52;c;" + strings.Repeat("A", 1<<10))},
		{"mouse motion", data(strings.Repeat("\x1b[<35;10;10M", 80))},
		{"pings", append([]byte{192}, gossh.Marshal(struct{ Data string }{"0123456789abcdef"})...)},
		{"global requests", gossh.Marshal(struct {
			Type  string `sshtype:"80"`
			Reply bool
		}{"keepalive@openssh.com", true})},
		{"new channels", doortest.OpenSession(1, 1<<20)},
	} {
		t.Run(flood.what, func(t *testing.T) {
			c := h.rawGuest(t, stranger)
			if err := c.Visit(1<<30, 80, 24); err != nil {
				t.Fatal(err)
			}
			before := h.footprint(t)
			sent, load := h.floodFor(t, 5*time.Second, c, flood.packet)
			took := h.play(t)
			f := h.footprint(t)
			t.Logf("%d sent in 5 s: %.2f of a core, %d KiB more, a player served in %v", sent, load, f.rss-before.rss, took)
			if load > 0.3 || f.rss-before.rss > 20<<10 || took > time.Second {
				t.Errorf("%.2f of a core, %d KiB more, a player served in %v", load, f.rss-before.rss, took)
			}
			c.Close()
		})
	}
}

// Seventeen thousand variables of 30 KB each before anything starts.
func TestHostedEnvironment(t *testing.T) {
	t.Parallel()
	h := host(t)
	c := h.rawGuest(t, stranger)
	if err := errors.Join(c.Send(doortest.OpenSession(7, 1<<20)), c.Expect(91)); err != nil {
		t.Fatal(err)
	}
	before := h.footprint(t)
	variable := doortest.ChannelRequest("env", doortest.Env("LANG", strings.Repeat("x", 30<<10)))
	sent := 0
	for sent < 17000 && c.Send(variable) == nil {
		sent++
	}
	more := h.footprint(t).rss - before.rss
	t.Logf("cut off after %d of 17,000 variables: %d KiB more", sent, more)
	if more > 5<<10 || sent == 17000 {
		t.Errorf("%d variables sent, %d KiB more", sent, more)
	}
}

func TestHostedWindows(t *testing.T) {
	h := host(t, "--per-source", "400")
	h.menu(t, stranger, 80, 24)
	before := h.footprint(t)
	const most = 1<<32 - 1
	for _, size := range [][2]uint32{{0, 0}, {1, 1}, {most, most}, {most, 1}, {1, most}, {65535, 65535}, {1 << 31, 1 << 31}, {0, most}} {
		c, ch := h.menu(t, stranger, size[0], size[1])
		ch.Must(t, "window-change", doortest.ResizeRequest{W: size[1], H: size[0]})
		ch.Must(t, "window-change", doortest.ResizeRequest{W: size[0], H: size[1]})
		defer c.Close()
	}
	took := h.play(t)
	f := h.footprint(t)
	t.Logf("8 windows of impossible sizes: %d KiB more, a player served in %v", f.rss-before.rss, took)
	if f.rss-before.rss > 40<<10 || took > time.Second {
		t.Errorf("%d KiB more, a player served in %v", f.rss-before.rss, took)
	}
}

// Two hundred channels opened and closed on a connection that lives on cost nothing afterwards.
func TestHostedClosedChannels(t *testing.T) {
	h := host(t, "--per-source", "0")
	c := h.client(t, stranger)
	before := h.footprint(t)
	for range 200 {
		time.Sleep(15 * time.Millisecond) // five hundred requests a second would be a flood, and another threat
		doortest.Eventually(t, "there is a place", func() bool {
			ch, _, err := c.OpenChannel("session", nil)
			if err != nil {
				return false
			}
			doortest.Channel{Channel: ch}.Must(t, "pty-req", doortest.Terminal(80, 24))
			doortest.Channel{Channel: ch}.Must(t, "shell", nil)
			ch.Close()
			return true
		})
	}
	quiet, begin := h.footprint(t), time.Now()
	time.Sleep(5 * time.Second) // the load is measured over that long
	load := (h.footprint(t).cpu - quiet.cpu).Seconds() / time.Since(begin).Seconds()
	h.settled(t, before, 5)
	t.Logf("200 closed channels: %.3f of a core", load)
	if load > 0.02 {
		t.Errorf("%.3f of a core", load)
	}
}

func TestHostedLongCommands(t *testing.T) {
	h := host(t)
	before := h.footprint(t)
	for _, command := range []string{strings.Repeat("a", 250<<10), strings.Repeat(`"a\`, 80<<10), strings.Repeat("'", 250<<10)} {
		ch := doortest.OpenChannel(t, h.client(t, stranger))
		ch.Must(t, "exec", doortest.Text(command))
		if status := ch.Status(t); status != 2 {
			t.Errorf("%.10s…: exit status %d", command, status)
		}
	}
	cpu := h.footprint(t).cpu - before.cpu
	t.Logf("3 commands of 250 KB: %v of CPU", cpu)
	if cpu > 300*time.Millisecond {
		t.Errorf("%v of CPU", cpu)
	}
}

// Nothing of SSH but sessions, asked for with OpenSSH's own tools.
func TestHostedNothingButSessions(t *testing.T) {
	h := host(t)
	_, port, _ := net.SplitHostPort(h.addr)
	args := h.sshArgs()
	target, args := args[len(args)-1], args[:len(args)-1]
	file := filepath.Join(t.TempDir(), "file")
	copyArgs := slices.DeleteFunc(slices.Clone(args), func(a string) bool { return a == "-p" || a == port || a == "-b" || a == player })
	copyArgs = append(copyArgs, "-P", port)
	for what, cmd := range map[string]*exec.Cmd{
		"sftp":    exec.Command("sftp", append(copyArgs, target)...),
		"scp":     exec.Command("scp", append(copyArgs, target+":/etc/passwd", file)...),
		"old scp": exec.Command("scp", append(copyArgs, "-O", target+":/etc/passwd", file)...),
		"a shell": exec.Command("ssh", append(args, target, "id")...),
		"-R":      exec.Command("ssh", append(args, "-o", "ExitOnForwardFailure=yes", "-R", "7777:127.0.0.1:22", target, "games")...),
		"-W":      exec.Command("ssh", append(args, "-W", "127.0.0.1:"+port, target)...),
		"-s":      exec.Command("ssh", append(args, "-s", target, "sftp")...),
	} {
		out, err := cmd.CombinedOutput()
		if err == nil || bytes.Contains(out, []byte("root")) {
			t.Errorf("%s: %v, %s", what, err, out)
		}
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("scp copied a file")
	}
}

// A client that is frozen, as by a laptop's lid, is gone within 100 s.
func TestHostedFrozenClient(t *testing.T) {
	t.Parallel()
	h := host(t)
	before := h.footprint(t)
	cmd := exec.Command("ssh", append([]string{"-tt"}, h.sshArgs()...)...)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Env = append(os.Environ(), "TERM=xterm-256color")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	if _, err := io.ReadFull(stdout, make([]byte, 1000)); err != nil {
		t.Fatalf("the menu is not shown: %v", err)
	}
	cmd.Process.Signal(syscall.SIGSTOP)
	begin := time.Now()
	for h.footprint(t).goroutines > before.goroutines+3 && time.Since(begin) < 2*time.Minute {
		time.Sleep(500 * time.Millisecond) // between two looks
	}
	gone := time.Since(begin)
	t.Logf("a frozen client is gone after %v", gone)
	if gone < 50*time.Second || gone > 100*time.Second {
		t.Errorf("gone after %v", gone)
	}
}

// A client that never opens its window, and one that never reads its socket while its screen changes all the time.
func TestHostedNeverReads(t *testing.T) {
	t.Parallel()
	h := host(t)
	before := h.footprint(t)
	begin := time.Now()
	shut := h.rawGuest(t, stranger)
	if err := shut.Visit(0, 200, 60); err != nil {
		t.Fatal(err)
	}
	io.Copy(io.Discard, shut)
	closed := time.Since(begin)

	begin = time.Now()
	deaf := h.rawGuest(t, stranger)
	deaf.Conn.(*net.TCPConn).SetReadBuffer(4 << 10)
	if err := deaf.Visit(1<<30, 200, 60); err != nil {
		t.Fatal(err)
	}
	for i := uint32(0); time.Since(begin) < 2*time.Minute; i++ {
		if deaf.Send(doortest.ChannelRequest("window-change", doortest.ResizeRequest{W: 200 + i%2, H: 60})) != nil {
			break
		}
		time.Sleep(50 * time.Millisecond) // twenty changes a second are honest
	}
	deafness := time.Since(begin)
	h.settled(t, before, 5)
	t.Logf("closed after %v with the window shut, after %v with the socket unread", closed, deafness)
	if closed > 30*time.Second || deafness > 100*time.Second {
		t.Errorf("closed after %v and %v", closed, deafness)
	}
}

func TestHostedForgedProxyHeader(t *testing.T) {
	h := host(t)
	for _, version := range []byte{1, 2} {
		nc := h.reach(t, stranger)
		io.WriteString(nc, doortest.ProxyHeader(version, &net.TCPAddr{IP: net.IPv4(6, 6, 6, 6), Port: 6666}))
		if _, err := doortest.Login(nc, doortest.AsGuest()); err == nil {
			t.Errorf("version %d was let in", version)
		}
	}
	if strings.Contains(h.stderr.String(), "6.6.6.6") {
		t.Errorf("the forged address is in the log: %s", h.stderr)
	}
}

// Hostile names through every entrance: one line an event in the log, nothing but printable ASCII in it.
func TestHostedHostileText(t *testing.T) {
	h := host(t, "--per-source", "0")
	for _, text := range keystest.Hostile() {
		c, err := doortest.LoginAs(h.reach(t, stranger), text, "SSH-2.0-x", doortest.AsGuest())
		if err != nil {
			t.Fatal(err)
		}
		for _, exec := range []bool{true, false} {
			ch := doortest.OpenChannel(t, c)
			ch.Must(t, "pty-req", doortest.PtyRequest{Term: text, W: 80, H: 24})
			ch.Ask(t, "env", doortest.Env("LANG", text))
			ch.Ask(t, "subsystem", doortest.Text(text))
			if exec {
				ch.Must(t, "exec", doortest.Text(text[:min(len(text), door.MaxCommand)]))
				out, _ := io.ReadAll(io.MultiReader(ch.Stderr(), ch))
				if said := strings.NewReplacer("\r\n", "\n").Replace(string(out)); strings.ContainsAny(said, "\x1b\x07\r\x00\u009b\u202e") {
					t.Errorf("the answer to %q is %q", text, out)
				}
				continue
			}
			ch.Must(t, "shell", nil)
			ch.Close()
		}
		c.Close()
	}
	lines := strings.Split(strings.TrimSpace(h.stderr.String()), "\n")
	for _, line := range lines {
		if keys.Clean(line, len(line)) != line || len(line) > 1000 || strings.HasPrefix(line, "FAKE") {
			t.Errorf("logged: %q", line)
		}
	}
	t.Logf("%d hostile texts, %d lines in the log", len(keystest.Hostile()), len(lines))
}
