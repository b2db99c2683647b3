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

// examples are those demos that somebody has seen, by game and variant. They are safe for concurrent use.
type examples struct {
	mu   sync.Mutex
	made map[[2]string]func() (example, error)
}

// of returns a game's example for a variant of its modes, which is made when it is first asked for.
func (e *examples) of(g games.Game, variant string) (example, error) {
	e.mu.Lock()
	if _, own := g.Demos[variant]; !own {
		variant = ""
	}
	which := [2]string{g.ID, variant}
	once, ok := e.made[which]
	if !ok {
		once = sync.OnceValues(func() (example, error) { return newExample(g, variant) })
		e.made[which] = once
	}
	e.mu.Unlock()
	return once()
}

// newExample plays a game's own example, or of one without any the first position of its first mode.
func newExample(g games.Game, variant string) (example, error) {
	run := games.Replay{Mode: g.Modes[0].ID}
	if demo := g.DemoOf(variant); demo != nil {
		run = demo()
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
