package etcd

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"arcade.example.com/storage"
	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"
)

const (
	// maxEntry is how long an entry of the log may be, in bytes: with its names it stays below etcd's limit for a
	// request, 1.5 MiB.
	maxEntry = 1400 << 10
	// atOnce is how many entries of the log are read in one call.
	atOnce = 16
)

var (
	errLarge  = errors.New("the transaction is too large for the cluster")
	errMissed = errors.New("others have committed") // and the replica is behind
	errGap    = errors.New("the replica is too far behind the cluster")
	errLocal  = errors.New("the replica cannot be written")
)

// transaction runs f on the replica, and keeps what it wrote if the cluster takes it as the next commit. Where f returns
// an error, that counts once the cluster has said that the replica was up to date.
func (c *cluster) transaction(f func(*storage.FileTx) error) error {
	if c.Healthy() != nil { // it was in vain a moment ago: the caller rather asks again
		return c.transactionWithin(answer+pause, f)
	}
	return c.transactionWithin(patience, f)
}

func (c *cluster) transactionWithin(wait time.Duration, f func(*storage.FileTx) error) error {
	ctx, cancel := context.WithTimeout(c.ctx, wait)
	defer cancel()
	c.turns.want(true)
	defer c.turns.want(false)
	for {
		c.turns.await(ctx)
		if err := c.attempt(ctx, f); !errors.Is(err, errMissed) {
			return err
		}
	}
}

// attempt runs f once, on the replica with what it is behind. With errMissed others have committed, and f is to run again.
func (c *cluster) attempt(ctx context.Context, f func(*storage.FileTx) error) error {
	c.moving.Lock()
	defer c.moving.Unlock()
	var own, refusal error // what kept it from being committed: the cluster's, and f's
	var missed []commit
	var wrote [][]byte
	var rev int64
	err := c.replica.Load().Write(func(t *storage.FileTx) error {
		begun := time.Now()
		if err := replay(t, c.behind); err != nil {
			return err
		}
		o := offer{id: c.node + "-" + strconv.FormatUint(c.tries.Add(1), 36)}
		if refusal = f(t); refusal == nil {
			wrote = t.Wrote()
			o.entry = encode(o.id, written(t))
			if len(o.entry) > maxEntry {
				refusal = fmt.Errorf("%d bytes: %w", len(o.entry), errLarge)
				return refusal
			}
		}
		rev, missed, own = c.make(ctx, o)
		c.turns.tried(time.Since(begun))
		return errors.Join(own, refusal)
	})
	switch {
	case errors.Is(own, errMissed):
		err := c.learn(missed)
		if err == nil && len(c.behind) > maxBehind {
			err = c.bring() // who loses again and again must not have more to take along each time
		}
		if err != nil {
			return c.judge(err)
		}
		return errMissed
	case own != nil:
		return c.judge(own)
	case refusal != nil:
		c.rev = max(c.rev, rev)
		if err := c.bring(); err != nil { // whoever was refused may look why
			return c.judge(err)
		}
		return refusal
	case err != nil: // the cluster has the commit: the watch brings it when the replica can be written again
		return c.judge(fmt.Errorf("%w: %w", errLocal, err))
	}
	c.seq, c.rev = c.seq+1, rev
	c.turns.note(c.node, time.Now())
	c.note(nil)
	c.brought()
	c.Tell(wrote)
	c.settleNow(c.seq)
	return nil
}

// judge notes an error of the cluster, and returns it for the writers.
func (c *cluster) judge(err error) error {
	if c.ctx.Err() != nil {
		err = errors.New("the store is closed")
	} else {
		c.note(err)
	}
	return fmt.Errorf("%w: %w", storage.ErrReadOnly, err)
}

// offer is a commit on its way to the cluster. One without an entry only asks whether anything was missed.
type offer struct {
	id    string
	entry []byte
}

// make makes an offer until it has an answer: taken at a revision, or errMissed and what was missed, as far as it fits
// into an answer. An offer whose answer was lost is made again as it was. It cannot be taken twice, and where it was
// taken the first time it is among what was missed.
func (c *cluster) make(ctx context.Context, o offer) (rev int64, missed []commit, err error) {
	var full error
	for {
		var last error
		rev, missed, last = c.makeOnce(ctx, o, full)
		switch {
		case last == nil && len(missed) == 0:
			return rev, nil, full
		case last == nil && missed[0].id == o.id:
			return missed[0].rev, nil, nil
		case last == nil:
			return 0, missed, errMissed
		case errors.Is(last, rpctypes.ErrNoSpace): // the one that fills the quota is taken nevertheless
			full = last
			continue
		case refused(last) || errors.Is(last, errGap) || ctx.Err() != nil:
			return 0, nil, cause(err, last)
		}
		err = last
		select {
		case <-ctx.Done():
			return 0, nil, err
		case <-time.After(pause):
		}
	}
}

// cause prefers what was wrong before to the fact that time is up now.
func cause(before, last error) error {
	if before != nil && (errors.Is(last, context.DeadlineExceeded) || errors.Is(last, context.Canceled)) {
		return before
	}
	return last
}

// makeOnce makes an offer in one call. Once the cluster is full it is only asked whether it took it.
func (c *cluster) makeOnce(ctx context.Context, o offer, full error) (rev int64, missed []commit, err error) {
	var puts []clientv3.Op
	next := []clientv3.Op{clientv3.OpGet(c.names.commit(c.seq+1), clientv3.WithRange(c.names.logEnd()), clientv3.WithLimit(atOnce))}
	if o.entry != nil && full == nil {
		puts = []clientv3.Op{clientv3.OpPut(c.names.fence(), o.id), clientv3.OpPut(c.names.commit(c.seq+1), string(o.entry))}
		next = append(next, clientv3.OpPut(c.names.want(), c.node))
	}
	var resp *clientv3.TxnResponse
	err = c.members.ask(ctx, func(ctx context.Context, cli *clientv3.Client) (err error) {
		resp, err = cli.Txn(ctx).If(clientv3.Compare(clientv3.Version(c.names.fence()), "=", c.seq)).Then(puts...).Else(next...).Commit()
		return err
	})
	if err != nil {
		return 0, nil, err
	}
	if resp.Succeeded {
		return resp.Header.Revision, nil, nil
	}
	missed, err = c.names.readCommits(resp.Responses[0].GetResponseRange().Kvs)
	if err == nil && (len(missed) == 0 || missed[0].seq != c.seq+1) {
		err = errGap
	}
	return 0, missed, err
}
