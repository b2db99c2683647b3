package arcade

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/display"
	"arcade.example.com/arcade/door"
	"arcade.example.com/arcade/lines"
	"arcade.example.com/arcade/screens"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// visit is a session that lasts: on screens, with one display from the first frame to the restored terminal, or in lines. Its
// face to the rest of the server is player, plays, told, removed and ended, which may be called from anywhere.
type visit struct {
	server *Server
	sess   *door.Session
	key    keys.Key
	player string            // the id of whose the key was when it began; "" for a guest, or where nobody knew
	app    *screens.App      // nil in lines
	lines  *lines.Session    // nil on screens
	turn   sync.Mutex        // of who has the screens take a message
	size   tea.WindowSizeMsg // that the app knows; guarded by the turn
	since  time.Time
	input  atomic.Int64    // when the last input came, ns since since
	mail   mail            // what is brought to the screens
	why    string          // the first reason for which it is to end; guarded by the mail
	done   <-chan struct{} // nothing is taken any more
	alarm  *time.Timer     // that looks whether anybody is there
	warned bool            // that nobody seems to be; the alarm's own
	silent atomic.Bool     // the client sends nothing more
	over   atomic.Bool     // the loop has ended
	cancel context.CancelFunc
}

func newVisit(s *Server, sess *door.Session, first to.Destination) *visit {
	v := &visit{server: s, sess: sess, key: sess.Key(), since: time.Now()}
	w, h := sess.Window()
	v.size = tea.WindowSizeMsg{Width: w, Height: h}
	v.app = screens.New(s.house, screens.Visitor{Key: v.key, Offer: keys.Clean(sess.User(), 16), Width: w, Height: h, Depth: depthOf(sess), Term: sess.Term(),
		Source: network(sess.Source()), Ping: sess.Ping, Ration: sess.Ration, Out: sess.Raw(), MayName: s.mayName(sess),
		Broken: func() { v.ended(screens.Failure) },
		News:   func() { v.mail.put(func(w *waiting) { w.news = true }) }}, first)
	v.app.Display().Do(display.Ways{Spare: &s.frames, Sent: s.metrics.sent, Broken: v.broken, Guard: func(f func()) { v.guarded("display", f) }})
	return v
}

// who is who plays.
func (v *visit) who() storage.Player {
	if v.lines != nil {
		return v.lines.Player()
	}
	return v.app.Player()
}

// plays is the run whose clock runs; false where there is none.
func (v *visit) plays() (screens.Plays, bool) {
	if v.lines != nil {
		p, ok := v.lines.Plays()
		return screens.Plays{Game: p.Game, Mode: p.Mode, Since: p.Since}, ok
	}
	return v.app.Plays()
}

// removed notes that the player is sent away, for those who watch.
func (v *visit) removed() {
	if v.lines != nil {
		v.lines.Removed()
		return
	}
	v.app.Removed()
}

// told shows a line on the screen, where the latest wins, or says it.
func (v *visit) told(line string) {
	if v.lines != nil {
		v.lines.Tell(line)
		return
	}
	v.mail.put(func(w *waiting) { w.note = &line })
}

// ended ends the visit and says why once the terminal is restored; the first reason stands.
func (v *visit) ended(why string) {
	if v.lines != nil {
		v.lines.End(why)
		return
	}
	v.mail.put(func(w *waiting) {
		if w.ending = true; v.why == "" {
			v.why = why
		}
	})
}

// idleWarning is how long before the end an idle player is asked.
const idleWarning = time.Minute

// restoring bounds how long a client may take to read the bytes that restore its terminal.
const restoring = 3 * time.Second

// run shows the first frame, and has end called with why the server ended the visit, "" where the player left, once that is
// over.
func (v *visit) run(end func(why string)) {
	v.begin(end)
	v.first()
}

// begin has everything brought that comes, after the first frame. At rest nothing of it is a goroutine but the one that
// reads.
func (v *visit) begin(end func(why string)) {
	ctx, cancel := context.WithCancel(v.sess.Context())
	v.done, v.cancel = ctx.Done(), cancel
	v.turn.Lock() // first's
	context.AfterFunc(ctx, func() { v.finish(end) })
	v.sess.OnEnd(v.app.Display().Restore)
	v.server.metrics.sessions.Inc()
	v.app.Wire().Attach(v.send)
	v.mail.open(func() { go v.guarded("mail", v.carry) })
	v.sess.OnSize(func() { v.mail.put(func(w *waiting) { w.size = true }) })
	v.alarm = time.AfterFunc(v.server.cfg.Idle, func() { v.guarded("alarm", v.still) })
	v.alarm.Reset(v.patience())
	// The reader is not waited for: it ends with the channel, which is closed after this.
	go v.guarded("input", v.read)
}

// read brings the loop what comes from the keyboard.
func (v *visit) read() {
	defer v.cancel()
	err := v.app.Display().Read(reader{v}, func(msg tea.Msg) {
		if k, ok := msg.(tea.KeyPressMsg); v.sess.Interrupted() && !(ok && k.String() == "ctrl+c") {
			return
		}
		v.server.metrics.keys.Inc()
		v.send(msg)
	})
	v.silent.Store(true)
	v.unread(err)
}

// hangingUp is how long after the end of its input a session hears at the latest that its client is gone.
const hangingUp = 250 * time.Millisecond

// brokeOff reports whether the client is gone. One whose input has ended mostly is, and may be heard of a moment later.
func (v *visit) brokeOff() bool {
	if v.silent.Load() {
		late := time.NewTimer(hangingUp)
		defer late.Stop()
		select {
		case <-v.sess.Context().Done():
		case <-late.C:
		}
	}
	return v.sess.Context().Err() != nil
}

// unread notes why no more is read.
func (v *visit) unread(err error) {
	if err != nil && !errors.Is(err, io.EOF) {
		v.server.cfg.Log.Debug("read", "from", v.sess.Source(), "error", err)
	}
}

// finish gives everything back once nothing is taken any more, and says why the server ended the visit.
func (v *visit) finish(end func(why string)) {
	defer v.server.panics.Catch("end", nil)
	why := screens.Failure
	defer func() { end(why) }()
	defer v.server.panics.Catch("finish", nil)
	v.awaitTurn() // who is at it ends first, and nobody comes after
	v.over.Store(true)
	v.alarm.Stop()
	v.app.Wire().Detach()
	if v.app.Failed() {
		v.ended(screens.Failure)
	}
	v.app.Leave()
	v.restore()
	v.mail.open(nil)
	v.mail.put(func(*waiting) { why = v.why })
}

// broken is for a frame that could not be written: a client that takes none has left.
func (v *visit) broken(err error) {
	if v.sess.Context().Err() == nil {
		v.server.cfg.Log.Debug("write", "from", v.sess.Source(), "error", err)
	}
	v.cancel()
}

// restore gives the terminal back. A client that does not read is hung up on: only that ends a write that waits for it.
func (v *visit) restore() {
	late := time.AfterFunc(restoring, v.sess.Hangup)
	defer late.Stop()
	if err := v.app.Display().Close(); err != nil {
		v.broken(err)
	}
}

// guarded runs f and makes a panic in it end this session alone.
func (v *visit) guarded(what string, f func()) {
	defer v.server.panics.Catch(what, v.cancel)
	f()
}

// carry brings the loop what waits for it, until nothing does.
func (v *visit) carry() {
	for w := v.mail.next(); w != (waiting{}); w = v.mail.next() {
		if w.ending {
			v.end()
		}
		if w.size {
			select {
			case s := <-v.sess.Sizes():
				v.send(tea.WindowSizeMsg{Width: s.Width, Height: s.Height})
			default: // it came with the one before
			}
		}
		if w.note != nil {
			v.send(screens.Note(*w.note))
		}
		if w.news {
			v.send(screens.Moved{})
		}
	}
}

// end ends the loop. One that waits for a client which does not read is hung up on.
func (v *visit) end() {
	late := time.AfterFunc(restoring, v.sess.Hangup)
	defer late.Stop()
	v.send(screens.Ending{})
}

// patience is how long a player may do nothing before they are asked whether they are there.
func (v *visit) patience() time.Duration {
	idle := v.server.cfg.Idle
	return max(idle-idleWarning, idle/2)
}

// still asks who does nothing whether they are there, and ends the visit of who is not.
func (v *visit) still() {
	idle := v.server.cfg.Idle
	switch still := time.Since(v.since) - time.Duration(v.input.Load()); {
	case still >= idle:
		v.ended("You were away for " + idle.String() + ", so the arcade closed the session. Connect again.")
		v.alarm.Reset(idle)
	case still >= v.patience():
		v.told("Are you still there? Press any key, or the session ends soon.")
		v.warned = true
		v.alarm.Reset(idle - still)
	default:
		if v.warned {
			v.told("")
			v.warned = false
		}
		v.alarm.Reset(v.patience() - still)
	}
	if v.over.Load() { // meanwhile: nothing else would stop it
		v.alarm.Stop()
	}
}

// reader is the session's input; every byte of it says that somebody is there.
type reader struct{ v *visit }

func (r reader) Read(b []byte) (int, error) {
	n, err := r.v.sess.Read(b)
	if n > 0 {
		r.v.input.Store(int64(time.Since(r.v.since)))
	}
	return n, err
}

// depthOf is what a terminal surely shows, until it answers that it shows more.
func depthOf(s *door.Session) games.Depth {
	term := s.Term()
	switch {
	case s.Env("NO_COLOR") != "" || term == "dumb" || term == "" || term == "vt100":
		return games.Mono
	case s.Env("COLORTERM") == "truecolor" || s.Env("COLORTERM") == "24bit":
		return games.TrueColour
	case term == "linux" || term == "xterm" || term == "ansi" || term == "screen" || strings.HasSuffix(term, "-16color"):
		return games.Colours16
	case strings.HasSuffix(term, "-direct"):
		return games.TrueColour
	}
	return games.Colours256
}
