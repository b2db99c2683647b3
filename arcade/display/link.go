package display

import (
	"io"
	"time"
)

// Link is a writer that knows about the line to the terminal.
type Link interface {
	io.Writer
	// Idle reports whether it takes so many bytes without making anyone wait.
	Idle(bytes int) bool
	// Drain returns when the line has taken what was written, but for what is always on its way on such a line: so many
	// bytes.
	Drain() (left int)
}

// line is what is known of how fast a line takes frames.
type line struct {
	rate float64 // bytes a second of late; 0 while that is not known
	left int     // bytes that were under way when the last frame counted as taken
	at   time.Time
}

// telling is how many bytes it must be that tell how fast the line is.
const telling = 2 << 10

// took notes that the line took so many bytes from a moment until now, but for those that are left.
func (l *line) took(bytes, left int, from, now time.Time) {
	bytes += l.waits(from) - left
	l.left, l.at = left, now
	if bytes < telling {
		return
	}
	rate := float64(bytes) / max(now.Sub(from), time.Millisecond).Seconds()
	if l.rate == 0 {
		l.rate = rate
	}
	l.rate = (l.rate + rate) / 2
}

// waits is how many bytes of the last frame are still under way.
func (l *line) waits(now time.Time) int {
	return max(l.left-int(l.rate*now.Sub(l.at).Seconds()), 0)
}

// takes is how long the line will take for so many bytes more.
func (l *line) takes(bytes int, now time.Time) time.Duration {
	if l.rate == 0 {
		return 0
	}
	return time.Duration(float64(bytes+l.waits(now)) / l.rate * float64(time.Second))
}
