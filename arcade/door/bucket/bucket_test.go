package bucket

import (
	"math/rand/v2"
	"testing"
	"time"
)

func TestBucketFillsAndOwes(t *testing.T) {
	at := time.Unix(1e9, 0)
	b := Bucket{Rate: 2, Burst: 20}
	for i, step := range []struct {
		after time.Duration
		take  float64
		wait  time.Duration
	}{
		{0, 20, 0},                              // it starts full
		{0, 1, 500 * time.Millisecond},          // and is empty
		{500 * time.Millisecond, 0, 0},          // the debt is paid
		{time.Second, 2, 0},                     // two a second
		{time.Hour, 21, 500 * time.Millisecond}, // never more than burst
		{-time.Hour, 1, time.Second},            // time does not run back
	} {
		at = at.Add(step.after)
		if wait := b.Take(step.take, at); wait != step.wait {
			t.Errorf("step %d: wait %v, want %v", i, wait, step.wait)
		}
	}
}

// Over any stretch of time no more passes than the burst and what the rate gives.
func TestBucketHoldsItsRate(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		b := Bucket{Rate: 1 + r.Float64()*100, Burst: 1 + r.Float64()*100}
		begin := time.Unix(1e9, 0)
		at, passed := begin, 0.0
		for range 200 {
			n := r.Float64() * b.Burst
			at = at.Add(b.Take(n, at)).Add(time.Duration(r.Int64N(int64(time.Second))))
			passed += n
			if most := b.Burst + at.Sub(begin).Seconds()*b.Rate; passed > most+1e-6 {
				t.Fatalf("%v passed in %v at a rate of %v and a burst of %v", passed, at.Sub(begin), b.Rate, b.Burst)
			}
		}
	}
}

func TestZeroBucketHoldsNothing(t *testing.T) {
	if got := (&Bucket{}).Left(time.Unix(1e9, 0)); got != 0 {
		t.Errorf("left = %v", got)
	}
}
