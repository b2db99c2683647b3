// Package arcade is the server: it puts the door, the screens, the commands and the records together, and shows each
// session its screens from the first frame to the restored terminal. It knows games only by what games.Game says of them,
// and the database only as a storage.Store.
package arcade

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/netip"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"
	"charm.land/wish/v2"
	"github.com/oklog/ulid/v2"
	gossh "golang.org/x/crypto/ssh"

	"arcade.example.com/arcade/command"
	"arcade.example.com/arcade/display"
	"arcade.example.com/arcade/door"
	"arcade.example.com/arcade/door/accept"
	"arcade.example.com/arcade/lines"
	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/live/links"
	"arcade.example.com/arcade/live/race"
	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/nodes"
	"arcade.example.com/arcade/panics"
	"arcade.example.com/arcade/records"
	"arcade.example.com/arcade/screens"
	"arcade.example.com/arcade/to"
	"arcade.example.com/arcade/webhook"
	"arcade.example.com/games"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// Garbage is how much garbage there may be before it is collected, in percent of what is in use, as GOGC has it; a process that
// serves is to be set to it. A collection goes over the stacks of all sessions: at Go's own 100 who comes costs 6 % more, and
// a session has 3 to 15 % less memory (docs/performance.md).
const Garbage = 150

// Config is what a server is made of. Games, Store, HostKey and Log are needed.
type Config struct {
	Games     []games.Game
	Store     storage.Store // stays the caller's: close it after Shutdown
	HostKey   gossh.Signer
	Log       *slog.Logger
	Version   string
	Address   look.Address  // where players reach it, for what they are told to type
	Idle      time.Duration // without input, until a session is closed
	MaxConns  int
	Sessions  int            // at once; 0: as many as memory has room for (door.SessionsFor), where it is bounded
	Review    int            // a run waits for an operator that comes among the first of so many, or more; 0: none does
	PerSource int            // connections, and sessions, from one address; 0: no limit, nor on names and new players
	Proxies   []netip.Prefix // networks whose PROXY v2 headers are believed
	Admins    string         // file of the operators' keys, authorized_keys format; "": there are none
	Copies    string         // folder of the copies of the database; "": none are made
	Webhook   string         // URL to which the record watch is told; "": nowhere
	Bans      string         // file of the bans of an earlier version, which the store takes; "": there is none
	Ready     func() error   // asked by /readyz besides the store; nil: nothing is
	Name      string         // of this node among those that share the store
	Reach     string         // HOST:PORT where the others reach it; "": nowhere
}

// Server is an arcade. Its methods are safe for concurrent use.
type Server struct {
	cfg     Config
	house   *screens.House
	lines   *lines.House
	hall    *live.Hall
	rooms   *race.Rooms
	nodes   *nodes.Nodes
	links   *links.Links
	hook    *webhook.Hook // nil: nothing is told elsewhere
	saver   *records.Saver
	panics  *panics.Catcher
	metrics *metrics
	guard   *door.Guard
	ssh     *ssh.Server
	bans    bans
	admins  *admins
	whose   *whose
	names   *rations
	coming  *rations
	held    atomic.Bool // the sweep, because the clock has jumped
	copying sync.Mutex  // one copy at a time, or an older one could come after the last and take its place
	began   time.Time
	frames  display.Spare

	// spectating is held by those spectators whose turn it is to see what moved: however many they are, half of the
	// processors are left to who plays.
	spectating chan struct{}

	mu       sync.Mutex
	visits   map[*visit]struct{}
	shut     bool         // Shutdown has closed everything
	listener net.Listener // nil before Serve
}

// New returns a server that is not listening yet.
func New(cfg Config) (*Server, error) {
	s := &Server{cfg: cfg, visits: make(map[*visit]struct{}), began: time.Now(),
		bans: bans{cfg.Store}, admins: &admins{path: cfg.Admins, log: cfg.Log}, whose: newWhose(cfg.Store),
		names: newRations(namesAtOnce, nameEvery), coming: newRations(newcomersAtOnce, newcomerEvery),
		spectating: make(chan struct{}, max(runtime.GOMAXPROCS(0)/2, 1))}
	var err error
	if err = takeBans(cfg.Bans, cfg.Store); err != nil {
		return nil, err
	}
	s.admins.read() // so that what is wrong with the file is logged at the start
	s.panics, s.metrics = panics.NewCatcher(cfg.Log), newMetrics()
	s.saver = newSaver(cfg, s.panics, s.metrics.saved, s.fell)
	if cfg.Webhook != "" {
		if s.hook, err = webhook.New(cfg.Webhook, cfg.Log); err != nil {
			return nil, err
		}
	}
	s.hall = live.NewHall(clock(s.panics), s.chased)
	s.rooms = race.NewRooms(s.sharedRooms())
	if err := s.recall(); err != nil {
		return nil, err
	}
	if s.nodes, err = nodes.Join(cfg.Store, cfg.Name, cfg.Reach, cfg.HostKey.PublicKey()); err != nil {
		return nil, err
	}
	s.links = s.newLinks()
	if cfg.Reach != "" {
		s.settleRooms()
	}
	s.nodes.Obey(s.obey)
	s.saver.Holders.Elsewhere = func(run string) { s.nodes.Order("yield", run) }
	house := houseConfig(cfg, s.hall, s.rooms, s.saver, s.panics, s.metrics.run)
	house.Here, house.Crowd = s.nodes.Here, func() bool { return s.guard.Stats().Queued > 0 }
	s.house = screens.NewHouse(house)
	s.lines = linesHouse(cfg, s.house)
	l := door.DefaultLimits()
	l.MaxConns, l.MaxSessions, l.PerSource = cfg.MaxConns, cfg.Sessions, cfg.PerSource
	if l.MaxSessions == 0 {
		l.MaxSessions = door.SessionsFor(debug.SetMemoryLimit(-1))
	}
	s.guard = door.New(door.Config{
		Limits: l, Log: cfg.Log, Panics: s.panics,
		OnRefusal: s.metrics.countRefusal,
		Banned:    func(a netip.Addr) bool { return s.bans.ofAddress(time.Now(), a) },
		Node:      s.answerNode,
	})
	s.ssh, err = wish.NewServer(
		func(srv *ssh.Server) error { srv.AddHostKey(cfg.HostKey); return nil },
		wish.WithVersion("arcade"),
		wish.WithMiddleware(s.serve),
	)
	if err != nil {
		return nil, fmt.Errorf("make server: %w", err)
	}
	s.guard.Install(s.ssh)
	s.observe()
	return s, nil
}

func newSaver(cfg Config, caught *panics.Catcher, saved func(time.Duration), fell func(records.Fall)) *records.Saver {
	return records.NewSaver(records.Config{Games: cfg.Games, Store: cfg.Store, Log: cfg.Log, Panics: caught, Saved: saved, Fell: fell, Review: cfg.Review})
}

// houseConfig is what the screens share. rand.Uint64 is ChaCha8 seeded by the system: nobody can tell the next deal from
// those before.
func houseConfig(cfg Config, hall *live.Hall, rooms *race.Rooms, saver *records.Saver, caught *panics.Catcher, count func(game, mode, end string)) screens.Config {
	return screens.Config{Games: cfg.Games, Store: cfg.Store, Hall: hall, Rooms: rooms, Saver: saver, Panics: caught, Log: cfg.Log, Address: cfg.Address,
		Boot: ulid.Make().String(), Now: time.Now, Seed: func() games.Seed { return games.Seed(rand.Uint64()) }, Count: count}
}

// Serve takes connections from a listener until Shutdown; then it returns nil. Where it ends with an error, every terminal
// has been given back, as by Abandon.
func (s *Server) Serve(l net.Listener) (err error) {
	defer func() {
		if err != nil {
			s.Abandon()
		}
	}()
	defer s.panics.Catch("serve", func() { err = errBroken })
	ctx, stop := context.WithCancel(context.Background())
	var parts sync.WaitGroup
	parts.Go(func() { s.keepHouse(ctx) })
	parts.Go(func() { onNewDays(ctx, s.newDay) })
	if s.hook != nil {
		parts.Go(func() { s.hook.Run(ctx) })
	}
	if s.cfg.Reach != "" {
		parts.Go(func() { s.links.Run(ctx) })
	}
	defer func() {
		stop()
		parts.Wait()
	}()
	if len(s.cfg.Proxies) > 0 {
		l = accept.TrustProxies(l, s.cfg.Proxies)
	}
	s.open(l)
	if err := s.ssh.Serve(l); err != nil && !errors.Is(err, ssh.ErrServerClosed) && !errors.Is(err, net.ErrClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}

// errBroken is returned by Serve where a panic in it was caught.
var errBroken = errors.New("the arcade broke, see the log")

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
	defer s.panics.Catch("shutdown", func() {
		s.Abandon()
		_ = s.ssh.Close()
		s.shutListener()
	})
	s.house.Close()
	s.cfg.Log.Info("draining: no new games", "sessions", len(s.all()), "playing", s.playing())
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for told := false; s.playing() > 0 && ctx.Err() == nil; told = true {
		for _, v := range s.all() {
			if v.app != nil || !told { // what is heard is not told again each second
				v.told(v.closingLine(ctx))
			}
		}
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
	s.cfg.Log.Info("stopping", "sessions", len(s.all()), "playing", s.playing())
	s.rooms.Close()
	s.hall.Close()
	for _, v := range s.all() {
		v.ended("The arcade restarts. Connect again in a moment.")
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
	s.links.Close()
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
	if !s.nodes.Elected() {
		return
	}
	if err := s.copy(time.Now(), true); err != nil {
		s.cfg.Log.Error("copy of the database at the end", "error", err)
	}
}

// Abandon gives every terminal back at once, for an end that waits for nothing else: what runs is lost but for what was
// kept last. It takes a second at most.
func (s *Server) Abandon() {
	var all sync.WaitGroup
	for _, v := range s.all() {
		if v.app != nil { // lines change nothing of a terminal
			all.Go(func() { _ = v.sess.Last(v.app.Display().Restore(), time.Second) })
		}
	}
	all.Wait()
}

// closingLine says what becomes of what is played when the server ends.
func (v *visit) closingLine(ctx context.Context) string {
	left := 0
	if end, ok := ctx.Deadline(); ok {
		left = int(time.Until(end).Seconds()) + 1
	}
	what := "yours will wait for you"
	if p, ok := v.plays(); ok && p.Heat {
		what = "a heat waits for nobody"
	} else if v.key.Guest() {
		what = "a guest's is not kept"
	}
	return fmt.Sprintf("The arcade restarts in %d s: no new games, and %s.", left, what)
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
		if _, playing := v.plays(); playing {
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

// serve answers a command, or shows the arcade, and writes a line when the session begins and when it ends.
func (s *Server) serve(ssh.Handler) ssh.Handler {
	return func(sess ssh.Session) {
		own := sess.(*door.Session) // the guard makes no others
		does, ended := s.receive(own)
		over := own.Outlast()
		does(func(code int, reason string) {
			defer over()
			_ = own.Exit(code)
			ended(reason)
		})
	}
}

// receive writes the line of a session that begins, and returns what it is to do and what writes the line of its end. Of
// a command only the first word is logged: the rest may be a linking code.
func (s *Server) receive(sess *door.Session) (does deed, ended func(reason string)) {
	begun := time.Now()
	player, err := s.whose.player(sess.Key())
	if err != nil {
		s.cfg.Log.Error("read player", "error", err)
	}
	log := s.cfg.Log.With("from", sess.Source(), "user", sess.User(), "player", player.ID)
	word, _, _ := strings.Cut(sess.RawCommand(), " ")
	log.Info("session", "command", keys.Clean(word, keys.MaxText))
	ended = func(reason string) {
		log.Info("session ended", "after", time.Since(begun).Round(time.Millisecond), "reason", reason)
	}
	if why, is := s.barred(sess.Key(), player.ID, err); is {
		fmt.Fprintln(sess.Stderr(), why)
		return done(command.ExitRefused, "barred"), ended
	}
	return s.answer(sess, player, log), ended
}

// deed is what a session does. It has end called once when that is over, with the exit code and what ended it, which may be
// long after it has returned.
type deed func(end func(code int, reason string))

// done is the deed of a session that has been answered.
func done(code int, reason string) deed {
	return func(end func(int, string)) { end(code, reason) }
}

// answer answers a command, or finds out what else a session asks for.
func (s *Server) answer(sess *door.Session, player storage.Player, log *slog.Logger) deed {
	args := sess.Command()
	_, _, terminal := sess.Pty()
	who := command.Caller{Key: sess.Key(), Terminal: terminal, User: sess.User(), Operator: s.operatorOf(sess.Key(), sess.Source()),
		MayName: s.mayName(sess), Ration: sess.Ration, Gone: sess.Context().Done()}
	cmds := command.Commands{Store: s.cfg.Store, Saver: s.saver, Hall: s.hall, Rooms: s.rooms, Games: s.cfg.Games, Version: s.cfg.Version, Address: s.cfg.Address,
		Now: time.Now, Log: log, Left: s.left}
	who.Source = network(sess.Source())
	if want, ok := cmds.Lines(who, args); ok {
		return func(end func(int, string)) { end(s.talk(sess, player, cmds, who, want)) }
	}
	if terminal {
		who.Ask = s.asker(sess)
		want, ok := to.Destination(nil), len(args) == 0
		if !ok {
			want, ok = cmds.Screen(who, args)
		}
		who.Examine = s.examiner(sess)
		_, looks := want.(to.Check)
		inLines := ok && (sess.Term() == "dumb" || s.prefersLines(sess.Key()))
		switch {
		case inLines && looks: // what was found is said, and nothing more
		case inLines:
			return func(end func(int, string)) { end(s.talk(sess, player, cmds, who, command.Lines{First: want})) }
		case ok:
			return func(end func(int, string)) { s.visit(sess, player, want, end) }
		}
	}
	if len(args) == 0 {
		fmt.Fprintf(sess.Stderr(), "The arcade needs a terminal: %s. To play without one: %s. For commands: %s\n",
			s.cfg.Address.Terminal(), s.cfg.Address.SSH("play"), s.cfg.Address.SSH("help"))
		return done(command.ExitUsage, "no terminal")
	}
	if slices.ContainsFunc(args, func(w string) bool { return slices.Contains(joins, w) }) && s.crowded(sess, player) {
		fmt.Fprintln(sess.Stderr(), tooManyNew)
		return done(command.ExitRefused, "too many newcomers")
	}
	code := cmds.Run(who, args, sess, sess.Stderr())
	return done(code, fmt.Sprintf("answered with exit code %d", code))
}

// mayName rations the names that are taken from where a session comes from.
func (s *Server) mayName(sess *door.Session) func() bool {
	return func() bool { return s.cfg.PerSource == 0 || s.names.may(sess.Source(), time.Now()) }
}

// asker puts a question to who sits at a session's terminal: y is yes, and any other key no.
func (s *Server) asker(sess *door.Session) func(question string) bool {
	return func(question string) bool {
		defer time.AfterFunc(s.cfg.Idle, sess.Hangup).Stop()
		fmt.Fprint(sess, question, " [y/N] ")
		key := []byte{'\r'}
		for key[0] == '\r' || key[0] == '\n' { // left over from the answer before
			if _, err := io.ReadFull(sess, key); err != nil {
				return false
			}
		}
		fmt.Fprintf(sess, "%s\n", keys.Clean(string(key), 1))
		return key[0] == 'y' || key[0] == 'Y'
	}
}

// network is what one customer's addresses have in common: of IPv6 a /64; "" where there is no address.
func network(a netip.Addr) string {
	if !a.IsValid() {
		return ""
	}
	return door.Customer(a).String()
}

// tooManyNew is what a newcomer reads where the house is crowded by them.
const tooManyNew = "Too many new players came from your network just now. Try again in a few minutes, or come without a key."

// crowded reports whether a session would make one more new player, and its network has made as many as it may.
func (s *Server) crowded(sess *door.Session, player storage.Player) bool {
	if player.Known || sess.Key().Guest() || s.cfg.PerSource == 0 {
		return false
	}
	if _, err := s.whose.player(sess.Key()); err != nil { // whose key it is cannot be read: that is nobody new
		return false
	}
	return !s.coming.may(sess.Source(), time.Now())
}

// joins are the commands that make a player of a key, besides name, which is rationed more strictly.
var joins = []string{"follow", "recover"}

// visit shows the arcade to a session of a player.
func (s *Server) visit(sess *door.Session, player storage.Player, first to.Destination, end func(code int, reason string)) {
	if s.crowded(sess, player) {
		fmt.Fprintln(sess, tooManyNew)
		end(command.ExitRefused, "too many newcomers")
		return
	}
	v := newVisit(s, sess, first)
	v.player = player.ID
	if said := s.linkedLately(v.key); said != "" {
		v.told(said)
	}
	left := s.enter(v)
	s.guarded("back", func() { s.back(v) })
	v.run(func(why string) {
		code, reason := command.ExitRefused, "it broke"
		defer func() { end(code, reason) }()
		defer left()
		code, reason = s.leave(v, why)
	})
}

// leave says goodbye to a visit that has ended, with the reason for which the server ended it, "" where it did not.
func (s *Server) leave(v *visit, why string) (code int, reason string) {
	sess := v.sess
	if why == "" && errors.Is(context.Cause(sess.Context()), door.ErrMadeRoom) {
		why = "The arcade is full, and you were away, so somebody else has your place. Come back in a while."
	}
	switch {
	case why != "":
		fmt.Fprintln(sess, why+v.app.Waits())
		return command.ExitDone, why
	case v.brokeOff():
		return command.ExitDone, "the connection broke off"
	}
	fmt.Fprintln(sess, v.app.Goodbye())
	return command.ExitDone, "the player left"
}

// enter counts a visit, here and on the other nodes, until what it returns is called.
func (s *Server) enter(v *visit) (leave func()) {
	s.mu.Lock()
	s.visits[v] = struct{}{}
	s.mu.Unlock()
	who := v.player
	if who == "" && !v.key.Guest() {
		who = "~" + tagText(s.cfg.Store.Tag(v.key)) // nobody knows who it is just now
	}
	left := s.nodes.Come(who, func() {
		v.ended(fmt.Sprintf("You have connected again: a player has %d sessions at most, and this was the oldest.", nodes.PerPlayer))
	})
	return func() {
		left()
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.visits, v)
	}
}

// linkedLately is what a player should know of links that other keys of theirs made.
func (s *Server) linkedLately(k keys.Key) string {
	if k.Guest() {
		return ""
	}
	ns, err := s.cfg.Store.Notices(k, time.Now())
	if err != nil {
		s.cfg.Log.Error("read notices", "error", err)
	}
	return look.LinkedLately(ns)
}

// Local plays in this process's own terminal, on Bubble Tea's own renderer, and keeps nothing, until the player leaves or
// ctx is done. It begins where first leads; nil: with the menu.
func Local(ctx context.Context, cfg Config, first to.Destination) error {
	cfg.Log = slog.New(slog.DiscardHandler)
	caught := panics.NewCatcher(cfg.Log)
	saver := newSaver(cfg, caught, func(time.Duration) {}, nil)
	hall := live.NewHall(clock(caught), nil)
	c := houseConfig(cfg, hall, race.NewRooms(roomSetup(cfg, hall, func(race.Heat) {})), saver, caught, func(_, _, _ string) {})
	c.Local = true
	h := screens.NewHouse(c)
	_, err := tea.NewProgram(screens.New(h, screens.Visitor{Depth: games.Colours256}, first), tea.WithContext(ctx), tea.WithoutSignalHandler()).Run()
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("play: %w", err)
	}
	return nil
}
