package screens

import (
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/display"
	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/playtest"
	"arcade.example.com/storage"
)

// TestPreviewIsDrawnAlone: a step of the menu's preview draws nothing else, and drawing all of it then sends no more.
func TestPreviewIsDrawnAlone(t *testing.T) {
	for _, size := range []rect{{w: 80, h: 24}, {w: 160, h: 50}, {w: 60, h: 45}} {
		synctest.Test(t, func(t *testing.T) {
			d := sit(t, testHouse(t, storage.NewMemory()), playtest.Key(t, 1), size.w, size.h)
			d.wait(30 * time.Second) // into a minute: what is left of the day stands in the menu too
			link, parts := new(counter), 0
			d.env.display = display.New(link, d.env.palette())
			d.seen = func() {
				if d.app.moved != (rect{}) {
					parts++
				}
				d.app.View()
				synctest.Wait()
				before := link.bytes
				d.app.moved = rect{}
				d.env.display.Frame(d.canvas(), tea.View{AltScreen: true, WindowTitle: "arcade", MouseMode: tea.MouseModeCellMotion})
				synctest.Wait()
				if n := link.bytes - before; n > 0 {
					t.Errorf("%dx%d: after %d parts %d bytes were missing", size.w, size.h, parts, n)
				}
			}
			for _, key := range []string{"down", "up", "down", "right", "down", "up", "up"} {
				d.press(key)
				d.wait(500 * time.Millisecond)
			}
			if parts < 10 {
				t.Errorf("%dx%d: %d parts were drawn", size.w, size.h, parts)
			}
		})
	}
}

// TestTwoMessagesAreDrawnWhole: where nothing was drawn between a key and a step of the preview, all of it is.
func TestTwoMessagesAreDrawnWhole(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := sit(t, testHouse(t, storage.NewMemory()), playtest.Key(t, 1), 80, 24)
		d.env.display = display.New(new(counter), d.env.palette())
		step := demoTick{game: "maze"}
		d.app.View()
		if d.app.Update(step); d.app.moved == (rect{}) {
			t.Error("a step of the preview says nothing of what it changed")
		}
		d.app.View()
		d.app.Update(keyPress("right"))
		if d.app.Update(step); d.app.moved != (rect{}) {
			t.Error("the key's change is left out")
		}
	})
}

// TestClockIsDrawnAlone: a second of a game's clock draws the head alone, and drawing all of it then sends no more; where
// somebody has come to watch, the foot says so too.
func TestClockIsDrawnAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := sit(t, testHouse(t, storage.NewMemory()), playtest.Key(t, 1), 80, 24)
		d.press("enter")
		d.press("down", "right")
		d.wait(20 * time.Second) // the preview below has ended
		link, parts, wholes := new(counter), 0, 0
		d.env.display = display.New(link, d.env.palette())
		d.app.View()
		d.seen = func() {
			if d.app.moved != (rect{}) {
				parts++
			} else {
				wholes++
			}
			d.app.View()
			synctest.Wait()
			before := link.bytes
			d.app.moved = rect{}
			d.env.display.Frame(d.canvas(), tea.View{AltScreen: true, WindowTitle: "arcade", MouseMode: tea.MouseModeCellMotion})
			synctest.Wait()
			if n := link.bytes - before; n > 0 {
				t.Errorf("after %d parts %d bytes were missing", parts, n)
			}
		}
		d.wait(5 * time.Second)
		if parts != 5 || wholes != 0 {
			t.Errorf("in five seconds %d parts were drawn, and %d whole frames", parts, wholes)
		}
		if _, err := d.house.Hall.Watch(d.app.top().(*play).run.ID, live.Viewer{}, func() {}); err != nil {
			t.Fatal(err)
		}
		d.wait(2 * time.Second)
		if parts != 6 || wholes != 1 {
			t.Errorf("where somebody came to watch %d parts were drawn, and %d whole frames", parts-5, wholes)
		}
		d.shows("1 watch")
	})
}
