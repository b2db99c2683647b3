package display

import (
	"io"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"arcade.example.com/games"
)

// maze draws something like the maze from above, with the player at a place, and a clock.
func maze(c *games.Canvas, at, seconds int) {
	c.Clear()
	c.Text(2, 0, "maze 20x20", games.Strong.Ink(), 0)
	c.Text(70, 0, string(rune('0'+seconds%10)), 0, 0)
	for y := range 20 {
		for x := range 39 {
			top, bottom := games.Open, games.Wall
			if (x*7+y*13+x*y)%3 == 0 {
				top, bottom = bottom, top
			}
			c.Halves(20+x, 2+y, top.Ink(), bottom.Ink())
		}
	}
	c.Halves(20+at%39, 12, games.You.Ink(), games.Wall.Ink())
}

func scene(c *games.Canvas, turn int) {
	c.Clear()
	for y := range 23 {
		for x := range 80 {
			c.Halves(x, y, games.WallN.Shade((x+turn)*3/4%64), games.WallE.Shade((x+turn+y)*3/4%64))
		}
	}
	c.Lossy(time.Second)
}

// count is an idle link that counts what it is sent.
type count int

func (c *count) Idle(int) bool { return true }

func (c *count) Drain() int { return 0 }

func (c *count) Write(b []byte) (int, error) {
	*c += count(len(b))
	return len(b), nil
}

// BenchmarkFrame is what a frame costs from the canvas to the bytes, beside how many bytes it has.
func BenchmarkFrame(b *testing.B) {
	for _, bench := range []struct {
		name string
		draw func(c *games.Canvas, i int)
	}{
		{"unchanged", func(c *games.Canvas, i int) {}},
		{"clock", func(c *games.Canvas, i int) { maze(c, 0, i) }},
		{"step", func(c *games.Canvas, i int) { maze(c, i, 0) }},
		{"turn", scene},
	} {
		b.Run(bench.name, func(b *testing.B) {
			frames := make([]*games.Canvas, 40)
			for i := range frames {
				frames[i] = games.NewCanvas(80, 24)
				bench.draw(frames[i], i)
			}
			out := new(count)
			d := New(out, testPalette(games.TrueColour))
			v := tea.View{AltScreen: true, WindowTitle: "maze", MouseMode: tea.MouseModeCellMotion}
			show(d, frames[0], v)
			b.ReportAllocs()
			*out = 0
			for i := 1; b.Loop(); i++ {
				show(d, frames[i%len(frames)], v)
			}
			b.ReportMetric(float64(*out)/float64(b.N), "bytes/frame")
		})
	}
}

// BenchmarkFirst is what the first frame of a session costs.
func BenchmarkFirst(b *testing.B) {
	c := games.NewCanvas(80, 24)
	maze(c, 0, 0)
	p := testPalette(games.Colours256)
	v := tea.View{AltScreen: true, WindowTitle: "maze", MouseMode: tea.MouseModeCellMotion}
	w := Ways{Spare: new(Spare)}
	b.ReportAllocs()
	for b.Loop() {
		d := New(new(count), p)
		d.Do(w)
		show(d, c, v)
	}
}

// BenchmarkRead is what a key costs on the way in.
func BenchmarkRead(b *testing.B) {
	d := New(io.Discard, nil)
	n := 0
	in := &input{}
	in.send = func(_ []byte, e uv.Event) { d.receive(e, func(tea.Msg) { n++ }) }
	b.ReportAllocs()
	for b.Loop() {
		in.feed([]byte("\x1b[A"))
	}
}
