package arcade

import (
	"runtime"
	"strings"
	"testing"
	"testing/synctest"

	"arcade.example.com/arcade/door/doortest"
)

// TestMailIsBroughtOnce: of each kind the latest is brought, by one goroutine at a time and by none when there is nothing;
// what comes before the mail is opened, or after, waits.
func TestMailIsBroughtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var m mail
		var got []string
		carriers, busy := 0, make(chan struct{})
		carry := func() {
			carriers++
			for w := m.next(); w != (waiting{}); w = m.next() {
				if w.note != nil {
					got = append(got, *w.note)
				}
				if w.news {
					got = append(got, "news")
				}
				<-busy
			}
			carriers--
		}
		note := func(line string) { m.put(func(w *waiting) { w.note = &line }) }

		note("before")
		note("still before")
		m.open(func() { go carry() })
		synctest.Wait()
		note("a")
		m.put(func(w *waiting) { w.news = true })
		note("b")
		synctest.Wait()
		if s := strings.Join(got, ","); s != "still before" || carriers != 1 {
			t.Errorf("while the first is brought: %q by %d", s, carriers)
		}
		close(busy)
		synctest.Wait()
		if s := strings.Join(got, ","); s != "still before,b,news" || carriers != 0 {
			t.Errorf("after it: %q, and %d carry on", s, carriers)
		}
		note("c")
		synctest.Wait()
		m.open(nil)
		note("late")
		synctest.Wait()
		if s := strings.Join(got, ","); s != "still before,b,news,c" || carriers != 0 {
			t.Errorf("after the end: %q, and %d carry on", s, carriers)
		}
	})
}

// TestNothingTicksAtRest: a session with a screen waits for its messages and its keys, and for nothing else.
func TestNothingTicksAtRest(t *testing.T) {
	a := openArcade(t, nil)
	const sessions = 3
	for n := range sessions {
		a.sit(t, byte(n)).sees("Minesweeper")
	}
	doortest.Eventually(t, "one goroutine of each visit", func() bool {
		all := make([]byte, 1<<20)
		n := 0
		for one := range strings.SplitSeq(string(all[:runtime.Stack(all, true)]), "\n\n") {
			if strings.Contains(one, "arcade.(*visit)") {
				n++
			}
		}
		return n == sessions
	})
}
