package screens

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/hinshun/vt10x"

	"arcade.example.com/arcade/display"
	"arcade.example.com/arcade/display/displaytest"
	"arcade.example.com/arcade/playtest"
	"arcade.example.com/games"
)

// TestScreensAreTheSameThroughBubbleTea walks through all screens by random keys, with resizes between them, and shows
// each frame through the display, as SSH players see it, and through Bubble Tea's own renderer, as a local player
// does. Two terminal emulators must then show the same, cell for cell.
func TestScreensAreTheSameThroughBubbleTea(t *testing.T) {
	profiles := map[games.Depth]colorprofile.Profile{games.TrueColour: colorprofile.TrueColor, games.Colours256: colorprofile.ANSI256,
		games.Colours16: colorprofile.ANSI, games.Mono: colorprofile.ASCII}
	for depth, profile := range profiles {
		for _, size := range []struct{ w, h int }{{80, 24}, {120, 40}, {60, 20}} {
			t.Run(fmt.Sprintf("%v-%dx%d", profile, size.w, size.h), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { walkBoth(t, depth, profile, size.w, size.h) })
			})
		}
	}
}

// walked are the keys of the walk: all that lead anywhere, the movements more often.
var walked = []string{"up", "down", "left", "right", "up", "down", "left", "right", "up", "down", "left", "right", "enter", "enter", "enter",
	"space", "tab", "q", "q", "esc", "?", "L", "G", "n", "y", "y", "r", "c", "p", "i", "o", "u", "f", "H", "m", "x", "1", "2", "/", ".", "e", "shift+right"}

// keysPerWalk makes two thousand in all.
func keysPerWalk() int {
	if underRace {
		return 50
	}
	return 180
}

func walkBoth(t *testing.T, depth games.Depth, profile colorprofile.Profile, w, h int) {
	r := rand.New(rand.NewPCG(uint64(depth), uint64(w)))
	house, _ := furnished(t)
	d := sit(t, house, playtest.Key(t, 1), w, h)
	d.env.depth = depth
	d.env.set.Motion = games.NoMotion // frames of a movement are only nearly right, by intent

	theirs, ours := vt10x.New(vt10x.WithSize(w, h)), vt10x.New(vt10x.WithSize(w, h))
	p := tea.NewProgram(displaytest.Text(""), tea.WithOutput(displaytest.TTY{Writer: theirs}), tea.WithInput(nil), tea.WithWindowSize(w, h), tea.WithColorProfile(profile),
		tea.WithEnvironment([]string{"TERM=linux"}), tea.WithoutSignalHandler(), tea.WithFPS(60))
	ran := make(chan error, 1)
	go func() {
		_, err := p.Run()
		ran <- err
	}()
	palette := d.env.palette()
	screen := display.New(ours, palette)
	defer func() {
		p.Quit()
		if err := <-ran; err != nil {
			t.Error(err)
		}
		if err := screen.Close(); err != nil {
			t.Error(err)
		}
	}()
	for i := range keysPerWalk() {
		key := walked[r.IntN(len(walked))]
		if i%40 == 39 {
			w, h = 40+r.IntN(100), 12+r.IntN(40)
			theirs.Resize(w, h)
			ours.Resize(w, h)
			p.Send(tea.WindowSizeMsg{Width: w, Height: h})
			d.send(tea.WindowSizeMsg{Width: w, Height: h})
		}
		d.press(key)
		d.wait(100 * time.Millisecond)
		c := d.canvas()
		if p := d.env.palette(); p != palette { // a setting was changed on the walk
			palette = p
			screen.SetPalette(p)
		}
		screen.Frame(c, tea.View{AltScreen: true})
		p.Send(displaytest.Text(display.Render(c, d.env.palette())))
		time.Sleep(50 * time.Millisecond)
		synctest.Wait()
		for y := range h {
			for x := range w {
				if a, b := displaytest.Seen(theirs.Cell(x, y)), displaytest.Seen(ours.Cell(x, y)); a != b {
					t.Fatalf("key %d, %q, cell %d, %d: Bubble Tea shows %v, the display %v, of\n%s", i, key, x, y, a, b, canvasText(c))
				}
			}
		}
	}
}
