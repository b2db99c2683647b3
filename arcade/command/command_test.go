package command

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hinshun/vt10x"

	"arcade.example.com/arcade/look"
	"arcade.example.com/games"
	"arcade.example.com/games/maze"
	"arcade.example.com/games/minesweeper"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

// friday is the instant at which the commands of these tests are given: in the week, but not on the day, of the runs
// that storagetest makes.
var friday = time.Date(2026, 11, 20, 14, 3, 7, 0, time.UTC)

// twoGames are those that the commands are tested with, however many the arcade has.
func twoGames() []games.Game { return []games.Game{maze.Game(), minesweeper.Game()} }

func newCommands(t testing.TB) Commands {
	s := storage.NewMemory()
	t.Cleanup(func() { s.Close() })
	return Commands{s, twoGames(), "v1.2.3", "-p 2222 arcade.test", func() time.Time { return friday }, slog.New(slog.DiscardHandler)}
}

// as is the nth player at a command.
func as(n int) Caller { return Caller{Key: storagetest.Key(n), User: "somebody"} }

// said runs a line as a client would send it. Ids, which the database's secret draws, come back as id-001 and so on.
func (c Commands) said(t testing.TB, who Caller, line string) (code int, out, errOut string) {
	t.Helper()
	var o, e bytes.Buffer
	code = c.Run(who, keys.Words(line), &o, &e)
	if (code == ExitDone) != (e.Len() == 0) {
		t.Errorf("%.40q: exit %d with %q on stderr", line, code, e.String())
	}
	var ids []string
	for n := range 9 {
		p, err := c.Store.Player(storagetest.Key(n))
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, p.ID, fmt.Sprintf("id-%03d", n))
	}
	r := strings.NewReplacer(ids...)
	return code, r.Replace(o.String()), r.Replace(e.String())
}

// answers is what a line prints that must succeed.
func (c Commands) answers(t testing.TB, who Caller, line string) string {
	t.Helper()
	code, out, errOut := c.said(t, who, line)
	if code != ExitDone {
		t.Fatalf("%s: exit %d, %s", line, code, errOut)
	}
	return out
}

// save stores a run of the nth player.
func (c Commands) save(t testing.TB, id string, n int, ms int64, change ...func(*storage.Run)) {
	t.Helper()
	r := storagetest.NewRun(id, n, ms)
	r.Steps = games.Encode([]games.Step{{At: 0, Move: "east"}, {At: 210 * time.Millisecond, Move: "~look south"}})
	for _, f := range change {
		f(&r)
	}
	if _, err := c.Store.Save(r); err != nil {
		t.Fatal(err)
	}
}

func in(game, mode string) func(*storage.Run) {
	return func(r *storage.Run) { r.Game, r.Mode = game, mode }
}

func ended(at time.Time) func(*storage.Run) { return func(r *storage.Run) { r.Ended = at } }

// peopled is an arcade with some history: ana (1) and jun (2) have names, the third player has none.
func peopled(t testing.TB) Commands {
	c := newCommands(t)
	c.save(t, "RUN-A", 1, 48213)
	c.save(t, "RUN-B", 2, 44018)
	c.save(t, "RUN-C", 3, 61001, ended(friday.Add(-time.Hour)))
	c.save(t, "RUN-D", 1, 182204, in("minesweeper", "expert"))
	c.answers(t, as(1), "name ana")
	c.answers(t, as(2), "name jun")
	return c
}

func TestCommandsInJSON(t *testing.T) {
	c := peopled(t)
	a := `{"rank":2,"player":"ana","id":"id-001","time_ms":48213,"at":"2026-11-18T12:00:00Z","run":"RUN-A"}`
	b := `{"rank":1,"player":"jun","id":"id-002","time_ms":44018,"at":"2026-11-18T12:00:00Z","run":"RUN-B"}`
	for _, tt := range []struct{ line, want string }{
		{"leaderboard maze 10x10 --json",
			`{"game":"maze","mode":"10x10","period":"all","total":3,"entries":[` + b + `,` + a +
				`,{"rank":3,"player":"","id":"id-003","time_ms":61001,"at":"2026-11-20T13:03:07Z","run":"RUN-C"}]}`},
		{"leaderboard --top 1 --json maze --period week 10x10",
			`{"game":"maze","mode":"10x10","period":"week","total":3,"entries":[` + b + `]}`},
		{"leaderboard maze 10x10 -json -period=day",
			`{"game":"maze","mode":"10x10","period":"day","total":1,"entries":[{"rank":1,"player":"","id":"id-003","time_ms":61001,"at":"2026-11-20T13:03:07Z","run":"RUN-C"}]}`},
		{"leaderboard mines beginner --json",
			`{"game":"minesweeper","mode":"beginner","period":"all","total":0,"entries":[]}`},
		{"replay RUN-A --json",
			`{"run":"RUN-A","game":"maze","mode":"10x10","version":1,"seed":"0000000000009f3c","player":"ana","id":"id-001","time_ms":48213,"steps":[[0,"east"],[210,"~look south"]]}`},
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

// decode reads one JSON object on one line, and nothing besides.
func decode(t testing.TB, text string, into any) {
	t.Helper()
	if strings.Count(text, "\n") != 1 || !strings.HasSuffix(text, "\n") {
		t.Errorf("not one line: %q", text)
	}
	d := json.NewDecoder(strings.NewReader(text))
	if err := d.Decode(into); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		t.Errorf("something follows the object: %s", text)
	}
}

func TestLeaderboardInCSV(t *testing.T) {
	c := peopled(t)
	want := "rank,player,id,time_ms,at,run\n" +
		"1,jun,id-002,44018,2026-11-18T12:00:00Z,RUN-B\n" +
		"2,ana,id-001,48213,2026-11-18T12:00:00Z,RUN-A\n" +
		"3,,id-003,61001,2026-11-20T13:03:07Z,RUN-C\n"
	if got := c.answers(t, as(1), "leaderboard maze 10x10 --csv"); got != want {
		t.Errorf("got\n%s", got)
	}
	if got := c.answers(t, as(1), "leaderboard maze 5x5 --csv"); got != "rank,player,id,time_ms,at,run\n" {
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

  maze         10x10   2nd  of 3  0:48.213  2026-11-18T12:00:00Z  RUN-A
  minesweeper  expert  1st  of 1  3:02.204  2026-11-18T12:00:00Z  RUN-D
`},
	} {
		if got := c.answers(t, as(1), tt.line); got != tt.want {
			t.Errorf("%s\n%swant\n%s", tt.line, got, tt.want)
		}
	}
}

func TestHelp(t *testing.T) {
	c := newCommands(t)
	all := c.answers(t, as(1), "help")
	for _, v := range c.verbs() {
		if !strings.Contains(all, "  "+v.name) {
			t.Errorf("help does not know %s", v.name)
		}
		for _, line := range []string{"help " + v.name, v.name + " --help", v.name + " -h"} {
			if got := c.answers(t, as(1), line); !strings.HasPrefix(got, "Usage: "+v.name) {
				t.Errorf("%s: %s", line, got)
			}
		}
	}
	for line := range strings.Lines(all) {
		if len(line) > 80 {
			t.Errorf("%d columns: %s", len(line), line)
		}
	}
}

func TestGames(t *testing.T) {
	c := newCommands(t)
	var got struct {
		Games []struct {
			ID, Title string
			Modes     []struct{ ID, Title string }
		}
	}
	decode(t, c.answers(t, as(1), "games --json"), &got)
	for i, g := range c.Games {
		shown := got.Games[i]
		if shown.ID != g.ID || shown.Title != g.Title || len(shown.Modes) != len(g.Modes) {
			t.Errorf("%v is not %s", shown, g.ID)
		}
		for j, m := range g.Modes {
			if shown.Modes[j].ID != m.ID || shown.Modes[j].Title != m.Title {
				t.Errorf("%v is not %s", shown.Modes[j], m.ID)
			}
			if words := c.answers(t, as(1), "games"); !strings.Contains(words, m.ID) || !strings.Contains(words, m.Title) {
				t.Errorf("%s is missing in %s", m.ID, words)
			}
		}
	}
}

// Each line is refused, says what is allowed, and where it is misused says how it is used.
func TestRefused(t *testing.T) {
	c := peopled(t)
	long := strings.Repeat("x", 100_000)
	for _, tt := range []struct {
		line string
		code int
		want string
	}{
		{"", ExitUsage, "help"},
		{"leaderbord", ExitUsage, "Did you mean leaderboard?"},
		{"dayli", ExitUsage, "Did you mean daily?"},
		{"mase 10x10", ExitUsage, "Did you mean maze?"},
		{"minesweper", ExitUsage, "Did you mean minesweeper?"},
		{"x", ExitUsage, "Try: help"},
		{"telnet --json", ExitUsage, "Try: help"},
		{"LEADERBOARD", ExitUsage, "Try: help"},
		{"--json", ExitUsage, "Try: help"},
		{"''", ExitUsage, "Try: help"},
		{long, ExitUsage, "Try: help"},
		{"'\x1b[2J'", ExitUsage, `"?[2J"`},
		{"help nothing", ExitUsage, "no command"},
		{"help games --json", ExitUsage, "not defined"},
		{"version 2", ExitUsage, "no words"},
		{"games maze", ExitUsage, "no words"},
		{"games --yaml", ExitUsage, "Usage: games [--json]"},
		{"leaderboard chess", ExitUsage, "maze, minesweeper, mines"},
		{"leaderboard maze 11x11", ExitUsage, "5x5, 10x10, 15x15"},
		{"leaderboard maze 1x1", ExitUsage, "5x5, 10x10, 15x15"},
		{"leaderboard maze nothing", ExitUsage, "5x5, 10x10, 15x15"},
		{"leaderboard maze " + long, ExitUsage, "5x5, 10x10, 15x15"},
		{"leaderboard " + long, ExitUsage, "maze, minesweeper"},
		{"leaderboard maze 5x5 6x6", ExitUsage, "0 to 2 words"},
		{"leaderboard " + strings.Repeat("x ", 50_000), ExitUsage, "0 to 2 words"},
		{"leaderboard maze 5x5 --top -1", ExitUsage, "from 1 to 1000"},
		{"leaderboard maze 5x5 --top=-1", ExitUsage, "from 1 to 1000"},
		{"leaderboard maze 5x5 --top 0", ExitUsage, "from 1 to 1000"},
		{"leaderboard maze 5x5 --top 1001", ExitUsage, "from 1 to 1000"},
		{"leaderboard maze 5x5 --top 1e9", ExitUsage, "from 1 to 1000"},
		{"leaderboard maze 5x5 --top 99999999999999999999", ExitUsage, "from 1 to 1000"},
		{"leaderboard maze 5x5 --top " + long, ExitUsage, "from 1 to 1000"},
		{"leaderboard maze 5x5 --top", ExitUsage, "needs an argument"},
		{"leaderboard --period year", ExitUsage, "all, week or day"},
		{"leaderboard --period " + long, ExitUsage, "all, week or day"},
		{"leaderboard --" + long, ExitUsage, "not defined"},
		{"leaderboard --json --csv", ExitUsage, "one format"},
		{"leaderboard --json=maybe", ExitUsage, "invalid"},
		{"daily chess", ExitUsage, "maze, minesweeper"},
		{"daily --date yesterday", ExitUsage, "2026-11-20"},
		{"daily --date 2026-02-30", ExitUsage, "2026-11-20"},
		{"daily --date 26-11-20", ExitUsage, "2026-11-20"},
		{"daily --date 2026-11-21", ExitRefused, "not drawn yet"},
		{"daily --csv", ExitUsage, "not defined"},
		{"replay", ExitUsage, "1 word"},
		{"replay RUN-X", ExitRefused, "no such run"},
		{"replay " + long, ExitRefused, "no such run"},
		{"replay '\x1b]0;x\a'", ExitRefused, `"?]0;x?"`},
		{"replay RUN-A --json --cast", ExitUsage, "one format"},
		{"replay RUN-A --cast", ExitRefused, "older arcade"},
		{"name", ExitUsage, "1 word"},
		{"name a b", ExitUsage, "1 word"},
		{"name ab", ExitRefused, "3 to 16"},
		{"name 'a b c'", ExitRefused, "3 to 16"},
		{"name \u202eana", ExitRefused, "3 to 16"},
		{"name an\u200ba", ExitRefused, "3 to 16"},
		{"name '\x1b[31mana'", ExitRefused, "3 to 16"},
		{"name admin", ExitRefused, "kept for the house"},
		{"name " + long, ExitRefused, "3 to 16"},
		{"name JUN", ExitRefused, "taken"},
		{"name j-un", ExitRefused, "taken"},
		{"link 0000-0000", ExitRefused, "no such code"},
		{"link " + long, ExitRefused, "no such code"},
		{"link 0000-0000 'a b'", ExitUsage, "1 to 16"},
		{"unlink", ExitUsage, "1 word"},
		{"unlink laptop", ExitRefused, "no key"},
		{"unlink " + long, ExitRefused, "no key"},
		{"maze", ExitUsage, "ssh -t -p 2222 arcade.test maze"},
		{"maze 20x20", ExitUsage, "ssh -t -p 2222 arcade.test maze 20x20"},
		{"mines 24x20/80", ExitUsage, "ssh -t -p 2222 arcade.test minesweeper 24x20/80"},
		{"maze 999x999", ExitUsage, "3x3 to 200x200"},
		{"mines 999x999/1", ExitUsage, "5x5 to 60x40"},
		{"maze 10x10 20x20", ExitUsage, "0 to 1 word"},
		{"maze --json", ExitUsage, "not defined"},
		{"admin", ExitUsage, "no command"},
		{"backup", ExitUsage, "no command"},
	} {
		code, out, said := c.said(t, as(1), tt.line)
		if code != tt.code || out != "" || !strings.Contains(said, tt.want) {
			t.Errorf("%.60q: exit %d, printed %.60q, said %.300q; want exit %d and %q", tt.line, code, out, said, tt.code, tt.want)
		}
		if len(said) > 600 || strings.ContainsFunc(said, func(r rune) bool { return r != '\n' && (r < ' ' || r > '~') }) {
			t.Errorf("%.60q: %d bytes, some of them not fit for a terminal: %.300q", tt.line, len(said), said)
		}
	}
}

func TestAGuest(t *testing.T) {
	c := peopled(t)
	for _, line := range []string{"name ana2", "keys", "link", "link 0000-0000", "unlink laptop"} {
		code, _, said := c.said(t, Caller{}, line)
		if code != ExitRefused || !strings.Contains(said, "ssh-keygen") {
			t.Errorf("%s: exit %d, %s", line, code, said)
		}
	}
	for line, want := range map[string]string{
		"me":                             "guest",
		"me --json":                      `{"player":"","id":"","guest":true,"keys":[],"streak":0,"bests":[]}` + "\n",
		"keys --json":                    `{"keys":[]}` + "\n",
		"leaderboard maze 10x10 --top 1": "jun",
		"daily --json":                   `"you":null`,
		"replay RUN-A":                   "east",
	} {
		if got := c.answers(t, Caller{}, line); !strings.Contains(got, want) {
			t.Errorf("%s: %s", line, got)
		}
	}
}

// Reading asks nothing of the disk: a key that was never seen is not written by looking around.
func TestLookingAroundWritesNothing(t *testing.T) {
	c := newCommands(t)
	for _, line := range []string{"help", "games", "me", "me --json", "keys", "leaderboard", "daily", "name admin", "link 0000-0000"} {
		c.said(t, as(1), line)
	}
	if p, err := c.Store.Player(storagetest.Key(1)); err != nil || p.Known {
		t.Errorf("%v, %v", p, err)
	}
}

func TestMeInJSON(t *testing.T) {
	c := peopled(t)
	var got shownPlayer
	decode(t, c.answers(t, as(1), "me --json"), &got)
	best := shownBest{"maze", "10x10", 2, 3, 48213, "2026-11-18T12:00:00Z", "RUN-A"}
	if got.Player != "ana" || got.ID != "id-001" || got.Guest || len(got.Keys) != 1 || len(got.Bests) != 2 || got.Bests[0] != best {
		t.Errorf("%+v", got)
	}
	k := got.Keys[0]
	_, err := time.Parse(time.RFC3339, k.Added)
	if err != nil || k.Key != storagetest.Key(1).Fingerprint() || k.Type != "ssh-ed25519" || !k.This {
		t.Errorf("%+v, %v", k, err)
	}
}

func TestLinking(t *testing.T) {
	c := peopled(t)
	code, _, _ := strings.Cut(c.answers(t, as(1), "link"), "\n")
	if got := c.answers(t, as(2), "link "+strings.ToLower(code)+" desk"); !strings.Contains(got, "ana's (id-001)") {
		t.Error(got)
	}
	if exit, _, said := c.said(t, as(3), "link "+code); exit != ExitRefused || !strings.Contains(said, "no such code") {
		t.Errorf("a code used twice: exit %d, %s", exit, said)
	}
	if got := c.answers(t, as(2), "leaderboard maze 10x10"); strings.Contains(got, "jun") || !strings.Contains(got, "1  ana ") {
		t.Errorf("the bests were not merged:\n%s", got)
	}

	code, _, _ = strings.Cut(c.answers(t, as(2), "link"), "\n")
	c.answers(t, as(3), "link "+code) // called by the SSH user name
	names := map[string]bool{}
	var shown struct{ Keys []shownKey }
	decode(t, c.answers(t, as(1), "keys --json"), &shown)
	for _, k := range shown.Keys {
		names[k.Key] = k.This
	}
	want := map[string]bool{storagetest.Key(1).Fingerprint(): true, "desk": false, "somebody": false}
	if fmt.Sprint(names) != fmt.Sprint(want) {
		t.Errorf("keys %v, want %v", names, want)
	}
	if got := c.answers(t, as(3), "keys"); strings.Count(got, "this one") != 1 || strings.Contains(got, storagetest.Key(1).Fingerprint()) {
		t.Errorf("the third key sees\n%s", got)
	}

	c.answers(t, as(1), "unlink somebody")
	c.answers(t, as(1), "unlink desk")
	if exit, _, said := c.said(t, as(1), "unlink "+storagetest.Key(1).Fingerprint()); exit != ExitRefused || !strings.Contains(said, "only key") {
		t.Errorf("the last key: exit %d, %s", exit, said)
	}
	if got := c.answers(t, as(2), "me"); strings.Contains(got, "ana") {
		t.Errorf("a key that was taken away is still\n%s", got)
	}
}

// Two keys of one name, or without one, are told apart by their tags, and what is shown can be typed.
func TestKeysOfOneName(t *testing.T) {
	c := peopled(t)
	for n := 2; n < 5; n++ {
		code, _, _ := strings.Cut(c.answers(t, as(1), "link"), "\n")
		c.answers(t, as(n), "link "+code+" laptop")
	}
	var shown struct{ Keys []shownKey }
	decode(t, c.answers(t, as(4), "keys --json"), &shown)
	seen := map[string]bool{}
	for _, k := range shown.Keys {
		seen[k.Key] = true
		if !k.This {
			c.answers(t, as(4), "unlink "+k.Key)
		}
	}
	if len(shown.Keys) != 4 || len(seen) != 4 || seen["laptop"] {
		t.Errorf("%v", seen)
	}
}

func TestCodesExpire(t *testing.T) {
	c := peopled(t)
	code, _, _ := strings.Cut(c.answers(t, as(1), "link"), "\n")
	c.Now = func() time.Time { return friday.Add(10 * time.Minute) }
	if exit, _, said := c.said(t, as(2), "link "+code); exit != ExitRefused || !strings.Contains(said, "expired") {
		t.Errorf("exit %d, %s", exit, said)
	}
}

// broken is a store that answers nothing.
type broken struct{ storage.Store }

var errDisk = errors.New("open /srv/arcade/arcade.db: input/output error")

func (broken) Top(storage.Leaderboard, int, int) ([]storage.Entry, int, error) {
	return nil, 0, errDisk
}

// What went wrong inside is for the log; a stranger learns only that it did.
func TestAStoreThatFails(t *testing.T) {
	c := peopled(t)
	var log bytes.Buffer
	c.Store, c.Log = broken{c.Store}, slog.New(slog.NewTextHandler(&log, nil))
	code, out, said := c.said(t, as(1), "leaderboard maze 5x5 --json")
	if code != ExitRefused || out != "" || said != "The arcade cannot answer that just now.\n" || !strings.Contains(log.String(), "input/output") {
		t.Errorf("exit %d, %q, %q; log %s", code, out, said, log.String())
	}
}

func TestScreens(t *testing.T) {
	c := peopled(t)
	for line, want := range map[string]string{
		"maze":                           "to.Game",
		"maze 33x21":                     "to.Game",
		"mines expert-ng":                "to.Game",
		"leaderboard":                    "to.Leaderboard",
		"leaderboard mines":              "to.Leaderboard",
		"leaderboard maze 5x5":           "to.Leaderboard",
		"leaderboard maze --period week": "to.Leaderboard",
		"replay RUN-A":                   "to.Watch",
		"daily":                          "to.Daily",
		"daily mines":                    "to.Daily",
		"daily --date 2026-11-19":        "to.Daily",
	} {
		open, ok := c.Screen(keys.Words(line))
		if !ok {
			t.Errorf("%s: no screen", line)
			continue
		}
		if got := fmt.Sprintf("%T", open); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
	for _, line := range []string{"", "help", "games", "me", "keys", "name ana", "link", "version", "nothing", "maze 1x1", "maze --json", "chess",
		"leaderboard --json", "leaderboard --csv", "leaderboard --top 3", "leaderboard chess", "leaderboard maze 33x21", "leaderboard --period year",
		"replay", "replay RUN-X", "replay RUN-A --json", "replay RUN-A --cast", "daily --json", "daily --date 2026-11-21", "daily --date x"} {
		if _, ok := c.Screen(keys.Words(line)); ok {
			t.Errorf("%s: a screen", line)
		}
	}
}

// A game whose name is a command's could not be played by it.
func TestNoGameIsACommand(t *testing.T) {
	c := newCommands(t)
	for _, v := range c.verbs() {
		if g, ok := c.game(v.name); ok {
			t.Errorf("%s is a command and %s", v.name, g.Title)
		}
	}
}

func TestSuggestion(t *testing.T) {
	known := []string{"leaderboard", "me", "maze", "name", "keys"}
	for word, want := range map[string]string{
		"leaderboards": "leaderboard", "leaderborad": "leaderboard", "nane": "name", "key": "keys", "mee": "me", "maez": "maze",
		"": "", "zzzzzz": "", "xy": "", strings.Repeat("leaderboard", 1000): "",
	} {
		got := " Did you mean " + want + "?"
		if want == "" {
			got = " Try: help"
		}
		if s := suggestion(word, known); s != got {
			t.Errorf("%.20q:%s, want%s", word, s, got)
		}
	}
}

// won is a run of a game, made by its rules from a seed: the shortest way out of a maze.
func won(t testing.TB, g games.Game, mode string, seed games.Seed) storage.Replay {
	t.Helper()
	m, err := g.Mode(mode)
	if err != nil {
		t.Fatal(err)
	}
	first, err := g.Deal(m, seed)
	if err != nil {
		t.Fatal(err)
	}
	type position struct {
		state games.State
		moves []games.Move
	}
	seen := map[string]bool{}
	for queue := []position{{state: first}}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if at.state.Status() == games.Won {
			r := storage.Replay{Run: "RUN-W", Player: storage.Player{ID: "k3f9x2", Name: "ana"}, Game: g.ID, Mode: m.ID, Version: g.Version,
				Seed: uint64(seed), At: friday}
			var steps []games.Step
			for i, move := range at.moves {
				r.Millis = int64(i) * 150
				steps = append(steps, games.Step{At: look.Millis(r.Millis), Move: move})
			}
			r.Steps = games.Encode(steps)
			return r
		}
		for _, move := range []games.Move{"north", "east", "south", "west"} {
			if next, err := at.state.Apply(move); err == nil && !seen[next.Text()] {
				seen[next.Text()] = true
				queue = append(queue, position{next, append(slices.Clip(at.moves), move)})
			}
		}
	}
	t.Fatal("no way out")
	return storage.Replay{}
}

func TestCast(t *testing.T) {
	c := newCommands(t)
	g, _ := c.game("maze")
	w := won(t, g, "5x5", 7)
	c.save(t, "RUN-W", 1, w.Millis, in("maze", "5x5"), func(r *storage.Run) { r.Seed, r.Version, r.Steps = w.Seed, w.Version, w.Steps })
	c.answers(t, as(1), "name ana")
	lines := strings.Split(strings.TrimSuffix(c.answers(t, Caller{}, "replay RUN-W --cast"), "\n"), "\n")

	var header map[string]any
	if err := json.Unmarshal([]byte(lines[0]), &header); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]any{"version": 2.0, "width": 80.0, "height": 24.0, "title": "Maze - 5 x 5", "timestamp": float64(storagetest.NewRun("", 1, 0).Ended.Unix())} {
		if header[key] != want {
			t.Errorf("%s is %v, want %v", key, header[key], want)
		}
	}
	at, size := 0.0, 0
	for i, line := range lines[1:] {
		var event []any
		if err := json.Unmarshal([]byte(line), &event); err != nil || len(event) != 3 || event[1] != "o" {
			t.Fatalf("line %d: %v in %s", i+2, err, line)
		}
		if event[0].(float64) < at {
			t.Errorf("line %d is at %v, after %v", i+2, event[0], at)
		}
		at, size = event[0].(float64), size+len(event[2].(string))
	}
	steps, err := games.Decode(w.Steps)
	if err != nil {
		t.Fatal(err)
	}
	c.sameAtTheEnd(t, lines[1:], w)
	end := (look.Millis(w.Millis) + lastFrames).Seconds()
	if len(lines) < len(steps) || math.Abs(at-end) > 1e-6 {
		t.Errorf("%d lines for %d steps, the last at %v, want %v", len(lines), len(steps), at, end)
	}
	if size > 4000*len(lines) {
		t.Errorf("%d bytes in %d lines", size, len(lines))
	}
}

// sameAtTheEnd plays a cast in a terminal emulator, where the board must stand in the end as it is drawn afresh.
func (c Commands) sameAtTheEnd(t *testing.T, events []string, r storage.Replay) {
	t.Helper()
	term := vt10x.New(vt10x.WithSize(castWidth, castHeight))
	for _, line := range events {
		var event []any
		if err := json.Unmarshal([]byte(line), &event); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(term, event[2].(string)); err != nil {
			t.Fatal(err)
		}
	}
	g, _ := c.game(r.Game)
	steps, err := games.Decode(r.Steps)
	if err != nil {
		t.Fatal(err)
	}
	end, _, err := g.Play(games.Replay{Game: r.Game, Mode: r.Mode, Version: r.Version, Seed: games.Seed(r.Seed), Steps: steps})
	if err != nil {
		t.Fatal(err)
	}
	want := games.NewCanvas(castWidth, castHeight-1)
	board := g.NewBoard()
	board.Fit(end, castWidth, castHeight-1, games.Options{})
	for i := range steps {
		at, _, err := g.Play(games.Replay{Game: r.Game, Mode: r.Mode, Version: r.Version, Seed: games.Seed(r.Seed), Steps: steps[:i+1]})
		if err != nil {
			t.Fatal(err)
		}
		board.Watch(at, steps[i].Move)
	}
	board.Draw(want, end, games.Scene{Elapsed: look.Millis(r.Millis), Replay: true})
	for y := range castHeight - 1 {
		var got, drawn strings.Builder
		for x := range castWidth {
			got.WriteRune(max(term.Cell(x, y+1).Char, ' '))
			drawn.WriteRune(max(want.At(x, y).Rune, ' '))
		}
		if got.String() != drawn.String() {
			t.Errorf("line %d is\n%s, want\n%s", y, got.String(), drawn.String())
		}
	}
	if head := term.String(); !strings.Contains(head, "Maze - 5 x 5") || !strings.Contains(head, "ana   "+look.Tidy(look.Millis(r.Millis))) {
		t.Errorf("the head is %.80s", head)
	}
}

// Whatever is typed, a command ends with a code of its own, in ASCII, and says something.
func FuzzCommand(f *testing.F) {
	for _, line := range []string{"help", "games --json", "leaderboard maze 10x10 --json --top 3", "leaderboard -- --json", "daily mines --date 2026-11-20",
		"me --json", "name 'ana'", "keys", "link 7KQF-2MXD desk", "unlink SHA256:x", "replay RUN-A --cast", "maze 33x21", "mines 24x20/80", "-- --", "maze -h"} {
		f.Add(line, false)
		f.Add(line, true)
	}
	c := peopled(f)
	f.Fuzz(func(t *testing.T, line string, guest bool) {
		who := as(1)
		if guest {
			who = Caller{}
		}
		var out, errOut bytes.Buffer
		words := keys.Words(line)
		code := c.Run(who, words, &out, &errOut)
		if code != ExitDone && code != ExitRefused && code != ExitUsage {
			t.Errorf("exit %d", code)
		}
		if (code == ExitDone) != (errOut.Len() == 0) || out.Len() == 0 && errOut.Len() == 0 {
			t.Errorf("exit %d with %q and %q", code, out.String(), errOut.String())
		}
		for _, b := range errOut.Bytes() {
			if b != '\n' && (b < ' ' || b > '~') {
				t.Errorf("not ASCII: %q", errOut.String())
			}
		}
		if errOut.Len() > 1000 {
			t.Errorf("%d bytes of explanation", errOut.Len())
		}
		c.Screen(words)
	})
}

// BenchmarkLeaderboardCommand is the whole of `leaderboard maze 10x10 --json` but for the network.
func BenchmarkLeaderboardCommand(b *testing.B) {
	c := peopled(b)
	words := keys.Words("leaderboard maze 10x10 --json")
	for b.Loop() {
		c.Run(as(1), words, io.Discard, io.Discard)
	}
}
