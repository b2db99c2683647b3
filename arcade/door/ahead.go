package door

import (
	"bytes"
	"sync"
	"time"

	"arcade.example.com/arcade/door/sieve"
)

const (
	// handful is how many keys come at once from a hand. Where more do, or too much, a session's input is read before who
	// plays has handled it, since a Ctrl+C may stand behind it.
	handful = 16

	// lastKeys is how long the keys before a Ctrl+C are still played.
	lastKeys = 50 * time.Millisecond
)

// ahead is a session's input that was read and not asked for yet. No more waits than is within the budget of keys.
type ahead struct {
	in   sieve.Sieve   // its goroutine's own
	came chan struct{} // of one: there may be something new

	mu   sync.Mutex
	held []byte
	err  error // behind what is held
}

// readAhead has the session's input read before it is asked for, from now on.
func (s *Session) readAhead() {
	if s.ahead != nil {
		return
	}
	a := &ahead{in: s.in, came: make(chan struct{}, 1)} // in the middle of a sequence, perhaps
	a.in.Budget = sieve.New().Budget
	s.ahead = a
	go func() {
		defer s.g.panics.Catch("input", func() { s.c.Close() })
		var buf [4 << 10]byte
		for a.err == nil {
			n, err := s.Channel.Read(buf[:])
			s.c.looked(n)
			now := time.Now()
			a.bound(now)
			a.put(s.sift(&a.in, buf[:n], now), err)
		}
	}()
}

// bound lets no more pass than there is room for.
func (a *ahead) bound(now time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.in.Budget.Level = min(a.in.Budget.Left(now), float64(sieve.Burst-len(a.held)))
}

func (a *ahead) put(p []byte, err error) {
	a.mu.Lock()
	a.held, a.err = append(a.held, p...), err
	a.mu.Unlock()
	select {
	case a.came <- struct{}{}:
	default:
	}
}

// take waits for what is read, or for its end.
func (a *ahead) take(p []byte) (n int, err error) {
	for {
		a.mu.Lock()
		n = copy(p, a.held)
		if a.held = a.held[n:]; len(a.held) == 0 {
			a.held, err = nil, a.err
		}
		a.mu.Unlock()
		if n > 0 || err != nil {
			return n, err
		}
		<-a.came
	}
}

// next reads the session's next input, as it came.
func (s *Session) next(p []byte) (int, error) {
	if s.ahead != nil {
		return s.ahead.take(p)
	}
	n, err := s.Channel.Read(p)
	s.c.looked(n)
	return n, err
}

// sift lets a sieve judge input, in its place, listens for a Ctrl+C, and ends who sends too much for too long.
func (s *Session) sift(in *sieve.Sieve, p []byte, now time.Time) []byte {
	passed, tooLong := in.Pass(p, now)
	if bytes.IndexByte(passed, sieve.ETX) >= 0 {
		s.etx.CompareAndSwap(0, now.UnixNano())
	}
	if tooLong {
		s.c.end(causeInput)
	}
	return passed
}

// Interrupted reports whether a Ctrl+C has come and waits for keys before it to be handled, for longer than they may
// still be.
func (s *Session) Interrupted() bool {
	at := s.etx.Load()
	return at != 0 && time.Now().UnixNano()-at > int64(lastKeys)
}
