package screens

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/playtest"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// crowdedHouse is a house in which the leaderboard of the 5x5 maze has lines enough for its record to be worth a word; they
// took a second a step.
func crowdedHouse(t *testing.T) *House {
	t.Helper()
	h := testHouse(t, storage.NewMemory())
	g, _ := h.game("maze")
	m, _ := g.Find("5x5")
	for i := range byte(10) {
		run := playtest.WonRun(t, g, m, games.Seed(40+int(i)), playtest.Key(t, 100+i), time.Second)
		if _, err := h.Store.Save(run); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

// A run on pace for the record is told to who has time to look: never over a running game. It is withdrawn when the
// player falls behind, and the outcome is told.
func TestARecordIsSeenToFall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := crowdedHouse(t)
		if _, err := h.Store.SetName(playtest.Key(t, 1), "ana"); err != nil {
			t.Fatal(err)
		}
		ana, idle, busy := sit(t, h, playtest.Key(t, 1), 80, 24), sit(t, h, keys.Key{}, 80, 24), sit(t, h, playtest.Key(t, 3), 80, 24)
		idle.env.set.Keys = "dvorak"
		idle.env.layOut()
		idle.press("left", "N")
		busy.press("left", "enter")
		ana.press("left", "enter")
		pass(100*time.Millisecond, ana, idle, busy)
		way := playtest.WayOut(t, ana.app.top().(*play).run.State())
		ana.press(way[:len(way)*4/5]...)
		pass(200*time.Millisecond, ana, idle, busy)
		idle.shows("ana is on record pace in Maze 5 x 5")
		idle.shows("< watch")
		for _, d := range []*desk{ana, busy} {
			if s := d.screen(); strings.Contains(s, "on record pace") {
				t.Errorf("a running game is disturbed:\n%s", s)
			}
		}
		idle.press("<")
		idle.settle()
		idle.shows("Watching · ana")
		idle.press("'")
		pass(time.Minute, ana, idle, busy)
		if s := idle.screen(); strings.Contains(s, "record pace") {
			t.Errorf("the notice is not withdrawn:\n%s", s)
		}
		ana.press(way[len(way)*4/5:]...)
		pass(200*time.Millisecond, ana, idle, busy)
		idle.shows("ana missed the record in Maze 5 x 5: 1:0")
		pass(15*time.Second, ana, idle, busy)
		if s := idle.screen(); strings.Contains(s, "missed the record") {
			t.Errorf("the outcome stands for ever:\n%s", s)
		}
	})
}

// A session that ends lets go of all that it listened to, whatever is on its screen.
func TestASessionThatEndsListensToNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		ana := sit(t, h, playtest.Key(t, 1), 80, 24)
		ana.press("left", "enter")
		ana.press(playtest.WayOut(t, ana.app.top().(*play).run.State())[:3]...)
		for range 1000 {
			d := sit(t, h, keys.Key{}, 80, 24)
			d.looks(ana)
			if n := h.Hall.Watching(); n != 1 {
				t.Fatalf("%d watch, want 1", n)
			}
			d.press("?") // help stands over it
			d.app.Leave()
		}
		if n := h.Hall.Watching(); n != 0 {
			t.Errorf("%d watch, when all have left", n)
		}
		d := sit(t, h, keys.Key{}, 80, 24)
		d.do(d.app.open(to.Room{}, false))
		d.settle()
		if n := len(h.Rooms.List()); n != 1 {
			t.Errorf("%d rooms are open, want 1", n)
		}
		d.app.Leave()
		if n := len(h.Rooms.List()); n != 0 {
			t.Errorf("%d rooms are open, when all have left", n)
		}
	})
}
