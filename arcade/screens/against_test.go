package screens

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/playtest"
)

// Whoever races a run races three: the first of the leaderboard, the one above, and their own best, each timed at every
// quarter, and seen where the deal is the same.
func TestThreeAreRacedAtOnce(t *testing.T) {
	for _, size := range sizes {
		synctest.Test(t, func(t *testing.T) {
			h, ids := furnished(t)
			d := sit(t, h, playtest.Key(t, 3), size.w, size.h) // mika, behind ana and jun
			d.ids = ids
			d.press("left", "G")
			d.golden(fmt.Sprintf("against-%dx%d", size.w, size.h))
			d.shows("against your own run")
			d.shows("ana, 0:06.000 and jun, 0:07.200")
			d.click("start")
			d.walkOut(150 * time.Millisecond)
			d.wait(time.Second)
			for _, who := range []string{"5  your", "5  ana", "5  jun"} {
				if size.w >= look.Narrow {
					who = strings.Replace(who, "  ", "   ", 1)
				}
				d.shows(who)
			}
			d.shows("¾ ")
			d.golden(fmt.Sprintf("result-against-%dx%d", size.w, size.h))
		})
	}
}

// The question about a game that waits is asked in every window, and its answers are clicked.
func TestAGameThatWaitsIsAskedAbout(t *testing.T) {
	for _, size := range sizes {
		synctest.Test(t, func(t *testing.T) {
			h, ids := furnished(t)
			d := sit(t, h, playtest.Key(t, 1), size.w, size.h)
			d.ids = ids
			d.press("left", "enter", "right", "down", "q", "y", "enter")
			d.settle()
			d.golden(fmt.Sprintf("resume-%dx%d", size.w, size.h))
			d.click("resume")
			if p, ok := d.app.top().(*play); !ok || len(p.run.Steps()) == 0 {
				t.Errorf("the game does not go on at %v:\n%s", size, d.screen())
			}
		})
	}
}
