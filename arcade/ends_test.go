package arcade

import (
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"arcade.example.com/arcade/door/doortest"
	"arcade.example.com/storage"
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

// brokenListener is one that a server cannot go on with.
type brokenListener struct {
	net.Listener
	accept func() (net.Conn, error)
}

func (l brokenListener) Accept() (net.Conn, error) { return l.accept() }

// However serving ends, but by a shutdown, the terminals are given back before the process ends.
func TestBrokenServerGivesTerminalsBack(t *testing.T) {
	for what, accept := range map[string]func() (net.Conn, error){
		"an error": func() (net.Conn, error) { return nil, errors.New("no more connections") },
		"a panic":  func() (net.Conn, error) { panic("no more connections") },
	} {
		a := openArcade(t, nil)
		x := a.sit(t, 1)
		x.sees("Minesweeper")
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Serve(brokenListener{l, accept}); err == nil {
			t.Errorf("%s: serving ended as if by a shutdown", what)
		}
		l.Close()
		doortest.Eventually(t, what+" gives the terminal back", func() bool { return restored(x.out.String()) })
	}
}

// brokenSweep is a store that panics when it is swept.
type brokenSweep struct{ storage.Store }

func (brokenSweep) Sweep(time.Time, bool) error { panic("a broken sweep") }

// A panic in the house-keeping is logged, and nobody is sent away for it.
func TestPanicInTheHouseKeepingEndsNobody(t *testing.T) {
	a := openArcade(t, func(c *Config) { c.Store = brokenSweep{c.Store} })
	doortest.Eventually(t, "the panic is logged", func() bool { return strings.Contains(a.log.String(), "a broken sweep") })
	x := a.sit(t, 1)
	x.sees("Minesweeper")
}
