package command

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/records"
	"arcade.example.com/games"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

func TestAGameWithoutDailies(t *testing.T) {
	c := newCommands(t)
	c.Games = slices.Clone(c.Games)
	c.Games[0].Week = [7]string{}
	if ds := records.Dailies(friday, c.Games, c.Store); len(ds) != len(c.Games)-1 || ds[0].Game.ID == c.Games[0].ID {
		t.Errorf("%d dailies", len(ds))
	}
	if code, _, said := c.said(t, as(1), "daily maze"); code != ExitRefused || !strings.Contains(said, "no daily in Maze") {
		t.Errorf("exit %d, %s", code, said)
	}
}

// attempt makes the nth player's attempt at a day's challenge in a game, won where it took any time.
func (c Commands) attempt(t testing.TB, n int, at time.Time, game string, ms int64) {
	t.Helper()
	for _, d := range records.Dailies(at, c.Games, c.Store) {
		if d.Game.ID != game {
			continue
		}
		run := fmt.Sprintf("RUN-%d-%s-%s", n, game, d.Day())
		err := c.Store.Attempt(storagetest.Key(n), storage.Attempt{Date: d.Day(), Game: game, Mode: d.Mode.ID, Run: run, Begun: at})
		if err != nil {
			t.Fatal(err)
		}
		if ms > 0 {
			c.save(t, run, n, ms, in(game, d.Mode.ID), ended(at), func(r *storage.Run) { r.Daily, r.Seed = d.Day(), uint64(d.Seed) })
		}
	}
}

func TestDailyCommand(t *testing.T) {
	c := peopled(t)
	yesterday := friday.AddDate(0, 0, -1)
	c.attempt(t, 1, yesterday, "maze", 50000)
	c.attempt(t, 1, friday, "maze", 52140)
	c.attempt(t, 2, friday, "maze", 41207)
	c.attempt(t, 1, friday, "minesweeper", 0)

	var got struct {
		Date, Ends string
		Dailies    []shownDaily
	}
	decode(t, c.answers(t, as(1), "daily --json"), &got)
	if got.Date != "2026-11-20" || got.Ends != "2026-11-21T00:00:00Z" || len(got.Dailies) != 2 {
		t.Fatalf("%+v", got)
	}
	maze, mines := got.Dailies[0], got.Dailies[1]
	ana := shownEntry{Rank: 2, Player: "ana", ID: "id-001", Millis: 52140, At: "2026-11-20T14:03:07Z", Run: "RUN-1-maze-2026-11-20"}
	if maze.Game != "maze" || maze.Mode != c.Games[0].Week[4] || maze.Label == "" || maze.Total != 2 || len(maze.Entries) != 2 || *maze.You != ana {
		t.Errorf("%+v", maze)
	}
	if mines.You != nil || mines.Total != 0 || mines.Entries == nil {
		t.Errorf("%+v", mines)
	}

	for _, tt := range []struct{ line, want string }{
		{"daily maze", "2nd of 2, 2 days in a row. ssh -t -p 2222 arcade.test daily\n"},
		{"daily maze", "new in 9 h 56 min\n"},
		{"daily mines", "nobody yet"},
		{"daily --date 2026-11-19 maze", "0:50.000"},
		{"daily --date 2026-11-19 maze", ", over\n"},
		{"daily --date 2026-11-18 maze --json", `"total":0,"entries":[]`},
		{"me", "streak  2 days"},
	} {
		if out := c.answers(t, as(1), tt.line); !strings.Contains(out, tt.want) {
			t.Errorf("%s:\n%s", tt.line, out)
		}
	}
	if out := c.answers(t, as(3), "daily maze"); strings.Contains(out, "Arcade daily") {
		t.Errorf("one who has not played has something to share:\n%s", out)
	}
}

// A line to share says what was done, in one line of ASCII, and neither seed nor moves.
func TestShare(t *testing.T) {
	c := newCommands(t)
	d := records.Dailies(friday, c.Games, c.Store)[0]
	line := c.share(d, shownEntry{Rank: 4, Millis: 52140}, 31, 6)
	if want := fmt.Sprintf("Arcade daily 2026-11-20, Maze %s (%s): 0:52.140, 4th of 31, 6 days in a row. ssh -t -p 2222 arcade.test daily", d.Mode.Title, d.Label); line != want {
		t.Errorf("%s\nwant %s", line, want)
	}
	if strings.Contains(line, d.Seed.String()) || keys.Clean(line, 1000) != line {
		t.Error(line)
	}
	c.Address = look.Address{}
	if line := c.share(d, shownEntry{Rank: 1, Millis: 1}, 1, 1); strings.Contains(line, "row") || strings.Contains(line, "ssh") {
		t.Errorf("a day is no streak, and the host is not known: %s", line)
	}
}

// While a run of the day may still count, a replay of its daily is nobody's to see.
func TestReplayOfADaily(t *testing.T) {
	c := newCommands(t)
	c.attempt(t, 1, friday, "maze", 52140)
	run := "RUN-1-maze-2026-11-20"
	c.Now = func() time.Time { return time.Date(2026, 11, 21, 0, 59, 59, 0, time.UTC) }
	for _, line := range []string{"replay " + run, "replay " + run + " --json", "replay " + run + " --cast"} {
		if code, out, said := c.said(t, as(1), line); code != ExitRefused || out != "" || !strings.Contains(said, "from an hour after its day") {
			t.Errorf("%s: exit %d, %s%s", line, code, out, said)
		}
	}
	if _, ok := c.Screen(as(1), []string{"replay", run}); ok {
		t.Error("it is shown on the screen")
	}
	c.Now = func() time.Time { return time.Date(2026, 11, 21, 1, 0, 0, 0, time.UTC) }
	if out := c.answers(t, as(1), "replay "+run+" --json"); !strings.Contains(out, `"seed":"`+games.Seed(c.Store.DailySeed("2026-11-20", "maze")).String()) {
		t.Error(out)
	}
}
