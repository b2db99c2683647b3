package door

import (
	"io"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"arcade.example.com/arcade/door/doortest"
)

// Where time matters, server and client run in a bubble whose clock jumps, over a line in memory.

// call connects to the door over lines in memory. It returns the client's end, which is closed when the test ends, and
// what is closed when the server is done with its own.
func (d *door) call(t *testing.T) (client net.Conn, over <-chan struct{}) {
	a, b := newLine(), newLine()
	server := &lineConn{in: a, out: b, remote: &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 1}}
	client = &lineConn{in: b, out: a, remote: &net.TCPAddr{}}
	done := make(chan struct{})
	go func() { defer close(done); d.srv.HandleConn(server) }()
	t.Cleanup(func() { client.Close() })
	return client, done
}

// visit logs a guest in over lines in memory and starts a session.
func (d *door) visit(t *testing.T) (*gossh.Client, doortest.Channel) {
	nc, _ := d.call(t)
	c, err := doortest.Login(nc, doortest.AsGuest())
	if err != nil {
		t.Fatal(err)
	}
	ch := doortest.OpenChannel(t, c)
	ch.Must(t, "pty-req", doortest.Terminal(80, 24))
	ch.Must(t, "shell", nil)
	return c, ch
}

// inBubble runs a test in a bubble, where every goroutine has to end.
func inBubble(t *testing.T, what string, f func(t *testing.T)) {
	t.Run(what, func(t *testing.T) { synctest.Test(t, f) })
}

func wantLasted(t *testing.T, begin time.Time, least, most time.Duration) {
	t.Helper()
	if got := time.Since(begin); got < least || got > most {
		t.Errorf("lasted %v, want %v to %v", got, least, most)
	}
}

// wantEnd waits for an end, which is to come after some time, so much later at the latest, and for its cause.
func (d *door) wantEnd(t *testing.T, ended func(), after, spare time.Duration, cause string) {
	t.Helper()
	begin := time.Now()
	ended()
	wantLasted(t, begin, after, after+spare)
	d.wantTold(t, cause)
}

func (d *door) wantTold(t *testing.T, cause string) {
	t.Helper()
	if told := d.told(); told[cause] != 1 {
		t.Errorf("causes %v, want %q", told, cause)
	}
}

// A handshake is over in 20 s, wherever it stops and however slowly it goes.
func TestHandshakeEnds(t *testing.T) {
	for what, stop := range map[string]func(c *doortest.Raw){
		"nothing":           func(*doortest.Raw) {},
		"half a version":    func(c *doortest.Raw) { io.WriteString(c, "SSH-2.0-ha") },
		"a version":         func(c *doortest.Raw) { c.Versions() },
		"half a packet":     func(c *doortest.Raw) { c.Versions(); c.Write(c.Frame(c.KexInit())[:100]) },
		"half an exchange":  func(c *doortest.Raw) { c.Versions(); c.Send(c.KexInit()) },
		"no authentication": func(c *doortest.Raw) { c.Handshake() },
		"a byte a second": func(c *doortest.Raw) {
			for _, b := range append([]byte(doortest.RawVersion+"\r\n"), c.Frame(c.KexInit())...) {
				if _, err := c.Write([]byte{b}); err != nil {
					return
				}
				time.Sleep(time.Second)
			}
		},
		"offers only": func(c *doortest.Raw) {
			c.Handshake()
			for k := doortest.NewKey(t).PublicKey(); c.Offer("ana", k) == nil; {
				time.Sleep(time.Second)
			}
		},
	} {
		inBubble(t, what, func(t *testing.T) {
			d := newDoor(t, DefaultLimits(), until)
			d.wantEnd(t, func() {
				nc, over := d.call(t)
				stop(doortest.NewRaw(nc))
				<-over
			}, 20*time.Second, time.Second, causeHandshake)
		})
	}
}

func TestPreAuthenticationBytesAreBounded(t *testing.T) {
	inBubble(t, "a flood of offers", func(t *testing.T) {
		d := newDoor(t, DefaultLimits(), until)
		nc, _ := d.call(t)
		c := doortest.NewRaw(nc)
		if err := c.Handshake(); err != nil {
			t.Fatal(err)
		}
		ignore := gossh.Marshal(struct {
			Data []byte `sshtype:"2"`
		}{make([]byte, 30<<10)})
		for c.Send(ignore) == nil {
		}
		d.wantTold(t, causeBytes)
	})
}

func TestConnectionWithoutSessionEnds(t *testing.T) {
	for what, use := range map[string]func(t *testing.T, c *gossh.Client){
		"unused": func(*testing.T, *gossh.Client) {},
		"no shell": func(t *testing.T, c *gossh.Client) {
			doortest.OpenChannel(t, c).Must(t, "pty-req", doortest.Terminal(80, 24))
		},
		"left": func(t *testing.T, c *gossh.Client) {
			ch := doortest.OpenChannel(t, c)
			ch.Must(t, "shell", nil)
			ch.Close()
			synctest.Wait()
		},
	} {
		inBubble(t, what, func(t *testing.T) {
			d := newDoor(t, DefaultLimits(), until)
			nc, _ := d.call(t)
			c, err := doortest.Login(nc, doortest.AsGuest())
			if err != nil {
				t.Fatal(err)
			}
			use(t, c)
			d.wantEnd(t, func() { c.Wait() }, 30*time.Second, time.Second, causeUnused)
		})
	}
}

// Somebody who watches for two hours without touching a key is the house's business, not the guard's.
func TestQuietSessionLives(t *testing.T) {
	inBubble(t, "two hours", func(t *testing.T) {
		d := newDoor(t, DefaultLimits(), until)
		c, ch := d.visit(t)
		time.Sleep(2 * time.Hour)
		ch.Must(t, "window-change", doortest.ResizeRequest{W: 90, H: 30})
		c.Close()
		synctest.Wait()
		if len(d.told()) != 0 || d.running() != 0 {
			t.Errorf("causes %v, %d running", d.told(), d.running())
		}
	})
}

// frozen is a client that stops in its tracks, as with SIGSTOP.
type frozen struct {
	net.Conn
	freeze, closed chan struct{}
	once           sync.Once
}

func newFrozen(nc net.Conn) *frozen {
	return &frozen{Conn: nc, freeze: make(chan struct{}), closed: make(chan struct{})}
}

func (f *frozen) Read(p []byte) (int, error) {
	n, err := f.Conn.Read(p)
	select {
	case <-f.freeze:
		<-f.closed
		return 0, io.EOF
	default:
		return n, err
	}
}

func (f *frozen) Close() error {
	f.once.Do(func() { close(f.closed) })
	return f.Conn.Close()
}

// visitFrozen is a visit by a client that is then frozen.
func (d *door) visitFrozen(t *testing.T) {
	nc, _ := d.call(t)
	f := newFrozen(nc)
	t.Cleanup(func() { f.Close() })
	c, err := doortest.Login(f, doortest.AsGuest())
	if err != nil {
		t.Fatal(err)
	}
	doortest.OpenChannel(t, c).Must(t, "shell", nil)
	synctest.Wait()
	close(f.freeze)
}

func TestDeadPeerEnds(t *testing.T) {
	inBubble(t, "nothing to send", func(t *testing.T) {
		ended := make(chan struct{})
		d := newDoor(t, DefaultLimits(), func(s *Session) { until(s); close(ended) })
		d.visitFrozen(t)
		d.wantEnd(t, func() { <-ended }, 60*time.Second, 31*time.Second, causeDead)
	})
}

func TestStalledWriteEnds(t *testing.T) {
	flood := func(d time.Duration, failed chan<- error) func(*Session) {
		return func(s *Session) {
			piece := make([]byte, 40<<10)
			for {
				if _, err := s.Raw().Write(piece); err != nil {
					failed <- err
					return
				}
				time.Sleep(d)
			}
		}
	}
	inBubble(t, "the transport is full", func(t *testing.T) {
		failed := make(chan error, 1)
		d := newDoor(t, DefaultLimits(), flood(time.Millisecond, failed))
		d.visitFrozen(t)
		d.wantEnd(t, func() { <-failed }, 20*time.Second, 2*time.Second, causeStalled)
	})
	inBubble(t, "the window is shut", func(t *testing.T) {
		failed := make(chan error, 1)
		d := newDoor(t, DefaultLimits(), flood(time.Millisecond, failed))
		d.visit(t)
		d.wantEnd(t, func() { <-failed }, 20*time.Second, 2*time.Second, causeStalled)
	})
}

// Slow is not stalled: 4 MB at 16 KB a second arrive whole.
func TestSlowReaderIsServed(t *testing.T) {
	inBubble(t, "16 KB a second", func(t *testing.T) {
		const size = 4 << 20
		d := newDoor(t, DefaultLimits(), func(s *Session) {
			if n, err := s.Raw().Write(make([]byte, size)); n != size || err != nil {
				t.Errorf("Write = %d, %v", n, err)
			}
		})
		_, ch := d.visit(t)
		got, p := 0, make([]byte, 16<<10)
		for {
			n, err := io.ReadFull(ch, p)
			got += n
			if err != nil {
				break
			}
			time.Sleep(time.Second)
		}
		if got != size {
			t.Errorf("%d of %d bytes arrived, causes %v", got, size, d.told())
		}
	})
}

// However fast a window changes, a game hears of it twenty times a second, and of the last size for certain.
func TestResizeStorm(t *testing.T) {
	inBubble(t, "a thousand in ten seconds", func(t *testing.T) {
		var heard []ssh.Window
		d := newDoor(t, DefaultLimits(), func(s *Session) {
			for {
				select {
				case w := <-s.Sizes():
					heard = append(heard, w)
				case <-s.Context().Done():
					return
				}
			}
		})
		c, ch := d.visit(t)
		for i := range uint32(1000) {
			ch.SendRequest("window-change", false, gossh.Marshal(doortest.ResizeRequest{W: 1 + i%239, H: 1 + i%79}))
			time.Sleep(10 * time.Millisecond)
		}
		ch.Must(t, "window-change", doortest.ResizeRequest{W: 4000, H: 33})
		time.Sleep(time.Second)
		c.Close()
		synctest.Wait()
		if len(heard) < 190 || len(heard) > 203 {
			t.Errorf("heard of %d sizes", len(heard))
		}
		if last := heard[len(heard)-1]; last.Width != 240 || last.Height != 33 {
			t.Errorf("the last is %v", last)
		}
	})
}

// TestOnSize: who hears of sizes hears of each that can be taken, and of one that came before.
func TestOnSize(t *testing.T) {
	inBubble(t, "three sizes", func(t *testing.T) {
		var heard atomic.Int32
		d := newDoor(t, DefaultLimits(), func(s *Session) {
			time.Sleep(time.Second)
			s.OnSize(func() { heard.Add(1) })
			if n := heard.Load(); n != 1 {
				t.Errorf("of the size before it was told %d times", n)
			}
			<-s.Context().Done()
		})
		c, ch := d.visit(t)
		for i, want := range []int32{0, 2, 3} {
			ch.Must(t, "window-change", doortest.ResizeRequest{W: uint32(50 + i), H: 30})
			time.Sleep(2 * time.Second)
			if n := heard.Load(); want > 0 && n != want {
				t.Errorf("after size %d it was told %d times", i, n)
			}
		}
		c.Close()
		synctest.Wait()
	})
}

// lengths are those of what was written.
type lengths []int

func (w *lengths) Write(p []byte) (int, error) {
	*w = append(*w, len(p))
	return len(p), nil
}

// TestFirstPiecesAreSmall: a session that has sent little sends it in pieces for which the library keeps no large buffers.
func TestFirstPiecesAreSmall(t *testing.T) {
	var got lengths
	o := newOut(&conn{g: newDoor(t, DefaultLimits(), until).g}, &got)
	const size = 10 << 10
	for range 3 {
		if n, err := o.Write(make([]byte, size)); n != size || err != nil {
			t.Fatal(n, err)
		}
	}
	small := 0
	for _, n := range got {
		if n <= littlePiece {
			small++
		}
	}
	if small*littlePiece < littleSent || got[len(got)-1] != 30<<10-littleSent {
		t.Errorf("pieces of %v", got)
	}
}
