package maze

import (
	"math"

	"arcade.example.com/games"
)

// rows is how many rows of bricks a wall has; a unit of wall is two bricks long.
const rows = 5

// Half the thickness of mortar: in rows, and in bricks.
const (
	bedJoint  = .07
	headJoint = .05
)

// painter paints one frame, a column of samples after the other. Its units are those of the matrix: x to the east, y to
// the south, a wall one unit high.
type painter struct {
	m        *maze
	route    route
	revealed bool
	glows    bool // the exit, on what is near it
	look     *look
	x, y     float64 // the camera
	dx, dy   float64 // where it looks
	px, py   float64 // from the middle of the picture to its right edge
	scale    float64 // pixels a unit at distance 1
	reach    []float64
	ground   [64]ground // of the cells last seen, by the last bits of their place
}

// hit is where a ray meets a wall.
type hit struct {
	dist   float64 // across the picture's plane, so that a flat wall looks flat
	x, y   float64 // where
	wall   point
	front  point     // what is open before it
	face   direction // the way the wall looks
	cosine float64
}

// cast follows a ray from the camera to the first wall, through the cells as a digital differential analyser does
// (Amanatides and Woo 1987). In a long corridor it gives up at farthest, where all is dark.
func (p *painter) cast(rx, ry float64) hit {
	at := point{int(p.x), int(p.y)}
	ddx, ddy := math.Abs(1/rx), math.Abs(1/ry)
	sx, tx := 1, (float64(at.x)+1-p.x)*ddx
	if rx < 0 {
		sx, tx = -1, (p.x-float64(at.x))*ddx
	}
	sy, ty := 1, (float64(at.y)+1-p.y)*ddy
	if ry < 0 {
		sy, ty = -1, (p.y-float64(at.y))*ddy
	}
	h := hit{wall: at}
	for {
		h.front = h.wall
		if tx < ty {
			h.dist, h.face = tx, direction(2+sx)
			h.wall.x += sx
			tx += ddx
		} else {
			h.dist, h.face = ty, direction(1-sy)
			h.wall.y += sy
			ty += ddy
		}
		if h.dist > farthest || !p.m.open(h.wall.x, h.wall.y) {
			break
		}
	}
	h.dist = max(h.dist, .02)
	h.x, h.y = p.x+rx*h.dist, p.y+ry*h.dist
	h.cosine = math.Abs(ry)
	if h.face&1 == 1 {
		h.cosine = math.Abs(rx)
	}
	h.cosine /= math.Sqrt(rx*rx + ry*ry)
	return h
}

// span is the part of a column that a wall covers: its edges, which may lie outside of the picture, and the samples in it.
type span struct {
	top, height float64
	from, to    int
}

// at is the first sample whose middle is at or below a height of the wall: 0 its top, 1 its foot.
func (s span) at(v float64) int {
	y := s.top + v*s.height + .5
	if y <= float64(s.from) {
		return s.from
	}
	return min(int(y), s.to)
}

// column paints the samples of one column of the picture, at which is -1 at its left edge and 1 at its right, and
// returns how far away the wall is.
func (p *painter) column(col []games.Ink, at float64) float64 {
	rx, ry := p.dx+p.px*at, p.dy+p.py*at
	h := p.cast(rx, ry)
	s := span{height: p.scale / h.dist, to: len(col)}
	s.top = (float64(len(col)) - s.height) / 2
	s.from, s.to = s.at(0), s.at(1)
	p.ceiling(col[:s.from], rx, ry)
	p.wall(col, s, h)
	p.floor(col[s.to:], rx, ry)
	return h.dist
}

// side is the side of a wall that was hit, as a line that one goes along from west to east or from north to south.
type side struct {
	hit
	axis   int     // 0 along x, 1 along y
	line   int     // which line
	along  float64 // where on it
	across float64 // where the line is
	u      float64 // where on this unit of the wall, 0 to 1
	toEdge float64 // how far from its nearer end
	corner bool    // at that end another wall stands before this one
	ends   bool    // at that end the wall ends: there is an opening
	sample float64 // how much of the wall a sample covers upright,
	slant  float64 // and along it
}

func (p *painter) side(h hit) side {
	s := side{hit: h, axis: int(h.face & 1), line: h.wall.y, along: h.x, across: h.y, u: h.x - float64(h.wall.x)}
	next := point{1, 0}
	if s.axis == 1 {
		s.line, s.along, s.across, s.u = h.wall.x, h.y, h.x, h.y-float64(h.wall.y)
		next = point{0, 1}
	}
	if s.u < .5 {
		next.x, next.y = -next.x, -next.y
	}
	s.toEdge = min(s.u, 1-s.u)
	s.corner = !p.m.open(h.front.x+next.x, h.front.y+next.y)
	s.ends = !s.corner && p.m.open(h.wall.x+next.x, h.wall.y+next.y)
	s.sample = h.dist / p.scale
	s.slant = s.sample / float64(p.look.fine) / max(.12, h.cosine)
	return s
}

// wall paints the span of a column with what was hit: the bright edge of an opening, or bricks, and a door.
func (p *painter) wall(col []games.Ink, at span, h hit) {
	s := p.side(h)
	if s.ends && s.slant < .2 && s.toEdge < max(.016, s.slant/2) {
		fill(col, at.from, at.to, p.ink(games.Edge, full, p.light(h.x, h.y)))
		return
	}
	even, _ := p.bricks(&s, 0)
	odd, joint := p.bricks(&s, 1)
	thick := 0.0
	if s.sample*rows < .37 { // or there would be more mortar than brick
		thick = max(bedJoint/rows, s.sample/2)
	}
	y := at.from
	for row := range rows {
		bed := at.at(float64(row)/rows + thick)
		end := at.at(float64(row+1)/rows - thick)
		brick := even[row/2]
		if row&1 == 1 {
			brick = odd[row/2]
		}
		fill(col, y, bed, joint)
		fill(col, bed, end, brick)
		y = end
	}
	fill(col, y, at.to, joint)
	if h.front == p.m.exit() || h.front == p.m.entrance() {
		p.door(col, at, &s)
	}
}

// bricks are the inks of a column of bricks, of every second row from the given one on, and of the mortar round them.
// Odd rows are shifted by half a brick. A brick has one light: that in its middle.
func (p *painter) bricks(s *side, row int) (inks [rows/2 + 1]games.Ink, joint games.Ink) {
	along := 2*s.along + .5*float64(row)
	number := math.Floor(along)
	x, y := (number+.5-.5*float64(row))/2, s.across
	if s.axis == 1 {
		x, y = y, x
	}
	role, light := p.lit(games.WallN+games.Role(s.face), s.front, x, y, int(number))
	joint = p.ink(role, p.look.mortar[s.axis], light)
	if end := along - number; min(end, 1-end) < max(headJoint, s.slant) && s.slant < .14 {
		return [...]games.Ink{joint, joint, joint}, joint
	}
	dark := 0
	if s.corner && (row == 0 || s.toEdge < .25) {
		dark = 1
	}
	for i := range inks {
		if row+2*i >= rows {
			break
		}
		kind := scatter(s.line*rows+row+2*i, int(number)) % 3
		tone := p.look.wall[s.axis][row+2*i][kind][dark]
		if role == games.Exit {
			tone -= tone / 4 // or the door would not stand out
		}
		inks[i] = p.ink(role, tone, light)
	}
	return inks, joint
}

// door paints the door of the exit or the entrance, if the wall is one between the maze and the world outside.
func (p *painter) door(col []games.Ink, at span, s *side) {
	aside := math.Abs(s.u - .5)
	if aside > .36 || p.m.holds(s.wall) {
		return
	}
	role := games.Exit
	if s.front == p.m.entrance() {
		role = games.Entrance
	}
	light := p.look.light[lightIndex(s.dist*s.dist/glow)]
	fill(col, at.at(.12), at.to, p.ink(role, 60, light))
	if aside > .29 {
		return
	}
	for band := range 4 {
		top := .24 + .19*float64(band)
		tone := full * (.95 - .14*float64(band)) * (1 - 1.6*aside*aside/.09)
		fill(col, at.at(top), at.at(top+.19), p.ink(role, uint8(max(tone, 12)), light))
	}
}

// holds reports whether p lies in the matrix.
func (m *maze) holds(p point) bool {
	w, h := m.size()
	return p.x >= 0 && p.y >= 0 && p.x < w && p.y < h
}

// glow makes what glows as bright as if the square of its distance were this much less.
const glow = 8

// lit is the role of a brick or a tile, and the light on it: its own in that of the lamp, or the exit's in whose glow
// it lies. The farther from the exit, the fewer do.
func (p *painter) lit(own games.Role, cell point, x, y float64, salt int) (games.Role, uint16) {
	if !p.glowing(cell, x, y, salt) {
		return own, p.light(x, y)
	}
	return games.Exit, p.look.light[lightIndex(p.away(x, y)/glow)]
}

// glowing reports whether a brick or tile at x, y, seen from a cell, lies in the exit's glow, which reaches two units up
// the corridor.
func (p *painter) glowing(cell point, x, y float64, salt int) bool {
	exit := p.m.exit()
	ex, ey := exit.x-cell.x, exit.y-cell.y
	if !p.glows || ex+ey > 2 || ex < 0 || ey < 0 || ex*ey != 0 || !p.m.open(exit.x-ex/2, exit.y-ey/2) {
		return false
	}
	d := math.Hypot(x-float64(exit.x)-.5, y-float64(exit.y)-.5)
	return d < .8 || d < 1.8 && scatter(salt, cell.x+3*cell.y)%3 == 0
}

// ground is what the painter keeps of a cell or passage while it paints its floor.
type ground struct {
	known  bool
	at     point
	role   games.Role
	tone   uint8
	walled [4]bool // by direction
	ways   int     // how many ways the revealed path has on it, 0 to 2
	way    [2]direction
	leads  [2]bool // whether the way leads to the exit, or comes from the entrance
}

// groundAt returns the ground at a place.
func (p *painter) groundAt(at point) *ground {
	g := &p.ground[at.y&7<<3|at.x&7]
	if g.known && g.at == at {
		return g
	}
	*g = ground{known: true, at: at, role: games.Floor, tone: p.look.floor[(at.x+at.y+1)&1]}
	switch at {
	case p.m.exit():
		g.role, g.tone = games.Exit, 36
	case p.m.entrance():
		g.role, g.tone = games.Entrance, 36
	}
	path := p.revealed && p.m.onPath(at.x, at.y)
	for _, d := range directions {
		next := d.from(at)
		g.walled[d] = !p.m.open(next.x, next.y)
		if path && g.ways < 2 && p.m.onPath(next.x, next.y) {
			g.way[g.ways], g.leads[g.ways] = d, p.route.leads(p.m, at, d)
			g.ways++
		}
	}
	return g
}

// tile is the ink of a tile of the floor, of which a cell has three by three. tx and ty count them.
func (p *painter) tile(g *ground, tx, ty int) games.Ink {
	x, y := (float64(tx)+.5)/3, (float64(ty)+.5)/3
	tone := int(g.tone)
	ix, iy := tx-3*g.at.x, ty-3*g.at.y
	if iy == 0 && g.walled[north] || ix == 2 && g.walled[east] || iy == 2 && g.walled[south] || ix == 0 && g.walled[west] {
		tone = tone * p.look.corner >> 8
	}
	role, light := p.lit(g.role, g.at, x, y, ix+3*iy)
	return p.ink(role, uint8(tone), light)
}

// floor paints the column from the foot of the wall downwards.
func (p *painter) floor(col []games.Ink, rx, ry float64) {
	var g *ground
	var tile games.Ink
	tx, ty := -1, -1
	reach := p.reach[len(p.reach)-len(col):]
	for i := range col {
		d := reach[i]
		x, y := p.x+rx*d, p.y+ry*d
		if nx, ny := int(x*3), int(y*3); nx != tx || ny != ty {
			tx, ty = nx, ny
			if at := (point{tx / 3, ty / 3}); g == nil || g.at != at {
				g = p.groundAt(at)
			}
			tile = p.tile(g, tx, ty)
		}
		col[i] = tile
		if g.ways > 0 {
			if tone := p.ribbon(g, x, y); tone > 0 {
				col[i] = p.ink(games.Path, tone, p.look.light[lightIndex(.3*d*d)])
			}
		}
	}
}

// ribbon is the tone of the revealed path at a place of a cell, 0 beside it. Chevrons on it point to the exit.
func (p *painter) ribbon(g *ground, x, y float64) uint8 {
	x, y = x-float64(g.at.x)-.5, y-float64(g.at.y)-.5
	for i, way := range g.way[:g.ways] {
		along, aside := y, x
		if way == east || way == west {
			along, aside = x, y
		}
		if way == north || way == west {
			along = -along
		}
		aside = math.Abs(aside)
		if along < -.13 || aside > .15 {
			continue
		}
		if !g.leads[i] {
			along = -along
		}
		if phase := 2*(along+.9*aside) + 4; phase-float64(int(phase)) < .5 {
			return p.look.path[0]
		}
		return p.look.path[1]
	}
	return 0
}

// ceiling paints the column from the top of the wall upwards.
func (p *painter) ceiling(col []games.Ink, rx, ry float64) {
	reach := p.reach[len(p.reach)-len(col):]
	cx, cy := -1, -1
	var plain, beam games.Ink
	for i, d := range reach {
		x, y := p.x+rx*d, p.y+ry*d
		if nx, ny := int(x), int(y); nx != cx || ny != cy {
			cx, cy = nx, ny
			light := p.light(float64(cx)+.5, float64(cy)+.5)
			plain = p.ink(games.Ceiling, p.look.ceiling, light)
			beam = p.ink(games.Ceiling, p.look.beam, light)
		}
		fx, fy := x-float64(cx), y-float64(cy)
		col[len(col)-1-i] = plain
		if min(fx, 1-fx, fy, 1-fy) < .1 && d < 6 {
			col[len(col)-1-i] = beam
		}
	}
}

// light is the light at a place.
func (p *painter) light(x, y float64) uint16 {
	return p.look.light[lightIndex(p.away(x, y))]
}

// away is how far a place is from the camera, squared.
func (p *painter) away(x, y float64) float64 { return (x-p.x)*(x-p.x) + (y-p.y)*(y-p.y) }

// ink is a material of some tone in some light.
func (p *painter) ink(role games.Role, tone uint8, light uint16) games.Ink {
	return role.Shade(int(p.look.shades[min(int(tone)*int(light)>>8, games.Shades-1)]))
}

// fill paints the samples from one to another, which lie within the column.
func fill(col []games.Ink, from, to int, ink games.Ink) {
	for i := from; i < to; i++ {
		col[i] = ink
	}
}

// scatter is a number that looks random but is the same for the same place.
func scatter(a, b int) uint32 {
	h := uint32(a)*374761393 + uint32(b)*668265263
	h = (h ^ h>>13) * 1274126177
	return h ^ h>>16
}
