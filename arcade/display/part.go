package display

import "arcade.example.com/games"

// Area is a part of a screen, in cells; none where W or H is 0.
type Area struct{ X, Y, W, H int }

// Part takes what a canvas shows in some areas of it, no two of which have a line in common, for a change of the latest frame,
// which stays as it is elsewhere. It writes on the canvas what stays of their lines. It reports whether it did: there must be
// an exact frame as large as the canvas, and no doubt about it.
func (d *Display) Part(c *games.Canvas, areas ...Area) bool {
	b, ok := d.takePart(c, areas)
	d.write(b)
	return ok
}

func (d *Display) takePart(c *games.Canvas, areas []Area) (b []byte, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if width, height := c.Size(); width != d.screen.w || height != d.screen.h || d.afresh || !d.until.IsZero() || c.IsLossy() {
		return nil, false
	}
	changed := false
	for _, a := range areas {
		left, right := min(max(a.X, 0), d.screen.w), min(max(a.X+a.W, 0), d.screen.w)
		for line := max(a.Y, 0); line < min(a.Y+a.H, d.screen.h); line++ {
			row := c.Row(line)
			d.stays(line, row[:left], 0)
			d.stays(line, row[right:], right)
			if d.takeRow(line, row) {
				changed = true
			}
		}
	}
	if !changed {
		return nil, true
	}
	return d.begin(), true
}

// stays puts into cells what the latest frame has on line y from column x on. d.mu is held.
func (d *Display) stays(y int, cells []games.Cell, x int) {
	if row := d.rows[y]; row != nil {
		copy(cells, row[x:])
		return
	}
	for i := range cells {
		cells[i] = d.screen.cells.at(y*d.screen.w + x + i)
	}
}
