package minesweeper

import "arcade.example.com/games"

// drawTiles draws a row of cells larger than the smallest, counted from the first that shows.
func (f *face) drawTiles(c *games.Canvas, s *state, chance []float64, row int) {
	for col := range f.vc {
		i := f.cell(f.ox+col, f.oy+row)
		cell := f.content(s, chance, i)
		raised := s.squares[i] != opened && (chance == nil || chance[i] < 0) && cell.Rune != f.glyphs().held && !s.exposed(i)
		if raised && cell.Rune == fine.hidden && f.size.h > 2 {
			cell.Rune = ' ' // its edges tell it
		}
		f.drawTile(c, i, cell)
		switch {
		case raised:
			f.drawBevel(c, i, cell.BG)
		case f.grid:
			f.drawEdges(c, i, games.Grid.Ink(), cell.BG)
		}
	}
}

// exposed reports whether cell i, closed when the run was lost, is shown open: a mine, or a flag that was wrong.
func (s *state) exposed(i int) bool {
	return s.status == games.Lost && s.field.Mine[i] != (s.squares[i] == flagged)
}

// drawTile fills cell i with its ground and puts its character into the middle.
func (f *face) drawTile(c *games.Canvas, i int, cell games.Cell) {
	x, y, shows := f.corner(i)
	if !shows {
		return
	}
	c.Fill(x, y, f.size.w, f.size.h, games.Cell{Rune: ' ', BG: cell.BG})
	dx, dy := f.size.middle()
	c.Set(x+dx, y+dy, cell)
}

// drawBevel gives a closed cell of several rows a dark edge to the right and below, and where it has three a light one
// above and to the left.
func (f *face) drawBevel(c *games.Canvas, i int, ground games.Ink) {
	x, y, shows := f.corner(i)
	if !shows || f.size.h == 1 {
		return
	}
	g, light := f.glyphs(), games.Bevel.Ink()
	if f.size.h > 2 {
		c.Fill(x, y, 1, f.size.h, games.Cell{Rune: g.leftEdge, FG: light, BG: ground})
		c.Fill(x, y, f.size.w, 1, games.Cell{Rune: g.topEdge, FG: light, BG: ground})
	}
	f.drawEdges(c, i, games.Shadow.Ink(), ground)
}

// drawEdges draws the right and the lower edge of a cell.
func (f *face) drawEdges(c *games.Canvas, i int, ink, ground games.Ink) {
	x, y, shows := f.corner(i)
	if !shows {
		return
	}
	g, right, low := f.glyphs(), x+f.size.w-1, y+f.size.h-1
	c.Fill(right, y, 1, f.size.h, games.Cell{Rune: g.rightEdge, FG: ink, BG: ground})
	if f.size.h > 1 {
		c.Fill(x, low, f.size.w, 1, games.Cell{Rune: g.lowEdge, FG: ink, BG: ground})
	}
}
