package minesweeper

import (
	"slices"
	"strings"

	"arcade.example.com/games"
)

// verbs are the moves that take a cell.
var verbs = [...]string{"open", "flag", "mark", "clear", "chord", "flags"}

// Read reads "open ROW COL", counted from 1, and every move as replays have it ("open X,Y", from 0).
func (voice) Read(st games.State, text string) ([]games.Move, error) {
	s := st.(*state)
	words := strings.Fields(strings.ToLower(text))
	if len(words) == 0 {
		return nil, games.ErrWords
	}
	verb, args := words[0], words[1:]
	switch {
	case len(args) == 0 && (verb == string(hint) || verb == string(games.Reveal)):
		return s.readHelp(games.Move(verb))
	case !slices.Contains(verbs[:], verb):
		return nil, games.ErrWords
	}
	i, err := s.target(args)
	if err != nil {
		return nil, err
	}
	switch {
	case s.status.Over():
		return nil, games.Refusal("The game is over.")
	case !s.can(verb, i):
		return nil, games.Refusal("That cannot be done: " + s.why(verb, i) + ".")
	}
	return []games.Move{s.move(verb, i)}, nil
}

// target is the cell that the words after a verb name.
func (s *state) target(args []string) (int, error) {
	switch len(args) {
	case 1:
		if i := s.cellAt(args[0]); i >= 0 {
			return i, nil
		}
	case 2:
		return s.named(args)
	}
	return 0, games.ErrWords
}

// readHelp reads a move that asks for help.
func (s *state) readHelp(m games.Move) ([]games.Move, error) {
	if _, err := s.Apply(m); err == nil {
		return []games.Move{m}, nil
	}
	switch {
	case s.status.Over():
		return nil, games.Refusal("The game is over.")
	case m == hint:
		return nil, games.Refusal("Every first cell is safe: open one.")
	}
	return nil, games.Refusal("The mines are shown already.")
}

// why says why a move on cell i is not allowed.
func (s *state) why(verb string, i int) string {
	where, was := s.at(i), s.squares[i]
	flags, closed := s.around(i)
	switch {
	case was == covered:
		return where + " is closed"
	case was != opened:
		return where + " is under a " + s.content(i)
	case verb == "chord":
		if closed == flags {
			return "around " + where + " nothing is left to open"
		}
		return where + " has " + count(flags, "flag") + " around it and needs " + count(s.number(i), "flag")
	case verb == "flags":
		return "not all closed cells around " + where + " must be mines, or all have their flags"
	}
	return where + " is open"
}

// Phrases are what can be said now.
func (voice) Phrases(st games.State) []games.Phrase {
	s := st.(*state)
	asked := []games.Phrase{
		{Words: "look", Does: "all rows", Asks: true}, {Words: "row ROW", Does: "one row", Asks: true},
		{Words: "around ROW COL", Does: "a cell and those around it", Asks: true},
		{Words: "numbers", Does: "numbers with closed cells around them", Asks: true},
		{Words: "status", Does: "how far the game is", Asks: true}, {Words: "where", Does: "how large the field is", Asks: true},
	}
	if s.status.Over() {
		return asked
	}
	said := []games.Phrase{{Words: "open ROW COL", Does: "open a cell"}, {Words: "flag ROW COL", Does: "flag a mine"}}
	if s.status == games.Playing {
		said = append(said, games.Phrase{Words: "chord ROW COL", Does: "open around a number that has its flags"})
	}
	said = append(said, games.Phrase{Words: "clear ROW COL", Does: "take a flag away"}, games.Phrase{Words: "mark ROW COL", Does: "set a question mark"})
	said = append(said, asked...)
	if s.status == games.Playing {
		said = append(said, games.Phrase{Words: "hint", Does: "a hint; the run will not rank"})
	}
	if !s.shown {
		said = append(said, games.Phrase{Words: "reveal", Does: "show the mines; the run will not rank"})
	}
	return said
}
