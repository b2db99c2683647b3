package screens

import (
	"io"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/display"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// Visitor is who looks at the screens, and through what.
type Visitor struct {
	Key           keys.Key
	Offer         string      // what may be their first name
	Width, Height int         // of the window, in cells
	Depth         games.Depth // what their terminal surely shows
	Term          string      // what their client says that it is
	Source        string      // where they come from, for what is rated; never shown
	// Ping is how long it takes to them and back. It is called away from the session's goroutine, and may take long. Nil
	// where that cannot be measured.
	Ping func() (time.Duration, error)
	// Ration asks for leave to deal a position, which is dear: 0 is the leave, else it is how long until there may be one.
	// Nil where nothing is rationed.
	Ration  func() (wait time.Duration)
	Out     io.Writer   // to their terminal; nil where Bubble Tea's own renderer draws
	MayName func() bool // reports whether one more name may be taken from where they are, and counts it; nil: any number
	Broken  func()      // a panic was caught while drawing: the session cannot go on
	News    func()      // something that a screen listens to has moved: the program wants a Moved. It is called from anywhere and must not wait
}

// New returns a session's model, which begins with the menu, and on top of it where the visitor wants to go first; nil:
// nowhere. It reads the store.
func New(h *House, v Visitor, first to.Destination) *App {
	e := newEnv(h, v.Key, v.Offer)
	e.mayName = v.MayName
	if v.Width > 0 && v.Height > 0 {
		e.width, e.height = v.Width, v.Height
	}
	e.depth, e.term, e.source, e.ping, e.ration = v.Depth, v.Term, v.Source, v.Ping, v.Ration
	if v.News != nil {
		e.news = v.News
	}
	if v.Out != nil {
		e.display, e.wire = display.New(v.Out, e.palette()), new(Wire)
		e.calls.display = e.display
		e.calls.choose(e.set.Notices)
		e.display.Economical(e.set.economical())
	}
	a := newApp(e, first)
	a.broken = v.Broken
	return a
}

// Player is who plays, as the store knew them when the session began.
func (a *App) Player() storage.Player { return a.who }

// Display draws the session's frames; nil in a local terminal.
func (a *App) Display() *display.Display { return a.env.display }

// Wire leads to the session's program; nil in a local terminal.
func (a *App) Wire() *Wire { return a.env.wire }

// Removed notes that the player is sent away, for those who watch. It is safe for concurrent use.
func (a *App) Removed() { a.env.sent.Store(true) }

// Plays is a run whose clock runs: the ids of its game and mode, when the clock began, and whether it is raced in a heat.
type Plays struct {
	Game, Mode string
	Since      time.Time
	Heat       bool
}

// Plays says what is being played; false where no run's clock runs. It is safe for concurrent use.
func (a *App) Plays() (Plays, bool) {
	p := a.plays.Load()
	if p == nil {
		return Plays{}, false
	}
	return *p, true
}

// Failed reports, after the program has ended, whether a panic ended it.
func (a *App) Failed() bool { return a.failed }

// Wire leads to a session's program while it runs. A timer that holds it holds no program that has ended. It is safe for
// concurrent use.
type Wire struct{ send atomic.Pointer[func(tea.Msg)] }

// Attach makes send, a program's, what messages are brought by.
func (w *Wire) Attach(send func(tea.Msg)) { w.send.Store(&send) }

// Detach lets messages go nowhere.
func (w *Wire) Detach() { w.send.Store(nil) }

// Send brings the program a message.
func (w *Wire) Send(msg tea.Msg) {
	if send := w.send.Load(); send != nil {
		(*send)(msg)
	}
}

// Note is a line from the house to a session: a restart, an operator's word. "" takes it away.
type Note string

// Moved is the message that there was Visitor.News: whoever listens looks afresh.
type Moved struct{}

// Ending is the message that ends a session, as after a kick.
type Ending struct{}

// Failure is what a player is told after a panic.
const Failure = "Something went wrong here, and this session had to end. Connect again."
