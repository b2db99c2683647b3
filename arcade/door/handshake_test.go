package door

import (
	"fmt"
	"net"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/door/doortest"
)

// Everybody who comes back at once is let in, one after the other.
func TestHandshakesWaitInLine(t *testing.T) {
	d := openDoor(t, DefaultLimits(), until)
	if n := cap(d.g.handshakes); n != handshakesAtOnce() || n < 1 {
		t.Fatalf("%d handshakes at once", n)
	}
	var all sync.WaitGroup
	for i := range 200 {
		all.Go(func() {
			nc, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 3, byte(i))}}).Dial("tcp", d.addr)
			if err != nil {
				t.Error(err)
				return
			}
			defer nc.Close()
			if _, err := doortest.Login(nc, doortest.AsGuest()); err != nil {
				t.Errorf("player %d: %v", i, err)
			}
		})
	}
	all.Wait()
	doortest.Eventually(t, "nobody has a turn any more", func() bool { return len(d.g.handshakes) == 0 })
}

// The time that a client waits for us is not its own, and one that waits is in nobody's way.
func TestWaitingInLineIsNotLate(t *testing.T) {
	inBubble(t, "for five minutes", func(t *testing.T) {
		d := newDoor(t, DefaultLimits(), until)
		for range cap(d.g.handshakes) {
			d.g.handshakes <- struct{}{}
		}
		nc, _ := d.call(t)
		done := make(chan error, 1)
		go func() {
			c, err := doortest.Login(nc, doortest.AsGuest())
			if err == nil {
				c.Close()
			}
			done <- err
		}()
		time.Sleep(5 * time.Minute)
		d.g.mu.Lock()
		if d.g.queued != 1 {
			t.Errorf("%d wait in line", d.g.queued)
		}
		d.g.mu.Unlock()
		for range cap(d.g.handshakes) {
			<-d.g.handshakes
		}
		if err := <-done; err != nil {
			t.Errorf("after waiting: %v, causes %v", err, d.told())
		}
	})
}

// Who says nothing keeps nobody from a turn, at whatever point of the handshake it falls silent.
func TestSilentClientsHaveNoTurn(t *testing.T) {
	for what, stop := range map[string]func(c *doortest.Raw){
		"nothing":           func(*doortest.Raw) {},
		"half a version":    func(c *doortest.Raw) { fmt.Fprint(c, "SSH-2.0-ha") },
		"a version":         func(c *doortest.Raw) { c.Versions() },
		"half a packet":     func(c *doortest.Raw) { c.Versions(); c.Write(c.Frame(c.KexInit())[:100]) },
		"half an exchange":  func(c *doortest.Raw) { c.Versions(); c.Send(c.KexInit()) },
		"no authentication": func(c *doortest.Raw) { c.Handshake() },
		"left":              func(c *doortest.Raw) { c.Versions(); c.Write(c.Frame(c.KexInit())[:100]); c.Close() },
	} {
		inBubble(t, what, func(t *testing.T) {
			d := newDoor(t, DefaultLimits(), until)
			nc, _ := d.call(t)
			stop(doortest.NewRaw(nc))
			time.Sleep(time.Second)
			synctest.Wait()
			if n := len(d.g.handshakes); n != 0 {
				t.Errorf("%d turns are taken", n)
			}
		})
	}
}
