// Package lines is the arcade without a screen: a line in, sentences out, for screen readers, braille, dumb terminals,
// scripts and bots. Nothing is ever repainted, and what a player hears of a game is what its games.Voice says.
//
// It knows runs, records and the store, and is given streams and the time: it must never know SSH, a terminal's cursor or
// a screen, and never prints State.Text, a seed or a replay of what is still played.
package lines

import (
	"context"
	"io"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/oklog/ulid/v2"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/records"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// House is what all sessions share. All of it is needed but Address.
type House struct {
	Games   []games.Game
	Store   storage.Store
	Hall    *live.Hall
	Saver   *records.Saver
	Log     *slog.Logger
	Address look.Address                 // where players reach the arcade
	Boot    string                       // this process: a game goes on ranked within it
	Idle    time.Duration                // without a line, until a session is closed
	Now     func() time.Time             // the wall clock, for dates; games are timed by the monotonic one in it
	Seed    func() games.Seed            // draws a deal
	Count   func(game, mode, end string) // a run: "begun", "won" or "lost"
	Closing func() bool                  // no new games are begun
}

// Options are how a session is held.
type Options struct {
	Bot   bool           // a program plays: it ranks apart from people
	JSON  bool           // one object a line, in and out
	First to.Destination // where it begins, on top of the menu; nil: nowhere else
	// Ration asks for leave to deal a position, which is dear: 0 is the leave, else it is how long until there may be one.
	// Nil where nothing is rationed.
	Ration func() (wait time.Duration)
	// Command answers a command of the command line, for what is the same there: name, keys, link, unlink.
	Command func(args ...string) (said []string)
	// Check says what is known of the player's terminal.
	Check func() (said []string)
}

// Plays is a run whose clock runs: the ids of its game and mode, and when the clock began.
type Plays struct {
	Game, Mode string
	Since      time.Time
}

// Session is one session in lines. Run, on one goroutine, is all of it; what is exported besides is safe for concurrent
// use, and does nothing before Run and after it.
type Session struct {
	house   *House
	opt     Options
	key     keys.Key
	id      string // of the session, which no other of any process has
	kind    storage.Kind
	player  storage.Player
	known   bool // player was read
	detail  games.Detail
	privacy live.Privacy
	places  []place   // where the player is, the last on top of those before
	asks    *question // nil: nothing is asked
	answer  answer    // what is being said
	owed    bool      // a line was heard that was not answered
	left    bool      // the player has said goodbye
	events  chan func()
	endings chan string
	sent    atomic.Bool // the player is sent away
	plays   atomic.Pointer[Plays]
	who     atomic.Pointer[storage.Player]
}

// New returns a session of the player of a key. It reads the store.
func New(h *House, k keys.Key, o Options) *Session {
	s := &Session{house: h, opt: o, key: k, id: ulid.Make().String(), kind: storage.Lines, events: make(chan func(), 8), endings: make(chan string, 1)}
	if o.Bot {
		s.kind = storage.Bots
	}
	s.know()
	s.places = []place{&menu{s}}
	return s
}

// know reads who plays and what they chose. Until both are read nobody may watch.
func (s *Session) know() {
	s.who.Store(&s.player)
	if s.guest() {
		s.known = true
		return
	}
	if !s.known {
		s.privacy = live.Private
	}
	p, err := s.house.Store.Player(s.key)
	if err != nil {
		s.house.Log.Error("read player", "error", err)
		return
	}
	set, err := s.house.Store.Settings(s.key)
	if err != nil {
		s.house.Log.Error("read settings", "error", err)
		return
	}
	s.player, s.known = p, true
	s.who.Store(&p)
	s.privacy = live.PrivacyOf(set[look.WatchedSetting])
	if !s.opt.JSON { // a program hears the same, whoever's it is
		s.detail = detailOf(set)
	}
}

func (s *Session) guest() bool { return s.key.Guest() }

// Player is who plays, as the store knew them last.
func (s *Session) Player() storage.Player { return *s.who.Load() }

// Plays says what is being played; false where no run's clock runs.
func (s *Session) Plays() (Plays, bool) {
	p := s.plays.Load()
	if p == nil {
		return Plays{}, false
	}
	return *p, true
}

// Tell says a line from the house: a restart, an operator's word. Where too much waits to be said it is left out.
func (s *Session) Tell(line string) { s.post(func() { s.say(line) }) }

// End ends the session, for a reason that is said last; the first reason stands.
func (s *Session) End(why string) {
	select {
	case s.endings <- why:
	default:
	}
}

// Removed notes that the player is sent away, for those who watch.
func (s *Session) Removed() { s.sent.Store(true) }

// Yield makes Session a records.Holder.
func (s *Session) Yield(run string, kept func()) {
	s.post(func() {
		if g, ok := s.playing(run); ok {
			g.keepNow(kept)
			g.lose()
		}
	})
}

// taken tells that another session has taken a run over.
func (s *Session) taken(run string) {
	s.post(func() {
		if g, ok := s.playing(run); ok {
			g.lose()
		}
	})
}

// post has f done between two lines.
func (s *Session) post(f func()) {
	select {
	case s.events <- f:
	default:
	}
}

// idleWarning is how long before the end an idle player is asked; of a shorter time it is the half.
const idleWarning = time.Minute

// keepLater is when steps that were not kept at once are.
const keepLater = 4 * time.Second

// Run says where the player is, and answers lines until they leave, nothing more comes, the context is done or the house
// ends the session. It returns why, for the log. A game under way is kept before it returns. The goroutine that reads
// goes on until in ends.
func (s *Session) Run(ctx context.Context, in io.Reader, out io.Writer) (why string) {
	box := newInbox()
	go box.read(in)
	alarm := time.NewTimer(s.warnAfter())
	keep := time.NewTimer(keepLater)
	defer alarm.Stop()
	defer keep.Stop()
	heard, pace := time.Now(), newPace()
	defer s.leave()
	s.greet()
	for {
		s.tellPlays()
		if s.flush(out) != nil {
			return "the client takes nothing more"
		}
		if s.left {
			return "the player left"
		}
		wait := pace.wait(time.Now())
		if wait == 0 {
			if l, ok := box.take(); ok {
				pace.take()
				heard = time.Now()
				s.hear(l)
				continue
			}
			if err := box.ended(); err != nil {
				return s.ends(out, err)
			}
		} else if box.left() {
			return s.ends(out, errLeft)
		}
		var paced <-chan time.Time
		if wait > 0 {
			paced = time.After(wait)
		}
		select {
		case <-paced:
		case <-box.came:
		case <-ctx.Done():
			return "the connection broke off"
		case do := <-s.events:
			do()
		case why = <-s.endings:
			return s.farewell(out, why, why)
		case <-keep.C:
			s.keepSome()
			keep.Reset(keepLater)
		case <-alarm.C:
			switch still := time.Since(heard); {
			case still >= s.house.Idle:
				why = "You were away for " + s.house.Idle.String() + ", so the arcade closed the session. Connect again."
				return s.farewell(out, why, why)
			case still >= s.warnAfter():
				s.say("Are you still there? Say anything, or the session ends soon.")
				alarm.Reset(s.house.Idle - still)
			default:
				alarm.Reset(s.warnAfter() - still)
			}
		}
	}
}

func (s *Session) warnAfter() time.Duration {
	return max(s.house.Idle-idleWarning, s.house.Idle/2)
}

// ends is the end of the input.
func (s *Session) ends(out io.Writer, err error) string {
	if err == errFlood {
		return s.farewell(out, "Too much came at once: wait for answers.", "too much input")
	}
	s.leave()
	s.say(s.parting()...)
	return s.farewell(out, "", "nothing more came")
}

// farewell keeps what is played, says last words, and returns why.
func (s *Session) farewell(out io.Writer, words, why string) string {
	s.leave()
	if words != "" {
		s.say(words)
		s.say(s.kept()...)
	}
	s.answer.Place = "end"
	_ = s.flush(out) // it may be gone
	return why
}

// leave keeps the run under way, and waits until it is kept.
func (s *Session) leave() {
	for _, p := range s.places {
		if g, ok := p.(*game); ok {
			g.part()
		}
	}
	s.places = s.places[:1]
	s.tellPlays()
}

// tellPlays notes for others whether a run's clock runs.
func (s *Session) tellPlays() {
	for _, p := range s.places {
		if g, ok := p.(*game); ok && g.run.Running() {
			s.plays.Store(&Plays{g.run.Game.ID, g.run.Mode.ID, g.run.Began()})
			return
		}
	}
	s.plays.Store(nil)
}

// playing is the game of a run that is not over.
func (s *Session) playing(run string) (*game, bool) {
	for _, p := range s.places {
		if g, ok := p.(*game); ok && g.run.ID == run && !g.run.Over() {
			return g, true
		}
	}
	return nil, false
}

func (s *Session) keepSome() {
	for _, p := range s.places {
		if g, ok := p.(*game); ok {
			g.keepSometimes()
		}
	}
}

// reader reads where a destination leads.
func (s *Session) reader() to.Reader {
	h := s.house
	return to.Reader{Store: h.Store, Holders: &h.Saver.Holders, Games: h.Games, Log: h.Log, Now: h.Now, Key: s.key, ID: s.player.ID, Session: s.id, Holder: s}
}
