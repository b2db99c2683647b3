package records

import (
	"math"
	"time"

	"arcade.example.com/arcade/run"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// Pace is how the moves of a run follow each other, in whole milliseconds. What only shows the hand is no move.
type Pace struct {
	Moves     int
	First     time.Duration // on the run's clock, of the first move
	Mean      time.Duration // between two moves; 0 for fewer
	Deviation time.Duration // from it, the standard one
	Together  int           // moves that came within 3 ms of the one before: in one packet, or nearly
}

const together = 3 * time.Millisecond

// PaceOf measures the steps of a run.
func PaceOf(steps []games.Step) (p Pace) {
	var last time.Duration
	var sum, squares float64 // of the gaps, in ms
	for _, s := range steps {
		if s.Move.Shows() {
			continue
		}
		if p.Moves++; p.Moves == 1 {
			p.First, last = s.At, s.At
			continue
		}
		gap := s.At - last
		last = s.At
		sum += float64(gap.Milliseconds())
		squares += float64(gap.Milliseconds()) * float64(gap.Milliseconds())
		if gap <= together {
			p.Together++
		}
	}
	if n := float64(p.Moves - 1); n > 0 {
		mean := sum / n
		p.Mean = time.Duration(mean) * time.Millisecond
		p.Deviation = time.Duration(math.Sqrt(max(squares/n-mean*mean, 0))) * time.Millisecond
	}
	return p
}

// What no hands do. A key that is held repeats every 30 ms; nobody reacts to what they see within 100 ms; and the fastest
// minesweepers known open 7 or 8 3BV a second.
const (
	leastGap    = 15 * time.Millisecond  // between moves, in the mean; all keys in one packet have none
	leastThink  = 100 * time.Millisecond // from the deal to the first move, where the clock runs from the deal on
	mostASecond = 10                     // of the least possible moves, where each must be found: see waits
)

// kindOf says whether a run was made by hand, by its steps and figures. waits tells of the game that its clock waits for
// the first move: such a game is read before each move, and the first comes for nothing. In the others a way is walked,
// as fast as keys go.
func kindOf(waits bool, steps []games.Step, f storage.Figures) storage.Kind {
	p := PaceOf(steps)
	var took time.Duration
	if len(steps) > 0 {
		took = steps[len(steps)-1].At
	}
	switch {
	case p.Moves > 1 && p.Mean < leastGap:
		return storage.Automatic
	case !waits && p.First < leastThink:
		return storage.Automatic
	case waits && float64(f.Least)-1 > mostASecond*took.Seconds():
		return storage.Automatic
	}
	return storage.Timed
}

// measure is the kind of a proved run on a screen, and the figures that are kept with it.
func measure(g games.Game, r games.Replay) (storage.Kind, storage.Figures, error) {
	f := run.FiguresOf(g, r)
	g, _ = g.At(r.Version) // which proved it
	m, err := g.Mode(r.Mode)
	if err != nil {
		return storage.Timed, f, err
	}
	first, err := g.Deal(m, r.Seed)
	if err != nil {
		return storage.Timed, f, err
	}
	return kindOf(first.Status() == games.Ready, r.Steps, f), f, nil
}
