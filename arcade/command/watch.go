package command

import (
	"errors"
	"fmt"
	"slices"

	"arcade.example.com/arcade/cast"
	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/records"
	"arcade.example.com/arcade/to"
	"arcade.example.com/storage"
)

// viewer is the caller as one who wants to watch.
func (a *asked) viewer() (live.Viewer, error) {
	p, err := a.player()
	if err != nil || p.ID == "" {
		return live.Viewer{}, err
	}
	return live.Viewer{Player: p.ID, Knows: records.Knows(a.Store, a.who.Key, p.ID, a.Now)}, nil
}

// sought is the run that the command's word names, as the caller may see it.
func (a *asked) sought() (live.Line, live.Viewer, error) {
	v, err := a.viewer()
	if err != nil {
		return live.Line{}, v, err
	}
	l, err := a.Hall.Find(a.words[0], v)
	switch {
	case errors.Is(err, live.ErrGone):
		return l, v, refused("Nobody of that name plays just now, and no such run is under way: %s. Try: watch", quoted(a.words[0]))
	case errors.Is(err, live.ErrDaily):
		return l, v, refused("This is a daily: make your own attempt first, then watch.")
	case err != nil:
		return l, v, refused("This run cannot be watched: %s.", err)
	}
	return l, v, nil
}

func (a *asked) watchScreen() (to.Destination, error) {
	if len(a.words) == 0 {
		return to.Playing{}, nil
	}
	l, _, err := a.sought()
	return to.Look{Run: l.Run}, err
}

func (a *asked) tvScreen() (to.Destination, error) { return to.TV{}, nil }

// tv answers where there is no terminal.
func (a *asked) tv() error {
	return misused("tv is watched in a terminal: %s", a.Address.Terminal("tv"))
}

// shownRun is a run under way as programs read it. It carries no seed and no move.
type shownRun struct {
	Run        string `json:"run"`
	Game       string `json:"game"`
	Mode       string `json:"mode"`
	Player     string `json:"player"`
	ID         string `json:"id"`
	Daily      string `json:"daily"`
	Race       bool   `json:"race"`
	Kind       string `json:"kind"`
	Millis     int64  `json:"time_ms"`
	Done       int    `json:"done"` // of Of, in the game's own measure
	Of         int    `json:"of"`
	Pace       int64  `json:"pace_ms"` // the projected time, 0 where it is too early to say
	Ranked     bool   `json:"ranked"`
	Spectators int    `json:"spectators"`
	Watchable  bool   `json:"watchable"` // by the caller
}

func showRun(l live.Line) shownRun {
	return shownRun{Run: l.Run, Game: l.Game.ID, Mode: l.Mode.ID, Player: l.Name, ID: l.Player, Daily: l.Daily, Race: l.Race, Kind: look.KindWord(storage.Kind(l.Kind)),
		Millis: l.Clock.Milliseconds(), Done: l.Done, Of: l.Of, Pace: l.Pace.Milliseconds(), Ranked: l.Ranked,
		Spectators: l.Spectators, Watchable: l.Denied == nil}
}

// watch prints who plays what now, or the one run that is named; with --cast it shows that run until its end.
func (a *asked) watch() error {
	if len(a.words) == 0 && a.cast {
		return a.wrong("say whose run")
	}
	var list []live.Line
	if len(a.words) == 1 {
		l, v, err := a.sought()
		if err != nil {
			return err
		}
		if a.cast {
			return a.castLive(l, v)
		}
		list = []live.Line{l}
	} else {
		v, err := a.viewer()
		if err != nil {
			return err
		}
		rivals, _, err := a.rivals()
		if err != nil {
			return err
		}
		list = live.First(a.Hall.List(v), func(id string) bool {
			return slices.ContainsFunc(rivals, func(p storage.Player) bool { return p.ID == id })
		})
	}
	if a.json {
		return a.writeRuns(list)
	}
	return a.printRuns(list)
}

func (a *asked) writeRuns(list []live.Line) error {
	shown := []shownRun{}
	for _, l := range list {
		shown = append(shown, showRun(l))
	}
	return a.write(struct {
		Playing []shownRun  `json:"playing"`
		Rooms   []shownRoom `json:"rooms"`
	}{shown, a.openRooms()})
}

// shownRoom is an open room as programs read it.
type shownRoom struct {
	Word     string `json:"word"`
	Game     string `json:"game"`
	Mode     string `json:"mode"`
	Phase    string `json:"phase"`
	Seated   int    `json:"seated"`
	Watching int    `json:"watching"`
}

// openRooms are the rooms that stand in the list; none beside a run that is named.
func (a *asked) openRooms() []shownRoom {
	shown := []shownRoom{}
	if len(a.words) == 0 {
		for _, r := range a.Rooms.List() {
			shown = append(shown, shownRoom{r.Word, r.Plan.Game.ID, r.Plan.Mode.ID, r.Phase.String(), r.Seated, r.Watching})
		}
	}
	return shown
}

func (a *asked) printRuns(list []live.Line) error {
	rooms := a.openRooms()
	if len(list)+len(rooms) == 0 {
		a.print("Nobody plays just now.\n")
		return nil
	}
	var rows [][]string
	for _, l := range list {
		name, run := l.Name, l.Run
		if l.Sight == live.Nameless {
			name, run = "(private)", ""
		}
		done := ""
		if l.Of > 0 {
			done = fmt.Sprintf("%d %%", 100*l.Done/l.Of)
		}
		rows = append(rows, []string{l.What(), name, look.Whole(l.Clock), done, run})
	}
	for _, r := range rooms {
		rows = append(rows, []string{"room " + r.Game + " " + r.Mode, r.Word, "", fmt.Sprintf("%d of 8", r.Seated), r.Phase})
	}
	return a.table(rows, 2, 3)
}

// castLive writes the run as an asciicast until it has ended or nobody reads any more.
func (a *asked) castLive(l live.Line, v live.Viewer) error {
	if err := a.mayDeal(); err != nil {
		return err
	}
	c, err := cast.Join(a.Hall, l, v, a.who.Gone)
	if err != nil {
		return refused("This run cannot be watched: %s.", err)
	}
	c.Write(a.out)
	return nil
}
