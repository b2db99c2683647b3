package arcade_test

import (
	"slices"
	"sync"
	"testing"
	"time"
)

// benchSpectators is how many watch one run.
const benchSpectators = 250

// benchWatched is how long the player of a run presses keys, alone and watched.
const benchWatched = 10 * time.Second

// BenchmarkSpectators holds what it costs that many watch one run against nobody watching it, on one server, and against
// as many players, who have pressed keys too:
//
//	KiB/spectator, KiB/player   memory, of the whole process
//	x-live                      a spectator's against a player's, of what is in use when all garbage is collected
//	ms-CPU/s                    a second and spectator, at five steps a second
//	B/s                         that a spectator is sent
//	x-p50                       from a key of the player's to their frame, against alone
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
				c := startCrowd(b, "arcade", bench.command, benchSpectators)
				c.learn(bench.keys)
				c.play(benchSpectators, settling, false)
				players, playersLive := c.server.memory()-c.bare, c.live()
				c.close()
				c = startCrowd(b, "arcade", bench.command, 1)
				c.learn(bench.keys)
				alone := c.watched(benchWatched)
				live := -c.live()
				memory := c.server.memory()
				c.join(benchSpectators, tv)
				memory = c.server.memory() - memory
				bytes := -c.received()
				all := c.watched(benchWatched)
				bytes += c.received()
				live += c.live()
				c.close()
				b.ReportMetric(live/playersLive, "x-live")
				b.ReportMetric(float64(players)/1024/benchSpectators, "KiB/player")
				b.ReportMetric(float64(memory)/1024/benchSpectators, "KiB/spectator")
				b.ReportMetric((all.cpu-alone.cpu).Seconds()*1e3/benchWatched.Seconds()/benchSpectators, "ms-CPU/s")
				b.ReportMetric(float64(bytes)/benchWatched.Seconds()/benchSpectators, "B/s")
				b.ReportMetric(float64(all.at(.5))/float64(alone.at(.5)), "x-p50")
				b.ReportMetric(alone.at(.5).Seconds()*1e3, "p50-alone-ms")
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkThousand has a thousand watch one run: what that does to its player, and how much of a core it takes.
func BenchmarkThousand(b *testing.B) {
	const spectators = 1000
	openFiles(b)
	for b.Loop() {
		c := startCrowd(b, "arcade", "maze 20x20", 1)
		c.learn("")
		alone := c.watched(2 * benchWatched)
		c.join(spectators, tv)
		all := c.watched(2 * benchWatched)
		c.close()
		b.ReportMetric(float64(all.at(.5))/float64(alone.at(.5)), "x-p50")
		b.ReportMetric(float64(all.at(.99))/float64(alone.at(.99)), "x-p99")
		b.ReportMetric(all.at(.99).Seconds()*1e3, "p99-ms")
		b.ReportMetric((all.cpu-alone.cpu).Seconds()/(2*benchWatched).Seconds(), "cores")
	}
	b.ReportMetric(0, "ns/op")
}

// BenchmarkHeatOfEight has ten heats of eight raced, against eighty who play the same mode each alone. All see how far the
// others of their heat are.
func BenchmarkHeatOfEight(b *testing.B) {
	const heats = 10
	for b.Loop() {
		c := startCrowd(b, "arcade", "maze 20x20", 8)
		c.join(8*(heats-1), func(int) string { return "maze 20x20" })
		c.learn("")
		players := c.server.memory() - c.bare
		apart, _ := c.spend(func() { c.play(8*heats, benchWatched, false) })
		playersLive := c.live()
		c.close()
		c = startCrowd(b, "arcade", "race heata maze 20x20", 8)
		c.join(8*(heats-1), func(i int) string { return "race heat" + string(rune('b'+i/8)) + " maze 20x20" })
		for _, p := range c.players {
			p.press('\r')
		}
		time.Sleep(2 * settling) // until the gun has gone off
		c.learn("")
		racers := c.server.memory() - c.bare
		together, _ := c.spend(func() { c.play(8*heats, benchWatched, false) })
		racersLive := c.live()
		c.close()
		b.ReportMetric(together.Seconds()/apart.Seconds(), "x-cpu")
		b.ReportMetric(apart.Seconds()*1e3/benchWatched.Seconds()/8/heats, "ms-CPU/s-player")
		b.ReportMetric(float64(racers)/float64(players), "x-memory")
		b.ReportMetric(racersLive/playersLive, "x-live")
	}
	b.ReportMetric(0, "ns/op")
}

// live is how many bytes are in use for all sessions, once all garbage is collected.
func (c *crowd) live() float64 {
	c.b.Helper()
	held := c.server.weigh()
	return float64(held.heap + held.stacks - c.empty.heap - c.empty.stacks)
}

// spent is what it cost that a player played, and how long the answers to their keys took, in order.
type spent struct {
	cpu  time.Duration
	late []time.Duration
}

// at is the time within which a part of the keys was answered.
func (s spent) at(part float64) time.Duration { return s.late[int(part*float64(len(s.late)-1))] }

// watched has the first player play, and returns what that costs the server.
func (c *crowd) watched(d time.Duration) (s spent) {
	c.b.Helper()
	s.cpu, _ = c.spend(func() { s.late, _ = c.play(1, d, false) })
	if len(s.late) == 0 {
		c.b.Fatal("no key was answered")
	}
	slices.Sort(s.late)
	return s
}

func tv(int) string { return "tv" }

// join has n more connect, and start a command each.
func (c *crowd) join(n int, command func(i int) string) {
	c.b.Helper()
	more := make([]*player, n)
	var wg sync.WaitGroup
	turns := make(chan struct{}, 16)
	for i := range more {
		turns <- struct{}{}
		wg.Go(func() {
			defer func() { <-turns }()
			p, err := connect(c.server.addr, command(i), len(c.players)+i)
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
