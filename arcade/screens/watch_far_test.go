package screens

import (
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/playtest"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
)

// A run of another node is looked at as soon as it has come; where it does not come, that is said.
func TestARunOfAnotherNodeIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		asked := 0
		h.Hall.Reach(func(node, run string) { asked++ })
		g := h.Games[0]
		m := g.Modes[0]
		first, err := g.Deal(m, 7)
		if err != nil {
			t.Fatal(err)
		}
		tell := func() {
			h.Hall.Tell("other", live.Row{Header: live.Header{ID: "FAR", Game: g, Mode: m, Player: "p1", Name: "eve"}, Status: games.Playing, Done: 1, Of: 9})
		}
		tell()
		jun, tv := sit(t, h, playtest.Key(t, 2), 80, 24), sit(t, h, playtest.Key(t, 3), 80, 24)
		jun.do(jun.app.open(to.Look{Run: "FAR"}, false))
		tv.do(tv.app.open(to.TV{}, false))
		pass(time.Second, jun, tv)
		jun.shows("One moment: this run is played on another machine.")
		h.Hall.Mirror("other", "FAR", first)
		pass(2*time.Second, jun, tv)
		jun.shows("Watching · eve")
		tv.shows("TV · eve")
		if asked < 2 {
			t.Errorf("it was asked for %d times", asked)
		}
		jun.press("q")
		h.Hall.Only("other", nil)
		tell()
		jun.do(jun.app.open(to.Look{Run: "FAR"}, false))
		pass(6*time.Second, jun)
		jun.shows("The machine on which this run is played does not answer.")
		jun.do(jun.app.open(to.Look{Run: "FAR"}, false))
		h.Hall.Over("other", "FAR")
		pass(time.Second, jun)
		jun.shows("This run is over.")
	})
}
