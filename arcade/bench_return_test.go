package arcade_test

import (
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// BenchmarkReturn has so many players come back at once, as after a restart, each to a game, while a few already play;
// beside the floor in the same run:
//
//	s/return          until all of them see their first screen
//	ms/connection     CPU of the server for each
//	p50-ms, p99-ms    from a key to the frame that answers it, of those who play meanwhile
//
// It fails when anyone is refused.
//
//	go test -run '^$' -bench Return -benchtime 1x -return 10000 ./arcade
func BenchmarkReturn(b *testing.B) {
	openFiles(b)
	for _, bench := range []struct{ server, command, keys string }{{"floor", "", "ljhk"}, {"arcade", "maze 20x20", ""}} {
		b.Run(bench.server, func(b *testing.B) {
			for b.Loop() {
				c := startCrowd(b, bench.server, bench.command, 20)
				c.learn(bench.keys)
				stop := make(chan struct{})
				var late []time.Duration
				keys := 0
				playing := make(chan struct{})
				here := slices.Clone(c.players)
				go func() {
					defer close(playing)
					late, keys = playUntil(stop, here)
				}()
				begin := time.Now()
				cpu, _ := c.spend(func() { c.arrive(bench.command, *comeBack) })
				took := time.Since(begin)
				close(stop)
				<-playing
				c.close()
				b.ReportMetric(took.Seconds(), "s/return")
				b.ReportMetric(cpu.Seconds()*1e3/float64(*comeBack), "ms/connection")
				reportLate(b, late, keys)
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// arrive has n more players connect, all at once, and returns when the last has its first screen.
func (c *crowd) arrive(command string, n int) {
	first := len(c.players)
	c.players = append(c.players, make([]*player, n)...)
	var wg sync.WaitGroup
	var failed atomic.Pointer[error]
	for i := range n {
		wg.Go(func() {
			p, err := connect(c.server.addr, command, first+i)
			if err != nil {
				failed.CompareAndSwap(nil, &err)
			}
			c.players[first+i] = p
		})
	}
	wg.Wait()
	if err := failed.Load(); err != nil {
		c.b.Fatalf("connect: %v", *err)
	}
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
