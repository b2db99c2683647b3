package etcd

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/storage"
	"arcade.example.com/storage/etcd/etcdtest"
	"go.etcd.io/etcd/api/v3/mvccpb"
	clientv3 "go.etcd.io/etcd/client/v3"
	"google.golang.org/grpc"
)

// What the watch brings is in the views of a node at once, and behindFor later at the latest where the node is about to
// commit itself.
func TestSoonBrought(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		name    string
		commits bool // the node does so too
		want    []time.Duration
	}{
		{"a node that only reads", false, []time.Duration{0, 150 * ms, 500 * ms}},
		{"a node that commits", true, []time.Duration{200 * ms, 200 * ms, 700 * ms}},
	} {
		synctest.Test(t, func(t *testing.T) {
			file, err := storage.NewReplica(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			e := &cluster{names: "arcade/", turns: newTurns("b"), late: make(chan struct{}, 1)}
			e.replica.Store(file)
			e.ctx, e.stop = context.WithCancel(context.Background())
			e.done.Go(e.catchUp)
			begun := time.Now()
			var told []time.Duration
			e.Watch(func([]byte) { told = append(told, time.Since(begun)) })
			for i, at := range []time.Duration{0, 150 * ms, 500 * ms} {
				time.Sleep(at - time.Since(begun)) // the bubble's time
				if c.commits {
					e.turns.note("b-1", time.Now())
				}
				seq := int64(i + 1)
				err := e.take([]*clientv3.Event{{Kv: &mvccpb.KeyValue{Key: []byte(e.names.commit(seq)), ModRevision: 10 + seq,
					Value: encode("a-1", []write{{fmt.Append(nil, "k", i), []byte("v")}})}}})
				if err != nil {
					t.Error(err)
				}
			}
			time.Sleep(time.Second)
			e.stop()
			e.done.Wait()
			if !slices.Equal(told, c.want) {
				t.Errorf("%s: told after %v, want %v", c.name, told, c.want)
			}
			if err := file.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// A node hears of another's commit by the watch alone: it asks for nothing.
func TestWatchAlone(t *testing.T) {
	t.Parallel()
	a := database(etcdtest.Start(t, 1, etcdtest.Options{NoSync: true}).Addresses(0))
	one := openCluster(t, Config{Cluster: a})
	var asked atomic.Int64
	two := openCluster(t, Config{Cluster: a, beat: time.Hour, dial: []grpc.DialOption{grpc.WithChainUnaryInterceptor(
		func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, call grpc.UnaryInvoker, opts ...grpc.CallOption) error {
			if strings.Contains(method, ".KV/") && !strings.HasSuffix(method, "/Compact") {
				asked.Add(1)
			}
			return call(ctx, method, req, reply, cc, opts...)
		})}})
	told := make(chan string, 10)
	two.Watch(func(k []byte) { told <- string(k) })
	before := asked.Load()
	for n := range 3 {
		k := fmt.Sprint("k", n)
		put(t, one, k, "x")
		if got := <-told; got != k || contents(t, two)[k] != "x" {
			t.Errorf("told of %s, want %s", got, k)
		}
	}
	if n := asked.Load() - before; n > 0 {
		t.Errorf("asked %d times", n)
	}
}
