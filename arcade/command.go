package arcade

import (
	"fmt"
	"io"
	"time"

	"arcade.example.com/games"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// caller is who gave a command.
type caller struct {
	key      keys.Key
	terminal bool
	user     string
}

// commands answers `ssh host COMMAND`.
type commands struct {
	store   storage.Store
	games   []games.Game
	version string
	now     func() time.Time
}

// run runs a command and returns its exit code.
func (c commands) run(_ caller, args []string, out, errOut io.Writer) int {
	if args[0] == "version" {
		fmt.Fprintln(out, "arcade "+c.version)
		return 0
	}
	fmt.Fprintf(errOut, "There is no command %q.\n", clean(args[0], maxText))
	return 2
}

// screen returns the screen that a command with a terminal asks for: a game, with its first mode or the one named.
func (c commands) screen(args []string) (func(*Env) Screen, bool) {
	for _, g := range c.games {
		if g.ID != args[0] {
			continue
		}
		m := g.Modes[0]
		if len(args) > 1 {
			var err error
			if m, err = g.Mode(args[1]); err != nil {
				return nil, false
			}
		}
		return func(e *Env) Screen { return newPlay(e, begin{game: g, mode: m, seed: e.seed()}) }, true
	}
	return nil, false
}
