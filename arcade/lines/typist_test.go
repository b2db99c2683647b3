package lines

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestTyping(t *testing.T) {
	long := strings.Repeat("a", 300)
	for _, tt := range []struct{ typed, lines, echo string }{
		{"open 4 7\r", "open 4 7\n", "open 4 7\n"},
		{"a\nb\r", "a\nb\n", "a\nb\n"},
		{"opne\x7f\x7fen\r", "open\n", "opne\b \b\b \ben\n"},
		{"\x7f\x08x\r", "x\n", "x\n"},
		{"abc\x15d\r", "d\n", "abc\b \b\b \b\b \bd\n"},
		{"a\tb\r", "a b\n", "a b\n"},
		{"a\x1b[Ab\x1b[1;5Cc\x1bOPd\x1bxe\r", "abcde\n", "abcde\n"},
		{"é\r", "?\n", "?\n"},
		{"\x00\x01\x0b\r", "\n", "\n"},
		{"a\x04b\r", "ab\n", "ab\n"},
		{"x\ra\x03b\r", "x\n", "x\na\n"},
		{"\x04x\r", "", "\n"},
		{"\x1b[\x03", "", "\n"},
		{long + "\r", long[:MaxLine+1] + "\n", long[:MaxLine+1] + "\n"},
		{"unfinished", "", "unfinished"},
	} {
		for name, in := range map[string]io.Reader{
			"at once": strings.NewReader(tt.typed), "byte by byte": iotest.OneByteReader(strings.NewReader(tt.typed)),
		} {
			var echo bytes.Buffer
			got, err := io.ReadAll(NewTypist(in, &echo))
			var end error
			if strings.Contains(tt.typed, "\x03") {
				end = errLeft
			}
			if err != end || string(got) != tt.lines || echo.String() != tt.echo {
				t.Errorf("%q %s: lines %q, echo %q, error %v; want %q, %q", tt.typed, name, got, echo.String(), err, tt.lines, tt.echo)
			}
		}
	}
}

// What is said while a line is typed stands alone, and the line begins again.
func TestSayingWhileTyping(t *testing.T) {
	var out bytes.Buffer
	x := NewTypist(strings.NewReader("loo"), &out)
	if _, err := io.ReadAll(x); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(x, "The arcade restarts.\n"); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != "loo\nThe arcade restarts.\nloo" {
		t.Errorf("%q", got)
	}
}

// FuzzTyping types anything: what is echoed is letters, rubbed out or not, and ends of lines; lines are of letters, and no
// longer than they may be by more than one.
func FuzzTyping(f *testing.F) {
	for _, typed := range []string{"open 4 7\r", "\x1b[A\x1b]0;x\x07\x03", "\x7f\x15\xff\xc3\xa9", "\x1b\x1b\x1b["} {
		f.Add([]byte(typed))
	}
	f.Fuzz(func(t *testing.T, typed []byte) {
		var echo bytes.Buffer
		got, err := io.ReadAll(NewTypist(bytes.NewReader(typed), &echo))
		if err != nil && err != errLeft {
			t.Fatal(err)
		}
		for _, line := range bytes.SplitAfter(got, []byte("\n")) {
			if len(line) > MaxLine+2 {
				t.Errorf("a line of %d bytes", len(line))
			}
		}
		rest := strings.ReplaceAll(strings.ReplaceAll(echo.String(), rubout, ""), "\n", "")
		for _, text := range []string{rest, strings.ReplaceAll(string(got), "\n", "")} {
			if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) {
				t.Errorf("%q has more than letters", text)
			}
		}
	})
}
