package arcade_test

import (
	"bufio"
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	charmssh "charm.land/ssh"
	"charm.land/wish/v2"
	wishtea "charm.land/wish/v2/bubbletea"
	"golang.org/x/crypto/ssh"

	"arcade.example.com/arcade"
	"arcade.example.com/games/catalog"
	"arcade.example.com/storage"
)

// serverVariable makes the test binary one of the benchmarks' servers, by name.
const serverVariable = "ARCADE_BENCH_SERVER"

// profileVariable is where the benchmarks' servers write their profiles.
const profileVariable = "ARCADE_BENCH_PROFILE"

func TestMain(m *testing.M) {
	if want, ok := os.LookupEnv(comeVariable); ok {
		if err := comeBackAs(want); err != nil {
			log.Fatal(err)
		}
		return
	}
	serve, ok := map[string]func(net.Listener, ssh.Signer) error{"floor": serveFloor, "stock": serveStock, "arcade": serveArcade}[os.Getenv(serverVariable)]
	if !ok {
		os.Exit(m.Run())
	}
	if err := serveUntilEOF(serve); err != nil {
		log.Fatal(err)
	}
}

// serveUntilEOF prints where it listens, and ends with standard input: with the benchmark.
func serveUntilEOF(serve func(net.Listener, ssh.Signer) error) error {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	signer, err := ssh.NewSignerFromKey(key)
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(l.Addr())
	stop := profile(os.Getenv(profileVariable))
	go func() {
		for in := bufio.NewScanner(os.Stdin); in.Scan(); {
			fmt.Println(weigh())
		}
		stop()
		os.Exit(0)
	}()
	return serve(l, signer)
}

// weight is what a server holds that does not depend on when it last collected garbage.
type weight struct{ goroutines, heap, stacks int64 }

// weigh returns it once stacks that were needed for a handshake have shrunk, by half in each collection.
func weigh() weight {
	var m runtime.MemStats
	for range 6 {
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return weight{int64(runtime.NumGoroutine()), int64(m.HeapAlloc), int64(m.StackInuse)}
}

// profile writes what the server spends to files that begin with a name and the number of its process, as there may be
// two, until stop is called; "" writes nothing.
func profile(name string) (stop func()) {
	if name == "" {
		return func() {}
	}
	name += fmt.Sprint(".", os.Getpid())
	runtime.MemProfileRate = 64 << 10
	cpu, err := os.Create(name + ".cpu")
	if err != nil {
		log.Fatal(err)
	}
	if err := pprof.StartCPUProfile(cpu); err != nil {
		log.Fatal(err)
	}
	return func() {
		pprof.StopCPUProfile()
		for _, what := range []string{"heap", "goroutine"} {
			f, err := os.Create(name + "." + what)
			if err != nil {
				log.Fatal(err)
			}
			pprof.Lookup(what).WriteTo(f, 0)
		}
	}
}

// child is the test binary in a process of its own: a server, or clients. It ends with its standard input.
type child struct {
	b    *testing.B
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
	pid  int
	addr string // of a server
}

// startChild starts one that is told by a variable what to be.
func startChild(b *testing.B, variable, value string) *child {
	b.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), variable+"="+value)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	return &child{b: b, cmd: cmd, in: in, out: bufio.NewReader(out), pid: cmd.Process.Pid}
}

func startServer(b *testing.B, server string) *child {
	b.Helper()
	c := startChild(b, serverVariable, server)
	c.addr = c.line(server)
	return c
}

// line is the next line that it prints.
func (c *child) line(what string) string {
	line, err := c.out.ReadString('\n')
	if err != nil {
		c.b.Fatalf("%s: %v", what, err)
	}
	return strings.TrimSpace(line)
}

// weigh asks the server what it holds.
func (c *child) weigh() (w weight) {
	fmt.Fprintln(c.in)
	if _, err := fmt.Sscanf(c.line("weigh"), "{%d %d %d}", &w.goroutines, &w.heap, &w.stacks); err != nil {
		c.b.Fatal(err)
	}
	return w
}

func (c *child) stop() {
	c.in.Close()
	c.cmd.Wait()
}

func serveArcade(l net.Listener, key ssh.Signer) error {
	debug.SetGCPercent(arcade.Garbage) // as arcade serve does
	store := storage.NewMemory()
	if err := keepGames(store, os.Getenv(waitVariable)); err != nil {
		return err
	}
	s, err := arcade.New(arcade.Config{
		Games: catalog.All(), Store: store, HostKey: key, Log: slog.New(slog.DiscardHandler),
		Version: "bench", Idle: time.Hour, MaxConns: 30000,
	})
	if err != nil {
		return err
	}
	return s.Serve(l)
}

// serveFloor is the floor: a bare x/crypto/ssh server with a screen of 80 by 24 a session, a clock that ticks once a
// second, and a piece of two cells that each key moves in the fewest bytes. Nothing written in Go can cost much less.
func serveFloor(l net.Listener, key ssh.Signer) error {
	cfg := &ssh.ServerConfig{PublicKeyCallback: func(ssh.ConnMetadata, ssh.PublicKey) (*ssh.Permissions, error) { return nil, nil }}
	cfg.AddHostKey(key)
	for {
		c, err := l.Accept()
		if err != nil {
			return err
		}
		go floorConn(c, cfg)
	}
}

func floorConn(c net.Conn, cfg *ssh.ServerConfig) {
	defer c.Close()
	_, chans, reqs, err := ssh.NewServerConn(c, cfg)
	if err != nil {
		return
	}
	go ssh.DiscardRequests(reqs)
	for nc := range chans {
		ch, reqs, err := nc.Accept()
		if err != nil {
			return
		}
		go func() {
			for r := range reqs {
				r.Reply(true, nil)
			}
		}()
		go floorSession(ch)
	}
}

func floorSession(ch ssh.Channel) {
	defer ch.Close()
	fmt.Fprint(ch, "\x1b[2J")
	keys := make(chan byte, 64)
	go func() {
		defer close(keys)
		var b [256]byte
		for {
			n, err := ch.Read(b[:])
			if err != nil {
				return
			}
			for _, k := range b[:n] {
				keys <- k
			}
		}
	}()
	t := time.NewTicker(time.Second)
	defer t.Stop()
	m := piece{}
	for {
		select {
		case <-t.C:
			m.seconds++
			fmt.Fprintf(ch, "\x1b[1;12H%d", m.seconds)
		case k, ok := <-keys:
			if !ok {
				return
			}
			old := m
			m.move(k)
			fmt.Fprintf(ch, "\x1b[%d;%dH  \x1b[%d;%dH@@", old.y+2, old.x*2+1, m.y+2, m.x*2+1)
		}
	}
}

// piece is the model of both other servers: what keys move, and a clock.
type piece struct{ x, y, seconds int }

func (m *piece) move(key byte) {
	switch key {
	case 'l':
		m.x = (m.x + 1) % 29
	case 'h':
		m.x = (m.x + 28) % 29
	case 'j':
		m.y = (m.y + 1) % 20
	case 'k':
		m.y = (m.y + 19) % 20
	}
}

// serveStock is what anyone gets from Wish and Bubble Tea as they come.
func serveStock(l net.Listener, key ssh.Signer) error {
	s, err := wish.NewServer(
		func(s *charmssh.Server) error { s.AddHostKey(key); return nil },
		wish.WithPublicKeyAuth(func(charmssh.Context, charmssh.PublicKey) bool { return true }),
		wish.WithMiddleware(wishtea.Middleware(func(charmssh.Session) (tea.Model, []tea.ProgramOption) {
			return stock{}, []tea.ProgramOption{tea.WithoutSignalHandler()}
		})))
	if err != nil {
		return err
	}
	return s.Serve(l)
}

type stock struct{ piece }

type second struct{}

func (m stock) Init() tea.Cmd {
	return tea.Tick(time.Second, func(time.Time) tea.Msg { return second{} })
}

func (m stock) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case second:
		m.seconds++
		return m, m.Init()
	case tea.KeyPressMsg:
		m.move(msg.String()[0])
	}
	return m, nil
}

func (m stock) View() tea.View {
	wall := lipgloss.NewStyle().Foreground(lipgloss.Color("#5566aa"))
	me := lipgloss.NewStyle().Foreground(lipgloss.Color("#ffdd00")).Bold(true)
	var b strings.Builder
	fmt.Fprintf(&b, "MAZE  time %d\n", m.seconds)
	for y := range 20 {
		for x := range 29 {
			switch {
			case x == m.x && y == m.y:
				b.WriteString(me.Render("@@"))
			case (x*7+y*13+x*y)%3 == 0:
				b.WriteString(wall.Render("██"))
			default:
				b.WriteString("  ")
			}
		}
		b.WriteByte('\n')
	}
	b.WriteString("arrows move · p path · q quit")
	v := tea.NewView(b.String())
	v.AltScreen, v.MouseMode = true, tea.MouseModeCellMotion
	return v
}
