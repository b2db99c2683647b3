// Package minesweeper is the game of mines: its rules, its dealing, its solver and its face.
//
// A position is what a player did to a board and, from the first opening on, the board: a layout that was dealt from
// the seed, the mode and the cell that was opened first. The package knows no terminal, no session, no clock and no
// store, and must never.
package minesweeper

import (
	"fmt"
	"strconv"
	"strings"

	"arcade.example.com/games"
)

const gameID = "minesweeper"

// The versions of the dealing. They rise when a seed, a mode and a first cell deal another board than before.
const (
	versionPlain  = 1 // every board of the mode
	versionFloors = 2 // none below the floor of a listed mode
	version       = versionFloors
)

// Bounds of a custom board.
const (
	minSide   = 5
	maxWidth  = 60
	maxHeight = 40
)

// noGuessSuffix ends the ids of the modes whose boards need no guess.
const noGuessSuffix = "-ng"

// Game is the catalogue's entry.
func Game() games.Game {
	g := dealtAt(version)
	g.Older = []games.Game{dealtAt(versionPlain)}
	return g
}

// dealtAt is the game as it deals at a version.
func dealtAt(version int) games.Game {
	listed := modes()
	return games.Game{
		ID:       gameID,
		Title:    "Minesweeper",
		Aliases:  []string{"mines"},
		Version:  version,
		Modes:    listed,
		Mode:     finder(listed),
		Deal:     func(m games.Mode, seed games.Seed) (games.State, error) { return dealState(version, m, seed) },
		NewBoard: newFace,
		Voice:    voice{},
		Start:    start,
		Live:     live,
		Facts: func(m games.Mode, seed games.Seed, steps []games.Step) []games.Fact {
			return facts(version, m, seed, steps)
		},
		Figures: func(m games.Mode, seed games.Seed, steps []games.Step) []games.Figure {
			return figures(version, m, seed, steps)
		},
		Columns: columns(),
		Demo:    func() games.Replay { return demo(version) },
		Custom:  "24x20/80",
		Week: [7]string{ // a daily needs no luck
			"beginner-ng", "beginner-ng", "intermediate-ng", "intermediate-ng", "intermediate-ng", "expert-ng", "expert-ng",
		},
		Settings: settings(),
		Tools:    []games.Tool{dealTool(), solveTool()},
		Help:     help(),
		Keys:     letterKeys(),
		Clock:    true,
	}
}

// setup is what a mode's id says about a board.
type setup struct {
	id          string
	w, h, mines int
	noGuess     bool
	floor       int // the least 3BV of a board that is dealt
}

// listed are the sizes in the menu, as in the original (beginner of Windows XP, 9 by 9). Their floors are those below
// which the scene ranks no win (minesweeper-pro.com/championships).
func listed() []setup {
	return []setup{
		{id: "beginner", w: 9, h: 9, mines: 10, floor: 2},
		{id: "intermediate", w: 16, h: 16, mines: 40, floor: 30},
		{id: "expert", w: 30, h: 16, mines: 99, floor: 100},
	}
}

func modes() []games.Mode {
	var chance, noGuess []games.Mode
	for _, s := range listed() {
		m := s.mode()
		m.Size, m.Ranked = s.id, true
		m.Title = strings.ToUpper(s.id[:1]) + s.id[1:]
		m.Variant = "chance"
		chance = append(chance, m)
		m.ID += noGuessSuffix
		m.Title += ", no guess"
		m.Variant = "no guess"
		noGuess = append(noGuess, m)
	}
	return append(chance, noGuess...)
}

// mode is the mode of a custom board.
func (s setup) mode() games.Mode {
	cols, rows := wholeBoard(s.w, s.h)
	return games.Mode{
		ID:    s.id,
		Title: fmt.Sprintf("%d x %d, %d mines", s.w, s.h, s.mines),
		Size:  s.id,
		Cols:  cols,
		Rows:  rows,
	}
}

// finder is Game.Mode where these are listed.
func finder(listed []games.Mode) func(text string) (games.Mode, error) {
	return func(text string) (games.Mode, error) {
		for _, m := range listed {
			if m.ID == text {
				return m, nil
			}
		}
		s, err := custom(text)
		if err != nil {
			return games.Mode{}, err
		}
		return s.mode(), nil
	}
}

// setupOf reads the id of a mode that Game.Mode returned.
func setupOf(id string) (setup, error) {
	base, noGuess := strings.CutSuffix(id, noGuessSuffix)
	for _, s := range listed() {
		if s.id == base {
			s.id, s.noGuess = id, noGuess
			return s, nil
		}
	}
	return custom(id)
}

// custom reads "24x20/80" in its one spelling.
func custom(text string) (setup, error) {
	size, mines, _ := strings.Cut(text, "/")
	w, h, _ := strings.Cut(size, "x")
	s := setup{id: text, w: number(w), h: number(h), mines: number(mines)}
	if s.w < minSide || s.w > maxWidth || s.h < minSide || s.h > maxHeight {
		return setup{}, fmt.Errorf("%.20q: a mode is beginner, intermediate, expert, each also with -ng, or WIDTHxHEIGHT/MINES from %dx%d to %dx%d, such as 24x20/80: %w",
			text, minSide, minSide, maxWidth, maxHeight, games.ErrMode)
	}
	if s.mines < 1 || s.mines > s.w*s.h-1 {
		return setup{}, fmt.Errorf("%.20q: %dx%d holds 1 to %d mines: %w", text, s.w, s.h, s.w*s.h-1, games.ErrMode)
	}
	return s, nil
}

func help() []string {
	return []string{
		"Open every cell that hides no mine. A number says how many of the up to eight cells around it hide one. The first cell is never a mine, and where there is room it opens a region. The clock runs from then on.",
		"Arrows, WASD or hjkl move, e and b jump to the next closed cell and the one before, 0 and $ to the ends of the row. Space or Enter opens, f flags. On a number that has its flags, space or c opens the rest around it: a chord.",
		"The left button opens when it is released, and chords on a number, as the middle button or both do; slide to another cell, or off the board to think again. The right button flags, and paints flags when dragged. A click on the face begins anew.",
		"H is a hint: first whether a guess is needed, then where to go on, then why. p shows the mines. Either takes the run out of the ranking. After a loss x shows what every cell's chance of a mine was.",
		"No guess means that every board was proved to be solvable by thinking alone, the count of mines included. In the other modes the mines lie as they fall.",
		"3BV is the least number of clicks that a board takes without flags, 3BV/s your speed whatever the board. Other sizes are played as 24x20/80, up to 60x40, and are not ranked.",
	}
}

// number reads a number from 0 up in its one spelling; -1 for any other text.
func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || strconv.Itoa(n) != text {
		return -1
	}
	return n
}
