package door

import (
	"io"
	"testing"
	"time"

	"arcade.example.com/arcade/door/sieve"
)

// A machine that is busy with something else does not cost players their keys: only what their own work takes of a processor does.
func TestWaitingIsNotWork(t *testing.T) {
	inBubble(t, "a key that waits for 100 ms", func(t *testing.T) {
		const keys = 100
		through := 0
		d := newDoor(t, DefaultLimits(), func(s *Session) {
			p := make([]byte, 1)
			for {
				if _, err := s.Read(p); err != nil || p[0] == sieve.ETX {
					return
				}
				through++
				s.Work(func() { time.Sleep(100 * time.Millisecond) })
			}
		})
		c, ch := d.visit(t)
		for range keys {
			io.WriteString(ch, "n")
			time.Sleep(110 * time.Millisecond)
		}
		io.WriteString(ch, "\x03")
		ch.Status(t)
		if through != keys {
			t.Errorf("%d of %d keys were let through", through, keys)
		}
		c.Close()
	})
}
