package maze

import "arcade.example.com/games"

// drawMap draws what was seen of the maze round the player, in the picture's upper right corner.
func (v *inside) drawMap(c *games.Canvas, s *state) {
	if v.letters() {
		v.letterMap(c, s)
		return
	}
	radius, scale := v.mapSize()
	n := (2*radius + 1) * scale
	left := v.w - n - 3
	ahead := v.facing.from(point{})
	middle := radius*scale + scale/2
	pixel := func(x, y int) games.Ink {
		switch {
		case x < 0 || y < 0 || x == n || y == n:
			return games.Wall.Shade(31)
		case x == middle+ahead.x*scale && y == middle+ahead.y*scale:
			return games.Edge.Ink()
		}
		return v.mapInk(s, point{s.at.x + x/scale - radius, s.at.y + y/scale - radius})
	}
	for y := -1; y <= n; y += 2 {
		for x := -1; x <= n; x++ {
			bottom := c.At(left+1+x, (y+1)/2).BG
			if y < n {
				bottom = pixel(x, y+1)
			}
			c.Halves(left+1+x, (y+1)/2, pixel(x, y), bottom)
		}
	}
}

// mapSize is how far the small map reaches, and how many pixels a unit has.
func (v *inside) mapSize() (radius, scale int) {
	switch {
	case v.w >= 110 && v.h >= 36:
		return 7, 2
	case v.h >= 20 && v.w >= 70:
		return 7, 1
	}
	return 3, 1
}

// mapInk is the ink of a place on the small map.
func (v *inside) mapInk(s *state, p point) games.Ink {
	switch {
	case p == s.at:
		return games.You.Ink()
	case !v.hasSeen(p):
		if v.besideSeen(p) {
			return games.Wall.Shade(12)
		}
		return games.Unseen.Ink()
	case p == s.m.exit():
		return games.Exit.Ink()
	case p == s.m.entrance():
		return games.Entrance.Ink()
	case s.revealed && s.m.onPath(p.x, p.y):
		return games.Path.Shade(48)
	}
	return games.Open.Shade(31)
}

// besideSeen reports whether p is a wall that was seen: one of an open place that was.
func (v *inside) besideSeen(p point) bool {
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if v.hasSeen(point{p.x + dx, p.y + dy}) {
				return !v.m.open(p.x, p.y)
			}
		}
	}
	return false
}

// letterMap is the small map in characters, one a unit.
func (v *inside) letterMap(c *games.Canvas, s *state) {
	const wide, high = 7, 3
	left := v.w - 2*wide - 1
	for y := -high; y <= high; y++ {
		for x := -wide; x <= wide; x++ {
			p := point{s.at.x + x, s.at.y + y}
			ink := v.mapInk(s, p)
			r := rune(' ')
			switch {
			case p == s.at:
				r = arrows[v.facing]
			case v.hasSeen(p):
				r = rune(v.m.glyph(p, s.revealed, s.at))
			case ink.Role() == games.Wall:
				r = '#'
			}
			c.Set(left+wide+x, high+y, games.Cell{Rune: r, FG: ink, BG: games.Unseen.Ink()})
		}
	}
}

// arrows show which way one looks, by direction.
var arrows = [...]rune{'^', '>', 'v', '<'}
