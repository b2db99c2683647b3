// Package sieve lets through what of a session's input is within its budget. It knows bytes, sequences of a terminal and time;
// it must never know what a key does.
package sieve

import (
	"bytes"
	"time"
	"unicode/utf8"

	"arcade.example.com/arcade/door/bucket"
)

// Input a second and at once, in bytes, where a key or an event of the mouse counts PressCost more: 128 letters, 114
// arrows or 75 movements a second, and at first four times that. Nobody types or points so fast. A paste in brackets
// counts its bytes. What goes beyond is dropped, so that nothing waits behind it; whoever goes on for MaxFlood is ended.
const (
	Rate, Burst  = 2 << 10, 8 << 10
	PressCost    = 15
	motionLeaves = Burst / 4 // by movements, for keys and clicks: the next movement says where the mouse is
	MaxFlood     = time.Minute
)

// ETX is Ctrl+C, which always passes.
const ETX = 0x03

const (
	bel, can, sub, esc = 0x07, 0x18, 0x1a, 0x1b

	pasteBegin  = "\x1b[200~"
	pasteEnd    = "\x1b[201~"
	maxSequence = 256 // bytes of any other sequence
)

// Sieve lets through what is within a session's budget: whole sequences or nothing of them, the end of a paste that
// has begun, and every Ctrl+C.
type Sieve struct {
	Budget  bucket.Bucket
	where   place
	length  int       // of the sequence under way
	mark    int       // how much of pasteBegin, in a paste of pasteEnd, has just come
	drops   bool      // the sequence under way, or the paste
	Presses int       // keys and events of the mouse that passed last
	flooded time.Time // since when there is too much, without a rest; zero: there is not
}

// place is where in the input a byte stands.
type place byte

const (
	ground  place = iota
	escaped       // behind an ESC
	control       // in a control sequence: ESC [, parameters, a final byte
	shifted       // behind ESC O, of a key
	text          // in a string: ESC P, ESC ] and their like, up to BEL or ESC \
	letter        // behind the first byte of a rune of several
	pasting
)

// New returns one through which nothing has gone.
func New() Sieve { return Sieve{Budget: bucket.Bucket{Rate: Rate, Burst: Burst}} }

// Pass returns what is let through of p, in p's place, and whether there has been too much for too long.
func (s *Sieve) Pass(p []byte, now time.Time) (passed []byte, tooLong bool) {
	if s.Budget.Left(now) >= motionLeaves {
		s.flooded = time.Time{}
	}
	passed, s.Presses = p[:0], 0
	for rest := p; len(rest) > 0; {
		n := s.dropped(rest)
		if n == 0 {
			n = 1
			if b := rest[0]; s.admits(b, rest) {
				passed, rest = append(passed, b), rest[1:]
				continue
			}
		}
		if s.flooded.IsZero() {
			s.flooded = now
		}
		rest = rest[n:]
	}
	return passed, !s.flooded.IsZero() && now.Sub(s.flooded) > MaxFlood
}

// dropped is how many bytes p begins with that are dropped whatever they are, and need not be looked at one by one: of a paste up to
// the first that may end it, of keys up to the next sequence, or a Ctrl+C; but for the last, which may be the begin of a rune.
func (s *Sieve) dropped(p []byte) int {
	spent := s.Budget.Level <= 0
	if keys, paste := s.where == ground && spent, s.where == pasting && s.mark == 0 && (s.drops || spent); !keys && !paste {
		return 0
	}
	if n := bytes.IndexAny(p, "\x1b\x03"); n >= 0 {
		return n
	}
	return max(len(p)-utf8.UTFMax+1, 0)
}

// admits reports whether the byte b, with which rest begins, is let through.
func (s *Sieve) admits(b byte, rest []byte) bool {
	switch {
	case b == ETX:
		s.where = ground
		return true
	case s.where == pasting:
		return s.admitsPasted(b)
	case s.where != ground && s.continues(b):
		return s.pay(1, !s.drops)
	}
	leaves := 0.0
	switch {
	case b == esc:
		s.where, s.length, s.mark = escaped, 1, 1
		if movement(rest) {
			leaves = motionLeaves
		}
	case b >= 0xc0:
		s.where = letter
	default:
		s.where = ground
	}
	s.drops = s.Budget.Level <= leaves
	if !s.drops {
		s.Presses++
	}
	return s.pay(1+PressCost, !s.drops)
}

// pay takes what a byte that is let through costs.
func (s *Sieve) pay(cost float64, passes bool) bool {
	if passes {
		s.Budget.Level -= cost
	}
	return passes
}

func (s *Sieve) admitsPasted(b byte) bool {
	if s.mark = matched(pasteEnd, s.mark, b); s.mark == len(pasteEnd) {
		s.where = ground
	}
	return s.pay(1, !s.drops && (s.mark > 0 || s.Budget.Level > 0))
}

// matched is how much of a mark has come with b, after so much of it before. Only its first byte is an ESC.
func matched(mark string, before int, b byte) int {
	switch {
	case b == mark[before%len(mark)]:
		return before%len(mark) + 1
	case b == esc:
		return 1
	}
	return 0
}

// continues reports whether a byte belongs to the sequence under way, and where it leads: as in arcade/display, which
// cuts what comes out of here.
func (s *Sieve) continues(b byte) bool {
	s.length++
	s.mark = matched(pasteBegin, s.mark, b)
	switch {
	case s.where == letter:
		return b&0xc0 == 0x80
	case s.length > maxSequence || b == esc && s.where != text:
		return false
	}
	s.where = s.after(b)
	return true
}

func (s *Sieve) after(b byte) place {
	switch s.where {
	case escaped:
		switch b {
		case '[':
			return control
		case 'O':
			return shifted
		case 'P', ']', '_', '^', 'X':
			return text
		}
	case control:
		switch {
		case s.mark == len(pasteBegin):
			s.mark = 0
			return pasting
		case b >= ' ' && b < '@':
			return control
		}
	case shifted:
		if b >= '0' && b <= '9' {
			return shifted
		}
	case text:
		switch b {
		case esc:
			return escaped
		case bel, can, sub:
		default:
			return text
		}
	}
	return ground
}

// movement reports whether p begins with a movement of the mouse: ESC [ <, a number with 32 in it.
func movement(p []byte) bool {
	p, ok := bytes.CutPrefix(p, []byte("\x1b[<"))
	button := 0
	for _, b := range p[:min(len(p), 3)] {
		if b < '0' || b > '9' {
			break
		}
		button = 10*button + int(b-'0')
	}
	return ok && button&32 != 0 && button < 64 // from 64 on it is the wheel
}
