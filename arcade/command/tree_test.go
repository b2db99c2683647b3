package command

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"arcade.example.com/keys"
)

func TestHelp(t *testing.T) {
	c := newCommands(t)
	for _, who := range []Caller{as(1), {}, operator(t, c)} {
		all := c.answers(t, who, "help")
		for _, path := range c.paths(who) {
			if !strings.Contains(all, "  "+path) {
				t.Errorf("help does not know %s:\n%s", path, all)
			}
			for _, line := range []string{"help " + path, path + " --help", path + " -h"} {
				if got := c.answers(t, who, line); !strings.HasPrefix(got, "Usage: "+path) {
					t.Errorf("%s: %s", line, got)
				}
			}
		}
		for line := range strings.Lines(all) {
			if len(line) > 80 {
				t.Errorf("%d columns: %s", len(line), line)
			}
		}
		if got := c.answers(t, who, "--help"); got != all {
			t.Errorf("--help:\n%s", got)
		}
	}
}

// paths are the commands that there are for a caller, each by its words.
func (c Commands) paths(who Caller) (list []string) {
	a := &asked{Commands: c, who: who}
	for _, cmd := range a.tree().Commands() {
		list = append(list, strings.TrimSpace(cmd.CommandPath()))
		for _, below := range cmd.Commands() {
			list = append(list, strings.TrimSpace(below.CommandPath()))
		}
	}
	return list
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
		{"mze", ExitUsage, "Did you mean maze?"},
		{"mze 5x5", ExitUsage, "Did you mean maze?"},
		{"mine", ExitUsage, "Did you mean mines?"},
		{"x", ExitUsage, "Try: help"},
		{"telnet --json", ExitUsage, "Try: help"},
		{"LEADERBOARD", ExitUsage, "Try: help"},
		{"--json", ExitUsage, "Try: help"},
		{"''", ExitUsage, "Try: help"},
		{long, ExitUsage, "Try: help"},
		{"'\x1b[2J'", ExitUsage, `"?[2J"`},
		{"help nothing", ExitUsage, "no command"},
		{"help games --json", ExitUsage, "unknown flag"},
		{"version 2", ExitUsage, "no words"},
		{"games maze", ExitUsage, "no words"},
		{"help maze 5x5", ExitUsage, "no command"},
		{"games --yaml", ExitUsage, "Usage: games [--json]"},
		{"leaderboard chess", ExitUsage, "maze, minesweeper, mines"},
		{"leaderboard maze 11x11", ExitUsage, "5x5, 10x10, 15x15"},
		{"leaderboard maze 1x1", ExitUsage, "5x5, 10x10, 15x15"},
		{"leaderboard maze nothing", ExitUsage, "5x5, 10x10, 15x15"},
		{"leaderboard maze " + long, ExitUsage, "5x5, 10x10, 15x15"},
		{"leaderboard " + long, ExitUsage, "maze, minesweeper"},
		{"leaderboard maze 5x5 6x6", ExitUsage, "at most 2 words"},
		{"leaderboard " + strings.Repeat("x ", 50_000), ExitUsage, "at most 2 words"},
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
		{"leaderboard --" + long, ExitUsage, "unknown flag"},
		{"leaderboard --json --csv", ExitUsage, "one format"},
		{"leaderboard --json=maybe", ExitUsage, "invalid"},
		{"daily chess", ExitUsage, "maze, minesweeper"},
		{"daily --date yesterday", ExitUsage, "2026-11-20"},
		{"daily --date 2026-02-30", ExitUsage, "2026-11-20"},
		{"daily --date 26-11-20", ExitUsage, "2026-11-20"},
		{"daily --date 2026-11-21", ExitRefused, "not drawn yet"},
		{"daily --csv", ExitUsage, "unknown flag"},
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
		{"maze 999x999", ExitUsage, `maze: no mode "999x999": a size is WxH cells, 3x3 to 200x200, such as 33x21 or 20x20+wilson.` + "\nUsage: maze [MODE]"},
		{"mines nothing", ExitUsage, `minesweeper: no mode "nothing": a mode is beginner, intermediate,`},
		{"maze '\x1b[2J'", ExitUsage, `no mode "\x1b[2J": a size is`},
		{"maze " + long, ExitUsage, "3x3 to 200x200"},
		{"mines 999x999/1", ExitUsage, "5x5 to 60x40"},
		{"maze 10x10 20x20", ExitUsage, "at most 1 word"},
		{"maze --json", ExitUsage, "unknown flag"},
		{"admin", ExitUsage, "no command"},
		{"admin stats --json", ExitUsage, "Try: help"},
		{"admn", ExitUsage, "Try: help"},
		{"bakup", ExitUsage, "Try: help"},
		{"help admin", ExitUsage, "Try: help"},
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
		open, ok := c.Screen(as(1), keys.Words(line))
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
		if _, ok := c.Screen(as(1), keys.Words(line)); ok {
			t.Errorf("%s: a screen", line)
		}
	}
}

// A game whose name is a command's could not be played by it.
func TestEveryNameIsOneCommand(t *testing.T) {
	c := newCommands(t)
	a := &asked{Commands: c, who: operator(t, c)}
	seen := map[string]bool{}
	for _, name := range names(a.tree()) {
		if seen[name] {
			t.Errorf("%s is two commands", name)
		}
		seen[name] = true
	}
}

// Flags stand anywhere, before the command too, with one dash or two.
func TestFlagsAnywhere(t *testing.T) {
	c := peopled(t)
	want := c.answers(t, as(1), "leaderboard maze 10x10 --json --top 2 --period week")
	for _, line := range []string{"leaderboard --json --top 2 --period week maze 10x10", "leaderboard maze -json --top=2 10x10 -period=week",
		"--json leaderboard maze 10x10 --top 2 --period week", "--top 2 --json --period week leaderboard maze 10x10", "--period=week --top=2 leaderboard --json -- maze 10x10"} {
		if got := c.answers(t, as(1), line); got != want {
			t.Errorf("%s: %s", line, got)
		}
	}
}

// Cobra's own requests for shell completion are no commands here.
func TestNoCompletion(t *testing.T) {
	c := newCommands(t)
	for _, line := range []string{"completion", "completion bash", "__complete ''", "__complete leader", "__completeNoDesc ''"} {
		if code, out, said := c.said(t, operator(t, c), line); code != ExitUsage || out != "" || !strings.Contains(said, "no command") {
			t.Errorf("%s: exit %d, %q, %q", line, code, out, said)
		}
	}
}

// BenchmarkVersionCommand is what any command costs at least.
func BenchmarkVersionCommand(b *testing.B) {
	c := peopled(b)
	words := keys.Words("version")
	for b.Loop() {
		c.Run(as(1), words, io.Discard, io.Discard)
	}
}
