package screens

import (
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/display"
	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/live/race"
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

// drawn counts what a desk draws.
type drawn struct{ parts, wholes int }

// watched has what a desk draws counted; all that it would draw must be there then.
func (d *desk) watched(t *testing.T) *drawn {
	link, n := new(counter), new(drawn)
	d.env.display = display.New(link, d.env.palette())
	d.app.View()
	d.seen = func() {
		if d.app.moved != (rect{}) {
			n.parts++
		} else {
			n.wholes++
		}
		d.app.View()
		synctest.Wait()
		before := link.bytes
		d.app.moved = rect{}
		d.app.View()
		synctest.Wait()
		if missing := link.bytes - before; missing > 0 {
			t.Errorf("after %d parts %d bytes were missing", n.parts, missing)
		}
	}
	return n
}

// TestClockIsDrawnAlone: a second of a game's clock draws the head alone; where somebody has come to watch, the foot says
// so too.
func TestClockIsDrawnAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := sit(t, testHouse(t, storage.NewMemory()), playtest.Key(t, 1), 80, 24)
		d.press("enter")
		d.press("down", "right")
		d.wait(20 * time.Second) // the preview below has ended
		n := d.watched(t)
		d.wait(5 * time.Second)
		if *n != (drawn{5, 0}) {
			t.Errorf("in five seconds %+v", *n)
		}
		if _, err := d.house.Hall.Watch(d.app.top().(*play).run.ID, live.Viewer{}, func() {}); err != nil {
			t.Fatal(err)
		}
		d.wait(2 * time.Second)
		if *n != (drawn{6, 1}) {
			t.Errorf("where somebody came to watch %+v", *n)
		}
		d.shows("1 watch")
	})
}

// TestClockOfAHeatIsDrawnWithItsLanes: a second of a heat draws the head and how far the others are, until the heat is over.
func TestClockOfAHeatIsDrawnWithItsLanes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		desks, rooms := party(t, 80, 24)
		gun(desks)
		pass(20*time.Second, desks...)
		n := desks[0].watched(t)
		pass(3*time.Second, desks...)
		if n.parts < 3 {
			t.Errorf("in three seconds %+v", *n)
		}
		desks[1].press(playtest.WayOut(t, rooms[1].play.run.State())...)
		pass(90*time.Second, desks...)
		if rooms[0].view.Phase != race.Results {
			t.Error("the heat goes on")
		}
	})
}
