package display

import (
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/hinshun/vt10x"

	"arcade.example.com/arcade/display/displaytest"
	"arcade.example.com/games"
)

// TestSameAsBubbleTea sends the same random canvases, with resizes between them, through Bubble Tea's renderer and
// through a Display, each to a vt10x terminal: both must show the same, cell for cell, after each.
func TestSameAsBubbleTea(t *testing.T) {
	for _, depth := range depths {
		t.Run(profiles[depth].String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { compare(t, depth) })
		})
	}
}

var profiles = [...]colorprofile.Profile{
	games.TrueColour: colorprofile.TrueColor, games.Colours256: colorprofile.ANSI256,
	games.Colours16: colorprofile.ANSI, games.Mono: colorprofile.ASCII,
}

const frame = time.Second / 60

func compare(t *testing.T, depth games.Depth) {
	r := rand.New(rand.NewPCG(5, uint64(depth)))
	palette := testPalette(depth)
	w, h := 30, 8
	theirs, ours := newVT(w, h), newVT(w, h)
	// TERM is one of a terminal with no more than vt10x knows: REP and ECH come out right in few emulators.
	p := tea.NewProgram(displaytest.Text(""), tea.WithOutput(displaytest.TTY{Writer: theirs}), tea.WithInput(nil), tea.WithWindowSize(w, h), tea.WithColorProfile(profiles[depth]),
		tea.WithEnvironment([]string{"TERM=linux"}), tea.WithoutSignalHandler(), tea.WithFPS(60))
	ended := make(chan error)
	go func() {
		_, err := p.Run()
		ended <- err
	}()
	defer func() {
		p.Quit()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}()
	d := New(ours, palette)
	c := games.NewCanvas(w, h)
	for i := range 500 {
		if i%50 == 49 {
			w, h = 10+r.IntN(70), 2+r.IntN(22)
			c.Resize(w, h)
			theirs.Resize(w, h)
			ours.Resize(w, h)
			p.Send(tea.WindowSizeMsg{Width: w, Height: h})
		}
		change(r, c)
		p.Send(displaytest.Text(Render(c, palette)))
		show(d, c, tea.View{AltScreen: true})
		time.Sleep(2 * frame)
		synctest.Wait()
		for y := range h {
			for x := range w {
				a, b := displaytest.Seen(theirs.Cell(x, y)), displaytest.Seen(ours.Cell(x, y))
				if a != b {
					t.Fatalf("frame %d, cell %d, %d: Bubble Tea %v, ours %v", i, x, y, a, b)
				}
			}
		}
	}
}

func newVT(w, h int) vt10x.Terminal { return vt10x.New(vt10x.WithSize(w, h)) }
