package arcade_test

import (
	"slices"
	"sync"
	"testing"
	"time"
)

// benchSpectators is how many watch one run.
const benchSpectators = 250

// BenchmarkSpectators holds what it costs that many watch one run against nobody watching it, on one server:
//
//	KiB/spectator     memory, of the whole process
//	ms-CPU/s          a second and spectator, at five steps a second
//	B/s               that a spectator is sent
//	x-p50             from a key of the player's to their frame, against alone
//
// Only the ratios of one run mean anything.
func BenchmarkSpectators(b *testing.B) {
	for _, bench := range []struct{ name, command, keys string }{
		{"maze", "maze 20x20", ""},
		{"minesweeper", "minesweeper expert", "ljhk"},
		{"first-person", "maze 20x20-fp", "lh"},
	} {
		b.Run(bench.name, func(b *testing.B) {
			for b.Loop() {
				c := startCrowd(b, "arcade", bench.command, 1)
				c.learn(bench.keys)
				alone, late := c.watched(4 * time.Second)
				p50 := median(late)
				memory := c.server.memory()
				c.join("tv", benchSpectators)
				memory = c.server.memory() - memory
				bytes := -c.received()
				all, late := c.watched(4 * time.Second)
				bytes += c.received()
				c.close()
				b.ReportMetric(float64(memory)/1024/benchSpectators, "KiB/spectator")
				b.ReportMetric((all-alone).Seconds()*1e3/4/benchSpectators, "ms-CPU/s")
				b.ReportMetric(float64(bytes)/4/benchSpectators, "B/s")
				b.ReportMetric(float64(median(late))/float64(p50), "x-p50")
				b.ReportMetric(p50.Seconds()*1e3, "p50-alone-ms")
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// watched has the first player play, and returns what that costs the server.
func (c *crowd) watched(d time.Duration) (cpu time.Duration, late []time.Duration) {
	c.b.Helper()
	cpu, _ = c.spend(func() { late, _ = c.play(1, d, false) })
	if len(late) == 0 {
		c.b.Fatal("no key was answered")
	}
	return cpu, late
}

// join has n more connect, and start a command.
func (c *crowd) join(command string, n int) {
	c.b.Helper()
	more := make([]*player, n)
	var wg sync.WaitGroup
	turns := make(chan struct{}, 16)
	for i := range more {
		turns <- struct{}{}
		wg.Go(func() {
			defer func() { <-turns }()
			p, err := connect(c.server.addr, command, len(c.players)+i)
			if err != nil {
				c.b.Errorf("connect: %v", err)
				return
			}
			more[i] = p
		})
	}
	wg.Wait()
	if c.b.Failed() {
		c.b.FailNow()
	}
	c.players = append(c.players, more...)
	time.Sleep(settling)
}

func median(list []time.Duration) time.Duration {
	slices.Sort(list)
	return list[len(list)/2]
}
