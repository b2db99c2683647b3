package minesweeper

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"arcade.example.com/games"
	"arcade.example.com/games/minesweeper/solver"
)

// square is what a player did to a cell.
type square uint8

const (
	covered square = iota
	flagged
	marked // with a question mark: covered, but for the eye
	opened
)

// state is a position. Everything it points to is shared with other positions and never changes.
type state struct {
	setup
	dealer   *dealer    // until the first opening
	field    *minefield // nil until the first opening
	squares  []square   // by cell
	status   games.Status
	assisted bool
	shown    bool // the mines were revealed
	cleared  int  // safe cells opened
	done     int  // 3BV opened
	flags    int  // flags standing
	// knew is what could be known before the move that lost; nil but in lost positions, of which it is no part.
	knew func() solver.Analysis
}

// Apply makes a move. With a cell "X,Y", counted from the top left from 0, the moves are "open", "flag", "mark"
// (a question mark), "clear" (takes either away), "chord" (opens the rest around a number that has its flags) and
// "flags" (flags all around a number where all must be mines); without one, "hint" and games.Reveal.
func (s *state) Apply(m games.Move) (games.State, error) {
	next := *s
	if !s.status.Over() && next.assist(m) {
		return &next, nil
	}
	verb, at, _ := strings.Cut(string(m), " ")
	i := s.cellAt(at)
	if s.status.Over() || i < 0 || !s.can(verb, i) {
		return nil, fmt.Errorf("%.24q: %w", string(m), games.ErrIllegal)
	}
	next.squares = slices.Clone(s.squares)
	next.do(verb, i)
	if next.status == games.Lost {
		next.knew = sync.OnceValue(func() solver.Analysis { return solver.Analyse(s.view()) })
	}
	return &next, nil
}

// assist makes a move that helps, if it is one and allowed.
func (s *state) assist(m games.Move) bool {
	switch {
	case m == hint && s.status == games.Playing:
	case m == games.Reveal && !s.shown:
		s.shown = true
	default:
		return false
	}
	s.assisted = true
	return true
}

// hint is the move of a player who asks the solver.
const hint games.Move = "hint"

// can reports whether the rules allow to do this to cell i.
func (s *state) can(verb string, i int) bool {
	was := s.squares[i]
	switch verb {
	case "open":
		return was == covered || was == marked
	case "flag":
		return was == covered || was == marked
	case "mark":
		return was == covered || was == flagged
	case "clear":
		return was == flagged || was == marked
	case "chord":
		flags, closed := s.around(i)
		return was == opened && flags == s.number(i) && closed > flags
	case "flags":
		flags, closed := s.around(i)
		return was == opened && closed == s.number(i) && closed > flags
	}
	return false
}

// around counts the flags around a cell, and the cells that are not open, flags among them.
func (s *state) around(i int) (flags, closed int) {
	var near [8]int
	for _, n := range solver.Neighbours(s.w, s.h, i, &near) {
		if s.squares[n] == flagged {
			flags++
		}
		if s.squares[n] != opened {
			closed++
		}
	}
	return flags, closed
}

// number is the number of an opened cell.
func (s *state) number(i int) int { return int(s.field.Count[i]) }

// do makes a move that can be made, in a position that is not shared yet.
func (s *state) do(verb string, i int) {
	var near [8]int
	switch verb {
	case "open":
		s.open(i)
	case "flag":
		s.set(i, flagged)
	case "mark":
		s.set(i, marked)
	case "clear":
		s.set(i, covered)
	case "chord":
		for _, n := range solver.Neighbours(s.w, s.h, i, &near) {
			if was := s.squares[n]; was == covered || was == marked {
				s.open(n)
			}
		}
	case "flags":
		for _, n := range solver.Neighbours(s.w, s.h, i, &near) {
			if s.squares[n] != opened {
				s.set(n, flagged)
			}
		}
	}
}

// set puts a flag or a mark on a closed cell, or takes it away.
func (s *state) set(i int, to square) {
	if s.squares[i] == flagged {
		s.flags--
	}
	if to == flagged {
		s.flags++
	}
	s.squares[i] = to
}

// open opens a cell and, around every cell without a number, all that carry no flag.
func (s *state) open(i int) {
	if s.field == nil {
		s.field, s.dealer = s.dealer.deal(i), nil
		s.status = games.Playing
	}
	s.uncover(i)
	if s.field.Mine[i] {
		s.status = games.Lost
		return
	}
	var near [8]int
	for todo := []int{i}; len(todo) > 0; {
		i, todo = todo[len(todo)-1], todo[:len(todo)-1]
		if s.field.Count[i] > 0 {
			continue
		}
		for _, n := range solver.Neighbours(s.w, s.h, i, &near) {
			if was := s.squares[n]; was == covered || was == marked {
				s.uncover(n)
				todo = append(todo, n)
			}
		}
	}
	if s.cleared == s.w*s.h-s.mines && s.status == games.Playing {
		s.status = games.Won
	}
}

func (s *state) uncover(i int) {
	s.squares[i] = opened
	if s.field.Mine[i] {
		return
	}
	s.cleared++
	if s.field.worth[i] {
		s.done++
	}
}

func (s *state) Status() games.Status { return s.status }
func (s *state) Assisted() bool       { return s.assisted }

// Progress is the 3BV opened, of the whole board's; 0 of 0 before there is a board.
func (s *state) Progress() (done, of int) {
	if s.field == nil {
		return 0, 0
	}
	return s.done, s.field.bv
}

// left is the number of mines without a flag, as the counter shows it: below 0 where there are too many flags.
func (s *state) left() int {
	if s.status == games.Won {
		return 0
	}
	return s.mines - s.flags
}

// fatal reports whether cell i is a mine that was opened.
func (s *state) fatal(i int) bool { return s.squares[i] == opened && s.field.Mine[i] }

// view is what the player knows.
func (s *state) view() solver.View {
	v := solver.View{W: s.w, H: s.h, Mines: s.mines, Cell: make([]int8, len(s.squares))}
	for i, sq := range s.squares {
		v.Cell[i] = solver.Hidden
		if sq == opened && !s.field.Mine[i] {
			v.Cell[i] = int8(s.field.Count[i])
		}
	}
	return v
}

// move spells a move on a cell.
func (su setup) move(verb string, i int) games.Move {
	return games.Move(fmt.Sprintf("%s %d,%d", verb, i%su.w, i/su.w))
}

// cellAt reads "X,Y"; -1 where that is no cell of the board.
func (su setup) cellAt(text string) int {
	col, row, _ := strings.Cut(text, ",")
	x, y := number(col), number(row)
	if x < 0 || y < 0 || x >= su.w || y >= su.h {
		return -1
	}
	return y*su.w + x
}
