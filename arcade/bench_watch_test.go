package arcade_test

import (
	"math/rand/v2"
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

// BenchmarkThousand has a thousand watch one run, from a process that every other goes before: what that does to its
// player, in rounds without them and with them, and how much of a core it takes. Another plays on a server of their own
// meanwhile, of whom the thousand take nothing but time of the machine's processors, which their clients take too:
//
//	p50-ms, p99-ms                 from a key to its frame, of all rounds
//	p50-alone-ms, p99-alone-ms     while nobody watches
//	p50-beside-ms, p99-beside-ms   of the other, while the thousand watch
//	x-p50, x-p99                   against alone
//	x-p50-beside, x-p99-beside     against the other
//	cores                          that the thousand take of the server
func BenchmarkThousand(b *testing.B) {
	const spectators, rounds, each = 1000, 3, 34 * time.Second
	openFiles(b)
	for b.Loop() {
		c, other := startCrowd(b, "arcade", "maze 20x20", 1), startCrowd(b, "arcade", "maze 20x20", 1)
		c.learn("")
		other.learn("")
		var alone, all, beside spent
		play := func(own, others *spent) {
			var wg sync.WaitGroup
			wg.Go(func() { own.add(c.watched(each)) })
			wg.Go(func() { others.add(other.watched(each)) })
			wg.Wait()
		}
		for range rounds {
			play(&alone, new(spent))
			leave := arriveElsewhere(b, c.server.addr, "tv", spectators)
			time.Sleep(settling)
			play(&all, &beside)
			leave()
			time.Sleep(settling)
		}
		c.close()
		other.close()
		for _, part := range []struct {
			name string
			of   float64
		}{{"p50", .5}, {"p99", .99}} {
			mine := all.at(part.of)
			for name, s := range map[string]spent{"": all, "-alone": alone, "-beside": beside} {
				b.ReportMetric(s.at(part.of).Seconds()*1e3, part.name+name+"-ms")
			}
			b.ReportMetric(float64(mine)/float64(alone.at(part.of)), "x-"+part.name)
			b.ReportMetric(float64(mine)/float64(beside.at(part.of)), "x-"+part.name+"-beside")
		}
		b.ReportMetric(float64(alone.lost+all.lost), "unanswered")
		b.ReportMetric((all.cpu-alone.cpu).Seconds()/(rounds*each).Seconds(), "cores")
	}
	b.ReportMetric(0, "ns/op")
}

// BenchmarkHeatOfEight has ten heats of eight raced, beside eighty who play the same mode each alone on another server, in
// rounds at the same time. All see how far the others of their heat are.
//
//	x-cpu           of a racer against a player, the median of the rounds
//	x-cpu-least, x-cpu-most
//	x-memory        of the whole process, after each round, once both have grown to what they need
//	x-live          of what is in use when all garbage is collected
//	x-keys, x-B     of keys that were answered, and of bytes, so that both have done the same
func BenchmarkHeatOfEight(b *testing.B) {
	const heats, rounds = 10, 7
	for b.Loop() {
		apart := startCrowd(b, "arcade", "maze 20x20", 8)
		apart.join(8*(heats-1), func(int) string { return "maze 20x20" })
		together := startCrowd(b, "arcade", "race heata maze 20x20", 8)
		together.join(8*(heats-1), func(i int) string { return "race heat" + string(rune('b'+i/8)) + " maze 20x20" })
		for _, p := range together.players {
			p.press('\r')
		}
		time.Sleep(2 * settling) // until the gun has gone off
		apart.learn("")
		together.learn("")
		var cpu, memory, keys, bytes, each []float64
		for range rounds {
			var one, other share
			var both sync.WaitGroup
			both.Go(func() { one = apart.share(8 * heats) })
			both.Go(func() { other = together.share(8 * heats) })
			both.Wait()
			cpu = append(cpu, other.cpu/one.cpu)
			memory = append(memory, other.memory/one.memory)
			keys = append(keys, other.keys/one.keys)
			bytes = append(bytes, other.bytes/one.bytes)
			each = append(each, one.cpu)
		}
		live := together.live() / apart.live()
		apart.close()
		together.close()
		b.ReportMetric(median(cpu), "x-cpu")
		b.ReportMetric(slices.Min(cpu), "x-cpu-least")
		b.ReportMetric(slices.Max(cpu), "x-cpu-most")
		b.ReportMetric(median(each)*1e3/benchWatched.Seconds()/8/heats, "ms-CPU/s-player")
		b.ReportMetric(median(memory), "x-memory")
		b.ReportMetric(live, "x-live")
		b.ReportMetric(median(keys), "x-keys")
		b.ReportMetric(median(bytes), "x-B")
	}
	b.ReportMetric(0, "ns/op")
}

// share is what a round is of one server.
type share struct{ cpu, memory, keys, bytes float64 }

// share has the first n play.
func (c *crowd) share(n int) (s share) {
	var late []time.Duration
	cpu, bytes := c.spend(func() { late, _ = c.play(n, benchWatched, false) })
	return share{cpu.Seconds(), float64(c.server.memory() - c.bare), float64(len(late)), float64(bytes)}
}

func median(list []float64) float64 { return slices.Sorted(slices.Values(list))[len(list)/2] }

// live is how many bytes are in use for all sessions, once all garbage is collected.
func (c *crowd) live() float64 {
	c.b.Helper()
	held := c.server.weigh()
	return float64(held.heap + held.stacks - c.empty.heap - c.empty.stacks)
}

// spent is what it cost that a player played, how long the answers to their keys took, in order, and how many had none
// for as long as anybody waits, which is how long they count as.
type spent struct {
	cpu  time.Duration
	late []time.Duration
	lost int
}

// at is the time within which a part of the keys was answered.
func (s spent) at(part float64) time.Duration { return s.late[int(part*float64(len(s.late)-1))] }

// add puts a round to those before.
func (s *spent) add(r spent) {
	s.cpu, s.lost = s.cpu+r.cpu, s.lost+r.lost
	s.late = append(s.late, r.late...)
	slices.Sort(s.late)
}

// watched has the first player press 5 keys a second, and returns what that costs the server. Each is pressed at random
// within its fifth of a second: at even times all would fall on the same part of the beat at which spectators are woken.
func (c *crowd) watched(d time.Duration) (s spent) {
	c.b.Helper()
	const every = time.Second / 5
	p := c.players[0]
	s.cpu, _ = c.spend(func() {
		for n := range int(d / every) {
			begun := time.Now()
			time.Sleep(rand.N(every))
			took, ok := p.press(p.keys[(n+1)%len(p.keys)])
			if !ok {
				took = unanswered
				s.lost++
			}
			s.late = append(s.late, took)
			time.Sleep(time.Until(begun.Add(every)))
		}
	})
	if s.lost == len(s.late) {
		c.b.Error("no key was answered")
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
