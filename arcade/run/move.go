package run

import (
	"time"

	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// Proposal is a legal move that was not made yet, and where it leads.
type Proposal struct {
	Move  games.Move
	Helps bool // with it the run stops to rank

	next games.State
	at   int // the steps that there were
}

// Propose applies a move, once, without making it: ErrIllegal for one that the rules do not allow now, ErrStart for an
// opening elsewhere than at the start of a known deal, ErrDaily for help in a daily that is still everybody's,
// ErrHeat for help in a heat.
func (r *Run) Propose(m games.Move, now time.Time) (Proposal, error) {
	next, err := r.state.Apply(m)
	if err != nil {
		return Proposal{}, err
	}
	if r.Start != "" && m != r.Start && r.opens(next) {
		return Proposal{}, ErrStart
	}
	helps := next.Assisted() && !r.state.Assisted()
	if err := r.help(now); helps && err != nil {
		return Proposal{}, err
	}
	ok, _ := r.Ranks()
	return Proposal{Move: m, Helps: ok && helps, next: next, at: len(r.steps)}, nil
}

// help is the reason why there is none, or nil.
func (r *Run) help(now time.Time) error {
	switch {
	case storage.DailyOpen(r.Daily, now):
		return ErrDaily
	case r.Heat != nil:
		return ErrHeat
	}
	return nil
}

// Helps reports whether help is to be had: no move is then refused with ErrDaily or ErrHeat.
func (r *Run) Helps(now time.Time) bool { return r.help(now) == nil }

func (r *Run) opens(next games.State) bool {
	return r.state.Status() == games.Ready && next.Status() != games.Ready
}

// Make makes a proposed move and reports whether the clock began with it. Where the game went on since it was proposed,
// the move is applied to the position as it is now, and may be ErrIllegal.
func (r *Run) Make(p Proposal, now time.Time) (starts bool, err error) {
	if p.at != len(r.steps) || r.long {
		if p.next, err = r.state.Apply(p.Move); err != nil {
			return false, err
		}
	}
	if starts = r.opens(p.next); starts {
		r.began = now
	}
	r.Note(p.Move, now)
	at := r.Elapsed(now)
	before, _ := r.state.Progress()
	r.state = p.next
	if done, of := r.state.Progress(); done > before {
		r.splitAt(done, of, at)
		r.passed(before, done, of, at)
	}
	if r.Over() {
		r.ended = r.last(at)
	}
	return starts, nil
}

// Note records a step, as long as a replay can hold it. What is looked at after the end is no part of the run.
func (r *Run) Note(m games.Move, now time.Time) {
	if r.Over() {
		return
	}
	if len(r.steps) == games.MaxSteps {
		r.long = true
		return
	}
	r.steps = append(r.steps, games.Step{At: r.Elapsed(now), Move: m})
}

// last is the time of the last step, which is the run's; the clock's own where the replay ended before.
func (r *Run) last(clock time.Duration) time.Duration {
	if r.long || len(r.steps) == 0 {
		return clock
	}
	return r.steps[len(r.steps)-1].At
}
