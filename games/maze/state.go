package maze

import (
	"fmt"

	"arcade.example.com/games"
)

// state is where the player is, and how they came there.
type state struct {
	m        *maze
	prev     *state // the position before this one, nil at the deal: the chain is the player's trail
	at       point
	came     *state // the position at the last place before this one on the way from the entrance, nil where there is none
	through  point  // where that way went on from it
	front    point  // the furthest point of the path that was reached,
	behind   point  // the one before it,
	passed   int    // and how many moves of the path lead there
	revealed bool   // the path was shown
}

func (s *state) Apply(m games.Move) (games.State, error) {
	if s.Status().Over() {
		return nil, fmt.Errorf("%q after the end: %w", m, games.ErrIllegal)
	}
	next := *s
	next.prev = s
	if m == games.Reveal && !s.revealed {
		next.revealed = true
		return &next, nil
	}
	d, ok := heading(m)
	if !ok {
		return nil, fmt.Errorf("%q: %w", m, games.ErrIllegal)
	}
	next.at = d.from(s.at)
	if !s.m.open(next.at.x, next.at.y) {
		return nil, fmt.Errorf("%s into a wall: %w", m, games.ErrIllegal)
	}
	if s.m.place(s.at) {
		if back, ok := s.backtrack(); !ok || d != back {
			next.came, next.through = s, next.at
		}
	}
	if next.came != nil && next.came.at == next.at { // back where it set out: what counts is how it came there
		next.came, next.through = next.came.came, next.came.through
	}
	// The path has no branches: whoever goes on from its furthest point, and not back, is further.
	if s.at == s.front && next.at != s.behind && s.m.onPath(next.at.x, next.at.y) {
		next.front, next.behind = next.at, s.at
		next.passed++
	}
	return &next, nil
}

func (s *state) Status() games.Status {
	if s.at == s.m.exit() {
		return games.Won
	}
	return games.Playing
}

func (s *state) Assisted() bool { return s.revealed }

// Progress is in cells of the path.
func (s *state) Progress() (done, of int) { return s.passed/2 + 1, s.m.length }

// facing is the way the last move went; at the entrance, where one can go.
func (s *state) facing() direction {
	for s.prev != nil && s.prev.at == s.at {
		s = s.prev
	}
	switch {
	case s.prev != nil:
		return toward(s.prev.at, s.at)
	case s.m.open(s.at.x+1, s.at.y):
		return east
	}
	return south
}

// steps is how many moves led here, not counting the one that shows the path.
func (s *state) steps() (n int) {
	for ; s.prev != nil; s = s.prev {
		if s.at != s.prev.at {
			n++
		}
	}
	return n
}

// Text is a line of numbers and the maze from above.
func (s *state) Text() string {
	shown := "hidden"
	if s.revealed {
		shown = "shown"
	}
	b := fmt.Appendf(nil, "at %d,%d, passed %d of %d, path %s\n", s.at.x, s.at.y, s.passed, s.m.units(), shown)
	return string(s.m.appendText(b, s.revealed, s.at))
}
