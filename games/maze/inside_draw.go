package maze

import (
	"math"
	"slices"

	"arcade.example.com/games"
)

// The eye stands behind the middle of the cell, so that a wall ahead leaves floor, ceiling and openings in sight, and
// sees this much to each side at distance 1: 87 degrees, or more in a wide and low window.
const (
	setBack   = .38
	halfPlane = .95
	widest    = 1.5
)

// plane is how far the picture reaches to each side at distance 1.
func (v *inside) plane() float64 {
	shape := float64(v.w) / float64(2*(v.h-1))
	return min(max(halfPlane, halfPlane*shape/1.9), widest)
}

// scale is how many pixels a unit has at distance 1.
func (v *inside) scale() float64 { return float64(v.w) / (2 * v.plane()) }

// draw draws the picture, and over it the small map and the compass.
func (v *inside) draw(c *games.Canvas, s *state, sc games.Scene) {
	eye, moving := v.eye(s)
	if moving {
		c.Lossy(v.left())
	}
	v.picture(c, s, eye, sc.Ghosts)
	if !v.noMap && !s.m.plan.inside {
		v.drawMap(c, s)
	}
	v.compass(c, eye.a)
	v.wayMark(c, s)
	if n := len(v.word); n > 0 {
		c.Text((v.w-n)/2, v.h-2, v.word, games.Warn.Ink(), games.Panel.Ink())
	}
}

// picture paints column by column of samples, and a column of cells when its samples are complete. Below it is left
// the line of the compass.
func (v *inside) picture(c *games.Canvas, s *state, eye pose, ghosts []games.Ghost) {
	if v.reach == nil {
		v.ready()
	}
	letters := v.letters()
	p := painter{m: s.m, route: v.route, revealed: s.revealed, glows: !letters, scale: v.scale(), reach: v.reach, look: v.look()}
	p.dy, p.dx = math.Sincos(eye.a)
	p.x, p.y = eye.x-setBack*p.dx, eye.y-setBack*p.dy
	p.px, p.py = -p.dy*v.plane(), p.dx*v.plane()
	var room [maxFigures]figure
	figures := p.figures(room[:0], s, ghosts)
	fine := p.look.fine
	if c.IsLossy() {
		fine = 1 // edges are smoothed where there is time to look at them
	}
	left, right := v.samples[0], v.samples[fine-1]
	for x := range v.w {
		for i, col := range v.samples[:fine] {
			at := (2*float64(x*fine+i)+1)/float64(v.w*fine) - 1
			dist := p.column(col, at)
			for _, f := range figures {
				p.figure(col, f, at*v.plane(), dist)
			}
		}
		for y := range v.h - 1 {
			top, bottom := p.look.blend(left[2*y], right[2*y]), p.look.blend(left[2*y+1], right[2*y+1])
			if letters {
				c.Set(x, y, letter(top, bottom))
			} else {
				c.Halves(x, y, top, bottom)
			}
		}
	}
}

// letters reports whether the picture is made of characters.
func (v *inside) letters() bool { return v.o.ASCII || v.o.Depth == games.Mono }

// look is the look for the player's terminal.
func (v *inside) look() *look {
	if v.letters() {
		return &looks[games.Colours16]
	}
	return &looks[v.o.Depth]
}

// blend is the ink of two samples side by side: the mean of their shades, or of two roles the one of what stands before
// the other.
func (l *look) blend(a, b games.Ink) games.Ink {
	switch ra, rb := a.Role(), b.Role(); {
	case a == b:
		return a
	case ra == rb:
		return ra.Shade(int(l.shades[(a.Shade()+b.Shade()+1)/2]))
	case ra == games.Edge || rb != games.Edge && ra < rb:
		return a
	}
	return b
}

// compass is the strip below the picture: the ways one looks, with the one in the middle marked.
func (v *inside) compass(c *games.Canvas, a float64) {
	y := v.h - 1
	ink := games.Panel.Ink()
	c.Fill(0, y, v.w, 1, games.Cell{Rune: ' ', BG: ink})
	marks := compassMarks
	if v.o.ASCII {
		marks = compassASCII
	}
	// North is a quarter before east, where a is 0.
	first := int(math.Round((a/(2*math.Pi)+.25)*float64(len(marks)))) - compassWidth/2
	for i := range compassWidth {
		mark := marks[(first+i+4*len(marks))%len(marks)]
		fg := games.Dim.Ink()
		if i == compassWidth/2 {
			fg = games.Accent.Ink()
		}
		c.Set(v.w/2-compassWidth/2+i, y, games.Cell{Rune: mark, FG: fg, BG: ink})
	}
}

const compassWidth = 17

var (
	compassMarks = [...]rune{'N', '─', '─', '─', '┼', '─', '─', '─', 'E', '─', '─', '─', '┼', '─', '─', '─',
		'S', '─', '─', '─', '┼', '─', '─', '─', 'W', '─', '─', '─', '┼', '─', '─', '─'}
	compassASCII = [...]rune{'N', '-', '-', '-', '+', '-', '-', '-', 'E', '-', '-', '-', '+', '-', '-', '-',
		'S', '-', '-', '-', '+', '-', '-', '-', 'W', '-', '-', '-', '+', '-', '-', '-'}
)

// wayMark says beside the compass where the revealed way goes on, when one does not look there.
func (v *inside) wayMark(c *games.Canvas, s *state) {
	d, ok := s.wayOut(v.route)
	if !s.revealed || !ok {
		return
	}
	arrows := [...]rune{'↑', '→', '↓', '←'}
	if v.o.ASCII {
		arrows = [...]rune{'^', '>', 'v', '<'}
	}
	y, fg, bg := v.h-1, games.Path.Ink(), games.Panel.Ink()
	switch turn := (d - v.facing) & 3; turn {
	case 1:
		c.TextRight(v.w-1, y, "way "+string(arrows[turn]), fg, bg)
	case 2, 3:
		c.Text(1, y, string(arrows[turn])+" way", fg, bg)
	}
}

// maxFigures is how many ghosts are shown at once; the nearest in order of the scene.
const maxFigures = 4

// figure is a ghost in sight.
type figure struct {
	aside, depth float64 // from the middle of the picture, in units at its depth
	ink          games.Ink
}

// figures are the ghosts before the eye. One that stands where the player does would hide everything.
func (p *painter) figures(list []figure, s *state, ghosts []games.Ghost) []figure {
	for _, g := range ghosts {
		gs, ok := g.State.(*state)
		if !ok || gs.at == s.at || len(list) == cap(list) {
			continue
		}
		x, y := float64(gs.at.x)+.5-p.x, float64(gs.at.y)+.5-p.y
		depth := x*p.dx + y*p.dy
		if depth < .3 || depth > farthest {
			continue
		}
		light := p.look.light[lightIndex(depth*depth/3)]
		list = append(list, figure{y*p.dx - x*p.dy, depth, p.ink(games.Rival, full, light)})
	}
	slices.SortFunc(list, func(a, b figure) int { return int(64 * (b.depth - a.depth)) })
	return list
}

// figure paints what a column at a distance from the middle shows of a ghost: a head above a body that stands on the
// floor, as far as no wall is before it.
func (p *painter) figure(col []games.Ink, f figure, at, wall float64) {
	if f.depth > wall {
		return
	}
	aside := math.Abs(at*f.depth - f.aside)
	unit := p.scale / f.depth
	paint := func(low, high float64) {
		wall := span{top: (float64(len(col)) - unit) / 2, height: unit, to: len(col)}
		fill(col, wall.at(1-high), wall.at(1-low), f.ink)
	}
	if aside < .1 {
		round := math.Sqrt(.1*.1 - aside*aside)
		paint(.57-round, .57+round)
	}
	if aside < .17 {
		paint(max(0, .03-aside)*9, .48-aside*aside*5)
	}
}
