package arcade

import (
	"strings"
	"testing"

	"arcade.example.com/arcade/door/doortest"
)

// restored reports whether a terminal was given back: no alternate screen, no mouse, a cursor.
func restored(out string) bool {
	last := func(on, off string) bool { return strings.LastIndex(out, off) > strings.LastIndex(out, on) }
	return last("\x1b[?1049h", "\x1b[?1049l") && last("\x1b[?25l", "\x1b[?25h") && last("\x1b[?1002h", "\x1b[?1002l")
}

// The process ends for a second SIGTERM as soon as every terminal is given back.
func TestAbandonGivesTerminalsBack(t *testing.T) {
	a := openArcade(t, nil)
	var all []*terminalClient
	for n := range byte(3) {
		x := a.sit(t, n+1)
		x.sees("Minesweeper")
		all = append(all, x)
	}
	a.Abandon()
	for i, x := range all {
		doortest.Eventually(t, "the terminal is given back", func() bool { return restored(x.out.String()) })
		if strings.Count(x.out.String(), "\x1b[?1049l") != 1 {
			t.Errorf("terminal %d is given back twice", i)
		}
	}
}

// A flood of requests ends a connection, and gives its terminal back.
func TestFloodGivesTerminalBack(t *testing.T) {
	a := openArcade(t, nil)
	x := a.sit(t, 1)
	x.sees("Minesweeper")
	for x.sess.WindowChange(24, 80) == nil {
	}
	doortest.Eventually(t, "the terminal is given back", func() bool { return restored(x.out.String()) })
}
