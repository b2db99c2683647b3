package door

import (
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"arcade.example.com/arcade/door/sieve"
)

// A Ctrl+C is heard while who plays is busy with what came before it: then the rest of that is let go.
func TestCtrlCWhileBusy(t *testing.T) {
	for what, before := range map[string]string{
		"a few keys more than a hand has": strings.Repeat("j", 2*handful),
		"1 MiB of keys":                   strings.Repeat("j", 1<<20),
		"1 MiB of arrows":                 strings.Repeat("\x1b[A", 1<<20/3),
		"a paste behind keys":             strings.Repeat("j", 100) + "\x1b[200~" + strings.Repeat("x", 1<<20),
	} {
		inBubble(t, what, func(t *testing.T) {
			d := newDoor(t, DefaultLimits(), func(s *Session) {
				p := make([]byte, 256)
				n, _ := s.Read(p)
				all := slices.Clone(p[:n])
				begin := time.Now()
				for !s.Interrupted() { // a key that takes long
					time.Sleep(time.Millisecond)
				}
				wantLasted(t, begin, lastKeys, 100*time.Millisecond)
				for !slices.Contains(p[:n], sieve.ETX) {
					var err error
					if n, err = s.Read(p); err != nil {
						t.Errorf("no Ctrl+C before %v", err)
						return
					}
					all = append(all, p[:n]...)
				}
				if len(all) > 2*sieve.Burst || !strings.HasPrefix(before, string(all[:len(all)-1])) {
					t.Errorf("%d bytes pass, and end with %q", len(all), all[max(len(all)-20, 0):])
				}
			})
			c, ch := d.visit(t)
			io.WriteString(ch, before+"\x03")
			ch.Status(t)
			c.Close()
		})
	}
}

// Keys as a hand presses them are read when they are asked for, and by nobody else.
func TestNobodyReadsAheadOfAHand(t *testing.T) {
	inBubble(t, "keys", func(t *testing.T) {
		d := newDoor(t, DefaultLimits(), func(s *Session) {
			p := make([]byte, 256)
			for read := 0; read < 100*len("\x1b[A"); {
				n, err := s.Read(p)
				if read += n; err != nil {
					t.Error(err)
					return
				}
			}
			if s.ahead != nil {
				t.Error("somebody reads ahead")
			}
		})
		c, ch := d.visit(t)
		for range 100 {
			io.WriteString(ch, "\x1b[A")
			time.Sleep(20 * time.Millisecond)
		}
		ch.Status(t)
		c.Close()
	})
}
