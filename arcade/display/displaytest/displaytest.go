// Package displaytest holds what a display shows against what Bubble Tea's own renderer does, for tests alone.
package displaytest

import (
	"bytes"
	"io"

	tea "charm.land/bubbletea/v2"
	"github.com/hinshun/vt10x"
)

// Text is a model that shows the text it was sent last: itself.
type Text string

func (m Text) Init() tea.Cmd { return nil }

func (m Text) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if s, ok := msg.(Text); ok {
		return s, nil
	}
	return m, nil
}

func (m Text) View() tea.View {
	v := tea.NewView(string(m))
	v.AltScreen = true
	return v
}

// TTY turns each LF into CRLF, as the terminal driver does that Bubble Tea's renderer counts on.
type TTY struct{ io.Writer }

func (t TTY) Write(b []byte) (int, error) {
	if _, err := t.Writer.Write(bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n"))); err != nil {
		return 0, err
	}
	return len(b), nil
}

// Seen is what a cell of vt10x looks like: one of a blank's many forms, the two colours of a half block in order.
func Seen(g vt10x.Glyph) vt10x.Glyph {
	const underline, visible = 1 << 2, 1<<0 | 1<<1 | 1<<2 // reverse, underline, bold
	g.Mode &= visible
	switch g.Char {
	case 0, ' ':
		g.Char = ' '
		if g.Mode &^= underline; g.Mode == 0 {
			g.FG = vt10x.DefaultFG
		}
	case '█':
		if g.FG < vt10x.DefaultFG {
			g.Char, g.BG, g.FG = ' ', g.FG, vt10x.DefaultFG
		}
	case '▄':
		if g.BG < vt10x.DefaultFG {
			g.Char, g.FG, g.BG = '▀', g.BG, g.FG
		}
	}
	return g
}
