package cast

import (
	"bufio"
	"errors"
	"time"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/look"
	"arcade.example.com/games"
)

// seek is how long a cast looks for a run that goes on in another window.
const seek = 5 * time.Second

// Live is a cast of a run under way. Its times are those since it began.
type Live struct {
	*cast  // nil before the first picture
	out    *bufio.Writer
	hall   *live.Hall
	line   live.Line
	viewer live.Viewer
	first  *live.Spectator
	gone   <-chan struct{}
	began  time.Time
	wake   chan struct{}
	at     int // steps shown
}

// Join begins to watch a run, or fails as the hall does. Write must follow.
func Join(hall *live.Hall, l live.Line, v live.Viewer) (*Live, error) {
	c := &Live{hall: hall, line: l, viewer: v, began: time.Now(), wake: make(chan struct{}, 1)}
	var err error
	c.first, err = hall.Watch(l.Run, v, live.Into(c.wake))
	return c, err
}

// Write writes the run while it is played, from its last step on, and returns when it has ended, or nobody reads any
// more: out fails then, or gone is closed; a nil gone never is.
func (c *Live) Write(out *bufio.Writer, gone <-chan struct{}) {
	c.out, c.gone = out, gone
	for s := c.first; ; {
		end, err := c.watch(s)
		s.Leave()
		if err != nil {
			return
		}
		if end.How == live.Moved {
			s = c.again()
		}
		if end.How != live.Moved || s == nil {
			_ = c.end(end.Words(c.line.Name, look.Tidy(end.Time))) // the last line: who does not read it has gone
			return
		}
	}
}

// watch shows a run from its first picture until it ends.
func (c *Live) watch(s *live.Spectator) (live.End, error) {
	if err := c.start(s.First()); err != nil {
		return live.End{}, err
	}
	return c.follow(s)
}

// start begins the picture anew, and with the first the cast.
func (c *Live) start(first games.State) error {
	shown := newCast(c.out, *c.line.Game, *c.line.Mode, c.line.Name, first)
	if shown.title += " - live"; c.cast == nil {
		if err := shown.header(c.began, 0); err != nil {
			return err
		}
	}
	c.cast, c.at = shown, 0
	c.begin()
	return c.event(c.time(), blankScreen)
}

func (c *Live) time() time.Duration { return time.Since(c.began) }

// follow shows a run until it ends.
func (c *Live) follow(s *live.Spectator) (live.End, error) {
	for {
		t := s.Since(c.at)
		t.Each(c.state, func(st games.Step, state games.State) {
			c.at++
			c.state = state
			c.board.Watch(state, st.Move)
		})
		if err := c.send(t.Clock); err != nil || t.End.How != live.Under {
			return t.End, err
		}
		next := time.Second - t.Clock%time.Second
		if d := c.board.Next(c.state); d > 0 {
			next = min(next, d)
		}
		timer := time.NewTimer(next)
		select {
		case <-c.wake:
		case <-timer.C:
			c.board.Input(c.state, games.Input{Kind: games.Tick, Now: c.time()})
		case <-c.gone:
			timer.Stop()
			return live.End{}, errGone
		}
		timer.Stop()
	}
}

// errGone ends a cast that nobody reads any more.
var errGone = errors.New("nobody reads the cast")

// send writes what is new on the screen, at once.
func (c *Live) send(clock time.Duration) error {
	if err := c.frame(c.time(), clock, ""); err != nil {
		return err
	}
	return c.out.Flush()
}

// again looks for a run that goes on in another window; nil where it does not.
func (c *Live) again() *live.Spectator {
	for end := time.Now().Add(seek); time.Now().Before(end); {
		if s, err := c.hall.Watch(c.line.Run, c.viewer, live.Into(c.wake)); err == nil {
			return s
		}
		select {
		case <-time.After(seek / 20):
		case <-c.gone:
			return nil
		}
	}
	return nil
}

// end says how the run ended, under the picture.
func (c *Live) end(words string) error {
	return c.event(c.time(), restoreScreen+"\x1b["+look.Pad(Height, 1)+";1H\r\n"+words+"\r\n")
}
