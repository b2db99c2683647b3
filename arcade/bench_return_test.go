package arcade_test

import (
	"crypto/ed25519"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	"golang.org/x/crypto/ssh"

	"arcade.example.com/games/maze"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// BenchmarkReturn has so many players come back at once, as after a restart, each with a game that waits, while a few already
// play; beside the floor in the same run:
//
//	s/return          until all of them see their first screen
//	ms/connection     CPU of the server for each
//	p50-ms, p99-ms    from a key to the frame that answers it, of those who play meanwhile
//
// They come to their game, which asks whether it is to go on, or to the menu, which tells of it and shows a game for a moment. It
// fails when anyone is refused. Who comes back is a process of its own that every other goes before: elsewhere the
// processors of clients are not those of the server and of its players. These move a cursor over a board that has not
// begun: where a clock ticks, its tick could be taken for the answer to a key, or a step and the step back for none.
//
//	go test ./arcade -run '^$' -bench Return -benchtime 1x -return 10000
func BenchmarkReturn(b *testing.B) {
	openFiles(b)
	b.Setenv(waitVariable, strconv.Itoa(*comeBack))
	for _, bench := range []struct{ name, server, command string }{{"floor", "floor", ""}, {"arcade/game", "arcade", "maze"}, {"arcade/menu", "arcade", ""}} {
		b.Run(bench.name, func(b *testing.B) {
			for b.Loop() {
				c := startCrowd(b, bench.server, "minesweeper expert", 20)
				c.learn("ljhk")
				stop := make(chan struct{})
				var late []time.Duration
				keys := 0
				playing := make(chan struct{})
				go func() {
					defer close(playing)
					late, keys = playUntil(stop, c.players)
				}()
				begin := time.Now()
				leave := func() {}
				cpu, _ := c.spend(func() { leave = arriveElsewhere(b, c.server.addr, bench.command, *comeBack) })
				took := time.Since(begin)
				close(stop)
				<-playing
				c.close()
				leave()
				b.ReportMetric(took.Seconds(), "s/return")
				b.ReportMetric(cpu.Seconds()*1e3/float64(*comeBack), "ms/connection")
				reportLate(b, late, keys)
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// comeVariable makes the test binary the clients who come back: how many, to which address, with which command.
const comeVariable = "ARCADE_BENCH_RETURN"

// arriveElsewhere has n clients connect from another process, all at once, and returns when the last has its first
// screen; leave ends them.
func arriveElsewhere(b *testing.B, addr, command string, n int) (leave func()) {
	b.Helper()
	c := startChild(b, comeVariable, fmt.Sprintf("%d %s %q", n, addr, command))
	if line := c.line("who comes back"); line != "here" {
		b.Fatalf("who comes back says %q", line)
	}
	return c.stop
}

// comeBackAs is the process of arriveElsewhere. It ends with standard input.
func comeBackAs(want string) error {
	var n int
	var addr, command string
	if _, err := fmt.Sscanf(want, "%d %s %q", &n, &addr, &command); err != nil {
		return fmt.Errorf("read %q: %w", want, err)
	}
	const last = 19 // of all processes
	if err := syscall.Setpriority(syscall.PRIO_PROCESS, 0, last); err != nil {
		return fmt.Errorf("be the last: %w", err)
	}
	var wg sync.WaitGroup
	var failed atomic.Pointer[error]
	for i := range n {
		wg.Go(func() {
			if _, err := connectAs(addr, command, firstToReturn+i, returningKey(i)); err != nil {
				failed.CompareAndSwap(nil, &err)
			}
		})
	}
	wg.Wait()
	if err := failed.Load(); err != nil {
		return fmt.Errorf("connect: %w", *err)
	}
	fmt.Println("here")
	_, _ = io.Copy(io.Discard, os.Stdin)
	return nil
}

// firstToReturn keeps their addresses from those who play.
const firstToReturn = 500

// waitVariable is for how many players who come back an arcade of the benchmarks keeps a game.
const waitVariable = "ARCADE_BENCH_WAIT"

// returningKey is the key of the i-th who comes back.
func returningKey(i int) ed25519.PrivateKey {
	var seed [ed25519.SeedSize]byte
	binary.BigEndian.PutUint32(seed[:], uint32(i))
	return ed25519.NewKeyFromSeed(seed[:])
}

// keepGames keeps the begin of a maze for so many of them.
func keepGames(s storage.Store, players string) error {
	n, _ := strconv.Atoi(players)
	g := maze.Game()
	mode, err := g.Mode("20x20")
	if err != nil {
		return err
	}
	for i := range n {
		k, err := ssh.NewPublicKey(returningKey(i).Public())
		if err != nil {
			return err
		}
		if err := s.Keep(keys.Of(k), storage.Progress{Run: ulid.Make().String(), Game: g.ID, Mode: mode.ID, Version: g.Version, Seed: uint64(i), Millis: 1000, Saved: time.Now()}); err != nil {
			return err
		}
	}
	return nil
}

// playUntil has players press 5 keys a second each.
func playUntil(stop <-chan struct{}, players []*player) (late []time.Duration, keys int) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, p := range players {
		wg.Go(func() {
			t := time.NewTicker(time.Second / 5)
			defer t.Stop()
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				case <-t.C:
				}
				took, ok := p.press(p.keys[n%len(p.keys)])
				mu.Lock()
				if keys++; ok {
					late = append(late, took)
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	return late, keys
}

// BenchmarkChaff is what a packet costs that a player sends only to hide when they type, beside the floor in the same
// run. OpenSSH sends 50 a second while they do; a global request costs one hand-off more than its ping, on both.
func BenchmarkChaff(b *testing.B) {
	for _, bench := range []struct{ server, command string }{{"floor", ""}, {"arcade", "maze 20x20"}} {
		b.Run(bench.server, func(b *testing.B) {
			for b.Loop() {
				c := startCrowd(b, bench.server, bench.command, 100)
				// what is spent in a time is what is measured, with chaff and without
				idle, _ := c.spend(func() { time.Sleep(4 * time.Second) })
				stop := make(chan struct{})
				for _, p := range c.players {
					go p.chaff(stop)
				}
				busy, _ := c.spend(func() { time.Sleep(4 * time.Second) })
				close(stop)
				packets := 0
				for _, p := range c.players {
					packets += int(p.chaffed.Load())
				}
				c.close()
				b.ReportMetric((busy-idle).Seconds()*1e6/float64(packets), "µs/packet")
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// mostFiles is how many files the benchmarks and their servers have open at most: one a player.
const mostFiles = 1 << 16

// openFiles raises the bound on open files, of this process and those that it starts, where it may.
func openFiles(b *testing.B) {
	l := syscall.Rlimit{Cur: mostFiles, Max: mostFiles}
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &l); err != nil {
		b.Logf("raise the bound on open files to %d: %v", mostFiles, err)
	}
}
