package lines

import (
	"bytes"
	"io"
	"sync"
)

// Typist is a terminal whose own line editing is off, as that of an SSH client is: it echoes what is typed, byte by byte
// and nothing else, and gives on whole lines. What is said while a line is typed stands on lines of its own, and the line
// begins again after it. golang.org/x/term is not used: it redraws the line that is typed with every sentence, and breaks
// it at a width, which a screen reader reads out again. Reading is for one goroutine; writing is safe for concurrent use.
//
// Backspace takes back a letter, Ctrl+U the line; Ctrl+D on an empty line ends the input, and so does Ctrl+C anywhere, for
// which answers that would have to wait are left out. Other keys that make no letter do nothing.
type Typist struct {
	in  io.Reader
	raw [256]byte

	seq   sequence
	ready []byte // lines to be given on
	ended error  // nil: there may be more

	mu    sync.Mutex
	out   io.Writer
	typed []byte
}

// NewTypist returns the terminal that in comes from; out makes CR LF of LF.
func NewTypist(in io.Reader, out io.Writer) *Typist { return &Typist{in: in, out: out} }

// Read makes Typist an io.Reader of lines, each with LF at its end.
func (t *Typist) Read(p []byte) (int, error) {
	for len(t.ready) == 0 {
		if t.ended != nil {
			return 0, t.ended
		}
		n, err := t.in.Read(t.raw[:])
		t.typeAll(t.raw[:n])
		if err != nil && len(t.ready) == 0 {
			return 0, err
		}
	}
	n := copy(p, t.ready)
	t.ready = t.ready[n:]
	return n, nil
}

// Write makes Typist an io.Writer.
func (t *Typist) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.typed) == 0 {
		return t.out.Write(p)
	}
	if _, err := t.out.Write(append(append([]byte("\n"), p...), t.typed...)); err != nil {
		return 0, err
	}
	return len(p), nil
}

const rubout = "\b \b"

// typeAll takes what was typed, and echoes it in one write.
func (t *Typist) typeAll(p []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	var echo []byte
	for _, b := range p {
		if t.ended != nil {
			break
		}
		if !t.seq.takes(b) {
			echo = append(echo, t.key(b)...)
		}
	}
	if len(echo) > 0 {
		_, _ = t.out.Write(echo) // a client that has gone hears of it elsewhere
	}
}

// key takes one key that is part of no sequence, and returns its echo.
func (t *Typist) key(b byte) (echo []byte) {
	switch {
	case b == '\r' || b == '\n':
		t.ready = append(append(t.ready, t.typed...), '\n')
		t.typed = t.typed[:0]
		return []byte("\n")
	case b == 0x03:
		t.ended, t.typed = errLeft, nil
		return []byte("\n")
	case b == 0x04 && len(t.typed) == 0:
		t.ended = io.EOF
		return []byte("\n")
	case b == 0x15:
		echo = bytes.Repeat([]byte(rubout), len(t.typed))
		t.typed = t.typed[:0]
	case (b == 0x7f || b == '\b') && len(t.typed) > 0:
		t.typed = t.typed[:len(t.typed)-1]
		return []byte(rubout)
	case b == '\t':
		return t.letter(' ')
	case b >= ' ' && b < 0x7f:
		return t.letter(b)
	case b >= 0xc0: // the beginning of a letter that no word has
		return t.letter('?')
	}
	return echo
}

// letter adds a letter, one more than a line may have at most: so that it is refused and not cut.
func (t *Typist) letter(b byte) []byte {
	if len(t.typed) > MaxLine {
		return nil
	}
	t.typed = append(t.typed, b)
	return []byte{b}
}

// sequence is how far one of a key that makes no letter has come: ESC [ … final, ESC O letter, ESC letter.
type sequence byte

const (
	none sequence = iota
	escaped
	shifted
	control
)

// takes reports whether a byte belongs to a sequence.
func (q *sequence) takes(b byte) bool {
	was := *q
	switch {
	case b == 0x03:
		*q = none
		return false
	case b == 0x1b:
		*q = escaped
		return true
	case was == escaped && b == '[':
		*q = control
	case was == escaped && b == 'O':
		*q = shifted
	case was == control && b >= ' ' && b < '@':
	default:
		*q = none
	}
	return was != none
}
