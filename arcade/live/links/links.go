package links

import (
	"context"
	"io"
	"log/slog"
	"sync"
	"time"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/live/race"
	"arcade.example.com/arcade/panics"
	"arcade.example.com/games"
)

const (
	every    = time.Second      // between two looks at the lists, and at who is there
	quiet    = 5 * time.Second  // without a word, and a node counts as gone
	patience = 5 * time.Second  // until what a node played is, too
	linger   = 10 * time.Second // for which a run that nobody watches is still followed
)

// Config is what nodes need of the house. All of it is needed.
type Config struct {
	Hall  *live.Hall
	Rooms *race.Rooms
	Games []games.Game
	Self  string          // this node
	Peers func() []string // the other nodes that live
	Dial  func(ctx context.Context, peer string) (io.ReadWriteCloser, error)
	// Pack and Unpack are the Ref of who is in a room, as bytes and back.
	Pack   func(ref any) []byte
	Unpack func([]byte) any
	Log    *slog.Logger
	Panics *panics.Catcher
}

// Links are those of this node to the others. It is safe for concurrent use.
type Links struct {
	Config
	dials sync.WaitGroup

	mu    sync.Mutex
	peers map[string]*peer
	shut  bool
}

// New returns a node that has heard of no other yet.
func New(cfg Config) *Links {
	n := &Links{Config: cfg, peers: make(map[string]*peer)}
	cfg.Hall.Reach(n.fetch)
	return n
}

// peer is another node.
type peer struct {
	id   string
	turn sync.Mutex // held by the link that is read: the one before has ended

	// Guarded by the lock of Links.
	link    *link // nil while there is none
	dialing bool
	silent  bool      // it did not answer the last call; its caller's own
	lost    time.Time // when the last link was, or it was first heard of

	mu      sync.Mutex
	mirrors map[string]*mirror // runs of the other node's that are followed here
}

// peer finds or makes what is known of another node. n.mu is held.
func (n *Links) peer(id string) *peer {
	p := n.peers[id]
	if p == nil {
		p = &peer{id: id, mirrors: make(map[string]*mirror), lost: time.Now()}
		n.peers[id] = p
	}
	return p
}

// Run keeps links to all nodes that live, until the context is done or they are closed.
func (n *Links) Run(ctx context.Context) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for ctx.Err() == nil {
		n.call(ctx)
		select {
		case <-tick.C:
		case <-ctx.Done():
		}
	}
	n.Close()
	n.dials.Wait()
}

// Close closes all links, and there will be no others.
func (n *Links) Close() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.shut = true
	for _, p := range n.peers {
		if p.link != nil {
			p.link.close()
		}
	}
}

// call links this node with those that live and have a higher id, as those with a lower one call it; and forgets those
// that are gone.
func (n *Links) call(ctx context.Context) {
	alive := make(map[string]bool)
	for _, id := range n.Peers() {
		alive[id] = true
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	for id := range alive {
		if n.shut {
			return
		}
		if p := n.peer(id); n.Self < id && p.link == nil && !p.dialing {
			p.dialing = true
			n.dials.Go(func() { n.dial(ctx, p) })
		}
	}
	for id, p := range n.peers {
		if p.link == nil && time.Since(p.lost) >= patience {
			p.forget(n.Hall)
			if !alive[id] && !p.dialing {
				delete(n.peers, id)
			}
		}
	}
}

func (n *Links) dial(ctx context.Context, p *peer) {
	defer n.Panics.Catch("node", nil)
	defer func() {
		n.mu.Lock()
		p.dialing = false
		n.mu.Unlock()
	}()
	ctx, cancel := context.WithTimeout(ctx, quiet)
	defer cancel()
	ch, err := n.Dial(ctx, p.id)
	if err != nil {
		if !p.silent { // once, not each second
			n.Log.Warn("another node does not answer", "node", p.id, "error", err)
		}
		p.silent = true
		return
	}
	p.silent = false
	n.Serve(p.id, ch)
}

// Serve talks with another node over a channel until it breaks or another comes in its place, and closes it.
func (n *Links) Serve(id string, ch io.ReadWriteCloser) {
	l := &link{n: n, ch: ch, wake: make(chan struct{}, 1), closed: make(chan struct{}), began: time.Now(), taps: make(map[string]*tap),
		aways: make(map[uint32]*race.Away), abroads: make(map[uint32]*abroad)}
	l.open.Store(new([]race.OpenRoom))
	defer l.close()
	n.mu.Lock()
	if n.shut {
		n.mu.Unlock()
		return
	}
	l.peer = n.peer(id)
	if was := l.peer.link; was != nil {
		was.close()
	}
	l.peer.link = l
	n.mu.Unlock()
	n.Log.Info("linked with another node", "node", id)
	err := l.run()
	n.mu.Lock()
	if l.peer.link == l {
		l.peer.link, l.peer.lost = nil, time.Now()
	}
	n.mu.Unlock()
	n.Log.Info("the link with another node is over", "node", id, "reason", err)
}

// to is the link to a node, nil for none.
func (n *Links) to(node string) *link {
	n.mu.Lock()
	defer n.mu.Unlock()
	if p := n.peers[node]; p != nil {
		return p.link
	}
	return nil
}

// fetch asks for a run of another node, so that its mirror comes into the hall.
func (n *Links) fetch(node, run string) {
	if l := n.to(node); l != nil && l.peer.want(run) {
		l.say(watch{Run: run})
	}
}
