package maze

import (
	"math"

	"arcade.example.com/games"
)

// full is the tone of a material of middling brightness in full light. Brighter ones go up to games.Shades-1.
const full = 51

// look is how the materials of the first-person view take the light at one depth of colours. A tone is a material's
// brightness in the scale of shades; a light is fixed-point, 256 being the full light of the lamp one carries.
type look struct {
	light   [lightSteps]uint16
	shades  [games.Shades]uint8  // what a shade is rounded to: few different ones keep a frame small
	wall    [2][rows][3][2]uint8 // tone by side (north and south, east and west), row, brick and whether in a corner
	mortar  [2]uint8             // by side
	floor   [2]uint8             // the two colours of the checkers
	corner  int                  // of floor by a wall, of 256
	ceiling uint8
	beam    uint8
	path    [2]uint8 // a chevron and what lies between two
	fine    int      // samples of a pixel, side by side
}

// The light is looked up by the square of the distance, 16 steps for each time it doubles, from zero on. Adding
// nearest keeps the steps from becoming infinitely small at the lamp.
const (
	nearest    = 0.36
	lightBase  = 125<<4 | 7 // nearest as a float32, down to four bits of its fraction
	lightSteps = 172        // up to farthest
	farthest   = 24
)

// lightIndex is the step of light at a distance, given as its square.
func lightIndex(d2 float64) int {
	return min(int(math.Float32bits(float32(d2+nearest))>>19)-lightBase, lightSteps-1)
}

// distance is the distance in the middle of a step of light.
func distance(index int) float64 {
	d2 := math.Float32frombits(uint32(index+lightBase)<<19 | 1<<18)
	return math.Sqrt(max(0, float64(d2)-nearest))
}

// lamp is the light at a distance in units of the matrix: a flame that fades into haze, in 7 steps for each time the
// distance grows by e, so that neighbouring bricks often share one.
func lamp(d float64) float64 {
	d = math.Exp(math.Round(math.Log(d+.6)*7)/7) - .6
	return 1.12 / (1 + .055*d*d) * math.Exp(-.07*d)
}

// twoSteps is the light where there are no shades between bright and dark: bright nearby, half as bright farther off.
func twoSteps(d float64) float64 {
	if d < 2.2 {
		return 1
	}
	return .55
}

// newLook is a look by some light, in shades that are multiples of step, with so many samples a pixel.
func newLook(light func(float64) float64, step, fine int) look {
	l := look{fine: fine}
	for i := range l.light {
		l.light[i] = uint16(256 * light(distance(i)))
	}
	for i := range l.shades {
		l.shades[i] = uint8(min((i+step/2)/step*step, games.Shades-1))
	}
	return l
}

// shaded is the look with a tone of its own for each brick, for terminals with many colours. mortar is how bright it is
// beside bricks.
func shaded(step, fine int, mortar float64) look {
	l := newLook(lamp, step, fine)
	for side, base := range [...]float64{full, full * .86} {
		for row, r := range [...]float64{.86, 1, 1, 1, .78} {
			for i, brick := range [...]float64{.9, 1, 1.1} {
				l.wall[side][row][i] = [2]uint8{uint8(base * r * brick), uint8(base * r * brick * .82)}
			}
		}
		l.mortar[side] = uint8(base * mortar)
	}
	l.floor, l.corner = [2]uint8{34, full}, 184
	l.ceiling, l.beam = full, 30
	l.path = [2]uint8{full, 31}
	return l
}

// flat is the look in which a colour has but a bright and a dark kind: all bricks alike, the mortar black.
func flat() look {
	l := newLook(twoSteps, 1, 1)
	for side := range l.wall {
		for row := range l.wall[side] {
			l.wall[side][row] = [3][2]uint8{{63, 63}, {63, 63}, {63, 63}}
		}
	}
	l.floor, l.corner = [2]uint8{0, 63}, 256
	l.path = [2]uint8{63, 32}
	return l
}

// looks are the three ways to paint, by games.Depth; characters are painted as 16 colours are. With 256 there are but six
// shades to a role, and mortar must be two of them darker to be seen on every brick.
var looks = [...]look{shaded(3, 2, .55), shaded(12, 1, .34), flat()}
