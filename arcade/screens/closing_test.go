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

// While the server closes no game begins or goes on, from wherever it is asked for, and no attempt at a daily is burnt.
func TestNoGameBeginsWhileTheServerCloses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHouse(t, storage.NewMemory())
		key := playtest.Key(t, 1)
		d := sit(t, h, key, 80, 24)
		d.press("left", "enter", "up", "right", "down", "left", "q", "y")
		d.wait(time.Second)
		h.Close()
		for name, keys := range map[string][]string{
			"a game":  {"enter"},
			"a daily": {"up", "up", "enter", "enter"},
		} {
			x := sit(t, h, key, 80, 24)
			x.wait(time.Second)
			x.press(keys...)
			x.settle()
			if s := x.screen(); !strings.Contains(s, closed) {
				t.Errorf("%s begins:\n%s", name, s)
			}
		}
		d.refused(t, closed)
	})
}

// Who would begin anew while the server closes keeps what they have.
func TestNothingIsGivenUpWhileTheServerCloses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHouse(t, storage.NewMemory())
		d := sit(t, h, playtest.Key(t, 1), 80, 24)
		d.press("left", "enter")
		p := d.app.top().(*play)
		d.press(playtest.WayOut(t, p.run.State())[0])
		d.wait(2 * time.Second)
		h.Close()
		for _, key := range []string{"n", "r"} {
			d.press(key)
			d.wait(2 * time.Second)
			d.shows(closed)
			if kept, err := h.Store.Kept(d.env.key); d.app.top() != screen(p) || err != nil || len(kept) != 1 {
				t.Errorf("after %s %+v is kept, %v:\n%s", key, kept, err, d.screen())
			}
		}
	})
	synctest.Test(t, func(t *testing.T) {
		h := testHouse(t, storage.NewMemory())
		d := sit(t, h, playtest.Key(t, 1), 80, 24)
		p := d.lose("left")
		d.wait(time.Second)
		h.Close()
		d.press("z")
		d.shows(closed)
		if d.app.top() != screen(p) {
			t.Errorf("the result is gone:\n%s", d.screen())
		}
	})
}

// refused holds that no way begins a game from nothing, these others too, and that no attempt at a daily is burnt by
// trying.
func (d *desk) refused(t *testing.T, said string, others ...to.Destination) {
	t.Helper()
	h, g := d.house, d.house.Games[0]
	for _, first := range append(others, to.Game{Game: g, Mode: g.Modes[0]}, to.Fresh{Game: g, Mode: g.Modes[0]},
		to.Attempt{Daily: records.Dailies(h.Now(), h.Games, h.Store)[0]}) {
		e := newEnv(h, d.env.key, "")
		e.ration = d.env.ration
		a := newApp(e, first)
		if _, isMenu := a.top().(*menu); !isMenu || a.said != said {
			t.Errorf("%T: %T is shown, %q", first, a.top(), a.said)
		}
	}
	list, err := h.Store.Attempts(d.env.player.ID, "0001-01-01", "9999-12-31")
	if err != nil || len(list) != 0 {
		t.Errorf("attempts %+v, %v", list, err)
	}
}
