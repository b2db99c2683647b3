package live

import (
	"math"
	"time"

	"arcade.example.com/games"
)

// Line is a run as somebody may see it in the list of who plays what now. It carries no seed and no position.
type Line struct {
	Run        string      // "" where the viewer may not know who plays
	Game       *games.Game // not to be written to, as Mode
	Mode       *games.Mode
	Player     string // the player's id; "" for a guest, and for one whose name is not to be seen
	Name       string // "" for one that is not to be seen
	Daily      string
	Race       bool   // it is raced in a room, whose word is not said
	Kind       string // as its Moment says
	Status     games.Status
	Clock      time.Duration
	Done, Of   int           // how far; 0 of 0 before that is known, or may be
	Pace       time.Duration // the projected time, 0 where it is too early to say
	Ranked     bool
	Spectators int
	Sight      Sight
	Denied     error // why it cannot be watched, nil where it can
	Ended      End
	interest   float64
}

// paced is the part of a run after which its pace says something.
const paced = 0.25

// idle is how long without a step makes a run dull.
const idle = 30 * time.Second

// line is how a viewer may see the run.
func (r *Run) line(v Viewer, now time.Time) Line {
	r.mu.Lock()
	defer r.mu.Unlock()
	m := r.now
	l := Line{Kind: m.Kind, Status: m.State.Status(), Clock: m.Elapsed(now), Ranked: m.Ranked, Spectators: r.watching(), Ended: r.end}
	if !r.unseen() {
		l.Done, l.Of = m.State.Progress()
	}
	return l.of(&r.Header, v, r.goal.record, now.Sub(r.moved))
}

// unseen reports whether to tell how far the run is would tell its player more than they see: in another window of theirs, or
// of a guest's. In a heat all entrants are told alike, and nothing ranks.
func (h *Header) unseen() bool { return h.Mode.Unseen && h.Word == "" }

// of completes a line of how far a run is by whose it is and what a viewer may see of that, by the record of its
// leaderboard and by how long it has stood still.
func (l Line) of(h *Header, v Viewer, record, still time.Duration) Line {
	l.Run, l.Game, l.Mode, l.Player, l.Name, l.Daily, l.Race = h.ID, &h.Game, &h.Mode, h.Player, h.Name, h.Daily, h.Word != ""
	if l.share() >= paced {
		l.Pace = pace(l.Clock, l.Done, l.Of)
	}
	l.Sight, l.Denied = h.sight(v)
	if l.Sight == Nameless {
		l.Run, l.Player, l.Name = "", "", ""
	}
	l.interest = l.weigh(record, still)
	return l
}

// pace is the time that a run will take if the rest goes as what is done.
func pace(clock time.Duration, done, of int) time.Duration {
	if done <= 0 {
		return 0
	}
	return time.Duration(float64(clock) * float64(of) / float64(done)).Truncate(time.Millisecond)
}

// share is how much of the run is done, 0 to 1.
func (l Line) share() float64 {
	if l.Of <= 0 {
		return 0
	}
	return float64(l.Done) / float64(l.Of)
}

// weigh is how interesting the run is: one that ranks, that is far, near the record, watched by others, and that moves.
func (l Line) weigh(record, still time.Duration) float64 {
	w := 1 + l.share()
	if l.Ranked {
		w *= 2
	}
	if l.Pace > 0 && record > 0 {
		w *= 1 + min(1, float64(record)/float64(l.Pace))
	}
	w *= 1 + math.Log2(float64(1+l.Spectators))/4
	if still > idle {
		w /= 8
	}
	return w
}

// Manner is a word for how the run is played; "" for by hand, on a screen.
func (l Line) Manner() string {
	switch l.Kind {
	case "lines":
		return "lines"
	case "bots":
		return "bot"
	}
	return ""
}

// What is the game and mode as they are typed, after a word for each thing that is special about the run.
func (l Line) What() string {
	s := l.Game.ID + " " + l.Mode.ID
	if m := l.Manner(); m != "" {
		s = m + " " + s
	}
	switch {
	case l.Daily != "":
		return "daily " + s
	case l.Race:
		return "race " + s
	}
	return s
}

// Place asks a leaderboard where the run would stand at its pace, from 1; 0 where nothing can be said,
// as of a run that is not ranked by its time. It is for the rows that are on screen: rank reads the store.
func (l Line) Place(rank func(game, mode, daily string, time time.Duration) (place int)) int {
	if !l.Ranked || l.Kind != "" || l.Pace == 0 {
		return 0
	}
	return rank(l.Game.ID, l.Mode.ID, l.Daily, l.Pace)
}
