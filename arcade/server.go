// Package arcade is the server: it puts the door, the screens, the commands and the records together, and shows each
// session its screens from the first frame to the restored terminal. It knows games only by what games.Game says of them,
// and the database only as a storage.Store.
package arcade

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/netip"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"
	"charm.land/wish/v2"
	"github.com/oklog/ulid/v2"
	gossh "golang.org/x/crypto/ssh"

	"arcade.example.com/arcade/command"
	"arcade.example.com/arcade/door"
	"arcade.example.com/arcade/panics"
	"arcade.example.com/arcade/records"
	"arcade.example.com/arcade/screens"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// Config is what a server is made of. Games, Store, HostKey and Log are needed.
type Config struct {
	Games     []games.Game
	Store     storage.Store // stays the caller's: close it after Shutdown
	HostKey   gossh.Signer
	Log       *slog.Logger
	Version   string
	Address   string        // what a player types after ssh, for help texts
	Idle      time.Duration // without input, until a session is closed
	MaxConns  int
	PerSource int            // connections from one address; 0: no limit
	Proxies   []netip.Prefix // networks whose PROXY v2 headers are believed
	Admins    string         // file of the operators' keys, authorized_keys format; "": there are none
	Copies    string         // folder of the daily copies of the database; "": none are made
	Bans      string         // file of the bans; "": they last as long as the process
}

// Server is an arcade. Its methods are safe for concurrent use.
type Server struct {
	cfg     Config
	house   *screens.House
	saver   *records.Saver
	panics  *panics.Catcher
	metrics *metrics
	guard   *door.Guard
	ssh     *ssh.Server
	bans    *bans
	began   time.Time

	mu       sync.Mutex
	visits   map[*visit]struct{}
	theirs   map[keys.Key]int // how many visits each has
	shut     bool             // Shutdown has closed everything
	listener net.Listener     // nil before Serve
}

// visitsPerPlayer is how many sessions with a screen a player may have; one more ends the oldest.
const visitsPerPlayer = 3

// New returns a server that is not listening yet.
func New(cfg Config) (*Server, error) {
	s := &Server{cfg: cfg, visits: make(map[*visit]struct{}), theirs: make(map[keys.Key]int), began: time.Now()}
	var err error
	if s.bans, err = readBans(cfg.Bans); err != nil {
		return nil, err
	}
	s.panics, s.metrics = panics.NewCatcher(cfg.Log), newMetrics()
	s.saver = newSaver(cfg, s.panics, s.metrics.saved)
	s.house = newHouse(cfg, s.saver, s.panics, s.metrics.run)
	l := door.DefaultLimits()
	l.MaxConns, l.PerSource = cfg.MaxConns, cfg.PerSource
	s.guard = door.New(door.Config{
		Limits: l, Log: cfg.Log, Panics: s.panics,
		OnRefusal: s.metrics.countRefusal,
		Banned:    func(a netip.Addr) bool { return s.bans.ofAddress(time.Now(), a) },
	})
	s.ssh, err = wish.NewServer(
		func(srv *ssh.Server) error { srv.AddHostKey(cfg.HostKey); return nil },
		wish.WithVersion("arcade"),
		wish.WithMiddleware(s.serve, s.logged),
	)
	if err != nil {
		return nil, fmt.Errorf("make server: %w", err)
	}
	s.guard.Install(s.ssh)
	s.observe()
	return s, nil
}

func newSaver(cfg Config, caught *panics.Catcher, saved func(time.Duration)) *records.Saver {
	return records.NewSaver(records.Config{Games: cfg.Games, Store: cfg.Store, Log: cfg.Log, Panics: caught, Saved: saved})
}

// newHouse is what the screens share. rand.Uint64 is ChaCha8 seeded by the system: nobody can tell the next deal from
// those before.
func newHouse(cfg Config, saver *records.Saver, caught *panics.Catcher, count func(game, mode, end string)) *screens.House {
	return screens.NewHouse(screens.Config{Games: cfg.Games, Store: cfg.Store, Saver: saver, Panics: caught, Log: cfg.Log, Address: cfg.Address,
		Boot: ulid.Make().String(), Now: time.Now, Seed: func() games.Seed { return games.Seed(rand.Uint64()) }, Count: count})
}

// Serve takes connections from a listener until Shutdown; then it returns nil.
func (s *Server) Serve(l net.Listener) error {
	ctx, stop := context.WithCancel(context.Background())
	kept := make(chan struct{})
	go func() {
		defer close(kept)
		s.keepHouse(ctx)
	}()
	defer func() {
		stop()
		<-kept
	}()
	if len(s.cfg.Proxies) > 0 {
		l = door.TrustProxies(l, s.cfg.Proxies)
	}
	s.open(l)
	if err := s.ssh.Serve(l); err != nil && !errors.Is(err, ssh.ErrServerClosed) && !errors.Is(err, net.ErrClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}

// open notes the listener for Shutdown, which may have come before: the SSH server knows only listeners that it has
// begun to serve, and would serve this one for ever.
func (s *Server) open(l net.Listener) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.listener = l; s.shut {
		l.Close()
	}
}

// shutListener closes the listener, now or as soon as there is one.
func (s *Server) shutListener() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shut = true; s.listener != nil {
		s.listener.Close()
	}
}

// Shutdown ends the server: no new games; running ones may be finished until the context is done; then they are
// kept, terminals are restored, and everything that was handed over is stored.
func (s *Server) Shutdown(ctx context.Context) {
	s.house.Close()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for s.playing() > 0 && ctx.Err() == nil {
		s.tell(closingLine(ctx))
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
	for _, v := range s.all() {
		v.ended("The arcade restarts. Connect again in a moment: your game waits.")
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.guard.Wait()
	}()
	select {
	case <-ended:
	case <-time.After(restoring + time.Second):
		_ = s.ssh.Close() // a client that does not read is waited for no longer
	}
	<-ended
	// Clients that were told to leave close their connections themselves, and are glad not to be cut off.
	polite, cancel := context.WithTimeout(context.Background(), time.Second)
	_ = s.ssh.Shutdown(polite)
	cancel()
	s.shutListener()
	if err := s.ssh.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
		s.cfg.Log.Error("close server", "error", err)
	}
	late, cancel := context.WithTimeout(context.Background(), records.Retry)
	defer cancel()
	s.saver.Wait(late.Done())
}

func closingLine(ctx context.Context) string {
	left := 0
	if end, ok := ctx.Deadline(); ok {
		left = int(time.Until(end).Seconds()) + 1
	}
	return fmt.Sprintf("The arcade restarts in %d s: no new games, and yours will wait for you.", left)
}

func (s *Server) all() []*visit {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]*visit, 0, len(s.visits))
	for v := range s.visits {
		list = append(list, v)
	}
	return list
}

func (s *Server) playing() (n int) {
	for _, v := range s.all() {
		if v.app.Playing() {
			n++
		}
	}
	return n
}

func (s *Server) tell(line string) {
	for _, v := range s.all() {
		v.told(line)
	}
}

// logged writes a line when a session begins and when it ends. What was typed is nobody's business.
func (s *Server) logged(next ssh.Handler) ssh.Handler {
	return func(sess ssh.Session) {
		begun := time.Now()
		own := sess.(*door.Session)
		log := s.cfg.Log.With("from", own.Source(), "user", own.User())
		word, _, _ := strings.Cut(own.RawCommand(), " ") // the rest may be a linking code
		log.Info("session", "command", keys.Clean(word, keys.MaxText))
		next(sess)
		log.Info("session ended", "after", time.Since(begun).Round(time.Millisecond))
	}
}

// serve answers a command, or shows the arcade.
func (s *Server) serve(ssh.Handler) ssh.Handler {
	return func(sess ssh.Session) {
		own := sess.(*door.Session) // the guard makes no others
		if why, is := s.barred(own); is {
			fmt.Fprintln(own.Stderr(), why)
			_ = own.Exit(command.ExitRefused)
			return
		}
		args := own.Command()
		if code, ok := s.operate(own, args); ok {
			_ = own.Exit(code)
			return
		}
		_, _, terminal := own.Pty()
		who := command.Caller{Key: own.Key(), Terminal: terminal, User: own.User()}
		cmds := s.commands()
		if terminal {
			if len(args) == 0 {
				s.visit(own, nil)
				return
			}
			if want, ok := cmds.Screen(args); ok {
				s.visit(own, want)
				return
			}
		}
		if len(args) == 0 {
			fmt.Fprintln(own.Stderr(), "The arcade needs a terminal: ssh -t. For commands without one: help")
			_ = own.Exit(2)
			return
		}
		_ = own.Exit(cmds.Run(who, args, own, own.Stderr()))
	}
}

// visit shows the arcade to a session until it ends.
func (s *Server) visit(sess *door.Session, first to.Destination) {
	if sess.Term() == "dumb" {
		fmt.Fprintln(sess, "This terminal cannot move its cursor, and games need that. Commands work: try help.")
		_ = sess.Exit(1)
		return
	}
	v := newVisit(s, sess, first)
	s.enter(v)
	defer s.leave(v)
	why := v.run()
	if why == "" {
		why = v.app.Goodbye()
	}
	fmt.Fprintln(sess, why)
	_ = sess.Exit(0)
}

func (s *Server) enter(v *visit) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var oldest *visit
	n := 0
	for o := range s.visits {
		if v.key.Guest() || o.key != v.key {
			continue
		}
		n++
		if oldest == nil || o.since.Before(oldest.since) {
			oldest = o
		}
	}
	if n >= visitsPerPlayer {
		oldest.ended("You have connected again: a player has 3 sessions at most, and this was the oldest.")
	}
	s.visits[v] = struct{}{}
	s.theirs[v.key]++
	if v.key.Guest() || s.theirs[v.key] == 1 {
		s.house.Came(1)
	}
}

func (s *Server) leave(v *visit) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.visits, v)
	if s.theirs[v.key]--; s.theirs[v.key] == 0 {
		delete(s.theirs, v.key)
	}
	if v.key.Guest() || s.theirs[v.key] == 0 {
		s.house.Came(-1)
	}
}

// Local plays in this process's own terminal, on Bubble Tea's own renderer, and keeps nothing. With a game it begins
// there; the mode is its first where it is "".
func Local(cfg Config, words []string) error {
	cfg.Log = slog.New(slog.DiscardHandler)
	caught := panics.NewCatcher(cfg.Log)
	saver := newSaver(cfg, caught, func(time.Duration) {})
	h := newHouse(cfg, saver, caught, func(_, _, _ string) {})
	var first to.Destination
	if len(words) > 0 {
		c := command.Commands{Store: cfg.Store, Games: cfg.Games, Version: cfg.Version, Now: time.Now, Log: cfg.Log}
		want, ok := c.Screen(words)
		if !ok {
			return errNoScreen
		}
		first = want
	}
	_, err := tea.NewProgram(screens.New(h, screens.Visitor{Depth: games.Colours256}, first)).Run()
	if err != nil {
		return fmt.Errorf("play: %w", err)
	}
	return nil
}

// errNoScreen is returned by Local for words that name no game and mode.
var errNoScreen = errors.New("no such game or mode; `arcade deal` lists the games")

func (s *Server) commands() command.Commands {
	return command.Commands{Store: s.cfg.Store, Games: s.cfg.Games, Version: s.cfg.Version, Address: s.cfg.Address, Now: time.Now, Log: s.cfg.Log}
}
