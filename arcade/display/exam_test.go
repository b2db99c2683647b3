package display

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"arcade.example.com/games"
)

// examined is a display that has sent its questions, and what it has written.
func examined(t *testing.T) (*Display, *bytes.Buffer) {
	t.Helper()
	var out bytes.Buffer
	d := New(&out, testPalette(games.TrueColour))
	d.Examine()
	show(d, games.NewCanvas(40, 18), tea.View{AltScreen: true})
	return d, &out
}

// said are the answers that Read makes of the stream.
func said(t *testing.T, d *Display, in string) string {
	t.Helper()
	var list []string
	err := d.Read(strings.NewReader(in), func(m tea.Msg) {
		switch m := m.(type) {
		case Named, Width, Mode, Class, Arrived:
			list = append(list, fmt.Sprintf("%T%v", m, m))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(strings.Join(list, " "), "display.", "")
}

// Each answer comes once, in whatever order, and only where it was asked.
func TestExamine(t *testing.T) {
	d, out := examined(t)
	asked := out.String()
	for i, q := range []string{"\x1b[?1049h", "\x1bP+q524742", "\x1b[>q", "\x1b[?1004$p", "\x1b[2;1H▀\x1b[6n", "\x1b[13;1H↑\x1b[6n", "\x1b[c", "\x1b[2J"} {
		at := strings.Index(asked, q)
		if at < 0 {
			t.Fatalf("question %d, %q, is not in %q", i, q, out)
		}
		asked = asked[at+len(q):]
	}
	answers := "\x1b[2;2R\x1b[3;3R\x1b[2;2R" + "\x1b[?1004;2$y\x1b[?2026;0$y\x1b[?1004;0$y" + "\x1bP>|foot(1.16)\x1b\\\x1bP>|kitty\x1b\\" + "\x1b[?62;4;52c\x1b[?1c"
	want := "Width{9600 1} Width{9608 2} Mode{1004 true} Mode{2026 false} Namedfoot(1.16) Class[62 4 52]"
	if got := said(t, d, answers); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for _, in := range []string{"\x1b[14;2R", "\x1b[1;2R", "\x1b[4;99999R", "\x1b[?25;1$y"} {
		if got := said(t, d, in); got != "" {
			t.Errorf("%q is %q", in, got)
		}
	}
	d.Dismiss()
	if got := said(t, d, "\x1b[5;2R\x1b[?1002;1$yx"); got != "" {
		t.Errorf("after the end: %q", got)
	}
}

// What a terminal calls itself and what its class is are bounded, and printable.
func TestAnswersAreBounded(t *testing.T) {
	d, _ := examined(t)
	if got := said(t, d, "\x1bP>|\x07"); got != "" { // BEL ends a string
		t.Errorf("%q", got)
	}
	if got := said(t, d, "\x1bP>|a\u202e\x01b"+strings.Repeat("x", 100)+"\x1b\\"); got != "Namedab"+strings.Repeat("x", 62) {
		t.Errorf("%q", got)
	}
	if got := said(t, d, "\x1b[?"+strings.Repeat("1;", 30)+"99999999c"); strings.Count(got, "1") != maxClass {
		t.Errorf("%q", got)
	}
}

// What arrives is told as it came, keys and what is none.
func TestArrived(t *testing.T) {
	d, _ := examined(t)
	want := `Arrived{\x1b[1;5C ctrl+right} Arrived{\u00e9 other} Arrived{\x1b[99;99~ } Arrived{\r enter}`
	if got := said(t, d, "\x1b[1;5Cé\x1b[99;99~\r\x1b[<0;3;3M"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	d.Dismiss()
	if got := said(t, d, "x"); got != "" {
		t.Errorf("after the end: %q", got)
	}
}

// A notice goes out in the terminal's own way, as plain text that ends nothing.
func TestNotify(t *testing.T) {
	for name, want := range map[string]string{
		"":              "\a",
		"XTerm(379)":    "\a",
		"tmux 3.4":      "\a",
		"kitty(0.35.2)": "\x1b]99;;ana, 4,x is back\x1b\\",
		"foot(1.16.2)":  "\x1b]777;notify;arcade;ana, 4,x is back\x1b\\",
		"VTE(7600)":     "\x1b]777;notify;arcade;ana, 4,x is back\x1b\\",
		"iTerm2 3.5.0":  "\x1b]9;ana, 4,x is back\x1b\\",
	} {
		var out bytes.Buffer
		d := New(&out, testPalette(games.TrueColour))
		d.AskName()
		show(d, games.NewCanvas(40, 18), tea.View{AltScreen: true})
		if !strings.Contains(out.String(), askName) {
			t.Errorf("%s: is not asked: %q", name, out.String())
		}
		if name != "" {
			said(t, d, "\x1bP>|"+name+"\x1b\\")
		}
		out.Reset()
		d.Notify("ana; 4;x\x1b\a\u009c is back\n")
		settle(d)
		if out.String() != want {
			t.Errorf("%s: %q, want %q", name, out.String(), want)
		}
		out.Reset()
		d.Ring()
		settle(d)
		if out.String() != "\a" {
			t.Errorf("%s: the bell is %q", name, out.String())
		}
	}
	if got := notice("kitty", strings.Repeat("long", 100)); len(got) != MaxNotice+len("\x1b]99;;\x1b\\") {
		t.Errorf("a notice of %d bytes", len(got))
	}
}

// FuzzExam: whatever answers come, in whatever pieces, each is within its bounds and none comes twice.
func FuzzExam(f *testing.F) {
	f.Add("\x1b[2;2R\x1b[?1004;2$y\x1bP>|foot\x1b\\\x1b[?62;4c", uint8(3))
	f.Add("\x1b[?1;9999999999;c\x1b[0;0R\x1b[-1;5R\x1bP>|\x1b\\", uint8(1))
	f.Fuzz(func(t *testing.T, s string, piece uint8) {
		d, _ := examined(t)
		in := &input{}
		times := map[string]int{}
		note := func(m tea.Msg) {
			switch m := m.(type) {
			case Named:
				times["name"]++
				if len(m) > maxName || plain(string(m), maxName) != string(m) {
					t.Errorf("name %q", m)
				}
			case Class:
				times["class"]++
				if len(m) > maxClass {
					t.Errorf("class %v", m)
				}
			case Width:
				times["width "+string(m.Rune)]++
				if m.Columns < 0 || m.Columns >= maxMouse {
					t.Errorf("%d columns", m.Columns)
				}
			case Mode:
				times[fmt.Sprint("mode ", m.Number)]++
			}
		}
		in.send = func(raw []byte, e uv.Event) {
			if a, ok := arrived(raw, e); ok && (len(a.Bytes) > 10*maxArrived || plain(a.Bytes, len(a.Bytes)) != a.Bytes || len(a.Key) > maxArrived) {
				t.Errorf("arrived %+v", a)
			}
			d.receive(e, note)
		}
		defer in.close()
		for rest := []byte(s); len(rest) > 0; {
			n := min(len(rest), 1+int(piece))
			in.feed(rest[:n])
			rest = rest[n:]
		}
		for what, n := range times {
			if n > 1 {
				t.Errorf("%s came %d times", what, n)
			}
		}
	})
}
