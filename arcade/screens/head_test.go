package screens

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/playtest"
	"arcade.example.com/arcade/run"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// The clock is on the screen at every width while a run is: in the head, or on the board of a game that draws it itself.
// So is that a run does not rank.
func TestClockIsOnTheScreen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHouse(t, storage.NewMemory())
		e := newEnv(h, playtest.Key(t, 1), "")
		widths := 1
		if underRace {
			widths = 13
		}
		for _, g := range h.Games {
			for _, m := range append(g.Modes, custom(t, g)) {
				for _, b := range []run.Begin{
					{},
					{Daily: "2026-11-20", Known: true},
					{Known: true, Ghosts: []storage.Replay{{Version: g.Version, Millis: 3723004}}},
				} {
					b.Game, b.Mode, b.Seed = g, m, 7
					p := newPlay(e, b)
					p.best = 83 * time.Minute
					time.Sleep(time.Hour + 2*time.Minute + 3*time.Second)
					for w := 40; w <= 200; w += widths {
						e.width, e.height = w, 24
						p.fit()
						c := games.NewCanvas(w, 24)
						p.Draw(c)
						head, _, _ := strings.Cut(canvasText(c), "\n")
						switch {
						case g.Clock && !lit(c):
							t.Errorf("%s at %d columns has no clock:\n%s", m.ID, w, canvasText(c))
						case !g.Clock && !strings.HasSuffix(head, " 1:02:03"):
							t.Errorf("%s at %d columns has no clock: %q", m.ID, w, head)
						}
						if ranks, _ := p.run.Ranks(); !ranks && !strings.Contains(head, "unranked") {
							t.Errorf("%s at %d columns does not say that it does not rank: %q", m.ID, w, head)
						}
					}
				}
			}
		}
	})
}

// custom is the custom mode that a game gives as its example.
func custom(t *testing.T, g games.Game) games.Mode {
	t.Helper()
	m, err := g.Mode(g.Custom)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// lit reports whether the canvas has the lit segments of a clock, or its digits.
func lit(c *games.Canvas) bool {
	_, h := c.Size()
	for y := range h {
		for _, cell := range c.Row(y) {
			if cell.FG.Role() == games.Lit || cell.FG.Role() == games.Bad || cell.BG.Role() == games.Lit {
				return true
			}
		}
	}
	return false
}
