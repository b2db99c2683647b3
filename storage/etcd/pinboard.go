package etcd

import (
	"context"
	"errors"
	"sync"
	"time"

	"arcade.example.com/storage"

	"go.etcd.io/etcd/api/v3/mvccpb"
	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"
)

// noteLife is how long a node's notes stand after the node was heard of last.
const noteLife = 10 * time.Second

// pinboard is a node's pinboard: what the node wants to have posted, and what it knows of all nodes' notes. In the cluster
// its own belong to a lease, and go with it.
type pinboard struct {
	storage.Pinned
	c *cluster

	mu    sync.Mutex
	own   map[string][]byte // what this node wants to have posted
	due   map[string]bool   // the names that stand otherwise in the cluster, as far as is known
	left  bool
	wake  chan struct{}    // has room for one: something is due
	lease clientv3.LeaseID // 0 for none
	alive time.Time        // when the lease was asked for, or kept alive, last
}

// NewPinboard is what storage.Engine asks for.
func (c *cluster) NewPinboard() storage.Pinboard {
	p := &pinboard{c: c, own: make(map[string][]byte), due: make(map[string]bool), wake: make(chan struct{}, 1)}
	c.done.Go(p.post)
	c.done.Go(p.read)
	return p
}

func (p *pinboard) Self() string { return p.c.node }

func (p *pinboard) Post(name string, value []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.left {
		return
	}
	if value == nil {
		delete(p.own, name)
	} else {
		p.own[name] = value
	}
	order := p.Note(name, p.c.node).Order
	if order == 0 {
		order = storage.Unposted
	}
	p.pin(name, order)
	p.owe(name)
}

// pin shows this node's own note as it wants it. mu is held.
func (p *pinboard) pin(name string, order int64) {
	p.Pin(storage.Note{Name: name, Node: p.c.node, Value: p.own[name], Order: order})
}

// owe has a note of this node's posted. mu is held.
func (p *pinboard) owe(name string) {
	p.due[name] = true
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// Leave gives the lease back, and with it go the notes.
func (p *pinboard) Leave() {
	p.mu.Lock()
	p.left = true
	for name := range p.own {
		delete(p.own, name)
		p.pin(name, 0)
	}
	lease := p.lease
	p.mu.Unlock()
	if lease == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(p.c.ctx, answer)
	defer cancel()
	_ = p.c.members.ask(ctx, func(ctx context.Context, cli *clientv3.Client) error { // it ends by itself too
		_, err := cli.Revoke(ctx, lease)
		return err
	})
}

// post posts what is due, and keeps the lease alive.
func (p *pinboard) post() {
	for p.c.ctx.Err() == nil {
		select {
		case <-p.c.ctx.Done():
			return
		case <-p.wake:
		case <-time.After(noteLife / 4):
		}
		for more := true; more; {
			var err error
			if more, err = p.postSome(); err != nil && !p.c.wait(pause) {
				return
			}
		}
	}
}

// postSome posts as many of the notes that are due as one transaction takes.
func (p *pinboard) postSome() (more bool, err error) {
	if err := p.live(); err != nil {
		return true, err
	}
	p.mu.Lock()
	var ops []clientv3.Op
	size := 0
	for name := range p.due {
		if len(ops) == most || size > mostBytes || p.left {
			break
		}
		at := p.c.names.note(name, p.c.node)
		value, is := p.own[name]
		if is && p.lease == 0 {
			continue
		}
		if is {
			ops = append(ops, clientv3.OpPut(at, string(value), clientv3.WithLease(p.lease)))
			size += len(value)
		} else {
			ops = append(ops, clientv3.OpDelete(at))
		}
		delete(p.due, name)
	}
	more = len(p.due) > 0 && !p.left
	p.mu.Unlock()
	if len(ops) == 0 {
		return false, nil
	}
	err = p.c.members.ask(p.c.ctx, func(ctx context.Context, cli *clientv3.Client) error {
		_, err := cli.Txn(ctx).Then(ops...).Commit()
		return err
	})
	if err != nil {
		p.oweAgain(ops)
	}
	return more || err != nil, err
}

// oweAgain is for a transaction that was not answered, or refused. It does no harm to post a note twice.
func (p *pinboard) oweAgain(ops []clientv3.Op) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, op := range ops {
		name, _ := p.c.names.ofNote(op.KeyBytes())
		p.due[name] = true
	}
}

// live keeps the lease alive. Where it is gone, and all notes with it, a new one is asked for, and they are due again.
func (p *pinboard) live() error {
	p.mu.Lock()
	lease, now := p.lease, time.Now()
	early := lease != 0 && now.Sub(p.alive) < noteLife/5 || p.left || lease == 0 && len(p.own) == 0
	p.mu.Unlock()
	if early {
		return nil
	}
	err := p.c.members.ask(p.c.ctx, func(ctx context.Context, cli *clientv3.Client) error {
		if lease != 0 {
			_, err := cli.KeepAliveOnce(ctx, lease)
			return err
		}
		resp, err := cli.Grant(ctx, int64(noteLife/time.Second))
		if err == nil {
			lease = resp.ID
		}
		return err
	})
	p.mu.Lock()
	defer p.mu.Unlock()
	if errors.Is(err, rpctypes.ErrLeaseNotFound) {
		p.lease = 0
		for name := range p.own {
			p.owe(name)
		}
	}
	if err != nil {
		return err
	}
	p.lease, p.alive = lease, now
	return nil
}

// read brings in what all nodes post.
func (p *pinboard) read() {
	for p.c.ctx.Err() == nil {
		if err := p.readOn(); err != nil {
			p.c.wait(pause)
		}
	}
}

// readOn reads all notes, and what happens to them from then on until the member is left.
func (p *pinboard) readOn() error {
	var resp *clientv3.GetResponse
	err := p.c.members.ask(p.c.ctx, func(ctx context.Context, cli *clientv3.Client) (err error) {
		resp, err = cli.Get(ctx, p.c.names.notes(), clientv3.WithPrefix())
		return err
	})
	if err != nil {
		return err
	}
	there := make(map[string]bool, len(resp.Kvs))
	for _, kv := range resp.Kvs {
		there[string(kv.Key)] = true
		p.heard(kv, true)
	}
	for _, n := range p.Notes("") {
		if at := p.c.names.note(n.Name, n.Node); !there[at] {
			p.heard(&mvccpb.KeyValue{Key: []byte(at)}, false)
		}
	}
	return p.c.watch(func(events []*clientv3.Event) error {
		for _, e := range events {
			p.heard(e.Kv, e.Type == clientv3.EventTypePut)
		}
		return nil
	}, p.c.names.notes(), clientv3.WithPrefix(), clientv3.WithRev(resp.Header.Revision+1))
}

// heard takes in how a note stands in the cluster. What this node has not wanted there, such as the end of its lease, or
// an earlier transaction that comes late, it puts right.
func (p *pinboard) heard(kv *mvccpb.KeyValue, stands bool) {
	name, node := p.c.names.ofNote(kv.Key)
	if node != p.c.node {
		n := storage.Note{Name: name, Node: node, Order: kv.CreateRevision}
		if stands {
			n.Value = append([]byte{}, kv.Value...)
		}
		p.Pin(n)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	want, wanted := p.own[name]
	order := int64(storage.Unposted)
	if stands {
		order = kv.CreateRevision
	}
	if wanted {
		p.pin(name, order)
	}
	if wanted != stands || string(want) != string(kv.Value) {
		p.owe(name)
	}
}
