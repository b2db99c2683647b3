package door

import (
	"net/netip"
	"time"

	"arcade.example.com/arcade/door/bucket"
)

// A source earns a twentieth of PerSource in connections a second, and has saved up half of it at most: 2 a second and
// 20 by default, and never so few that one player could not come back. What goes wrong before authentication costs
// connections not yet made, for ten minutes' worth at most.
const (
	leastRate  = 0.5
	leastBurst = 5

	costBare  = 2  // left without trying to authenticate
	costAuth  = 10 // failed to authenticate
	costSpeak = 10 // spoke something else than SSH, or too much of it
	costLate  = 20 // let the handshake run out of time
	maxDebt   = 10 * time.Minute
)

// What a source may take of the server, however many its sessions are, by default; see Session.Work, Session.Ration
// and Limits.PerSource.
const (
	sourceOut      = 4 << 20 // bytes a second; at once: twice that
	sourceCPU      = 0.5     // seconds of a processor a second; at once: four seconds of them
	sourceCPUBurst = 2.0     // in seconds
	rationRate     = 0.1     // of PerSource a second, 4 by default
	rationBurst    = 0.25    // of PerSource at once
)

const maxPeers = 1 << 16 // sources remembered; the next are held by the limits on all connections only

// tier is a part of an address, in bits, that has a share of its own: so many times PerSource; 0: it is only counted,
// to see where the crowd comes from.
type tier struct {
	bits  int
	share float64
}

// tiersOf are the networks that an address lies in, the narrowest first. An IPv6 customer has a /64 at least, often a
// /56, at times a /48: so that more of the narrow ones are not as many sources.
func tiersOf(a netip.Addr) []tier {
	if a.Is4() {
		return []tier{{32, 1}, {24, 0}}
	}
	return []tier{{64, 1}, {56, 2}, {48, 4}}
}

// Customer is the narrowest network that is one customer's: an IPv4 address, or of IPv6 the /64 that everybody has at least.
func Customer(a netip.Addr) netip.Prefix {
	a = a.Unmap().WithZone("")
	p, _ := a.Prefix(tiersOf(a)[0].bits)
	return p
}

// widest is the widest network that an address lies in.
func widest(a netip.Addr) netip.Prefix {
	tiers := tiersOf(a)
	p, _ := a.Prefix(tiers[len(tiers)-1].bits)
	return p
}

// peer is what a guard remembers of one network.
type peer struct {
	share                    float64
	conns, waiting, sessions int
	credit                   bucket.Bucket // connections it may yet make; an offence makes it negative
	out                      bucket.Bucket // bytes it may yet be sent
	cpu                      bucket.Bucket // seconds of a processor it may yet take
	looks                    bucket.Bucket // bytes of input that may yet be looked through
	ration                   bucket.Bucket // of what is dear
	turn                     chan struct{} // held by its sessions that work, see Session.Work
	logged                   time.Time
}

func newPeer(perSource int, share float64) *peer {
	n := float64(perSource)
	return &peer{
		share:  share,
		credit: bucket.Bucket{Rate: share * max(n/20, leastRate), Burst: share * max(n/2, leastBurst)},
		out:    bucket.Bucket{Rate: share * sourceOut, Burst: 2 * share * sourceOut},
		cpu:    bucket.Bucket{Rate: share * sourceCPU, Burst: share * sourceCPUBurst},
		looks:  bucket.Bucket{Rate: share * lookRate, Burst: share * lookBurst},
		ration: bucket.Bucket{Rate: share * max(n*rationRate, 1), Burst: share * max(n*rationBurst, 4)},
		turn:   make(chan struct{}, workers()),
	}
}

// most is how many connections, and how many sessions, a network may have.
func (p *peer) most(perSource int) int { return int(p.share * float64(perSource)) }

// peersOf returns what is known of the networks of an address. Where the table is full the answer is forgotten with
// the connection. g.mu is held.
func (g *Guard) peersOf(a netip.Addr, now time.Time) []*peer {
	tiers := tiersOf(a)
	list := make([]*peer, len(tiers))
	for i, t := range tiers {
		p, _ := a.Prefix(t.bits)
		list[i] = g.peer(p, t.share, now)
	}
	return list
}

func (g *Guard) peer(from netip.Prefix, share float64, now time.Time) *peer {
	if p := g.peers[from]; p != nil {
		return p
	}
	if len(g.peers) >= maxPeers && now.Sub(g.swept) > time.Second {
		g.swept = now
		for k, p := range g.peers {
			if p.conns == 0 && p.credit.Left(now) >= p.credit.Burst {
				delete(g.peers, k)
			}
		}
	}
	p := newPeer(g.limits.PerSource, share)
	if len(g.peers) < maxPeers {
		g.peers[from] = p
	}
	return p
}

// shares are the peers that have a share; none where sources are not told apart.
func (g *Guard) shares(peers []*peer) []*peer {
	n := 0
	for g.limits.PerSource > 0 && n < len(peers) && peers[n].share > 0 {
		n++
	}
	return peers[:n]
}

// afford takes so much from a bucket of each of the peers, if each has it. g.mu is held.
func afford(peers []*peer, of func(*peer) *bucket.Bucket, n float64, now time.Time) bool {
	for _, p := range peers {
		if of(p).Left(now) < n {
			return false
		}
	}
	for _, p := range peers {
		of(p).Take(n, now)
	}
	return true
}

// charge takes so much from a bucket of each of the peers, whether they have it or not, and returns how long it takes
// until none of them owes any. g.mu is held.
func charge(peers []*peer, of func(*peer) *bucket.Bucket, n float64, now time.Time) (wait time.Duration) {
	for _, p := range peers {
		wait = max(wait, of(p).Take(n, now))
	}
	return wait
}

func credit(p *peer) *bucket.Bucket { return &p.credit }
func sent(p *peer) *bucket.Bucket   { return &p.out }
func cpu(p *peer) *bucket.Bucket    { return &p.cpu }
func looks(p *peer) *bucket.Bucket  { return &p.looks }
func ration(p *peer) *bucket.Bucket { return &p.ration }
