package screens

import (
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/display"
	"arcade.example.com/arcade/playtest"
	"arcade.example.com/storage"
)

// TestMenuAtRest: a preview moves for three seconds after it was chosen, and then the menu sends nothing, until the
// minute is over.
func TestMenuAtRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := sit(t, testHouse(t, storage.NewMemory()), playtest.Key(t, 1), 80, 24)
		link := new(counter)
		screen := display.New(link, d.env.palette())
		const step = 20 * time.Millisecond
		// rests returns when the last bytes were sent in a time.
		rests := func(during time.Duration) (last time.Duration) {
			for at := time.Duration(0); at < during; at += step {
				before := link.bytes
				screen.Frame(d.canvas(), tea.View{AltScreen: true})
				synctest.Wait()
				if link.bytes != before {
					last = at
				}
				d.wait(step)
			}
			return last
		}
		for _, key := range []string{"", "down", "up"} {
			if key != "" {
				d.press(key)
			}
			if last := rests(10 * time.Second); last == 0 || last > demoLength {
				t.Errorf("after %q the menu moves until %v, want until %v at most", key, last, demoLength)
			}
		}
		before := link.bytes
		rests(25 * time.Second)
		if sent := link.bytes - before; sent != 0 {
			t.Errorf("a menu at rest sends %d bytes", sent)
		}
	})
}

// While more arrive than can at a time, a preview is at its end at once: one that moves goes there with its next step.
func TestPreviewsStandStillInACrowd(t *testing.T) {
	for _, when := range []time.Duration{0, time.Second} {
		synctest.Test(t, func(t *testing.T) {
			h := testHouse(t, storage.NewMemory())
			crowd := when == 0
			h.Crowd = func() bool { return crowd }
			d := sit(t, h, playtest.Key(t, 1), 80, 24)
			d.wait(when)
			demo := d.app.top().(*menu).demo
			if demo.ended() != crowd {
				t.Fatalf("after %v, where a crowd comes: %v, it is at step %d of %d", when, crowd, demo.at, len(demo.steps))
			}
			crowd = true
			d.wait(500 * time.Millisecond)
			if !demo.ended() {
				t.Errorf("half a second after the crowd came it is at step %d of %d", demo.at, len(demo.steps))
			}
		})
	}
}

// TestExampleIsShared: what a game's demo shows is made once for all sessions.
func TestExampleIsShared(t *testing.T) {
	h := testHouse(t, storage.NewMemory())
	for _, g := range h.Games {
		one, err := h.examples.of(g, "")
		if err != nil {
			t.Fatal(err)
		}
		other, _ := h.examples.of(g, "no such variant")
		if len(one.states) != len(one.steps)+1 || &one.states[0] != &other.states[0] {
			t.Errorf("%s: %d steps, %d positions", g.ID, len(one.steps), len(one.states))
		}
	}
}

// TestFirstPersonIsPreviewedAsAWalk: once the choice has rested; whoever goes on is sent no walk, and 300 bytes a key at
// most.
func TestFirstPersonIsPreviewedAsAWalk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := sit(t, testHouse(t, storage.NewMemory()), playtest.Key(t, 1), 80, 24)
		link := new(counter)
		screen := display.New(link, d.env.palette())
		sends := func(during time.Duration) int {
			before := link.bytes
			for end := time.Now().Add(during); ; d.wait(20 * time.Millisecond) {
				screen.Frame(d.canvas(), tea.View{AltScreen: true})
				synctest.Wait()
				if !time.Now().Before(end) {
					return link.bytes - before
				}
			}
		}
		sends(5 * time.Second)
		above := d.screen()
		for range 10 {
			d.press("tab")
			if n := sends(repose / 4); n > 300 {
				t.Errorf("a key sends %d bytes", n)
			}
		}
		d.press("tab")
		d.shows("● first person")
		walk := sends(repose + demoLength)
		m := d.app.top().(*menu)
		if m.demo.variant != "first person" || walk < 10_000 || above == d.screen() {
			t.Errorf("no walk: %q, %d bytes\n%s", m.demo.variant, walk, d.screen())
		}
		t.Logf("a walk sends %d bytes", walk)
		if n := sends(10 * time.Second); n != 0 {
			t.Errorf("a menu at rest sends %d bytes after the walk", n)
		}
	})
}
