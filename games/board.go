package games

import "time"

// Board is a game's face: what undo would not restore (a cursor, a camera, a drag, an animation). It belongs to one
// screen and is used by one goroutine.
type Board interface {
	// Fit tells the window, in cells, and the player's options. It is called before anything else, and again whenever
	// one of them changes, also in the middle of a drag or an animation. What is larger than the window scrolls.
	Fit(s State, w, h int, o Options)
	// Input answers a key, a mouse event or a tick with a move to make, or New; "" and used: only the face changed;
	// not used: the event is the screen's, as every event is whose key is one of Reserved. It is called in a finished
	// game too, where it may not return a move that acts.
	Input(s State, in Input) (m Move, used bool)
	// Next is when it wants its next tick; 0: it stands still.
	Next(s State) time.Duration
	// Watch follows a step that was made elsewhere: of a replay, or one's own after a resume. s is the position
	// after it, m is never "".
	Watch(s State, m Move)
	// Show shows s afresh, as after a jump in a replay: nothing that came before counts.
	Show(s State)
	// Draw draws the position on the whole canvas, which is as large as Fit said and blank. It changes nothing.
	Draw(c *Canvas, s State, sc Scene)
	// Hints are the keys that work right now in s, the most useful first.
	Hints(s State) []Hint
}

// Redrawer is a Board that knows how little of its picture an Input has changed.
type Redrawer interface {
	Board
	// Redraws are the lines of the picture outside of which the latest Input has changed nothing, with the move that it
	// answered once that is made, but for the clock and ghosts; ok is false where it may have changed any.
	Redraws() (l Lines, ok bool)
}

// Lines are H lines of a picture from Y on. The zero Lines are all of them.
type Lines struct{ Y, H int }

// Has reports whether any of h lines from y on is among them.
func (l Lines) Has(y, h int) bool { return l == (Lines{}) || y < l.Y+l.H && l.Y < y+h }

// Kind is what happened in an Input.
type Kind uint8

const (
	Tick    Kind = iota // the time that Next asked for has passed
	Key                 // Key says which
	Press               // a mouse button went down at X, Y
	Drag                // the mouse moved to X, Y while a button was down
	Release             // a mouse button went up at X, Y
	Wheel               // Button says which way
)

// Button is a mouse button, or a direction of its wheel.
type Button uint8

const (
	NoButton Button = iota
	Left
	Middle
	Right
	WheelUp
	WheelDown
	WheelLeft // also WheelUp with Shift
	WheelRight
)

// Input is one event for a Board.
type Input struct {
	Kind   Kind
	Key    string // as Bubble Tea spells it: "a", "A", "up", "shift+up", "enter", "space", "esc"
	Button Button
	X, Y   int           // cells from the board's top left; may lie outside of it
	Now    time.Duration // since some fixed moment, monotonic: for animations, never for rules
}

// Hint is a key and what it does now: {"p", "path"}. Key is shown as it stands: a key as in Input, several with spaces
// between them ("e b"), or arrows ("↑↓←→", "shift+←→").
type Hint struct{ Key, Does string }

// Motion is how much a player wants to see move.
type Motion uint8

const (
	FullMotion Motion = iota
	ReducedMotion
	NoMotion
)

// Depth is how many colours the player's terminal shows. Nothing may be said by colour alone in any of them.
type Depth uint8

const (
	TrueColour Depth = iota
	Colours256
	Colours16
	Mono
)

// Reserved are the keys, as in Input, that no board takes: they begin anew, deal the same again, leave, help and end the
// session in every game.
func Reserved() []string {
	return []string{"n", "N", "r", "R", "q", "Q", "esc", "?", "ctrl+c"}
}

// Options are what a board is told besides the position and its window: what the player chose that concerns how it
// looks and answers, and the opening that this run demands.
type Options struct {
	ASCII   bool // glyphs within ASCII only
	Motion  Motion
	Depth   Depth
	On      map[string]bool // the game's own settings, by Setting.ID; nil is none
	Preview bool            // a small picture, such as the menu's: nobody plays in it
	Taps    bool            // the window is a phone's: keys that have no other place to be tapped stand on the board
	NoHelp  bool            // help is refused in this run: its keys are not offered
	// Start is the opening that must be made first, to be marked on the board; "" for none. The player did not choose
	// it; it comes with the options because a board needs it when it is first fitted, to put its cursor there.
	Start Move
}

// Ghost is another run on the same seed, to be drawn dim beside the player's.
type Ghost struct {
	Name  string
	State State
	Last  Move // its last move, "" before the first
}

// Scene is what a board needs besides the position to be drawn.
type Scene struct {
	Elapsed time.Duration // the run's clock
	Ghosts  []Ghost
	Replay  bool  // watched, not played: the hand (a cursor, a camera) is the replay's
	Lines   Lines // that are to be drawn; a board may draw others too
}
