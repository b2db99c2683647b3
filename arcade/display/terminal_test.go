package display

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// terminal is a small emulator that knows exactly the sequences which a display may send: any other fails the test.
// It stands in for a real one where thousands of frames are compared; vt10x and tmux are asked in other tests.
type terminal struct {
	t      testing.TB
	w, h   int
	cells  []glyph
	x, y   int
	wrap   bool // the last column was written
	fg, bg string
	attrs  attrs
	modes  map[string]bool
	title  string
	titles int // how many are on the stack
	style  string
	asked  []string
	clip   string
}

type glyph struct {
	r      rune
	fg, bg string
	attrs  attrs
}

func newTerminal(t testing.TB, w, h int) *terminal {
	term := &terminal{t: t, modes: map[string]bool{"25": true}}
	term.resize(w, h)
	return term
}

// resize forgets the content, as some terminals do: a display may count on nothing.
func (m *terminal) resize(w, h int) {
	m.w, m.h, m.x, m.y, m.wrap = w, h, 0, 0, false
	m.cells = make([]glyph, w*h)
	for i := range m.cells {
		m.cells[i] = glyph{r: '#'}
	}
}

func (m *terminal) Write(b []byte) (int, error) {
	for rest := b; len(rest) > 0; {
		n := m.step(rest)
		rest = rest[n:]
	}
	return len(b), nil
}

func (m *terminal) step(b []byte) int {
	switch b[0] {
	case ansi.ESC:
		n := sequence(b)
		if n == 0 {
			m.t.Fatalf("sequence without an end: %q", b)
		}
		m.sequence(string(b[:n]))
		return n
	case '\r':
		m.x, m.wrap = 0, false
		return 1
	case '\n':
		if m.wrap || m.y == m.h-1 {
			m.t.Fatalf("line feed at %d, %d, where terminals differ", m.x, m.y)
		}
		m.y++
		return 1
	case '\b':
		if m.wrap || m.x == 0 {
			m.t.Fatalf("backspace at %d, %d, where terminals differ", m.x, m.y)
		}
		m.x--
		return 1
	}
	r, n := utf8.DecodeRune(b)
	if r < ' ' || r == 0x7f || r == utf8.RuneError || ansi.StringWidth(string(r)) != 1 {
		m.t.Fatalf("rune %q in %q", r, b)
	}
	if m.wrap {
		m.t.Fatalf("text after the last column: %q", b)
	}
	m.cells[m.y*m.w+m.x] = glyph{r, m.fg, m.bg, m.attrs}
	if m.x++; m.x == m.w {
		m.x, m.wrap = m.w-1, true
	}
	return n
}

func (m *terminal) sequence(s string) {
	body, final := s[2:len(s)-1], s[len(s)-1]
	switch {
	case s[1] == ']':
		m.osc(strings.TrimSuffix(s[2:], "\x1b\\"))
	case s == "\x1bP+q524742\x1b\\", s == "\x1b[?2026$p":
		m.asked = append(m.asked, s)
	case s[1] != '[':
		m.t.Fatalf("sequence %q", s)
	case final == 'h' || final == 'l':
		m.mode(strings.TrimPrefix(body, "?"), final == 'h')
	case final == 'm':
		m.sgr(body)
	case final == 't' && body == "22;2":
		m.titles++
	case final == 't' && body == "23;2":
		m.titles--
	case final == 'q':
		m.style = strings.TrimSuffix(body, " ")
	case s == "\x1b[2J":
		m.erase(0, m.w*m.h)
	case s == "\x1b[K":
		if m.wrap {
			m.t.Fatal("EL after the last column, where terminals differ")
		}
		m.erase(m.y*m.w+m.x, (m.y+1)*m.w)
	default:
		m.move(body, final)
	}
}

func (m *terminal) osc(s string) {
	switch kind, rest, _ := strings.Cut(s, ";"); kind {
	case "2":
		m.title = rest
	case "11":
		m.asked = append(m.asked, s)
	case "52":
		m.clip = rest
	default:
		m.t.Fatalf("OSC %q", s)
	}
}

func (m *terminal) mode(mode string, on bool) {
	switch mode {
	case "25", "1002", "1003", "1004", "1006", "1049", "2004", "2026":
		if mode != "25" && m.modes[mode] == on {
			m.t.Errorf("mode %s is %v already", mode, on)
		}
		m.modes[mode] = on
	default:
		m.t.Fatalf("mode %s", mode)
	}
}

func (m *terminal) erase(from, to int) {
	if m.bg != "" || m.attrs&^bold != 0 {
		m.t.Fatal("erases in another colour than the terminal's own")
	}
	for i := from; i < to; i++ {
		m.cells[i] = glyph{r: ' '}
	}
}

func (m *terminal) sgr(body string) {
	p := strings.Split(body, ";")
	for len(p) > 0 {
		n := 1
		switch v := p[0]; {
		case v == "":
			m.fg, m.bg, m.attrs = "", "", 0
		case v == "1":
			m.attrs |= bold
		case v == "4":
			m.attrs |= underline
		case v == "7":
			m.attrs |= reverse
		case v == "22":
			m.attrs &^= bold
		case v == "24":
			m.attrs &^= underline
		case v == "27":
			m.attrs &^= reverse
		case v == "39":
			m.fg = ""
		case v == "49":
			m.bg = ""
		case v == "38" || v == "48":
			n = map[string]int{"2": 5, "5": 3}[p[1]]
			if v == "38" {
				m.fg = strings.Join(p[1:n], ";")
			} else {
				m.bg = strings.Join(p[1:n], ";")
			}
		case v[0] == '3' || v[0] == '9':
			m.fg = v
		default: // 4x is 3x, and 10x is 9x, of the ground
			c, err := strconv.Atoi(v)
			if err != nil || c < 40 || c > 107 {
				m.t.Fatalf("SGR %q", body)
			}
			m.bg = strconv.Itoa(c - 10)
		}
		p = p[n:]
	}
}

func (m *terminal) move(body string, final byte) {
	a, b, _ := strings.Cut(body, ";")
	num := func(s string) int {
		if s == "" {
			return 1
		}
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 {
			m.t.Fatalf("CSI %q %c", body, final)
		}
		return n
	}
	if m.wrap && final != 'H' {
		m.t.Fatalf("CSI %s%c after the last column, where terminals differ", body, final)
	}
	m.wrap = false
	switch final {
	case 'H':
		m.y, m.x = num(a)-1, num(b)-1
	case 'A':
		m.y -= num(a)
	case 'B':
		m.y += num(a)
	case 'C':
		m.x += num(a)
	case 'D':
		m.x -= num(a)
	case 'G':
		m.x = num(a) - 1
	default:
		m.t.Fatalf("CSI %s%c", body, final)
	}
	if m.x < 0 || m.y < 0 || m.x >= m.w || m.y >= m.h {
		m.t.Fatalf("CSI %s%c leads to %d, %d", body, final, m.x, m.y)
	}
}

// normal is the glyph in the form that equal looks share, as in cell.
func (g glyph) normal() glyph {
	top, bottom := g.fg, g.bg
	switch g.r {
	case '▀':
	case '▄':
		top, bottom = bottom, top
	case '█':
		if g.fg == "" || g.attrs != 0 {
			return g
		}
		bottom = top
	case ' ':
		if g.attrs &= underline | reverse; g.attrs == 0 {
			g.fg = ""
		}
		return g
	default:
		return g
	}
	switch {
	case g.attrs != 0:
		return g
	case top == bottom && top != "":
		return glyph{r: ' ', bg: top}
	case top == "":
		return glyph{'▄', bottom, "", 0}
	}
	return glyph{'▀', top, bottom, 0}
}

func (g glyph) String() string { return fmt.Sprintf("%q %s on %s %03b", g.r, g.fg, g.bg, g.attrs) }
