package screens

import (
	"time"

	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/run"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// rider is a run of the same deal that is seen beside the one that is watched.
type rider struct {
	name  string
	first games.State
	steps []games.Step
	state games.State
	at    int // steps made
}

// ride lets a run be seen beside; one that cannot be played any more is left out.
func (w *watch) ride(r storage.Replay) {
	first, steps, err := run.Deal(w.game, r)
	if err != nil {
		w.env.Log.Error("watch beside", "run", r.Run, "error", err)
		return
	}
	w.riders = append(w.riders, &rider{name: look.Name(r.Player.Name, r.Player.ID), first: first, steps: steps, state: first})
	w.length = max(w.length, look.Millis(r.Millis))
}

// to brings a rider to where they were at a time of the run.
func (r *rider) to(clock time.Duration) {
	if r.at > 0 && r.steps[r.at-1].At > clock {
		r.at, r.state = 0, r.first
	}
	for ; r.at < len(r.steps) && r.steps[r.at].At <= clock; r.at++ {
		if m := r.steps[r.at].Move; !m.Shows() {
			if next, err := r.state.Apply(m); err == nil {
				r.state = next
			}
		}
	}
}

// beside are the riders where they were at the time that is shown.
func (w *watch) beside() (list []games.Ghost) {
	for _, r := range w.riders {
		g := games.Ghost{Name: r.name, State: r.state}
		if r.at > 0 {
			g.Last = r.steps[r.at-1].Move
		}
		list = append(list, g)
	}
	return list
}

// ridden brings all riders to the time that is shown.
func (w *watch) ridden() {
	for _, r := range w.riders {
		r.to(w.clock)
	}
}

// nextStep is the time of the next step of anybody's; false where there are no more.
func (w *watch) nextStep() (at time.Duration, ok bool) {
	if w.at < len(w.steps) {
		at, ok = w.steps[w.at].At, true
	}
	for _, r := range w.riders {
		if r.at < len(r.steps) && (!ok || r.steps[r.at].At < at) {
			at, ok = r.steps[r.at].At, true
		}
	}
	return at, ok
}
