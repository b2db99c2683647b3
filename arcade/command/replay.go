package command

import (
	"errors"

	"arcade.example.com/arcade/cast"
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
		return r, refused("Replays of a daily are shown from an hour after its day.")
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
	return cast.Write(a.out, cast.Run{Game: g, Mode: m, Name: look.Name(r.Player.Name, r.Player.ID), First: first, Steps: steps,
		Ended: r.At, Length: look.Millis(r.Millis)})
}
