// Package cast writes runs as asciicasts, version 2: a recorded run with its own times, and one under way while it is
// played. It knows the board of a game, the display that draws it and the hall of the runs under way; it must never know
// who asks, whether they may see the run, the store or SSH.
//
// The format: https://docs.asciinema.org/manual/asciicast/v2/
package cast

import (
	"encoding/json"
	"io"
	"time"

	"arcade.example.com/arcade/display"
	"arcade.example.com/arcade/look"
	"arcade.example.com/games"
)

// The window that a cast is recorded in, in cells.
const (
	Width  = 80
	Height = 24
)

// Tail is how long the end of a recorded run is looked at.
const Tail = 2 * time.Second

// Run is what is recorded.
type Run struct {
	Game   games.Game
	Mode   games.Mode
	Name   string // the player's, as others are shown it
	First  games.State
	Steps  []games.Step
	Ended  time.Time
	Length time.Duration // what the clock showed at the end
}

// Write records a run with its own times. It fails with what out fails with, or where a step cannot be made on First.
func Write(out io.Writer, r Run) error {
	return newCast(out, r.Game, r.Mode, r.Name, r.First).write(r.Steps, r.Ended, r.Length)
}

func newCast(out io.Writer, g games.Game, m games.Mode, name string, first games.State) *cast {
	c := &cast{out: json.NewEncoder(out), name: name, title: g.Title + " - " + m.Title, state: first, board: g.NewBoard(),
		canvas: games.NewCanvas(Width, Height), palette: look.NewThemes().Palette("dark", games.Colours256)}
	c.out.SetEscapeHTML(false)
	return c
}

// cast records a run as an asciicast v2: a header, and a line for everything that would have been written to the
// player's terminal. Only the lines that changed are written again.
type cast struct {
	out     *json.Encoder
	name    string // the player's, as others are shown it
	title   string
	state   games.State
	board   games.Board
	canvas  *games.Canvas
	palette *display.Palette
	shown   [Height]string
}

// header begins a cast of something that happened at an instant. idle_time_limit, in seconds, makes a player skip what
// was thought over for long; 0 leaves it out.
func (c *cast) header(at time.Time, idle float64) error {
	return c.out.Encode(struct {
		Version int               `json:"version"`
		Width   int               `json:"width"`
		Height  int               `json:"height"`
		At      int64             `json:"timestamp"`
		Idle    float64           `json:"idle_time_limit,omitempty"`
		Title   string            `json:"title"`
		Env     map[string]string `json:"env"`
	}{2, Width, Height, at.Unix(), idle, c.title, map[string]string{"TERM": "xterm-256color"}})
}

// begin shows the first position on a blank screen.
func (c *cast) begin() {
	// Turns are eased over frames of up to 30 kB each: at once they make a cast that can be shared.
	c.board.Fit(c.state, Width, Height-1, games.Options{Depth: games.Colours256, Motion: games.ReducedMotion})
	c.board.Show(c.state)
}

// What a cast's first frame begins with, and its last event says.
const (
	blankScreen   = "\x1b[?25l\x1b[2J"
	restoreScreen = "\x1b[m\x1b[?25h"
)

// write records a run that took so long with its own times.
func (c *cast) write(steps []games.Step, ended time.Time, length time.Duration) error {
	err := c.header(ended, 2)
	if err != nil {
		return err
	}
	c.begin()
	if err := c.frame(0, 0, blankScreen); err != nil {
		return err
	}
	for i, s := range steps {
		if !s.Move.Shows() {
			if c.state, err = c.state.Apply(s.Move); err != nil {
				return err
			}
		}
		c.board.Watch(c.state, s.Move)
		next := s.At + Tail
		if i+1 < len(steps) {
			next = steps[i+1].At
		}
		if err := c.until(s.At, next, length); err != nil {
			return err
		}
	}
	return c.event(length+Tail, restoreScreen)
}

// until records a step, and what moves by itself before the next one.
func (c *cast) until(at, next, length time.Duration) error {
	for {
		if err := c.frame(at, min(at, length), ""); err != nil {
			return err
		}
		d := c.board.Next(c.state)
		if d <= 0 || at+d >= next {
			return nil
		}
		at += d
		c.board.Input(c.state, games.Input{Kind: games.Tick, Now: at})
	}
}

// frame records what the screen shows at a time of the cast, and of the run's clock, as far as it is news.
func (c *cast) frame(at, clock time.Duration, before string) error {
	c.canvas.Clear()
	look.Head(c.canvas, c.title, c.name+"   "+look.Tidy(clock))
	c.board.Draw(c.canvas.Sub(0, 1, Width, Height-1), c.state, games.Scene{Elapsed: clock, Replay: true})
	text := []byte(before)
	for y := range Height {
		line := display.Render(c.canvas.Sub(0, y, Width, 1), c.palette)
		if line == c.shown[y] {
			continue
		}
		c.shown[y] = line
		text = append(text, "\x1b["+look.Pad(int64(y+1), 1)+";1H"+line...)
	}
	if len(text) == 0 {
		return nil
	}
	return c.event(at, string(text))
}

func (c *cast) event(at time.Duration, text string) error {
	return c.out.Encode([]any{at.Seconds(), "o", text})
}
