package display

import (
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/games"
)

// TestPart: a part that is taken for a change of the latest frame shows that part, and elsewhere what was there; while
// somebody writes too, and not where the frame is not known.
func TestPart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(3, 3))
		p := testPalette(games.TrueColour)
		m := newTerminal(t, 20, 6)
		d := New(m, p)
		c, drawn := games.NewCanvas(20, 6), games.NewCanvas(20, 6)
		if d.Part(c, Area{0, 0, 20, 6}) {
			t.Fatal("a part of no frame was taken")
		}
		for i := range 2500 {
			x, y, w, h := r.IntN(22)-1, r.IntN(8)-1, r.IntN(12), r.IntN(5)
			for range 2 { // the second while the first is being written, or at rest
				if i%5 == 0 {
					change(r, c)
					d.Frame(c, tea.View{AltScreen: true})
				} else {
					drawn.Clear()
					change(r, drawn)
					c.Sub(x, y, w, h).Clear()
					copied(c, drawn, x, y, w, h)
					below := Area{r.IntN(22) - 1, max(y+h, 0), r.IntN(12), 1}
					c.Sub(below.X, below.Y, below.W, below.H).Clear()
					copied(c, drawn, below.X, below.Y, below.W, below.H)
					if !d.Part(drawn, Area{x, y, w, h}, below) {
						t.Fatal("a part was not taken")
					}
				}
				if i%3 == 0 {
					synctest.Wait()
				}
			}
			synctest.Wait()
			sameScreen(t, m, p, c)
		}
		if d.Part(games.NewCanvas(21, 6), Area{0, 0, 20, 6}) {
			t.Error("a part of a larger canvas was taken")
		}
		c.Lossy(time.Second)
		d.Frame(c, tea.View{AltScreen: true})
		synctest.Wait()
		if d.Part(games.NewCanvas(20, 6), Area{0, 0, 1, 1}) {
			t.Error("a part of a frame that is only nearly right was taken")
		}
	})
}

// copied copies a rectangle from one canvas to another of its size.
func copied(to, from *games.Canvas, x, y, w, h int) {
	for j := y; j < y+h; j++ {
		for i := x; i < x+w; i++ {
			to.Set(i, j, from.At(i, j))
		}
	}
}
