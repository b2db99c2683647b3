package maze

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"arcade.example.com/games"
)

// Moves that only show the hand; inside has some more.
const (
	goIn  games.Move = "~in"
	goOut games.Move = "~out"
)

// carvedTo is the move of a demo that shows the maze when only so many of its cells were carved.
const carvedTo = "~carve "

// frame is the time between two pictures of what is drawn step by step.
const frame = time.Second / 30

// board is the maze's face: from above, or from inside. What both have in common is here.
type board struct {
	w, h     int  // of the picture
	tappable bool // below it is a row of keys to tap
	options  games.Options
	now      time.Duration // of the last input
	seen     *state        // the position that it last heard of
	lens     lens
	trail    marks // where the player was
	inside   inside
	within   bool // in first person
	tooSmall bool // the first person was asked for, and the window is too small for it
	walk     walk
	reveal   reveal
	carving  carving
	solution bool // after the end: the path under the player's way
	whole    bool // from above: the overview is shown
	redraws  games.Lines
	redrawn  bool // redraws is known
}

var _ games.Redrawer = (*board)(nil)

func newBoard() games.Board { return &board{} }

func (b *board) Fit(st games.State, w, h int, o games.Options) {
	s := st.(*state)
	b.w, b.h, b.options, b.tappable = w, h, o, false
	if o.Taps && h > 1 {
		b.h, b.tappable = h-1, true
	}
	b.inside.fit(s, b.w, b.h, o)
	b.lens = newLens(s.m, b.w, b.h, o)
	b.lens.centre(s.at)
	if b.seen == nil {
		b.begin(s)
	}
	b.track(s)
	if b.within && !b.inside.fits() && !s.m.plan.inside {
		b.within, b.tooSmall = false, true
	}
}

// track takes note of a position, which mostly is the one after that it knows.
func (b *board) track(s *state) {
	switch {
	case *s == *b.seen: // or made by the same move of the same position
		return
	case s.prev == nil || *s.prev != *b.seen:
		b.afresh(s)
	case s.revealed && !b.seen.revealed:
		b.reveal = newReveal(s.m, frames(b.options))
	}
	b.seen = s
	b.trail.add(s.at)
	b.lens.follow(s.at)
}

// begin shows a position that nothing has led to, in the view that the game begins in.
func (b *board) begin(s *state) {
	b.afresh(s)
	b.lens.centre(s.at)
	b.tooSmall = false
	if b.within = s.m.plan.inside; b.within {
		b.inside.enter(s)
	}
}

// afresh forgets what it knew of another position.
func (b *board) afresh(s *state) {
	b.walk, b.reveal, b.carving, b.solution, b.whole = walk{}, reveal{}, carving{}, false, false
	b.trail = newMarks(s.m)
	for p := s; p != nil; p = p.prev {
		b.trail.add(p.at)
	}
	b.seen = s
}

// frames is how many pictures a thing takes that is drawn step by step, under a second; 0 if it is there at once.
func frames(o games.Options) int {
	return [...]int{games.FullMotion: 24, games.ReducedMotion: 6, games.NoMotion: 0}[o.Motion]
}

func (b *board) Input(st games.State, in games.Input) (games.Move, bool) {
	s := st.(*state)
	b.track(s)
	b.now, in.Key = in.Now, lower(in.Key)
	before, calm := b.lens.from, b.calm()
	m, used := b.input(s, in)
	b.redrawn = calm && b.calm() && b.lens.from == before
	b.redraws = b.lens.lines(s.at, b.seen.at)
	if m == "" || !s.Status().Over() {
		return m, used
	}
	return "", used // a look round after the end is nobody's business
}

// calm reports whether nothing but a step can change the picture: from above, where nothing moves by itself.
func (b *board) calm() bool {
	return !b.within && !b.whole && !b.tooSmall && !b.tappable && !b.solution && !b.seen.revealed && !b.carving.shown() && !b.carving.running()
}

// Redraws: a step from above changes what is drawn where the player was and is.
func (b *board) Redraws() (games.Lines, bool) { return b.redraws, b.redrawn }

func (b *board) input(s *state, in games.Input) (games.Move, bool) {
	if in.Kind == games.Tick {
		return b.tick(s, in)
	}
	if in.Kind == games.Press && b.tappable && in.Y == b.h {
		in = games.Input{Kind: games.Key, Key: b.tapped(s, in.X), Now: in.Now}
	}
	under := b.walk
	if in.Kind == games.Key || in.Kind == games.Press {
		b.walk, b.carving, b.tooSmall, b.inside.word = walk{}, carving{}, false, ""
		if b.whole {
			return b.leaveOverview(s, in)
		}
	}
	if in.Kind == games.Key {
		if m, used := b.key(s, in.Key, under); used {
			return m, used
		}
	}
	if b.within {
		return b.fromInside(s, in)
	}
	return b.fromAbove(s, in)
}

// leaveOverview goes back to the view before, with a press to where one pressed. A key acts on besides.
func (b *board) leaveOverview(s *state, in games.Input) (games.Move, bool) {
	b.whole = false
	switch {
	case in.Kind == games.Press:
		b.lens.centre(newOverview(s.m, b.w, b.h, s.at).unit(in.X, in.Y))
		return "", true
	case in.Key == "z":
		return "", true
	}
	return b.input(s, in)
}

// tick goes on with everything that moves.
func (b *board) tick(s *state, in games.Input) (m games.Move, used bool) {
	if b.reveal.running() {
		b.reveal.step()
		used = true
	}
	if b.carving.running() {
		b.carving.step()
		used = true
	}
	if b.within && b.inside.next() > 0 {
		b.inside.input(s, in)
		used = true
	}
	if b.walk.steps != 0 && b.now >= b.walk.due {
		return b.stride(s)
	}
	return "", used
}

func (b *board) Next(st games.State) time.Duration {
	s := st.(*state)
	switch {
	case b.walk.steps != 0:
		return max(b.walk.due-b.now, time.Millisecond)
	case b.within && b.inside.next() > 0:
		return b.inside.next()
	case b.reveal.running() || b.carving.running() || b.pathPending(s):
		return frame
	}
	return 0
}

func (b *board) Show(st games.State) {
	s := st.(*state)
	b.begin(s)
	b.inside.show(s)
}

func (b *board) Watch(st games.State, m games.Move) {
	s := st.(*state)
	b.track(s)
	b.carving = carving{}
	switch {
	case m == goIn:
		b.view(s, true)
	case m == goOut:
		b.view(s, false)
	case strings.HasPrefix(string(m), carvedTo):
		if n, err := strconv.Atoi(string(m[len(carvedTo):])); err == nil {
			b.carving = carvingOf(s.m, n)
		}
	case b.within:
		b.inside.watch(s, m)
	}
}

func (b *board) Draw(c *games.Canvas, st games.State, sc games.Scene) {
	s := st.(*state)
	if b.tappable {
		b.drawTaps(c, s)
		c = c.Sub(0, 0, b.w, b.h)
	}
	switch {
	case !b.within:
		b.drawAbove(c, s, sc)
		if b.tooSmall {
			b.say(c, b.h-1)
		}
	case b.inside.fits():
		shown := *s
		shown.revealed = s.revealed || b.solution
		b.inside.draw(c, &shown, sc)
	default:
		b.say(c, b.h/2)
	}
}

// say says in line y what the first person needs.
func (b *board) say(c *games.Canvas, y int) {
	text := fmt.Sprintf("First person needs %dx%d cells.", insideCols, insideRows)
	c.Text(max((b.w-len(text))/2, 0), y, text, games.Warn.Ink(), games.Panel.Ink())
}
