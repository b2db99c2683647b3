package lines

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"
)

// drained is all that comes through an inbox, and why it ended.
func drained(in string) (list []line, err error) {
	b := newInbox()
	b.read(strings.NewReader(in))
	for l, ok := b.take(); ok; l, ok = b.take() {
		list = append(list, l)
	}
	return list, b.ended()
}

func TestInbox(t *testing.T) {
	most := strings.Repeat("x", MaxLine)
	for _, tt := range []struct {
		in    string
		lines []line
		err   error
	}{
		{"", nil, io.EOF},
		{"a\r\n\nb", []line{{"a", false}, {"", false}, {"b", false}}, io.EOF},
		{most + "\nb\n", []line{{most, false}, {"b", false}}, io.EOF},
		{most + "y\nb\n", []line{{most, true}, {"b", false}}, io.EOF},
		{most + strings.Repeat("y", 20000) + "\n", []line{{most, true}}, io.EOF},
		{strings.Repeat("y", 40000), nil, errFlood},
		{strings.Repeat("look\n", 1000), nil, errFlood},
	} {
		got, err := drained(tt.in)
		if err != tt.err || len(got) != len(tt.lines) {
			t.Errorf("%.40q: %d lines, %v", tt.in, len(got), err)
			continue
		}
		for i := range got {
			if got[i] != tt.lines[i] {
				t.Errorf("%.40q: line %d is %+v", tt.in, i, got[i])
			}
		}
	}
}

// A script may send hundreds of lines at once; they are answered at the pace of the house.
func TestPace(t *testing.T) {
	bubble(t, func(t *testing.T) {
		x := come(t, furnished(), guestKey, Options{})
		x.hears()
		const lines = 400
		begin := time.Now()
		go func() { _, _ = io.WriteString(x.in, strings.Repeat("detail 2\n", lines)+"quit\n") }()
		<-x.why
		if took, want := time.Since(begin), time.Duration(lines+1-lineBurst)*time.Second/lineRate; took < want || took > want+time.Second {
			t.Errorf("%d lines took %v, want %v", lines, took, want)
		}
		if n := strings.Count(x.hears(), "Detail is 2 of 3."); n != lines {
			t.Errorf("%d lines were answered", n)
		}
	})
}

// Who presses Ctrl+C behind more lines than are answered at once does not wait for the others.
func TestCtrlCWaitsForNoAnswers(t *testing.T) {
	bubble(t, func(t *testing.T) {
		typed := strings.NewReader(strings.Repeat("detail 2\r", 2*lineBurst) + "\x03")
		var said bytes.Buffer
		begin := time.Now()
		New(furnished(), guestKey, Options{}).Run(t.Context(), NewTypist(typed, io.Discard), &said)
		if took := time.Since(begin); took > 0 {
			t.Errorf("it took %v", took)
		}
		if n := strings.Count(said.String(), "Detail is 2 of 3."); n != lineBurst {
			t.Errorf("%d lines were answered", n)
		}
	})
}
