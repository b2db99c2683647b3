package arcade

import (
	"encoding/json"
	"io"
	"strings"
	"testing"

	"arcade.example.com/arcade/door/doortest"
	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/playtest"
)

// asked opens a terminal for a command, answers what it is asked on the error stream, and returns what came on either.
func (a *arcadeServer) asked(t *testing.T, term, command, answers string) (out, errs string) {
	t.Helper()
	ch := doortest.OpenChannel(t, a.begin(t, 1, "", "version").conn)
	ch.Must(t, "pty-req", doortest.PtyRequest{Term: term, W: 80, H: 24})
	ch.Must(t, "exec", doortest.Text(command))
	asked, printed := &doortest.Buffer{}, make(chan string)
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		io.Copy(asked, ch.Stderr())
	}()
	go func() {
		b, _ := io.ReadAll(ch)
		printed <- string(b)
	}()
	if answers != "" {
		doortest.Eventually(t, "the terminal is asked", func() bool { return strings.Contains(asked.String(), "\x1b[c") })
		io.WriteString(ch, answers)
	}
	out = <-printed
	<-drained
	return out, asked.String()
}

// What a terminal answers is one object on the output, which may lead to a file: the questions go to the error stream, and
// the terminal is given back there.
func TestCheckAsJSON(t *testing.T) {
	a := openArcade(t, nil)
	out, errs := a.asked(t, "xterm-256color", "check --json", "\x1bP>|foot(1.16)\x1b\\\x1bP1+r524742=38\x1b\\\x1b[?2026;2$y\x1b[2;2R\x1b[3;3R\x1b[?62;52c")
	var got map[string]any
	if err := json.Unmarshal([]byte(out), &got); err != nil || strings.Count(out, "\n") != 1 {
		t.Fatalf("%q: %v", out, err)
	}
	for key, want := range map[string]any{"arcade": "test", "term": "xterm-256color", "name": "foot(1.16)", "colours": "true", "rgb": true, "answered": true, "width": 80.0} {
		if got[key] != want {
			t.Errorf("%s is %v, want %v", key, got[key], want)
		}
	}
	if got["round_trip_ms"] == nil || !strings.Contains(out, `"widths":{"▀":1,"█":2}`) || !strings.Contains(out, `"2026":true`) {
		t.Errorf("%s", out)
	}
	if strings.LastIndex(errs, "\x1b[?1049l") < strings.LastIndex(errs, "\x1b[?1049h") || !strings.HasSuffix(errs, "\x1b[?25h") {
		t.Errorf("the terminal is not given back: %q", errs)
	}
}

// Ctrl+C ends the wait for a terminal that answers nothing, and the output says what is known.
func TestCheckOfASilentTerminal(t *testing.T) {
	a := openArcade(t, nil)
	out, _ := a.asked(t, "vt100", "check --json", "\x03")
	if !strings.Contains(out, `"term":"vt100","name":null`) || !strings.Contains(out, `"answered":false`) {
		t.Errorf("%q", out)
	}
}

// Where there is no terminal, or none that moves its cursor, nothing is asked; who has chosen lines hears what was found.
func TestCheckInWords(t *testing.T) {
	a := openArcade(t, nil)
	if out, code := a.ask(t, 1, "check --json"); code != 2 || !strings.Contains(out, "ssh -t") {
		t.Errorf("%d, %q", code, out)
	}
	if out, errs := a.asked(t, "dumb", "check", ""); !strings.Contains(out, "Terminal: does not answer; TERM is dumb.\r\n") || errs != "" {
		t.Errorf("%q, %q", out, errs)
	}
	if err := a.store.SetSettings(playtest.Key(t, 1), map[string]string{look.LinesSetting: "on"}); err != nil {
		t.Fatal(err)
	}
	if out, _ := a.asked(t, "xterm", "check", "\x1bP>|XTerm(379)\x1b\\\x1b[?1c"); !strings.Contains(out, "Terminal: XTerm(379).\r\nWindow: 80x24.\r\n") {
		t.Errorf("%q", out)
	}
}
