package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/live/race"
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
	here, err := look.ParseAddress("arcade.test:2222")
	if err != nil {
		t.Fatal(err)
	}
	hall := live.NewHall(live.Clock{}, nil)
	rooms := race.NewRooms(race.Setup{Hall: hall, Seed: func() games.Seed { return 1 }, Ghosts: func(string) bool { return false }})
	return Commands{Store: s, Hall: hall, Rooms: rooms, Games: twoGames(), Version: "v1.2.3", Address: here, Now: func() time.Time { return friday }, Log: slog.New(slog.DiscardHandler)}
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
	c.people(t)
	return c
}

func (c Commands) people(t testing.TB) {
	c.save(t, "RUN-A", 1, 48213)
	c.save(t, "RUN-B", 2, 44018)
	c.save(t, "RUN-C", 3, 61001, ended(friday.Add(-time.Hour)))
	c.save(t, "RUN-D", 1, 182204, in("minesweeper", "expert"))
	c.answers(t, as(1), "name ana")
	c.answers(t, as(2), "name jun")
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
		"me --json":                      `{"player":"","id":"","guest":true,"keys":[],"streak":0,"bests":[],"races":{"won":0,"of":0,"heats":[]},"rivals":[],"tallies":[]}` + "\n",
		"keys --json":                    `{"keys":[],"links":[]}` + "\n",
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

// topFails says that leaderboards cannot be read.
func topFails(method string, _ int) error {
	if method == "Top" {
		return errDisk
	}
	return nil
}

// What went wrong inside is for the log; a stranger learns only that it did.
func TestAStoreThatFails(t *testing.T) {
	c := peopled(t)
	var log bytes.Buffer
	c.Store, c.Log = storagetest.Failing(c.Store, topFails), slog.New(slog.NewTextHandler(&log, nil))
	code, out, said := c.said(t, as(1), "leaderboard maze 5x5 --json")
	if code != ExitRefused || out != "" || said != "The arcade cannot answer that just now.\n" || !strings.Contains(log.String(), "input/output") {
		t.Errorf("exit %d, %q, %q; log %s", code, out, said, log.String())
	}
}

// Whatever is typed, a command ends with a code of its own, in ASCII, and says something.
func FuzzCommand(f *testing.F) {
	for _, line := range []string{"help", "games --json", "leaderboard maze 10x10 --json --top 3", "leaderboard -- --json", "daily mines --date 2026-11-20",
		"me --json", "name 'ana'", "keys", "link 7KQF-2MXD desk", "unlink SHA256:x", "replay RUN-A --cast", "maze 33x21", "mines 24x20/80", "-- --", "maze -h", "-json games",
		"admin ban rob --for 1h --why test of bans", "admin --json sessions", "admin rename ana hanna", "admin announce x", "backup"} {
		for who := range uint8(3) {
			f.Add(line, who)
		}
	}
	c := peopled(f)
	callers := []Caller{as(1), {}, operator(f, c)}
	f.Fuzz(func(t *testing.T, line string, n uint8) {
		who := callers[int(n)%len(callers)]
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
		c.Screen(who, words)
	})
}
