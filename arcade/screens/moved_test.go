package screens

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/display"
	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/live/race"
	"arcade.example.com/arcade/playtest"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// TestPreviewIsDrawnAlone: a step of the menu's preview draws nothing else, and drawing all of it then sends no more.
func TestPreviewIsDrawnAlone(t *testing.T) {
	for _, size := range []rect{{w: 80, h: 24}, {w: 160, h: 50}, {w: 60, h: 45}} {
		synctest.Test(t, func(t *testing.T) {
			d := sit(t, testHouse(t, storage.NewMemory()), playtest.Key(t, 1), size.w, size.h)
			d.wait(30 * time.Second) // into a minute: what is left of the day stands in the menu too
			link, drawn := new(counter), 0
			d.env.display = display.New(link, d.env.palette())
			d.seen = func() {
				if d.app.moved != (parts{}) {
					drawn++
				}
				d.app.View()
				synctest.Wait()
				before := link.bytes
				d.app.moved = parts{}
				d.env.display.Frame(d.canvas(), tea.View{AltScreen: true, WindowTitle: "arcade", MouseMode: tea.MouseModeCellMotion})
				synctest.Wait()
				if n := link.bytes - before; n > 0 {
					t.Errorf("%dx%d: after %d parts %d bytes were missing", size.w, size.h, drawn, n)
				}
			}
			for _, key := range []string{"down", "up", "down", "right", "down", "up", "up"} {
				d.press(key)
				d.wait(500 * time.Millisecond)
			}
			if drawn < 10 {
				t.Errorf("%dx%d: %d parts were drawn", size.w, size.h, drawn)
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
		if d.app.Update(step); d.app.moved == (parts{}) {
			t.Error("a step of the preview says nothing of what it changed")
		}
		d.app.View()
		d.app.Update(keyPress("right"))
		if d.app.Update(step); d.app.moved != (parts{}) {
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
		d.app.View()
		part := d.app.moved != (parts{}) // and the display took them
		if part {
			n.parts++
		} else {
			n.wholes++
		}
		synctest.Wait()
		before := link.bytes
		d.app.moved = parts{}
		d.app.View()
		synctest.Wait()
		if missing := link.bytes - before; part && missing > 0 {
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

// TestStepIsDrawnAlone: a step draws the lines that it changes, and nothing is missing then, whatever else is pressed between.
func TestStepIsDrawnAlone(t *testing.T) {
	keys := strings.Fields("up down left right h j k l up down left right shift+down shift+right space f e b u o p y esc ? q c z $ 0 n i x")
	for _, game := range [][]string{{"enter"}, {"down", "enter"}} {
		for _, size := range []rect{{w: 80, h: 24}, {w: 132, h: 50}, {w: 60, h: 20}, {w: 40, h: 18}} {
			synctest.Test(t, func(t *testing.T) {
				d := sit(t, testHouse(t, storage.NewMemory()), playtest.Key(t, 1), size.w, size.h)
				d.press(game...)
				d.wait(20 * time.Second)
				d.press("down", "right")
				n, r := d.watched(t), games.NewRand(1, uint64(size.w))
				for range 300 {
					p, plays := d.app.top().(*play)
					if !plays {
						d.press("esc", "enter")
					} else if p.elapsed()%time.Second <= beat { // a counter on the board changes with the clock's message
						d.wait(2 * beat)
					}
					d.press(keys[r.N(len(keys))])
					d.wait(100 * time.Millisecond)
				}
				if size.w > 40 && n.parts < 60 {
					t.Errorf("%s at %dx%d: %+v", game, size.w, size.h, *n)
				}
			})
		}
	}
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
