package screens

import (
	"fmt"
	"sync"

	"arcade.example.com/games"
)

// example is what a game's demo shows: all its positions, which every session's demo shares.
type example struct {
	mode   games.Mode
	steps  []games.Step
	states []games.State // before the first step, and after each
}

// examples are those of the games whose demo somebody has seen, by id. They are safe for concurrent use.
type examples struct {
	mu   sync.Mutex
	made map[string]func() (example, error)
}

// of returns a game's example, which is made when it is first asked for.
func (e *examples) of(g games.Game) (example, error) {
	e.mu.Lock()
	once, ok := e.made[g.ID]
	if !ok {
		once = sync.OnceValues(func() (example, error) { return newExample(g) })
		e.made[g.ID] = once
	}
	e.mu.Unlock()
	return once()
}

// newExample plays a game's own example, or of one without any the first position of its first mode.
func newExample(g games.Game) (example, error) {
	run := games.Replay{Mode: g.Modes[0].ID}
	if g.Demo != nil {
		run = g.Demo()
	}
	mode, err := g.Mode(run.Mode)
	if err != nil {
		return example{}, fmt.Errorf("read mode: %w", err)
	}
	s, err := g.Deal(mode, run.Seed)
	if err != nil {
		return example{}, fmt.Errorf("deal: %w", err)
	}
	e := example{mode: mode, states: []games.State{s}}
	for _, step := range run.Steps {
		if step.At > demoLength {
			break
		}
		if !step.Move.Shows() {
			if s, err = s.Apply(step.Move); err != nil {
				return example{}, fmt.Errorf("play %s: %w", step.Move, err)
			}
		}
		e.steps, e.states = append(e.steps, step), append(e.states, s)
	}
	return e, nil
}
