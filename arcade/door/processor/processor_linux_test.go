package processor

import (
	"testing"
	"time"
)

func TestMeasure(t *testing.T) {
	const work = 5 * time.Millisecond
	measured := func(f func()) (took time.Duration) {
		Measure(f, func(d time.Duration) { took = d })
		return took
	}
	spin := func() {
		for begin := threadTime(); threadTime()-begin < work; {
		}
	}
	if took := measured(spin); took < work {
		t.Errorf("%v of %v are counted", took, work)
	}
	if took := measured(func() { time.Sleep(20 * work) }); took > work {
		t.Errorf("%v of a wait are counted", took)
	}
	var took time.Duration
	func() {
		defer func() { _ = recover() }()
		Measure(func() { spin(); panic("broken") }, func(d time.Duration) { took = d })
	}()
	if took < work {
		t.Errorf("%v of %v before a panic are counted", took, work)
	}
}
