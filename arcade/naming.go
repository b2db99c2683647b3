package arcade

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// A network may take so many names at once, and one more every so often: a class that comes together has room, and a
// machine that makes players for nothing fills no disk.
const (
	namesAtOnce = 30
	nameEvery   = 30 * time.Second

	maxNamers = 1 << 14 // networks remembered; the next wait for these to be forgotten
)

// namers ration names by network: an IPv4 address, or a /48 of IPv6, which is the most that one customer has. It is safe
// for concurrent use.
type namers struct {
	mu   sync.Mutex
	left map[netip.Prefix]*rate.Limiter
}

// may reports whether one more name may be taken from an address, and counts it.
func (n *namers) may(from netip.Addr, now time.Time) bool {
	bits := 48
	if from = from.Unmap(); from.Is4() {
		bits = 32
	}
	network, err := from.Prefix(bits)
	if err != nil {
		return true // no IP address: a socket of this machine's own
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	l := n.left[network]
	if l == nil {
		if len(n.left) >= maxNamers {
			n.forget(now)
		}
		if len(n.left) >= maxNamers {
			return false
		}
		l = rate.NewLimiter(rate.Every(nameEvery), namesAtOnce)
		n.left[network] = l
	}
	return l.AllowN(now, 1)
}

// forget drops those networks that have all their names again.
func (n *namers) forget(now time.Time) {
	for network, l := range n.left {
		if l.TokensAt(now) >= namesAtOnce {
			delete(n.left, network)
		}
	}
}
