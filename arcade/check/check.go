// Package check is what is known of a player's terminal: what it answers, and what to do about each thing that it lacks.
//
// It knows what a display asks, and neither a screen nor a session: a Finding names the setting that helps as settings are
// stored.
package check

import (
	"slices"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/display"
	"arcade.example.com/games"
)

// Report is what is known of a terminal. It is made with what its session says, and Takes what it answers.
type Report struct {
	Term          string // what the client says that it is
	Width, Height int    // of the window
	Depth         games.Depth
	RoundTrip     time.Duration // to the client and back; 0 where it is not known

	Name       string // what it calls itself
	RGB        bool   // it says that it has true colour
	Background string // "dark", "light", or "" where it does not say
	Class      []int
	Widths     []display.Width
	Modes      map[int]bool // by number, whether it knows the mode
	Answered   bool         // all that it answers has come

	Clicked bool // what it showed to do
	Looked  bool
	Pasted  bool
	Arrived []display.Arrived // the latest few
}

// Sample is what a player copies and pastes to see whether the clipboard works.
const Sample = "arcade clipboard"

// heard is how many of the latest keys are kept.
const heard = 3

// Take notes what has come from the terminal.
func (r *Report) Take(msg tea.Msg) {
	switch msg := msg.(type) {
	case display.Named:
		r.Name = string(msg)
	case display.Class:
		r.Class, r.Answered = msg, true
	case display.Width:
		r.Widths = slices.DeleteFunc(r.Widths, func(w display.Width) bool { return w.Rune == msg.Rune }) // of an earlier examination
		r.Widths = append(r.Widths, msg)
	case display.Mode:
		if r.Modes == nil {
			r.Modes = make(map[int]bool)
		}
		r.Modes[msg.Number] = msg.Known
	case display.Arrived:
		r.Arrived = append(r.Arrived, msg)
		r.Arrived = r.Arrived[max(len(r.Arrived)-heard, 0):]
	case tea.CapabilityMsg:
		r.RGB = r.RGB || display.HasTrueColour(msg)
	case tea.BackgroundColorMsg:
		if r.Background = "light"; msg.IsDark() {
			r.Background = "dark"
		}
	case tea.MouseClickMsg:
		r.Clicked = true
	case tea.FocusMsg, tea.BlurMsg:
		r.Looked = true
	case tea.PasteMsg:
		r.Pasted = r.Pasted || strings.TrimSpace(msg.Content) == Sample
	}
}

// is reports whether the terminal's name begins so.
func (r *Report) is(name string) bool {
	return strings.HasPrefix(strings.ToLower(r.Name), name)
}

// knows is what the terminal says of a mode: "yes", "no", or "" where it does not say.
func (r *Report) knows(mode int) string {
	known, said := r.Modes[mode]
	switch {
	case !said:
		return ""
	case known:
		return "yes"
	}
	return "no"
}

// colours are the depths as the settings name them.
var colours = [...]string{games.TrueColour: "true", games.Colours256: "256", games.Colours16: "16", games.Mono: "mono"}

// Shown is a report as programs read it: of what the terminal does not say there is null, or nothing in a list.
type Shown struct {
	Arcade     string         `json:"arcade"`
	Term       string         `json:"term"`
	Name       *string        `json:"name"`
	Width      int            `json:"width"`
	Height     int            `json:"height"`
	Colours    string         `json:"colours"`
	RGB        bool           `json:"rgb"`
	Background *string        `json:"background"`
	Class      []int          `json:"class"`
	Widths     map[string]int `json:"widths"`
	Modes      map[string]any `json:"modes"`
	Answered   bool           `json:"answered"`
	RoundTrip  *int64         `json:"round_trip_ms"`
}

// Show is the report for programs, of an arcade of that version.
func (r *Report) Show(version string) Shown {
	said := func(s string) *string {
		if s == "" {
			return nil
		}
		return &s
	}
	s := Shown{Arcade: version, Term: r.Term, Name: said(r.Name), Width: r.Width, Height: r.Height, Colours: colours[r.Depth], RGB: r.RGB,
		Background: said(r.Background), Class: append([]int{}, r.Class...), Widths: map[string]int{}, Modes: map[string]any{}, Answered: r.Answered}
	for _, w := range r.Widths {
		s.Widths[string(w.Rune)] = w.Columns
	}
	for _, m := range []int{display.ModeMouse, display.ModeSGR, display.ModeFocus, display.ModePaste, display.ModeSynced} {
		s.Modes[strconv.Itoa(m)] = nil
		if known, said := r.Modes[m]; said {
			s.Modes[strconv.Itoa(m)] = known
		}
	}
	if r.RoundTrip > 0 {
		ms := r.RoundTrip.Milliseconds()
		s.RoundTrip = &ms
	}
	return s
}
