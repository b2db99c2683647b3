package screens

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/playtest"
	"arcade.example.com/arcade/to"
	"arcade.example.com/storage"
)

// Where too much is dealt just now no game begins, from wherever it is asked for: the run that goes on is not given up
// for it, and no attempt at a daily is burnt.
func TestNoDealWithoutLeave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHouse(t, storage.NewMemory())
		key := playtest.Key(t, 1)
		left, asked := 1, 0
		ration := func() time.Duration {
			if asked++; asked > left {
				return time.Second
			}
			return 0
		}
		d := sit(t, h, key, 80, 24)
		d.env.ration = ration
		d.press("left", "enter")
		d.settle()
		if asked != 1 || !strings.Contains(d.screen(), "Maze") {
			t.Errorf("a game is asked for %d times:\n%s", asked, d.screen())
		}
		run := d.app.top().(*play).run
		d.press("n")
		if p, plays := d.app.top().(*play); !plays || p.run != run || asked != 2 || !strings.Contains(d.screen(), rationed) {
			t.Errorf("a second game: asked %d times:\n%s", asked, d.screen())
		}

		d.refused(t, rationed, to.Room{Game: h.Games[0], Mode: h.Games[0].Modes[0]})
	})
}
