package door

import (
	"fmt"
	"io"
	"maps"
	"net"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/door/accept"
	"arcade.example.com/arcade/door/doortest"
)

// lobbied is a door in a bubble, to which clients come from many addresses, and where the first output is a screen.
func lobbied(t *testing.T, l Limits) *door {
	return newDoor(t, l, func(s *Session) { fmt.Fprint(s, "screen"); until(s) })
}

// comeFrom has a client come who is in network so and so, and needs so long for everything that it says.
func (d *door) comeFrom(t *testing.T, network, host int, slow time.Duration) net.Conn {
	a, b := newLine(), newLine()
	from := net.IPv4(10, byte(network>>8), byte(network), byte(host))
	go d.srv.HandleConn(&lineConn{in: a, out: b, remote: &net.TCPAddr{IP: from, Port: 1}})
	client := newFar(&lineConn{in: b, out: a, remote: &net.TCPAddr{}}, slow)
	t.Cleanup(func() { client.Close() })
	return client
}

// far is a client far away, or one who computes slowly. Its Write never waits: who writes may hold a lock, and no time
// passes in a bubble in which somebody waits for one.
type far struct {
	net.Conn
	slow   time.Duration
	said   chan saying
	closed chan struct{}
	once   sync.Once
}

// saying is what is heard at a time.
type saying struct {
	at   time.Time
	what []byte
}

func newFar(nc net.Conn, slow time.Duration) *far {
	f := &far{Conn: nc, slow: slow, said: make(chan saying, 1000), closed: make(chan struct{})}
	go func() {
		for {
			select {
			case s := <-f.said:
				time.Sleep(time.Until(s.at))
				f.Conn.Write(s.what)
			case <-f.closed:
				return
			}
		}
	}()
	return f
}

func (f *far) Write(p []byte) (int, error) {
	select {
	case f.said <- saying{time.Now().Add(f.slow), slices.Clone(p)}:
		return len(p), nil
	case <-f.closed:
		return 0, net.ErrClosed
	}
}

func (f *far) Close() error {
	f.once.Do(func() { close(f.closed) })
	return f.Conn.Close()
}

// play waits for a client's screen, and returns how long it took.
func play(t *testing.T, nc net.Conn) time.Duration {
	begin := time.Now()
	c, err := doortest.Login(nc, doortest.AsGuest())
	if err != nil {
		t.Error(err)
		return 0
	}
	ch := doortest.OpenChannel(t, c)
	ch.Must(t, "shell", nil)
	if _, err := io.ReadFull(ch, make([]byte, len("screen"))); err != nil {
		t.Error(err)
	}
	return time.Since(begin)
}

// Twice as many come at once from far away as may wait for their clients before the first is refused.
func TestAllComeBackAtOnce(t *testing.T) {
	inBubble(t, "500 of a round trip of 50 ms", func(t *testing.T) {
		l := DefaultLimits()
		l.MaxUnauth = 500
		d := lobbied(t, l)
		begin := time.Now()
		var all sync.WaitGroup
		for i := range l.MaxUnauth {
			nc := d.comeFrom(t, i, 1, 50*time.Millisecond)
			all.Go(func() { play(t, nc) })
		}
		all.Wait()
		if told := d.told(); len(told) > 0 {
			t.Errorf("causes %v", told)
		}
		t.Logf("all have a screen after %v", time.Since(begin))
	})
}

// Those who fall silent hold up who comes behind them for a bounded time, which is that of the networks that they come from.
func TestSilentClientsHoldNobodyUp(t *testing.T) {
	says := map[string]func(c *doortest.Raw){
		"nothing":           func(*doortest.Raw) {},
		"a version":         func(c *doortest.Raw) { c.Versions() },
		"no authentication": func(c *doortest.Raw) { c.Handshake() },
		"a byte every 10 ms": func(c *doortest.Raw) {
			for _, b := range []byte(doortest.RawVersion) {
				time.Sleep(10 * time.Millisecond)
				c.Write([]byte{b})
			}
		},
	}
	all := slices.Sorted(maps.Keys(says))
	for _, crowd := range []struct {
		silent, networks, hosts int
		say                     []string
		most                    time.Duration
	}{
		{2000, 1, 1, all, 0}, // of one source
		{1000, 1, 200, all, 50 * time.Millisecond},
		{200, 200, 1, all, 500 * time.Millisecond},
		{600, 600, 1, []string{"nothing"}, 2 * time.Second},
		{900, 900, 1, []string{"nothing"}, 5 * time.Second},
		{3000, 300, 10, []string{"nothing"}, time.Second},
	} {
		for _, what := range crowd.say {
			inBubble(t, fmt.Sprintf("%d in %d networks say %s", crowd.silent, crowd.networks, what), func(t *testing.T) {
				d := lobbied(t, DefaultLimits())
				for i := range crowd.silent {
					nc := d.comeFrom(t, i%crowd.networks, i/crowd.networks%crowd.hosts, 0)
					go says[what](doortest.NewRaw(nc))
				}
				time.Sleep(time.Millisecond)
				if took := play(t, d.comeFrom(t, 1<<12, 1, 0)); took > crowd.most {
					t.Errorf("an honest player is served after %v, want %v", took, crowd.most)
				} else {
					t.Logf("an honest player is served after %v", took)
				}
				time.Sleep(accept.Longest)
			})
		}
	}
}

// A server that ends sends away who is in the lobby, and those whom it has let on have their time.
func TestShutWhileMany(t *testing.T) {
	inBubble(t, "600 come", func(t *testing.T) {
		d := lobbied(t, DefaultLimits())
		for i := range 600 {
			d.comeFrom(t, i, 1, 0)
		}
		synctest.Wait()
		before := d.g.Stats()
		begin := time.Now()
		d.g.Wait()
		synctest.Wait()
		if after := d.g.Stats(); before.Queued == 0 || after.Queued != 0 || after.Connections != before.Connections-before.Queued || time.Since(begin) > 0 {
			t.Errorf("%+v before, %+v after %v", before, after, time.Since(begin))
		}
	})
}
