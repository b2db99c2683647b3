package door

import (
	"io"
	"time"
)

// ReadWhole is Read for input of which no byte may be missing: nothing is dropped, so that whoever reads must bound what
// waits, and must end the session where that is too much.
func (s *Session) ReadWhole(p []byte) (int, error) {
	if s.ctx.Err() != nil {
		return 0, io.EOF
	}
	n, err := s.Channel.Read(p)
	if n > 0 {
		s.c.input.Store(int64(time.Since(s.c.began)))
	}
	return n, err
}
