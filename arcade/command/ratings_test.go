package command

import (
	"strings"
	"testing"
	"time"

	"arcade.example.com/keys"
	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

// races lets ana (1) and jun (2) race so many heats of maze 10x10, of which ana wins all.
func races(t *testing.T, c Commands, heats int) {
	t.Helper()
	for n := range heats {
		h := storage.Heat{Word: "otter", Number: n + 1, Game: "maze", Mode: "10x10", Version: 1, Seed: 7, At: friday.Add(time.Duration(n-heats) * time.Minute)}
		for i := range 2 {
			h.Entrants = append(h.Entrants, storage.Entrant{Key: storagetest.Key(i + 1), Place: i + 1, End: "won", Run: "RUN-H", Millis: 2000, Done: 9, Of: 9, Rated: true})
		}
		_, err := c.Store.SaveHeat(h, func(before []storage.Rating, places []int) []storage.Rating {
			for i := range before {
				before[i].Mu, before[i].Sigma = 30-5*float64(places[i]), 3.125
			}
			return before
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestRatings(t *testing.T) {
	c := newCommands(t)
	c.answers(t, as(1), "name ana")
	races(t, c, 9)
	if out := c.answers(t, as(1), "leaderboard maze --rating"); out != "Maze, races: nobody yet\n" {
		t.Errorf("after nine heats: %q", out)
	}
	races(t, c, 11)
	for line, want := range map[string]string{
		"leaderboard maze --rating":               "Maze, races: 2 players\n  1  ana      id-001  15.63  won 20 of 20\n  2  unnamed  id-002  10.63  won 0 of 20\n",
		"leaderboard maze --rating --top 1 --csv": "game,rank,player,id,rating,heats,won\nmaze,1,ana,id-001,15.63,20,20\n",
		"leaderboard --rating --json": `{"ratings":[{"game":"maze","total":2,"entries":[{"rank":1,"player":"ana","id":"id-001","rating":15.63,"heats":20,"won":20},` +
			`{"rank":2,"player":"","id":"id-002","rating":10.63,"heats":20,"won":0}]},{"game":"minesweeper","total":0,"entries":[]}]}` + "\n",
	} {
		if out := c.answers(t, as(1), line); out != want {
			t.Errorf("%s:\n%s\nwant\n%s", line, out, want)
		}
	}
	for _, line := range []string{"leaderboard maze 10x10 --rating", "leaderboard maze --rating --period day", "leaderboard chess --rating"} {
		if code, _, _ := c.said(t, as(1), line); code != ExitUsage {
			t.Errorf("%s: exit %d", line, code)
		}
	}
	if want, ok := c.Screen(as(1), keys.Words("leaderboard minesweeper --rating")); !ok {
		t.Errorf("no screen: %v", want)
	}
	if out := c.answers(t, as(1), "me"); !strings.Contains(out, "won 20 of 20") {
		t.Errorf("me: %s", out)
	}
	if out := c.answers(t, as(2), "me --json"); !strings.Contains(out, `"races":{"won":0,"of":20,"heats":[{"game":"maze","mode":"10x10","at":"2026-11-20T14:02:07Z","place":2,"of":2,"time_ms":2000,"run":"RUN-H"}`) {
		t.Errorf("me: %s", out)
	}
}
