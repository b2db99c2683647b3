package lines

import (
	"errors"
	"io"
	"sync"
	"time"
)

// Bounds on what comes in.
const (
	MaxLine  = 200      // bytes of a line; a longer one is refused
	maxInbox = 32 << 10 // bytes that may wait, for a script that does not wait for answers
	perLine  = 32       // bytes that a line takes besides its own
)

// Lines that are answered in a second, and at once at first: more than a person says, and as much as the house gives one.
const (
	lineRate  = 16
	lineBurst = 64
)

// errFlood is why an inbox ends into which too much came.
var errFlood = errors.New("more input than may wait")

// errLeft is why input ends whose player has pressed Ctrl+C: what would have to wait is answered no more.
var errLeft = errors.New("the player has left")

// line is one line of input without its end.
type line struct {
	text string
	long bool // it had more than MaxLine bytes, and text is not all of it
}

// inbox is the lines that came and were not taken yet. One goroutine reads, another takes.
type inbox struct {
	came chan struct{} // there may be something new

	mu    sync.Mutex
	lines []line
	bytes int
	err   error // after the last line
}

func newInbox() *inbox { return &inbox{came: make(chan struct{}, 1)} }

// read reads lines until in ends, or until too much waits.
func (b *inbox) read(in io.Reader) {
	var (
		buf  [1024]byte
		now  line
		part []byte
	)
	end := func() bool {
		now.text, part = string(part), part[:0]
		ok := b.put(now)
		now = line{}
		return ok
	}
	skipped := 0 // of a line that is too long
	for {
		n, err := in.Read(buf[:])
		for _, c := range buf[:n] {
			switch {
			case c == '\n':
				skipped = 0
				if !end() {
					return
				}
			case len(part) == MaxLine:
				now.long = true
				if skipped++; skipped > maxInbox {
					b.close(errFlood)
					return
				}
			case c != '\r':
				part = append(part, c)
			}
		}
		if err != nil {
			if len(part) > 0 && !end() {
				return
			}
			b.close(err)
			return
		}
	}
}

// put adds a line; false where too much waits, which ends the inbox.
func (b *inbox) put(l line) bool {
	b.mu.Lock()
	b.lines = append(b.lines, l)
	b.bytes += len(l.text) + perLine
	full := b.bytes > maxInbox
	b.mu.Unlock()
	if full {
		b.close(errFlood)
		return false
	}
	b.wake()
	return true
}

func (b *inbox) close(err error) {
	b.mu.Lock()
	if b.err = err; err == errFlood {
		b.lines = nil
	}
	b.mu.Unlock()
	b.wake()
}

func (b *inbox) wake() {
	select {
	case b.came <- struct{}{}:
	default:
	}
}

// take returns the next line.
func (b *inbox) take() (line, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.lines) == 0 {
		return line{}, false
	}
	l := b.lines[0]
	if b.lines = b.lines[1:]; len(b.lines) == 0 {
		b.lines = nil
	}
	b.bytes -= len(l.text) + perLine
	return l, true
}

// left reports whether the player has left, whatever they said before.
func (b *inbox) left() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.err == errLeft
}

// ended is why nothing more comes; nil while there may.
func (b *inbox) ended() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.lines) > 0 {
		return nil
	}
	return b.err
}

// pace bounds how many lines are answered: what comes sooner waits.
type pace struct {
	left float64
	at   time.Time
}

func newPace() *pace { return &pace{lineBurst, time.Now()} }

// wait is how long until the next line may be taken.
func (p *pace) wait(now time.Time) time.Duration {
	p.left = min(lineBurst, p.left+now.Sub(p.at).Seconds()*lineRate)
	p.at = now
	if p.left >= 1 {
		return 0
	}
	return time.Duration((1-p.left)/lineRate*float64(time.Second)).Truncate(time.Millisecond) + time.Millisecond
}

func (p *pace) take() { p.left-- }
