package etcd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"arcade.example.com/storage"
	"arcade.example.com/storage/etcd/etcdtest"
	"arcade.example.com/storage/storagetest"
	clientv3 "go.etcd.io/etcd/client/v3"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

func within(t testing.TB, d time.Duration, what string, come func() bool) {
	t.Helper()
	for deadline := time.Now().Add(d); !come(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal(what + " did not come about")
		}
	}
}

func save(t testing.TB, s storage.Store, n int) string {
	t.Helper()
	run := storagetest.NewRun(fmt.Sprintf("r%06d", n), n, int64(1000+n))
	if _, err := s.Save(run); err != nil {
		t.Error(err)
	}
	return run.ID
}

// contents is all keys with their values, as the engine's views show them.
func contents(t testing.TB, e *cluster) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := e.View(func(t storage.Tx) error {
		t.Walk(nil, nil, func(k, v []byte) bool { all[string(k)] = string(v); return true })
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func openCluster(t testing.TB, c Config) *cluster {
	t.Helper()
	c.Folder = t.TempDir()
	e, err := open(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

func put(t testing.TB, e *cluster, k, v string) {
	t.Helper()
	if err := e.Update(func(t storage.Tx) error { t.Put([]byte(k), []byte(v)); return nil }); err != nil {
		t.Fatal(err)
	}
}

// What was committed moves from the log to the keys, deletions too, and a node that opens then has all of it.
func TestSettle(t *testing.T) {
	t.Parallel()
	servers := etcdtest.Start(t, 1, etcdtest.Options{NoSync: true})
	a := database(servers.Addresses(0))
	one := openCluster(t, Config{Cluster: a})
	for n := range settleEvery + keptInLog {
		put(t, one, fmt.Sprint("k", n%50), fmt.Sprint(n))
		if n%3 == 0 {
			if err := one.Update(func(t storage.Tx) error { t.Del(fmt.Append(nil, "k", n%50)); return nil }); err != nil {
				t.Fatal(err)
			}
		}
	}
	cli := servers.Client(0)
	count := func(what string) int64 {
		got, err := cli.Get(context.Background(), a.Prefix+what, clientv3.WithPrefix(), clientv3.WithCountOnly())
		if err != nil {
			t.Fatal(err)
		}
		return got.Count
	}
	within(t, 10*time.Second, "a short log", func() bool { return count("log/") < settleEvery+keptInLog })
	if count("key/") == 0 {
		t.Error("no keys were settled")
	}
	two := openCluster(t, Config{Cluster: a})
	if got, want := contents(t, two), contents(t, one); fmt.Sprint(got) != fmt.Sprint(want) || len(want) == 0 {
		t.Errorf("%v, want %v", got, want)
	}
}

// A settler that was slow, and another took its turn, changes nothing any more.
func TestSettlerOutOfTurn(t *testing.T) {
	t.Parallel()
	e := openCluster(t, Config{Cluster: database(etcdtest.Start(t, 1, etcdtest.Options{NoSync: true}).Addresses(0))})
	put(t, e, "k", "v")
	late := clientv3.Compare(clientv3.ModRevision(e.names.settler()), "=", 1)
	if _, err := e.settleSome(late, 1); !errors.Is(err, errTurn) {
		t.Error(err)
	}
	e.settle(1)
	if fresh := openCluster(t, Config{Cluster: Address{Members: e.members.all, Prefix: string(e.names)}}); contents(t, fresh)["k"] != "v" {
		t.Error("it is gone")
	}
}

// losing loses requests, and answers to those that were carried out.
func losing() []grpc.DialOption {
	return []grpc.DialOption{grpc.WithChainUnaryInterceptor(
		func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, call grpc.UnaryInvoker, opts ...grpc.CallOption) error {
			other := !strings.HasSuffix(method, "/Txn")
			switch n := rand.IntN(10); {
			case other || n > 3:
				return call(ctx, method, req, reply, cc, opts...)
			case n > 1:
				_ = call(ctx, method, req, reply, cc, opts...) // nobody hears of it
			}
			return status.Error(codes.Unavailable, "lost on purpose")
		})}
}

// Requests and answers are lost, of two nodes that write at once: everything is applied, once.
func TestLostAnswers(t *testing.T) {
	t.Parallel()
	a := database(etcdtest.Start(t, 1, etcdtest.Options{NoSync: true}).Addresses(0))
	var nodes []*cluster
	for range 2 {
		nodes = append(nodes, openCluster(t, Config{Cluster: a, dial: losing()}))
	}
	const writers, writes = 10, 10
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			for range writes {
				err := nodes[w%2].Update(func(t storage.Tx) error {
					t.Put([]byte("sum"), append(t.Get([]byte("sum")), 'x'))
					t.Add([]byte("counter"), 1)
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	for _, e := range nodes {
		within(t, 5*time.Second, "every write, once", func() bool { return len(contents(t, e)["sum"]) == writers*writes })
		if got := contents(t, e)["counter"]; got != string([]byte{writers * writes}) {
			t.Errorf("counted %q", got)
		}
	}
}

// A transaction that no log entry can hold is refused, and only that.
func TestTooLarge(t *testing.T) {
	t.Parallel()
	e := openCluster(t, Config{Cluster: database(etcdtest.Start(t, 1, etcdtest.Options{NoSync: true}).Addresses(0))})
	for size, want := range map[int]error{1 << 20: nil, maxEntry: errLarge} {
		err := e.Update(func(t storage.Tx) error { t.Put([]byte("k"), bytes.Repeat([]byte("x"), size)); return nil })
		if !errors.Is(err, want) || e.Healthy() != nil {
			t.Errorf("%d bytes: %v, healthy: %v", size, err, e.Healthy())
		}
	}
	if got := len(contents(t, e)["k"]); got != 1<<20 {
		t.Errorf("%d bytes are there", got)
	}
}

// A cluster that is not there, or not an arcade's, is said to be so at once.
func TestOpenRefused(t *testing.T) {
	t.Parallel()
	if _, err := Open(Config{Cluster: Address{Prefix: "x/"}}); err == nil {
		t.Error("nobody was asked")
	}
	a := database(etcdtest.Start(t, 1, etcdtest.Options{NoSync: true}).Addresses(0))
	e := openCluster(t, Config{Cluster: a})
	put(t, e, "foreign", "x")
	if _, err := Open(Config{Cluster: a, Folder: t.TempDir(), Secret: storagetest.Secret}); !errors.Is(err, storage.ErrForeign) {
		t.Errorf("foreign keys: %v", err)
	}
}
