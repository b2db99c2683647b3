package door

import (
	"io"
	"testing"
)

// TestDrain: what was written has drained when the client has read it, and not before. Only Linux says what waits.
func TestDrain(t *testing.T) {
	c, server, client := lineToNobody(t)
	c.g, c.closed = &Guard{limits: DefaultLimits()}, make(chan struct{})
	o := newOut(c, server)
	const written = backlog
	if _, err := server.Write(make([]byte, written)); err != nil {
		t.Fatal(err)
	}
	if left, lags := c.lag(); !lags {
		t.Fatalf("%d bytes wait for a client that does not read, which counts as none", left)
	}
	drained := make(chan int)
	go func() { drained <- o.Drain() }()
	read := make(chan error)
	go func() {
		_, err := io.CopyN(io.Discard, client, written)
		read <- err
	}()
	if err := <-read; err != nil {
		t.Fatal(err)
	}
	if left := <-drained; left > trickle {
		t.Errorf("drained with %d bytes left", left)
	}
}
