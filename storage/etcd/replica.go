package etcd

import (
	"context"
	"errors"
	"fmt"
	"time"

	"arcade.example.com/storage"
	bolterrors "go.etcd.io/bbolt/errors"
	"go.etcd.io/etcd/api/v3/mvccpb"
	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"
)

// replica is a copy of the keys after commit seq, at etcd's revision rev.
type replica struct {
	file     *storage.File
	seq, rev int64
}

// silence is how long a member may say nothing while the keys are on their way.
const silence = 5 * time.Second

// fillPatiently fills the first replica, from whichever member can.
func (c *cluster) fillPatiently(loaded func(n, of int)) (r replica, err error) {
	ctx, cancel := context.WithTimeout(c.ctx, patience)
	defer cancel()
	for {
		var last error
		if r, last = c.fill(ctx, loaded); last == nil {
			return r, nil
		}
		if err = cause(err, last); refused(err) && !errors.Is(err, rpctypes.ErrCompacted) || ctx.Err() != nil {
			return replica{}, err
		}
		time.Sleep(pause)
	}
}

// fill makes a new replica. begin bounds how long it looks for a member, not how long the keys take.
func (c *cluster) fill(begin context.Context, loaded func(n, of int)) (r replica, err error) {
	var of int
	err = c.members.ask(begin, func(ctx context.Context, cli *clientv3.Client) error {
		resp, err := cli.Txn(ctx).Then(clientv3.OpGet(c.names.fence(), clientv3.WithKeysOnly()),
			clientv3.OpGet(string(c.names), clientv3.WithPrefix(), clientv3.WithCountOnly())).Commit()
		if err != nil {
			return err
		}
		r.rev, of = resp.Header.Revision, int(resp.Responses[1].GetResponseRange().Count)
		for _, kv := range resp.Responses[0].GetResponseRange().Kvs {
			r.seq = kv.Version
		}
		return nil
	})
	if err != nil {
		return replica{}, err
	}
	if r.file, err = storage.NewReplica(c.folder); err != nil {
		return replica{}, err
	}
	if err := c.load(r, of, loaded); err != nil {
		return replica{}, errors.Join(err, r.file.Close())
	}
	return r, nil
}

// load reads all keys as they were at the replica's revision.
func (c *cluster) load(r replica, of int, loaded func(n, of int)) error {
	cli, left, err := c.members.current()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(c.ctx)
	defer cancel()
	late := time.AfterFunc(silence, cancel)
	defer late.Stop()
	stream, err := cli.GetStream(ctx, string(c.names), clientv3.WithPrefix(), clientv3.WithRev(r.rev))
	n := 0
	for err == nil {
		var some []*mvccpb.KeyValue
		for len(some) < someKeys {
			resp, more := <-stream
			if !more {
				loaded(n+len(some), of)
				return c.put(r, some)
			}
			if err = resp.Err(); err != nil {
				break
			}
			late.Reset(silence)
			some = append(some, resp.Kvs...)
		}
		if err == nil {
			err = c.put(r, some)
		}
		n += len(some)
		loaded(n, of)
	}
	if ctx.Err() != nil {
		c.members.leave(left)
		err = fmt.Errorf("%s does not answer: %w", cli.Endpoints()[0], context.DeadlineExceeded)
	}
	return err
}

// someKeys is how many keys are written to a new replica at once.
const someKeys = 20_000

// put writes what came from the cluster, whose names sort: the keys first, and then the log that stands above them. bbolt
// splits its pages when a transaction ends, and what comes in any order, as the log does, must not be too much in one.
func (c *cluster) put(r replica, some []*mvccpb.KeyValue) error {
	err := r.file.Write(func(t *storage.FileTx) error {
		for _, kv := range some {
			if c.names.isKey(kv.Key) {
				t.Put(c.names.ofKey(kv.Key), kv.Value)
			}
		}
		return t.Err()
	})
	for _, kv := range some {
		if err != nil || !c.names.isCommit(kv.Key) {
			continue
		}
		var entry commit
		if entry, err = c.names.readCommit(kv); err == nil {
			err = r.file.Write(func(t *storage.FileTx) error { return replay(t, []commit{entry}) })
		}
	}
	return err
}

// refill puts a new replica in the place of one that the watch cannot bring forward any more.
func (c *cluster) refill() error {
	fresh, err := c.fill(c.ctx, func(int, int) {})
	if err != nil {
		return err
	}
	c.moving.Lock()
	defer c.moving.Unlock()
	if c.seq >= fresh.seq { // its own commits brought it forward meanwhile
		c.rev = max(c.rev, fresh.rev)
		return fresh.file.Close()
	}
	old := c.replica.Load()
	var changed [][]byte
	err = old.View(func(was storage.Tx) error {
		return fresh.file.View(func(is storage.Tx) error {
			storage.Compare(was, is, nil, func(k []byte) bool { changed = append(changed, append([]byte(nil), k...)); return true })
			return nil
		})
	})
	if err != nil {
		return errors.Join(err, fresh.file.Close())
	}
	c.replica.Store(fresh.file)
	c.seq, c.rev, c.behind = fresh.seq, fresh.rev, nil
	c.done.Go(func() { _ = old.Close() }) // waits for its views; nothing of it is needed any more
	c.Tell(changed)
	return nil
}

// closed reports whether a view came too late to a replica that was replaced.
func closed(err error) bool { return errors.Is(err, bolterrors.ErrDatabaseNotOpen) }
