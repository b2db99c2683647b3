package main

import (
	"io"
	"net"
	"strconv"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"arcade.example.com/arcade/door/doortest"
)

// cmdFar lets a player sit at a distance, at an address of their own.
func cmdFar(ts *testscript.TestScript, _ bool, args []string) {
	w := worldOf(ts)
	ms, err := strconv.Atoi(args[1])
	ts.Check(err)
	from := net.IPv4(127, 0, 1, byte(1+len(w.far))).String()
	l, err := doortest.Delay(from, "127.0.0.1:"+w.port, time.Duration(ms)*time.Millisecond)
	ts.Check(err)
	ts.Defer(func() { l.Close() })
	_, port, err := net.SplitHostPort(l.Addr().String())
	ts.Check(err)
	w.far[args[0]] = port
}

// cmdPlain has players choose ASCII, all at the same time.
func cmdPlain(ts *testscript.TestScript, _ bool, names []string) {
	each := func(f func(name string)) {
		for _, name := range names {
			f(name)
		}
	}
	each(func(name string) { cmdSit(ts, false, []string{name}) })
	each(func(name string) { cmdSees(ts, false, []string{name, name + " · "}) })
	each(func(name string) { cmdPress(ts, false, []string{name, "up", "right", "right", "enter"}) })
	each(func(name string) { cmdSees(ts, false, []string{name, "Plain ASCII"}) })
	each(func(name string) { cmdPress(ts, false, []string{name, "down", "down", "right", "q"}) })
	each(func(name string) { cmdSees(ts, false, []string{name, "A R C A D E"}) })
	each(func(name string) { cmdPress(ts, false, []string{name, "ctrl+c"}) })
	each(func(name string) { cmdLeft(ts, false, []string{name}) })
}

// signalled is a word that sends a signal to the ssh of a player.
func signalled(s syscall.Signal) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, _ bool, args []string) {
		ts.Check(seatOf(ts, args[0]).ssh.Process.Signal(s))
	}
}

// cmdWalk walks each player's maze to its exit, all at the same time. One alone sees each step before the next: on a busy
// machine keys come several at once, and nobody has pressed those by hand. Several race, where nobody asks.
func cmdWalk(ts *testscript.TestScript, _ bool, names []string) {
	type walker struct {
		seat *seat
		way  string
	}
	var all []*walker
	for _, name := range names {
		s := seatOf(ts, name)
		all = append(all, &walker{s, s.way(ts)})
	}
	time.Sleep(reaction)
	if len(all) == 1 {
		all[0].seat.walk(ts, all[0].way)
		return
	}
	next := time.NewTicker(pace)
	defer next.Stop()
	for walking := true; walking; <-next.C {
		walking = false
		for _, w := range all {
			if len(w.way) == 0 {
				continue
			}
			key := w.way[:len(keyBytes["up"])]
			w.way, walking = w.way[len(key):], true
			_, err := io.WriteString(w.seat.in, key)
			ts.Check(err)
		}
	}
}

// walk walks a way as one who sees each step.
func (s *seat) walk(ts *testscript.TestScript, way string) {
	for size := len(keyBytes["up"]); ; time.Sleep(pace) {
		_, err := io.WriteString(s.in, way[:size])
		ts.Check(err)
		if way = way[size:]; way == "" {
			return
		}
		var left string
		stepped := func() bool {
			left, err = wayOut(s.screen())
			return err == nil && left == way
		}
		if !comes(stepped) {
			ts.Fatalf("%q is left to walk, not %q, %v\n%s", left, way, err, s.screen())
		}
	}
}
