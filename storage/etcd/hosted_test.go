//go:build hosted

package etcd

import (
	"context"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"arcade.example.com/storage"
	"arcade.example.com/storage/etcd/etcdtest"
	"arcade.example.com/storage/storagetest"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.uber.org/zap"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

func TestHostedEtcd(t *testing.T) { suite(t, etcdtest.Start(t, 3, etcdtest.Options{}).Addresses(0)) }

// crowd saves runs on several nodes, each again until it is acknowledged, as the arcade does.
type crowd struct {
	nodes []storage.Store
	ctx   context.Context
	stop  context.CancelFunc
	all   sync.WaitGroup

	mu     sync.Mutex
	saved  []string
	last   time.Time     // when a run was acknowledged last
	gap    time.Duration // the longest time without, since it was asked for
	failed int
}

func gather(nodes []storage.Store, sessions int) *crowd {
	c := &crowd{nodes: nodes, last: time.Now()}
	c.ctx, c.stop = context.WithCancel(context.Background())
	for i := range sessions {
		c.all.Go(func() { c.play(i) })
	}
	return c
}

func (c *crowd) play(session int) {
	for n := 0; c.ctx.Err() == nil; n++ {
		run := storagetest.NewRun(fmt.Sprintf("s%02d-%05d", session, n), session, int64(100_000-n))
		run.Steps = make([]byte, 1500)
		_, err := c.nodes[session%len(c.nodes)].Save(run)
		for err != nil && c.ctx.Err() == nil {
			c.mu.Lock()
			c.failed++
			c.mu.Unlock()
			time.Sleep(100 * time.Millisecond) // the next try's pace: how many fail in a gap is told
			_, err = c.nodes[session%len(c.nodes)].Save(run)
		}
		if err == nil {
			c.acknowledged(run.ID)
		}
		// a session's pace: the load is what is told beside the faults
		time.Sleep(20*time.Millisecond + rand.N(40*time.Millisecond))
	}
}

func (c *crowd) acknowledged(run string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.saved = append(c.saved, run)
	c.gap = max(c.gap, time.Since(c.last))
	c.last = time.Now()
}

// report tells how a fault was lived through, and begins to count anew.
func (c *crowd) report(t *testing.T, fault string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	t.Logf("%s: longest gap %v, failed at first %d, saved so far %d", fault, max(c.gap, time.Since(c.last)).Round(10*time.Millisecond), c.failed, len(c.saved))
	c.gap, c.failed = 0, 0
}

// end ends it, and looks for every run that was acknowledged on every node.
func (c *crowd) end(t *testing.T) {
	c.stop()
	c.all.Wait()
	for i, s := range c.nodes {
		mark := fmt.Sprint(time.Now())
		if err := c.nodes[0].SetSettings(storagetest.Key(0), map[string]string{"mark": mark}); err != nil {
			t.Fatal(err)
		}
		within(t, 10*time.Second, "what was written last", func() bool {
			set, err := s.Settings(storagetest.Key(0))
			return err == nil && set["mark"] == mark
		})
		for _, run := range c.saved {
			if _, err := s.Replay(run); err != nil {
				t.Errorf("node %d: an acknowledged run is gone: %v", i, err)
			}
		}
		if err := errors.Join(s.Verify(func(err error) { t.Error("verify: ", err) }), s.Healthy()); err != nil {
			t.Errorf("node %d: %v", i, err)
		}
	}
	if len(c.saved) < 100 {
		t.Errorf("only %d runs were saved", len(c.saved))
	}
}

// nodes opens three stores, each of which asks another member first.
func nodes(t *testing.T, servers *etcdtest.Cluster) (list []storage.Store) {
	a := database(nil)
	for i := range 3 {
		a.Members = servers.Addresses(i)
		list = append(list, openTest(t, a))
	}
	return list
}

// Members are killed in turn and the leader is frozen while runs are saved: they are saved on, and none is lost.
func TestHostedFaults(t *testing.T) {
	t.Parallel()
	servers := etcdtest.Start(t, 3, etcdtest.Options{})
	c := gather(nodes(t, servers), 30)
	more := func() bool {
		c.mu.Lock()
		before := len(c.saved)
		c.mu.Unlock()
		within(t, 30*time.Second, "runs being saved", func() bool { c.mu.Lock(); defer c.mu.Unlock(); return len(c.saved) > before+30 })
		return true
	}
	more()
	for i := range 3 {
		servers.Kill(i)
		more()
		c.report(t, fmt.Sprint("member ", i, " is killed"))
		servers.Restart(i)
		servers.Leader()
		more()
		c.report(t, fmt.Sprint("member ", i, " is back"))
	}
	frozen := servers.Leader()
	servers.Freeze(frozen)
	time.Sleep(12 * time.Second) // the fault itself: longer than a leader may be silent
	c.report(t, "the leader is frozen for 12 s")
	servers.Thaw(frozen)
	more()
	c.report(t, "the leader is back")
	c.end(t)
}

// With one member of three nothing is written, and that is said; reading goes on, and so does writing when there is a
// second one again.
func TestHostedLostMajority(t *testing.T) {
	t.Parallel()
	servers := etcdtest.Start(t, 3, etcdtest.Options{})
	c := gather(nodes(t, servers), 10)
	within(t, 30*time.Second, "runs being saved", func() bool { c.mu.Lock(); defer c.mu.Unlock(); return len(c.saved) > 100 })
	servers.Kill(0)
	servers.Freeze(1)
	for i, s := range c.nodes {
		within(t, 30*time.Second, "illness", func() bool { return s.Healthy() != nil })
		err := s.SetSettings(storagetest.Key(99), nil)
		if !errors.Is(err, storage.ErrReadOnly) || !errors.Is(s.Healthy(), storage.ErrReadOnly) {
			t.Errorf("node %d: %v, healthy: %v", i, err, s.Healthy())
		}
		if lines, _, err := s.Top(storage.Leaderboard{Game: "maze", Mode: "10x10", Period: storage.All}, 1, 10); err != nil || len(lines) == 0 {
			t.Errorf("node %d: %v, %v", i, lines, err)
		}
		t.Logf("node %d: %v", i, s.Healthy())
	}
	servers.Restart(0)
	for _, s := range c.nodes {
		within(t, 30*time.Second, "health", func() bool { return s.Healthy() == nil })
	}
	c.report(t, "no majority")
	servers.Thaw(1)
	c.end(t)
}

// A cluster that is full takes nothing, and that is said; when there is room again the node finds out by itself.
func TestHostedFull(t *testing.T) {
	t.Parallel()
	servers := etcdtest.Start(t, 1, etcdtest.Options{Quota: 6 << 20, NoSync: true})
	s := openTest(t, database(servers.Addresses(0)))
	var err error
	last := ""
	for n := 0; err == nil; n++ {
		value := fmt.Sprint(n, strings.Repeat("x", 4000))
		if err = s.SetSettings(storagetest.Key(1), map[string]string{"v": value}); err == nil {
			last = value
		}
	}
	for _, err := range []error{err, s.Healthy()} {
		if !errors.Is(err, storage.ErrReadOnly) || !strings.Contains(err.Error(), "space exceeded") {
			t.Errorf("full: %v", err)
		}
	}
	if set, err := s.Settings(storagetest.Key(1)); err != nil || set["v"] != last {
		t.Errorf("%.10q, want %.10q: %v", set["v"], last, err)
	}
	cli := servers.Client(0)
	ctx := context.Background()
	got, err := cli.Get(ctx, "x")
	if err != nil {
		t.Fatal(err)
	}
	_, compact := cli.Compact(ctx, got.Header.Revision, clientv3.WithCompactPhysical())
	_, defragment := cli.Defragment(ctx, cli.Endpoints()[0])
	_, disarm := cli.AlarmDisarm(ctx, &clientv3.AlarmMember{})
	if err := errors.Join(compact, defragment, disarm); err != nil {
		t.Fatal(err)
	}
	within(t, 10*time.Second, "health", func() bool { return s.Healthy() == nil })
	save(t, s, 1)
}

// Who logs in wrongly, or may not have the prefix, is refused with the cause; so is a node whose rights are taken away.
func TestHostedLogin(t *testing.T) {
	t.Parallel()
	servers := etcdtest.Start(t, 1, etcdtest.Options{NoSync: true})
	a := database(servers.Addresses(0))
	cli := servers.Client(0)
	ctx := context.Background()
	end := clientv3.GetPrefixRangeEnd(a.Prefix)
	must := func(_ any, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(cli.UserAdd(ctx, "root", "r"))
	must(cli.UserGrantRole(ctx, "root", "root"))
	must(cli.RoleAdd(ctx, "arcade"))
	must(cli.RoleGrantPermission(ctx, "arcade", a.Prefix, end, clientv3.PermissionType(clientv3.PermReadWrite)))
	must(cli.UserAdd(ctx, "arcade", "secret"))
	must(cli.UserGrantRole(ctx, "arcade", "arcade"))
	must(cli.AuthEnable(ctx))
	for what, change := range map[string]func(*Address){
		"user name is empty": func(*Address) {},
		"invalid user ID":    func(a *Address) { a.User, a.Password = "arcade", "wrong" },
		"permission denied":  func(a *Address) { a.User, a.Password, a.Prefix = "arcade", "secret", "other/" },
	} {
		wrong := a
		change(&wrong)
		if _, err := Open(Config{Cluster: wrong, Folder: t.TempDir(), Secret: storagetest.Secret}); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
	}
	a.User, a.Password = "arcade", "secret"
	s := openTest(t, a)
	save(t, s, 1)
	root, err := clientv3.New(clientv3.Config{Endpoints: cli.Endpoints(), Username: "root", Password: "r", Logger: zap.NewNop()})
	must(nil, err)
	defer root.Close()
	must(root.UserRevokeRole(ctx, "arcade", "arcade"))
	within(t, 10*time.Second, "illness", func() bool { return s.Healthy() != nil })
	if err := s.SetSettings(storagetest.Key(1), nil); !errors.Is(err, storage.ErrReadOnly) || !strings.Contains(err.Error(), "permission denied") {
		t.Error(err)
	}
	must(root.UserGrantRole(ctx, "arcade", "arcade"))
	within(t, 10*time.Second, "health", func() bool { return s.Healthy() == nil })
	save(t, s, 2)
}

// Certificates are asked for on both sides, and what is wrong with them is said.
func TestHostedCertificates(t *testing.T) {
	t.Parallel()
	ours, others := newAuthority(t), newAuthority(t)
	cert, key := ours.sign(t)
	servers := etcdtest.Start(t, 1, etcdtest.Options{CA: ours.file, Cert: cert, Key: key, NoSync: true})
	open := func(query string) error {
		a, err := ParseAddress(Scheme + servers.Addresses(0)[0] + "/arcade?" + query)
		if err != nil {
			return err
		}
		s, err := Open(Config{Cluster: a, Folder: t.TempDir(), Secret: storagetest.Secret})
		if err != nil {
			return err
		}
		defer s.Close()
		_, err = s.Save(storagetest.NewRun("r1", 1, 1000))
		return err
	}
	own, ownKey := ours.sign(t)
	foreign, foreignKey := others.sign(t)
	for query, want := range map[string]string{
		"ca=" + ours.file + "&cert=" + own + "&key=" + ownKey:         "",
		"ca=" + others.file + "&cert=" + own + "&key=" + ownKey:       "unknown authority",
		"ca=" + ours.file + "&cert=" + foreign + "&key=" + foreignKey: "tls: ",
		"ca=" + ours.file: "certificate required",
	} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			if err := open(query); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
				t.Error(err)
			}
		})
	}
}

// authority signs certificates.
type authority struct {
	file string
	cert *x509.Certificate
	key  ed25519.PrivateKey
}

func newAuthority(t *testing.T) *authority {
	pub, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	a := &authority{key: key, cert: &x509.Certificate{SerialNumber: big.NewInt(1), IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign, NotAfter: time.Now().Add(time.Hour)}}
	der, err := x509.CreateCertificate(nil, a.cert, a.cert, pub, key)
	if err != nil {
		t.Fatal(err)
	}
	a.file = writePEM(t, "CERTIFICATE", der)
	return a
}

func (a *authority) sign(t *testing.T) (cert, key string) {
	pub, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.CreateCertificate(nil, &x509.Certificate{SerialNumber: big.NewInt(2), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}, a.cert, pub, a.key)
	if err != nil {
		t.Fatal(err)
	}
	pkcs, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return writePEM(t, "CERTIFICATE", der), writePEM(t, "PRIVATE KEY", pkcs)
}

func writePEM(t *testing.T, kind string, der []byte) string {
	file := filepath.Join(t.TempDir(), "pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// wire stands between a node and the cluster, and lets nothing through while it is closed.
type wire struct{ closed atomic.Bool }

var errCut = status.Error(codes.Unavailable, "cut off")

func (c *wire) options() []grpc.DialOption {
	return []grpc.DialOption{
		grpc.WithChainUnaryInterceptor(func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, call grpc.UnaryInvoker, opts ...grpc.CallOption) error {
			if c.closed.Load() {
				return errCut
			}
			return call(ctx, method, req, reply, cc, opts...)
		}),
		grpc.WithChainStreamInterceptor(func(ctx context.Context, d *grpc.StreamDesc, cc *grpc.ClientConn, method string, stream grpc.Streamer, opts ...grpc.CallOption) (grpc.ClientStream, error) {
			if c.closed.Load() {
				return nil, errCut
			}
			s, err := stream(ctx, d, cc, method, opts...)
			return wireStream{s, c}, err
		}),
	}
}

type wireStream struct {
	grpc.ClientStream
	wire *wire
}

func (s wireStream) RecvMsg(m any) error {
	if err := s.ClientStream.RecvMsg(m); err != nil || !s.wire.closed.Load() {
		return err
	}
	return errCut
}

// A node that was cut off until etcd had forgotten what it missed fills its replica anew, tells what changed, and goes on.
func TestHostedCutOff(t *testing.T) {
	t.Parallel()
	servers := etcdtest.Start(t, 1, etcdtest.Options{NoSync: true})
	a := database(servers.Addresses(0))
	one := openCluster(t, Config{Cluster: a})
	line := &wire{}
	two := openCluster(t, Config{Cluster: a, dial: line.options()})
	put(t, one, "gone", "x")
	put(t, one, "same", "x")
	within(t, 5*time.Second, "what was written before", func() bool { return len(contents(t, two)) == 2 })
	var told sync.Map
	two.Watch(func(k []byte) { told.Store(string(k), true) })

	line.closed.Store(true)
	if err := one.Update(func(t storage.Tx) error { t.Del([]byte("gone")); return nil }); err != nil {
		t.Fatal(err)
	}
	for n := range 20 {
		put(t, one, "new", fmt.Sprint(n))
	}
	within(t, 10*time.Second, "illness", func() bool { return two.Healthy() != nil })
	if err := two.Update(func(t storage.Tx) error { t.Put([]byte("k"), nil); return nil }); !errors.Is(err, storage.ErrReadOnly) || !strings.Contains(err.Error(), "cut off") {
		t.Errorf("update: %v", err)
	}
	if len(contents(t, two)) != 2 {
		t.Error("it reads no more")
	}
	one.settle(one.seq) // nothing stays in the log, and no history
	if _, err := servers.Client(0).Compact(context.Background(), one.revision()); err != nil {
		t.Fatal(err)
	}
	line.closed.Store(false)
	within(t, 10*time.Second, "health", func() bool { return two.Healthy() == nil })
	put(t, two, "from two", "x")
	within(t, 5*time.Second, "the same on both", func() bool { return fmt.Sprint(contents(t, one)) == fmt.Sprint(contents(t, two)) })
	for k, want := range map[string]bool{"gone": true, "new": true, "same": false} {
		if _, was := told.Load(k); was != want {
			t.Errorf("told of %s: %v", k, was)
		}
	}
}

// A node that does not say good-bye is gone when its lease has run out, and nothing else is.
func TestHostedNotesOfADeadNode(t *testing.T) {
	a := database(etcdtest.Start(t, 1, etcdtest.Options{NoSync: true}).Addresses(0))
	stays := openTest(t, a)
	dies, err := OpenEngine(Config{Cluster: a, Folder: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	dies.NewPinboard().Post("node", []byte("dies"))
	stays.Post("node", []byte("stays"))
	count := func(want int) bool { return len(stays.Notes("node")) == want }
	within(t, 5*time.Second, "both nodes", func() bool { return count(2) })
	if err := dies.Close(); err != nil { // without Leave
		t.Fatal(err)
	}
	died := time.Now()
	within(t, 3*noteLife, "the end of the lease", func() bool { return count(1) })
	if gone := time.Since(died); gone < noteLife/3 {
		t.Errorf("the notes were gone after %v: somebody took them down", gone)
	}
	if left := stays.Notes("node"); string(left[0].Value) != "stays" {
		t.Errorf("%s is left", left[0].Value)
	}
}
