package main

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/hinshun/vt10x"
	"github.com/rogpeppe/go-internal/testscript"

	"arcade.example.com/storage/etcd/etcdtest"
)

func TestMain(m *testing.M) {
	etcdtest.Main()
	// Stories wait far more than they compute: as many as processors at a time would leave these idle.
	if err := flag.Set("test.parallel", "6"); err != nil {
		panic(err)
	}
	testscript.Main(m, map[string]func(){"arcade": main})
}

// TestStories tells stories with the real binary and the real OpenSSH client. Beside testscript's own words:
//
//	serve [FLAG…]          starts the server on $WORK/data, on the port it had before if it had one
//	cluster                starts a cluster, $STORE, and has what comes after it work on nodes
//	node NAME [FLAG…]      starts a server on $WORK/NAME and the cluster; whoever sits or asks after that does so there
//	at NAME                has whoever sits or asks after that do so at that node
//	stop [SIGNAL]          ends it (TERM), or the node that was named last, and fails when it does not exit 0 after a TERM
//	keygen NAME            makes an ed25519 key
//	[!] ask NAME WORD…     ssh with that key, or as "guest" without one, and no terminal; stdout and stderr are kept
//	hears NAME REGEXP WORD…  asks until stdout matches, where something comes a little later
//	sit NAME [WORD…]       ssh with a terminal of 80x24, which stays; NAME/2 is another window with the same key
//	press NAME KEY…        types: a name (enter esc up down left right tab space ctrl+c backspace) or the text itself;
//	                       blur and focus are what a terminal says that loses and gets the focus, foot its name
//	sees NAME TEXT         waits until the terminal shows it
//	[!] gets NAME TEXT     waits until its terminal has been sent that; with ! it has not been until now
//	walk NAME…             walks the ASCII maze on the terminal to its exit, as fast as a hand that holds keys; several at once
//	rush NAME              walks it with all keys in one packet, as no hand can
//	plays NAME GAME MODE [FLAG…]  plays a game in lines, without a terminal, by what is heard; the file talk has every line
//	let VAR REGEXP         sets a variable to what the last command's stdout matches first
//	read VAR NAME REGEXP   sets a variable to what the first group of it matches on the terminal, when it does
//	plain NAME…            has players, whose names are the same in the arcade, choose ASCII
//	far NAME MS            lets a player sit so far away, by the round trip, from the next sit on, and at an address of their own
//	hang NAME              kills that ssh, as when a network is gone
//	freeze NAME, thaw NAME stops that ssh, so that it reads nothing, and lets it go on
//	left NAME              waits until that ssh has ended
func TestStories(t *testing.T) { tell(t, "testdata/stories") }

func tell(t *testing.T, dir string) {
	testscript.Run(t, testscript.Params{
		Dir: dir,
		Setup: func(e *testscript.Env) error {
			w := &world{dir: e.WorkDir, servers: make(map[string]*server), seats: make(map[string]*seat), far: make(map[string]string)}
			w.at("data")
			e.Values[worldKey{}] = w
			e.Defer(w.end)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"serve": cmdServe, "stop": cmdStop, "keygen": cmdKeygen, "ask": cmdAsk, "hears": cmdHears, "sit": cmdSit, "press": cmdPress,
			"cluster": func(ts *testscript.TestScript, _ bool, _ []string) {
				ts.Setenv("STORE", "etcd://"+etcdtest.Start(t, 1, etcdtest.Options{NoSync: true}).Addresses(0)[0])
			},
			"node": cmdNode, "at": cmdAt, "gets": cmdGets,
			"sees": cmdSees, "walk": cmdWalk, "rush": cmdRush, "left": cmdLeft, "let": cmdLet, "read": cmdRead, "plays": cmdPlays,
			"plain": cmdPlain, "far": cmdFar, "hang": signalled(syscall.SIGKILL), "freeze": signalled(syscall.SIGSTOP), "thaw": signalled(syscall.SIGCONT),
		},
	})
}

// patience is how long anything may take on a machine that does much else.
const patience = 30 * time.Second

// comes waits until something is so, and reports whether it came to be.
func comes(so func() bool) bool {
	for end := time.Now().Add(patience); !so(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}

type worldKey struct{}

// world is one story's server and players.
type world struct {
	dir     string
	servers map[string]*server
	*server // the one that was named last
	seats   map[string]*seat
	far     map[string]string // the ports of those who sit far away
}

// server is an arcade on a folder of the story's.
type server struct {
	folder  string
	process *exec.Cmd // nil while it does not run
	log     bytes.Buffer
	port    string // "" before it ran first
}

func worldOf(ts *testscript.TestScript) *world { return ts.Value(worldKey{}).(*world) }

func (w *world) end() {
	for _, s := range w.seats {
		_ = s.ssh.Process.Kill()
		<-s.done
	}
	for _, s := range w.servers {
		if s.process != nil {
			_ = s.process.Process.Kill()
			_ = s.process.Wait()
		}
	}
}

// at has the server on a folder be the one that is meant.
func (w *world) at(folder string) {
	if w.servers[folder] == nil {
		w.servers[folder] = &server{folder: folder}
	}
	w.server = w.servers[folder]
}

func cmdServe(ts *testscript.TestScript, _ bool, args []string) { worldOf(ts).serve(ts, args) }

func cmdNode(ts *testscript.TestScript, _ bool, args []string) {
	w := worldOf(ts)
	w.at(args[0])
	w.serve(ts, append([]string{"--store", ts.Getenv("STORE")}, args[1:]...))
}

func cmdAt(ts *testscript.TestScript, _ bool, args []string) { worldOf(ts).at(args[0]) }

func (w *world) serve(ts *testscript.TestScript, args []string) {
	port := w.port
	if port == "" {
		port = "0"
	}
	c := exec.Command("arcade", append([]string{"serve", "--listen", "127.0.0.1:" + port, "--data", filepath.Join(w.dir, w.folder)}, args...)...)
	c.Dir = w.dir
	c.Env = append(os.Environ(), "PATH="+ts.Getenv("PATH"))
	if path, err := exec.LookPath("arcade"); err == nil {
		c.Path = path
	}
	out, err := c.StdoutPipe()
	ts.Check(err)
	c.Stderr = &w.log
	ts.Check(c.Start())
	w.process = c
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		ts.Fatalf("the server did not start: %v\n%s", err, w.log.String())
	}
	w.port = strings.TrimSpace(line[strings.LastIndexByte(line, ':')+1:])
	go io.Copy(io.Discard, out)
	ts.Setenv("PORT", w.port)
}

func cmdStop(ts *testscript.TestScript, _ bool, args []string) {
	w := worldOf(ts)
	signal := syscall.SIGTERM
	if len(args) > 0 && args[0] == "KILL" {
		signal = syscall.SIGKILL
	}
	ts.Check(w.process.Process.Signal(signal))
	err := w.process.Wait()
	w.process = nil
	if signal == syscall.SIGTERM && err != nil {
		ts.Fatalf("the server ended with %v\n%s", err, w.log.String())
	}
}

// key is the file of a player's key, whichever their window.
func (w *world) key(name string) string {
	player, _, _ := strings.Cut(name, "/")
	return filepath.Join(w.dir, "key-"+player)
}

func cmdKeygen(ts *testscript.TestScript, _ bool, args []string) {
	for _, name := range args {
		ts.Check(ts.Exec("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", worldOf(ts).key(name)))
	}
}

// client is the arguments of an ssh that knows only its own key and no configuration.
func (w *world) client(name string, terminal bool, words []string) []string {
	port := w.port
	if far := w.far[name]; far != "" {
		port = far
	}
	args := []string{"-F", "none", "-p", port, "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR",
		"-o", "IdentitiesOnly=yes", "-o", "IdentityAgent=none", "-o", "PasswordAuthentication=no"}
	if name == "guest" {
		args = append(args, "-o", "PubkeyAuthentication=no")
	} else {
		args = append(args, "-i", w.key(name))
	}
	if terminal {
		args = append(args, "-tt")
	} else {
		args = append(args, "-T")
	}
	return append(append(args, name+"@127.0.0.1"), words...)
}

func cmdAsk(ts *testscript.TestScript, neg bool, args []string) {
	err := ts.Exec("ssh", worldOf(ts).client(args[0], false, args[1:])...)
	if (err != nil) != neg {
		ts.Fatalf("ask %v: %v", args, err)
	}
}

// askAgain is the time between two questions: those who ask more often are made to wait.
const askAgain = time.Second / 2

func cmdHears(ts *testscript.TestScript, _ bool, args []string) {
	want := regexp.MustCompile("(?m)" + args[1])
	for end := time.Now().Add(patience); ; time.Sleep(askAgain) {
		err := ts.Exec("ssh", worldOf(ts).client(args[0], false, args[2:])...)
		if err == nil && want.MatchString(ts.ReadFile("stdout")) {
			return
		}
		if time.Now().After(end) {
			ts.Fatalf("%s does not hear %q, %v", args[0], args[1], err)
		}
	}
}

// seat is a player at a terminal.
type seat struct {
	ssh  *exec.Cmd
	in   io.Writer
	term vt10x.Terminal
	done chan struct{}
	mu   sync.Mutex
	said []byte // everything that came
}

func cmdSit(ts *testscript.TestScript, _ bool, args []string) {
	w := worldOf(ts)
	s := &seat{term: vt10x.New(vt10x.WithSize(80, 24)), done: make(chan struct{})}
	s.ssh = exec.Command("ssh", w.client(args[0], true, args[1:])...)
	s.ssh.Env = append(os.Environ(), "TERM=xterm-256color")
	var err error
	s.in, err = s.ssh.StdinPipe()
	ts.Check(err)
	out, err := s.ssh.StdoutPipe()
	ts.Check(err)
	ts.Check(s.ssh.Start())
	w.seats[args[0]] = s
	go s.read(out)
}

func (s *seat) read(out io.Reader) {
	defer close(s.done)
	var b [4096]byte
	for {
		n, err := out.Read(b[:])
		s.mu.Lock()
		_, _ = s.term.Write(b[:n])
		s.said = append(s.said, b[:n]...)
		s.mu.Unlock()
		if err != nil {
			_ = s.ssh.Wait()
			return
		}
	}
}

func (s *seat) screen() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.term.String()
}

func seatOf(ts *testscript.TestScript, name string) *seat {
	s, ok := worldOf(ts).seats[name]
	if !ok {
		ts.Fatalf("%s does not sit here", name)
	}
	return s
}

var keyBytes = map[string]string{"enter": "\r", "esc": "\x1b", "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D",
	"tab": "\t", "space": " ", "ctrl+c": "\x03", "backspace": "\x7f", "end": "\x1b[F",
	"blur": "\x1b[O", "focus": "\x1b[I", "foot": "\x1bP>|foot(1.16)\x1b\\"}

func cmdPress(ts *testscript.TestScript, _ bool, args []string) {
	s := seatOf(ts, args[0])
	for _, k := range args[1:] {
		b, ok := keyBytes[k]
		if !ok {
			b = k
		}
		_, err := io.WriteString(s.in, b)
		ts.Check(err)
	}
}

func cmdGets(ts *testscript.TestScript, not bool, args []string) {
	s := seatOf(ts, args[0])
	got := func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return bytes.Contains(s.said, []byte(args[1]))
	}
	if not {
		if got() {
			ts.Fatalf("%s got %q", args[0], args[1])
		}
		return
	}
	if !comes(got) {
		ts.Fatalf("%s does not get %q", args[0], args[1])
	}
}

func cmdSees(ts *testscript.TestScript, _ bool, args []string) {
	s := seatOf(ts, args[0])
	if !comes(func() bool { return strings.Contains(s.screen(), args[1]) }) {
		ts.Fatalf("%s does not see %q but\n%s", args[0], args[1], s.screen())
	}
}

// These are a hand's, and no waiting for anything: who walks sooner or faster stands among the automatic runs. Each is above
// what counts as by hand.
const (
	reaction = 200 * time.Millisecond // from when a maze is seen to the first key
	pace     = 40 * time.Millisecond  // between two keys
)

func cmdRush(ts *testscript.TestScript, _ bool, args []string) {
	s := seatOf(ts, args[0])
	_, err := io.WriteString(s.in, s.way(ts))
	ts.Check(err)
}

// way is the keys to the exit of the maze on the terminal, once that is there whole: a frame may come in pieces.
func (s *seat) way(ts *testscript.TestScript) string {
	var way string
	var err error
	whole := func() bool {
		way, err = wayOut(s.screen())
		return err == nil && way != ""
	}
	if !comes(whole) {
		ts.Fatalf("%v\n%s", err, s.screen())
	}
	return way
}

// wayOut is the keys from @ to E on the screen of a maze in ASCII: two columns a unit. A ghost, &, that has arrived
// stands on the E. One way leads to any place of a maze: where two do, or none to E, it is not there whole.
func wayOut(screen string) (string, error) {
	type place struct{ x, y int }
	open := make(map[place]bool)
	var from, to place
	for y, line := range strings.Split(screen, "\n") {
		for x, r := range []rune(line) {
			p := place{x, y}
			open[p] = strings.ContainsRune(" .,@SE&", r)
			switch {
			case r == '@':
				from = p
			case r == 'E' && y > 1, r == '&' && to == place{}:
				to = p
			}
		}
	}
	steps := []struct {
		dx, dy int
		key    string
	}{{0, -1, keyBytes["up"]}, {0, 1, keyBytes["down"]}, {-2, 0, keyBytes["left"]}, {2, 0, keyBytes["right"]}}
	way := map[place]string{from: ""}
	doors := 0 // between two places, from either side
	for queue := []place{from}; len(queue) > 0; queue = queue[1:] {
		p := queue[0]
		for _, s := range steps {
			next := place{p.x + s.dx, p.y + s.dy}
			if !open[next] {
				continue
			}
			doors++
			if _, seen := way[next]; !seen {
				way[next] = way[p] + s.key
				queue = append(queue, next)
			}
		}
	}
	keys, found := way[to]
	switch none := (place{}); {
	case from == none || to == none || !found:
		return "", fmt.Errorf("no way from %v to %v", from, to)
	case doors != 2*(len(way)-1):
		return "", fmt.Errorf("%d doors between %d places", doors/2, len(way))
	}
	return keys, nil
}

func cmdLet(ts *testscript.TestScript, _ bool, args []string) {
	found := regexp.MustCompile(args[1]).FindString(ts.ReadFile("stdout"))
	if found == "" {
		ts.Fatalf("nothing matches %s", args[1])
	}
	ts.Setenv(args[0], found)
}

func cmdRead(ts *testscript.TestScript, _ bool, args []string) {
	s, want := seatOf(ts, args[1]), regexp.MustCompile(args[2])
	var found []string
	if !comes(func() bool { found = want.FindStringSubmatch(s.screen()); return found != nil }) {
		ts.Fatalf("nothing matches %s on\n%s", args[2], s.screen())
	}
	ts.Setenv(args[0], found[1])
}

func cmdLeft(ts *testscript.TestScript, _ bool, args []string) {
	s := seatOf(ts, args[0])
	select {
	case <-s.done:
	case <-time.After(patience):
		ts.Fatalf("%s is still here:\n%s", args[0], s.screen())
	}
	// Whatever ended it, the terminal is as it was before: no alternate screen, no mouse, a cursor.
	for _, mode := range []string{"\x1b[?1049", "\x1b[?25", "\x1b[?1002", "\x1b[?1006", "\x1b[?2004", "\x1b[?1004"} {
		on, off := mode+"h", mode+"l"
		if mode == "\x1b[?25" {
			on, off = off, on
		}
		if i := bytes.LastIndex(s.said, []byte(on)); i >= 0 && bytes.LastIndex(s.said, []byte(off)) < i {
			ts.Fatalf("%s's terminal is left with %q", args[0], on)
		}
	}
}
