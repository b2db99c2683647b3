package etcd

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// turns lets nodes that commit at the same time go one after the other, in the order of their ids. It is manners only:
// what keeps commits apart is the fence. Without it, who has lost has to catch up first, and loses again and again.
type turns struct {
	self string

	mu    sync.Mutex
	wants bool                 // this node has something to commit
	seen  map[string]time.Time // the nodes, and when each committed last
	last  string               // who did last,
	at    time.Time            // when,
	gap   time.Duration        // how far apart commits are, as the slower of the last ones came,
	mean  time.Duration        // and in the mean of them
	took  time.Duration        // how long this node's transactions take until the cluster has answered, in the mean
	moved chan struct{}        // closed by the next commit
}

const (
	// lately is how long a node that has committed is expected to do so again.
	lately = time.Second
	// A node whose turn it is has three times as long as commits are apart before the next one goes, within these bounds.
	// Whoever loses has run its batch for nothing, which costs more than to wait.
	shortest, longest = 5 * time.Millisecond, 500 * time.Millisecond
	// seldom is how many times as long as a transaction takes commits are apart that seldom meet: nobody waits for a turn then.
	seldom = 4
)

func newTurns(self string) *turns {
	return &turns{self: self, seen: make(map[string]time.Time), moved: make(chan struct{})}
}

// note notes a commit by its id: that of its node comes first, and then a hyphen.
func (t *turns) note(id string, now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last, _, _ = strings.Cut(id, "-")
	if !t.at.IsZero() {
		apart := min(now.Sub(t.at), lately)
		t.gap = max(apart, t.gap*3/4)
		t.mean += (apart - t.mean) / 4
	}
	t.at = now
	t.seen[t.last] = now
	close(t.moved)
	t.moved = make(chan struct{})
}

// want notes whether this node has something to commit.
func (t *turns) want(is bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.wants = is
}

// tried notes how long a transaction took, whether it was taken or not.
func (t *turns) tried(d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.took += (d - t.took) / 4
}

// active reports whether this node is about to commit: it has something to, or had lately.
func (t *turns) active(now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	at, is := t.seen[t.self]
	return t.wants || is && now.Sub(at) < lately
}

// wanted notes that a node has tried to commit in vain: it is in the round from now on.
func (t *turns) wanted(node string, now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.seen[node] = now
	close(t.moved)
	t.moved = make(chan struct{})
}

// ahead is the nodes whose turns come before this one's. mu is held.
func (t *turns) ahead(now time.Time) []string {
	maps.DeleteFunc(t.seen, func(node string, at time.Time) bool { return now.Sub(at) >= lately })
	order := slices.Sorted(maps.Keys(t.seen))
	own, active := slices.BinarySearch(order, t.self)
	if !active { // it joins in where its place is
		order = slices.Insert(order, own, t.self)
	}
	last, known := slices.BinarySearch(order, t.last)
	if !known || t.mean > seldom*t.took { // nobody has committed lately, or they seldom do
		return nil
	}
	if own <= last {
		own += len(order)
	}
	return append(order, order...)[last+1 : own]
}

// pause is how long this node leaves the next commit to others, and what ends sooner.
func (t *turns) pause(now time.Time) (time.Duration, <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	slot := min(max(3*t.gap, shortest), longest)
	return time.Duration(len(t.ahead(now)))*slot - now.Sub(t.at), t.moved
}

// passed notes that those ahead have not taken their turns: nobody waits for them until they commit, or want to, again.
func (t *turns) passed(now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, node := range t.ahead(now) {
		delete(t.seen, node)
	}
}

// await waits for this node's turn.
func (t *turns) await(ctx context.Context) {
	for {
		d, moved := t.pause(time.Now())
		if d <= 0 {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-moved:
		case <-time.After(d):
			t.passed(time.Now())
			return
		}
	}
}
