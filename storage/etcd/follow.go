package etcd

import (
	"context"
	"errors"
	"slices"
	"time"

	"arcade.example.com/storage"

	"go.etcd.io/etcd/api/v3/mvccpb"
	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"
)

// follow brings the replica forward when the fence moves.
func (c *cluster) follow() {
	for c.ctx.Err() == nil {
		err := c.followOne()
		if errors.Is(err, rpctypes.ErrCompacted) || errors.Is(err, errGap) {
			err = c.refill()
		}
		if err != nil {
			c.wait(pause)
		}
	}
}

// followOne watches the fence until the member is left, or the watch ends.
func (c *cluster) followOne() error {
	c.moving.Lock()
	from := c.rev + 1
	c.seen = c.seq
	c.moving.Unlock()
	return c.watch(c.take, c.names.fence(), clientv3.WithRev(from))
}

// watch calls take with what happens to a key, until the member is left, the watch ends, or take fails.
func (c *cluster) watch(take func([]*clientv3.Event) error, key string, options ...clientv3.OpOption) error {
	cli, left, err := c.members.current()
	if err != nil {
		c.members.leave(left)
		return err
	}
	ctx, cancel := context.WithCancel(clientv3.WithRequireLeader(c.ctx))
	defer cancel()
	c.done.Go(func() { // Watch itself waits for a member that does not answer
		select {
		case <-left:
			cancel()
		case <-ctx.Done():
		}
	})
	for resp := range cli.Watch(ctx, key, options...) {
		if err := resp.Err(); err != nil {
			return err
		}
		if err := take(resp.Events); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// take learns the commits of which the watch tells.
func (c *cluster) take(events []*clientv3.Event) error {
	for some := range slices.Chunk(events, atOnce) {
		if err := c.fetch(some[len(some)-1].Kv); err != nil {
			return err
		}
	}
	return nil
}

// fetch learns the commits up to where the fence was at a time. It reads the log as it was then, which any member that
// has come so far knows without asking the others: so few commits at once are never settled.
func (c *cluster) fetch(fence *mvccpb.KeyValue) error {
	c.moving.Lock()
	defer c.moving.Unlock()
	if c.seq < fence.Version {
		var resp *clientv3.GetResponse
		err := c.members.ask(c.ctx, func(ctx context.Context, cli *clientv3.Client) (err error) {
			resp, err = cli.Get(ctx, c.names.commit(c.seq+1), clientv3.WithRange(c.names.commit(fence.Version+1)), clientv3.WithRev(fence.ModRevision), clientv3.WithSerializable())
			return err
		})
		if err != nil {
			return err
		}
		commits, err := c.names.readCommits(resp.Kvs)
		if err == nil {
			err = c.learn(commits)
		}
		if err == nil && !c.turns.active(time.Now()) { // no transaction will take them along soon
			err = c.bring()
		}
		if err == nil && c.seq < fence.Version {
			err = errGap
		}
		if err != nil {
			if !errors.Is(err, errGap) {
				c.note(err)
			}
			return err
		}
	}
	c.seen = max(c.seen, fence.Version)
	return nil
}

var errAsked = errors.New("only asked")

// watchOver asks the cluster again and again whether it is there, and catches up with what the watch has not brought.
// After a commit that failed it makes an empty one, to know when writes are taken again. A watch that has not brought
// what was there a beat ago comes from a member that stands still.
func (c *cluster) watchOver() {
	for due := int64(0); c.wait(beat); {
		_, left, _ := c.members.current()
		seen, _ := c.progress()
		if seen < due {
			c.members.leave(left)
		}
		ill := c.Healthy() != nil
		_ = c.transactionWithin(alarm, func(*storage.FileTx) error { // what goes wrong is noted
			if ill {
				return nil
			}
			return errAsked
		})
		_, due = c.progress()
	}
}

// progress returns the last commits that the watch has brought and that the replica has.
func (c *cluster) progress() (seen, seq int64) {
	c.moving.Lock()
	defer c.moving.Unlock()
	return c.seen, c.seq
}

// compact lets etcd forget what was overwritten long ago. Every node does so; once is enough, and more does no harm.
func (c *cluster) compact() {
	for old := c.revision(); c.wait(history); old = c.revision() {
		_ = c.members.ask(c.ctx, func(ctx context.Context, cli *clientv3.Client) error { // the next one makes up for it
			_, err := cli.Compact(ctx, old)
			return err
		})
	}
}

func (c *cluster) revision() int64 {
	c.moving.Lock()
	defer c.moving.Unlock()
	return c.rev
}

// wait waits, and reports whether the store is still open.
func (c *cluster) wait(d time.Duration) bool {
	select {
	case <-c.ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
