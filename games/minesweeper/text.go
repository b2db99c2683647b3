package minesweeper

import "strings"

// Text is the status, the mode and what was asked of the solver in one line, and the cells in the others: a digit
// where open, X on a mine that was opened; "-" where closed, f under a flag, q under a question mark, and with a mine
// below "*", F and Q.
func (s *state) Text() string {
	var b strings.Builder
	b.Grow(64 + (s.w+1)*s.h)
	b.WriteString(s.status.String() + " " + s.id)
	if s.assisted {
		b.WriteString(" assisted")
	}
	if s.shown {
		b.WriteString(" shown")
	}
	for i := range s.squares {
		if i%s.w == 0 {
			b.WriteByte('\n')
		}
		b.WriteByte(s.letter(i))
	}
	return b.String()
}

func (s *state) letter(i int) byte {
	mine := s.field != nil && s.field.Mine[i]
	switch sq := s.squares[i]; {
	case sq == opened && !mine:
		return '0' + s.field.Count[i]
	case mine:
		return "*FQX"[sq]
	default:
		return "-fq"[sq]
	}
}
