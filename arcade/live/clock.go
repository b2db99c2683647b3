package live

import "time"

// Clock is where time comes from. The zero Clock is the system's; whoever hands in another may also catch what
// panics in the functions that it calls.
type Clock struct {
	Now       func() time.Time // with the monotonic reading by which runs are timed
	AfterFunc func(time.Duration, func()) (stop func() bool)
}

func (c Clock) whole() Clock {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.AfterFunc == nil {
		c.AfterFunc = func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }
	}
	return c
}

// At calls f at an instant, or at once if that is past.
func (c Clock) At(t time.Time, f func()) (stop func() bool) { return c.AfterFunc(t.Sub(c.Now()), f) }
