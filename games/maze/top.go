package maze

import "arcade.example.com/games"

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

// at is what is to be seen at p.
func (a *above) at(p point) thing {
	var t [1]thing
	a.line(p, t[:])
	return t[0]
}

// line puts into to what is to be seen from p on to the right.
func (a *above) line(p point, to []thing) {
	clear(to) // to walls
	ground, below := a.m.lines(p.y)
	if ground == nil {
		return
	}
	part := a.reveal.running()
	w, _ := a.m.size()
	for x := max(p.x, 0); x < min(p.x+len(to), w); x++ {
		c := unit(ground, below, x, p.y)
		q, t := point{x, p.y}, wall+thing(c/carved&1)
		switch {
		case a.path && c&onPath != 0 && (!part || a.reveal.drawn.has(q)):
			t = path
		case a.trail.has(q):
			t = trail
		}
		to[x-p.x] = t
	}
	put := func(q point, t thing) {
		if i := q.x - p.x; q.y == p.y && i >= 0 && i < len(to) {
			to[i] = t
		}
	}
	put(a.m.exit(), exit)
	put(a.m.entrance(), entrance)
	for _, r := range a.rivals {
		put(r, rival)
	}
	put(a.you, you)
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
		b.lens.drawGlyphs(c, &a, sc.Lines, b.options.ASCII)
	default:
		b.lens.drawBlocks(c, &a, sc.Lines)
	}
	b.lens.drawEdges(c, b.options.ASCII)
}

// pathShown reports whether the path is drawn, as far as it has come.
func (b *board) pathShown(s *state) bool { return b.solution || s.revealed && !b.pathPending(s) }

// pathPending reports whether the path has just been revealed, and begins to be drawn with the next tick.
func (b *board) pathPending(s *state) bool {
	return s.revealed && !b.seen.revealed && frames(b.options) > 0
}

func (l *lens) drawGlyphs(c *games.Canvas, a *above, wanted games.Lines, ascii bool) {
	line := make([]thing, l.cols)
	for row := range l.rows {
		if !wanted.Has(l.top+row*l.ky, 1) {
			continue
		}
		a.line(point{l.from.x, l.from.y + row}, line)
		for col, t := range line {
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

func (l *lens) drawBlocks(c *games.Canvas, a *above, wanted games.Lines) {
	upper, lower := make([]thing, l.cols), make([]thing, l.cols)
	for y := l.top / 2; 2*y < l.top+l.rows*l.ky; y++ {
		if !wanted.Has(y, 1) {
			continue
		}
		first, second := (2*y-l.top)/l.ky, (2*y+1-l.top)/l.ky
		a.line(point{l.from.x, l.from.y + first}, upper)
		if second != first && second != l.rows {
			a.line(point{l.from.x, l.from.y + second}, lower)
		}
		for col, t := range upper {
			top := things[t].ink
			bottom := top
			switch {
			case second == l.rows:
				bottom = games.Plain.Ink()
			case second != first:
				bottom = things[lower[col]].ink
			}
			cell := games.Cell{Rune: '▀', FG: top, BG: bottom}
			if top == bottom {
				cell.Rune = ' ' // as of Canvas.Block
			}
			for x := l.left + col*l.kx; x < l.left+(col+1)*l.kx; x++ {
				c.Set(x, y, cell)
			}
		}
	}
}
