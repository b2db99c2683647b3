package display

import (
	"math/rand/v2"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"arcade.example.com/games"
)

// In a picture of few colours two blocks take turns without a change of the pen; what is shown is what was drawn,
// texts between them included.
func TestBlocks(t *testing.T) {
	for _, depth := range depths {
		r := rand.New(rand.NewPCG(3, uint64(depth)))
		p := testPalette(depth)
		m := newTerminal(t, 20, 6)
		d := New(m, p)
		c := games.NewCanvas(20, 6)
		for range 300 {
			for range 1 + r.IntN(8) {
				x, y := r.IntN(20), r.IntN(6)
				switch r.IntN(6) {
				case 0:
					c.Text(x, y, "a b", games.Dim.Ink(), games.Panel.Ink())
				case 1:
					c.Halves(x, y, games.Wall.Shade(r.IntN(64)), games.Open.Shade(r.IntN(64)))
				default:
					c.Block(x, y, []games.Ink{games.You.Ink(), games.Trail.Ink(), games.Open.Shade(31), 0}[r.IntN(4)])
				}
			}
			show(d, c, tea.View{})
			sameScreen(t, m, p, c)
		}
	}
	p := testPalette(games.TrueColour)
	var out strings.Builder
	d := New(&out, p)
	c := games.NewCanvas(20, 6)
	show(d, c, tea.View{})
	var changes []int
	for x := range 8 {
		c.Block(x, 2, games.Trail.Ink())
		c.Block(x+1, 2, games.You.Ink())
		out.Reset()
		show(d, c, tea.View{})
		changes = append(changes, strings.Count(out.String(), "m"))
	}
	if changes[0] > 2 || max(changes[1], changes[2], changes[3], changes[7]) > 0 {
		t.Errorf("changes of the pen at each step: %v", changes)
	}
}

// What oneColumn knows without looking a rune up is what the look-up says.
func TestOneColumn(t *testing.T) {
	for r := rune(0xa0); r < 0x3000; r++ {
		want := '?'
		if r != 0xad && ansi.StringWidth(string(r)) == 1 {
			want = r
		}
		if got := oneColumn(r); got != want {
			t.Errorf("%U is %q", r, got)
		}
	}
}
