package door

import (
	"net"
	"runtime"
	"testing"
	"time"
)

// TestBacklog: towards a client that does not read, a write waits before much has been written, so that frames replace
// one another in the display instead of queueing in the transport.
func TestBacklog(t *testing.T) {
	c, server, _ := lineToNobody(t)
	server.SetWriteDeadline(time.Now().Add(time.Second / 2))
	written := 0
	for {
		n, err := server.Write(make([]byte, 4<<10))
		written += n
		if err != nil {
			break
		}
		if written > 1<<20 {
			t.Fatalf("%d bytes were taken for a client that does not read", written)
		}
	}
	if n := c.unsent(); runtime.GOOS == "linux" && n < written/4 {
		t.Errorf("%d bytes wait in the transport, of %d that were written", n, written)
	}
	t.Logf("%d bytes were taken before a write waited", written)
}

// lineToNobody is a connection over loopback to a client that does not read.
func lineToNobody(t *testing.T) (c *conn, server, client net.Conn) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if client, err = net.Dial("tcp", l.Addr().String()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	client.(*net.TCPConn).SetReadBuffer(4 << 10)
	if server, err = l.Accept(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	return &conn{raw: boundBacklog(server)}, server, client
}
