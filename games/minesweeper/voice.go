package minesweeper

import (
	"fmt"
	"slices"
	"strings"

	"arcade.example.com/games"
)

// voice is the game in words. Rows and columns are counted from 1, from the top left; only moves as they stand in
// replays count from 0.
type voice struct{}

// Say tells what a move changed. A hint, which changes no cell, is told whole each time it is asked for.
func (voice) Say(before, after games.State, d games.Detail) []string {
	was, s := before.(*state), after.(*state)
	if was == s {
		return nil
	}
	said := append(s.sayOpened(was, d), s.sayMarks(was)...)
	if s.flags != was.flags && s.status != games.Won {
		said = append(said, fmt.Sprintf("mines left %d", s.left()))
	}
	if s.shown && !was.shown {
		said = append(said, s.sayMines()...)
	}
	if len(said) == 0 && s.assisted && s.status == games.Playing {
		said = s.sayHint()
	}
	return append(said, s.sayEnd(was, d)...)
}

// several is from how many cells on they are told by their number alone.
const several = 4

// sayOpened tells the cells that were opened.
func (s *state) sayOpened(was *state, d games.Detail) (said []string) {
	var cells []int
	for i, sq := range s.squares {
		if sq == opened && was.squares[i] != opened && !s.field.Mine[i] {
			cells = append(cells, i)
		}
	}
	if len(cells) < several {
		for _, i := range cells {
			said = append(said, s.sayCell(i))
		}
		return said
	}
	sentence := fmt.Sprintf("opened %d cells", len(cells))
	first, last := cells[0]/s.w, cells[len(cells)-1]/s.w
	switch {
	case d == games.Brief:
	case first == last:
		sentence += fmt.Sprintf(" in row %d", first+1)
	default:
		sentence += fmt.Sprintf(" in rows %d to %d", first+1, last+1)
	}
	said = append(said, sentence)
	for row := first; d == games.Full && row <= last; row++ {
		said = append(said, s.sayRow(row))
	}
	return said
}

// sayMarks tells the flags and question marks that were set or taken away.
func (s *state) sayMarks(was *state) (said []string) {
	for i, sq := range s.squares {
		if sq != was.squares[i] && sq != opened {
			said = append(said, s.sayCell(i))
		}
	}
	return said
}

// sayCell is "row 4 col 7: 2".
func (s *state) sayCell(i int) string { return s.at(i) + ": " + s.content(i) }

// at is where a cell is, in words.
func (su setup) at(i int) string { return fmt.Sprintf("row %d col %d", i/su.w+1, i%su.w+1) }

// content is what a player sees in a cell, in words.
func (s *state) content(i int) string {
	exposed := s.status == games.Lost || s.shown
	switch mine := s.field != nil && s.field.Mine[i]; {
	case s.squares[i] == opened && mine:
		return "the mine that exploded"
	case s.squares[i] == opened && s.number(i) == 0:
		return "empty"
	case s.squares[i] == opened:
		return fmt.Sprint(s.number(i))
	case s.status == games.Lost && s.squares[i] == flagged && !mine:
		return "wrong flag"
	case s.squares[i] == flagged || s.status == games.Won:
		return "flag"
	case mine && exposed:
		return "mine"
	case s.squares[i] == marked:
		return "question mark"
	}
	return "closed"
}

// sayMines tells where the mines are, a sentence a row.
func (s *state) sayMines() (said []string) {
	if s.field == nil {
		return []string{"the mines are laid with the first opening"}
	}
	for row := range s.h {
		var cols []string
		for col := range s.w {
			if s.field.Mine[row*s.w+col] {
				cols = append(cols, fmt.Sprint(col+1))
			}
		}
		if len(cols) > 0 {
			said = append(said, fmt.Sprintf("mines in row %d: col %s", row+1, strings.Join(cols, ", ")))
		}
	}
	return said
}

// sayHint tells the next step and why.
func (s *state) sayHint() []string {
	a := s.advise(0)
	if a.known.Guess {
		return []string{fmt.Sprintf("a guess is needed: the best is %s, %s risk", s.at(a.cell), percent(a.known.Chance[a.cell]))}
	}
	said := []string{s.at(a.cell) + " is safe: " + a.reason(s)}
	if s.squares[a.cell] == flagged {
		said[0] = s.at(a.cell) + ": this flag is wrong, the cell is safe: " + a.reason(s)
	}
	if a.byCount() {
		return said
	}
	var by []string
	for _, i := range slices.Sorted(slices.Values(a.why)) {
		by = append(by, s.sayCell(i))
	}
	return append(said, "proved by "+strings.Join(by, "; "))
}

// sayEnd tells what a loss was due to, with the verdict on it.
func (s *state) sayEnd(was *state, d games.Detail) []string {
	if s.status == was.status || s.status != games.Lost {
		return nil
	}
	var mines []string
	for i := range s.squares {
		if s.fatal(i) {
			mines = append(mines, s.at(i))
		}
	}
	said := []string{"a mine at " + strings.Join(mines, " and ")}
	if d == games.Brief {
		return said
	}
	v := s.verdict()
	return append(said, v.String()+", "+v.risk())
}
