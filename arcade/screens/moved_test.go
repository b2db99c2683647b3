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
