package arcade

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/games"
	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

// Every game that has dailies has one each day, the same for everybody, and none is like the day's before.
func TestDailies(t *testing.T) {
	c := newCommands(t)
	seeds := map[games.Seed]bool{}
	monday := time.Date(2026, 11, 16, 0, 0, 0, 0, time.UTC)
	for n := range 14 {
		morning := dailiesOf(monday.AddDate(0, 0, n), c.games, c.store)
		night := dailiesOf(monday.AddDate(0, 0, n+1).Add(-time.Millisecond), c.games, c.store)
		if len(morning) != len(c.games) {
			t.Fatalf("%d dailies of %d games", len(morning), len(c.games))
		}
		for i, d := range morning {
			if o := night[i]; d.seed != o.seed || d.mode != o.mode || d.day() != o.day() {
				t.Errorf("%s is %v in the morning and %v at night", d.day(), d.seed, o.seed)
			}
			if want := d.game.Week[n%7]; d.mode.ID != want || d.game.ID != c.games[i].ID {
				t.Errorf("%s: %s %s, want %s", d.day(), d.game.ID, d.mode.ID, want)
			}
			if seeds[d.seed] {
				t.Errorf("%s: a seed comes again", d.day())
			}
			seeds[d.seed] = true
		}
	}
}

// The day is that of UTC, whatever the clock on the wall says.
func TestTheDayIsUTC(t *testing.T) {
	east := time.FixedZone("", 13*3600)
	at := time.Date(2026, 11, 21, 2, 0, 0, 0, east)
	if got := dayOf(at).Format(time.DateOnly); got != "2026-11-20" {
		t.Error(got)
	}
}

func TestAGameWithoutDailies(t *testing.T) {
	c := newCommands(t)
	c.games = slices.Clone(c.games)
	c.games[0].Week = [7]string{}
	if ds := dailiesOf(friday, c.games, c.store); len(ds) != len(c.games)-1 || ds[0].game.ID == c.games[0].ID {
		t.Errorf("%d dailies", len(ds))
	}
	if code, _, said := c.said(t, as(1), "daily maze"); code != exitRefused || !strings.Contains(said, "no daily in Maze") {
		t.Errorf("exit %d, %s", code, said)
	}
}

// Friday is 20 November 2026. Days are told backwards from it: W is a day that was won, L one that was tried and lost,
// a dot one without an attempt.
func TestStreak(t *testing.T) {
	for _, tt := range []struct {
		days string
		want int
		why  string
	}{
		{"", 0, "nothing yet"},
		{".", 0, "nothing yet"},
		{"W", 1, "today"},
		{".W", 1, "today is not over"},
		{"LW", 1, "a lost one is no day, and today is not over"},
		{"WWWWW", 5, "Monday to Friday"},
		{"WWWWWWWWWWWW", 12, "across weeks"},
		{"W.W", 2, "Thursday is forgiven"},
		{"WLW", 2, "a lost day too"},
		{"W..W", 1, "Wednesday and Thursday are of one week"},
		{"W.W.W", 2, "Thursday and Tuesday are of one week"},
		{"WWWWW.W", 6, "Sunday is forgiven"},
		{"WWWW..W", 5, "Monday and Sunday are of two weeks"},
		{"WWWW...W", 4, "Monday, Sunday and Saturday are not"},
		{"W.WWWWWW.WWWW", 11, "one a week"},
		{"..W", 1, "Thursday is forgiven, today is not over"},
		{"...W", 0, "Thursday and Wednesday are of one week"},
		{".....W", 0, "a week ago"},
	} {
		var tries []storage.Attempt
		for back, c := range tt.days {
			if c != '.' {
				date := friday.AddDate(0, 0, -back).Format(time.DateOnly)
				tries = append(tries, storage.Attempt{Date: date, Game: "maze", Done: c == 'W'}, storage.Attempt{Date: date, Game: "minesweeper"})
			}
		}
		slices.Reverse(tries)
		if got := streak(tries, friday); got != tt.want {
			t.Errorf("%s: %d, want %d: %s", tt.days, got, tt.want, tt.why)
		}
	}
}

// attempt makes the nth player's attempt at a day's challenge in a game, won where it took any time.
func (c commands) attempt(t testing.TB, n int, at time.Time, game string, ms int64) {
	t.Helper()
	for _, d := range dailiesOf(at, c.games, c.store) {
		if d.game.ID != game {
			continue
		}
		run := fmt.Sprintf("RUN-%d-%s-%s", n, game, d.day())
		err := c.store.Attempt(storagetest.Key(n), storage.Attempt{Date: d.day(), Game: game, Mode: d.mode.ID, Run: run, Begun: at})
		if err != nil {
			t.Fatal(err)
		}
		if ms > 0 {
			c.save(t, run, n, ms, in(game, d.mode.ID), ended(at), func(r *storage.Run) { r.Daily, r.Seed = d.day(), uint64(d.seed) })
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
	ana := shownEntry{2, "ana", "id-001", 52140, "2026-11-20T14:03:07Z", "RUN-1-maze-2026-11-20"}
	if maze.Game != "maze" || maze.Mode != c.games[0].Week[4] || maze.Label == "" || maze.Total != 2 || len(maze.Entries) != 2 || *maze.You != ana {
		t.Errorf("%+v", maze)
	}
	if mines.You != nil || mines.Total != 0 || mines.Entries == nil {
		t.Errorf("%+v", mines)
	}

	for _, tt := range []struct{ line, want string }{
		{"daily maze", "2nd of 2, 2 days in a row\n"},
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
	d := dailiesOf(friday, c.games, c.store)[0]
	line := d.share(shownEntry{Rank: 4, Millis: 52140}, 31, 6)
	if want := fmt.Sprintf("Arcade daily 2026-11-20, Maze %s (%s): 0:52.140, 4th of 31, 6 days in a row", d.mode.Title, d.label()); line != want {
		t.Errorf("%s\nwant %s", line, want)
	}
	if strings.Contains(line, d.seed.String()) || clean(line, 1000) != line {
		t.Error(line)
	}
	if line := d.share(shownEntry{Rank: 1, Millis: 1}, 1, 1); strings.Contains(line, "row") {
		t.Errorf("a day is no streak: %s", line)
	}
}

// Until the day is over, a replay of its daily is nobody's to see.
func TestReplayOfADaily(t *testing.T) {
	c := newCommands(t)
	c.attempt(t, 1, friday, "maze", 52140)
	run := "RUN-1-maze-2026-11-20"
	for _, line := range []string{"replay " + run, "replay " + run + " --json", "replay " + run + " --cast"} {
		if code, out, said := c.said(t, as(1), line); code != exitRefused || out != "" || !strings.Contains(said, "when its day is over") {
			t.Errorf("%s: exit %d, %s%s", line, code, out, said)
		}
	}
	if _, ok := c.screen([]string{"replay", run}); ok {
		t.Error("it is shown on the screen")
	}
	c.now = func() time.Time { return time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC) }
	if out := c.answers(t, as(1), "replay "+run+" --json"); !strings.Contains(out, `"seed":"`+games.Seed(c.store.DailySeed("2026-11-20", "maze")).String()) {
		t.Error(out)
	}
}

// dailyOf is the screen of the nth player's daily maze, and the session that it is shown in.
func dailyOf(c commands, n int) (Screen, *Env) {
	h := newHouse(c.games, c.store, c.log, c.version)
	h.now = c.now
	who := as(n)
	if n == 0 {
		who = caller{}
	}
	e := newEnv(h, who.key, "")
	s := newDaily(e, dailiesOf(c.now(), c.games, c.store)[0])
	h.saver.busy.Wait()
	return s, e
}

// The first attempt counts, from the moment that the board is shown: whoever leaves and comes again finds the
// leaderboard, or the game that went on without him.
func TestADailyIsPlayedOnce(t *testing.T) {
	c := newCommands(t)
	first, e := dailyOf(c, 1)
	p, ok := first.(*play)
	if !ok || p.daily != "2026-11-20" || !p.known || p.seed != games.Seed(c.store.DailySeed("2026-11-20", "maze")) {
		t.Fatalf("%T %+v", first, first)
	}
	list, err := c.store.Attempts(e.player.ID, "2026-11-20", "2026-11-20")
	if err != nil || len(list) != 1 || list[0].Run != p.run || list[0].Done {
		t.Errorf("attempts %+v, %v", list, err)
	}
	if again, _ := dailyOf(c, 1); fmt.Sprintf("%T", again) != "*arcade.leaderboard" {
		t.Errorf("a second attempt: %T", again)
	}
	err = c.store.Keep(storagetest.Key(1), storage.Progress{Run: p.run, Game: "maze", Mode: p.mode.ID, Version: p.game.Version, Seed: uint64(p.seed),
		Known: true, Daily: "2026-11-20", Saved: friday, Steps: games.Encode(nil)})
	if err != nil {
		t.Fatal(err)
	}
	again, _ := dailyOf(c, 1)
	if r, ok := again.(*resume); !ok || r.kept.Run != p.run {
		t.Errorf("a game that waits: %T", again)
	}
}

// A guest plays the daily as often as he likes; nothing of it is kept.
func TestADailyOfAGuest(t *testing.T) {
	c := newCommands(t)
	for range 2 {
		s, _ := dailyOf(c, 0)
		p, ok := s.(*play)
		if !ok {
			t.Fatalf("%T", s)
		}
		if ranks, _ := p.ranks(); ranks {
			t.Error("it ranks")
		}
	}
}

// At midnight a daily that was asked for a moment ago is one of yesterday's.
func TestADailyThatIsOver(t *testing.T) {
	c := newCommands(t)
	d := dailiesOf(friday, c.games, c.store)[0]
	h := newHouse(c.games, c.store, c.log, c.version)
	h.now = func() time.Time { return d.ends() }
	if s := newDaily(newEnv(h, storagetest.Key(1), ""), d); fmt.Sprintf("%T", s) != "*arcade.leaderboard" {
		t.Errorf("%T", s)
	}
}

// A daily says what it is before it starts, and waits for who leaves it, begun or not.
func TestADailyIsSaidBeforeItStarts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := sit(t, testHouse(t, storage.NewMemory()), testKey(t, 1), 80, 24)
		d.wait(4 * time.Second)
		d.press("up", "up", "enter")
		d.golden("eve-80x24")
		d.press("q")
		d.shows("not played yet")
		d.press("enter", "enter")
		d.shows("begin at the marked cell")
		d.press("n")
		d.shows("This run ends here")
		d.press("n", "q")
		d.shows("The daily waits for you")
		d.press("y")
		d.wait(time.Second)
		d.shows("it waits for you")
		d.press("enter")
		d.shows("not begun")
		d.press("enter")
		d.shows("begin at the marked cell")
	})
}
