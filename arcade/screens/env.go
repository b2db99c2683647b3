package screens

import (
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/oklog/ulid/v2"

	"arcade.example.com/arcade/display"
	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/live/race"
	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/panics"
	"arcade.example.com/arcade/records"
	"arcade.example.com/games"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// Config is what a House is made of. All of it is needed but Address, Here and Crowd.
type Config struct {
	Games   []games.Game
	Store   storage.Store
	Saver   *records.Saver
	Hall    *live.Hall  // what is being played right now
	Rooms   *race.Rooms // those in which people race
	Panics  *panics.Catcher
	Log     *slog.Logger
	Address look.Address                 // where players reach the arcade
	Local   bool                         // in a process's own terminal: no one has a key, and nothing is kept or ranked, or everybody's daily
	Boot    string                       // this process: a game goes on ranked within it
	Now     func() time.Time             // the wall clock, for dates; games are timed by the monotonic one in it
	Seed    func() games.Seed            // draws a deal
	Count   func(game, mode, end string) // a run: "begun", "won" or "lost"
	Here    func() int                   // how many players have a screen, each guest one; nil: nobody has
	Crowd   func() bool                  // more arrive than can at a time: what only looks nice stands still; nil: never
}

// House is what all sessions share. It is safe for concurrent use.
type House struct {
	Config
	closing atomic.Bool
	themes  *look.Themes
	styles  *look.Styles // shared by all sessions, since they are large and never change
	usual   *keymap      // of players who chose no keys of their own

	examples examples
	waiting  atomic.Int64 // see Waiting

	// canvases to draw on, *games.Canvas: a session needs one only while it draws.
	canvases sync.Pool
}

// NewHouse returns a house in which nobody is.
func NewHouse(c Config) *House {
	if c.Local {
		c.Games = slices.Clone(c.Games)
		for i := range c.Games {
			c.Games[i].Week = [7]string{} // a game without dailies
		}
	}
	if c.Here == nil {
		c.Here = func() int { return 0 }
	}
	if c.Crowd == nil {
		c.Crowd = func() bool { return false }
	}
	h := &House{Config: c, themes: look.NewThemes(), styles: look.NewStyles(), examples: examples{made: make(map[[2]string]func() (example, error))}}
	h.usual = h.keymap(newLayout("", nil))
	h.canvases.New = func() any { return games.NewCanvas(0, 0) }
	return h
}

// Close makes sessions begin no new games.
func (h *House) Close() { h.closing.Store(true) }

// Closing reports whether Close was called.
func (h *House) Closing() bool { return h.closing.Load() }

// closed is what a player is told who would begin a game while the server closes.
const closed = "The arcade is about to restart: no new games for a moment."

// game finds a game by id.
func (h *House) game(id string) (games.Game, bool) {
	for _, g := range h.Games {
		if g.ID == id {
			return g, true
		}
	}
	return games.Game{}, false
}

// env is what the screens of one session share. It belongs to the session's goroutine.
type env struct {
	*House
	key     keys.Key
	player  storage.Player
	offer   string // the SSH user name, for a first name
	known   bool   // player and settings were read: before that, nothing is known of them
	set     settings
	chosen  bool             // a mode was, which the store does not know: see plays
	display *display.Display // nil in a local terminal
	width   int              // the window, in cells
	height  int
	depth   games.Depth // what the terminal shows
	term    string      // what the client says that the terminal is
	light   bool        // the terminal's ground is light
	keys    *keymap     // the player's
	session string      // its id, which no other session of any process has
	mayName func() bool // see Visitor
	wire    *Wire       // to the session's program; nil in a local terminal

	calls *caller      // calls the player who looks elsewhere
	news  func()       // see Visitor.News
	sent  *atomic.Bool // the player was sent away

	source string                        // where the player comes from; never shown
	ping   func() (time.Duration, error) // there and back to the terminal; nil where that cannot be measured
	ration func() time.Duration          // see Visitor.Ration; nil: nothing is rationed
	racing string                        // the room in whose heat the player is racing right now, "" for none
}

func newEnv(h *House, key keys.Key, user string) *env {
	e := &env{House: h, session: ulid.Make().String(), key: key, offer: user, keys: h.usual, width: 80, height: 24, depth: games.Colours256,
		calls: &caller{waiting: &h.waiting}, news: func() {}, sent: new(atomic.Bool)}
	e.know(e.loader().account())
	return e
}

// know takes in who plays, and what they chose.
func (e *env) know(a reading[account]) {
	if e.known = a.ok; a.ok {
		e.player, e.set = a.is.player, readSettings(a.is.settings)
		e.layOut()
	}
}

// after brings a message once some time has passed. Over SSH no goroutine waits for it, as one does with tea.Tick.
func (e *env) after(d time.Duration, msg tea.Msg) tea.Cmd {
	if e.wire == nil {
		return tea.Tick(d, func(time.Time) tea.Msg { return msg })
	}
	w := e.wire
	time.AfterFunc(d, func() { w.Send(msg) })
	return nil
}

// guest reports whether nothing of this player's can be kept.
func (e *env) guest() bool { return e.key.Guest() }

// whoami is the player as every head shows them: "ana · k3f9x2".
func (e *env) whoami() string {
	switch {
	case e.Local:
		return ""
	case e.guest():
		return "guest"
	case !e.known:
		return "not known right now"
	case e.player.Name == "":
		return "unnamed · " + e.player.ID
	}
	return e.player.Name + " · " + e.player.ID
}

// present is how many are here.
func (e *env) present() string {
	if e.display == nil {
		return ""
	}
	return look.Plural(int(e.Here()), "player") + " here"
}

// options are what a board is told of the player's choices.
func (e *env) options(g games.Game) games.Options {
	o := games.Options{ASCII: e.set.ASCII, Motion: e.set.Motion, Depth: e.set.depth(e.depth), On: make(map[string]bool)}
	for _, s := range g.Settings {
		o.On[s.ID] = e.set.On[g.ID+"."+s.ID]
	}
	return o
}

// palette is how inks look on this terminal.
func (e *env) palette() *display.Palette {
	return e.themes.Palette(e.set.theme(e.light), e.set.depth(e.depth))
}
