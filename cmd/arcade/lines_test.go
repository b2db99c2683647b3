package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// listener plays a game in lines by what it hears, over the real client.
type listener struct {
	ts   *testscript.TestScript
	in   io.Writer
	out  *bufio.Scanner
	talk strings.Builder
}

// cmdPlays plays a game in lines to its end, and writes the whole talk to the file talk.
func cmdPlays(ts *testscript.TestScript, _ bool, args []string) {
	c := exec.Command("ssh", worldOf(ts).client(args[0], false, append([]string{"play"}, args[1:]...))...)
	in, err := c.StdinPipe()
	ts.Check(err)
	out, err := c.StdoutPipe()
	ts.Check(err)
	ts.Check(c.Start())
	impatience := time.AfterFunc(patience, func() { _ = c.Process.Kill() })
	defer impatience.Stop()
	l := &listener{ts: ts, in: in, out: bufio.NewScanner(out)}
	l.until(`^Say \? for`)
	if args[1] == "maze" {
		l.maze()
	} else {
		l.minefield()
	}
	l.say("quit")
	for l.out.Scan() {
		l.talk.WriteString(l.out.Text() + "\n")
	}
	ts.Check(c.Wait())
	ts.Check(os.WriteFile(ts.MkAbs("talk"), []byte(l.talk.String()), 0o644))
}

func (l *listener) say(words string) {
	l.talk.WriteString("> " + words + "\n")
	_, err := io.WriteString(l.in, words+"\n")
	l.ts.Check(err)
}

// until listens until a sentence matches, and returns what its groups do.
func (l *listener) until(pattern string) []string {
	want := regexp.MustCompile(pattern)
	for l.out.Scan() {
		l.talk.WriteString(l.out.Text() + "\n")
		if found := want.FindStringSubmatch(l.out.Text()); found != nil {
			return found
		}
	}
	l.ts.Fatalf("nothing like %q was heard in\n%s", pattern, l.talk.String())
	return nil
}

// maze keeps to the left wall.
func (l *listener) maze() {
	l.say("look")
	for {
		heard := l.until(`: (.*)|^Won in `)
		if heard[1] == "" {
			return
		}
		for _, way := range []string{"left", "ahead", "right", "back"} {
			if strings.Contains(heard[1], way) {
				l.say(way)
				break
			}
		}
	}
}

// minefield opens what the hints say.
func (l *listener) minefield() {
	l.say("open 5 5")
	l.say("hint")
	l.until(`Say yes or no`)
	l.say("yes")
	for {
		heard := l.until(`^row (\d+) col (\d+) is safe|^(Won) in `)
		if heard[3] != "" {
			return
		}
		l.say(fmt.Sprintf("open %s %s", heard[1], heard[2]))
		l.say("hint")
	}
}
