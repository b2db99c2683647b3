// Package games says what a game is: how a position is dealt, moved, judged, drawn and played again.
//
// It knows nothing of terminals, SSH, clocks or stores, and imports nothing but the standard library. Rules are
// values: a State never changes, a Move is text, and every random choice comes from a Seed, so that a run can be
// stored, compared and played again anywhere.
package games

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// ErrIllegal is returned by State.Apply for a move that the rules do not allow in this position, or that is no move
// of the game at all. The position is unchanged.
var ErrIllegal = errors.New("illegal move")

// ErrMode is returned by Game.Mode for a text that names no mode; the error that wraps it says what is allowed.
var ErrMode = errors.New("no such mode")

// ErrSeed is returned by ParseSeed.
var ErrSeed = errors.New("a seed is 1 to 16 hexadecimal digits")

// Seed is what a deal is made from: game, dealing version, mode, seed and (where the game deals late) the first
// move give one position, everywhere and always.
type Seed uint64

// ParseSeed reads 1 to 16 hexadecimal digits in either case; ErrSeed otherwise.
func ParseSeed(text string) (Seed, error) {
	n, err := strconv.ParseUint(text, 16, 64)
	if err != nil || len(text) > 16 {
		return 0, fmt.Errorf("%.20q: %w", text, ErrSeed)
	}
	return Seed(n), nil
}

// String is the seed as 16 hexadecimal digits.
func (s Seed) String() string { return fmt.Sprintf("%016x", uint64(s)) }

// Move is a move in the game's own short notation, such as "open 3,4" or "north". A move that begins with "~" only
// shows the hand ("~look east"): it is recorded and given to Board.Watch, never to State.Apply.
type Move string

// Reveal is the move by which any game shows its solution. The run is Assisted from then on.
const Reveal Move = "reveal"

// New is what a Board's Input answers where it has a button to begin anew: the screen takes it as its key n. It is no
// move of any game: it is never recorded, and Apply refuses it.
const New Move = "new"

// Shows reports whether the move only shows the hand.
func (m Move) Shows() bool { return strings.HasPrefix(string(m), "~") }

// Status says where a run stands. The clock runs while it is Playing.
type Status uint8

const (
	Ready   Status = iota // dealt, the clock not started: the first move starts it
	Playing               // a maze is dealt Playing
	Won
	Lost
)

// Over reports whether the run has ended.
func (s Status) Over() bool { return s == Won || s == Lost }

func (s Status) String() string { return [...]string{"ready", "playing", "won", "lost"}[s] }

// State is one position. It never changes: Apply returns the next. It is safe for concurrent use.
type State interface {
	// Apply returns the position after the move, or ErrIllegal. A finished game accepts nothing.
	Apply(Move) (State, error)
	Status() Status
	// Assisted reports whether the solution or a hint was shown: such a run never ranks.
	Assisted() bool
	// Progress is how far the run is, done of of, in the game's own measure (3BV opened, cells of the solution passed).
	Progress() (done, of int)
	// Text is the position, canonically: two positions are the same if and only if their texts are. What only the
	// seed knows so far (mines not yet dealt) is not part of it.
	Text() string
}

// Mode is one way to play a game: a size, a difficulty, a view. What a player sets in the menu is Mode; what undo
// would restore is State; what undo would not is Board; what only the terminal shows is the display's.
type Mode struct {
	ID      string // in every record, never changes: "20x20-fp"
	Title   string // on its own: "20 x 20, first person"
	Size    string // its place along the menu's line: "20x20"
	Variant string // its place across it: "first person"; the modes of one game share a few
	Ranked  bool   // listed modes are; custom ones never
	Unseen  bool   // who plays does not see how far they are, so that nobody is told while a run can rank
	Cols    int    // the smallest window, in cells, in which the board shows whole;
	Rows    int    // it scrolls in a smaller one
}

// Fact is something to say about a finished run, such as {"steps", "214, 9 more than needed"}.
type Fact struct{ Name, Value string }

// Figure is a number that is kept with a finished run, for the columns of leaderboards: {"3bv", 171}.
type Figure struct {
	Name  string
	Value int
}

// Column is something that leaderboards show of a run besides its time: a name of a few letters, and a text of at most six
// made from the run's time and figures; "" where they say nothing.
type Column struct {
	Title string
	Text  func(elapsed time.Duration, moves, least int) string
}

// The figures of every game that has a Voice: how many moves a run made, and the least that could have done. Runs in
// lines are ranked by the one over the other.
const (
	MovesFigure = "moves"
	LeastFigure = "least"
)

// Setting is a choice of the player that only one game knows, off unless chosen: {"marks", "Question marks"}.
type Setting struct{ ID, Title string }

// Tool is a command that a game offers on the command line: `arcade deal maze`, `arcade solve minesweeper`.
type Tool struct {
	Verb  string // "deal" or "solve"
	Short string // one line of help
	// Timed names a flag that holds how often the tool does something, such as "games": the command line adds to the
	// output how many milliseconds each took. Empty for nothing to time.
	Timed string
	// New declares the tool's flags and returns what to run after they were parsed. An error that wraps ErrMode or
	// ErrSeed is wrong usage.
	New func(*flag.FlagSet) func(Mode, io.Writer) error
}

// Game is an entry of the catalogue: a value, safe for concurrent use. Its functions are pure. What is optional says so,
// and may be nil or empty; all else must be there.
type Game struct {
	ID      string // in every record and in commands, never changes: lower-case letters, digits and "-", from a letter on
	Title   string
	Aliases []string // optional: what a person may type instead of the ID, of the same kind
	Version int      // of the dealing, from 1: it rises when a seed deals another position than before
	// Modes are the listed modes, in the menu's order; the first is the default. Sizes and variants need not make a full
	// grid.
	Modes []Mode
	// Custom is an example of a custom mode, to be shown to who types one: "33x21". Empty where Mode makes none.
	Custom string
	// Mode finds a listed mode, or makes a custom one ("33x21", "24x20/80"); ErrMode with the bounds otherwise.
	Mode func(text string) (Mode, error)
	// Deal returns the first position of a mode that Mode returned.
	Deal     func(Mode, Seed) (State, error)
	NewBoard func() Board
	// Voice is the game in words; optional: without it the game is not played in lines.
	Voice Voice
	// Start is the opening that everybody must make on a known seed (a daily, a ghost, the same again), so that all
	// play one position; optional: nil where the deal does not wait for the first move.
	Start func(Mode, Seed) Move
	// Label is how hard this deal is within its mode, in a word; "" where the mode gives no measure. It is told with the
	// result and never before the first move: who knew it would deal again until it is easy. Optional.
	Label func(Mode, Seed) string
	// Live is a short figure to show while playing ("3BV/s 1.7"); optional.
	Live func(s State, elapsed time.Duration) string
	// Facts are for the result screen, the most telling first, computed from the steps of the run; optional.
	Facts func(Mode, Seed, []Step) []Fact
	// Figures are the numbers that are kept with a finished run, computed from its steps, in an order that does not
	// change: few, each with a name of its own. Optional but for a game with a Voice.
	Figures func(Mode, Seed, []Step) []Figure
	// Columns are what leaderboards show of these, the most telling first; optional.
	Columns []Column
	// Demo is a run to show in the menu, a few seconds long when its steps are played as timed, the same each time;
	// optional: without it the menu shows the first position of the mode.
	Demo func() Replay
	// Demos are others like it by variant of the modes, to be shown where that is chosen; optional.
	Demos map[string]func() Replay
	// Week is the listed mode of each day's daily, Monday first; optional: with empty texts the game has no dailies.
	Week     [7]string
	Settings []Setting // optional
	Tools    []Tool    // optional
	// Help is a short text about the rules for the help screen, a paragraph a line; optional.
	Help []string
	// Keys are the letters and signs that the board answers besides those that move everywhere, and what they do: players
	// give them other places from this list. Optional for a board that has none.
	Keys []Hint
	// Clock reports that the board draws the running time itself.
	Clock bool
	// Older is the game as it was at each lower version that can still be dealt, so that what was dealt then stays
	// playable; optional. Only Version, Deal, Start, Label, Facts, Figures and Demo may differ
	// from the game's own.
	Older []Game
}

// At returns the game as it deals at a version, its own included; false where that can no longer be dealt. Who plays
// something again takes all functions from there.
func (g Game) At(version int) (Game, bool) {
	if version == g.Version {
		return g, true
	}
	for _, old := range g.Older {
		if version == old.Version {
			return old, true
		}
	}
	return Game{}, false
}

// DemoOf is the demo for a variant of the modes; nil where the game has none.
func (g Game) DemoOf(variant string) func() Replay {
	if demo, ok := g.Demos[variant]; ok {
		return demo
	}
	return g.Demo
}

// Find returns the listed mode of that id.
func (g Game) Find(id string) (Mode, bool) {
	for _, m := range g.Modes {
		if m.ID == id {
			return m, true
		}
	}
	return Mode{}, false
}
