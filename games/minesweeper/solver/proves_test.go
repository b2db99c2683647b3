package solver

import (
	"testing"

	"arcade.example.com/games"
)

// provedSlowly reports whether a layout needs no guess, by plain trial of all layouts that fit. Told is false where
// these are too many.
func provedSlowly(l *Layout, first int) (proved, told bool) {
	v := closed(l)
	l.flood(v, first)
	for {
		cells := v.hidden()
		if len(cells) > 14 {
			return false, false
		}
		sets := v.layouts(v.numbers(), true)
		opened := false
		for k, i := range cells {
			if mined(sets, k) == 0 {
				l.flood(v, i)
				opened = true
			}
		}
		if !opened {
			return len(cells) == l.Mines, true
		}
	}
}

func TestVerdictAgainstEnumeration(t *testing.T) {
	r := games.NewRand(6, 1)
	var seen [2]int
	for seen[0]+seen[1] < 2000 {
		w, h := 3+r.N(3), 3+r.N(4)
		first := r.N(w * h)
		l := random(&r, w, h, 1+r.N(w*h-1), first)
		want, told := provedSlowly(l, first)
		if !told {
			continue
		}
		if got := New(w, h).Proves(l, first); got != want {
			t.Fatalf("%v from %d: proved %t, enumeration says %t", l.Mine, first, got, want)
		}
		if want {
			seen[1]++
		} else {
			seen[0]++
		}
	}
	if min(seen[0], seen[1]) < 400 {
		t.Errorf("%v: too one-sided to tell", seen)
	}
}
