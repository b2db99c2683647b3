package door

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade.example.com/arcade/door/doortest"
)

// firstScreen is larger than a piece.
var firstScreen = bytes.Repeat([]byte("0123456789abcdef"), 5<<10/16)

// sends is a session's handler that sends a first screen when it is told to, and what came of it.
type sends struct {
	now chan struct{}
	err chan error
}

func (h sends) handle(s *Session) {
	<-h.now
	_, err := s.Raw().Write(firstScreen)
	h.err <- err
	<-s.Context().Done()
}

func newSends() sends { return sends{now: make(chan struct{}), err: make(chan error, 1)} }

// packets counts what a connection writes.
type packets struct {
	net.Conn
	writes, bytes int
}

func (p *packets) Write(b []byte) (int, error) {
	p.writes++
	p.bytes += len(b)
	return p.Conn.Write(b)
}

// The pieces of a first screen are one write, and come in their order.
func TestFirstPiecesGoTogether(t *testing.T) {
	inBubble(t, "a first screen", func(t *testing.T) {
		h := newSends()
		d := newDoor(t, DefaultLimits(), h.handle)
		a, b := newLine(), newLine()
		server := &packets{Conn: &lineConn{in: a, out: b, remote: &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 1}}}
		client := &lineConn{in: b, out: a, remote: &net.TCPAddr{}}
		go d.srv.HandleConn(server)
		defer client.Close()
		c, err := doortest.Login(client, doortest.AsGuest())
		if err != nil {
			t.Fatal(err)
		}
		ch := doortest.OpenChannel(t, c)
		ch.Must(t, "shell", nil)
		synctest.Wait()
		before := *server
		close(h.now)
		got := make([]byte, len(firstScreen))
		if _, err := io.ReadFull(ch, got); err != nil || !bytes.Equal(got, firstScreen) {
			t.Errorf("read: %v; %q", err, got)
		}
		if err := <-h.err; err != nil {
			t.Error(err)
		}
		synctest.Wait()
		if writes, sent := server.writes-before.writes, server.bytes-before.bytes; writes != 1 || sent < len(firstScreen) {
			t.Errorf("%d writes of %d bytes, want one", writes, sent)
		}
	})
}

// A client that opens its window only for what it has seen sees what there is room for, at once as far as it can tell.
func TestShutWindowHoldsNothingBack(t *testing.T) {
	inBubble(t, "a window of less than the screen", func(t *testing.T) {
		const window = 1500
		h := newSends()
		d := newDoor(t, DefaultLimits(), h.handle)
		nc, _ := d.call(t)
		c := doortest.NewRaw(nc)
		if err := errors.Join(c.Handshake(), c.AskNothing("ana"), c.Visit(window, 80, 24)); err != nil {
			t.Fatal(err)
		}
		begin := time.Now()
		close(h.now)
		var got []byte
		for opened := window; len(got) < len(firstScreen); {
			p, err := c.Receive()
			if err != nil {
				t.Fatal(err)
			}
			if p[0] != 94 { // not data
				continue
			}
			if got = append(got, p[9:]...); len(got) == opened {
				opened += window
				c.Send(gossh.Marshal(struct {
					ID, More uint32 `sshtype:"93"`
				}{0, window}))
			}
		}
		wantLasted(t, begin, 0, 2*holding)
		if err := <-h.err; err != nil || !bytes.Equal(got, firstScreen) {
			t.Errorf("%v; %q", err, got)
		}
	})
}

// gone is a connection that has broken.
type gone struct{ net.Conn }

var errGone = errors.New("gone")

func (gone) Write([]byte) (int, error)        { return 0, errGone }
func (gone) SetWriteDeadline(time.Time) error { return nil }

// What was held back and could not be written is told to who wrote it.
func TestHeldBackIsNotLostSilently(t *testing.T) {
	c := newConn(newDoor(t, DefaultLimits(), until).g, gone{}, netip.Addr{})
	o := newOut(c, c)
	if _, err := o.Write(firstScreen); !errors.Is(err, errGone) {
		t.Errorf("the first screen: %v, want %v", err, errGone)
	}
	if _, err := c.Write([]byte("x")); !errors.Is(err, errGone) {
		t.Errorf("after it: %v, want %v", err, errGone)
	}
}
