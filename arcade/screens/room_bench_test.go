package screens

import (
	"io"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/playtest"
	"arcade.example.com/arcade/run"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// BenchmarkRacer is a second of who presses five keys in it, on their own and in a heat of eight with the same deal: the
// keys, the clock's second, and the frames of both up to the bytes.
func BenchmarkRacer(b *testing.B) {
	for _, bench := range []struct {
		name string
		to   func(h *House, m games.Mode) to.Destination
	}{
		{"alone", func(h *House, m games.Mode) to.Destination {
			return to.Play{Begin: run.Begin{Game: h.Games[0], Mode: m, Seed: 1}}
		}},
		{"heat", func(h *House, m games.Mode) to.Destination {
			return to.Room{Word: "otter", Game: h.Games[0], Mode: m}
		}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			h := testHouse(b, storage.NewMemory())
			m, err := h.Games[0].Mode("20x20")
			if err != nil {
				b.Fatal(err)
			}
			var apps []*App
			for i := range 8 {
				apps = append(apps, New(h, Visitor{Key: playtest.Key(b, byte(i+1)), Width: 80, Height: 24, Depth: games.Colours256, Out: io.Discard}, bench.to(h, m)))
			}
			send := func(a *App, msg tea.Msg) {
				a.Update(msg)
				a.View()
			}
			for _, a := range apps {
				send(a, keyPress("enter"))
			}
			for _, a := range apps {
				for {
					if _, is := a.top().(*play); is || a.top().(*room).play != nil {
						break
					}
					time.Sleep(10 * time.Millisecond) // until the gun
					send(a, Moved{})
				}
			}
			own := func(a *App) *play {
				if r, is := a.top().(*room); is {
					return r.play
				}
				return a.top().(*play)
			}
			there := playtest.WayOut(b, own(apps[0]).run.State())[0]
			back := map[string]string{"right": "left", "down": "up", "left": "right", "up": "down"}[there]
			second := 0
			b.ReportAllocs()
			for b.Loop() {
				a := apps[second%len(apps)]
				for k := range 5 {
					send(a, keyPress([...]string{there, back}[(5*(second/len(apps))+k)%2]))
				}
				second++
				send(a, clocked{own(a).run.ID})
			}
		})
	}
}
