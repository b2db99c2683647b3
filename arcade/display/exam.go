package display

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// What a terminal says of itself where it was asked, as messages of Read: each answer once, and none that nobody waits
// for.
type (
	// Named is what the terminal calls itself, with its version: at most 64 printable ASCII characters.
	Named string
	// Width is how many columns a rune took.
	Width struct {
		Rune    rune
		Columns int
	}
	// Mode is whether the terminal knows a mode, by its number.
	Mode struct {
		Number int
		Known  bool
	}
	// Class are the attributes of the terminal's class (DA1). Every terminal has some, and this is asked last.
	Class []int
	// Arrived is what came while the terminal is examined, as bytes, and the key that it is; "" for what is none that the
	// arcade knows.
	Arrived struct{ Bytes, Key string }
)

// Measured are the runes whose width is asked for: those of boards and screens of which terminals disagree.
const Measured = "▀█─·▸◆◇●⚑✗…↑"

// Modes whose knowledge is asked for.
const (
	ModeMouse  = 1002
	ModeSGR    = 1006
	ModeFocus  = 1004
	ModePaste  = 2004
	ModeSynced = 2026
)

const (
	askName  = "\x1b[>q"
	askClass = "\x1b[c"
	askPlace = "\x1b[6n"
	// measuredFrom is the line of the first rune that is measured, from 1. In the first line of all, the answer would be F3.
	measuredFrom = 2
	maxName      = 64
	maxClass     = 16 // attributes that are kept, each less than maxMouse
)

// exam is what the terminal is asked beyond what every display asks, and the answers that are awaited.
type exam struct {
	owed   []byte // questions that are not sent yet
	name   bool
	class  bool
	hears  bool // what arrives is told, too
	modes  []int
	widths []rune // by line; 0 where none is awaited
}

// AskName asks the terminal what it calls itself; Named is its answer. Notify goes by it.
func (d *Display) AskName() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ask(askName)
	d.exam.name = true
}

// Examine asks the terminal all that a message can answer, and lets Read tell what arrives, until Dismiss. What stands on
// the screen is drawn afresh.
func (d *Display) Examine() {
	d.mu.Lock()
	defer d.mu.Unlock()
	x := exam{name: true, class: true, hears: true, modes: []int{ModeMouse, ModeSGR, ModeFocus, ModePaste, ModeSynced}, widths: []rune(Measured)}
	b := []byte(questions + askName)
	for _, m := range x.modes {
		b = append(strconv.AppendInt(append(b, "\x1b[?"...), int64(m), 10), "$p"...)
	}
	for i, r := range x.widths {
		b = append(strconv.AppendInt(append(b, "\x1b["...), int64(measuredFrom+i), 10), ";1H"...)
		b = append(append(b, string(r)...), askPlace...)
	}
	d.exam, d.asked = x, true
	d.ask(string(append(b, askClass...)))
}

// ask has questions sent before the next frame, which is drawn afresh: there are terminals that print what they do not
// know. d.mu is held.
func (d *Display) ask(questions string) {
	d.exam.owed = append(d.exam.owed, questions...)
	d.forget()
}

// Dismiss ends an examination: answers that are late are for nobody.
func (d *Display) Dismiss() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.exam = exam{}
}

// answered takes an answer that was asked for; nil for any other.
func (d *Display) answered(e uv.Event) tea.Msg {
	d.mu.Lock()
	defer d.mu.Unlock()
	x := &d.exam
	switch e := e.(type) {
	case uv.TerminalVersionEvent:
		if x.name {
			x.name, d.name = false, plain(e.Name, maxName)
			return Named(d.name)
		}
	case uv.PrimaryDeviceAttributesEvent:
		if x.class {
			x.class = false
			list := slices.DeleteFunc(slices.Clone(e), func(a int) bool { return a < 0 || a >= maxMouse })
			return Class(list[:min(len(list), maxClass)])
		}
	case uv.CursorPositionEvent:
		if i := e.Y + 1 - measuredFrom; i >= 0 && i < len(x.widths) && x.widths[i] != 0 && e.X >= 0 && e.X < maxMouse {
			r := x.widths[i]
			x.widths[i] = 0
			return Width{r, e.X}
		}
	case uv.ModeReportEvent:
		known := e.Value == ansi.ModeSet || e.Value == ansi.ModeReset || e.Value == ansi.ModePermanentlySet
		if i := slices.Index(x.modes, e.Mode.Mode()); i >= 0 {
			m := Mode{x.modes[i], known}
			x.modes = slices.Delete(x.modes, i, i+1)
			return m
		}
	}
	return nil
}

// hears reports whether it is told what arrives.
func (d *Display) hears() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.exam.hears
}

// maxArrived is how many bytes are told of what has arrived.
const maxArrived = 32

// arrived is what came as bytes, if it is a key, or nothing that is known.
func arrived(raw []byte, e uv.Event) (a Arrived, ok bool) {
	switch e := e.(type) {
	case uv.KeyPressEvent:
		a.Key = plain(uv.Key(e).String(), maxArrived)
		if a.Key == "" {
			a.Key = "other"
		}
	case uv.UnknownEvent, uv.UnknownCsiEvent, uv.UnknownSs3Event:
		if len(raw) > 1 && strings.IndexByte("P]_^X", raw[1]) >= 0 { // an answer, which nobody understands
			return a, false
		}
	default:
		return a, false
	}
	a.Bytes = strings.Trim(strconv.QuoteToASCII(string(raw[:min(len(raw), maxArrived)])), `"`)
	return a, true
}

// plain is the printable ASCII of a text, so many characters at most.
func plain(text string, most int) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return -1
		}
		return r
	}, text)
	return text[:min(len(text), most)]
}

// HasTrueColour reports whether a terminal's answer says that it shows true colour: with the bits of a channel, or alone.
func HasTrueColour(m tea.CapabilityMsg) bool {
	name, _, _ := strings.Cut(m.Content, "=")
	return name == "RGB" || name == "Tc"
}
