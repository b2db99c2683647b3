//go:build hosted

package arcade

import (
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"sync"
	"testing"
	"time"

	"arcade.example.com/arcade/door/doortest"
)

// cutConn is a connection that breaks after so many bytes in either direction.
type cutConn struct {
	net.Conn
	mu   sync.Mutex
	left int
}

func (c *cutConn) spend(n int) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.left -= n; c.left < 0 {
		c.Close()
		return net.ErrClosed
	}
	return nil
}

func (c *cutConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	return n, errors.Join(err, c.spend(n))
}

func (c *cutConn) Write(p []byte) (int, error) {
	if err := c.spend(len(p)); err != nil {
		return 0, err
	}
	return c.Conn.Write(p)
}

// Ten thousand connections cut anywhere from the first byte to the middle of a game leave nothing behind.
func TestHostedRandomCuts(t *testing.T) {
	const cuts, workers, seed = 10000, 8, 7
	h := host(t, "--per-source", "0")
	before := h.footprint(t)
	begin := time.Now()
	var all sync.WaitGroup
	for w := range workers {
		all.Go(func() {
			r := rand.New(rand.NewPCG(seed, uint64(w)))
			for range cuts / workers {
				nc, err := net.Dial("tcp", h.addr)
				if err != nil {
					t.Error(err)
					return
				}
				visitUntilCut(&cutConn{Conn: nc, left: r.IntN(12000)})
				nc.Close()
			}
		})
	}
	all.Wait()
	took := time.Since(begin)
	h.settled(t, before, 10)
	f := h.footprint(t)
	t.Logf("%d connections cut anywhere (seed %d) in %v: %d goroutines, %d files and %d KiB more", cuts, seed, took,
		f.goroutines-before.goroutines, f.files-before.files, f.rss-before.rss)
	if f.rss-before.rss > 64<<10 {
		t.Errorf("%d KiB more", f.rss-before.rss)
	}
	h.play(t)
}

// visitUntilCut logs in, begins a game and walks, until the line breaks.
func visitUntilCut(nc net.Conn) {
	c, err := doortest.Login(nc, doortest.AsGuest())
	if err != nil {
		return
	}
	defer c.Close()
	s, err := c.NewSession()
	if err != nil {
		return
	}
	defer s.Close()
	keys, _ := s.StdinPipe()
	if s.RequestPty("xterm-256color", 24, 80, nil) != nil || s.Start("maze 10x10") != nil {
		return
	}
	for range 200 {
		if _, err := io.WriteString(keys, "sd"); err != nil {
			return
		}
		if s.WindowChange(24, 80) != nil {
			return
		}
	}
}
