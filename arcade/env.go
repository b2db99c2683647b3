package arcade

import (
	"errors"
	"log/slog"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/oklog/ulid/v2"

	"arcade.example.com/arcade/display"
	"arcade.example.com/arcade/panics"
	"arcade.example.com/arcade/records"
	"arcade.example.com/games"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// house is what all sessions share. It is safe for concurrent use.
type house struct {
	games   []games.Game
	store   storage.Store
	saver   *records.Saver
	themes  *themes
	styles  *styles // these two never change, and are 9 KiB
	keys    *keymap
	log     *slog.Logger
	version string
	address string           // how to connect, as a player types it; "" in a local terminal
	boot    string           // this process: a game goes on ranked within it
	now     func() time.Time // the wall clock, for dates; games are timed by the monotonic one in it
	seed    func() games.Seed
	here    atomic.Int64 // players with a screen, each guest one
	metrics *metrics
	panics  *panics.Catcher
	closing atomic.Bool // no new games

	// canvases to draw on, *games.Canvas: a session needs one only while it draws.
	canvases sync.Pool
}

func newHouse(list []games.Game, store storage.Store, log *slog.Logger, version string) *house {
	h := &house{
		games: list, store: store, themes: newThemes(), styles: newStyles(), keys: newKeymap(), metrics: newMetrics(), log: log, panics: panics.NewCatcher(log), version: version,
		boot: ulid.Make().String(), now: time.Now,
		// rand.Uint64 is ChaCha8 seeded by the system: nobody can tell the next deal from those before.
		seed: func() games.Seed { return games.Seed(rand.Uint64()) },
	}
	h.canvases.New = func() any { return games.NewCanvas(0, 0) }
	h.saver = records.NewSaver(records.Config{Games: list, Store: store, Log: log, Panics: h.panics,
		Saved: func(took time.Duration) { h.metrics.save.Observe(took.Seconds()) }})
	return h
}

// closed is what a player is told who would begin a game while the server closes.
const closed = "The arcade is about to restart: no new games for a moment."

// drop forgets what was kept of a run.
func (e *Env) drop(game, run string) {
	if e.guest() {
		return
	}
	store, key, log := e.store, e.key, e.log
	e.saver.Do("drop game", func() {
		if err := store.Drop(key, game, run); err != nil && !errors.Is(err, storage.ErrNotFound) {
			log.Error("drop game", "run", run, "error", err)
		}
	})
}

// game finds a game by id.
func (h *house) game(id string) (games.Game, bool) {
	for _, g := range h.games {
		if g.ID == id {
			return g, true
		}
	}
	return games.Game{}, false
}

// Env is what the screens of one session share. It belongs to the session's goroutine.
type Env struct {
	*house
	key     keys.Key
	player  storage.Player
	offer   string // the SSH user name, for a first name
	set     settings
	display *display.Display // nil in a local terminal
	width   int              // the window, in cells
	height  int
	depth   games.Depth // what the terminal shows
	light   bool        // the terminal's ground is light
	wire    *wire       // to the session's program; nil in a local terminal
}

func newEnv(h *house, key keys.Key, user string) *Env {
	e := &Env{house: h, key: key, offer: user, width: 80, height: 24, depth: games.Colours256}
	if key.Guest() {
		return e
	}
	var err error
	if e.player, err = h.store.Player(key); err != nil {
		h.log.Error("read player", "error", err)
	}
	if m, err := h.store.Settings(key); err != nil {
		h.log.Error("read settings", "error", err)
	} else {
		e.set = readSettings(m)
	}
	return e
}

// wire leads to a session's program while it runs. A timer that holds it holds no program that has ended.
type wire struct{ to atomic.Pointer[tea.Program] }

func (l *wire) send(msg tea.Msg) {
	if p := l.to.Load(); p != nil {
		p.Send(msg)
	}
}

// after brings a message once some time has passed. Over SSH no goroutine waits for it, as one does with tea.Tick.
func (e *Env) after(d time.Duration, msg tea.Msg) tea.Cmd {
	if e.wire == nil {
		return tea.Tick(d, func(time.Time) tea.Msg { return msg })
	}
	l := e.wire
	time.AfterFunc(d, func() { l.send(msg) })
	return nil
}

// guest reports whether nothing of this player's can be kept.
func (e *Env) guest() bool { return e.key.Guest() }

// whoami is the player as every head shows him: "ana · k3f9x2".
func (e *Env) whoami() string {
	switch {
	case e.guest():
		return "guest"
	case e.player.Name == "":
		return "unnamed · " + e.player.ID
	}
	return e.player.Name + " · " + e.player.ID
}

// present is how many are here.
func (e *Env) present() string {
	if e.display == nil {
		return ""
	}
	return plural(int(e.here.Load()), "player") + " here"
}

// options are what a board is told of the player's choices.
func (e *Env) options(g games.Game) games.Options {
	o := games.Options{ASCII: e.set.ASCII, Motion: e.set.Motion, Depth: e.set.depth(e.depth), On: make(map[string]bool)}
	for _, s := range g.Settings {
		o.On[s.ID] = e.set.On[g.ID+"."+s.ID]
	}
	return o
}

// palette is how inks look on this terminal.
func (e *Env) palette() *display.Palette {
	return e.themes.palette(e.set.theme(e.light), e.set.depth(e.depth))
}

// name is how a player is shown to others: never empty, and never more than a name.
func name(player, id string) string {
	switch {
	case id == "":
		return "(left)"
	case player == "":
		return "unnamed"
	}
	return player
}
