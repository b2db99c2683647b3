package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"syscall"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/coreos/go-systemd/v22/activation"
	"github.com/spf13/cobra"
	"golang.org/x/crypto/ssh"

	"arcade.example.com/arcade"
	"arcade.example.com/arcade/journal"
	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/webhook"
	"arcade.example.com/games/catalog"
)

// The files of a data folder.
const (
	databaseFile = "arcade.db"
	runningFile  = "running.db"
	hostKeyFile  = "ssh_host_ed25519_key"
	secretFile   = "secret"
	adminsFile   = "admins"
	bansFile     = "bans.json"
	copiesFolder = "backups"
)

type serveFlags struct {
	place
	listen      string
	public      string
	metrics     string
	webhook     string
	node        string
	idle, grace time.Duration
	conns, per  int
	sessions    int
	review      int
	proxies     []string
}

func newServe() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use: "serve", Short: "Serve the arcade over SSH (the default)", Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return serve(cmd.Context(), f, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	fs := cmd.Flags()
	fs.StringVar(&f.listen, "listen", ":2222", "address to listen on")
	fs.StringVar(&f.data, "data", "./data", "folder of the database and the host key; made if it is not there")
	f.clusterFlag(fs)
	fs.StringVar(&f.node, "node", "", "HOST:PORT where the other arcades of a cluster reach this one; without it the address it listens on, or this machine's name")
	fs.StringVar(&f.public, "public", "", "HOST[:PORT] that players are told to type; without it texts name no host")
	fs.DurationVar(&f.idle, "idle", 15*time.Minute, "close a session after this long without input")
	fs.DurationVar(&f.grace, "grace", 25*time.Second, "how long running games may go on after SIGTERM")
	fs.IntVar(&f.conns, "max-conns", 10000, "connections at once")
	fs.IntVar(&f.sessions, "max-sessions", 0, "sessions at once (0: as many as memory has room for, by GOMEMLIMIT or the container's limit)")
	fs.IntVar(&f.per, "per-source", 40, "connections at once from one address (0: no limit)")
	fs.IntVar(&f.review, "review", 0, "hold a run back until an operator approves it that would come among the first three of so many players or more (50; 0: none)")
	fs.StringSliceVar(&f.proxies, "proxy-from", nil, "networks whose PROXY protocol v2 headers are believed (10.0.0.0/8,…); none by default")
	fs.StringVar(&f.webhook, "webhook", "", "URL of a Discord or Slack webhook that is told when a record is about to fall; off by default")
	fs.StringVar(&f.metrics, "metrics", "", "address to serve Prometheus, /healthz and /readyz on (127.0.0.1:9222); off by default")
	return cmd
}

func (f serveFlags) check() error {
	switch {
	case f.idle <= 0:
		return usage(fmt.Errorf("--idle %v: must be longer than nothing", f.idle))
	case f.grace < 0:
		return usage(fmt.Errorf("--grace %v: must not be negative", f.grace))
	case f.conns < 1:
		return usage(fmt.Errorf("--max-conns %d: must be at least 1", f.conns))
	case f.sessions < 0:
		return usage(fmt.Errorf("--max-sessions %d: must not be negative", f.sessions))
	case f.webhook != "" && !webhook.Proper(f.webhook):
		return usage(fmt.Errorf("--webhook: %w", webhook.ErrURL)) // the URL is a secret, and not repeated
	case f.review < 0:
		return usage(fmt.Errorf("--review %d: must not be negative", f.review))
	case f.per < 0:
		return usage(fmt.Errorf("--per-source %d: must not be negative", f.per))
	}
	if f.node != "" {
		if host, port, err := net.SplitHostPort(f.node); err != nil || host == "" || port == "" {
			return usage(fmt.Errorf("--node %q: not HOST:PORT", f.node))
		}
	}
	return nil
}

// reachable is what the other arcades of a cluster are told of this one: its name, and where they reach it. An arcade without
// a cluster has none to tell.
func (f serveFlags) reachable(listens net.Addr) (name, address string) {
	name, _ = os.Hostname()
	if f.node != "" {
		host, _, _ := net.SplitHostPort(f.node)
		return host, f.node
	}
	at, err := netip.ParseAddrPort(listens.String())
	switch {
	case err != nil || f.cluster == "":
		return name, ""
	case !at.Addr().IsUnspecified():
		return name, at.String()
	case name == "":
		return name, ""
	}
	return name, net.JoinHostPort(name, strconv.Itoa(int(at.Port())))
}

func serve(ctx context.Context, f serveFlags, out, errOut io.Writer) error {
	if err := f.check(); err != nil {
		return err
	}
	proxies, err := networks(f.proxies)
	if err != nil {
		return err
	}
	address, err := look.ParseAddress(f.public)
	if err != nil {
		return usage(fmt.Errorf("--public %w", err))
	}
	lines := journal.NewWriter(errOut)
	defer lines.Close(time.Second)
	log := slog.New(slog.NewTextHandler(lines, nil))
	slog.SetDefault(log) // the SSH library logs there
	if err := boundMemory(memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)); err != nil {
		log.Warn("memory is not bounded", "error", err)
	}
	spareCollections()
	listener, err := listen(f.listen)
	if err != nil {
		return err
	}
	defer listener.Close()
	if err := os.MkdirAll(f.data, 0o700); err != nil {
		return fmt.Errorf("make data folder: %w", err)
	}
	host, store, err := f.place.openHouse(func(n, of int) { log.Info("load the replica", "keys", n, "of", of) })
	if err != nil {
		return err
	}
	defer func() {
		if err := store.Close(); err != nil {
			log.Error("close database", "error", err)
		}
	}()
	name, reach := f.reachable(listener.Addr())
	server, err := arcade.New(arcade.Config{
		Games: catalog.All(), Store: store, HostKey: host, Log: log, Version: version, Address: address,
		Idle: f.idle, MaxConns: f.conns, Sessions: f.sessions, PerSource: f.per, Review: f.review, Ready: func() error { return read(lines) },
		Proxies: proxies, Admins: filepath.Join(f.data, adminsFile), Bans: filepath.Join(f.data, bansFile), Copies: filepath.Join(f.data, copiesFolder), Webhook: f.webhook,
		Name: name, Reach: reach,
	})
	if err != nil {
		return err
	}
	watched := ""
	if f.metrics != "" {
		l, err := net.Listen("tcp", f.metrics)
		if err != nil {
			return fmt.Errorf("--metrics: %w", err)
		}
		web := &http.Server{Handler: server.Handler(), ReadHeaderTimeout: 5 * time.Second}
		defer web.Close()
		watched = fmt.Sprintf("metrics at http://%s/metrics\n", l.Addr())
		go func() {
			if err := web.Serve(l); !errors.Is(err, http.ErrServerClosed) {
				log.Error("serve metrics", "error", err)
			}
		}()
	}
	fmt.Fprintf(out, "The arcade listens on %s\n%shost key %s\nconnect with: %s\n", listener.Addr(), watched, ssh.FingerprintSHA256(host.PublicKey()),
		connectWith(address, listener.Addr()))
	return serveUntil(ctx, server, listener, f.grace)
}

// boundMemory bounds the memory of the process by GOMEMLIMIT and by nine tenths of what there is, whichever is less: the
// bound on sessions follows from it.
func boundMemory(there memlimit.Provider) error {
	most, err := memlimit.ApplyRatio(there, 0.9)()
	if err != nil {
		return err
	}
	if most < uint64(debug.SetMemoryLimit(-1)) {
		debug.SetMemoryLimit(int64(most))
	}
	return nil
}

// spareCollections has garbage collected as rarely as is good for an arcade, unless GOGC says how rarely. Near the bound of
// memory it is collected as often as it takes.
func spareCollections() {
	if _, set := os.LookupEnv("GOGC"); !set {
		debug.SetGCPercent(arcade.Garbage)
	}
}

var errLogUnread = errors.New("nobody reads the log")

// read returns an error while nobody reads the log.
func read(lines *journal.Writer) error {
	if lines.Stuck() {
		return errLogUnread
	}
	return nil
}

func networks(texts []string) (list []netip.Prefix, err error) {
	for _, t := range texts {
		p, err := netip.ParsePrefix(t)
		if err != nil {
			return nil, usage(fmt.Errorf("--proxy-from %q: not a network such as 10.0.0.0/8", t))
		}
		list = append(list, p.Masked())
	}
	return list, nil
}

// serveUntil serves until the context is done, and then lets running games go on for the grace. A second signal
// ends the process as soon as the terminals are given back.
func serveUntil(ctx context.Context, server *arcade.Server, l net.Listener, grace time.Duration) error {
	served := make(chan error, 1)
	go func() { served <- server.Serve(l) }()
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	again := make(chan os.Signal, 1)
	signal.Notify(again, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-again
		server.Abandon()
		os.Exit(1)
	}()
	drain, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	server.Shutdown(drain)
	return <-served
}

// listen returns the socket that systemd holds for us, if it does, or a new one.
func listen(address string) (net.Listener, error) {
	held, err := activation.Listeners()
	if err != nil {
		return nil, fmt.Errorf("take systemd's socket: %w", err)
	}
	if len(held) > 0 {
		return held[0], nil
	}
	l, err := net.Listen("tcp", address)
	var op *net.OpError
	switch {
	case err == nil:
		return l, nil
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("%s is in use: is another arcade running? Choose another port with --listen", address)
	case errors.As(err, &op) && (errors.Is(err, syscall.EACCES) || errors.Is(err, syscall.EADDRNOTAVAIL)):
		return nil, fmt.Errorf("listen on %s: %w", address, op.Err)
	}
	return nil, usage(fmt.Errorf("--listen %s: %w", address, err))
}

// connectWith is what to type to connect: as players are told, or else on this machine.
func connectWith(public look.Address, listens net.Addr) string {
	if public.Known() {
		return public.SSH()
	}
	at, err := netip.ParseAddrPort(listens.String())
	if err != nil { // a socket that systemd holds may be of any kind
		return public.SSH()
	}
	host := at.Addr().String()
	if at.Addr().IsUnspecified() || at.Addr().IsLoopback() {
		host = "localhost"
	}
	here, err := look.ParseAddress(net.JoinHostPort(host, strconv.Itoa(int(at.Port()))))
	if err != nil {
		return public.SSH()
	}
	return here.SSH() + " (here; --public tells players what to type)"
}
