package maze

// appendText appends the maze as text, a line of the matrix a line, with a border: '#' a wall, '.' the path if it is
// shown, 'S' entrance, 'E' exit, '@' the player; you nowhere in the matrix is nobody.
func (m *maze) appendText(b []byte, solved bool, you point) []byte {
	w, h := m.size()
	for y := -1; y <= h; y++ {
		for x := -1; x <= w; x++ {
			b = append(b, m.glyph(point{x, y}, solved, you))
		}
		b = append(b, '\n')
	}
	return b
}

func (m *maze) glyph(p point, solved bool, you point) byte {
	switch {
	case p == you:
		return '@'
	case p == m.entrance():
		return 'S'
	case p == m.exit():
		return 'E'
	case solved && m.onPath(p.x, p.y):
		return '.'
	case m.open(p.x, p.y):
		return ' '
	}
	return '#'
}
