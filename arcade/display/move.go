package display

import "strconv"

// cursor is a place on the screen. After a character in the last column x is the screen's width: terminals differ
// about which column that is, so only a carriage return or an absolute position goes on from there.
type cursor struct{ x, y int }

// moveTo appends the shortest way from where the cursor is.
func (s *screen) moveTo(b []byte, to cursor) []byte {
	if s.at == to {
		return b
	}
	n := len(b)
	b = absolute(b, to)
	mid := len(b)
	b = s.relative(b, to)
	s.at = to
	return shorter(b, n, mid)
}

// shorter keeps of b[n:mid] and b[mid:] the shorter one, the first if they are equal.
func shorter(b []byte, n, mid int) []byte {
	if len(b)-mid >= mid-n {
		return b[:mid]
	}
	return append(b[:n], b[mid:]...)
}

// absolute is CUP, without what may be left out at its end.
func absolute(b []byte, to cursor) []byte {
	b = append(b, "\x1b["...)
	if to.x > 0 || to.y > 0 {
		b = strconv.AppendInt(b, int64(to.y+1), 10)
	}
	if to.x > 0 {
		b = append(b, ';')
		b = strconv.AppendInt(b, int64(to.x+1), 10)
	}
	return append(b, 'H')
}

// relative goes along the column, then along the line.
func (s *screen) relative(b []byte, to cursor) []byte {
	from := s.at
	if from.x >= s.w {
		b = append(b, '\r')
		from.x = 0
	}
	switch down := to.y - from.y; {
	case down > 0 && down <= 3:
		b = append(b, "\n\n\n"[:down]...)
	case down > 0:
		b = csi(b, down, 'B')
	case down < 0:
		b = csi(b, -down, 'A')
	}
	if from.x == to.x {
		return b
	}
	n := len(b)
	b = csi(b, to.x+1, 'G')
	mid := len(b)
	b = sideways(b, from.x, to.x)
	return shorter(b, n, mid)
}

func sideways(b []byte, from, to int) []byte {
	switch {
	case to == 0:
		return append(b, '\r')
	case from > to && from-to <= 3:
		return append(b, "\b\b\b"[:from-to]...)
	case from > to:
		return csi(b, from-to, 'D')
	}
	return csi(b, to-from, 'C')
}

// csi appends a control sequence of one number, which is left out when it is 1.
func csi(b []byte, n int, final byte) []byte {
	b = append(b, "\x1b["...)
	if n != 1 {
		b = strconv.AppendInt(b, int64(n), 10)
	}
	return append(b, final)
}
