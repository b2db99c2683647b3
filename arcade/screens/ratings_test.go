package screens

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/playtest"
	"arcade.example.com/storage"
)

// raced lets the first three players race so many heats, and come in in their order.
func raced3(t *testing.T, h *House, heats int) {
	t.Helper()
	for n := range heats {
		heat := storage.Heat{Word: "otter", Number: n + 1, Game: "maze", Mode: "20x20", Version: 1, At: time.Now().Add(time.Duration(n) * time.Minute)}
		for i := range 3 {
			heat.Entrants = append(heat.Entrants, storage.Entrant{Key: playtest.Key(t, byte(i+1)), Place: i + 1, End: "won", Done: 9, Of: 9, Rated: true})
		}
		_, err := h.Store.SaveHeat(heat, func(before []storage.Rating, places []int) []storage.Rating {
			for i := range before {
				before[i].Mu, before[i].Sigma = 30-2*float64(places[i]), 2.5
			}
			return before
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestRatingsAreATab(t *testing.T) {
	for _, size := range windows {
		synctest.Test(t, func(t *testing.T) {
			h, ids := furnished(t)
			d := sit(t, h, playtest.Key(t, 2), size.w, size.h)
			d.ids = ids
			raced3(t, h, 9)
			d.press("L")
			d.settle()
			d.press("tab", "tab", "tab")
			d.settle()
			d.shows("Nobody has raced 10 rated heats yet.")
			d.shows("yours is shown after 1 more heat")
			raced3(t, h, 10) // nine of them are those of before
			d.wait(11 * time.Second)
			d.golden(fmt.Sprintf("ratings-%dx%d", size.w, size.h))
			d.press("right")
			d.settle()
			d.shows("Minesweeper")
			d.press("left", "tab")
			d.settle()
			d.shows("[all time]")
		})
	}
}

// A line of the ratings makes its player a rival as any other line of a leaderboard does.
func TestFollowingFromTheRatings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, ids := furnished(t)
		raced3(t, h, 10)
		d := sit(t, h, playtest.Key(t, 2), 80, 24)
		d.press("L", "tab", "tab", "tab")
		d.settle()
		d.press("f")
		d.settle()
		d.shows("You follow ana.")
		d.shows("+ana")
		d.shows("f unfollow")
		d.press("down", "f")
		d.settle()
		d.shows("That is you.")
		d.press("end", "f")
		d.settle()
		d.shows("You follow mika.")
		d.click("ana ")
		d.press("f")
		d.settle()
		d.shows("You do not follow ana any more.")
		if list, err := h.Store.Rivals(playtest.Key(t, 2)); err != nil || len(list) != 1 || list[0].ID != ids[2] {
			t.Errorf("follows %v, %v", list, err)
		}
		d.press("right", "f") // where there are no lines
		d.settle()
		d.shows("Nobody has raced")
	})
}

func TestProfileTellsRaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := furnished(t)
		raced3(t, h, 2)
		d := sit(t, h, playtest.Key(t, 1), 60, 20)
		d.press("up", "right", "enter")
		d.settle()
		d.shows("won 2 of 2 · the last 1st of 3 in Maze 20x20, today")
	})
}
