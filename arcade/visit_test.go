package arcade

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"fmt"
	"io"
	"log/slog"
	"net"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade.example.com/arcade/command"
	"arcade.example.com/arcade/door/doortest"
	"arcade.example.com/arcade/playtest"
	"arcade.example.com/games"
	"arcade.example.com/games/catalog"
	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

// arcadeServer is a whole server on loopback, and what it logged.
type arcadeServer struct {
	*Server
	addr  string
	store storage.Store
	log   *doortest.Buffer
}

// openArcade starts a server for a test, and checks at its end that nothing of it runs on.
func openArcade(t *testing.T, change func(*Config)) *arcadeServer {
	t.Helper()
	before := runtime.NumGoroutine()
	signer, err := gossh.NewSignerFromKey(ed25519.NewKeyFromSeed(bytes.Repeat([]byte{9}, ed25519.SeedSize)))
	if err != nil {
		t.Fatal(err)
	}
	a := &arcadeServer{store: storage.NewMemory(), log: &doortest.Buffer{}}
	cfg := Config{Games: catalog.All(), Store: a.store, HostKey: signer, Log: slog.New(slog.NewTextHandler(a.log, nil)), Version: "test",
		Idle: time.Hour, MaxConns: 100}
	if change != nil {
		change(&cfg)
	}
	if a.Server, err = New(cfg); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	a.addr = l.Addr().String()
	served := make(chan error, 1)
	go func() { served <- a.Serve(l) }()
	greet(t, a.addr)
	t.Cleanup(func() {
		now, cancel := context.WithCancel(context.Background())
		cancel()
		a.Shutdown(now)
		if err := <-served; err != nil {
			t.Errorf("serve: %v", err)
		}
		doortest.Eventually(t, fmt.Sprintf("goroutines back from %d to %d", runtime.NumGoroutine(), before), func() bool { return runtime.NumGoroutine() <= before+2 })
	})
	return a
}

// greet waits until a server has begun to serve: it greets as SSH.
func greet(t *testing.T, addr string) {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.ReadFull(c, make([]byte, len("SSH-2.0-"))); err != nil {
		t.Fatal(err)
	}
}

// terminalClient is a guest at a terminal, or a player with the n-th test key.
type terminalClient struct {
	t    *testing.T
	conn *gossh.Client
	sess *gossh.Session
	in   io.Writer
	out  *doortest.Buffer
	done chan error
}

func (a *arcadeServer) sit(t *testing.T, n byte) *terminalClient {
	t.Helper()
	return a.begin(t, n, "xterm-256color", "")
}

// begin begins a session with a terminal, "" for none, and a command, "" for none.
func (a *arcadeServer) begin(t *testing.T, n byte, terminal, command string) *terminalClient {
	t.Helper()
	auth := doortest.AsGuest()
	if n > 0 {
		seed := make([]byte, ed25519.SeedSize)
		seed[0] = n
		signer, err := gossh.NewSignerFromKey(ed25519.NewKeyFromSeed(seed))
		if err != nil {
			t.Fatal(err)
		}
		auth = gossh.PublicKeys(signer)
	}
	nc, err := net.Dial("tcp", a.addr)
	if err != nil {
		t.Fatal(err)
	}
	c, err := doortest.Login(nc, auth)
	if err != nil {
		t.Fatal(err)
	}
	x := &terminalClient{t: t, conn: c, out: &doortest.Buffer{}, done: make(chan error, 1)}
	t.Cleanup(func() { c.Close() })
	if x.sess, err = c.NewSession(); err != nil {
		t.Fatal(err)
	}
	if terminal != "" {
		if err := x.sess.RequestPty(terminal, 24, 80, gossh.TerminalModes{}); err != nil {
			t.Fatal(err)
		}
	}
	x.sess.Stdout, x.sess.Stderr = x.out, x.out
	if x.in, err = x.sess.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	start := x.sess.Shell
	if command != "" {
		start = func() error { return x.sess.Start(command) }
	}
	if err := start(); err != nil {
		t.Fatal(err)
	}
	go func() { x.done <- x.sess.Wait() }()
	return x
}

func (x *terminalClient) press(keys string) {
	x.t.Helper()
	if _, err := io.WriteString(x.in, keys); err != nil {
		x.t.Fatal(err)
	}
}

func (x *terminalClient) sees(text string) {
	x.t.Helper()
	doortest.Eventually(x.t, "see "+text, func() bool { return strings.Contains(x.out.String(), text) })
}

// ends waits for the session's end and checks that the terminal was restored.
func (x *terminalClient) ends() {
	x.t.Helper()
	select {
	case <-x.done:
	case <-time.After(20 * time.Second):
		x.t.Fatalf("the session goes on:\n%q", x.out.String())
	}
	out := x.out.String()
	if strings.LastIndex(out, "\x1b[?1049l") < strings.LastIndex(out, "\x1b[?1049h") {
		x.t.Errorf("the terminal is left in the alternate screen: %q", out[max(len(out)-200, 0):])
	}
}

func TestVisitBeginsAndEnds(t *testing.T) {
	a := openArcade(t, nil)
	x := a.sit(t, 1)
	x.sees("Minesweeper")
	if n := len(a.all()); n != 1 {
		t.Errorf("%d visits, want 1", n)
	}
	x.press("q")
	x.ends()
	doortest.Eventually(t, "the visit is over", func() bool { return len(a.all()) == 0 })
}

func TestIdleVisitEndsInWords(t *testing.T) {
	a := openArcade(t, func(c *Config) { c.Idle = 2 * time.Second })
	x := a.sit(t, 1)
	x.sees("Minesweeper")
	x.press("\r") // a game, whose clock ticks: what is sent is not what keeps a session
	x.ends()
	x.sees("You were away")
}

func TestShutdownKeepsTheRunningGame(t *testing.T) {
	a := openArcade(t, nil)
	x := a.sit(t, 1)
	x.sees("Minesweeper")
	x.press("\r")
	doortest.Eventually(t, "a game runs", func() bool { return a.playing() == 1 })
	x.press("ssssdddd")
	idle, guest := a.sit(t, 2), a.sit(t, 0)
	idle.sees("Minesweeper")
	guest.sees("Minesweeper")
	guest.press("\r")
	doortest.Eventually(t, "two games run", func() bool { return a.playing() == 2 })
	grace, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	begun := time.Now()
	a.Shutdown(grace)
	if took := time.Since(begun); took < time.Second {
		t.Errorf("the running game got %v, not its grace", took)
	}
	x.sees("The arcade restarts in")
	x.ends()
	x.sees("Connect again in a moment. Maze · ")
	guest.sees("a guest's is not kept")
	for _, none := range []*terminalClient{idle, guest} { // nothing of theirs waits
		none.ends()
		none.sees("Connect again in a moment.")
		if said := none.out.String(); strings.Contains(said, "a moment. ") {
			t.Errorf("it ends with %q", said[strings.Index(said, "a moment."):])
		}
	}
	kept, err := a.store.Kept(playtest.Key(t, 1))
	if err != nil || len(kept) != 1 {
		t.Fatalf("kept %v, %v; want one game", kept, err)
	}
	if steps, err := games.Decode(kept[0].Steps); err != nil || len(steps) == 0 {
		t.Errorf("kept %d steps, %v", len(steps), err)
	}
}

// Who is in a heat is not told that it waits for them.
func TestShutdownEndsAHeat(t *testing.T) {
	a := openArcade(t, nil)
	x, y := a.begin(t, 1, "xterm-256color", "race otter maze 5x5"), a.begin(t, 2, "xterm-256color", "race otter")
	x.press("\r")
	y.press("\r")
	doortest.Eventually(t, "the heat runs", func() bool { return a.playing() == 2 })
	grace, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	a.Shutdown(grace)
	x.sees("a heat waits for nobody")
}

// breakMinesweeper makes the menu panic where minesweeper is chosen.
func breakMinesweeper(c *Config) {
	for i := range c.Games {
		if c.Games[i].ID == "minesweeper" {
			c.Games[i].Demo = func() games.Replay { panic("a screen is broken") }
		}
	}
}

func TestPanicInAScreenEndsOneVisit(t *testing.T) {
	a := openArcade(t, breakMinesweeper)
	other := a.sit(t, 2)
	other.sees("Minesweeper")
	x := a.sit(t, 1)
	x.sees("Minesweeper")
	x.press("j")
	x.ends()
	x.sees("Something went wrong")
	if n := strings.Count(a.log.String(), "level=ERROR msg=panic"); n != 1 {
		t.Errorf("logged %d times:\n%s", n, a.log.String())
	}
	other.press("?")
	other.sees("The keys here")
}

// brokenTop is a store that panics when a small maze's leaderboard is read.
type brokenTop struct{ storage.Store }

func (b brokenTop) Top(lb storage.Leaderboard, from, n int) ([]storage.Entry, int, error) {
	if lb.Mode == "5x5" {
		panic("a broken leaderboard")
	}
	return b.Store.Top(lb, from, n)
}

// A panic in a command, which no screen catches, ends the one visit whose it is.
func TestPanicInACommandEndsOneVisit(t *testing.T) {
	a := openArcade(t, func(c *Config) { c.Store = brokenTop{c.Store} })
	other := a.sit(t, 2)
	other.sees("Minesweeper")
	x := a.begin(t, 1, "xterm-256color", "maze 5x5")
	x.ends()
	x.sees("Something went wrong")
	if !strings.Contains(a.log.String(), "a broken leaderboard") {
		t.Errorf("it is not logged:\n%s", a.log.String())
	}
	other.press("?")
	other.sees("The keys here")
}

func TestOperatorsAndNobodyElse(t *testing.T) {
	dir := t.TempDir()
	a := openArcade(t, func(c *Config) {
		c.Admins = filepath.Join(dir, "admins")
	})
	x := a.sit(t, 2)
	x.sees("Minesweeper")
	who := a.all()[0].app.Player().ID
	run := func(n byte, line string) (string, int) {
		t.Helper()
		return a.ask(t, n, line)
	}
	if out, code := run(1, "admin sessions"); code != command.ExitUsage || !strings.Contains(out, "no command") {
		t.Errorf("a stranger is told %q, %d", out, code)
	}
	admit(t, filepath.Join(dir, "admins"), 1)
	for _, c := range []struct {
		line, want string
		code       int
	}{
		{"admin sessions --json", `{"sessions":[{"id":"` + who, command.ExitDone},
		{"admin stats", "sessions  1", command.ExitDone},
		{"admin announce the cake is ready", "announced to 1 session", command.ExitDone},
		{"admin ban nobody-here", "no player, key or network", command.ExitRefused},
		{"admin ban 192.0.2.7 --for 1h --why noise", "banned 192.0.2.7/32", command.ExitDone},
		{"admin ban 192.0.2.7 --for -1h", "Usage", command.ExitUsage},
		{"admin bans --json", `{"bans":[{"who":"192.0.2.7/32"`, command.ExitDone},
		{"admin unban 192.0.2.7", "unbanned 192.0.2.7/32", command.ExitDone},
		{"admin unban 192.0.2.7/32", "nobody is banned", command.ExitRefused},
		{"admin kick " + who, "kicked 1 session", command.ExitDone},
		{"admin dance", "no command", command.ExitUsage},
		{"admin", "Usage", command.ExitUsage},
	} {
		if out, code := run(1, c.line); code != c.code || !strings.Contains(out, c.want) {
			t.Errorf("%s: %q, %d; want %q, %d", c.line, out, code, c.want, c.code)
		}
	}
	x.sees("the cake is ready")
	x.ends()
	x.sees("The operator has ended this session.")

	// A banned player is told so, also after a restart.
	if _, err := a.store.SetName(playtest.Key(t, 2), "pest"); err != nil {
		t.Fatal(err)
	}
	if out, code := run(1, "admin ban pest"); code != command.ExitDone {
		t.Fatalf("%q, %d", out, code)
	}
	if out, code := run(2, "version"); code != command.ExitRefused || !strings.Contains(out, "closed to you") {
		t.Errorf("a banned player is told %q, %d", out, code)
	}
	if again, err := storage.New(a.store.(storage.Engine), nil); err != nil || len(again.Bans()) != 1 {
		t.Errorf("%v: the ban is not kept", err)
	}
	if out, code := run(1, "admin unban pest"); code != command.ExitDone || !strings.Contains(out, "unbanned "+who) {
		t.Errorf("the ban is not lifted by name: %q, %d", out, code)
	}
	if out, code := run(2, "version"); code != command.ExitDone {
		t.Errorf("a player whose ban was lifted is told %q, %d", out, code)
	}
}

// ask runs a command without a terminal and returns what it said and its exit code.
func (a *arcadeServer) ask(t *testing.T, n byte, line string) (string, int) {
	t.Helper()
	seed := make([]byte, ed25519.SeedSize)
	seed[0] = n
	signer, err := gossh.NewSignerFromKey(ed25519.NewKeyFromSeed(seed))
	if err != nil {
		t.Fatal(err)
	}
	nc, err := net.Dial("tcp", a.addr)
	if err != nil {
		t.Fatal(err)
	}
	c, err := doortest.Login(nc, gossh.PublicKeys(signer))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	s, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	out, err := s.CombinedOutput(line)
	if exit, ok := err.(*gossh.ExitError); ok {
		return string(out), exit.ExitStatus()
	}
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return string(out), 0
}

func TestTwentyGamesSurviveARestart(t *testing.T) {
	const players = 20
	path := filepath.Join(t.TempDir(), "arcade.db")
	store, err := storage.Open(path, storagetest.Secret)
	if err != nil {
		t.Fatal(err)
	}
	a := openArcade(t, func(c *Config) { c.Store = store; c.PerSource = 0 })
	var all []*terminalClient
	for n := range byte(players) {
		x := a.sit(t, n+1)
		x.sees("Minesweeper")
		x.press("\r")
		all = append(all, x)
	}
	doortest.Eventually(t, "all play", func() bool { return a.playing() == players })
	for _, x := range all {
		x.press("sdsdsdsd")
	}
	grace, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	a.Shutdown(grace)
	for _, x := range all {
		x.ends()
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	store, err = storage.Open(path, storagetest.Secret)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for n := range byte(players) {
		kept, err := store.Kept(playtest.Key(t, n+1))
		if err != nil || len(kept) != 1 {
			t.Errorf("player %d: kept %v, %v; want one game", n, kept, err)
		}
	}
}

func TestPlayersAreCountedOnce(t *testing.T) {
	a := openArcade(t, nil)
	for _, n := range []byte{1, 1, 2, 0, 0} { // two players, one of them twice, and two guests
		a.sit(t, n).sees("Minesweeper")
	}
	if here := a.house.Here(); here != 4 {
		t.Errorf("%d are here, want 4", here)
	}
}
