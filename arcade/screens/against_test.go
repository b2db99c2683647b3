package screens

import (
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/playtest"
)

// Whoever races a run races three: the first of the leaderboard, the one above, and their own best, each timed at every
// quarter, and seen where the deal is the same.
func TestThreeAreRacedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		d := sit(t, h, playtest.Key(t, 3), 80, 24) // mika, behind ana and jun
		d.press("left", "G")
		d.shows("against your own run")
		d.shows("timed at each quarter too, on deals of their own:")
		d.shows("ana, 0:06.000 and jun, 0:07.200")
		d.press("enter")
		d.walkOut(150 * time.Millisecond)
		d.wait(time.Second)
		for _, who := range []string{"your own run", "ana", "jun"} {
			d.shows("   " + who)
		}
		d.shows("¾ ")
	})
}
