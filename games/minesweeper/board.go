package minesweeper

import (
	"fmt"
	"strings"
	"time"

	"arcade.example.com/games"
)

// The settings.
const (
	marksSetting = "marks"
	smartSetting = "smart"
	gridSetting  = "grid"
)

func settings() []games.Setting {
	return []games.Setting{
		{ID: marksSetting, Title: "Question marks: f on a flag makes it one"},
		{ID: smartSetting, Title: "Smart flag: on a number, all around it that must be mines"},
		{ID: gridSetting, Title: "Grid lines: between the squares"},
	}
}

// face is the game's games.Board.
type face struct {
	pane
	options  games.Options
	grid     bool // of them: lines between the squares
	at       int  // the cell under the cursor; -1 before the first Fit
	hand     hand
	flagging bool    // the left button flags instead of opening: what a tap does
	word     string  // what there is to say until the next move
	advice   *advice // of the hint key, until the next move
	chances  bool    // of every cell are shown, after a loss
	shaking  int     // the number that has too few flags
	frames   int     // of its shaking that are still to come
	redraws  games.Lines
	redrawn  bool // redraws is known
}

var _ games.Redrawer = (*face)(nil)

// hand is what the mouse is doing.
type hand struct {
	left, right bool   // the buttons that are down
	chord       bool   // middle, or left and right
	button      bool   // the left button went down on the smiling face,
	over        bool   // and the mouse is still over it
	field       bool   // a button went down on the field
	on          int    // the cell under the mouse, -1 for none
	paint       string // what dragging with the right button does to the cells it crosses
}

func empty() hand { return hand{on: -1} }

func newFace() games.Board { return &face{at: -1, hand: empty()} }

// Fit lays the face out. A press that is going on is forgotten: its cell may have moved away under the mouse.
func (f *face) Fit(gs games.State, w, h int, o games.Options) {
	s := gs.(*state)
	f.options, f.grid = o, o.On[gridSetting]
	f.hand = empty()
	f.pane.fit(s.w, s.h, w, h)
	if f.at < 0 {
		f.at = f.home(s)
	}
	f.show(f.at)
}

// home is where the cursor begins: where the game must, or else in the middle.
func (f *face) home(s *state) int {
	if i := f.begin(s); i >= 0 {
		return i
	}
	return s.h/2*s.w + s.w/2
}

// begin is the cell that must be opened first; -1 where that is free, or done.
func (f *face) begin(s *state) int {
	at, ok := strings.CutPrefix(string(f.options.Start), "open ")
	if !ok || s.status != games.Ready {
		return -1
	}
	return s.cellAt(at)
}

// Next is when the shaking goes on.
func (f *face) Next(games.State) time.Duration {
	if f.frames > 0 {
		return shakeFrame
	}
	return 0
}

// Watch puts the cursor where the step was made.
func (f *face) Watch(gs games.State, m games.Move) {
	s := gs.(*state)
	if m == hint {
		f.advise(s)
		return
	}
	verb, at, _ := strings.Cut(string(m), " ")
	if verb != "~at" {
		f.calm()
	}
	i := s.cellAt(at)
	if i < 0 {
		return
	}
	f.at = i
	f.show(i)
	if verb == uselessVerb {
		f.refuse(s, i)
	}
}

// Show is the face of a position that nothing came before.
func (f *face) Show(gs games.State) {
	s := gs.(*state)
	f.calm()
	f.hand, f.chances = empty(), false
	f.at, f.ox, f.oy = f.home(s), 0, 0
	f.show(f.at)
}

// calm forgets what was said about the position before.
func (f *face) calm() { f.word, f.frames, f.advice = "", 0, nil }

// Hints are the keys that work now.
func (f *face) Hints(gs games.State) []games.Hint {
	switch gs.Status() {
	case games.Lost:
		return []games.Hint{{Key: "x", Does: "chances"}}
	case games.Won:
		return nil
	}
	hints := []games.Hint{{Key: "space", Does: "open/chord"}, {Key: "f", Does: "flag"}, {Key: "e b", Does: "jump"}}
	if f.options.NoHelp {
		return hints
	}
	return append(hints, games.Hint{Key: "H", Does: "hint"})
}

// Input answers keys and mouse. Nothing acts once the run has ended, but the face still can be looked around in.
func (f *face) Input(gs games.State, in games.Input) (games.Move, bool) {
	s := gs.(*state)
	f.redrawn = false
	switch in.Kind {
	case games.Tick:
		f.frames = max(f.frames-1, 0)
		return "", true
	case games.Key:
		return f.key(s, in.Key)
	case games.Press:
		return f.press(s, in)
	case games.Drag:
		return f.drag(s, in)
	case games.Release:
		return f.release(s, in)
	case games.Wheel:
		return "", f.wheel(in.Button)
	}
	return "", false
}

// letterKeys are what the letters and signs do here that do not move.
func letterKeys() []games.Hint {
	return []games.Hint{{Key: "f", Does: "flag"}, {Key: "c", Does: "chord"}, {Key: "e", Does: "next closed cell"}, {Key: "b", Does: "closed cell before"},
		{Key: "0", Does: "beginning of the row"}, {Key: "$", Does: "end of the row"}, {Key: "H", Does: "hint"}, {Key: "p", Does: "mines"},
		{Key: "x", Does: "chances"}}
}

// key answers a key.
func (f *face) key(s *state, k string) (games.Move, bool) {
	if dx, dy, ok := direction(k); ok {
		return f.step(s, dx, dy)
	}
	cols, _ := f.across()
	switch k {
	case "0", "home":
		return f.step(s, -cols, 0)
	case "$", "end":
		return f.step(s, cols, 0)
	case "e", "E":
		return f.jump(s, 1)
	case "b", "B":
		return f.jump(s, -1)
	case "enter", "space":
		return f.use(s, f.at)
	case "f", "F":
		return f.flag(s, f.at)
	case "c", "C":
		return f.chord(s, f.at)
	case "H":
		return f.hint(s)
	case "p", "P":
		return f.reveal(s)
	case "x", "X":
		return "", f.weigh(s)
	}
	return "", false
}

// direction is where a key goes on the screen. L belongs to the leaderboard and H to the hint.
func direction(k string) (dx, dy int, ok bool) {
	switch k {
	case "left", "h", "a", "A":
		return -1, 0, true
	case "right", "l", "d", "D":
		return 1, 0, true
	case "up", "k", "K", "w", "W":
		return 0, -1, true
	case "down", "j", "J", "s", "S":
		return 0, 1, true
	}
	return 0, 0, false
}

// step moves the cursor on the screen, as far as the field goes.
func (f *face) step(s *state, dx, dy int) (games.Move, bool) {
	col, row := f.drawn(f.at)
	cols, rows := f.across()
	return f.moveTo(s, f.cell(min(max(col+dx, 0), cols-1), min(max(row+dy, 0), rows-1)))
}

// jump moves the cursor to the next cell that is neither open nor flagged, in the order of the screen and round.
func (f *face) jump(s *state, by int) (games.Move, bool) {
	cols, rows := f.across()
	col, row := f.drawn(f.at)
	for k := 1; k < cols*rows; k++ {
		n := (row*cols + col + by*k + cols*rows) % (cols * rows)
		i := f.cell(n%cols, n/cols)
		if s.squares[i] == covered || s.squares[i] == marked {
			return f.moveTo(s, i)
		}
	}
	return "", true
}

// moveTo moves the cursor, and says so in the replay while there is one.
func (f *face) moveTo(s *state, i int) (games.Move, bool) {
	if i == f.at {
		return "", true
	}
	from, ox, oy := f.at, f.ox, f.oy
	f.at = i
	f.show(i)
	if s.status.Over() {
		return "", true
	}
	if f.redrawn = f.ox == ox && f.oy == oy && f.tap == 0; f.redrawn {
		f.redraws = f.lines(from, i)
	}
	return s.move("~at", i), true
}

// Redraws: a step of the cursor changes what is drawn where it was and is.
func (f *face) Redraws() (games.Lines, bool) { return f.redraws, f.redrawn }

// use opens the cell, chords on a number, and takes a flag away.
func (f *face) use(s *state, i int) (games.Move, bool) {
	switch s.squares[i] {
	case opened:
		return f.chord(s, i)
	case flagged:
		return f.act(s, "clear", i)
	}
	return f.act(s, "open", i)
}

// chord opens around a number that has its flags.
func (f *face) chord(s *state, i int) (games.Move, bool) { return f.act(s, "chord", i) }

// flag goes round what a closed cell can carry. On a number it flags the cells that must all be mines.
func (f *face) flag(s *state, i int) (games.Move, bool) {
	return f.act(s, f.flagVerb(s, i), i)
}

func (f *face) flagVerb(s *state, i int) string {
	switch {
	case s.squares[i] == covered:
		return "flag"
	case s.squares[i] == flagged && f.options.On[marksSetting]:
		return "mark"
	case s.squares[i] == opened && f.options.On[smartSetting]:
		return "flags"
	}
	return "clear"
}

// uselessVerb is that of a click that the rules do not allow. It is recorded, and only shows the hand: the efficiency of
// a run counts it, as Minesweeper Arbiter does.
const uselessVerb = "~click"

// act makes a move at a cell where the rules allow it, and takes the cursor there in any case.
func (f *face) act(s *state, verb string, i int) (games.Move, bool) {
	f.calm()
	f.at = i
	f.show(i)
	switch {
	case s.status.Over():
		return "", true
	case s.can(verb, i):
		return s.move(verb, i), true
	}
	f.refuse(s, i)
	if s.status == games.Ready {
		return "", true // nothing is counted before the clock runs
	}
	return s.move(uselessVerb, i), true
}

// refuse says why a click on cell i did nothing, where it is a number that has not its flags.
func (f *face) refuse(s *state, i int) {
	if s.squares[i] != opened {
		return
	}
	flags, closed := s.around(i)
	if n := s.number(i); closed > 0 && flags != n {
		f.word = fmt.Sprintf("%d needs %s, has %d", n, count(n, "flag"), flags)
		f.shake(i)
	}
}

// count is a number of things in words: "1 flag", "2 flags".
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// reveal asks for the mines.
func (f *face) reveal(s *state) (games.Move, bool) {
	if s.status.Over() || s.shown {
		return "", true
	}
	return games.Reveal, true
}

// A number shakes for as many frames, each of which stands so long.
const (
	shakeFrame  = 60 * time.Millisecond
	shakeFrames = 4
)

// shake starts the shaking of a number, if the player wants to see things move.
func (f *face) shake(i int) {
	if f.options.Motion == games.FullMotion {
		f.shaking, f.frames = i, shakeFrames
	}
}
