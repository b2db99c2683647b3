package maze

import (
	"fmt"
	"time"

	"arcade.example.com/games"
)

// The demo is a maze about as large as the menu's panel.
const (
	demoMode = "12x8"
	demoSeed = 4
)

// It is carved first, a few cells a step, and then walked; at demoEnd it is out.
const (
	demoCells = 4
	demoFrame = 40 * time.Millisecond
	demoPause = 300 * time.Millisecond
	demoEnd   = 2900 * time.Millisecond
)

// The stroll's maze, chosen by eye among the seeds for a way with turns that is short.
const (
	strollMode               = "5x5"
	strollSeed    games.Seed = 0x1f
	strollPause              = 400 * time.Millisecond
	strollLooking            = 3 // times what a step takes for those that turn as well
)

// stroll walks through a maze in first person, to be looked at in the menu.
func stroll() games.Replay {
	p, err := parsePlan(strollMode)
	if err != nil {
		panic(err)
	}
	r := games.Replay{Game: "maze", Mode: strollMode, Version: version, Seed: strollSeed, Steps: []games.Step{{Move: goIn}}}
	way := deal(p, strollSeed).path()
	var beats []int
	total, facing := 0, toward(way[0], way[1])
	for i, q := range way[1:] {
		beat := 1
		if d := toward(way[i], q); d != facing {
			facing, beat = d, strollLooking
		}
		beats, total = append(beats, beat), total+beat
	}
	gone := 0
	for i, q := range way[1:] {
		gone += beats[i]
		at := strollPause + (demoEnd-strollPause)*time.Duration(gone)/time.Duration(total)
		r.Steps = append(r.Steps, games.Step{At: at.Truncate(time.Millisecond), Move: toward(way[i], q).move()})
	}
	return r
}

// demo carves a maze and walks its path, to be looked at in the menu.
func demo() games.Replay {
	p, err := parsePlan(demoMode)
	if err != nil {
		panic(err)
	}
	r := games.Replay{Game: "maze", Mode: demoMode, Version: version, Seed: demoSeed}
	add := func(at time.Duration, m games.Move) {
		r.Steps = append(r.Steps, games.Step{At: at.Truncate(time.Millisecond), Move: m})
	}
	at := time.Duration(0)
	for n := 0; n < p.w*p.h; n += demoCells {
		add(at, games.Move(fmt.Sprint(carvedTo, n)))
		at += demoFrame
	}
	add(at, games.Move(fmt.Sprint(carvedTo, p.w*p.h)))
	at += demoPause
	way := deal(p, demoSeed).path()
	for i, q := range way[1:] {
		add(at+(demoEnd-at)*time.Duration(i+1)/time.Duration(len(way)-1), toward(way[i], q).move())
	}
	return r
}
