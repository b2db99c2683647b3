package etcd

import (
	"context"
	"errors"
	"time"

	"arcade.example.com/storage"

	"go.etcd.io/etcd/api/v3/mvccpb"
	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"
)

// follow learns of the commits of others as the log grows.
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
	c.moving.Lock()
	from := c.rev + 1
	c.seen = c.seq
	c.moving.Unlock()
	return c.watch(c.take, c.names.want(), clientv3.WithRange(c.names.logEnd()), clientv3.WithFilterDelete(), clientv3.WithRev(from))
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

// take learns what the watch brings: commits, and who wants to.
func (c *cluster) take(events []*clientv3.Event) error {
	var kvs []*mvccpb.KeyValue
	for _, e := range events {
		if c.names.isCommit(e.Kv.Key) {
			kvs = append(kvs, e.Kv)
		} else {
			c.turns.wanted(string(e.Kv.Value), time.Now())
		}
	}
	commits, err := c.names.readCommits(kvs)
	if err != nil {
		c.note(err)
		return err
	}
	if len(commits) == 0 {
		return nil
	}
	c.moving.Lock()
	defer c.moving.Unlock()
	if err := c.learn(commits); err != nil {
		return err
	}
	c.seen = max(c.seen, commits[len(commits)-1].seq)
	if c.turns.active(time.Now()) { // its next transaction takes them along
		return nil
	}
	if err := c.bring(); err != nil {
		c.note(err)
		return err
	}
	return nil
}

var errAsked = errors.New("only asked")

// watchOver asks the cluster again and again whether it is there, and catches up with what the watch has not brought.
// After a commit that failed it makes an empty one, to know when writes are taken again. A watch that has not brought
// what was there a beat ago comes from a member that stands still.
func (c *cluster) watchOver(every time.Duration) {
	for due := int64(0); c.wait(every); {
		_, left, _ := c.members.current()
		seen, _ := c.progress()
		if seen < due {
			c.members.leave(left)
		}
		ill := c.Healthy() != nil
		if _, due = c.progress(); !ill && c.turns.active(time.Now()) { // its own commits have asked
			continue
		}
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
