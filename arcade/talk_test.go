package arcade

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"arcade.example.com/arcade/door/doortest"
	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/nodes"
	"arcade.example.com/arcade/playtest"
	"arcade.example.com/games"
)

const heard = "Say ? for what can be said."

// Lines end in CR LF under a terminal, where what is typed is echoed, and in LF without one.
func TestLinesWithAndWithoutATerminal(t *testing.T) {
	a := openArcade(t, nil)
	for _, tt := range []struct{ terminal, command, typed, want string }{
		{"xterm-256color", "maze 5x5 --lines", "whree\x7f\x7f\x7fere\r", "whree\b \b\b \b\b \bere\r\nAt column 1, row 1"},
		{"xterm-256color", "--lines", "help\r", "help\r\nYou say a line"},
		{"dumb", "", "help\r", "help\r\nYou say a line"},
		{"", "play maze 5x5", "where\n", "\nAt column 1, row 1"},
		{"", "play", "help\n", "\nYou say a line"},
		{"", "play mines --json", `{"say":"where"}` + "\n", `{"said":["a field of 9 rows and 9 columns`},
	} {
		x := a.begin(t, 0, tt.terminal, tt.command)
		x.sees(heard)
		x.press(tt.typed)
		x.sees(tt.want)
		out := x.out.String()
		if lf, crlf := strings.Count(out, "\n"), strings.Count(out, "\r\n"); crlf != 0 && tt.terminal == "" || crlf != lf && tt.terminal != "" || strings.ContainsRune(out, '\x1b') {
			t.Errorf("%q in a terminal %q: %q", tt.command, tt.terminal, out)
		}
		x.conn.Close()
	}
	doortest.Eventually(t, "all have left", func() bool { return len(a.all()) == 0 })
}

// What is known of a terminal is said without asking it anything, which would put more than sentences on it.
func TestCheckInLines(t *testing.T) {
	a := openArcade(t, nil)
	for terminal, want := range map[string]string{"xterm-256color": "Your terminal is xterm-256color, of 80 columns and 24 rows.", "": "Nothing says what your terminal is."} {
		command := "play"
		if terminal != "" {
			command = "--lines"
		}
		x := a.begin(t, 1, terminal, command)
		x.sees(heard)
		x.press("check\r\n")
		x.sees(want)
		x.sees("More is asked by: ssh -t")
		x.press("check\r\n") // and is answered the same
		doortest.Eventually(t, "it is answered again", func() bool { return strings.Count(x.out.String(), "More is asked by: ssh -t") == 2 })
		said := x.out.String()
		trips := regexp.MustCompile(`Round trip: (\d+ ms|not measured yet)\.`).FindAllString(said, -1)
		if len(trips) != 2 || trips[0] != trips[1] || strings.ContainsRune(said, '\x1b') {
			t.Errorf("%q", said)
		}
		x.press("quit\r\n")
		x.sees("Goodbye.")
		x.conn.Close()
	}
}

// Ctrl+C and the end of the input are goodbyes, and end well.
func TestLinesEnd(t *testing.T) {
	a := openArcade(t, nil)
	x := a.begin(t, 1, "xterm", "maze 5x5 --lines")
	x.sees(heard)
	x.press("loo\x03")
	if err := <-x.done; err != nil {
		t.Error(err)
	}
	x.sees("Goodbye.")
	if out, code := a.ask(t, 1, "play maze"); code != 0 || !strings.Contains(out, "Goodbye.") {
		t.Errorf("exit code %d:\n%s", code, out)
	}
}

// Who has chosen lines gets them wherever there would be a screen.
func TestLinesByChoice(t *testing.T) {
	a := openArcade(t, nil)
	if err := a.store.SetSettings(playtest.Key(t, 1), map[string]string{look.LinesSetting: "on"}); err != nil {
		t.Fatal(err)
	}
	x := a.sit(t, 1)
	x.sees("Welcome to the arcade, in lines.")
	y := a.begin(t, 1, "xterm", "maze 5x5")
	y.sees("At the entrance")
	other := a.sit(t, 2)
	other.sees("Minesweeper")
}

// A game in lines counts as played, gets its grace, and is kept; its player hears once that the arcade closes.
func TestShutdownKeepsAGameInLines(t *testing.T) {
	a := openArcade(t, nil)
	x := a.begin(t, 1, "", "play maze 5x5")
	x.sees(heard)
	x.press("north\nsouth\neast\nwest\n")
	doortest.Eventually(t, "a game runs", func() bool { return a.playing() == 1 })
	grace, cancel := context.WithTimeout(context.Background(), 2500*time.Millisecond)
	defer cancel()
	a.Shutdown(grace)
	if err := <-x.done; err != nil {
		t.Error(err)
	}
	if n := strings.Count(x.out.String(), "The arcade restarts in"); n != 1 {
		t.Errorf("told %d times:\n%s", n, x.out.String())
	}
	if kept, err := a.store.Kept(playtest.Key(t, 1)); err != nil || len(kept) != 1 {
		t.Errorf("kept %v, %v; want one game", kept, err)
	}
}

// mute is a voice that breaks when it is asked.
type mute struct{ games.Voice }

func (mute) Look(games.State, string, games.Detail) ([]string, error) { panic("a voice is broken") }

func TestPanicInLinesEndsOneSession(t *testing.T) {
	a := openArcade(t, func(c *Config) {
		for i := range c.Games {
			if c.Games[i].ID == "minesweeper" {
				c.Games[i].Voice = mute{c.Games[i].Voice}
			}
		}
	})
	other := a.begin(t, 2, "", "play maze 5x5")
	other.sees(heard)
	x := a.begin(t, 1, "", "play mines")
	x.sees("Something went wrong")
	if err := <-x.done; err == nil {
		t.Error("it ends well")
	}
	if n := strings.Count(a.log.String(), "level=ERROR msg=panic"); n != 1 {
		t.Errorf("logged %d times:\n%s", n, a.log.String())
	}
	other.press("where\n")
	other.sees("At column 1")
}

// Lines count among a player's sessions, and an operator sees and ends them.
func TestLinesAreSessions(t *testing.T) {
	a := openArcade(t, nil)
	x := a.begin(t, 1, "", "play maze 5x5")
	x.sees(heard)
	list := operator{a.Server}.Sessions()
	if len(list) != 1 || list[0].Game != "maze" || !list[0].Playing || list[0].ID == "" {
		t.Errorf("%+v", list)
	}
	operator{a.Server}.Announce("Cake in the kitchen.")
	x.sees("Cake in the kitchen.")
	for range nodes.PerPlayer {
		a.sit(t, 1).sees("Minesweeper")
	}
	x.sees("You have connected again")
	if err := <-x.done; err != nil {
		t.Error(err)
	}
	y := a.begin(t, 2, "", "play")
	y.sees(heard)
	if _, n, err := (operator{a.Server}).Kick(a.idOf(t, 2)); n != 1 || err != nil {
		t.Errorf("%d ended, %v", n, err)
	}
	y.sees("The operator has ended this session.")
}

func (a *arcadeServer) idOf(t *testing.T, n byte) string {
	t.Helper()
	p, err := a.store.Player(playtest.Key(t, n))
	if err != nil {
		t.Fatal(err)
	}
	return p.ID
}
