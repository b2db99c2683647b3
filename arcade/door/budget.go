package door

import (
	"runtime"
	"time"

	"arcade.example.com/arcade/door/processor"
	"arcade.example.com/arcade/door/sieve"
)

const (
	// A session's output in bytes a second, and at once. A turn in first person at 240x80 is some 500 kB.
	sessionOut, sessionOutBurst = 1 << 20, 2 << 20

	// sessionCPU is what of a processor uses up all of a session's input, so that whoever asks for much asks less often.
	sessionCPU = 0.25
)

// spend notes what of a processor was spent on this session.
func (s *Session) spend(d time.Duration) {
	s.spent.Add(int64(d))
	s.g.mu.Lock()
	defer s.g.mu.Unlock()
	charge(s.g.shares(s.c.peers), cpu, d.Seconds(), time.Now())
}

// Work runs f, which takes the processor and waits for nobody. What it takes is paid with input: the dearer what a
// player's keys make the server do, the fewer of them are let through; none but Ctrl+C while the sessions of a source
// together have taken more than half a processor of late. At a time half of the processors, one at least, work for the
// sessions of one source: however many they are, what others' keys ask for does not queue behind all of them. Time in which
// a busy machine ran something else is not the session's: its keys would be dropped for what others do.
func (s *Session) Work(f func()) {
	if shares := s.g.shares(s.c.peers); len(shares) > 0 {
		turn := shares[0].turn
		turn <- struct{}{}
		defer func() { <-turn }()
	}
	processor.Measure(f, s.spend)
}

// workers is how many of the processors work for one source at a time.
func workers() int { return max(runtime.GOMAXPROCS(0)/2, 1) }

// settle makes the budget of input pay for what was spent since the last time.
func (s *Session) settle(now time.Time) {
	b := &s.in.Budget
	b.Left(now)
	if spent := time.Duration(s.spent.Swap(0)); spent > 0 {
		b.Level = max(b.Level-spent.Seconds()*sieve.Rate/sessionCPU, -sieve.Burst)
	}
	s.g.mu.Lock()
	defer s.g.mu.Unlock()
	for _, p := range s.g.shares(s.c.peers) {
		if p.cpu.Left(now) < 0 {
			b.Level = min(b.Level, 0)
		}
	}
}

// Ration asks for leave to do something dear, such as dealing a position, of which all sessions of a source together
// may do a few a second: 4, and 10 at once by default. 0 is the leave; otherwise it is how long until there will be
// one, and nothing is taken.
func (s *Session) Ration() (wait time.Duration) {
	s.g.mu.Lock()
	defer s.g.mu.Unlock()
	now, peers := time.Now(), s.g.shares(s.c.peers)
	if afford(peers, ration, 1, now) {
		return 0
	}
	for _, p := range peers {
		if missing := 1 - p.ration.Left(now); missing > 0 {
			wait = max(wait, time.Duration(missing/p.ration.Rate*float64(time.Second)))
		}
	}
	return max(wait, time.Millisecond)
}

// affords reports whether a session and its source may be sent so many bytes more without waiting. The turn is held.
func (o *out) affords(n int) bool {
	now := time.Now()
	g := o.c.g
	g.mu.Lock()
	defer g.mu.Unlock()
	if o.budget.Left(now) < float64(n) {
		return false
	}
	for _, p := range g.shares(o.c.peers) {
		if sent(p).Left(now) < float64(n) {
			return false
		}
	}
	return true
}

// send waits until a session and its source may be sent so many bytes more.
func (o *out) send(n int) {
	now := time.Now()
	wait := o.budget.Take(float64(n), now)
	g := o.c.g
	g.mu.Lock()
	wait = max(wait, charge(g.shares(o.c.peers), sent, float64(n), now))
	g.mu.Unlock()
	o.c.wait(wait)
}
