package screens

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/playtest"
	"arcade.example.com/arcade/records"
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

		g := h.Games[0]
		for _, first := range []to.Destination{to.Game{Game: g, Mode: g.Modes[0]}, to.Fresh{Game: g, Mode: g.Modes[0]},
			to.Attempt{Daily: records.Dailies(h.Now(), h.Games, h.Store)[0]}, to.Room{Game: g, Mode: g.Modes[0]}} {
			left = 0
			e := newEnv(h, key, "")
			e.ration = ration
			a := newApp(e, first)
			if _, isMenu := a.top().(*menu); !isMenu || a.said != rationed {
				t.Errorf("%T: %T is shown, %q", first, a.top(), a.said)
			}
		}
		if list, err := h.Store.Attempts(d.env.player.ID, "0001-01-01", "9999-12-31"); err != nil || len(list) != 0 {
			t.Errorf("attempts %+v, %v", list, err)
		}
	})
}
