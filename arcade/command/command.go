// Package command answers ssh host COMMAND: text and JSON in and out, for players and for operators. It knows the store,
// and neither SSH nor a screen; a command that wants a screen is parsed to a destination of package to, and what an
// operator does to sessions and bans is asked of an Operator.
package command

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"arcade.example.com/arcade/check"
	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/live/race"
	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/records"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// Caller is who gave a command.
type Caller struct {
	Key      keys.Key
	Terminal bool
	User     string   // the SSH user name
	Source   string   // the network that they come from, under which wrong codes count; "": unknown
	Operator Operator // nil: they are none, and an operator's commands do not exist for them
	// Gone is closed when nobody waits for the answer any more; nil is never. It ends what goes on for as long as a run.
	Gone <-chan struct{}
	// Ration asks for leave to deal a position, which is dear: 0 is the leave, else it is how long until there may be one.
	// Nil where nothing is rationed.
	Ration func() (wait time.Duration)
	// Ask puts a question to them and reports whether they said yes; nil where nobody sits at a terminal.
	Ask func(question string) bool
	// Examine asks their terminal what it is and can do; nil where there is none. It takes two seconds at most.
	Examine func() check.Report
	// MayName reports whether one more name may be taken from where they are, and counts it; nil: any number.
	MayName func() bool
}

// Commands answers `ssh host COMMAND`. It is safe for concurrent use.
type Commands struct {
	Store   storage.Store
	Saver   *records.Saver
	Hall    *live.Hall  // what is being played right now
	Rooms   *race.Rooms // those in which people race
	Games   []games.Game
	Version string
	Address look.Address
	Now     func() time.Time
	Log     *slog.Logger
	Left    func(playerID string) // is told of a player who left for good; nil: nobody is
}

// Exit codes of a command.
const (
	ExitDone    = 0
	ExitRefused = 1 // or not found
	ExitUsage   = 2
)

type (
	misuse  string // a command that was typed wrongly, and what is right
	refusal string // a command that is right, and why it is not done
)

func (m misuse) Error() string  { return string(m) }
func (r refusal) Error() string { return string(r) }

func misused(format string, args ...any) error { return misuse(fmt.Sprintf(format, args...)) }
func refused(format string, args ...any) error { return refusal(fmt.Sprintf(format, args...)) }

// Run answers a command and returns its exit code. What is said of it in words goes to errOut.
func (c Commands) Run(who Caller, args []string, out, errOut io.Writer) (code int) {
	w := bufio.NewWriter(out)
	a, err := c.parse(who, args)
	if err == nil {
		a.out = w
		err = explained(a.answer())
	}
	_ = w.Flush() // a client that has gone needs no answer
	var m misuse
	var r refusal
	switch {
	case err == nil:
		return ExitDone
	case errors.As(err, &m):
		fmt.Fprintln(errOut, m)
		return ExitUsage
	case errors.As(err, &r):
		fmt.Fprintln(errOut, r)
		return ExitRefused
	}
	c.Log.Error("command", "error", err)
	fmt.Fprintln(errOut, "The arcade cannot answer that just now.")
	return ExitRefused
}

// explained puts the store's answers that concern the player into words.
func explained(err error) error {
	if said, ok := look.Explain(err); ok {
		return refusal(said)
	}
	return err
}

// Screen returns the screen that a command asks for where there is a terminal. Where it returns none, Run answers.
func (c Commands) Screen(who Caller, args []string) (to.Destination, bool) {
	if n := len(args); n == 1 || n == 2 { // GAME [MODE], as most come, which needs no tree
		if want, err := Game(c.Games, args); err == nil {
			return want, true
		}
	}
	a, err := c.parse(who, args)
	if err != nil || a.screen == nil || a.prints() {
		return nil, false
	}
	want, err := a.screen()
	return want, err == nil
}

// prints reports whether the command asks for text, terminal or not.
func (a *asked) prints() bool {
	return a.json || a.csv || a.cast || a.top != "" || a.kind != ""
}

// write prints one JSON object on one line.
func (a *asked) write(v any) error {
	e := json.NewEncoder(a.out)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

func (a *asked) print(format string, args ...any) { fmt.Fprintf(a.out, format, args...) }
