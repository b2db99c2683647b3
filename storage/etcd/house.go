package etcd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"arcade.example.com/storage"

	clientv3 "go.etcd.io/etcd/client/v3"
)

// House is what all nodes of a cluster have alike. It lies beside the keys: no replica, copy or move has it. Whoever may
// read the prefix can read it, and be the arcade.
type House struct {
	HostKey []byte `json:"host_key"` // a private key in PEM
	Secret  []byte `json:"secret"`
}

// ReadHouse reads what the nodes of a cluster have alike. storage.ErrNotFound before somebody has founded it.
func ReadHouse(a Address) (h House, err error) {
	var resp *clientv3.GetResponse
	err = ask(a, func(ctx context.Context, cli *clientv3.Client) (err error) {
		resp, err = cli.Get(ctx, names(a.Prefix).house())
		return err
	})
	if err == nil && len(resp.Kvs) == 0 {
		err = storage.ErrNotFound
	}
	if err == nil {
		err = json.Unmarshal(resp.Kvs[0].Value, &h)
	}
	if err != nil {
		return House{}, fmt.Errorf("read the keys of %s: %w", a, err)
	}
	return h, nil
}

// Found makes this what all nodes have alike, and returns it. Where somebody has founded the house before, it returns what
// they made it.
func Found(a Address, h House) (House, error) {
	at := names(a.Prefix).house()
	if err := h.put(a, clientv3.Compare(clientv3.CreateRevision(at), "=", 0)); err != nil {
		return House{}, err
	}
	return ReadHouse(a)
}

// ChangeHostKey gives a house that was founded another host key. Nodes take it when they join again.
func ChangeHostKey(a Address, pem []byte) error {
	h, err := ReadHouse(a)
	if err != nil {
		return err
	}
	h.HostKey = pem
	return h.put(a)
}

// put writes the house where the conditions hold.
func (h House) put(a Address, conditions ...clientv3.Cmp) error {
	text, err := json.Marshal(h)
	if err == nil {
		err = ask(a, func(ctx context.Context, cli *clientv3.Client) error {
			_, err := cli.Txn(ctx).If(conditions...).Then(clientv3.OpPut(names(a.Prefix).house(), string(text))).Commit()
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("write the keys of %s: %w", a, err)
	}
	return nil
}

// ask makes one call, by whichever member answers.
func ask(a Address, f func(context.Context, *clientv3.Client) error) (err error) {
	m, err := newMembers(a, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.close()) }()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for {
		last := m.ask(ctx, f)
		if last == nil {
			return nil
		}
		if err = cause(err, last); refused(last) || ctx.Err() != nil {
			return err
		}
		time.Sleep(pause)
	}
}
