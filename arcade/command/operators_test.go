package command

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"arcade.example.com/keys"
	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

// desk is an operator's server that notes what it is asked for.
type desk struct {
	asked []string
	bans  []Ban
}

func (d *desk) Stats() Stats {
	return Stats{Sessions: 2, Players: 1, Playing: 1, Database: 32768, Uptime: 3661, Writable: true}
}

func (d *desk) Sessions() []Session {
	return []Session{
		{ID: "k3f9x2", Player: "rob", Tag: "00ff", From: "192.0.2.7", Since: Instant(friday.Add(-time.Hour)), Idle: 90, Playing: true,
			Game: "maze", Mode: "20x20", Began: Instant(friday.Add(-time.Minute))},
		{From: "2001:db8::7", Since: Instant(friday)},
	}
}

func (d *desk) Bans() []Ban { return append([]Ban{}, d.bans...) }

func (d *desk) Kick(who string) (string, int, error) {
	if who != "rob" {
		return "", 0, errors.New(who + " is not here")
	}
	return "k3f9x2", 2, nil
}

func (d *desk) Ban(who string, length time.Duration, why string) (Ban, error) {
	b := Ban{Who: who, Until: friday.Add(length), Why: why}
	d.bans = append(d.bans, b)
	return b, nil
}

func (d *desk) Unban(who string) (string, error) { return who, nil }

func (d *desk) Sweep() error {
	d.asked = append(d.asked, "sweep")
	return nil
}

func (d *desk) Announce(line string) int {
	d.asked = append(d.asked, line)
	return 2
}

func operator(t testing.TB, c Commands) Caller {
	t.Helper()
	return Caller{Key: storagetest.Key(8), User: "op", Operator: &desk{}}
}

func TestOperatorsInJSON(t *testing.T) {
	c := peopled(t)
	who := operator(t, c)
	for _, tt := range []struct{ line, want string }{
		{"admin stats --json", `{"sessions":2,"players":1,"playing":1,"database_bytes":32768,"uptime_s":3661,"writable":true,"panics":0,"sweep_held":false}`},
		{"admin sessions --json", `{"sessions":[{"id":"k3f9x2","player":"rob","tag":"00ff","from":"192.0.2.7","since":"2026-11-20T13:03:07Z","idle_s":90,"playing":true,` +
			`"game":"maze","mode":"20x20","playing_since":"2026-11-20T14:02:07Z"},` +
			`{"id":"","player":"","tag":"","from":"2001:db8::7","since":"2026-11-20T14:03:07Z","idle_s":0,"playing":false,"game":"","mode":"","playing_since":""}]}`},
		{"admin bans --json", `{"bans":[]}`},
		{"--json admin ban rob --for 1h", `{"done":"banned rob until 2026-11-20T15:03:07Z"}`},
		{"admin --json bans", `{"bans":[{"who":"rob","until":"2026-11-20T15:03:07Z"}]}`},
		{"admin unban rob --json", `{"done":"unbanned rob"}`},
		{"admin kick rob --json", `{"done":"kicked 2 sessions of k3f9x2"}`},
		{"admin announce cake at noon --json", `{"done":"announced to 2 sessions"}`},
		{"admin rename ana hanna --json", `{"done":"renamed id-001 to hanna"}`},
		{"admin remove-run RUN-A --json", `{"done":"removed RUN-A: it cannot be saved again"}`},
		{"admin shadow jun --json", `{"done":"id-002 is seen by nobody else"}`},
		{"admin shadow jun --off --json", `{"done":"id-002 is seen by all again"}`},
		{"admin sweep --json", `{"done":"swept"}`},
	} {
		if got := c.answers(t, who, tt.line); got != tt.want+"\n" {
			t.Errorf("%s\n got %s\nwant %s", tt.line, got, tt.want)
		}
	}
	var known struct{ Players []shownKnown }
	decode(t, c.answers(t, who, "admin players --json"), &known)
	if len(known.Players) != 3 {
		t.Errorf("%+v", known)
	}
}

func TestOperatorsInWords(t *testing.T) {
	c := peopled(t)
	who := operator(t, c)
	for line, want := range map[string]string{
		"admin stats": "  uptime    1h1m1s\n",
		"admin sessions": "  k3f9x2  rob    192.0.2.7    00ff  here since 2026-11-20T13:03:07Z  idle 1m30s  plays maze 20x20 since 2026-11-20T14:02:07Z\n" +
			"          guest  2001:db8::7        here since 2026-11-20T14:03:07Z  idle 0s     plays nothing\n",
		"admin players":       "  jun  20",
		"admin announce":      "announced to 2 sessions\n",
		"admin kick rob":      "kicked 2 sessions of k3f9x2\n",
		"admin ban 192.0.2.7": "banned 192.0.2.7 until 2026-11-21T14:03:07Z\n",
		"help admin":          "  admin kick PLAYER\n      ends a player's sessions\n",
		"help backup":         "Usage: backup\n",
	} {
		if got := c.answers(t, who, line); !strings.Contains(got, want) {
			t.Errorf("%s\n%swant\n%s", line, got, want)
		}
	}
	if copied := c.answers(t, who, "backup"); len(copied) == 0 {
		t.Error("an empty backup")
	}
}

// SSH hands on a line without its quotes: the reason is the rest of it, wherever the other flags stand.
func TestAReasonHasBlanks(t *testing.T) {
	c := newCommands(t)
	for line, want := range map[string]Ban{
		"admin ban rob --for 1h --why test of bans": {"rob", friday.Add(time.Hour), "test of bans"},
		"admin ban rob --why test of bans --for 1h": {"rob", friday.Add(time.Hour), "test of bans"},
		"admin ban rob --why 'test of' bans --json": {"rob", friday.Add(24 * time.Hour), "test of bans"},
		"admin ban rob --why=noise":                 {"rob", friday.Add(24 * time.Hour), "noise"},
		"admin ban --why noise rob":                 {"rob", friday.Add(24 * time.Hour), "noise"},
		"admin ban rob --why \x1b[2J \u202e":        {"rob", friday.Add(24 * time.Hour), "?[2J ?"},
		"admin ban rob":                             {"rob", friday.Add(24 * time.Hour), ""},
	} {
		d := &desk{}
		c.answers(t, Caller{Key: storagetest.Key(8), Operator: d}, line)
		if len(d.bans) != 1 || d.bans[0] != want {
			t.Errorf("%s: %+v", line, d.bans)
		}
	}
}

func TestRefusedToOperators(t *testing.T) {
	c := peopled(t)
	for _, tt := range []struct {
		line string
		code int
		want string
	}{
		{"admin", ExitUsage, "Usage: admin COMMAND"},
		{"admin --json", ExitUsage, "sessions, shadow, stats, sweep, unban"},
		{"admin dance", ExitUsage, `no command "admin dance"`},
		{"admin sesions", ExitUsage, "Did you mean sessions?"},
		{"admn", ExitUsage, "Did you mean admin?"},
		{"admin stats now", ExitUsage, "Usage: admin stats"},
		{"admin kick", ExitUsage, "Usage: admin kick PLAYER"},
		{"admin kick nobody", ExitRefused, "nobody is not here"},
		{"admin ban", ExitUsage, "Usage: admin ban"},
		{"admin ban rob 1h", ExitUsage, "--why"},
		{"admin ban rob --for -1h", ExitUsage, "no length of time"},
		{"admin ban rob --for ever", ExitUsage, "invalid argument"},
		{"admin rename nobody-here x", ExitRefused, "nobody-here"},
		{"admin rename ana x", ExitRefused, "3 to 16"},
		{"admin remove-run RUN-X", ExitRefused, "not found"},
		{"admin shadow nobody-here", ExitRefused, "not found"},
		{"admin reviews all", ExitUsage, "Usage: admin reviews"},
		{"admin approve", ExitUsage, "Usage: admin approve RUN"},
		{"admin approve RUN-X", ExitRefused, "not found"},
		{"admin approve RUN-A", ExitRefused, "not found"},
		{"admin approve \x1b[2J", ExitRefused, "not found"},
		{"admin forget nobody-here --yes", ExitRefused, "not found"},
		{"admin forget ana", ExitRefused, "To do it: ssh -p 2222 arcade.test admin forget id-001 --yes"},
		{"backup --json", ExitUsage, "unknown flag"},
	} {
		if code, out, said := c.said(t, operator(t, c), tt.line); code != tt.code || out != "" || !strings.Contains(said, tt.want) {
			t.Errorf("%s: exit %d, printed %q, said %q; want exit %d and %q", tt.line, code, out, said, tt.code, tt.want)
		}
	}
	at := operator(t, c)
	at.Terminal = true
	if code, out, said := c.said(t, at, "backup"); code != ExitUsage || out != "" || !strings.Contains(said, "without -t") {
		t.Errorf("to a terminal: exit %d, %q", code, said)
	}
}

// What an operator orders is logged, and that somebody else tried is not: they typed what does not exist.
func TestOrdersAreLogged(t *testing.T) {
	c := peopled(t)
	var log bytes.Buffer
	c.Log = slog.New(slog.NewTextHandler(&log, nil))
	c.said(t, as(1), "admin kick rob")
	c.answers(t, operator(t, c), "admin kick rob")
	if got := log.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, `msg=operator command="admin kick rob"`) {
		t.Errorf("logged\n%s", got)
	}
}

// To others the operators' commands do not exist: not in the help, not as a suggestion, and not by how they are refused.
func TestOperatorsCommandsAreHidden(t *testing.T) {
	c := newCommands(t)
	hidden := c.paths(operator(t, c))[:0]
	for _, path := range c.paths(operator(t, c)) {
		if strings.HasPrefix(path, "admin") || path == "backup" {
			hidden = append(hidden, path)
		}
	}
	help := c.answers(t, as(1), "help")
	for _, path := range hidden {
		verb, _, _ := strings.Cut(path, " ")
		if strings.Contains(help, verb) {
			t.Errorf("help knows %s", verb)
		}
		for _, line := range []string{path, path + " --json", "help " + path, path + "x", path[1:]} {
			code, out, said := c.said(t, as(1), line)
			if code != ExitUsage || out != "" || !strings.HasSuffix(said, "Try: help\n") {
				t.Errorf("%s: exit %d, %q, %q", line, code, out, said)
			}
			if _, ok := c.Screen(as(1), keys.Words(line)); ok {
				t.Errorf("%s: a screen", line)
			}
		}
	}
}

// An operator erases a player: their lines are gone, and their sessions end.
func TestOperatorsForget(t *testing.T) {
	c := peopled(t)
	var left []string
	c.Left = func(id string) { left = append(left, id) }
	jun, err := c.Store.Find("jun")
	if err != nil {
		t.Fatal(err)
	}
	if got := c.answers(t, operator(t, c), "admin forget jun --yes"); got != "forgot "+jun.ID+"\n" {
		t.Error(got)
	}
	if got := c.answers(t, as(1), "leaderboard maze 10x10"); strings.Contains(got, "jun") || len(left) != 1 || left[0] != jun.ID {
		t.Errorf("%v left, and\n%s", left, got)
	}
}

// Who is shadowed is told nothing of it, and seen by nobody else.
func TestOperatorsShadow(t *testing.T) {
	c := peopled(t)
	c.answers(t, operator(t, c), "admin shadow jun")
	if got := c.answers(t, as(1), "leaderboard maze 10x10"); strings.Contains(got, "jun") {
		t.Error(got)
	}
	if got := c.answers(t, as(2), "me"); !strings.Contains(got, "1st") {
		t.Error(got)
	}
	c.answers(t, operator(t, c), "admin shadow jun --off")
	if got := c.answers(t, as(1), "leaderboard maze 10x10"); !strings.Contains(got, "jun") {
		t.Error(got)
	}
}

// A run that waits is shown to operators and to its player, and counts once it is approved.
func TestReviews(t *testing.T) {
	c := peopled(t)
	who := operator(t, c)
	if got := c.answers(t, who, "admin reviews --json"); got != "{\"reviews\":[]}\n" {
		t.Error(got)
	}
	c.save(t, "RUN-N", 5, 40000, func(r *storage.Run) { r.Review = 3 })
	c.save(t, "RUN-M", 6, 39000, func(r *storage.Run) { r.Review = 3 })
	entry := `"rank":1,"player":"","id":"id-005","time_ms":40000,"at":"2026-11-18T12:00:00Z","run":"RUN-N","moves":0,"least":0}`
	for _, tt := range []struct {
		who        Caller
		line, want string
	}{
		{as(5), "leaderboard maze 10x10 --json", `"review":{` + entry},
		{as(5), "leaderboard maze 10x10", "under review: 0:40.000 as 1st, run RUN-N\n"},
		{who, "admin reviews --json", `{"reviews":[{"game":"maze","mode":"10x10","daily":"","kind":"timed","of":3,"rank":1,"player":"","id":"id-006","time_ms":39000,`},
		{who, "admin reviews", "  RUN-N  unnamed  id-005  maze 10x10  0:40.000  as 1st of 3  2026-11-18T12:00:00Z\n"},
	} {
		if got := c.answers(t, tt.who, tt.line); !strings.Contains(got, tt.want) {
			t.Errorf("%s\n got %s\nwant %s", tt.line, got, tt.want)
		}
	}
	for _, other := range []Caller{as(1), {User: "guest"}} {
		if got := c.answers(t, other, "leaderboard maze 10x10 --json"); strings.Contains(got, "RUN-N") || strings.Contains(got, "review") {
			t.Error(got)
		}
	}
	if got := c.answers(t, who, "admin approve RUN-N --json"); got != "{\"done\":\"approved RUN-N: it counts\"}\n" {
		t.Error(got)
	}
	c.answers(t, who, "admin remove-run RUN-M")
	if got := c.answers(t, as(1), "leaderboard maze 10x10 --top 1 --json"); !strings.Contains(got, `"total":4`) || !strings.Contains(got, `"rank":1,`) || !strings.Contains(got, "RUN-N") {
		t.Error(got)
	}
	if got := c.answers(t, who, "admin reviews --json"); got != "{\"reviews\":[]}\n" {
		t.Error(got)
	}
}
