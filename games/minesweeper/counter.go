package minesweeper

import "arcade.example.com/games"

// A digit of a counter is three pixels wide and five high: its rows from the top as octal digits.
var segments = [10]uint16{0o75557, 0o11111, 0o71747, 0o71717, 0o55711, 0o74717, 0o74757, 0o71111, 0o75757, 0o75717}

const (
	minus       uint16 = 0o00700
	allSegments uint16 = 0o75757
)

// counterDigits is a number in three digits, from -99 to 999; what lies beyond stays there, as on the original.
func counterDigits(n int) [3]uint16 {
	if n < 0 {
		n = min(-n, 99)
		return [3]uint16{minus, segments[n/10], segments[n%10]}
	}
	n = min(n, 999)
	return [3]uint16{segments[n/100], segments[n/10%10], segments[n%10]}
}

// pixel reports whether a digit has the pixel.
func pixel(digit uint16, col, row int) bool {
	return row >= 0 && digit>>(3*(4-row)+2-col)&1 != 0
}

// drawCounter draws a counter: two pixels in each cell, the first row of all empty.
func (f *face) drawCounter(c *games.Canvas, n int) {
	for i, digit := range counterDigits(n) {
		for row := range counterRows {
			for col := range 3 {
				cell := halves(f.segment(digit, col, 2*row-1), f.segment(digit, col, 2*row))
				if f.options.ASCII {
					cell = strokes(digit, col, row)
				}
				c.Set(4*i+col, row, cell)
			}
		}
	}
}

// segment is the ink of a pixel; 0 where there is none.
func (f *face) segment(digit uint16, col, row int) games.Ink {
	switch {
	case pixel(digit, col, row):
		return games.Lit.Ink()
	case pixel(allSegments, col, row) && f.options.Depth != games.Mono:
		return games.Unlit.Ink()
	}
	return 0
}

// halves draws two pixels in one cell, of which either may be missing.
func halves(top, low games.Ink) games.Cell {
	switch {
	case top == low && top == 0:
		return games.Cell{}
	case top == low:
		return games.Cell{Rune: '█', FG: top}
	case top == 0:
		return games.Cell{Rune: '▄', FG: low}
	}
	return games.Cell{Rune: '▀', FG: top, BG: low}
}

// strokes draws a digit's part in ASCII: the outer columns stand, the middle one lies.
func strokes(digit uint16, col, row int) games.Cell {
	cell := games.Cell{FG: games.Lit.Ink()}
	switch {
	case col == 1 && pixel(digit, col, 2*row):
		cell.Rune = '_'
	case col != 1 && row > 0 && pixel(digit, col, 2*row-1):
		cell.Rune = '|'
	default:
		return games.Cell{}
	}
	return cell
}
