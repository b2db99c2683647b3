package arcade

import (
	"context"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/check"
	"arcade.example.com/arcade/display"
	"arcade.example.com/arcade/door"
	"arcade.example.com/arcade/look"
	"arcade.example.com/games"
)

// examining is how long a terminal may take to say what it is, and the way to it to be measured.
const examining = 2 * time.Second

// examiner asks a session's terminal what it is and can do, on a screen that is gone again before the answer is printed.
// What is asked goes to the client's error stream: its output may lead to a file.
func (s *Server) examiner(sess *door.Session) func() check.Report {
	return func() check.Report { return s.examine(sess, sess.Term() != "dumb") }
}

// examine is what a session says of its terminal, how long the way to it takes, and, if it asks, what that answers.
func (s *Server) examine(sess *door.Session, asks bool) check.Report {
	w, h := sess.Window()
	r := check.Report{Term: sess.Term(), Width: w, Height: h, Depth: depthOf(sess)}
	ctx, cancel := context.WithTimeout(sess.Context(), examining)
	defer cancel()
	took := make(chan time.Duration, 1)
	go s.guarded("ping", func() {
		if d, err := sess.Ping(); err == nil {
			took <- d
		}
	})
	if asks {
		s.ask(ctx, sess, &r)
	}
	select {
	case r.RoundTrip = <-took:
	case <-ctx.Done():
	}
	if r.RGB && r.Depth == games.Colours256 {
		r.Depth = games.TrueColour
	}
	return r
}

// unasked says what is known of a terminal that is asked nothing. The way to it is measured once a session: a client that
// does not answer is not asked twice.
func (s *Server) unasked(sess *door.Session) func() []string {
	first := sync.OnceValue(func() check.Report { return s.examine(sess, false) })
	return func() []string {
		r := first()
		r.Width, r.Height = sess.Window()
		return append(r.Unasked(), "More is asked by: "+s.cfg.Address.Terminal("check")+".")
	}
}

// ask examines a terminal until it has answered all, or the context is done, or Ctrl+C is pressed.
func (s *Server) ask(ctx context.Context, sess *door.Session, r *check.Report) {
	d := display.New(sess.RawErrors(), look.NewThemes().Palette("", games.Mono))
	defer d.Close()
	d.Examine()
	d.Frame(games.NewCanvas(r.Width, r.Height), tea.View{AltScreen: true})
	answers := make(chan tea.Msg)
	go s.guarded("answers", func() { // ends with the session, which is closed when the command is answered
		_ = d.Read(sess, func(msg tea.Msg) {
			select {
			case answers <- msg:
			case <-ctx.Done():
			}
		})
	})
	for !r.Answered {
		select {
		case msg := <-answers:
			if k, ok := msg.(tea.KeyPressMsg); ok && k.String() == "ctrl+c" {
				return
			}
			r.Take(msg)
		case <-ctx.Done():
			return
		}
	}
}

// guarded runs f and catches a panic in it.
func (s *Server) guarded(what string, f func()) {
	defer s.panics.Catch(what, nil)
	f()
}
