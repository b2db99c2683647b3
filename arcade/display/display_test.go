package display

import (
	"encoding/base64"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/games"
)

var depths = []games.Depth{games.TrueColour, games.Colours256, games.Colours16, games.Mono}

// testPalette has every kind of look: the terminal's own colours, ramps, and each attribute.
func testPalette(depth games.Depth) *Palette {
	return NewPalette(depth, func(ink games.Ink, ground bool) Look {
		role, shade := ink.Role(), uint32(ink.Shade())
		mono := depth == games.Mono
		switch role {
		case games.Plain:
			return Look{Default: true}
		case games.Strong:
			return Look{Default: true, Bold: !ground}
		case games.Warn:
			return Look{RGB: 0xffcc00, Index: 220, ANSI: 11, Underline: true}
		case games.Select:
			return Look{RGB: 0x333388, Index: 60, ANSI: 4, Reverse: mono}
		case games.Bad:
			return Look{RGB: 0xff0000, Index: 196, ANSI: 9, Reverse: true, Bold: true}
		}
		return Look{RGB: uint32(role)<<18 | shade<<10 | shade*3, Index: uint8(232 + shade/3), ANSI: uint8(role) & 15, Reverse: ground && mono && shade > 32}
	})
}

// inksUsed are the inks that random frames are made of: few, so that colours meet often.
func randomInk(r *rand.Rand) games.Ink {
	roles := []games.Role{games.Plain, games.Plain, games.Strong, games.Warn, games.Select, games.Bad, games.Wall, games.WallN, games.Floor}
	return roles[r.IntN(len(roles))].Shade(r.IntN(4) * 20)
}

func randomCell(r *rand.Rand) games.Cell {
	runes := []rune(" \x00a#▀▄█▀▄█x\x1b宽é\u0301·▸")
	return games.Cell{Rune: runes[r.IntN(len(runes))], FG: randomInk(r), BG: randomInk(r)}
}

// change draws something: single cells, a line of text, a block, a run of blanks, a whole new picture.
func change(r *rand.Rand, c *games.Canvas) {
	w, h := c.Size()
	x, y := r.IntN(w+1), r.IntN(h+1)
	switch r.IntN(12) {
	case 0:
		for y := range h {
			for x := range c.Row(y) {
				c.Set(x, y, randomCell(r))
			}
		}
	case 1:
		c.Clear()
	case 2, 3:
		c.Fill(x, y, w, 1, games.Cell{})
	case 4:
		c.Fill(x, y, r.IntN(w+1), r.IntN(4), randomCell(r))
	case 5, 6:
		c.Text(x, y, "the quick brown fox"[:r.IntN(19)], randomInk(r), randomInk(r))
	default:
		for range 1 + r.IntN(4) {
			c.Set(min(x+r.IntN(6), w-1), y, randomCell(r))
		}
	}
}

// show shows a frame, and returns when it is written.
func show(d *Display, c *games.Canvas, v tea.View) {
	d.Frame(c, v)
	settle(d)
}

// settle returns when nobody writes.
func settle(d *Display) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for d.writing {
		d.rest.Wait()
	}
}

// sameScreen fails unless the terminal shows the canvas.
func sameScreen(t *testing.T, m *terminal, p *Palette, c *games.Canvas) {
	t.Helper()
	w, h := c.Size()
	for y := range h {
		for x := range w {
			want := glyphOf(p, p.cell(c.At(x, y)))
			if got := m.cells[y*m.w+x].normal(); got != want {
				t.Fatalf("cell %d, %d is %v, want %v", x, y, got, want)
			}
		}
	}
}

func glyphOf(p *Palette, c cell) glyph {
	name := func(layer int, c colour) string {
		s := p.sgr[layer][c]
		switch {
		case c == 0:
			return ""
		case strings.HasPrefix(s, "38;"), strings.HasPrefix(s, "48;"):
			return s[3:]
		case layer == ground:
			return p.sgr[text][c]
		}
		return s
	}
	return glyph{c.rune(), name(text, c.fg), name(ground, c.bg), c.attrs()}.normal()
}

// TestRandomWalk sends thousands of random frames, with resizes and new palettes between them, and holds what the
// terminal shows against the canvas after each.
func TestRandomWalk(t *testing.T) {
	for _, depth := range depths {
		r := rand.New(rand.NewPCG(1, uint64(depth)))
		p := testPalette(depth)
		m := newTerminal(t, 20, 6)
		d := New(m, p)
		d.synced = depth == games.Mono
		c := games.NewCanvas(20, 6)
		for i := range 2500 {
			if i%200 == 199 {
				w, h := 1+r.IntN(24), 1+r.IntN(8)
				c.Resize(w, h)
				m.resize(w, h)
			}
			change(r, c)
			show(d, c, tea.View{AltScreen: true})
			sameScreen(t, m, p, c)
			if m.modes["2026"] {
				t.Fatal("the terminal was left holding back its output")
			}
		}
	}
}

// TestLossy: frames of a movement may be nearly right, never further off than the tolerance; the first exact one is
// right, also when nothing else changed.
func TestLossy(t *testing.T) {
	for _, depth := range depths {
		r := rand.New(rand.NewPCG(2, uint64(depth)))
		p := testPalette(depth)
		m := newTerminal(t, 20, 6)
		d := New(m, p)
		c := games.NewCanvas(20, 6)
		kept := 0
		for i := range 1500 {
			c.Clear()
			for y := range 6 {
				for x := range 20 {
					c.Halves(x, y, games.WallN.Shade(x*2+y+r.IntN(4)), games.Floor.Shade(i%8+r.IntN(4)))
				}
			}
			if i%5 == 4 {
				show(d, c, tea.View{})
				sameScreen(t, m, p, c)
				continue
			}
			c.Lossy(time.Second)
			show(d, c, tea.View{})
			for y := range 6 {
				for x := range 20 {
					want, have := p.cell(c.At(x, y)), p.cell(d.screen.cells.at(y*20+x))
					if want == have {
						continue
					}
					kept++
					if !p.near(want, have, 2*tolerances[1]) {
						t.Fatalf("%v is shown as %v", want, have)
					}
				}
			}
			if i%5 == 3 && i%2 == 0 { // the same again, exact
				still := games.NewCanvas(20, 6)
				for y := range 6 {
					copy(still.Row(y), c.Row(y))
				}
				show(d, still, tea.View{})
				sameScreen(t, m, p, c)
			}
		}
		if (kept > 0) != p.gradual() {
			t.Errorf("depth %d: %d cells kept", depth, kept)
		}
	}
}

// TestUnchanged: the same frame twice is sent once, and wakes nobody.
func TestUnchanged(t *testing.T) {
	var out strings.Builder
	d := New(&out, testPalette(games.TrueColour))
	c := games.NewCanvas(80, 24)
	c.Text(3, 3, "hello", games.Strong.Ink(), 0)
	v := tea.View{AltScreen: true, WindowTitle: "maze"}
	show(d, c, v)
	out.Reset()
	d.Frame(c, v)
	if d.writing {
		t.Error("an unchanged frame is written")
	}
	settle(d)
	if b := out.String(); len(b) != 0 {
		t.Errorf("an unchanged frame is %q", b)
	}
}

// TestModes: modes follow the view, and all are set back at the end.
func TestModes(t *testing.T) {
	m := newTerminal(t, 20, 5)
	d := New(m, testPalette(games.TrueColour))
	c := games.NewCanvas(20, 5)
	show := func(v tea.View) {
		show(d, c, v)
	}
	show(tea.View{AltScreen: true, MouseMode: tea.MouseModeCellMotion, ReportFocus: true, WindowTitle: "a\x1b]2;b\x07c"})
	for _, mode := range []string{"1049", "1002", "1006", "1004", "2004"} {
		if !m.modes[mode] {
			t.Errorf("mode %s is off", mode)
		}
	}
	if m.modes["25"] || m.title != "a]2;bc" || len(m.asked) != 3 {
		t.Errorf("cursor %v, title %q, asked %q", m.modes["25"], m.title, m.asked)
	}
	show(tea.View{AltScreen: true, MouseMode: tea.MouseModeAllMotion, Cursor: tea.NewCursor(4, 2)})
	if !m.modes["1003"] || m.modes["1002"] || m.modes["1004"] || !m.modes["25"] || m.x != 4 || m.y != 2 || m.style != "1" {
		t.Errorf("modes %v, cursor %d, %d, style %s", m.modes, m.x, m.y, m.style)
	}
	show(tea.View{AltScreen: true, Cursor: tea.NewCursor(99, 99)})
	if m.x != 19 || m.y != 4 {
		t.Errorf("cursor %d, %d", m.x, m.y)
	}
	d.Close()
	restored(t, m)
	if len(m.asked) != 3 {
		t.Errorf("asked %q", m.asked)
	}
}

func restored(t *testing.T, m *terminal) {
	t.Helper()
	for mode, on := range m.modes {
		if on != (mode == "25") {
			t.Errorf("mode %s is left %v", mode, on)
		}
	}
	if m.titles != 0 || m.title != "" || m.style != "" && m.style != "0" || m.fg+m.bg != "" || m.attrs != 0 {
		t.Errorf("left title %q (%d kept), cursor style %q, pen %q %q %b", m.title, m.titles, m.style, m.fg, m.bg, m.attrs)
	}
}

// TestNotAsked: a terminal that does not get the alternate screen is asked nothing.
func TestNotAsked(t *testing.T) {
	m := newTerminal(t, 20, 5)
	d := New(m, testPalette(games.Mono))
	show(d, games.NewCanvas(20, 5), tea.View{})
	if len(m.asked) != 0 {
		t.Errorf("asked %q", m.asked)
	}
	d.Close()
	restored(t, m)
}

// gate is a writer that lets one write through at a time.
type gate struct {
	into  io.Writer
	pass  chan struct{}
	began chan struct{}
	err   error
}

func (g *gate) Write(b []byte) (int, error) {
	g.began <- struct{}{}
	<-g.pass
	if g.err != nil {
		return 0, g.err
	}
	return g.into.Write(b)
}

// TestLatestFrameWins: while a write is stuck, frames replace one another; what follows is the last of them.
func TestLatestFrameWins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newTerminal(t, 20, 5)
		g := &gate{into: m, pass: make(chan struct{}), began: make(chan struct{}, 9)}
		p := testPalette(games.TrueColour)
		d := New(g, p)
		frames := 0
		d.Do(Ways{Sent: func(int, time.Duration) { frames++ }})
		c := games.NewCanvas(20, 5)
		d.Frame(c, tea.View{AltScreen: true})
		<-g.began
		for i := range 1000 {
			c.Text(i%15, i%5, "frame", games.Strong.Ink(), games.Wall.Shade(i%64))
			d.Frame(c, tea.View{AltScreen: true})
		}
		time.Sleep(time.Second)
		g.pass <- struct{}{}
		<-g.began
		g.pass <- struct{}{}
		synctest.Wait()
		sameScreen(t, m, p, c)
		if frames != 2 {
			t.Errorf("%d frames were written, want 2", frames)
		}
		ended := make(chan error, 1)
		go func() { ended <- d.Close() }()
		g.pass <- struct{}{}
		if err := <-ended; err != nil {
			t.Error(err)
		}
		restored(t, m)
	})
}

// TestBroken: a failed write is told once; nothing more is written, not even what restores the terminal.
func TestBroken(t *testing.T) {
	gone := errors.New("gone")
	g := &gate{into: io.Discard, pass: make(chan struct{}, 1), began: make(chan struct{}, 9), err: gone}
	g.pass <- struct{}{}
	d := New(g, testPalette(games.TrueColour))
	told := make(chan error, 9)
	d.Do(Ways{Broken: func(err error) { told <- err }})
	c := games.NewCanvas(20, 5)
	d.Frame(c, tea.View{AltScreen: true})
	if err := <-told; !errors.Is(err, gone) {
		t.Errorf("broken: %v", err)
	}
	c.Text(0, 0, "more", 0, 0)
	show(d, c, tea.View{AltScreen: true})
	if err := d.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	if len(g.began) != 1 || len(told) != 0 {
		t.Errorf("%d writes, told %d times more", len(g.began), len(told))
	}
}

// link is one that says whether it is idle, and whose writes wait for a pass.
type link struct {
	idle   bool
	pass   chan struct{}
	writes atomic.Int32
	bytes  atomic.Int32 // of the latest
}

func (l *link) Idle(int) bool { return l.idle }

func (l *link) Drain() int { return 0 }

func (l *link) Write(b []byte) (int, error) {
	<-l.pass
	l.writes.Add(1)
	l.bytes.Store(int32(len(b)))
	return len(b), nil
}

// TestAtOnce: a small frame is written before Frame returns where the link is idle; one that is large, or for a link
// that is busy, elsewhere.
func TestAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &link{pass: make(chan struct{}, 1)}
		d := New(l, testPalette(games.TrueColour))
		c := games.NewCanvas(200, 50)
		for i, test := range []struct {
			idle, large, want bool
		}{{true, false, true}, {false, false, false}, {true, true, false}, {true, false, true}} {
			c.Clear()
			c.Text(0, i, "new", 0, 0)
			if test.large {
				r := rand.New(rand.NewPCG(1, 1))
				for y := range 50 {
					for x := range 200 {
						c.Set(x, y, randomCell(r))
					}
				}
			}
			l.idle = test.idle
			l.writes.Store(0)
			if test.want {
				l.pass <- struct{}{}
			}
			d.Frame(c, tea.View{})
			if at := l.writes.Load() == 1; at != test.want {
				t.Errorf("%+v: written when Frame returns: %v", test, at)
			}
			if !test.want {
				l.pass <- struct{}{}
			}
			settle(d)
			if n := l.writes.Load(); n != 1 {
				t.Errorf("%+v: %d writes", test, n)
			}
		}
	})
}

// TestFirstAtOnce: a first screen of the usual size is written before Frame returns, though another like it would not be.
func TestFirstAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &link{idle: true, pass: make(chan struct{}, 1)}
		d := New(l, testPalette(games.TrueColour))
		c := games.NewCanvas(80, 24)
		for turn, want := range []int32{1, 0} {
			c.Clear()
			for y := range 24 {
				for x := range 80 {
					c.Set(x, y, games.Cell{Rune: '░' + rune((x+turn)%2), FG: games.Wall.Shade(y)})
				}
			}
			l.writes.Store(0)
			if want == 1 {
				l.pass <- struct{}{}
			}
			d.Frame(c, tea.View{})
			if n := l.writes.Load(); n != want {
				t.Errorf("screen %d: %d writes when Frame returns, want %d", turn+1, n, want)
			}
			if want == 0 {
				l.pass <- struct{}{}
			}
			settle(d)
			if bytes := l.bytes.Load(); bytes <= atOnce || bytes > atFirst {
				t.Errorf("screen %d has %d bytes, want %d to %d", turn+1, bytes, atOnce, atFirst)
			}
		}
	})
}

// TestPanic: a panic in the writer is the guard's to catch, and ends the writing as a failed write does.
func TestPanic(t *testing.T) {
	d := New(panicking{}, testPalette(games.TrueColour))
	told, caught := make(chan error, 1), make(chan any, 1)
	d.Do(Ways{Broken: func(err error) { told <- err }, Guard: func(f func()) {
		defer func() { caught <- recover() }()
		f()
	}})
	d.Frame(games.NewCanvas(20, 5), tea.View{AltScreen: true})
	if got := <-caught; got != "in Write" {
		t.Errorf("caught %v", got)
	}
	if err := <-told; !errors.Is(err, errPanic) {
		t.Errorf("broken: %v", err)
	}
	if b := d.end(); len(b) != 0 {
		t.Errorf("after that: %q", b)
	}
}

type panicking struct{}

func (panicking) Write([]byte) (int, error) { panic("in Write") }

func TestCopy(t *testing.T) {
	m := newTerminal(t, 20, 5)
	d := New(m, testPalette(games.TrueColour))
	d.Copy("not before the first frame")
	d.Copy("ssh arcade.example.com")
	show(d, games.NewCanvas(20, 5), tea.View{AltScreen: true})
	if b, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.clip, "c;")); string(b) != "ssh arcade.example.com" {
		t.Errorf("clipboard %q", m.clip)
	}
}

// TestRender: the frame as text shows the same as the frame by difference.
func TestRender(t *testing.T) {
	for _, depth := range depths {
		r := rand.New(rand.NewPCG(3, uint64(depth)))
		p := testPalette(depth)
		c := games.NewCanvas(20, 6)
		for range 300 {
			change(r, c)
			m := newTerminal(t, 20, 6)
			m.Write([]byte(strings.ReplaceAll(Render(c, p), "\n", "\r\n")))
			sameScreen(t, m, p, c)
		}
	}
}

func FuzzFrames(f *testing.F) {
	f.Add(uint64(1), uint8(0), uint8(20), uint8(5))
	f.Add(uint64(2), uint8(3), uint8(1), uint8(1))
	palettes := make([]*Palette, len(depths))
	for i, depth := range depths {
		palettes[i] = testPalette(depth)
	}
	f.Fuzz(func(t *testing.T, seed uint64, depth, w, h uint8) {
		r := rand.New(rand.NewPCG(seed, 4))
		p := palettes[int(depth)%len(depths)]
		width, height := 1+int(w)%40, 1+int(h)%12
		m := newTerminal(t, width, height)
		d := New(m, p)
		c := games.NewCanvas(width, height)
		for range 8 {
			change(r, c)
			change(r, c)
			show(d, c, tea.View{AltScreen: seed%2 == 0})
			sameScreen(t, m, p, c)
		}
	})
}
