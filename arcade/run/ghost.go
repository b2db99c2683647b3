package run

import (
	"time"

	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// ghost is a replay that runs beside a player on the same seed.
type ghost struct {
	player storage.Player
	steps  []games.Step
	state  games.State
	last   games.Move
	at     int             // the next step
	marks  []time.Duration // when it had done so much of the game: marks[done]
}

func newGhost(g games.Game, r storage.Replay) (*ghost, error) {
	first, steps, err := Deal(g, r)
	if err != nil {
		return nil, err
	}
	x := &ghost{player: r.Player, steps: steps, state: first}
	ahead := *x
	begun, _ := first.Progress() // a maze begins with its first cell done
	ahead.marks = make([]time.Duration, begun)
	for range steps {
		done, _ := ahead.state.Progress()
		at := ahead.steps[ahead.at].At
		ahead.step()
		now, _ := ahead.state.Progress()
		for ; done < now; done++ {
			ahead.marks = append(ahead.marks, at)
		}
	}
	x.marks = ahead.marks
	return x, nil
}

// step makes the next step, which Deal has proved legal.
func (x *ghost) step() {
	s := x.steps[x.at]
	x.at++
	x.last = s.Move
	if s.Move.Shows() {
		return
	}
	if next, err := x.state.Apply(s.Move); err == nil {
		x.state = next
	}
}

// Advance makes the ghosts' steps up to now on the run's clock.
func (r *Run) Advance(now time.Time) {
	to := r.Elapsed(now)
	for _, x := range r.ghosts {
		for x.at < len(x.steps) && x.steps[x.at].At <= to {
			x.step()
		}
	}
}

// NextStep is how long it takes until a ghost moves; false where none does.
func (r *Run) NextStep(now time.Time) (wait time.Duration, ok bool) {
	if !r.Running() {
		return 0, false
	}
	for _, x := range r.ghosts {
		if x.at == len(x.steps) {
			continue
		}
		if d := x.steps[x.at].At - r.Elapsed(now); !ok || d < wait {
			wait, ok = d, true
		}
	}
	return wait, ok
}

// Beside are the ghosts as they are drawn, named by name.
func (r *Run) Beside(name func(storage.Player) string) (list []games.Ghost) {
	for _, x := range r.ghosts {
		list = append(list, games.Ghost{Name: name(x.player), State: x.state, Last: x.last})
	}
	return list
}

// Split is how the run stands against its first ghost: negative is ahead.
type Split struct {
	Gap     time.Duration
	Known   bool // a mark was passed by either
	Arrived bool // the ghost has won
}

// Split is the gap at the last mark that both have passed; it grows while the run stands before one that the ghost has
// passed already. Of a run that was won it is the gap at the end.
func (r *Run) Split(now time.Time) Split {
	if len(r.ghosts) == 0 {
		return Split{}
	}
	s, x, at := r.split, r.ghosts[0], r.Elapsed(now)
	end := x.steps[len(x.steps)-1].At
	if r.Won() {
		return Split{at - end, true, at >= end}
	}
	s.Arrived = at >= end
	if done, _ := r.state.Progress(); done < len(x.marks) && at > x.marks[done] {
		if behind := at - x.marks[done]; !s.Known || behind > s.Gap {
			s.Gap, s.Known = behind, true
		}
	}
	return s
}

// Part is how a run stood against its first ghost when a part of it was done.
type Part struct {
	Quarters int // 1, 2 or 3
	Gap      time.Duration
}

// Parts are the splits at the quarters of the run that were passed so far; none without a ghost.
func (r *Run) Parts() []Part { return r.parts }

// passed notes the quarters that the run has passed by going on from before to done.
func (r *Run) passed(before, done, of int, at time.Duration) {
	if len(r.ghosts) == 0 {
		return
	}
	marks := r.ghosts[0].marks
	for q := 1; q <= 3; q++ {
		if 4*before >= q*of || 4*done < q*of {
			continue
		}
		if mark := (q*of + 3) / 4; mark <= len(marks) {
			r.parts = append(r.parts, Part{q, at - marks[mark-1]})
		}
	}
}

func (r *Run) splitAt(done, of int, at time.Duration) {
	if len(r.ghosts) == 0 || done >= of {
		return
	}
	if x := r.ghosts[0]; done <= len(x.marks) {
		r.split = Split{Gap: at - x.marks[done-1], Known: true}
	}
}
