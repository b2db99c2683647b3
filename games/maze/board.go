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
	w, h     int
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
}

func newBoard() games.Board { return &board{} }

func (b *board) Fit(st games.State, w, h int, o games.Options) {
	s := st.(*state)
	b.w, b.h, b.options = w, h, o
	b.inside.fit(s, w, h, o)
	b.lens = newLens(s.m, w, h, o)
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
	b.walk, b.reveal, b.carving, b.solution = walk{}, reveal{}, carving{}, false
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
	m, used := b.input(s, in)
	if m == "" || !s.Status().Over() {
		return m, used
	}
	return "", used // a look round after the end is nobody's business
}

func (b *board) input(s *state, in games.Input) (games.Move, bool) {
	under := b.walk
	switch in.Kind {
	case games.Tick:
		return b.tick(s, in)
	case games.Key, games.Press:
		b.walk, b.carving, b.tooSmall = walk{}, carving{}, false
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
