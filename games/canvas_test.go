package games_test

import (
	"strings"
	"testing"
	"time"

	"arcade.example.com/games"
)

// picture is the canvas as text, a line a row; blank cells are dots.
func picture(c *games.Canvas) string {
	_, h := c.Size()
	var b strings.Builder
	for y := range h {
		for _, cell := range c.Row(y) {
			if cell.Rune == 0 {
				cell.Rune = '.'
			}
			b.WriteRune(cell.Rune)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func lines(rows ...string) string { return strings.Join(rows, "\n") + "\n" }

func TestDrawing(t *testing.T) {
	for name, tt := range map[string]struct {
		draw func(c *games.Canvas)
		want string
	}{
		"text":                    {func(c *games.Canvas) { c.Text(1, 1, "añ█", 0, 0) }, lines(".....", ".añ█.", ".....")},
		"text cut at both ends":   {func(c *games.Canvas) { c.Text(-2, 0, "abcdefghi", 0, 0) }, lines("cdefg", ".....", ".....")},
		"text above and below":    {func(c *games.Canvas) { c.Text(0, -1, "ab", 0, 0); c.Text(0, 3, "ab", 0, 0) }, lines(".....", ".....", ".....")},
		"text to the right":       {func(c *games.Canvas) { c.TextRight(5, 2, "ñ█", 0, 0) }, lines(".....", ".....", "...ñ█")},
		"fill":                    {func(c *games.Canvas) { c.Fill(1, 1, 2, 2, games.Cell{Rune: 'x'}) }, lines(".....", ".xx..", ".xx..")},
		"fill over every edge":    {func(c *games.Canvas) { c.Fill(-3, -3, 99, 99, games.Cell{Rune: 'x'}) }, lines("xxxxx", "xxxxx", "xxxxx")},
		"fill of less than none":  {func(c *games.Canvas) { c.Fill(2, 1, -1, 4, games.Cell{Rune: 'x'}) }, lines(".....", ".....", ".....")},
		"fill elsewhere":          {func(c *games.Canvas) { c.Fill(5, 3, 9, 9, games.Cell{Rune: 'x'}) }, lines(".....", ".....", ".....")},
		"set outside":             {func(c *games.Canvas) { c.Set(5, 0, games.Cell{Rune: 'x'}); c.Set(0, -1, games.Cell{Rune: 'x'}) }, lines(".....", ".....", ".....")},
		"a part":                  {func(c *games.Canvas) { all(c.Sub(1, 1, 3, 1)) }, lines(".....", ".xxx.", ".....")},
		"a part over the corner":  {func(c *games.Canvas) { all(c.Sub(-1, -1, 3, 2)) }, lines("xx...", ".....", ".....")},
		"a part over the far end": {func(c *games.Canvas) { all(c.Sub(4, 2, 99, 99)) }, lines(".....", ".....", "....x")},
		"a part elsewhere":        {func(c *games.Canvas) { all(c.Sub(-9, 0, 9, 3)); all(c.Sub(5, 3, 1, 1)) }, lines(".....", ".....", ".....")},
		"a part of a part":        {func(c *games.Canvas) { all(c.Sub(1, 0, 3, 3).Sub(1, 1, 9, 9)) }, lines(".....", "..xx.", "..xx.")},
		"a part, cleared":         {func(c *games.Canvas) { all(c); c.Sub(1, 1, 3, 9).Clear() }, lines("xxxxx", "x...x", "x...x")},
	} {
		c := games.NewCanvas(5, 3)
		tt.draw(c)
		if got := picture(c); got != tt.want {
			t.Errorf("%s:\n%swant\n%s", name, got, tt.want)
		}
	}
}

// all writes every cell of a canvas, and tries to write every cell around it.
func all(c *games.Canvas) {
	w, h := c.Size()
	for y := -3; y < h+3; y++ {
		for x := -3; x < w+3; x++ {
			c.Set(x, y, games.Cell{Rune: 'x'})
		}
	}
}

func TestAt(t *testing.T) {
	c := games.NewCanvas(3, 2)
	x := games.Cell{Rune: 'x', FG: games.Wall.Shade(9)}
	c.Fill(0, 0, 3, 2, x)
	for _, at := range [][2]int{{-1, 0}, {0, -1}, {3, 0}, {0, 2}} {
		if got := c.At(at[0], at[1]); got != (games.Cell{}) {
			t.Errorf("%v: %v, want a blank", at, got)
		}
	}
	if got := c.Sub(1, 1, 2, 1).At(1, 0); got != x {
		t.Errorf("%v, want %v", got, x)
	}
}

func TestResize(t *testing.T) {
	c := games.NewCanvas(4, 4)
	for _, size := range [][2]int{{2, 3}, {7, 5}, {0, 0}, {4, 4}, {-1, 9}} {
		all(c)
		c.Lossy(time.Second)
		c.Resize(size[0], size[1])
		w, h := c.Size()
		if w != max(size[0], 0) || h != max(size[1], 0) {
			t.Errorf("%v became %dx%d", size, w, h)
		}
		if strings.Contains(picture(c), "x") || c.IsLossy() {
			t.Errorf("%v is not blank and exact", size)
		}
	}
}

// A board draws on a part of the screen's canvas; that its frame is one of a movement must reach the display.
func TestLossy(t *testing.T) {
	c := games.NewCanvas(4, 4)
	for _, part := range []*games.Canvas{c, c.Sub(1, 1, 2, 2), c.Sub(9, 9, 1, 1)} {
		if c.IsLossy() {
			t.Error("lossy before it was said")
		}
		part.Lossy(time.Second)
		if !c.IsLossy() || !part.IsLossy() || c.Left() != time.Second {
			t.Error("not lossy after it was said")
		}
		c.Clear()
	}
}

func TestHalves(t *testing.T) {
	c := games.NewCanvas(2, 1)
	wall, open := games.Wall.Ink(), games.Open.Ink()
	c.Halves(0, 0, wall, open)
	c.Halves(1, 0, wall, wall)
	if got := c.At(0, 0); got != (games.Cell{Rune: '▀', FG: wall, BG: open}) {
		t.Errorf("two inks: %v", got)
	}
	if got := c.At(1, 0); got != (games.Cell{Rune: ' ', BG: wall}) {
		t.Errorf("one ink: %v", got)
	}
}

func TestInk(t *testing.T) {
	for r := range games.Roles {
		for n := range games.Shades {
			if ink := r.Shade(n); ink.Role() != r || ink.Shade() != n {
				t.Fatalf("role %d shade %d came back as %d, %d", r, n, ink.Role(), ink.Shade())
			}
		}
	}
	if got := games.Wall.Shade(-1).Shade(); got != 0 {
		t.Errorf("darker than dark: %d", got)
	}
	if got := games.Wall.Shade(99).Shade(); got != games.Shades-1 {
		t.Errorf("brighter than bright: %d", got)
	}
	if games.Plain.Ink() != 0 {
		t.Error("the zero Ink is not Plain")
	}
	if games.Roles > 1<<10 {
		t.Errorf("%d roles do not fit in 10 bits", games.Roles)
	}
}
