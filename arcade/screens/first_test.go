package screens

import (
	"io"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/playtest"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// TestFirstFrameKnows: a session begins with a screen on which everything stands that the store has for it; to read it again
// changes nothing.
func TestFirstFrameKnows(t *testing.T) {
	maze := func(h *House) (games.Game, games.Mode) {
		g, _ := h.game("maze")
		m, _ := g.Find("5x5")
		return g, m
	}
	for name, first := range map[string]func(h *House) to.Destination{
		"menu": func(*House) to.Destination { return nil },
		"game": func(h *House) to.Destination { g, m := maze(h); return to.Game{Game: g, Mode: m} },
		"leaderboard": func(*House) to.Destination {
			return to.Leaderboard{Leaderboard: storage.Leaderboard{Game: "maze", Mode: "5x5"}}
		},
		"rivals":  func(*House) to.Destination { return to.Rivals{Game: "maze", Mode: "5x5"} },
		"ratings": func(*House) to.Destination { return to.Ratings{Game: "maze"} },
		"playing": func(*House) to.Destination { return to.Playing{} },
		"profile": func(*House) to.Destination { return to.Profile{} },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				defer time.Sleep(2 * time.Minute)
				h, _ := furnished(t)
				a := New(h, Visitor{Key: playtest.Key(t, 1), Width: 80, Height: 24, Depth: games.Colours256, Out: io.Discard}, first(h))
				show := func() string {
					c := games.NewCanvas(0, 0)
					a.paint(c)
					return canvasText(c)
				}
				before := show()
				a.Init() // of whose commands none is run
				knows := show()
				if knows == before {
					t.Fatalf("nothing was there to be read:\n%s", knows)
				}
				a.Update(a.top().(reads).Reads()())
				if again := show(); again != knows {
					t.Errorf("the first frame:\n%s\nwhen it was read again:\n%s", knows, again)
				}
				a.Leave()
				h.Saver.Wait(nil)
			})
		})
	}
}
