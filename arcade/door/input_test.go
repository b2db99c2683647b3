package door

import (
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"arcade.example.com/arcade/door/sieve"
)

// A Ctrl+C is heard at once, whatever stands before it. With 2 KiB of keys it took 12 s, with 20 KiB 62 s.
func TestCtrlCBehindAnyInput(t *testing.T) {
	for what, before := range map[string]string{
		"2 KiB of keys":              strings.Repeat("j", 2<<10),
		"20 KiB of keys":             strings.Repeat("j", 20<<10),
		"20 KiB of arrows":           strings.Repeat("\x1b[A", 7<<10),
		"a paste of 20 KiB":          "\x1b[200~" + strings.Repeat("x", 20<<10) + "\x1b[201~",
		"a paste without an end":     "\x1b[200~" + strings.Repeat("x", 20<<10),
		"200 KiB, more than a paste": strings.Repeat("j", 200<<10),
		"1 MiB of keys":              strings.Repeat("j", 1<<20),
		"1 MiB of arrows":            strings.Repeat("\x1b[A", 1<<20/3),
		"a paste of 10 MiB":          "\x1b[200~" + strings.Repeat("x", 10<<20),
	} {
		inBubble(t, what, func(t *testing.T) {
			begin := time.Now()
			d := newDoor(t, DefaultLimits(), func(s *Session) {
				p := make([]byte, 256)
				for {
					n, err := s.Read(p)
					if err != nil {
						t.Errorf("no Ctrl+C before %v", err)
						return
					}
					if slices.Contains(p[:n], sieve.ETX) {
						wantLasted(t, begin, 0, 100*time.Millisecond)
						return
					}
				}
			})
			c, ch := d.visit(t)
			io.WriteString(ch, before+"\x03")
			ch.Status(t)
			c.Close()
		})
	}
}

func TestFloodOfInputEnds(t *testing.T) {
	inBubble(t, "keys without end", func(t *testing.T) {
		read := 0
		l := DefaultLimits()
		l.Keepalive = time.Hour // its answer would wait for a lock behind the keys, where the bubble's clock stands still
		d := newDoor(t, l, func(s *Session) {
			p := make([]byte, 4<<10)
			for {
				n, err := s.Read(p)
				if read += n; err != nil {
					return
				}
			}
		})
		c, ch := d.visit(t)
		begin := time.Now()
		sent := 0
		for {
			n, err := ch.Write(make([]byte, 4<<10))
			if sent += n; err != nil {
				break
			}
		}
		c.Wait()
		d.g.Wait()
		wantLasted(t, begin, sieve.MaxFlood, sieve.MaxFlood+10*time.Second)
		d.wantTold(t, causeInput)
		if most := (sieve.Burst + sieve.Rate*70) / (1 + sieve.PressCost); read > most {
			t.Errorf("%d keys reached the game, want at most %d", read, most)
		}
		// What was sent is in the game, dropped, looked through, on the line, or waits in our memory.
		if most := lineHolds + wireBurst + wireRate*70 + (lookBurst+lookRate*70)*9/8; sent > most {
			t.Errorf("%d bytes were taken, want at most %d", sent, most)
		}
	})
}
