package door

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"arcade.example.com/arcade/door/doortest"
	"arcade.example.com/arcade/door/sieve"
)

// drawing writes frames without end.
func drawing(s *Session) {
	frame := make([]byte, 64<<10)
	for {
		if _, err := s.Raw().Write(frame); err != nil {
			return
		}
	}
}

// readFor reads what channels are sent for so long, and returns how many bytes that was.
func readFor(d time.Duration, channels ...doortest.Channel) (n int64) {
	counts := make(chan int64)
	for _, ch := range channels {
		time.AfterFunc(d, func() { ch.Close() })
		go func() {
			n, _ := io.Copy(io.Discard, ch)
			counts <- n
		}()
	}
	for range channels {
		n += <-counts
	}
	return n
}

// A session is sent 1 MiB a second and 2 MiB at once, where first person at 400x120 took 14 MB a second.
func TestOutputOfASession(t *testing.T) {
	inBubble(t, "frames without end", func(t *testing.T) {
		d := newDoor(t, DefaultLimits(), drawing)
		c, ch := d.visit(t)
		n := readFor(10*time.Second, ch)
		if least, most := int64(10<<20), int64(12<<20+128<<10); n < least || n > most {
			t.Errorf("%d bytes in 10 s, want %d to %d", n, least, most)
		}
		c.Close()
	})
}

func TestOutputOfASource(t *testing.T) {
	inBubble(t, "sixteen sessions", func(t *testing.T) {
		d := newDoor(t, DefaultLimits(), drawing)
		var clients []*gossh.Client
		var channels []doortest.Channel
		for range 16 {
			c, ch := d.visit(t)
			clients, channels = append(clients, c), append(channels, ch)
			time.Sleep(time.Second) // connections are paced, too
		}
		n := readFor(10*time.Second, channels...)
		if most := int64(10*sourceOut + 2*sourceOut + 16*(2<<20+2*outPiece)); n > most { // a window of 2 MiB each was sent before
			t.Errorf("%d bytes in 10 s, want at most %d", n, most)
		}
		for _, c := range clients {
			c.Close()
		}
	})
}

// Whoever has the server work for every key is let through fewer keys, and Ctrl+C always.
func TestDearKeysAreFew(t *testing.T) {
	inBubble(t, "a key a 100 ms of processor", func(t *testing.T) {
		keys := 0
		d := newDoor(t, DefaultLimits(), func(s *Session) {
			p := make([]byte, 1)
			for {
				if _, err := s.Read(p); err != nil || p[0] == sieve.ETX {
					return
				}
				keys++
				s.spend(100 * time.Millisecond)
			}
		})
		c, ch := d.visit(t)
		for range 1000 {
			io.WriteString(ch, "n")
			time.Sleep(10 * time.Millisecond)
		}
		io.WriteString(ch, "\x03")
		ch.Status(t)
		// In 10 s: 2.5 s of a processor and what was saved up, 1 s.
		if keys < 30 || keys > 40 {
			t.Errorf("%d keys of 100 ms each were let through in 10 s", keys)
		}
		c.Close()
	})
}

// All sessions of a source together have half a processor.
func TestDearSource(t *testing.T) {
	inBubble(t, "eight sessions", func(t *testing.T) {
		spent := make(chan time.Duration, 8)
		d := newDoor(t, DefaultLimits(), func(s *Session) {
			var mine time.Duration
			p := make([]byte, 1)
			for {
				if _, err := s.Read(p); err != nil {
					spent <- mine
					return
				}
				s.spend(20 * time.Millisecond)
				mine += 20 * time.Millisecond
			}
		})
		var clients []*gossh.Client
		var channels []doortest.Channel
		for range 8 {
			c, ch := d.visit(t)
			clients, channels = append(clients, c), append(channels, ch)
			time.Sleep(time.Second)
		}
		for range 2000 {
			for _, ch := range channels {
				io.WriteString(ch, "n")
			}
			time.Sleep(10 * time.Millisecond)
		}
		for _, c := range clients {
			c.Close()
		}
		var all time.Duration
		for range 8 {
			all += <-spent
		}
		if least, most := 10*time.Second, 13*time.Second; all < least || all > most {
			t.Errorf("%v of a processor in 20 s, want %v to %v", all, least, most)
		}
	})
}

// Four a second for all sessions of a source, ten at once.
func TestRation(t *testing.T) {
	inBubble(t, "deals", func(t *testing.T) {
		had, refused := 0, 0
		d := newDoor(t, DefaultLimits(), func(s *Session) {
			for range 1000 {
				if wait := s.Ration(); wait == 0 {
					had++
				} else if refused++; wait > 250*time.Millisecond {
					t.Errorf("wait %v", wait)
				}
				time.Sleep(10 * time.Millisecond)
			}
		})
		c, ch := d.visit(t)
		ch.Status(t)
		if had < 49 || had > 51 || had+refused != 1000 {
			t.Errorf("%d in 10 s, %d refused", had, refused)
		}
		c.Close()
	})
}

// The last bytes come behind what is being written, and nothing behind them.
func TestLastBytes(t *testing.T) {
	inBubble(t, "while frames are written", func(t *testing.T) {
		var failed error
		d := newDoor(t, DefaultLimits(), func(s *Session) {
			done := make(chan struct{})
			go func() {
				defer close(done)
				for failed == nil {
					_, failed = s.Raw().Write([]byte("\x1b[38;2;1;2;3m" + strings.Repeat("frame", 20<<10)))
				}
			}()
			time.Sleep(5 * time.Second)
			if err := s.Last([]byte("restored"), time.Second); err != nil {
				t.Error(err)
			}
			if err := s.Last([]byte("again"), time.Second); err == nil {
				t.Error("a second time")
			}
			<-done
		})
		c, ch := d.visit(t)
		out, _ := io.ReadAll(ch)
		if text := string(out); !strings.HasSuffix(text, "restored") || strings.Count(text, "restored") != 1 {
			t.Errorf("the last bytes are %.100q", text[max(0, len(text)-100):])
		}
		if !errors.Is(failed, errOver) {
			t.Errorf("a write after the last: %v", failed)
		}
		c.Close()
	})
	inBubble(t, "to a client that does not read", func(t *testing.T) {
		ended := make(chan struct{})
		d := newDoor(t, DefaultLimits(), func(s *Session) {
			defer close(ended)
			go drawing(s)
			time.Sleep(15 * time.Second)
			begin := time.Now()
			if err := s.Last([]byte("restored"), time.Second); !errors.Is(err, errStalled) {
				t.Errorf("Last: %v", err)
			}
			wantLasted(t, begin, time.Second, time.Second+10*time.Millisecond)
			s.Hangup()
		})
		d.visit(t)
		<-ended
	})
}

// However the door ends a session, its terminal is restored first.
func TestEveryEndRestoresTheTerminal(t *testing.T) {
	for what, end := range map[string]func(s *Session, ch doortest.Channel){
		causeRequests: func(_ *Session, ch doortest.Channel) {
			for {
				if _, err := ch.SendRequest("window-change", false, gossh.Marshal(doortest.ResizeRequest{W: 80, H: 24})); err != nil {
					return
				}
			}
		},
		causeInput: func(_ *Session, ch doortest.Channel) {
			for {
				if _, err := io.WriteString(ch, strings.Repeat("j", 4<<10)); err != nil {
					return
				}
			}
		},
		causeSessions: func(s *Session, _ doortest.Channel) { s.c.end(causeSessions) },
	} {
		inBubble(t, what, func(t *testing.T) {
			l := DefaultLimits()
			l.Keepalive = time.Hour // as in TestFloodOfInputEnds
			began := make(chan *Session, 1)
			d := newDoor(t, l, func(s *Session) {
				s.OnEnd(func() []byte { return []byte("restored") })
				began <- s
				go io.Copy(io.Discard, s)
				<-s.Context().Done()
			})
			c, ch := d.visit(t)
			go end(<-began, ch)
			if out, _ := io.ReadAll(ch); string(out) != "restored" {
				t.Errorf("the client reads %q", out)
			}
			c.Wait()
			synctest.Wait()
			d.wantTold(t, what)
		})
	}
}

func TestSessionsFor(t *testing.T) {
	for memory, want := range map[int64]int{1<<63 - 1: 0, 2 << 30: 3968, 128 << 20: 128, 1 << 20: 1} {
		if got := SessionsFor(memory); got != want {
			t.Errorf("SessionsFor(%d) = %d, want %d", memory, got, want)
		}
	}
}

// However many sessions a source has, half of the processors work for them at a time, and another source's do not wait.
func TestWorkOfASourceTakesTurns(t *testing.T) {
	const sessions = 12
	begun, leave, ended := make(chan struct{}, sessions), make(chan struct{}), make(chan struct{}, sessions)
	d := openDoor(t, DefaultLimits(), func(s *Session) {
		s.Work(func() {
			begun <- struct{}{}
			<-leave
		})
		ended <- struct{}{}
	})
	visit := func(from string, n int) {
		for range n {
			ch := doortest.OpenChannel(t, d.client(t, from))
			ch.Must(t, "shell", nil)
		}
	}
	visit("127.0.0.66", sessions-1)
	for range workers() {
		<-begun
	}
	visit("127.0.0.2", 1)
	<-begun // the honest one, at once
	doortest.Eventually(t, "all are in", func() bool { return d.running() == sessions })
	if n := len(begun); n > 0 {
		t.Errorf("%d more work at a time", n)
	}
	close(leave)
	for range sessions {
		<-ended
	}
}
