package etcd

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	pb "go.etcd.io/etcd/api/v3/etcdserverpb"
	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.uber.org/zap"
	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// members asks one member of the cluster at a time, and goes on to the next when it does not answer. The client's own
// way, to ask all in turn, would hand every third call to a member that is frozen until its keep-alive finds out.
type members struct {
	config clientv3.Config
	all    []string

	mu      sync.Mutex
	clients []*clientv3.Client // nil for those that were not asked yet
	now     int
	left    chan struct{} // closed when the member that is asked now is left
}

func newMembers(a Address, dial []grpc.DialOption) (*members, error) {
	if len(a.Members) == 0 {
		return nil, errAddress
	}
	m := &members{all: a.Members, clients: make([]*clientv3.Client, len(a.Members)), left: make(chan struct{})}
	retry := backoff.DefaultConfig
	retry.MaxDelay = answer
	m.config = clientv3.Config{TLS: a.TLS, Username: a.User, Password: a.Password, DialTimeout: answer, Logger: zap.NewNop(),
		DialKeepAliveTime: 10 * time.Second, DialKeepAliveTimeout: answer, // more often than each 10 s etcd may take for a flood
		DialOptions: append(dial, grpc.WithConnectParams(grpc.ConnectParams{Backoff: retry, MinConnectTimeout: answer}))}
	return m, nil
}

// current returns the member that is asked now, and a channel that is closed when it is left.
func (m *members) current() (*clientv3.Client, <-chan struct{}, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.clients[m.now] != nil {
		return m.clients[m.now], m.left, nil
	}
	config := m.config
	config.Endpoints = []string{m.all[m.now]}
	if config.TLS != nil {
		config.Endpoints[0] = "https://" + m.all[m.now]
	}
	cli, err := clientv3.New(config)
	if err != nil {
		return nil, m.left, err
	}
	m.clients[m.now] = cli
	return cli, m.left, nil
}

// ask makes one call, and leaves the member that does not answer it in time.
func (m *members) ask(ctx context.Context, f func(context.Context, *clientv3.Client) error) error {
	cli, left, err := m.current()
	if err == nil {
		once, cancel := context.WithTimeout(ctx, answer)
		defer cancel()
		err = f(once, cli)
	}
	if err == nil || refused(err) || errors.Is(ctx.Err(), context.Canceled) {
		return err
	}
	m.leave(left)
	if cli != nil {
		err = m.because(cli, err)
	}
	return err
}

// leave goes on to the next member, unless somebody did so since left was handed out.
func (m *members) leave(left <-chan struct{}) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if left != m.left {
		return
	}
	close(m.left)
	m.left = make(chan struct{})
	m.now = (m.now + 1) % len(m.all)
}

func (m *members) close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	var errs []error
	for _, cli := range m.clients {
		if cli != nil {
			errs = append(errs, cli.Close())
		}
	}
	return errors.Join(errs...)
}

// because says why a member did not answer, where the connection tells: the client itself says only that time was up.
func (m *members) because(cli *clientv3.Client, err error) error {
	at := cli.Endpoints()[0]
	if !errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%s: %w", at, err)
	}
	ctx, cancel := context.WithTimeout(cli.Ctx(), pause)
	defer cancel()
	_, cause := pb.NewMaintenanceClient(cli.ActiveConnection()).Status(ctx, &pb.StatusRequest{}, grpc.WaitForReady(false))
	if status.Code(cause) != codes.Unavailable {
		return fmt.Errorf("%s does not answer: %w", at, err)
	}
	if refusal := greet(ctx, at, m.config.TLS); refusal != nil {
		return fmt.Errorf("%s: %w", at, refusal)
	}
	return fmt.Errorf("%s: %s", at, status.Convert(cause).Message())
}

// greet is how a member refuses the node's certificate, or the node the member's: gRPC often notices only that the
// connection broke.
func greet(ctx context.Context, at string, config *tls.Config) error {
	if config == nil {
		return nil
	}
	dialer := tls.Dialer{Config: config}
	conn, err := dialer.DialContext(ctx, "tcp", strings.TrimPrefix(at, "https://"))
	if err != nil {
		return err
	}
	defer conn.Close()
	deadline, _ := ctx.Deadline()
	_ = conn.SetReadDeadline(deadline) // a refusal would come at once
	_, err = conn.Read(make([]byte, 1))
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return nil
	}
	return err
}

// refused reports whether a call with this error was not carried out, and would not be by another member.
func refused(err error) bool {
	for _, never := range []error{rpctypes.ErrTooManyOps, rpctypes.ErrRequestTooLarge, rpctypes.ErrPermissionDenied, rpctypes.ErrAuthFailed,
		rpctypes.ErrUserEmpty, rpctypes.ErrInvalidAuthToken, rpctypes.ErrCorrupt, rpctypes.ErrCompacted, rpctypes.ErrNoSpace,
		rpctypes.ErrLeaseNotFound} {
		if errors.Is(err, never) {
			return true
		}
	}
	return false
}
