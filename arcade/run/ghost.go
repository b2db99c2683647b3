package run

import (
	"slices"
	"time"

	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// ghost is a replay that runs beside a player: on the same deal it is seen, on another only its time at each part counts.
type ghost struct {
	player storage.Player
	apart  bool // on another deal
	steps  []games.Step
	state  games.State
	last   games.Move
	at     int             // the next step
	marks  []time.Duration // when it had done so much of the game: marks[done]
	parts  []Part          // the splits against it so far
}

func newGhost(g games.Game, seed games.Seed, r storage.Replay) (*ghost, error) {
	first, steps, err := Deal(g, r)
	if err != nil {
		return nil, err
	}
	x := &ghost{player: r.Player, apart: games.Seed(r.Seed) != seed, steps: steps, state: first}
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

// seen are the ghosts on the run's own deal, which come first.
func (r *Run) seen() []*ghost {
	n := slices.IndexFunc(r.ghosts, func(x *ghost) bool { return x.apart })
	if n < 0 {
		return r.ghosts
	}
	return r.ghosts[:n]
}

// Advance makes the ghosts' steps up to now on the run's clock.
func (r *Run) Advance(now time.Time) {
	to := r.Elapsed(now)
	for _, x := range r.seen() {
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
	for _, x := range r.seen() {
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
	for _, x := range r.seen() {
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
	seen := r.seen()
	if len(seen) == 0 {
		return Split{}
	}
	s, x, at := r.split, seen[0], r.Elapsed(now)
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

// Part is how a run stood against a ghost when a part of it was done.
type Part struct {
	Player   storage.Player // whose ghost it was
	Quarters int            // 1, 2 or 3
	Gap      time.Duration
}

// Parts are the splits at the quarters of the run that were passed so far, of the first ghost first; none without a ghost.
func (r *Run) Parts() (list []Part) {
	for _, x := range r.ghosts {
		list = append(list, x.parts...)
	}
	return list
}

// passed notes the quarters that the run has passed by going on from before to done.
func (r *Run) passed(before, done, of int, at time.Duration) {
	for q := 1; q <= 3; q++ {
		if 4*before >= q*of || 4*done < q*of {
			continue
		}
		for _, x := range r.ghosts {
			if mark := (q*len(x.marks) + 3) / 4; mark > 0 {
				x.parts = append(x.parts, Part{x.player, q, at - x.marks[mark-1]})
			}
		}
	}
}

func (r *Run) splitAt(done, of int, at time.Duration) {
	seen := r.seen()
	if len(seen) == 0 || done >= of {
		return
	}
	if x := seen[0]; done <= len(x.marks) {
		r.split = Split{Gap: at - x.marks[done-1], Known: true}
	}
}
