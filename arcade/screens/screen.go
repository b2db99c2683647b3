package screens

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/display"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
)

// The smallest window in which every screen still shows.
const (
	minWidth  = 40
	minHeight = 18
)

// roomy reports whether the window is large enough for the screens.
func (e *env) roomy() bool { return e.width >= minWidth && e.height >= minHeight }

// screen is one thing that a player looks at. The top of the app's stack gets the messages and draws; it belongs to
// the session's one goroutine.
type screen interface {
	// Enter is called whenever the screen comes to the top.
	Enter() tea.Cmd
	// Update handles a message and says where to go next. Keys and the mouse come to the top screen alone, what
	// happened (an answer, a tick, a new window) to every screen of the stack; only the top one goes anywhere.
	Update(tea.Msg) (where, tea.Cmd)
	// Draw draws on a blank canvas of at least minWidth by minHeight cells. It changes nothing.
	Draw(*games.Canvas)
	// Keys are the keys that work right now, the most useful first.
	Keys() []games.Hint
}

// where says where to go after an Update. The zero where stays.
type where struct {
	To    to.Destination // goes on top; nil: nowhere
	Back  bool           // leaves this screen; with To, the other takes its place
	Quit  bool           // ends the session
	Press string         // a key, pressed on the screen that is the top one then; "" for none
	Waits bool           // what was pressed cannot be answered before what is being read has come: it is pressed again then
}

// left is the message that a game which was left is kept by now.
type left struct{}

// What a screen may be besides, and is asked for only then.
type (
	// runner has a run: Running while its clock runs, which Plays describes, and Leave keeps it at the session's end and
	// closes the channel when it is kept.
	runner interface {
		Running() bool
		Plays() Plays
		Leave() <-chan struct{}
	}
	// reads reads from the store as it comes to the top, after Enter; Reads is nil where there is nothing to be read. The
	// screen with which a session begins is not shown before it knows.
	reads interface{ Reads() tea.Cmd }
	// parting has something to let go of when it leaves the stack for good, at the session's end too.
	parting interface{ Part() }
	// partial knows of some messages all that they change: Moved is where that is, and DrawMoved draws those parts alone, or
	// more; the foot, which is the app's, is one of them where the last line is. None says nothing.
	partial interface {
		Moved(tea.Msg) parts
		DrawMoved(*games.Canvas, parts)
	}
	// noticer shows what the record watch has to say over its foot, while it Notices.
	noticer interface{ Notices() bool }
	// focused wants the terminal to say whether the player looks at it.
	focused interface{ Focuses() bool }
	// handy has keys that work and have no place in the foot: the help tells them, and they are tapped there.
	handy interface{ More() []games.Hint }
	// ruled has rules to tell in the help.
	ruled interface {
		Rules() (title string, lines []string)
	}
)

// parts are parts of the window, no two of which have a line in common; empty ones are none.
type parts [3]display.Area

// has reports whether line y is in one of them.
func (p parts) has(y int) bool {
	return slices.ContainsFunc(p[:], func(a display.Area) bool { return a.Y <= y && y < a.Y+a.H })
}

// telling is a screen that has a sentence for its player; while it has, it stands in the foot's place with the keys that
// answer it.
type telling interface{ Tells() string }

// typing is a screen with a text field in use: it takes every key but Ctrl+C.
type typing interface{ Typing() bool }
