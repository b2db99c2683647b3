// Package etcd keeps the arcade's keys in an etcd cluster that several arcades share. It knows etcd and what an engine
// is; what the keys mean is storage's, and what runs on them it never learns.
//
// Each node holds a copy of all keys, its replica, and reads nothing but that. The writes of many callers go to the
// cluster as one commit: an entry in a log, and a move of the fence, one key whose version is the number of commits. A
// commit is taken on the condition that the fence still has the version that the replica is at. So it was decided on
// everything that anybody had written before, whatever it read, walked or counted; of several commits at once one is
// taken, and the others learn in the same answer what they missed, and run again.
//
// In the cluster, below a prefix:
//
//	fence         its version is the number of commits
//	log/<n>       commit n: what it wrote, and its id
//	log.          the node that has tried last to commit, and was not the first: the others leave it a turn
//	key/<key>     the keys, as they were some commits ago: what is in the log stands above them
//	settler       who settles: moves what the log says to where it belongs
//	house         the host key and the secret of all nodes
//	note/…        what nodes have posted, each under a lease of its node (see storage.Pinboard)
//
// It needs etcd 3.7 or later, and none of its limits changed.
package etcd

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"arcade.example.com/storage"
	"google.golang.org/grpc"
)

// Config says how a node takes part.
type Config struct {
	Cluster Address
	// Folder is where the replica is kept while the store is open: as large as the database, and never read again.
	Folder string
	// Running is the file in which the node has its running games; "" for one that has none, or keeps them at once.
	Running string
	// Secret gives the secret that all nodes have.
	Secret storage.Secret
	// Loaded, where it is not nil, is called now and then while the replica is filled, with how many keys of how many
	// there are.
	Loaded func(n, of int)

	dial []grpc.DialOption // a test's, that stands between
	beat time.Duration     // a test's, in place of beat
}

// Open opens the arcade's store in a cluster. It fails with the cause where no member answers or lets it in.
func Open(c Config) (storage.Store, error) {
	e, err := OpenEngine(c)
	if err != nil {
		return nil, err
	}
	var s storage.Store
	if c.Running == "" {
		s, err = storage.New(e, c.Secret)
	} else {
		s, err = storage.NewNode(e, c.Secret, c.Running)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", c.Cluster, err), e.Close())
	}
	return s, nil
}

// OpenEngine opens the keys alone.
func OpenEngine(c Config) (storage.Engine, error) {
	e, err := open(c)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", c.Cluster, err)
	}
	return e, nil
}

const (
	// patience is how long a write waits for the cluster: for an election, for a member that comes back.
	patience = 10 * time.Second
	// answer is how long one call waits for a member, and beat how often a node asks whether the cluster is there and
	// its replica up to date: together they say how soon a frozen member is left.
	answer = 2 * time.Second
	beat   = time.Second
	// alarm is how long a node asks in vain before it says that it is not healthy: longer than an election takes.
	alarm = 5 * time.Second
	// pause is how long a node waits before it asks again after an error.
	pause = 100 * time.Millisecond
	// history is how long etcd remembers what was overwritten: a node that was cut off for longer fills its replica anew.
	history = time.Minute
)

// cluster is the engine. What is written to the replica is decided by the cluster alone.
type cluster struct {
	*storage.Group
	storage.Watchers
	members *members
	names   names
	folder  string
	node    string        // in the ids of commits
	tries   atomic.Uint64 // the rest of the ids, after a hyphen

	ctx  context.Context
	stop context.CancelFunc
	done sync.WaitGroup

	turns    *turns
	replica  atomic.Pointer[storage.File]
	settling sync.Mutex

	// moving is held while the replica moves: from the beginning of a transaction until the next fields say what it brought.
	moving sync.Mutex
	seq    int64         // the last commit that is known
	rev    int64         // etcd's revision of it, or a later one before the next commit
	seen   int64         // the last commit that the watch has brought
	behind []commit      // those that are known, and not yet in the replica,
	since  time.Time     // and when it began to be behind
	late   chan struct{} // has room for one: the replica is behind

	mu  sync.Mutex
	ill error // why nothing could be written last time, nil when it could
}

func open(c Config) (*cluster, error) {
	m, err := newMembers(c.Cluster, c.dial)
	if err != nil {
		return nil, err
	}
	e := &cluster{members: m, names: names(c.Cluster.Prefix), folder: c.Folder, node: rand.Text(), late: make(chan struct{}, 1)}
	e.turns = newTurns(e.node)
	e.Group = storage.NewGroup(e.transaction)
	e.ctx, e.stop = context.WithCancel(context.Background())
	loaded := c.Loaded
	if loaded == nil {
		loaded = func(int, int) {}
	}
	first, err := e.fillPatiently(loaded)
	if err != nil {
		e.stop()
		return nil, errors.Join(err, m.close())
	}
	e.replica.Store(first.file)
	e.seq, e.rev, e.seen = first.seq, first.rev, first.seq
	e.done.Go(e.follow)
	e.done.Go(e.catchUp)
	e.done.Go(func() { e.watchOver(cmp.Or(c.beat, beat)) })
	e.done.Go(e.compact)
	return e, nil
}

// View reads the replica.
func (c *cluster) View(f func(storage.Tx) error) error {
	return c.read(func(replica *storage.File) error { return replica.View(f) })
}

// Backup writes what the replica has.
func (c *cluster) Backup(w io.Writer) error {
	return c.read(func(replica *storage.File) error { return replica.Backup(w) })
}

// read reads the replica, or the one in its place where it was closed before the reading began.
func (c *cluster) read(f func(*storage.File) error) error {
	for {
		replica := c.replica.Load()
		err := f(replica)
		if !closed(err) || replica == c.replica.Load() {
			return err
		}
	}
}

func (c *cluster) Size() int64 { return c.replica.Load().Size() }

// Healthy returns nil while the cluster takes commits.
func (c *cluster) Healthy() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ill == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", storage.ErrReadOnly, c.ill)
}

// note keeps what the end of a commit says of the cluster's health.
func (c *cluster) note(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ill = err
}

func (c *cluster) Close() error {
	c.stop()
	c.done.Wait()
	return errors.Join(c.members.close(), c.replica.Load().Close())
}
