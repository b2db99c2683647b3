// Package etcdtest runs the members of etcd clusters for tests, each in a process of its own that can be killed and
// frozen. It knows nothing of the arcade.
package etcdtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/server/v3/embed"
	"go.uber.org/zap"
	"golang.org/x/sys/unix"
)

// Options say what is unlike etcd's defaults. The zero Options are those.
type Options struct {
	Quota         int64  // bytes
	NoSync        bool   // nothing is made durable: for tests that are about something else
	CA, Cert, Key string // files: with them clients have to use TLS, and to show a certificate of the authority's
}

// settings is what a member's process is told.
type settings struct {
	Options
	Name, Folder, Client, Peer, Cluster string
}

const variable = "ARCADE_TEST_ETCD_MEMBER"

// Main runs a member where this process was started to be one, and returns otherwise: the first line of a TestMain.
func Main() {
	text, is := os.LookupEnv(variable)
	if !is {
		return
	}
	if err := run(text); err != nil {
		fmt.Fprintln(os.Stderr, "member:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// run serves until standard input ends: with the test's process, however that ends.
func run(text string) error {
	var s settings
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return err
	}
	c := embed.NewConfig()
	c.Name, c.Dir, c.LogLevel, c.LogOutputs = s.Name, s.Folder, "fatal", []string{"stderr"}
	c.UnsafeNoFsync, c.QuotaBackendBytes = s.NoSync, s.Quota
	c.SocketOpts.ReusePort = true // see reserve
	c.InitialCluster = s.Cluster
	client, peer := url.URL{Scheme: "http", Host: s.Client}, url.URL{Scheme: "http", Host: s.Peer}
	if s.CA != "" {
		client.Scheme = "https"
		c.ClientTLSInfo.TrustedCAFile, c.ClientTLSInfo.CertFile, c.ClientTLSInfo.KeyFile = s.CA, s.Cert, s.Key
		c.ClientTLSInfo.ClientCertAuth = true
	}
	c.ListenClientUrls, c.AdvertiseClientUrls = []url.URL{client}, []url.URL{client}
	c.ListenPeerUrls, c.AdvertisePeerUrls = []url.URL{peer}, []url.URL{peer}
	server, err := embed.StartEtcd(c)
	if err != nil {
		return err
	}
	defer server.Close()
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

// Cluster is some members.
type Cluster struct {
	t       testing.TB
	members []*member
}

type member struct {
	settings
	process *exec.Cmd
	in      io.Closer // its end is the member's
}

// Start starts a cluster, and ends it with the test. It is there when it answers.
func Start(t testing.TB, n int, o Options) *Cluster {
	t.Helper()
	c := &Cluster{t: t}
	folder, err := os.MkdirTemp("", "arcade-etcd-")
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for i := range n {
		s := settings{Options: o, Name: fmt.Sprint("m", i), Folder: filepath.Join(folder, fmt.Sprint("m", i)), Client: reserve(t), Peer: reserve(t)}
		c.members = append(c.members, &member{settings: s})
		all = append(all, s.Name+"=http://"+s.Peer)
	}
	t.Cleanup(func() {
		for i := range c.members {
			c.Kill(i)
		}
		os.RemoveAll(folder)
	})
	for i, m := range c.members {
		m.Cluster = strings.Join(all, ",")
		c.Restart(i)
	}
	return c
}

// reserve is an address that only a member is given until the test ends, whether it runs or not: a socket that does not
// listen holds the port, and the member shares it.
func reserve(t testing.TB) string {
	t.Helper()
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	unix.CloseOnExec(fd)
	t.Cleanup(func() { unix.Close(fd) })
	err = errors.Join(unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_REUSEPORT, 1), unix.Bind(fd, &unix.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}))
	if err != nil {
		t.Fatal(err)
	}
	name, err := unix.Getsockname(fd)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint("127.0.0.1:", name.(*unix.SockaddrInet4).Port)
}

// Addresses are the members' addresses for clients, the nth first.
func (c *Cluster) Addresses(n int) (list []string) {
	for i := range c.members {
		list = append(list, c.members[(n+i)%len(c.members)].Client)
	}
	return list
}

// Restart starts a member that was killed.
func (c *Cluster) Restart(i int) {
	c.t.Helper()
	m := c.members[i]
	text, err := json.Marshal(m.settings)
	if err != nil {
		c.t.Fatal(err)
	}
	m.process = exec.Command(os.Args[0])
	m.process.Env = append(os.Environ(), variable+"="+string(text))
	m.process.Stderr = os.Stderr
	if m.in, err = m.process.StdinPipe(); err == nil {
		err = m.process.Start()
	}
	if err != nil {
		c.t.Fatal(err)
	}
}

// Kill ends a member's process at once, if it runs.
func (c *Cluster) Kill(i int) {
	m := c.members[i]
	if m.process == nil {
		return
	}
	_ = m.process.Process.Kill() // it may have ended
	_ = m.process.Wait()         // it was killed: that is its error
	m.process = nil
}

// Freeze stops a member's process; Thaw lets it go on.
func (c *Cluster) Freeze(i int) { c.signal(i, syscall.SIGSTOP) }
func (c *Cluster) Thaw(i int)   { c.signal(i, syscall.SIGCONT) }

func (c *Cluster) signal(i int, s syscall.Signal) {
	c.t.Helper()
	if err := c.members[i].process.Process.Signal(s); err != nil {
		c.t.Fatal(err)
	}
}

// Client is a client of one member, without TLS.
func (c *Cluster) Client(i int) *clientv3.Client {
	c.t.Helper()
	cli, err := clientv3.New(clientv3.Config{Endpoints: []string{c.members[i].Client}, Logger: zap.NewNop()})
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { cli.Close() })
	return cli
}

// Leader is the member that leads. It waits for an election to end.
func (c *Cluster) Leader() int {
	c.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		for i, m := range c.members {
			if m.process == nil {
				continue
			}
			cli := c.Client(i)
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			status, err := cli.Status(ctx, m.Client)
			cancel()
			if err == nil && status.Leader == status.Header.MemberId {
				return i
			}
		}
	}
	c.t.Fatal("nobody leads")
	return 0
}
