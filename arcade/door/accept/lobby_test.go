package accept

import (
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// crowded is a lobby whose places are taken, by one who has come 100 ms before the others, none of whom waits for a client,
// as they may for 30 ms; two more are in the lobby.
type crowded struct {
	*Lobby
	first    *Arrival
	went     atomic.Int64 // on, since
	sentAway atomic.Int64
}

func newCrowded(t *testing.T) *crowded {
	c := &crowded{Lobby: NewLobby(func() time.Duration { return 30 * time.Millisecond })}
	c.first, _ = c.Enter(netip.Prefix{})
	c.first.Works()
	time.Sleep(100 * time.Millisecond)
	for range places + 1 {
		go func() {
			a, ok := c.Enter(netip.Prefix{})
			if !ok {
				c.sentAway.Add(1)
				return
			}
			a.Works()
			c.went.Add(1)
		}()
	}
	c.want(t, "the places", places-1)
	return c
}

// want is how many have gone on since the first.
func (c *crowded) want(t *testing.T, what string, went int64) {
	t.Helper()
	synctest.Wait()
	if got := c.went.Load(); got != went {
		t.Errorf("%s: %d have gone on, want %d", what, got, went)
	}
}

// end waits until all that goes on by itself is over.
func (c *crowded) end() { time.Sleep(3 * Longest) }

func (l *Lobby) freePlaces() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.free
}

// So many arrive at a time. One that has arrived, or was waited for or worked for too long, has one more go on.
func TestOneMoreGoesOn(t *testing.T) {
	for what, one := range map[string]struct {
		arrive func(a *Arrival)
		after  time.Duration
	}{
		"arrived":              {func(a *Arrival) { a.Arrived(); a.Arrived(); a.Works(); a.Waits() }, 0},
		"waits for its client": {func(a *Arrival) { a.Waits(); a.Waits() }, 30 * time.Millisecond},
		"waits for many bytes": {func(a *Arrival) {
			for range 100 {
				a.Waits()
				time.Sleep(7 * time.Millisecond)
				a.Works()
			}
		}, 30 * time.Millisecond},
		"works and waits by turns": {func(a *Arrival) {
			for range 100 {
				a.Waits()
				time.Sleep(7 * time.Millisecond)
				a.Works()
				time.Sleep(7 * time.Millisecond)
			}
		}, 58 * time.Millisecond},
		"works": {func(*Arrival) {}, Longest - 100*time.Millisecond},
		"works at many things": {func(a *Arrival) {
			for range 1000 {
				a.Waits()
				a.Works()
				time.Sleep(time.Millisecond)
			}
		}, Longest - 100*time.Millisecond},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := newCrowded(t)
				go one.arrive(c.first)
				if one.after > 0 {
					time.Sleep(one.after - time.Millisecond)
					c.want(t, "just before", places-1)
					time.Sleep(time.Millisecond)
				}
				c.want(t, "then one, and no more", places)
				c.end()
				c.want(t, "in the end", places+1)
			})
		})
	}
}

// Who has to be more patient the longer others wait is asked again.
func TestPatienceGrows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var patience atomic.Int64
		patience.Store(int64(10 * time.Millisecond))
		l := NewLobby(func() time.Duration { return time.Duration(patience.Load()) })
		l.Enter(netip.Prefix{})
		patience.Store(int64(40 * time.Millisecond))
		for _, want := range []int{1, 1, 1, 0} {
			if got := places - l.freePlaces(); got != want {
				t.Errorf("%d arrive, want %d", got, want)
			}
			time.Sleep(15 * time.Millisecond)
		}
	})
}

// Networks take turns, so that the many of one are in the way of none from another.
func TestNetworksTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewLobby(func() time.Duration { return Longest })
		var all []*Arrival
		var order []string
		for range places {
			a, _ := l.Enter(netip.Prefix{})
			all = append(all, a)
		}
		for _, from := range []string{"192.0.2.0/24", "192.0.2.0/24", "192.0.2.0/24", "192.0.2.0/24", "198.51.100.0/24", "198.51.100.0/24", "2001:db8::/48"} {
			go func() {
				l.Enter(netip.MustParsePrefix(from))
				order = append(order, from[:3])
			}()
			synctest.Wait()
		}
		for _, a := range all[:7] {
			a.Arrived()
			synctest.Wait()
		}
		if got := strings.Join(order, " "); got != "192 198 200 192 198 192 192" {
			t.Errorf("they go on as %s", got)
		}
		time.Sleep(2 * Longest)
		if free := l.freePlaces(); free != places || len(l.turns) > 0 || len(l.lines) > 0 {
			t.Errorf("%d places are free in the end, and %v wait", free, l.lines)
		}
	})
}

// Who waits in a lobby that is shut is sent away at once, and so is who comes later, whether there are places or not.
func TestShut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCrowded(t)
		c.Shut()
		c.Shut()
		synctest.Wait()
		if n := c.sentAway.Load(); n != 2 {
			t.Errorf("%d of 2 were sent away", n)
		}
		c.end()
		for range places {
			if _, ok := c.Enter(netip.Prefix{}); ok {
				t.Fatal("somebody goes on")
			}
		}
	})
}

// A connection that was in no lobby has arrived.
func TestNoArrival(t *testing.T) {
	var a *Arrival
	a.Waits()
	a.Works()
	a.Arrived()
}
