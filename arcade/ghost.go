package arcade

import (
	"time"

	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// racer is a replay that runs beside a player on the same seed.
type racer struct {
	name  string
	steps []games.Step
	state games.State
	last  games.Move
	at    int             // the next step
	marks []time.Duration // when it had done so much of the game: marks[done]
}

func newRacer(g games.Game, r storage.Replay) (*racer, error) {
	steps, err := games.Decode(r.Steps)
	if err != nil {
		return nil, err
	}
	replay := games.Replay{Game: r.Game, Mode: r.Mode, Version: r.Version, Seed: games.Seed(r.Seed), Steps: steps}
	if _, _, err := g.Play(replay); err != nil {
		return nil, err
	}
	m, err := g.Mode(r.Mode)
	if err != nil {
		return nil, err
	}
	x := &racer{name: name(r.Player.Name, r.Player.ID), steps: steps}
	if x.state, err = g.Deal(m, replay.Seed); err != nil {
		return nil, err
	}
	run := *x
	begun, _ := run.state.Progress() // a maze begins with its first cell done
	run.marks = make([]time.Duration, begun)
	for range steps {
		done, _ := run.state.Progress()
		at := run.steps[run.at].At
		run.step()
		now, _ := run.state.Progress()
		for ; done < now; done++ {
			run.marks = append(run.marks, at)
		}
	}
	x.marks = run.marks
	return x, nil
}

// step makes the next step, which Play has proved legal.
func (x *racer) step() {
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

// advance makes all steps up to a time on the clock.
func (x *racer) advance(to time.Duration) {
	for x.at < len(x.steps) && x.steps[x.at].At <= to {
		x.step()
	}
}

// next is when the next step is due.
func (x *racer) next() (time.Duration, bool) {
	if x.at == len(x.steps) {
		return 0, false
	}
	return x.steps[x.at].At, true
}

func (x *racer) ghost() games.Ghost { return games.Ghost{Name: x.name, State: x.state, Last: x.last} }

// splitAt says how the player stands against the first ghost, at a mark that both have passed.
func (p *play) splitAt(done, of int, at time.Duration) {
	if len(p.ghosts) == 0 || done >= of {
		return
	}
	if g := p.ghosts[0]; done <= len(g.marks) {
		p.split = gap((at - g.marks[done-1]).Round(10 * time.Millisecond))
		p.split = p.split[:len(p.split)-1] + " s"
	}
}
