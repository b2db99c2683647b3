package door

import (
	"errors"
	"io"
	"net"
	"runtime"
	"slices"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade.example.com/arcade/door/doortest"
)

// golang.org/x/crypto/ssh keeps the goroutines of a connection for ever where its reader has more than 16 packets to
// give to somebody who has given up: see pace.

// data is a packet of a channel.
func data(id uint32, text string) []byte {
	return gossh.Marshal(struct {
		ID   uint32 `sshtype:"94"`
		Text string
	}{id, text})
}

// ping is what OpenSSH hides keys among; it is answered.
func ping() []byte {
	return append([]byte{192}, gossh.Marshal(struct{ Data string }{"0123456789abcdef"})...)
}

func TestPipelinedErrorsLeakNothing(t *testing.T) {
	const attempts = 100
	badAuth := gossh.Marshal(doortest.AuthRequest{User: "ana", Service: "no such service", Method: "none"})
	guest := func(c *doortest.Raw) error { return errors.Join(c.Handshake(), c.AskNothing("ana")) }
	for what, attack := range map[string]struct {
		begin func(*doortest.Raw) error
		then  [][]byte
	}{
		"before the first request":       {(*doortest.Raw).ExchangeKeys, slices.Repeat([][]byte{{3}}, 400)},
		"before authentication":          {(*doortest.Raw).Handshake, slices.Repeat([][]byte{badAuth}, 61)},
		"the smallest packets before":    {(*doortest.Raw).Handshake, append([][]byte{badAuth}, slices.Repeat([][]byte{{3}}, 400)...)},
		"data for a channel that is not": {guest, slices.Repeat([][]byte{data(99, "x")}, 61)},
		"the smallest packets":           {guest, append([][]byte{data(99, "x")}, slices.Repeat([][]byte{{3}}, 400)...)},
	} {
		t.Run(what, func(t *testing.T) {
			l := DefaultLimits()
			l.PerSource = 0
			d := openDoor(t, l, until)
			before := runtime.NumGoroutine()
			for range attempts {
				c := doortest.NewRaw(d.reach(t, "127.0.0.66"))
				if err := attack.begin(c); err != nil {
					t.Fatal(err)
				}
				c.Send(attack.then...)
				io.Copy(io.Discard, c)
				c.Close()
			}
			doortest.Eventually(t, "every connection is counted out", d.empty)
			doortest.Eventually(t, "every goroutine has ended", func() bool { return runtime.NumGoroutine() <= before })
		})
	}
}

// A client that reads nothing leaves its answers in the way of whoever takes its packets, who then gives up.
func TestUnreadAnswersLeakNothing(t *testing.T) {
	l := DefaultLimits()
	l.PerSource = 0
	l.Stall = time.Second / 4
	d := openDoor(t, l, until)
	before := runtime.NumGoroutine()
	for range 3 {
		nc := d.reach(t, "127.0.0.66")
		nc.(*net.TCPConn).SetReadBuffer(1)
		c := doortest.NewRaw(nc)
		if err := errors.Join(c.Handshake(), c.AskNothing("ana")); err != nil {
			t.Fatal(err)
		}
		for c.Send(slices.Repeat([][]byte{ping()}, 100)...) == nil {
		}
		c.Close()
	}
	doortest.Eventually(t, "every connection is counted out", d.empty)
	doortest.Eventually(t, "every goroutine has ended", func() bool { return runtime.NumGoroutine() <= before })
}

// The library is still built as packetsOf takes it to be.
func TestQueueIsFound(t *testing.T) {
	found := make(chan bool, 1)
	d := openDoor(t, DefaultLimits(), func(s *Session) { found <- s.c.queue.Load() != nil })
	doortest.OpenChannel(t, d.client(t, "127.0.0.2")).Must(t, "shell", nil)
	if !<-found {
		t.Error("the queue of golang.org/x/crypto/ssh is not where it was")
	}
}
