package door

import "time"

// bucket is a token bucket. It starts full; the zero bucket never holds anything. It knows no clock and takes no
// lock: whoever shares one does.
type bucket struct {
	rate, burst float64 // tokens a second, and at most
	level       float64
	at          time.Time // when level was right; zero: full
}

// left returns the tokens at a moment. A moment before the last one counts as that one.
func (b *bucket) left(now time.Time) float64 {
	if b.at.IsZero() {
		b.level, b.at = b.burst, now
	}
	if d := now.Sub(b.at); d > 0 {
		b.level, b.at = min(b.burst, b.level+d.Seconds()*b.rate), now
	}
	return b.level
}

// take removes n tokens, whether there are so many or not, and returns how long it takes until none is owed.
func (b *bucket) take(n float64, now time.Time) time.Duration {
	b.level = b.left(now) - n
	if b.level >= 0 {
		return 0
	}
	return time.Duration(-b.level / b.rate * float64(time.Second))
}
