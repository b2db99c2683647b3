package screens

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/playtest"
	"arcade.example.com/arcade/records"
)

// A run that has to be reviewed is shown to its player as such, on the card and beside the leaderboard, and to nobody else
// until an operator approves it.
func TestARunUnderReview(t *testing.T) {
	for _, size := range windows {
		synctest.Test(t, func(t *testing.T) {
			h, ids := furnished(t)
			h.Saver = records.NewSaver(records.Config{Games: h.Games, Store: h.Store, Log: h.Log, Panics: h.Panics, Saved: func(time.Duration) {}, Review: 3})
			d := sit(t, h, playtest.Key(t, 9), size.w, size.h)
			d.ids = append(d.ids, ids...)
			d.press("left", "enter")
			d.walkOut(100 * time.Millisecond)
			d.wait(moment)
			d.shows("under review")
			d.shows("would be 1st of 4")
			d.golden(fmt.Sprintf("review-result-%dx%d", size.w, size.h))
			d.press("L")
			d.settle()
			d.shows("under review: ")
			d.shows(" as 1st")
			if s := d.screen(); strings.Contains(s, "4 players") {
				t.Errorf("it ranks:\n%s", s)
			}
			d.golden(fmt.Sprintf("review-leaderboard-%dx%d", size.w, size.h))

			other := sit(t, h, playtest.Key(t, 1), size.w, size.h)
			other.press("left", "L")
			other.shows("3 players")
			list, err := h.Store.Reviews()
			if err != nil || len(list) != 1 {
				t.Fatal(list, err)
			}
			if err := h.Store.Approve(list[0].Run); err != nil {
				t.Fatal(err)
			}
			other.wait(2 * time.Second)
			other.shows("4 players")
			d.wait(2 * time.Second)
			d.shows("4 players")
		})
	}
}
