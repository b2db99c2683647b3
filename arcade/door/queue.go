package door

import (
	"reflect"
	"time"
	"unsafe"

	gossh "golang.org/x/crypto/ssh"
)

// golang.org/x/crypto/ssh reads packets in one goroutine and takes them in another, with a queue of 16 between the two.
// Where the taker gives up, on a packet that breaks the protocol, while more than the queue holds are still to come,
// the reader waits for ever, and with it all that the connection held. So whatever is left in the queue of a connection
// that is closed is taken out of it here. The library shows its queue to nobody, hence unsafe: where it is built
// otherwise one day, nothing is found, connections can leak again, and TestQueueIsFound fails.

// packetsOf returns the queue of a connection, nil if there is none where it should be. The names and types on the way
// are checked, so that nothing else is ever taken for it.
func packetsOf(meta gossh.ServerPreAuthConn) <-chan []byte {
	v := reflect.ValueOf(meta)
	for _, name := range []string{"transport", "incoming"} {
		for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
			v = v.Elem()
		}
		if v.Kind() != reflect.Struct {
			return nil
		}
		v = v.FieldByName(name)
	}
	if !v.IsValid() || v.Type() != reflect.TypeFor[chan []byte]() || !v.CanAddr() {
		return nil
	}
	return *(*chan []byte)(unsafe.Pointer(v.UnsafeAddr()))
}

// found keeps the queue for the end of the connection, which may have come already. Authentication begins now.
func (c *conn) found(queue <-chan []byte) {
	c.queue.Store(&queue)
	close(c.begun)
	select {
	case <-c.closed:
		go drain(queue)
	default:
	}
}

// drain takes what is left in the queue of a connection that is closed. It ends when the reader does, which is then.
func drain(queue <-chan []byte) {
	if queue == nil {
		return
	}
	for range queue {
	}
}

// early is how many bytes a client may send between the exchange of keys and the beginning of authentication, when its
// queue is found: no more packets than the queue holds, under any of our ciphers. It has one to send, of 40 bytes.
const early = 16 * leastPacket

// leastPacket is the length, the least contents and the tag of a sealed packet.
const leastPacket = 4 + 6 + 16

// mayRead waits until bytes may be read, and returns how many, of most.
func (c *conn) mayRead(most int) int {
	select {
	case <-c.begun:
		return most
	default:
	}
	if !c.sealed.Load() {
		return most
	}
	if left := early - c.early; left > 0 {
		return min(most, left)
	}
	c.await(c.begun)
	return most
}

// await waits for what is to happen before the handshake's time is over.
func (c *conn) await(event <-chan struct{}) {
	late := make(<-chan time.Time)
	if l := c.limit.Load(); l != nil && !l.IsZero() {
		t := time.NewTimer(time.Until(*l))
		defer t.Stop()
		late = t.C
	}
	select {
	case <-event:
	case <-c.closed:
	case <-late:
	}
}

// newKeys reports whether what is written, in plain text still, is the packet SSH_MSG_NEWKEYS: after it all packets
// are sealed.
func newKeys(p []byte) bool { return len(p) > 5 && p[5] == 21 }
