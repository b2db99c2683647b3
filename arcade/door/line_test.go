package door

import (
	"io"
	"net"
	"os"
	"sync"
	"time"
)

// line is one direction of a connection. It holds so much and no more, as a socket's buffers do.
type line struct {
	mu       sync.Mutex
	cond     *sync.Cond
	held     []byte
	closed   bool
	deadline [2]time.Time // of reads and of writes
}

const (
	lineHolds = 256 << 10
	reads     = 0
	writes    = 1
)

func newLine() *line {
	l := &line{}
	l.cond = sync.NewCond(&l.mu)
	return l
}

// until waits for ok, with l.mu held, and reports why it did not come.
func (l *line) until(way int, ok func() bool) error {
	for {
		d := l.deadline[way]
		switch {
		case l.closed && (way == writes || len(l.held) == 0):
			return io.EOF
		case !d.IsZero() && !time.Now().Before(d):
			return os.ErrDeadlineExceeded
		case ok():
			return nil
		}
		l.cond.Wait()
	}
}

func (l *line) read(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.until(reads, func() bool { return len(l.held) > 0 }); err != nil {
		return 0, err
	}
	n := copy(p, l.held)
	l.held = l.held[n:]
	l.cond.Broadcast()
	return n, nil
}

func (l *line) write(p []byte) (n int, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for n < len(p) {
		if err := l.until(writes, func() bool { return len(l.held) < lineHolds }); err != nil {
			return n, err
		}
		more := p[n:min(len(p), n+lineHolds-len(l.held))]
		l.held = append(l.held, more...)
		n += len(more)
		l.cond.Broadcast()
	}
	return n, nil
}

func (l *line) setDeadline(way int, t time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.deadline[way] = t
	if !t.IsZero() {
		time.AfterFunc(time.Until(t), l.wake)
	}
	l.cond.Broadcast()
}

func (l *line) wake() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cond.Broadcast()
}

func (l *line) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	l.cond.Broadcast()
}

// lineConn is an end of a connection in memory.
type lineConn struct {
	in, out *line
	remote  net.Addr
}

func (c *lineConn) Read(p []byte) (int, error)  { return c.in.read(p) }
func (c *lineConn) Write(p []byte) (int, error) { return c.out.write(p) }
func (c *lineConn) LocalAddr() net.Addr         { return &net.TCPAddr{} }
func (c *lineConn) RemoteAddr() net.Addr        { return c.remote }

func (c *lineConn) Close() error {
	c.in.close()
	c.out.close()
	return nil
}

func (c *lineConn) SetReadDeadline(t time.Time) error {
	c.in.setDeadline(reads, t)
	return nil
}

func (c *lineConn) SetWriteDeadline(t time.Time) error {
	c.out.setDeadline(writes, t)
	return nil
}

func (c *lineConn) SetDeadline(t time.Time) error {
	c.SetReadDeadline(t)
	return c.SetWriteDeadline(t)
}
