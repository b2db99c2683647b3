package cast

import (
	"bufio"
	"errors"
	"time"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/look"
	"arcade.example.com/games"
)

// patience is how long a cast waits for a run that goes on in another window, or is fetched from another node.
const patience = 5 * time.Second

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

// Join begins to watch a run for one who reads until gone is closed, which a nil gone never is; or it fails as the hall does.
// Write must follow.
func Join(hall *live.Hall, l live.Line, v live.Viewer, gone <-chan struct{}) (c *Live, err error) {
	c = &Live{hall: hall, line: l, viewer: v, gone: gone, began: time.Now(), wake: make(chan struct{}, 1)}
	c.first, err = c.seek(func(err error) bool { return errors.Is(err, live.ErrComing) })
	return c, err
}

// Write writes the run while it is played, from its last step on, and returns when it has ended, or nobody reads any
// more: out fails then.
func (c *Live) Write(out *bufio.Writer) {
	c.out = out
	for s := c.first; ; {
		end, err := c.watch(s)
		s.Leave()
		if err != nil {
			return
		}
		if end.How == live.Moved {
			s, _ = c.seek(func(error) bool { return true })
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

// seek watches the run, and waits for it where it cannot be watched for a reason that may pass.
func (c *Live) seek(passes func(error) bool) (*live.Spectator, error) {
	for end := time.Now().Add(patience); ; {
		s, err := c.hall.Watch(c.line.Run, c.viewer, live.Into(c.wake))
		if err == nil || !passes(err) || !time.Now().Before(end) {
			return s, err
		}
		select {
		case <-time.After(patience / 50):
		case <-c.gone:
			return nil, errGone
		}
	}
}

// end says how the run ended, under the picture.
func (c *Live) end(words string) error {
	return c.event(c.time(), restoreScreen+"\x1b["+look.Pad(Height, 1)+";1H\r\n"+words+"\r\n")
}
