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
	scale    float64 // samples a unit at distance 1
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

// wall paints the span of a column with the bricks that were hit.
func (p *painter) wall(col []games.Ink, s span, h hit) {
	side := h.face & 1
	line, place, along, across := h.wall.y, h.wall.x, h.x, h.y
	next := point{1, 0}
	if side == 1 {
		line, place, along, across = h.wall.x, h.wall.y, h.y, h.x
		next = point{0, 1}
	}
	u := along - float64(place)
	if u < .5 {
		next.x, next.y = -next.x, -next.y
	}
	sample := h.dist / p.scale
	slant := sample / max(.12, h.cosine)
	corner := !p.m.open(h.front.x+next.x, h.front.y+next.y)
	toEdge := min(u, 1-u)
	if !corner && slant < .2 && toEdge < max(.022, slant/2) && p.m.open(h.wall.x+next.x, h.wall.y+next.y) {
		fill(col, s.from, s.to, p.ink(games.Edge, full, p.light(h.x, h.y)))
		return
	}

	var ink [2][rows]games.Ink // of the bricks of the even and the odd rows, which are half a brick apart
	var joint games.Ink
	for odd := range 2 {
		shift := .5 * float64(odd)
		number := math.Floor(2*along + shift)
		bx, by := (number+.5-shift)/2, across
		if side == 1 {
			bx, by = by, bx
		}
		role, light := p.lit(games.WallN+games.Role(h.face), h.front, bx, by, int(number))
		joint = p.ink(role, p.look.mortar[side], light)
		dark := 0
		if corner && (odd == 0 || toEdge < .25) {
			dark = 1
		}
		end := 2*along + shift - number
		head := min(end, 1-end) < max(headJoint, slant) && slant < .14
		for row := odd; row < rows; row += 2 {
			ink[odd][row] = joint
			if !head {
				kind := scatter(line*rows+row, int(number)) % 3
				tone := p.look.wall[side][row][kind][dark]
				if role == games.Exit {
					tone -= tone / 4 // or the door would not stand out
				}
				ink[odd][row] = p.ink(role, tone, light)
			}
		}
	}
	thick := 0.0
	if sample*rows < .37 {
		thick = max(bedJoint/rows, .5*sample)
	}
	y := s.from
	for row := range rows {
		bed := s.at(float64(row)/rows + thick)
		end := s.at(float64(row+1)/rows - thick)
		fill(col, y, bed, joint)
		fill(col, bed, end, ink[row&1][row])
		y = end
	}
	fill(col, y, s.to, joint)
	p.door(col, s, u, h)
}

// door paints the exit's or the entrance's door over the wall between the maze and the world outside.
func (p *painter) door(col []games.Ink, s span, u float64, h hit) {
	role := games.Exit
	switch h.front {
	case p.m.exit():
	case p.m.entrance():
		role = games.Entrance
	default:
		return
	}
	aside := math.Abs(u - .5)
	if w, hh := p.m.size(); aside > .36 || h.wall.x >= 0 && h.wall.y >= 0 && h.wall.x < w && h.wall.y < hh {
		return
	}
	light := p.look.light[lightIndex(h.dist*h.dist/glow)]
	frame := p.ink(role, 60, light)
	fill(col, s.at(.12), s.to, frame)
	if aside > .29 {
		return
	}
	for band := range 4 {
		tone := full * (.95 - .14*float64(band)) * (1 - 1.6*aside*aside/.09)
		fill(col, s.at(.24+.19*float64(band)), s.at(.43+.19*float64(band)), p.ink(role, uint8(max(tone, 12)), light))
	}
}

// glow is how much weaker the light would have to be, by the square of the distance, for what glows to be as dark as
// what only the lamp lights.
const glow = 8

// lit is the role of a brick or a tile, and the light on it: its own in that of the lamp, or the exit's in whose glow
// it lies. The farther from the exit, the fewer do.
func (p *painter) lit(own games.Role, cell point, x, y float64, salt int) (games.Role, uint16) {
	if !p.glowing(cell, x, y, salt) {
		return own, p.light(x, y)
	}
	return games.Exit, p.look.light[lightIndex(((x-p.x)*(x-p.x)+(y-p.y)*(y-p.y))/glow)]
}

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
			if tone := p.ribbon(g, x, y, d); tone > 0 {
				col[i] = p.ink(games.Path, tone, p.look.light[lightIndex(.3*d*d)])
			}
		}
	}
}

// ribbon is the tone of the revealed path at a place of a cell, 0 beside it. Chevrons on it point to the exit.
func (p *painter) ribbon(g *ground, x, y, d float64) uint8 {
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
	return p.look.light[lightIndex((x-p.x)*(x-p.x)+(y-p.y)*(y-p.y))]
}

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
