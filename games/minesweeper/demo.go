package minesweeper

import (
	"time"

	"arcade.example.com/games"
)

// The demo's board, chosen by eye among the seeds, and its length.
const (
	demoMode            = "beginner"
	demoSeed games.Seed = 0x111
	demoTime            = 2800 * time.Millisecond
)

// demo is Game.Demo at a version: a board opened with the fewest clicks, each near the one before.
func demo(version int) games.Replay {
	su, err := setupOf(demoMode)
	if err != nil {
		panic(err)
	}
	at := su.start(demoSeed)
	var s games.State = newState(su, demoSeed)
	r := games.Replay{Game: gameID, Mode: demoMode, Version: version, Seed: demoSeed}
	for at >= 0 {
		m := su.move("open", at)
		r.Steps = append(r.Steps, games.Step{Move: m})
		if s, err = s.Apply(m); err != nil {
			panic(err)
		}
		at = s.(*state).nearestWorth(at)
	}
	for i := range r.Steps {
		r.Steps[i].At = (demoTime * time.Duration(i) / time.Duration(len(r.Steps))).Truncate(time.Millisecond)
	}
	return r
}

// nearestWorth is the closed cell nearest to cell i that counts for the 3BV; -1 where there is none.
func (s *state) nearestWorth(i int) int {
	least, found := s.w*s.w+s.h*s.h, -1
	for j, worth := range s.field.worth {
		if d := s.distance(i, j); worth && s.squares[j] != opened && d < least {
			least, found = d, j
		}
	}
	return found
}

// distance is the square of the distance of two cells.
func (su setup) distance(i, j int) int {
	dx, dy := i%su.w-j%su.w, i/su.w-j/su.w
	return dx*dx + dy*dy
}
