package maze

import (
	"slices"

	"arcade.example.com/games"
)

// thing is what is to be seen at a point from above.
type thing uint8

const (
	wall thing = iota
	free
	trail
	path
	entrance
	exit
	rival
	you
)

// half is the middle of a ramp: the ground's and the walls', so that what matters is brighter.
const half = games.Shades/2 - 1

// things is how each looks: an ink, and where there are glyphs one in ASCII and one of blocks.
var things = [...]struct {
	ink   games.Ink
	ascii rune
	block rune
}{
	wall:     {games.Wall.Shade(half), '#', '█'},
	free:     {games.Open.Shade(half), ' ', ' '},
	trail:    {games.Trail.Ink(), ',', '·'},
	path:     {games.Path.Shade(half + 9), '.', '●'},
	entrance: {games.Entrance.Ink(), 'S', 'S'},
	exit:     {games.Exit.Ink(), 'E', 'E'},
	rival:    {games.Rival.Ink(), '&', '&'},
	you:      {games.You.Ink(), '@', '@'},
}

// above is what is drawn from above.
type above struct {
	m      *maze
	you    point
	rivals []point
	path   bool
	reveal reveal
	trail  marks
}

func (a *above) at(p point) thing {
	switch {
	case p == a.you:
		return you
	case slices.Contains(a.rivals, p):
		return rival
	case p == a.m.entrance():
		return entrance
	case p == a.m.exit():
		return exit
	case !a.m.open(p.x, p.y):
		return wall
	case a.path && a.m.onPath(p.x, p.y) && (!a.reveal.running() || a.reveal.drawn.has(p)):
		return path
	case a.trail.has(p):
		return trail
	}
	return free
}

func (b *board) drawAbove(c *games.Canvas, s *state, sc games.Scene) {
	a := above{m: s.m, you: s.at, path: b.pathShown(s), reveal: b.reveal, trail: b.trail}
	for _, g := range sc.Ghosts {
		a.rivals = append(a.rivals, g.State.(*state).at)
	}
	if b.carving.shown() {
		a.m = b.carving.m
	}
	switch {
	case b.whole:
		newOverview(s.m, b.w, b.h, s.at).draw(c, &a, b.options.ASCII)
		return
	case b.lens.glyphs:
		b.lens.drawGlyphs(c, &a, b.options.ASCII)
	default:
		b.lens.drawBlocks(c, &a)
	}
	b.lens.drawEdges(c, b.options.ASCII)
}

// pathShown reports whether the path is drawn, as far as it has come.
func (b *board) pathShown(s *state) bool { return b.solution || s.revealed && !b.pathPending(s) }

// pathPending reports whether the path has just been revealed, and begins to be drawn with the next tick.
func (b *board) pathPending(s *state) bool {
	return s.revealed && !b.seen.revealed && frames(b.options) > 0
}

func (l *lens) drawGlyphs(c *games.Canvas, a *above, ascii bool) {
	for row := range l.rows {
		for col := range l.cols {
			t := a.at(point{l.from.x + col, l.from.y + row})
			look := things[t]
			glyph := look.block
			if ascii {
				glyph = look.ascii
			}
			x, y := l.left+col*l.kx, l.top+row*l.ky
			c.Set(x, y, games.Cell{Rune: glyph, FG: look.ink})
			if t == wall && l.kx == 2 {
				c.Set(x+1, y, games.Cell{Rune: glyph, FG: look.ink})
			}
		}
	}
}

func (l *lens) drawBlocks(c *games.Canvas, a *above) {
	for y := l.top / 2; 2*y < l.top+l.rows*l.ky; y++ {
		upper, lower := (2*y-l.top)/l.ky, (2*y+1-l.top)/l.ky
		for col := range l.cols {
			top := things[a.at(point{l.from.x + col, l.from.y + upper})].ink
			bottom := top
			switch {
			case lower == l.rows:
				bottom = games.Plain.Ink()
			case lower != upper:
				bottom = things[a.at(point{l.from.x + col, l.from.y + lower})].ink
			}
			for x := l.left + col*l.kx; x < l.left+(col+1)*l.kx; x++ {
				if top == bottom {
					c.Block(x, y, top)
				} else {
					c.Halves(x, y, top, bottom)
				}
			}
		}
	}
}
