package maze

import (
	"time"

	"arcade.example.com/games"
)

// What the menu shows: a maze as large as its panel, carved and walked within three seconds.
const (
	demoMode = "12x8"
	demoSeed = 7
	demoWalk = time.Second             // when the walk begins, the carving being done
	demoStep = 1900 * time.Millisecond // how long it takes
)

// demo carves a maze and walks its path.
func demo() games.Replay {
	p, err := parsePlan(demoMode)
	if err != nil {
		panic(err)
	}
	way := deal(p, demoSeed).path()
	steps := []games.Step{{Move: recarve}}
	for i := range len(way) - 1 {
		at := demoWalk + demoStep*time.Duration(i+1)/time.Duration(len(way))
		steps = append(steps, games.Step{At: at.Truncate(time.Millisecond), Move: toward(way[i], way[i+1]).move()})
	}
	return games.Replay{Game: "maze", Mode: demoMode, Version: version, Seed: demoSeed, Steps: steps}
}
