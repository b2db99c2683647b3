package display

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// modes are what a view sets in a terminal besides its cells and its text cursor.
type modes struct {
	set   bool // false before the first frame
	alt   bool
	mouse tea.MouseMode
	focus bool
	paste bool
	title string
}

func modesOf(v tea.View) modes {
	return modes{
		set: true, alt: v.AltScreen, mouse: v.MouseMode, focus: v.ReportFocus,
		paste: v.AltScreen && !v.DisableBracketedPasteMode, title: printable(v.WindowTitle),
	}
}

// textCursor is the cursor that a player types at.
type textCursor struct {
	visible bool
	at      cursor
	style   int // DECSCUSR's number: 1 and 2 a block, 3 and 4 a line, 5 and 6 a bar, the odd ones blinking; 0 is the terminal's own
}

func textCursorOf(c *tea.Cursor) textCursor {
	if c == nil {
		return textCursor{}
	}
	style := int(c.Shape)*2 + 2
	if c.Blink {
		style--
	}
	return textCursor{true, cursor{c.X, c.Y}, style}
}

// printable is s without what could end a title early or begin something else.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return -1
		}
		return r
	}, s)
}

// questions ask what the terminal can do: direct colour (XTGETTCAP "RGB"), its background, synchronized output.
// They go out on the alternate screen before it is cleared: what a terminal that does not know them prints instead
// (Terminal.app does) is gone before it is seen.
const questions = "\x1bP+q524742\x1b\\" + "\x1b]11;?\x1b\\" + "\x1b[?2026$p"

// The title is kept on xterm's stack while it is ours.
const (
	pushTitle = "\x1b[22;2t"
	popTitle  = "\x1b[23;2t"
)

// switchModes appends what takes the terminal from the modes that it has to those that the latest frame wants. The
// text cursor is placeCursor's.
func (d *Display) switchModes(b []byte) []byte {
	have, want := d.have, d.want
	if have.alt != want.alt {
		b = decset(b, "1049", want.alt)
	}
	if want.set && !have.set {
		b = append(b, "\x1b[?25l"...)
	}
	if want.alt && !d.asked {
		b = append(b, questions...)
		d.asked = true
	}
	if have.mouse != want.mouse {
		b = mouse(b, have.mouse, want.mouse)
	}
	if have.focus != want.focus {
		b = decset(b, "1004", want.focus)
	}
	if have.paste != want.paste {
		b = decset(b, "2004", want.paste)
	}
	if have.title != want.title {
		if have.title == "" {
			b = append(b, pushTitle...)
		}
		b = append(b, "\x1b]2;"...)
		b = append(b, want.title...)
		b = append(b, "\x1b\\"...)
		if want.title == "" {
			b = append(b, popTitle...)
		}
	}
	d.have = want
	return b
}

func decset(b []byte, mode string, on bool) []byte {
	b = append(b, "\x1b[?"...)
	b = append(b, mode...)
	if on {
		return append(b, 'h')
	}
	return append(b, 'l')
}

// mouse changes which mouse events are reported, always in SGR's encoding.
func mouse(b []byte, have, want tea.MouseMode) []byte {
	mode := [...]string{tea.MouseModeCellMotion: "1002", tea.MouseModeAllMotion: "1003"}
	if have != tea.MouseModeNone {
		b = decset(b, mode[have], false)
	}
	if want != tea.MouseModeNone {
		b = decset(b, mode[want], true)
	}
	if (have == tea.MouseModeNone) != (want == tea.MouseModeNone) {
		b = decset(b, "1006", want != tea.MouseModeNone)
	}
	return b
}

// placeCursor shows the text cursor where the frame wants it, or hides it.
func (d *Display) placeCursor(b []byte) []byte {
	have, want := d.haveCursor, d.wantCursor
	if !want.visible {
		want.style = have.style
	}
	if have.style != want.style {
		b = append(b, "\x1b["...)
		b = strconv.AppendInt(b, int64(want.style), 10)
		b = append(b, " q"...)
	}
	if want.visible {
		b = d.screen.moveTo(b, cursor{min(max(want.at.x, 0), d.screen.w-1), min(max(want.at.y, 0), d.screen.h-1)})
	}
	if have.visible != want.visible {
		b = decset(b, "25", want.visible)
	}
	d.haveCursor = want
	return b
}

// Restore returns what sets back everything that was set in the terminal, and is nothing where nothing was. No frame is
// written after it but one that comes later.
func (d *Display) Restore() []byte {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.restore()
}

// restore is Restore where d.mu is held.
func (d *Display) restore() []byte {
	if !d.have.set {
		return nil
	}
	var b []byte
	if d.synced {
		b = append(b, syncOff...)
	}
	b = append(b, "\x1b[m"...)
	if d.haveCursor.style != 0 {
		b = append(b, "\x1b[0 q"...)
	}
	d.want = modes{}
	b = d.switchModes(b)
	return append(b, "\x1b[?25h"...)
}
