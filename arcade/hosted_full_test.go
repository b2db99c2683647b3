//go:build hosted

package arcade

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade.example.com/arcade/door/doortest"
)

// house is the memory of a small rented machine, in bytes.
const house = 2 << 30

// confined is a command that runs a program within so much memory: in a group of the kernel's where one can be made, or
// else by what the program is told to bound itself to.
func confined(t *testing.T, program string, memory int) *exec.Cmd {
	t.Helper()
	for limit, root := range map[string]string{"memory.limit_in_bytes": "/sys/fs/cgroup/memory", "memory.max": "/sys/fs/cgroup"} {
		group := filepath.Join(root, fmt.Sprintf("arcade-test-%d", os.Getpid()))
		if _, err := os.Stat(filepath.Join(root, "cgroup.procs")); err != nil || os.Mkdir(group, 0o755) != nil {
			continue
		}
		t.Cleanup(func() { os.Remove(group) })
		if os.WriteFile(filepath.Join(group, limit), []byte(strconv.Itoa(memory)), 0o644) == nil {
			t.Logf("in %s", group)
			return exec.Command("sh", "-c", `echo $$ >"$0/cgroup.procs" && exec "$@"`, group, program)
		}
	}
	t.Log("no group of the kernel's can be made here: told by GOMEMLIMIT")
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), fmt.Sprintf("GOMEMLIMIT=%d", memory/10*9))
	return cmd
}

// errFull is what a session ends with that is told in words to come back later.
var errFull = errors.New("full")

// sitLarge begins a game in first person in the largest window, which takes the most memory; errFull where there is no
// place for it. Each has a key of their own: a guest who does nothing for a minute would make room.
func (h *hosted) sitLarge(t *testing.T, from string) (*gossh.Client, error) {
	c, err := doortest.Login(doortest.Reach(t, from, h.addr), gossh.PublicKeys(doortest.NewKey(t)))
	if err != nil {
		return nil, err
	}
	s, err := c.NewSession()
	if err != nil {
		c.Close()
		return nil, err
	}
	in, _ := s.StdinPipe()
	out, _ := s.StdoutPipe()
	said := &doortest.Buffer{}
	s.Stderr = said
	if err := errors.Join(s.RequestPty("xterm-direct", 80, 240, nil), s.Start("maze 40x40-fp")); err != nil {
		return nil, err
	}
	if _, err := io.ReadFull(out, make([]byte, 4<<10)); err != nil {
		_ = s.Wait()
		c.Close()
		if strings.Contains(said.String(), "full") && strings.Contains(said.String(), "Try again") {
			return nil, errFull
		}
		return nil, fmt.Errorf("%w, and it says %q", err, said)
	}
	go io.Copy(io.Discard, out)
	_, err = io.WriteString(in, "l")
	return c, err
}

// As many come as want to: from 85 in 100 of those that memory has room for on they are told in words that the arcade is
// full, who plays plays on, and the process lives.
func TestHostedFull(t *testing.T) {
	const workers = 4
	path, err := buildArcade()
	if err != nil {
		t.Fatal(err)
	}
	log := &doortest.Buffer{}
	h, cmd := startBy(t, confined(t, path, house), log, t.TempDir())
	mine, err := doortest.Login(h.reach(t, player), gossh.PublicKeys(doortest.NewKey(t)))
	if err != nil {
		t.Fatal(err)
	}
	me := sitDown(t, mine, "minesweeper expert", 80, 24)
	var here, full atomic.Int64
	var last atomic.Pointer[gossh.Client]
	var all sync.WaitGroup
	begin := time.Now()
	for w := range workers {
		all.Go(func() {
			for n := 0; full.Load() == 0 && n < 1200; n++ {
				c, err := h.sitLarge(t, fmt.Sprintf("127.%d.%d.%d", 2+w, n/250, n%250+1))
				switch {
				case errors.Is(err, errFull):
					full.Add(1)
				case err != nil:
					t.Errorf("session %d: %v", here.Load(), err)
					return
				default:
					last.Store(c)
					if n := here.Add(1); n%500 == 0 {
						t.Logf("%d sessions after %v", n, time.Since(begin))
					}
				}
			}
		})
	}
	all.Wait()
	f := h.footprint(t)
	t.Logf("%d sessions in %v, %d MiB of %d, then full", here.Load(), time.Since(begin), f.rss>>10, house>>20)
	if full.Load() == 0 || here.Load() < 2000 || f.rss<<10 > house {
		t.Errorf("%d are told that it is full behind %d others, %d KiB", full.Load(), here.Load(), f.rss)
	}
	me.quiet()
	me.plays(t, time.Second)
	last.Load().Close()
	doortest.Eventually(t, "there is a place again", func() bool {
		c, err := h.sitLarge(t, "127.9.9.9")
		if err == nil {
			c.Close()
		}
		return err == nil
	})
	cmd.Process.Signal(syscall.SIGTERM)
	if err := cmd.Wait(); err != nil {
		t.Errorf("the server ended with %v: %.1000s", err, log)
	}
}
