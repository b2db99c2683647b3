package minesweeper

import (
	"fmt"
	"strings"

	"arcade.example.com/games"
)

// Look answers "look" (all rows), "where" (the field's bounds), "status", "row N", "around ROW COL" and "numbers" (those
// that still have closed cells around them).
func (voice) Look(st games.State, question string, d games.Detail) ([]string, error) {
	s := st.(*state)
	words := strings.Fields(strings.ToLower(question))
	if len(words) == 0 {
		return nil, games.ErrWords
	}
	switch args := words[1:]; {
	case words[0] == "row" && len(args) == 1:
		return s.askRow(args[0])
	case words[0] == "around" && len(args) == 2:
		i, err := s.named(args)
		if err != nil {
			return nil, err
		}
		return s.askAround(i), nil
	case len(args) > 0:
		return nil, games.ErrWords
	}
	switch words[0] {
	case "look":
		return s.askAll(), nil
	case "where":
		return []string{fmt.Sprintf("a field of %d rows and %d columns; row 1 col 1 is top left", s.h, s.w)}, nil
	case "status":
		return s.askStatus(d), nil
	case "numbers":
		return s.askNumbers(), nil
	}
	return nil, games.ErrWords
}

func (s *state) askStatus(d games.Detail) []string {
	said := []string{fmt.Sprintf("%v, mines left %d, opened %d of %d cells", s.status, s.left(), s.cleared, s.w*s.h-s.mines)}
	if d == games.Full {
		said = append(said, fmt.Sprintf("%d rows, %d columns, %s in all", s.h, s.w, count(s.mines, "mine")))
	}
	return said
}

func (s *state) askRow(text string) ([]string, error) {
	row := number(text)
	switch {
	case row < 0:
		return nil, games.ErrWords
	case row < 1 || row > s.h:
		return nil, s.bounds()
	}
	return []string{s.sayRow(row - 1)}, nil
}

// askAll tells every row; rows that are the same throughout come as one.
func (s *state) askAll() (said []string) {
	for row := 0; row < s.h; {
		end := row
		for end < s.h && s.uniform(end) && s.content(end*s.w) == s.content(row*s.w) {
			end++
		}
		if end > row+1 {
			said = append(said, fmt.Sprintf("rows %d to %d: all %s", row+1, end, s.content(row*s.w)))
			row = end
			continue
		}
		said = append(said, s.sayRow(row))
		row++
	}
	return said
}

// uniform reports whether all cells of a row look the same.
func (s *state) uniform(row int) bool {
	for col := range s.w {
		if s.content(row*s.w+col) != s.content(row*s.w) {
			return false
		}
	}
	return true
}

// sayRow tells a row by the columns in which it looks the same: "row 4: col 1 to 3 closed, 4 is 2".
func (s *state) sayRow(row int) string {
	if s.uniform(row) {
		return fmt.Sprintf("row %d: all %s", row+1, s.content(row*s.w))
	}
	var runs []string
	for col := 0; col < s.w; {
		what, end := s.content(row*s.w+col), col+1
		for end < s.w && s.content(row*s.w+end) == what {
			end++
		}
		if end == col+1 {
			runs = append(runs, fmt.Sprintf("%d %s", col+1, is(what)))
		} else {
			runs = append(runs, fmt.Sprintf("%d to %d %s", col+1, end, is(what)))
		}
		col = end
	}
	return fmt.Sprintf("row %d: col %s", row+1, strings.Join(runs, ", "))
}

// is sets a number apart from the column before it.
func is(what string) string {
	if what >= "1" && what <= "8" {
		return "is " + what
	}
	return what
}

func (s *state) askAround(i int) []string {
	said := []string{s.sayCell(i)}
	for row := i/s.w - 1; row <= i/s.w+1; row++ {
		for col := i%s.w - 1; col <= i%s.w+1; col++ {
			if j := row*s.w + col; row >= 0 && row < s.h && col >= 0 && col < s.w && j != i {
				said = append(said, s.sayCell(j))
			}
		}
	}
	return said
}

func (s *state) askNumbers() (said []string) {
	for i, sq := range s.squares {
		if sq != opened || s.fatal(i) {
			continue
		}
		switch flags, closed := s.around(i); {
		case closed == flags:
		case flags == 0:
			said = append(said, fmt.Sprintf("%s, %d closed", s.sayCell(i), closed))
		default:
			said = append(said, fmt.Sprintf("%s, %s, %d more closed", s.sayCell(i), count(flags, "flag"), closed-flags))
		}
	}
	if len(said) == 0 {
		return []string{"no number has closed cells around it that carry no flag"}
	}
	return said
}

// bounds says which cells there are.
func (s *state) bounds() error {
	return games.Refusal(fmt.Sprintf("There are rows 1 to %d and columns 1 to %d.", s.h, s.w))
}

// named is the cell of two words, its row and its column.
func (s *state) named(words []string) (int, error) {
	row, col := number(words[0]), number(words[1])
	switch {
	case row < 0 || col < 0:
		return 0, games.ErrWords
	case row < 1 || row > s.h || col < 1 || col > s.w:
		return 0, s.bounds()
	}
	return (row-1)*s.w + col - 1, nil
}
