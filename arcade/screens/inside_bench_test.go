package screens

import (
	"testing"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/display"
	"arcade.example.com/arcade/look"
	"arcade.example.com/games"
)

// counter is a link that counts what is sent over it.
type counter struct{ bytes int }

func (c *counter) Write(b []byte) (int, error) {
	c.bytes += len(b)
	return len(b), nil
}

// What a turn by 90 degrees and a step cost on the link at 80x24, on average over a walk that looks about, the small map
// and the path shown.
func TestFirstPersonBytes(t *testing.T) {
	for _, test := range []struct {
		name       string
		depth      games.Depth
		turn, step int // at most
	}{
		{"true colour", games.TrueColour, 40_000, 25_500},
		{"256 colours", games.Colours256, 26_000, 14_500},
		{"16 colours", games.Colours16, 17_000, 8_000},
	} {
		synctest.Test(t, func(t *testing.T) {
			link := new(counter)
			d := display.New(link, look.NewThemes().Palette("dark", test.depth))
			e := explore(t, "10x10", 0x8f, games.Options{Depth: test.depth})
			e.keys("p")
			send := func() {
				d.Frame(e.canvas(), tea.View{})
				synctest.Wait()
			}
			cost := func(key string) int {
				send()
				before := link.bytes
				e.press(key, 0)
				send()
				for e.tick() {
					send()
				}
				return link.bytes - before
			}
			var turn, step, turns, steps int
			for range 12 {
				for n := range 4 { // once round
					if n > 0 && e.faces == e.path[0] {
						break
					}
					turn += cost("right")
					turns++
				}
				for e.faces != e.path[0] {
					turn += cost("left")
					turns++
				}
				step += cost("up")
				steps++
				e.path = e.path[1:]
			}
			t.Logf("%s: %d bytes a turn (of %d), %d a step (of %d)", test.name, turn/turns, turns, step/steps, steps)
			if turn/turns > test.turn || step/steps > test.step {
				t.Errorf("%s: want at most %d a turn and %d a step", test.name, test.turn, test.step)
			}
		})
	}
}

// What a step costs on the link from above at 80x24. At 5x5 a place is 8 characters.
func TestStepBytes(t *testing.T) {
	for _, mode := range []string{"5x5", "10x10", "15x15", "20x20"} {
		for _, depth := range []games.Depth{games.TrueColour, games.Colours256, games.Colours16} {
			synctest.Test(t, func(t *testing.T) {
				link := new(counter)
				d := display.New(link, look.NewThemes().Palette("dark", depth))
				e := explore(t, mode, 0x8f, games.Options{Depth: depth})
				e.keys("o")
				send := func() {
					d.Frame(e.canvas(), tea.View{})
					synctest.Wait()
				}
				send()
				before := link.bytes
				for _, way := range e.path {
					e.press(map[string]string{"north": "up", "east": "right", "south": "down", "west": "left"}[way], 0)
					send()
				}
				if each := (link.bytes - before) / len(e.path); each > 60 {
					t.Errorf("%s, depth %d: %d bytes a step, want at most 60", mode, depth, each)
				} else {
					t.Logf("%s, depth %d: %d bytes a step", mode, depth, each)
				}
			})
		}
	}
}

// A frame of a turn, drawn and on the link.
func BenchmarkFirstPerson(b *testing.B) {
	for name, depth := range map[string]games.Depth{"true": games.TrueColour, "256": games.Colours256, "16": games.Colours16} {
		b.Run(name, func(b *testing.B) {
			link := make(chan int)
			d := display.New(send(link), look.NewThemes().Palette("dark", depth))
			e := explore(b, "10x10", 0x8f, games.Options{Depth: depth})
			e.walk(4)
			c := games.NewCanvas(80, 24)
			bytes := 0
			b.ReportAllocs()
			for b.Loop() {
				if !e.tick() {
					e.press("right", 0)
				}
				c.Clear()
				e.b.Draw(c, e.s, games.Scene{})
				d.Frame(c, tea.View{})
				bytes += <-link
			}
			b.ReportMetric(float64(bytes)/float64(b.N), "B/frame")
		})
	}
}

// send is a link whose other end takes note of each frame.
type send chan int

func (s send) Write(b []byte) (int, error) {
	s <- len(b)
	return len(b), nil
}
