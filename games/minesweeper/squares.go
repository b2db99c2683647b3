package minesweeper

import "arcade.example.com/games"

// drawField draws the cells that show, on the lines that are wanted.
func (f *face) drawField(c *games.Canvas, s *state, wanted games.Lines) {
	chance := f.shownChances(s)
	for row := range f.vr {
		switch {
		case !wanted.Has(f.fy+row*f.size.h, f.size.h):
		case f.size == smallest:
			f.drawRow(c, s, chance, row)
		default:
			f.drawTiles(c, s, chance, row)
		}
	}
}

// drawRow draws a row of the smallest cells, counted from the first that shows; with chances if there are any. A cell is
// a character with half a column of ground on either side: the columns between two cells belong to both, and show the
// one's ground at their left and the other's at their right.
func (f *face) drawRow(c *games.Canvas, s *state, chance []float64, row int) {
	y := f.fy + row
	left := games.Ink(0)
	for col := range f.vc {
		x := f.fx + 2*col
		i := f.cell(f.ox+col, f.oy+row)
		cell := f.content(s, chance, i)
		if col > 0 || cell.BG != 0 {
			c.Set(x, y, f.between(left, cell.BG))
		}
		c.Set(x+1, y, cell)
		left = cell.BG
	}
	if left != 0 {
		c.Set(f.fx+2*f.vc, y, f.between(left, 0))
	}
}

// content is the character of cell i on its ground, or its chance where those are shown.
func (f *face) content(s *state, chance []float64, i int) games.Cell {
	cell := f.square(s, i)
	if chance != nil && chance[i] >= 0 {
		cell = f.chance(chance[i])
		if s.fatal(i) {
			cell.BG = games.Fatal.Ink()
		}
	}
	if f.options.Depth == games.Mono && !outstanding(cell.BG) {
		cell.BG = 0
	}
	return cell
}

// outstanding reports whether a ground is worth a reversed cell where there are no colours.
func outstanding(ground games.Ink) bool {
	return ground.Role() == games.Fatal || ground.Role() == games.Danger
}

// between is the column between two grounds, one of which may be none: the frame's.
func (f *face) between(left, right games.Ink) games.Cell {
	switch {
	case left == right:
		return f.gridLine(left)
	case f.options.ASCII:
		return games.Cell{}
	case right == 0:
		return games.Cell{Rune: '▌', FG: left}
	}
	return games.Cell{Rune: '▐', FG: right, BG: left} // whoever writes on from the left has that ground already
}

// gridLine is the column between two cells on the same ground.
func (f *face) gridLine(ground games.Ink) games.Cell {
	if f.grid {
		return games.Cell{Rune: f.glyphs().upright, FG: games.Grid.Ink(), BG: ground}
	}
	return games.Cell{Rune: ' ', BG: ground}
}

// square is how cell i looks.
func (f *face) square(s *state, i int) games.Cell {
	g := f.glyphs()
	switch mine := s.field != nil && s.field.Mine[i]; {
	case s.squares[i] == opened && mine:
		return games.Cell{Rune: g.fatal, FG: games.Mine.Ink(), BG: games.Fatal.Ink()}
	case s.squares[i] == opened:
		return f.digit(s.number(i))
	case s.status == games.Lost && s.squares[i] == flagged && !mine:
		return games.Cell{Rune: g.wrong, FG: games.Wrong.Ink(), BG: games.Bare.Ink()}
	case s.squares[i] == flagged || s.status == games.Won:
		return games.Cell{Rune: g.flag, FG: games.Flag.Ink(), BG: games.Hidden.Ink()}
	case mine && s.status == games.Lost:
		return games.Cell{Rune: g.mine, FG: games.Mine.Ink(), BG: games.Bare.Ink()}
	case mine && s.shown:
		return games.Cell{Rune: g.mine, FG: games.Mine.Ink(), BG: games.Hidden.Ink()}
	case s.squares[i] == marked:
		return games.Cell{Rune: g.mark, FG: games.Mark.Ink(), BG: games.Hidden.Ink()}
	case f.pressed(s, i):
		return games.Cell{Rune: g.held, FG: games.Bevel.Ink(), BG: games.Held.Ink()}
	case f.begin(s) == i:
		return games.Cell{Rune: g.begin, FG: games.Entrance.Ink(), BG: games.Hidden.Ink()}
	}
	return games.Cell{Rune: g.hidden, FG: games.Bevel.Ink(), BG: games.Hidden.Ink()}
}

// digit is an opened cell. One without a number has a dot where the ground alone would not tell it.
func (f *face) digit(n int) games.Cell {
	switch {
	case n > 0:
		return games.Cell{Rune: '0' + rune(n), FG: (games.Number1 + games.Role(n-1)).Ink(), BG: games.Bare.Ink()}
	case f.options.ASCII || f.options.Depth == games.Mono:
		return games.Cell{Rune: f.glyphs().none, FG: games.Faint.Ink(), BG: games.Bare.Ink()}
	}
	return games.Cell{Rune: ' ', BG: games.Bare.Ink()}
}

// drawBracket sets a cell between two characters, on its ground, in every row that it has.
func (f *face) drawBracket(c *games.Canvas, i int, left, right rune, ink games.Ink) {
	x, y, shows := f.corner(i)
	if !shows {
		return
	}
	dx, dy := f.size.middle()
	ground := c.At(x+dx, y+dy).BG
	for row := range f.size.h {
		c.Set(x, y+row, games.Cell{Rune: left, FG: ink, BG: ground})
		c.Set(x+max(f.size.w-1, 2), y+row, games.Cell{Rune: right, FG: ink, BG: ground})
	}
}

// drawShaking draws a number beside its place, now left, now right.
func (f *face) drawShaking(c *games.Canvas) {
	x, y, shows := f.place(f.shaking)
	if !shows || f.frames == 0 {
		return
	}
	cell := c.At(x, y)
	c.Set(x, y, games.Cell{Rune: ' ', BG: cell.BG})
	c.Set(x-1+2*(f.frames%2), y, cell)
}
