package display

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
)

// describe is a message as a word: what is asked of it in the tables.
func describe(msg tea.Msg) string {
	switch m := msg.(type) {
	case tea.KeyPressMsg:
		return m.String()
	case tea.PasteMsg:
		return fmt.Sprintf("paste(%s)", m.Content)
	case tea.MouseMsg:
		return fmt.Sprintf("%T(%s %d,%d)", m, m, m.Mouse().X, m.Mouse().Y)
	case tea.CapabilityMsg:
		return "capability(" + m.Content + ")"
	case tea.BackgroundColorMsg:
		return fmt.Sprintf("background(dark %v)", m.IsDark())
	}
	return fmt.Sprintf("%T", msg)
}

// read returns what Read makes of the stream.
func read(t *testing.T, d *Display, r io.Reader) (got []string) {
	t.Helper()
	if err := d.Read(r, func(m tea.Msg) { got = append(got, describe(m)) }); err != nil {
		t.Fatal(err)
	}
	return got
}

func TestRead(t *testing.T) {
	tests := []struct{ in, want string }{
		{"jjj", "j j j"},
		{"aA \r\t\x7f\x03", "a A space enter tab backspace ctrl+c"},
		{"\x1b[A\x1b[1;2B\x1bOC\x1b[3~", "up shift+down right delete"},
		{"\x1bx", "alt+x"},
		{"\x1b\x1b[D", "esc left"},
		{"é\xff!", "é !"},
		{"\x1b[<0;5;3M\x1b[<0;5;3m", "tea.MouseClickMsg(left 4,2) tea.MouseReleaseMsg(left 4,2)"},
		{"\x1b[<32;1;1M\x1b[<64;1;1M", "tea.MouseMotionMsg(left+motion 0,0) tea.MouseWheelMsg(wheelup 0,0)"},
		{"\x1b[<0;99999999999999999999;-5M", ""},
		{"\x1b[I\x1b[O", "tea.FocusMsg tea.BlurMsg"},
		{"\x1b[200~one\ntwo\x1b[Athree\x1b[201~x", "paste(one\ntwo\x1b[Athree) x"},
		{"\x1b[200~never ends\x03q", "paste(never ends) ctrl+c q"},
		{"\x1b[200~" + strings.Repeat("long", 1000) + "\x1b[201~x", "paste(" + strings.Repeat("long", 256) + ") x"},
		{"\x1b[200~\xff\x1b[201~", "paste()"},
		{"\x1bP1+r524742=38\x1b\\", "capability(RGB=8)"},
		{"\x1bP0+r\x1b\\", ""},
		{"\x1b]11;rgb:ffff/ffff/f0f0\x07", "background(dark false)"},
		{"\x1b]11;rgb:1a1a/1b1b/2626\x1b\\k", "background(dark true) k"},
		{"\x1b]11;nonsense\x1b\\k", "k"},
		{"\x1b[8;9999;9999tk", "k"},                         // not how a window grows
		{"\x1b]52;c;c2VjcmV0\x07k", "k"},                    // a clipboard that nobody asked for
		{"\x1b[24;80Rk", "k"},                               // a cursor's place
		{"\x1b]" + strings.Repeat("0", 256) + "k", "0 0 k"}, // too long
		{"\x1b_Gi=1;OK\x1b\\\x1b^x\x1b\\k", "k"},            // APC, PM
		{"\x1b[12\x1b[A\x1b]12\x1b[Ak", "up up k"},          // broken off
	}
	for _, test := range tests {
		for name, r := range map[string]io.Reader{"at once": strings.NewReader(test.in), "byte by byte": iotest.OneByteReader(strings.NewReader(test.in))} {
			got := strings.Join(read(t, New(io.Discard, nil), r), " ")
			if got != test.want {
				t.Errorf("%q %s: %q, want %q", test.in, name, got, test.want)
			}
		}
	}
}

func TestSyncReport(t *testing.T) {
	for answer, want := range map[string]bool{"\x1b[?2026;2$y": true, "\x1b[?2026;1$y": true, "\x1b[?2026;0$y": false, "\x1b[?2026;4$y": false, "\x1b[?25;1$y": false} {
		d := New(io.Discard, nil)
		if got := read(t, d, strings.NewReader(answer)); len(got) > 0 {
			t.Errorf("%q: %q", answer, got)
		}
		if d.synced != want {
			t.Errorf("%q: %v", answer, d.synced)
		}
	}
}

// TestLoneEscape: ESC is the key after 50 ms without more, Alt's beginning before.
func TestLoneEscape(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		var got []string
		var last time.Time
		d := New(io.Discard, nil)
		ended := make(chan error)
		go func() {
			ended <- d.Read(r, func(m tea.Msg) {
				got = append(got, describe(m))
				last = time.Now()
			})
		}()
		start := time.Now()
		io.WriteString(w, "\x1b")
		time.Sleep(time.Second)
		synctest.Wait()
		if took := last.Sub(start); len(got) != 1 || got[0] != "esc" || took > escWait {
			t.Fatalf("%q after %v", got, took)
		}
		for _, part := range []string{"\x1b", "[", "A", "\x1b[1;", "2A", "\x1b", "x"} {
			io.WriteString(w, part)
			time.Sleep(escWait - time.Millisecond)
		}
		io.WriteString(w, "\x1b[1;") // and never the rest of it
		time.Sleep(time.Second)
		io.WriteString(w, "2Ak\x1b")
		w.Close()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		time.Sleep(time.Second)
		if s := strings.Join(got, " "); s != "esc up shift+up alt+x 2 A k" {
			t.Errorf("got %q", s)
		}
	})
}

// FuzzRead: whatever comes, in whatever pieces, Read ends, keeps little, and says nothing that was not asked.
func FuzzRead(f *testing.F) {
	for _, s := range []string{"jjj\x1b[A", "\x1b[200~x\x1b[201~", "\x1bP1+r524742=38\x1b\\", "\x1b]11;rgb:00/00/00\x07", "\x1b[<0;5;3M", "\x1b[M !!", "\x1b[1;2R", "\x9b1A", "\x1bO5A", "\x1b[27;5;13~", "\x1b[97;5u", "\x1b[1;0;97;1;8;1_"} {
		f.Add([]byte(s), uint8(3))
	}
	f.Fuzz(func(t *testing.T, b []byte, piece uint8) {
		paste := 0
		in := &input{}
		d := New(io.Discard, nil)
		in.send = func(_ []byte, e uv.Event) {
			d.receive(e, func(m tea.Msg) {
				switch m := m.(type) {
				case tea.PasteMsg:
					paste++
					if len(m.Content) > maxPaste {
						t.Errorf("a paste of %d bytes", len(m.Content))
					}
				case tea.MouseMsg:
					if at := m.Mouse(); at.X < 0 || at.Y < 0 || at.X >= maxMouse || at.Y >= maxMouse {
						t.Errorf("mouse at %d, %d", at.X, at.Y)
					}
				case tea.KeyPressMsg, tea.FocusMsg, tea.BlurMsg, tea.CapabilityMsg, tea.BackgroundColorMsg:
				default:
					t.Errorf("message %T", m)
				}
			})
		}
		defer in.close()
		for rest := b; len(rest) > 0; {
			n := min(len(rest), 1+int(piece))
			in.feed(rest[:n])
			rest = rest[n:]
			if len(in.rest) > maxSequence+256 {
				t.Fatalf("%d bytes are kept", len(in.rest))
			}
		}
		in.expire()
		if want := bytes.Count(b, []byte(pasteStart)); paste > want {
			t.Errorf("%d pastes of %d", paste, want)
		}
	})
}
