package command

import (
	"encoding/json"
	"errors"
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
		shown := shownReplay{r.Run, r.Game, r.Mode, r.Version, games.Seed(r.Seed).String(), r.Player.Name, r.Player.ID, r.Millis, [][2]any{}}
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

func (a *asked) writeCast(r storage.Replay, steps []games.Step) error {
	g, _ := find(a.Games, r.Game)
	first, _, err := run.Deal(g, r)
	if err != nil {
		return refused("This run was dealt by an older arcade and cannot be played any more.")
	}
	m, err := g.Mode(r.Mode)
	if err != nil {
		return err
	}
	c := cast{out: json.NewEncoder(a.out), replay: r, game: g, title: g.Title + " - " + m.Title, state: first, board: g.NewBoard(),
		canvas: games.NewCanvas(castWidth, castHeight), palette: look.NewThemes().Palette("dark", games.Colours256)}
	c.out.SetEscapeHTML(false)
	return c.write(steps)
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
	replay  storage.Replay
	game    games.Game
	title   string
	state   games.State
	board   games.Board
	canvas  *games.Canvas
	palette *display.Palette
	shown   [castHeight]string
}

// write records the run with its own times; idle_time_limit makes a player skip what was thought over for long.
func (c *cast) write(steps []games.Step) error {
	err := c.out.Encode(struct {
		Version int               `json:"version"`
		Width   int               `json:"width"`
		Height  int               `json:"height"`
		At      int64             `json:"timestamp"`
		Idle    float64           `json:"idle_time_limit"`
		Title   string            `json:"title"`
		Env     map[string]string `json:"env"`
	}{2, castWidth, castHeight, c.replay.At.Unix(), 2, c.title, map[string]string{"TERM": "xterm-256color"}})
	if err != nil {
		return err
	}
	// Turns are eased over frames of up to 30 kB each: at once they make a cast that can be shared.
	c.board.Fit(c.state, castWidth, castHeight-1, games.Options{Depth: games.Colours256, Motion: games.ReducedMotion})
	c.board.Show(c.state)
	if err := c.frame(0, "\x1b[?25l\x1b[2J"); err != nil {
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
		if err := c.until(s.At, next); err != nil {
			return err
		}
	}
	return c.event(look.Millis(c.replay.Millis)+lastFrames, "\x1b[m\x1b[?25h")
}

// lastFrames is how long the end is looked at.
const lastFrames = 2 * time.Second

// until records a step, and what moves by itself before the next one.
func (c *cast) until(at, next time.Duration) error {
	for {
		if err := c.frame(at, ""); err != nil {
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

// frame records what the screen shows at a time, as far as it is news.
func (c *cast) frame(at time.Duration, before string) error {
	c.canvas.Clear()
	look.Head(c.canvas, c.title, look.Name(c.replay.Player.Name, c.replay.Player.ID)+"   "+look.Tidy(min(at, look.Millis(c.replay.Millis))))
	c.board.Draw(c.canvas.Sub(0, 1, castWidth, castHeight-1), c.state, games.Scene{Elapsed: at, Replay: true})
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
