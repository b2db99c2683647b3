package command

import (
	"encoding/json"
	"errors"
	"io"
	"time"

	"arcade.example.com/arcade/display"
	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/records"
	"arcade.example.com/arcade/run"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// replayOf reads the run that the command names.
func (a *asked) replayOf(run string) (storage.Replay, error) {
	r, err := a.Store.Replay(run)
	switch {
	case errors.Is(err, storage.ErrNotFound):
		return r, refused("There is no replay of %s: there was no such run, or it has expired.", quoted(run))
	case err != nil:
		return r, err
	case records.Secret(r, a.Now()):
		return r, refused("Replays of a daily are shown when its day is over.")
	}
	return r, nil
}

func (a *asked) replayScreen() (to.Destination, error) {
	r, err := a.replayOf(a.words[0])
	if err != nil {
		return nil, err
	}
	return to.Watch{Replay: r}, nil
}

type shownReplay struct {
	Run     string   `json:"run"`
	Game    string   `json:"game"`
	Mode    string   `json:"mode"`
	Version int      `json:"version"`
	Seed    string   `json:"seed"`
	Player  string   `json:"player"`
	ID      string   `json:"id"`
	Millis  int64    `json:"time_ms"`
	Steps   [][2]any `json:"steps"` // milliseconds and move

	Kind  string    `json:"kind"`
	Moves uint32    `json:"moves"`
	Least uint32    `json:"least"`
	Pace  shownPace `json:"pace"`
}

// shownPace is a records.Pace as programs read it.
type shownPace struct {
	First     int64 `json:"first_ms"`
	Mean      int64 `json:"mean_ms"`
	Deviation int64 `json:"deviation_ms"`
	Together  int   `json:"together"`
}

func (a *asked) replay() error {
	r, err := a.replayOf(a.words[0])
	if err != nil {
		return err
	}
	steps, err := games.Decode(r.Steps)
	if err != nil {
		return err
	}
	switch {
	case a.cast:
		return a.writeCast(r, steps)
	case a.json:
		p := records.PaceOf(steps)
		shown := shownReplay{r.Run, r.Game, r.Mode, r.Version, games.Seed(r.Seed).String(), r.Player.Name, r.Player.ID, r.Millis, [][2]any{},
			look.KindWord(r.Kind), r.Figures.Moves, r.Figures.Least,
			shownPace{p.First.Milliseconds(), p.Mean.Milliseconds(), p.Deviation.Milliseconds(), p.Together}}
		for _, s := range steps {
			shown.Steps = append(shown.Steps, [2]any{s.At.Milliseconds(), string(s.Move)})
		}
		return a.write(shown)
	}
	a.print("%s %s in %s by %s, %s\nseed %v, dealing version %d, run %s\n\n", r.Game, r.Mode, look.Tidy(look.Millis(r.Millis)),
		look.Name(r.Player.Name, r.Player.ID), Instant(r.At), games.Seed(r.Seed), r.Version, r.Run)
	for _, s := range steps {
		a.print("%12s  %s\n", look.Tidy(s.At), keys.Clean(string(s.Move), keys.MaxText))
	}
	return nil
}

// mayDeal asks for leave to deal a position, and refuses where there is none.
func (a *asked) mayDeal() error {
	if a.who.Ration == nil || a.who.Ration() == 0 {
		return nil
	}
	return refused("One moment: too many games are shown to where you are. Try again in a second.")
}

func (a *asked) writeCast(r storage.Replay, steps []games.Step) error {
	if err := a.mayDeal(); err != nil {
		return err
	}
	g, _ := find(a.Games, r.Game)
	first, _, err := run.Deal(g, r)
	if err != nil {
		return refused("This run was dealt by an older arcade and cannot be played any more.")
	}
	m, err := g.Mode(r.Mode)
	if err != nil {
		return err
	}
	c := newCast(a.out, g, m, look.Name(r.Player.Name, r.Player.ID), first)
	return c.write(steps, r.At, look.Millis(r.Millis))
}

func newCast(out io.Writer, g games.Game, m games.Mode, name string, first games.State) *cast {
	c := &cast{out: json.NewEncoder(out), name: name, title: g.Title + " - " + m.Title, state: first, board: g.NewBoard(),
		canvas: games.NewCanvas(castWidth, castHeight), palette: look.NewThemes().Palette("dark", games.Colours256)}
	c.out.SetEscapeHTML(false)
	return c
}

// The window that a cast is recorded in.
const (
	castWidth  = 80
	castHeight = 24
)

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
	shown   [castHeight]string
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
	}{2, castWidth, castHeight, at.Unix(), idle, c.title, map[string]string{"TERM": "xterm-256color"}})
}

// begin shows the first position on a blank screen.
func (c *cast) begin() {
	// Turns are eased over frames of up to 30 kB each: at once they make a cast that can be shared.
	c.board.Fit(c.state, castWidth, castHeight-1, games.Options{Depth: games.Colours256, Motion: games.ReducedMotion})
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
		next := s.At + lastFrames
		if i+1 < len(steps) {
			next = steps[i+1].At
		}
		if err := c.until(s.At, next, length); err != nil {
			return err
		}
	}
	return c.event(length+lastFrames, restoreScreen)
}

// lastFrames is how long the end is looked at.
const lastFrames = 2 * time.Second

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
	c.board.Draw(c.canvas.Sub(0, 1, castWidth, castHeight-1), c.state, games.Scene{Elapsed: clock, Replay: true})
	text := []byte(before)
	for y := range castHeight {
		line := display.Render(c.canvas.Sub(0, y, castWidth, 1), c.palette)
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
