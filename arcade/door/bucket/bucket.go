// Package bucket is the token bucket that everything is rationed by. It must never know a clock, or of what there is so much.
package bucket

import "time"

// Bucket is a token bucket. It starts full; the zero Bucket never holds anything. It takes no lock: whoever shares one does.
type Bucket struct {
	Rate, Burst float64 // tokens a second, and at most
	Level       float64
	at          time.Time // when Level was right; zero: full
}

// Left returns the tokens at a moment. A moment before the last one counts as that one.
func (b *Bucket) Left(now time.Time) float64 {
	if b.at.IsZero() {
		b.Level, b.at = b.Burst, now
	}
	if d := now.Sub(b.at); d > 0 {
		b.Level, b.at = min(b.Burst, b.Level+d.Seconds()*b.Rate), now
	}
	return b.Level
}

// Take removes n tokens, whether there are so many or not, and returns how long it takes until none is owed.
func (b *Bucket) Take(n float64, now time.Time) time.Duration {
	b.Level = b.Left(now) - n
	if b.Level >= 0 {
		return 0
	}
	return time.Duration(-b.Level / b.Rate * float64(time.Second))
}
