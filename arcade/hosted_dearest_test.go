//go:build hosted

package arcade

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade.example.com/arcade/door/doortest"
	"arcade.example.com/games"
	"arcade.example.com/games/catalog"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

// dear is what one source does all at once: so many sessions as may come at once, in the largest window, that press keys
// as fast as they are heard, or give a command again and again.
type dear struct {
	command string
	keys    string // pressed again and again; "": no terminal is asked for
}

const (
	dearSessions = 20                     // as many as a source may open at once
	dearWindow   = 800 * time.Millisecond // how long the honest player is looked at
	aloneWindow  = 3 * time.Second        // alone, and again where shorter looks found too much: their 99th of 100 is one key
	turnWindow   = 300 * time.Millisecond // of the source and of nobody, in turns, where the machine may be busy otherwise
	honestPause  = 8 * time.Millisecond   // between their keys
	honestMost   = 50 * time.Millisecond  // from key to frame, of 99 in 100
	honestTimes  = 10                     // of what it takes alone
	aloneLeast   = 500 * time.Microsecond // alone, on a machine that has nothing else to do
)

// longRun is a run whose cast is megabytes long: in the largest maze in first person, looking around.
const longRun = "RUN-LONG"

// dearest are all the dear things that there are: every mode, what may be asked for besides, and every command.
func dearest() (list []dear) {
	press := map[string]string{"maze": "illljnn", "minesweeper": "\rlHjcnn"}
	custom := map[string][]string{"maze": {"3x200+wilson", "200x200", "200x200-fp"}, "minesweeper": {"60x40/400", "60x40/20"}}
	for _, g := range catalog.All() {
		for _, m := range g.Modes {
			list = append(list, dear{g.ID + " " + m.ID, press[g.ID]})
		}
		for _, m := range custom[g.ID] {
			list = append(list, dear{g.ID + " " + m, press[g.ID]})
		}
	}
	for _, c := range []string{"", "leaderboard maze 10x10", "daily", "replay " + longRun, "watch", "watch live", "tv", "race maze 200x200", "check", "check --json"} {
		list = append(list, dear{c, "jlk\r+?\x1b"})
	}
	list = append(list, dear{"play", "maze 200x200\rahead\rmines expert\ropen 9 9\r"})
	for _, c := range []string{"help", "version", "play", "claim x", "games --json", "leaderboard", "leaderboard maze 10x10 --top 1000 --json", "leaderboard maze 10x10 --top 1000 --csv",
		"daily --json", "replay " + longRun, "replay " + longRun + " --json", "replay " + longRun + " --cast", "watch --json", "watch live --cast",
		"race", "tv", "check", "rivals", "rivals --json", "follow live", "unfollow live", "recover", "recover x", "me", "keys", "link", "unlink x", "undo x", "dismiss x", "forget", "name nobody", "maze", "minesweeper"} {
		list = append(list, dear{c, ""})
	}
	return list
}

// furnish makes a data folder with players, leaderboards and a long run.
func furnish(t *testing.T) (data string) {
	t.Helper()
	data = t.TempDir()
	if _, err := keys.Host(filepath.Join(data, "ssh_host_ed25519_key"), true); err != nil {
		t.Fatal(err)
	}
	s, err := storage.Open(filepath.Join(data, "arcade.db"), func(keep []byte) ([]byte, error) { return keys.Secret(filepath.Join(data, "secret"), keep) })
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var all sync.WaitGroup
	for n := range 1000 {
		all.Go(func() {
			if _, err := s.Save(storagetest.NewRun(fmt.Sprintf("RUN-%04d", n), n, int64(5000+n))); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	long := storagetest.NewRun(longRun, 0, 300_000)
	long.Mode = "40x40-fp"
	for _, g := range catalog.All() {
		if g.ID == long.Game {
			long.Version = g.Version
		}
	}
	var steps []games.Step
	for i := range 3000 {
		steps = append(steps, games.Step{At: time.Duration(i) * 100 * time.Millisecond, Move: games.Move("~look " + []string{"north", "east", "south", "west"}[i%4])})
	}
	long.Steps = games.Encode(steps)
	if _, err := s.Save(long); err != nil {
		t.Fatal(err)
	}
	return data
}

// sitter is somebody at a terminal.
type sitter struct {
	ch      doortest.Channel
	frames  chan time.Time
	pressed int
}

// sitDown opens a terminal for a command, and reads all that it is sent.
func sitDown(t *testing.T, c *gossh.Client, command string, w, height uint32) *sitter {
	t.Helper()
	s := &sitter{ch: doortest.OpenChannel(t, c), frames: make(chan time.Time, 1)}
	s.ch.Must(t, "pty-req", doortest.Terminal(w, height))
	s.ch.Must(t, "exec", doortest.Text(command))
	go func() {
		for b := make([]byte, 32<<10); ; {
			if _, err := s.ch.Read(b); err != nil {
				return
			}
			select {
			case s.frames <- time.Now():
			default:
			}
		}
	}()
	return s
}

// quiet waits until nothing more is drawn.
func (s *sitter) quiet() {
	for {
		select {
		case <-s.frames:
		case <-time.After(300 * time.Millisecond):
			return
		}
	}
}

// plays moves a cursor to and fro for so long, and returns what 99 of 100 keys took at most until they were answered.
func (s *sitter) plays(t *testing.T, d time.Duration) time.Duration {
	t.Helper()
	return most99(s.times(t, d))
}

// most99 is what 99 of 100 took at most.
func most99(took []time.Duration) time.Duration {
	slices.Sort(took)
	return took[len(took)*99/100]
}

// compares plays for so long with a source and for as long alone, in turns, so that whatever else the machine does, it does
// to both.
func (s *sitter) compares(t *testing.T, d time.Duration, by *source) (alone, beside time.Duration) {
	t.Helper()
	var without, with []time.Duration
	for range d / turnWindow {
		by.rests(t)
		s.times(t, turnWindow/3) // what it asked for is done
		without = append(without, s.times(t, turnWindow)...)
		by.goesOn(t)
		with = append(with, s.times(t, turnWindow)...)
	}
	return most99(without), most99(with)
}

// times moves a cursor to and fro for so long, and returns how long each key waited for its answer.
func (s *sitter) times(t *testing.T, d time.Duration) (late []time.Duration) {
	t.Helper()
	for begin := time.Now(); time.Since(begin) < d; {
		select {
		case <-s.frames:
		default:
		}
		pressed := time.Now()
		if _, err := io.WriteString(s.ch, string("lh"[s.pressed%2])); err != nil {
			t.Fatal(err)
		}
		s.pressed++
		select {
		case at := <-s.frames:
			late = append(late, at.Sub(pressed))
		case <-time.After(5 * time.Second):
			t.Fatalf("key %d is not answered", s.pressed)
		}
		// a hand's pace is what is tested
		time.Sleep(honestPause - min(time.Since(pressed), honestPause))
	}
	return late
}

// sourceVariable makes the test binary a source that does what is dear: where, from where, the command and the keys.
const sourceVariable = "ARCADE_DEAR_SOURCE"

// begin has a source do what is dear until it is stopped: another process, which may have what the server and the honest
// player leave of this machine.
func (d dear) begin(t *testing.T, h *hosted, from string) *source {
	t.Helper()
	cmd := exec.Command("nice", "-n", "19", os.Args[0], "-test.run", "^TestHostedSource$")
	cmd.Env = append(os.Environ(), sourceVariable+"="+strings.Join([]string{h.addr, from, d.command, d.keys}, "\n"))
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return &source{cmd, in}
}

// source is a process that does something dear.
type source struct {
	cmd *exec.Cmd
	in  io.Closer
}

func (s *source) stop() {
	s.in.Close()
	s.cmd.Wait()
}

// rests freezes the process, goesOn thaws it.
func (s *source) rests(t *testing.T)  { s.signal(t, syscall.SIGSTOP) }
func (s *source) goesOn(t *testing.T) { s.signal(t, syscall.SIGCONT) }

func (s *source) signal(t *testing.T, sig syscall.Signal) {
	t.Helper()
	if err := s.cmd.Process.Signal(sig); err != nil {
		t.Fatal(err)
	}
}

// TestHostedSource is what the source does, in the process that begin starts.
func TestHostedSource(t *testing.T) {
	args := strings.Split(os.Getenv(sourceVariable), "\n")
	if len(args) != 4 {
		return // it is a test like the others
	}
	d := dear{args[2], args[3]}
	for range dearSessions {
		go func() {
			c, err := doortest.Login(doortest.Reach(t, args[1], args[0]), doortest.AsGuest())
			for err == nil && d.once(c) {
			}
		}()
	}
	io.Copy(io.Discard, os.Stdin)
	os.Exit(0)
}

// once opens a session and does it until the session ends, and reports whether there may be another.
func (d dear) once(c *gossh.Client) bool {
	s, err := c.NewSession()
	if err != nil { // refused, for a moment or for good
		time.Sleep(50 * time.Millisecond) // the next try's pace; a refusal tells nothing to wait for
		_, _, err := c.SendRequest("alive", true, nil)
		return err == nil
	}
	defer s.Close()
	s.Stdout, s.Stderr = io.Discard, io.Discard
	if d.keys == "" {
		_ = s.Run(d.command) // it may well be refused
		return true
	}
	in, err := s.StdinPipe()
	if err != nil || s.RequestPty("xterm-direct", 80, 240, nil) != nil || s.Start(d.command) != nil {
		return false
	}
	for err == nil {
		time.Sleep(50 * time.Millisecond) // twenty times a second, whatever is answered
		_, err = io.WriteString(in, d.keys)
	}
	return true
}

// An honest player's keys are answered while one source does its dearest, whatever that is: for 99 in 100 within 50 ms
// and ten times what it takes alone. What fails is tried again, with and without the source in turns, since other programs
// of the machine are not held.
func TestHostedHonestPlayer(t *testing.T) {
	h, cmd := start(t, &doortest.Buffer{}, furnish(t))
	defer func() {
		cmd.Process.Signal(syscall.SIGTERM)
		cmd.Wait()
	}()
	key := newKeyFile(t)
	h.order(t, key, "name live")
	openPane(t, h.addr, key, "maze", "5x5")
	me := sitDown(t, h.client(t, player), "minesweeper expert", 80, 24)
	me.quiet()
	alone := honestMost
	for range 3 { // the machine may be busy for a moment
		alone = min(alone, me.plays(t, aloneWindow))
	}
	alone = max(alone, aloneLeast)
	most := min(honestTimes*alone, honestMost)
	t.Logf("alone %v, so at most %v", alone, most)
	begin := time.Now()
	for i, d := range dearest() {
		by := d.begin(t, h, fmt.Sprintf("127.1.%d.1", i))
		said, took := "", me.plays(t, dearWindow)
		held := took <= most
		for try, longer := range []time.Duration{aloneWindow / 3, aloneWindow} {
			if held {
				break
			}
			by.stop()
			by = d.begin(t, h, fmt.Sprintf("127.1.%d.%d", i, 2+try))
			me.times(t, turnWindow) // until it has logged in
			without, with := me.compares(t, longer, by)
			held = with <= min(honestTimes*max(without, aloneLeast), honestMost)
			said += fmt.Sprintf("; %v, alone meanwhile %v", with, without)
		}
		by.stop()
		t.Logf("%q with keys %q: %v%s", d.command, d.keys, took, said)
		if !held {
			t.Errorf("%q with keys %q: %v of %v%s", d.command, d.keys, took, most, said)
		}
	}
	t.Logf("all in %v", time.Since(begin))
}

// Every command that the help names is among the dear ones.
func TestHostedDearestAreAll(t *testing.T) {
	h := host(t)
	s, err := h.client(t, player).NewSession()
	if err != nil {
		t.Fatal(err)
	}
	out, err := s.Output("help")
	if err != nil {
		t.Fatal(err)
	}
	verbs := regexp.MustCompile(`(?m)^  ([a-z]+)`).FindAllSubmatch(bytes.ReplaceAll(out, []byte("\r"), nil), -1)
	for _, v := range verbs {
		verb := string(v[1])
		if verb != "ssh" && !slices.ContainsFunc(dearest(), func(d dear) bool { return d.command == verb || strings.HasPrefix(d.command, verb+" ") }) {
			t.Errorf("nobody does %q", verb)
		}
	}
	if len(verbs) < 10 {
		t.Errorf("the help names %d commands", len(verbs))
	}
}
