package etcd

import (
	"context"
	"errors"
	"slices"

	clientv3 "go.etcd.io/etcd/client/v3"
)

const (
	// settleEvery is how many commits there are between two settlings, and keptInLog how many of the last ones stay in
	// the log: for those who missed a few, and those who wait to hear whether theirs was taken.
	settleEvery = 128
	keptInLog   = 128
	// most and mostBytes bound a transaction: etcd takes 128 operations and 1.5 MiB.
	most      = 120
	mostBytes = 1 << 20
)

// settleNow begins to settle when a commit of this node was one of many.
func (c *cluster) settleNow(seq int64) {
	if seq%settleEvery == 0 {
		c.done.Go(func() { c.settle(seq - keptInLog) })
	}
}

// settle moves what the log says, up to a commit, to where it belongs. Whoever settles puts the settler first; each
// transaction is taken only while nobody has done so since. An error leaves the rest to the next one who settles.
func (c *cluster) settle(upTo int64) {
	if !c.settling.TryLock() {
		return
	}
	defer c.settling.Unlock()
	var turn clientv3.Cmp
	err := c.members.ask(c.ctx, func(ctx context.Context, cli *clientv3.Client) error {
		resp, err := cli.Put(ctx, c.names.settler(), c.node)
		if err == nil {
			turn = clientv3.Compare(clientv3.ModRevision(c.names.settler()), "=", resp.Header.Revision)
		}
		return err
	})
	for more := true; err == nil && more; {
		more, err = c.settleSome(turn, upTo)
	}
}

// settleSome settles the oldest commits of the log.
func (c *cluster) settleSome(turn clientv3.Cmp, upTo int64) (more bool, err error) {
	var resp *clientv3.GetResponse
	err = c.members.ask(c.ctx, func(ctx context.Context, cli *clientv3.Client) (err error) {
		resp, err = cli.Get(ctx, c.names.log(), clientv3.WithRange(c.names.commit(upTo+1)), clientv3.WithLimit(atOnce))
		return err
	})
	if err != nil || len(resp.Kvs) == 0 {
		return false, err
	}
	commits, err := c.names.readCommits(resp.Kvs)
	if err != nil {
		return false, err
	}
	last := map[string]write{}
	for _, one := range commits {
		for _, w := range one.writes {
			last[string(w.key)] = w
		}
	}
	var ops []clientv3.Op
	size := 0
	for k, w := range last {
		if len(ops) == most || size > 0 && size+len(w.value) > mostBytes {
			if err := c.settleOps(turn, ops); err != nil {
				return false, err
			}
			ops, size = nil, 0
		}
		if w.value == nil {
			ops = append(ops, clientv3.OpDelete(c.names.key(k)))
		} else {
			ops = append(ops, clientv3.OpPut(c.names.key(k), string(w.value)))
		}
		size += len(k) + len(w.value)
	}
	done := clientv3.OpDelete(c.names.log(), clientv3.WithRange(c.names.commit(commits[len(commits)-1].seq+1)))
	return true, c.settleOps(turn, append(slices.Clip(ops), done))
}

var errTurn = errors.New("another node settles")

func (c *cluster) settleOps(turn clientv3.Cmp, ops []clientv3.Op) error {
	var resp *clientv3.TxnResponse
	err := c.members.ask(c.ctx, func(ctx context.Context, cli *clientv3.Client) (err error) {
		resp, err = cli.Txn(ctx).If(turn).Then(ops...).Commit()
		return err
	})
	if err == nil && !resp.Succeeded {
		err = errTurn
	}
	return err
}
