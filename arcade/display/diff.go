package display

import "strconv"

// cursor is a place on the screen. x is the screen's width after a character in the last column, where terminals
// differ about which column that is.
type cursor struct{ x, y int }

// diff appends what takes the cells that the terminal shows to those of the latest frame.
func (d *Display) diff(b []byte) []byte {
	for y, s := range d.rows {
		if s&dirty == 0 {
			continue
		}
		d.rows[y] = 0
		b = d.diffRow(b, y)
	}
	return b
}

func (d *Display) diffRow(b []byte, y int) []byte {
	row, shown := d.back[y*d.w:][:d.w], d.shown[y*d.w:][:d.w]
	for x := range row {
		c := d.palette.cell(row[x])
		if c == shown[x] {
			continue
		}
		b = d.moveTo(b, cursor{x, y})
		b = d.pen.put(b, d.palette, c)
		shown[x] = c
		d.at.x++
	}
	return b
}

func (d *Display) moveTo(b []byte, to cursor) []byte {
	if d.at == to {
		return b
	}
	d.at = to
	b = append(b, "\x1b["...)
	b = strconv.AppendInt(b, int64(to.y+1), 10)
	b = append(b, ';')
	b = strconv.AppendInt(b, int64(to.x+1), 10)
	return append(b, 'H')
}
