package etcd

import (
	"context"
	"errors"
	"time"

	"arcade.example.com/storage"
	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"
)

// follow brings the replica forward by what the cluster says was committed.
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

// followOne watches the log until the member is left, or the watch ends.
func (c *cluster) followOne() error {
	cli, left, err := c.members.current()
	if err != nil {
		c.members.leave(left)
		return err
	}
	c.moving.Lock()
	from := c.rev + 1
	c.seen = c.seq
	c.moving.Unlock()
	ctx, cancel := context.WithCancel(clientv3.WithRequireLeader(c.ctx))
	defer cancel()
	c.done.Go(func() { // Watch itself waits for a member that does not answer
		select {
		case <-left:
			cancel()
		case <-ctx.Done():
		}
	})
	for resp := range cli.Watch(ctx, c.names.log(), clientv3.WithPrefix(), clientv3.WithRev(from), clientv3.WithFilterDelete()) {
		if err := resp.Err(); err != nil {
			return err
		}
		if err := c.take(resp.Events); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// take brings the replica forward by what the watch has brought. etcd never splits the events of one revision.
func (c *cluster) take(events []*clientv3.Event) error {
	var commits []commit
	for _, e := range events {
		next, err := c.names.readCommit(e.Kv)
		if err != nil {
			return err
		}
		commits = append(commits, next)
	}
	c.moving.Lock()
	defer c.moving.Unlock()
	err := c.catchUp(commits)
	if err != nil && !errors.Is(err, errGap) {
		c.note(err)
	}
	for _, next := range commits {
		c.seen = max(c.seen, next.seq)
	}
	return err
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
