package arcade

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// What a network may take of what is kept: a class that comes together has room, and a machine that makes players for
// nothing fills no disk.
const (
	namesAtOnce = 30
	nameEvery   = 30 * time.Second

	// Visits of keys of which nothing is kept yet: each may come to be a player.
	newcomersAtOnce = 60
	newcomerEvery   = 15 * time.Second

	maxRationed = 1 << 14 // networks remembered; the next wait for these to be forgotten
)

// rations are so many of something at once, and one more every so often, for each network: an IPv4 address, or a /48 of
// IPv6, which is the most that one customer has. It is safe for concurrent use.
type rations struct {
	atOnce int
	every  time.Duration

	mu   sync.Mutex
	left map[netip.Prefix]*rate.Limiter
}

func newRations(atOnce int, every time.Duration) *rations {
	return &rations{atOnce: atOnce, every: every, left: make(map[netip.Prefix]*rate.Limiter)}
}

// may reports whether one more may be had from an address, and counts it.
func (r *rations) may(from netip.Addr, now time.Time) bool {
	bits := 48
	if from = from.Unmap(); from.Is4() {
		bits = 32
	}
	network, err := from.Prefix(bits)
	if err != nil {
		return true // no IP address: a socket of this machine's own
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	l := r.left[network]
	if l == nil {
		if len(r.left) >= maxRationed {
			r.forget(now)
		}
		if len(r.left) >= maxRationed {
			return false
		}
		l = rate.NewLimiter(rate.Every(r.every), r.atOnce)
		r.left[network] = l
	}
	return l.AllowN(now, 1)
}

// forget drops those networks that have all that is theirs again.
func (r *rations) forget(now time.Time) {
	for network, l := range r.left {
		if l.TokensAt(now) >= float64(r.atOnce) {
			delete(r.left, network)
		}
	}
}
