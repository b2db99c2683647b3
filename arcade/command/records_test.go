package command

import (
	"encoding/csv"
	"io"
	"strings"
	"testing"

	"arcade.example.com/storage"

	"arcade.example.com/games"
	"arcade.example.com/keys"
)

func TestCommandsInJSON(t *testing.T) {
	c := peopled(t)
	a := `{"rank":2,"player":"ana","id":"id-001","time_ms":48213,"at":"2026-11-18T12:00:00Z","run":"RUN-A","moves":0,"least":0}`
	b := `{"rank":1,"player":"jun","id":"id-002","time_ms":44018,"at":"2026-11-18T12:00:00Z","run":"RUN-B","moves":0,"least":0}`
	for _, tt := range []struct{ line, want string }{
		{"leaderboard maze 10x10 --json",
			`{"game":"maze","mode":"10x10","period":"all","kind":"timed","total":3,"entries":[` + b + `,` + a +
				`,{"rank":3,"player":"","id":"id-003","time_ms":61001,"at":"2026-11-20T13:03:07Z","run":"RUN-C","moves":0,"least":0}]}`},
		{"leaderboard --top 1 --json maze --period week 10x10",
			`{"game":"maze","mode":"10x10","period":"week","kind":"timed","total":3,"entries":[` + b + `]}`},
		{"leaderboard maze 10x10 -json -period=day",
			`{"game":"maze","mode":"10x10","period":"day","kind":"timed","total":1,"entries":[{"rank":1,"player":"","id":"id-003","time_ms":61001,"at":"2026-11-20T13:03:07Z","run":"RUN-C","moves":0,"least":0}]}`},
		{"leaderboard mines beginner --json",
			`{"game":"minesweeper","mode":"beginner","period":"all","kind":"timed","total":0,"entries":[]}`},
		{"replay RUN-A --json",
			`{"run":"RUN-A","game":"maze","mode":"10x10","version":1,"seed":"0000000000009f3c","player":"ana","id":"id-001","time_ms":48213,"steps":[[0,"east"],[210,"~look south"]],"kind":"timed","moves":0,"least":0,"pace":{"first_ms":0,"mean_ms":0,"deviation_ms":0,"together":0}}`},
	} {
		if got := c.answers(t, as(1), tt.line); got != tt.want+"\n" {
			t.Errorf("%s\n got %s\nwant %s", tt.line, got, tt.want)
		}
	}
}

// Who has left is nobody to the programs that read a leaderboard or a replay.
func TestAPlayerWhoLeft(t *testing.T) {
	c := peopled(t)
	p, err := c.Store.Find("ana")
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Store.RemovePlayer(p.ID); err != nil {
		t.Fatal(err)
	}
	if got := c.answers(t, as(2), "replay RUN-A --json"); !strings.Contains(got, `"player":"","id":"",`) {
		t.Error(got)
	}
	if got := c.answers(t, as(2), "replay RUN-A"); !strings.Contains(got, "by (left)") {
		t.Error(got)
	}
}

func TestLeaderboardOfAllModes(t *testing.T) {
	c := peopled(t)
	type boards struct {
		Period       string
		Leaderboards []struct {
			Game, Mode string
			Total      int
			Entries    []shownEntry
		}
	}
	for _, tt := range []struct {
		line string
		want int
	}{{"leaderboard --json", modesOf(c.Games)}, {"leaderboard mines --json", modesOf(c.Games[1:])}} {
		var got boards
		decode(t, c.answers(t, as(1), tt.line), &got)
		if len(got.Leaderboards) != tt.want || got.Period != "all" {
			t.Errorf("%s: %d leaderboards of %s, want %d", tt.line, len(got.Leaderboards), got.Period, tt.want)
		}
		for _, lb := range got.Leaderboards {
			if lb.Entries == nil || len(lb.Entries) > 3 || len(lb.Entries) != min(lb.Total, 3) {
				t.Errorf("%s: %s %s has %d of %d entries", tt.line, lb.Game, lb.Mode, len(lb.Entries), lb.Total)
			}
		}
	}
}

func modesOf(list []games.Game) (n int) {
	for _, g := range list {
		n += len(g.Modes)
	}
	return n
}

func TestLeaderboardInCSV(t *testing.T) {
	c := peopled(t)
	want := "rank,player,id,time_ms,at,run,moves,least\n" +
		"1,jun,id-002,44018,2026-11-18T12:00:00Z,RUN-B,0,0\n" +
		"2,ana,id-001,48213,2026-11-18T12:00:00Z,RUN-A,0,0\n" +
		"3,,id-003,61001,2026-11-20T13:03:07Z,RUN-C,0,0\n"
	if got := c.answers(t, as(1), "leaderboard maze 10x10 --csv"); got != want {
		t.Errorf("got\n%s", got)
	}
	if got := c.answers(t, as(1), "leaderboard maze 5x5 --csv"); got != "rank,player,id,time_ms,at,run,moves,least\n" {
		t.Errorf("an empty one:\n%s", got)
	}
	rows, err := csv.NewReader(strings.NewReader(c.answers(t, as(1), "leaderboard --csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"game mode rank", "maze 10x10 1", "maze 10x10 2", "maze 10x10 3", "minesweeper expert 1"} {
		if got := strings.Join(rows[i][:3], " "); got != want {
			t.Errorf("row %d begins %s, want %s", i, got, want)
		}
	}
}

func TestCommandsInWords(t *testing.T) {
	c := peopled(t)
	for _, tt := range []struct {
		line string
		want string
	}{
		{"version", "arcade v1.2.3\n"},
		{"leaderboard maze 10x10", `Maze 10 x 10, all time: 3 players
  1  jun      id-002  0:44.018           2026-11-18T12:00:00Z  RUN-B
  2  ana      id-001  0:48.213   +4.195  2026-11-18T12:00:00Z  RUN-A  you
  3  unnamed  id-003  1:01.001  +16.983  2026-11-20T13:03:07Z  RUN-C
`},
		{"leaderboard maze 5x5 --period day", "Maze 5 x 5, today: nobody yet\n"},
		{"replay RUN-A", `maze 10x10 in 0:48.213 by ana, 2026-11-18T12:00:00Z
seed 0000000000009f3c, dealing version 1, run RUN-A

    0:00.000  east
    0:00.210  ~look south
`},
		{"me", `ana, id-001
  keys    1
  streak  0 days
  games   won 2 of 2 (100 %)

  maze         10x10   2nd  of 3  0:48.213  2026-11-18T12:00:00Z  RUN-A
  minesweeper  expert  1st  of 1  3:02.204  2026-11-18T12:00:00Z  RUN-D
`},
	} {
		if got := c.answers(t, as(1), tt.line); got != tt.want {
			t.Errorf("%s\n%swant\n%s", tt.line, got, tt.want)
		}
	}
}

// BenchmarkLeaderboardCommand is the whole of `leaderboard maze 10x10 --json` but for the network.
func BenchmarkLeaderboardCommand(b *testing.B) {
	c := peopled(b)
	words := keys.Words("leaderboard maze 10x10 --json")
	for b.Loop() {
		c.Run(as(1), words, io.Discard, io.Discard)
	}
}

// Runs that no hands made stand apart, with how many moves they took.
func TestKindsApart(t *testing.T) {
	c := peopled(t)
	c.save(t, "RUN-M", 3, 12, func(r *storage.Run) {
		r.Kind, r.Figures = storage.Automatic, storage.Figures{Moves: 42, Least: 40}
	})
	if got := c.answers(t, as(1), "leaderboard maze 10x10"); strings.Contains(got, "RUN-M") {
		t.Error(got)
	}
	want := "Maze 10 x 10, all time, automatic: 1 player\n" +
		"  1  unnamed  id-003  0:00.012    2026-11-18T12:00:00Z  RUN-M  42/40 moves\n"
	if got := c.answers(t, as(1), "leaderboard maze 10x10 --kind automatic"); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got := c.answers(t, as(1), "leaderboard maze 10x10 --kind automatic --json"); !strings.Contains(got, `"kind":"automatic","total":1`) || !strings.Contains(got, `"moves":42,"least":40`) {
		t.Error(got)
	}
	if exit, _, said := c.said(t, as(1), "leaderboard --kind cheats"); exit != ExitUsage || !strings.Contains(said, "timed, automatic, lines, bots") {
		t.Errorf("exit %d, %s", exit, said)
	}
}
