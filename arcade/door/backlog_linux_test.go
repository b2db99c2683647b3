package door

import (
	"io"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
)

// TestDrain: what was written has drained when the client has read it, and not before. Only Linux says what waits.
func TestDrain(t *testing.T) {
	c, server, client := lineToNobody(t)
	c.g, c.closed = &Guard{limits: DefaultLimits()}, make(chan struct{})
	o := newOut(c, server)
	written := int64(0)
	for _, lags := c.lag(); !lags; _, lags = c.lag() {
		n, err := server.Write(make([]byte, 4<<10))
		if written += int64(n); err != nil || written > 1<<20 {
			t.Fatalf("%d bytes for a client that does not read, and none wait: %v", written, err)
		}
	}
	var reads atomic.Bool
	drained := make(chan bool)
	go func() {
		o.Drain()
		drained <- reads.Load()
	}()
	looked := time.Now()
	for time.Since(looked) < 50*time.Millisecond { // in which it looks a few times
		runtime.Gosched()
	}
	reads.Store(true)
	if _, err := io.CopyN(io.Discard, client, written); err != nil {
		t.Fatal(err)
	}
	if !<-drained {
		t.Error("it had drained before the client read")
	}
}
