package arcade_test

import (
	"cmp"
	"crypto/ed25519"
	"crypto/rand"
	"flag"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
)

// The load run is for a machine that has nothing else to do, so it has to be asked for:
//
//	go test ./arcade -run '^$' -bench Load -load 5000
var (
	load     = flag.Int("load", 0, "sessions of BenchmarkLoad; 0 leaves it out")
	comeBack = flag.Int("return", 200, "players who come back at once in BenchmarkReturn")
	chaff    = flag.Bool("chaff", false, "in BenchmarkLoad every player also sends 50 keepalive requests a second, as OpenSSH's keystroke obfuscation does")
)

// BenchmarkSession holds what a session costs against a bare x/crypto/ssh server and against Wish and Bubble Tea as
// they come, each a process of its own:
//
//	ms/connection     CPU until its first screen, the key exchange included
//	KiB/session       memory, of the whole process
//	live-KiB          what of it is in use when all garbage is collected: heap and stacks
//	stack-KiB         of that the stacks
//	goroutines        of a session
//	µs-idle/s         CPU a second and session, nothing being pressed; a clock runs where there is one
//	µs/key, B/key     CPU and bytes a key
//	p50-ms, p99-ms    from a key to the frame that answers it
//
// Only the ratios of one run mean anything.
func BenchmarkSession(b *testing.B) {
	for _, bench := range []struct{ name, server, command, keys string }{
		{"floor", "floor", "", "ljhk"},
		{"stock", "stock", "", "ljhk"},
		{"arcade/menu", "arcade", "", "jk"},
		{"arcade/maze", "arcade", "maze 20x20", ""},
		{"arcade/minesweeper", "arcade", "minesweeper expert", "ljhk"},
		{"arcade/first-person", "arcade", "maze 20x20-fp", "l"}, // a turn, in 256 colours
	} {
		b.Run(bench.name, func(b *testing.B) {
			for b.Loop() {
				c := startCrowd(b, bench.server, bench.command, 200)
				memory := c.server.memory() - c.bare
				idle, _ := c.spend(func() { time.Sleep(4 * time.Second) })
				c.learn(bench.keys)
				var late []time.Duration
				keys := 0
				busy, bytes := c.spend(func() { late, keys = c.play(100, 4*time.Second, false) })
				held := c.server.weigh()
				c.close()
				n := float64(len(c.players))
				b.ReportMetric(float64(memory)/1024/n, "KiB/session")
				b.ReportMetric(float64(held.goroutines-c.empty.goroutines)/n, "goroutines")
				b.ReportMetric(float64(held.heap+held.stacks-c.empty.heap-c.empty.stacks)/1024/n, "live-KiB")
				b.ReportMetric(float64(held.stacks-c.empty.stacks)/1024/n, "stack-KiB")
				b.ReportMetric(c.arrival.Seconds()*1e3/n, "ms/connection")
				b.ReportMetric(idle.Seconds()*1e6/4/n, "µs-idle/s")
				b.ReportMetric(busy.Seconds()*1e6/float64(keys), "µs/key")
				b.ReportMetric(float64(bytes)/float64(keys), "B/key")
				reportLate(b, late, keys)
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkArrive holds what it costs to come in, against a bare x/crypto/ssh server. 200 players come to each server, by turns,
// so that what else the machine does concerns all of them: the CPU of each up to the last first screen, as ratios to the
// floor's, which is in µs a connection.
func BenchmarkArrive(b *testing.B) {
	for b.Loop() {
		floor := newCrowd(b, "floor", "", 200)
		crowds := []*crowd{floor, newCrowd(b, "arcade", "", 200), newCrowd(b, "arcade", "maze 20x20", 200), newCrowd(b, "arcade", "minesweeper expert", 200)}
		arrive(crowds...)
		b.ReportMetric(floor.arrival.Seconds()*1e6/float64(len(floor.players)), "µs/floor")
		for i, name := range []string{"menu", "maze", "minesweeper"} {
			b.ReportMetric(crowds[i+1].arrival.Seconds()/floor.arrival.Seconds(), name)
		}
		for _, c := range crowds {
			c.close()
		}
	}
	b.ReportMetric(0, "ns/op")
}

// BenchmarkLoad fills an arcade from many addresses with players whose clocks all run; a fifth of them press 5 keys a
// second. It fails when anyone is refused or dropped.
func BenchmarkLoad(b *testing.B) {
	if *load == 0 {
		return
	}
	openFiles(b)
	for b.Loop() {
		c := startCrowd(b, "arcade", "maze 20x20", *load)
		memory := c.server.memory() - c.bare
		c.learn("")
		var late []time.Duration
		keys := 0
		busy, _ := c.spend(func() { late, keys = c.play(*load/5, 10*time.Second, *chaff) })
		for _, p := range c.players {
			if p.gone.Load() {
				b.Error("a session was dropped")
			}
		}
		c.close()
		b.ReportMetric(float64(memory)/1024/float64(*load), "KiB/session")
		b.ReportMetric(busy.Seconds()/10*100, "%CPU")
		b.ReportMetric(float64(keys)/10, "keys/s")
		reportLate(b, late, keys)
	}
	b.ReportMetric(0, "ns/op")
}

func reportLate(b *testing.B, late []time.Duration, keys int) {
	if len(late) == 0 {
		b.Fatalf("none of %d keys was answered", keys)
	}
	slices.Sort(late)
	at := func(part float64) float64 { return late[int(part*float64(len(late)-1))].Seconds() * 1000 }
	b.ReportMetric(at(.5), "p50-ms")
	b.ReportMetric(at(.99), "p99-ms")
	b.ReportMetric(float64(keys-len(late)), "unanswered")
}

// crowd are the players of one server.
type crowd struct {
	b       *testing.B
	server  *child
	command string
	bare    int64         // the server's memory before anyone came
	empty   weight        // what it held then
	arrival time.Duration // CPU that it spent until all had their first screen
	players []*player
}

// settling is how long the screens need to come to rest: the menu shows a game for three seconds.
const settling = 5 * time.Second

// startCrowd starts a server and has n players connect and start the command.
func startCrowd(b *testing.B, server, command string, n int) *crowd {
	b.Helper()
	c := newCrowd(b, server, command, n)
	arrive(c)
	time.Sleep(settling)
	return c
}

// newCrowd starts a server to which nobody has come yet.
func newCrowd(b *testing.B, server, command string, n int) *crowd {
	b.Helper()
	c := &crowd{b: b, server: startServer(b, server), command: command, players: make([]*player, n)}
	c.empty, c.bare = c.server.weigh(), c.server.memory()
	return c
}

// arrive has as many players come to each server, by turns.
func arrive(crowds ...*crowd) {
	for _, c := range crowds {
		c.arrival = -c.server.cpu()
	}
	var wg sync.WaitGroup
	var failed atomic.Pointer[error]
	turns := make(chan struct{}, 16)
	for i := range crowds[0].players {
		for _, c := range crowds {
			turns <- struct{}{}
			wg.Go(func() {
				defer func() { <-turns }()
				p, err := connect(c.server.addr, c.command, i)
				if err != nil {
					failed.CompareAndSwap(nil, &err)
				}
				c.players[i] = p
			})
		}
	}
	wg.Wait()
	for _, c := range crowds {
		c.arrival += c.server.cpu()
	}
	if err := failed.Load(); err != nil {
		crowds[0].b.Fatalf("connect: %v", *err)
	}
}

func (c *crowd) close() {
	c.server.stop()
	var wg sync.WaitGroup
	for _, p := range c.players {
		wg.Go(func() { p.conn.Close() })
	}
	wg.Wait()
}

// spend returns what f costs the server in CPU, and how many bytes it sends meanwhile.
func (c *crowd) spend(f func()) (cpu time.Duration, bytes int64) {
	cpu, bytes = -c.server.cpu(), -c.received()
	f()
	return cpu + c.server.cpu(), bytes + c.received()
}

func (c *crowd) received() (n int64) {
	for _, p := range c.players {
		n += p.received.Load()
	}
	return n
}

// learn gives every player keys that change the screen each time. With none each finds out for itself which way
// leads from the entrance of its maze.
func (c *crowd) learn(keys string) {
	var wg sync.WaitGroup
	for _, p := range c.players {
		p.keys = keys
		if keys == "" {
			wg.Go(p.explore)
		}
	}
	wg.Wait()
}

// play has the first n players press 5 keys a second each, evenly spread, and returns the time that each answered
// key took.
func (c *crowd) play(n int, d time.Duration, chaff bool) (late []time.Duration, keys int) {
	const every = time.Second / 5
	var mu sync.Mutex
	var wg sync.WaitGroup
	stop := make(chan struct{})
	for i, p := range c.players[:n] {
		if chaff {
			go p.chaff(stop)
		}
		wg.Go(func() {
			time.Sleep(every * time.Duration(i) / time.Duration(n))
			var mine []time.Duration
			pressed := 0
			end := time.Now().Add(d)
			for next := time.Now(); next.Before(end); next = next.Add(every) {
				time.Sleep(time.Until(next))
				pressed++
				if took, ok := p.press(p.keys[pressed%len(p.keys)]); ok {
					mine = append(mine, took)
				}
			}
			mu.Lock()
			defer mu.Unlock()
			late, keys = append(late, mine...), keys+pressed
		})
	}
	wg.Wait()
	close(stop)
	return late, keys
}

// player is a client with a terminal of 80 by 24.
type player struct {
	conn     ssh.Conn
	in       interface{ Write([]byte) (int, error) }
	got      chan int // how many bytes came; dropped when nobody waits
	received atomic.Int64
	chaffed  atomic.Int64 // how many packets of chaff were answered
	gone     atomic.Bool
	keys     string
}

// connect connects from an address of its own, for up to 60,000 players, with a fresh key.
func connect(addr, command string, i int) (*player, error) {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	return connectAs(addr, command, i, key)
}

func connectAs(addr, command string, i int, key ed25519.PrivateKey) (*player, error) {
	signer, err := ssh.NewSignerFromKey(key)
	if err != nil {
		return nil, err
	}
	from := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, byte(1+i/250), byte(1+i%250))}, Timeout: time.Minute}
	tcp, err := from.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	c, chans, reqs, err := ssh.NewClientConn(tcp, addr, &ssh.ClientConfig{
		User: "player", Auth: []ssh.AuthMethod{ssh.PublicKeys(signer)}, HostKeyCallback: ssh.InsecureIgnoreHostKey(), Timeout: time.Minute,
	})
	if err != nil {
		return nil, err
	}
	s, err := ssh.NewClient(c, chans, reqs).NewSession()
	if err != nil {
		return nil, err
	}
	return startPlayer(c, s, command)
}

func startPlayer(c ssh.Conn, s *ssh.Session, command string) (*player, error) {
	if err := s.RequestPty("xterm-256color", 24, 80, ssh.TerminalModes{}); err != nil {
		return nil, err
	}
	in, err := s.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := s.StdoutPipe()
	if err != nil {
		return nil, err
	}
	start := s.Shell
	if command != "" {
		start = func() error { return s.Start(command) }
	}
	if err := start(); err != nil {
		return nil, err
	}
	p := &player{conn: c, in: in, got: make(chan int, 64)}
	go p.read(out)
	select {
	case <-p.got:
	case <-time.After(30 * time.Second):
		return nil, fmt.Errorf("no screen within 30 s")
	}
	return p, nil
}

func (p *player) read(out interface{ Read([]byte) (int, error) }) {
	defer p.gone.Store(true)
	buf := make([]byte, 4096)
	for {
		n, err := out.Read(buf)
		if err != nil {
			return
		}
		p.received.Add(int64(n))
		select {
		case p.got <- n:
		default:
		}
	}
}

// unanswered is how long anybody waits for the answer to a key.
const unanswered = 2 * time.Second

// press presses a key and waits for the first bytes after it. A step back can be four of them, fewer than a clock's second,
// which is rarely what comes first.
func (p *player) press(key byte) (time.Duration, bool) {
	for len(p.got) > 0 {
		<-p.got
	}
	start := time.Now()
	if _, err := p.in.Write([]byte{key}); err != nil {
		return 0, false
	}
	select {
	case <-p.got:
		return time.Since(start), true
	case <-time.After(unanswered):
		return 0, false
	}
}

// firstStep is how many bytes a step to a cell has at least on which the player was not yet. A clock's second has fewer.
const firstStep = 16

// explore goes two steps into a maze, to the right or down, whichever the bytes that come back say is open. The player's
// keys then lead from there to the cell before and back.
func (p *player) explore() {
	before := p.received.Load()
	p.walk('l')
	p.keys = "lh"
	if p.received.Load()-before < firstStep {
		p.walk('j')
		p.keys = "jk"
	}
	p.walk(p.keys[0])
}

// walk presses a key and gives the walk time to end.
func (p *player) walk(key byte) {
	p.press(key)
	time.Sleep(300 * time.Millisecond)
}

func (p *player) chaff(stop <-chan struct{}) {
	t := time.NewTicker(time.Second / 50)
	defer t.Stop()
	for {
		select {
		case <-stop:
			return
		case <-t.C:
			if _, _, err := p.conn.SendRequest("keepalive@openssh.com", true, nil); err == nil {
				p.chaffed.Add(1)
			}
		}
	}
}

// cpu is the time that the process has spent on CPUs, of all its threads, from the scheduler's own count.
func (c *child) cpu() time.Duration {
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", c.pid))
	var sum time.Duration
	for _, task := range tasks {
		b, _ := os.ReadFile(task)
		on, _, _ := strings.Cut(string(b), " ")
		ns, _ := strconv.ParseInt(on, 10, 64)
		sum += time.Duration(ns)
	}
	return sum
}

// memory is what the process has in memory, in bytes.
func (c *child) memory() int64 {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", c.pid))
	if err != nil {
		c.b.Fatalf("memory of the server (%s): %v", runtime.GOOS, err)
	}
	pages, _ := strconv.ParseInt(cmp.Or(strings.Fields(string(b))[1], "0"), 10, 64)
	return pages * int64(os.Getpagesize())
}
