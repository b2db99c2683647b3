package screens

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arcade.example.com/arcade/display"
	"arcade.example.com/arcade/look"
	"arcade.example.com/games"
	"arcade.example.com/games/maze"
)

// A cell of a picture in pixels.
const (
	cellWidth  = 8
	cellHeight = 16
)

// picture is how a terminal of that depth shows a canvas, with the colours that xterm has by default. Half blocks are
// painted as they are, of text what pictures need.
func picture(c *games.Canvas, p *display.Palette, depth games.Depth) *image.RGBA {
	w, h := c.Size()
	im := image.NewRGBA(image.Rect(0, 0, w*cellWidth, h*cellHeight))
	for y := range h {
		for x, cell := range c.Row(y) {
			at := image.Rect(0, 0, cellWidth, cellHeight).Add(image.Pt(x*cellWidth, y*cellHeight))
			fill(im, at, shown(p.Look(cell.BG, true), depth, 0x0c0e12))
			fg := shown(p.Look(cell.FG, cell.Rune == '▀'), depth, 0xd8dce4)
			switch cell.Rune {
			case 0, ' ':
			case '▀':
				at.Max.Y -= cellHeight / 2
				fill(im, at, fg)
			default:
				write(im, at.Min, cell.Rune, fg)
			}
		}
	}
	return im
}

func fill(im *image.RGBA, r image.Rectangle, c color.RGBA) {
	draw.Draw(im, r, image.NewUniform(c), image.Point{}, draw.Src)
}

// shown is the colour of a look at a depth; own stands for the terminal's own.
func shown(l display.Look, depth games.Depth, own uint32) color.RGBA {
	rgb := l.RGB
	switch {
	case l.Default:
		rgb = own
	case depth == games.Colours256:
		rgb = xterm(l.Index)
	case depth == games.Colours16:
		rgb = xterm(l.ANSI)
	}
	return color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 255}
}

// xterm is a colour of the 256 as xterm has it by default (XTerm-col.ad and 256colres.h).
func xterm(n uint8) uint32 {
	first := [16]uint32{0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
		0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff}
	levels := [6]uint32{0, 95, 135, 175, 215, 255}
	switch {
	case n < 16:
		return first[n]
	case n < 232:
		n -= 16
		return levels[n/36]<<16 | levels[n/6%6]<<8 | levels[n%6]
	}
	return uint32(n-232)*0x0a0a0a + 0x080808
}

// write paints a character: of those that are not here, a speck.
func write(im *image.RGBA, at image.Point, r rune, c color.RGBA) {
	glyph, ok := map[rune]string{
		'N': "#...# ##..# #.#.# #..## #...# #...# #...#",
		'E': "##### #.... #.... ####. #.... #.... #####",
		'S': ".#### #.... #.... .###. ....# ....# ####.",
		'W': "#...# #...# #...# #.#.# #.#.# ##.## #...#",
		'─': "..... ..... ..... ##### ..... ..... .....",
		'┼': "..... ..#.. ..#.. ##### ..#.. ..#.. .....",
	}[r]
	if !ok {
		glyph = "..... ..... ..... ..#.. ..... ..... ....."
	}
	for y, row := range strings.Fields(glyph) {
		for x, dot := range row {
			if dot == '#' {
				im.SetRGBA(at.X+1+x, at.Y+4+y, c)
			}
		}
	}
}

// beside puts pictures of one size next to each other, so many in a row.
func beside(columns int, all []*image.RGBA) *image.RGBA {
	const gap = 6
	size := all[0].Bounds().Size().Add(image.Pt(gap, gap))
	rows := (len(all) + columns - 1) / columns
	im := image.NewRGBA(image.Rect(0, 0, size.X*columns-gap, size.Y*rows-gap))
	fill(im, im.Bounds(), color.RGBA{255, 255, 255, 255})
	for i, part := range all {
		at := image.Pt(i%columns*size.X, i/columns*size.Y)
		draw.Draw(im, part.Bounds().Add(at), part, image.Point{}, draw.Src)
	}
	return im
}

// explorer walks in a maze in first person, through a window of 80x24.
type explorer struct {
	t     testing.TB
	s     games.State
	b     games.Board
	now   time.Duration
	path  []string // from here to the exit, the direction of each unit
	faces string
}

func explore(t testing.TB, mode string, seed games.Seed, o games.Options) *explorer {
	g := maze.Game()
	m, err := g.Mode(mode)
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.Deal(m, seed)
	if err != nil {
		t.Fatal(err)
	}
	revealed, err := s.Apply(games.Reveal)
	if err != nil {
		t.Fatal(err)
	}
	e := &explorer{t: t, s: s, b: g.NewBoard(), path: follow(revealed.Text())}
	e.b.Fit(s, 80, 24, o)
	e.keys("i right left") // which tells where one looks at the entrance
	return e
}

// follow reads the path off a maze's text, from the player on.
func follow(text string) (path []string) {
	grid := strings.Split(text, "\n")
	var x, y int
	for i, line := range grid {
		if at := strings.IndexByte(line, '@'); at >= 0 && strings.HasPrefix(line, "#") {
			x, y = at, i
		}
	}
	came := ""
	for grid[y][x] != 'E' {
		for _, way := range []struct {
			name, back string
			dx, dy     int
		}{{"north", "south", 0, -1}, {"east", "west", 1, 0}, {"south", "north", 0, 1}, {"west", "east", -1, 0}} {
			if way.name != came && strings.IndexByte(".E", grid[y+way.dy][x+way.dx]) >= 0 {
				path, came = append(path, way.name), way.back
				x, y = x+way.dx, y+way.dy
				break
			}
		}
	}
	return path
}

func (e *explorer) input(in games.Input) {
	e.t.Helper()
	in.Now = e.now
	m, _ := e.b.Input(e.s, in)
	if look, ok := strings.CutPrefix(string(m), "~look "); ok {
		e.faces = look
	}
	if m == "" || m.Shows() {
		return
	}
	next, err := e.s.Apply(m)
	if err != nil {
		e.t.Fatal(err)
	}
	e.s = next
}

// press presses a key and lets as many ticks pass.
func (e *explorer) press(key string, ticks int) {
	e.t.Helper()
	e.input(games.Input{Kind: games.Key, Key: key})
	for range ticks {
		e.tick()
	}
}

// tick waits for the next frame, and reports whether there is one.
func (e *explorer) tick() bool {
	e.t.Helper()
	d := e.b.Next(e.s)
	if d > 0 {
		e.now += d
		e.input(games.Input{Kind: games.Tick})
	}
	return d > 0
}

// keys presses keys, each when all stands still.
func (e *explorer) keys(list string) {
	e.t.Helper()
	for key := range strings.FieldsSeq(list) {
		e.press(key, 0)
		for e.tick() {
		}
	}
}

// walk goes on along the path, so many units, and looks where it goes on.
func (e *explorer) walk(units int) {
	e.t.Helper()
	for range units {
		e.turn()
		e.keys("up")
		e.path = e.path[1:]
	}
	if len(e.path) > 0 {
		e.turn()
	}
}

func (e *explorer) turn() {
	e.t.Helper()
	for e.faces != e.path[0] {
		e.keys("right")
	}
}

func (e *explorer) canvas(ghosts ...games.Ghost) *games.Canvas {
	c := games.NewCanvas(80, 24)
	e.b.Draw(c, e.s, games.Scene{Ghosts: ghosts})
	return c
}

// ahead is a ghost so many units further on the path.
func (e *explorer) ahead(units int) games.Ghost {
	s := e.s
	for _, way := range e.path[:units] {
		next, err := s.Apply(games.Move(way))
		if err != nil {
			e.t.Fatal(err)
		}
		s = next
	}
	return games.Ghost{Name: "ana", State: s}
}

// The first person in four places, one of them in a turn, as terminals of three depths show it. What is in testdata
// was looked at and found good.
func TestFirstPersonPictures(t *testing.T) {
	for name, depth := range map[string]games.Depth{"true": games.TrueColour, "256": games.Colours256, "16": games.Colours16} {
		palette := look.NewThemes().Palette("dark", depth)
		var all []*image.RGBA
		add := func(c *games.Canvas) { all = append(all, picture(c, palette, depth)) }

		e := explore(t, "10x10", 0x8f, games.Options{Depth: depth})
		e.keys("p")
		e.walk(2)
		e.keys("right right")
		add(e.canvas())
		e.walk(2)
		add(e.canvas(e.ahead(2)))
		e.press("right", 2)
		add(e.canvas())
		for e.tick() {
		}
		e.walk(len(e.path) - 4)
		add(e.canvas())

		compare(t, "first-person-"+name+".png", beside(2, all))
	}
}

// compare holds a picture against the one in testdata.
func compare(t *testing.T, name string, got *image.RGBA) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		var b bytes.Buffer
		if err := png.Encode(&b, got); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	decoded, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	want := image.NewRGBA(decoded.Bounds())
	draw.Draw(want, want.Bounds(), decoded, image.Point{}, draw.Src)
	if want.Bounds() != got.Bounds() || !bytes.Equal(want.Pix, got.Pix) {
		t.Errorf("%s has changed; paint it anew with -update and look at it", name)
	}
}
