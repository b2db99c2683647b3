package panics

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
)

func TestCatch(t *testing.T) {
	var log bytes.Buffer
	c := NewCatcher(slog.New(slog.NewTextHandler(&log, nil)))
	ended := 0
	broken := func(value any, end func()) {
		defer c.Catch("a test", end)
		if value != nil {
			panic(value)
		}
	}
	broken(nil, func() { ended++ })
	if c.Caught() != 0 || ended != 0 || log.Len() > 0 {
		t.Errorf("without a panic: %d caught, %d ended, log %s", c.Caught(), ended, &log)
	}
	broken("a fault\nof ours", func() { ended++ })
	broken(errTest{}, nil)
	c.Note("elsewhere", "recovered already")
	if c.Caught() != 3 || ended != 1 {
		t.Errorf("%d caught, %d ended", c.Caught(), ended)
	}
	lines := strings.Split(strings.TrimSpace(log.String()), "\n")
	if len(lines) != 3 {
		t.Fatalf("%d lines: %s", len(lines), &log)
	}
	for i, want := range []string{`msg=panic in="a test" panic="a fault\nof ours"`, `panic="an error"`, `in=elsewhere panic="recovered already"`} {
		if !strings.Contains(lines[i], want) || !strings.Contains(lines[i], "TestCatch") {
			t.Errorf("line %d is %s, want %s and where it was", i, lines[i], want)
		}
	}
}

// errTest is a panic's value that says itself what it is.
type errTest struct{}

func (errTest) Error() string { return "an error" }
