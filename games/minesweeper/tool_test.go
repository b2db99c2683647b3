package minesweeper

import (
	"errors"
	"flag"
	"io"
	"strings"
	"testing"

	"arcade.example.com/games"
)

// deal runs the tool as the command line does.
func deal(t *testing.T, mode string, args ...string) (string, error) {
	t.Helper()
	flags := flag.NewFlagSet("deal", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	run := dealTool().New(flags)
	if err := flags.Parse(args); err != nil {
		return "", err
	}
	m, err := Game().Mode(mode)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	err = run(m, &b)
	return b.String(), err
}

func TestDealTool(t *testing.T) {
	const one = `# start=5,3 mines=10 bv=24
.111.....
.1*21....
.12*1....
..111S...
111111...
1*22*2111
13*32*12*
.2*22222*
.1111*111
`
	got, err := deal(t, "beginner", "--seed", "111")
	if err != nil || got != one {
		t.Errorf("%v, got\n%swant\n%s", err, got, one)
	}
	three, err := deal(t, "beginner", "--seed", "110", "--count", "3")
	if boards := strings.Split(three, "\n\n"); err != nil || len(boards) != 3 || boards[1]+"\n" != one {
		t.Errorf("%v, the second of three is not that of the next seed:\n%s", err, three)
	}
	for _, first := range []string{"0,0", "8,8"} {
		got, err := deal(t, "beginner-ng", "--first", first)
		if err != nil || !strings.HasPrefix(got, "# start="+first+" mines=10 bv=") {
			t.Errorf("%v, first cell %s:\n%s", err, first, got)
		}
	}
	if again, _ := deal(t, "beginner", "--seed", "0000000000000111", "--first", "5,3"); again != one {
		t.Errorf("given the start cell, got\n%s", again)
	}
}

// Every line of a board is told by its letters: here all that there are.
func TestDealText(t *testing.T) {
	got, err := deal(t, "7x5/30", "--first", "3,2")
	if err != nil {
		t.Fatal(err)
	}
	head, rows, _ := strings.Cut(got, "\n")
	if head != "# start=3,2 mines=30 bv=5" || strings.Count(rows, "*") != 30 || strings.Count(rows, "S") != 1 {
		t.Errorf("got\n%s", got)
	}
}

func TestDealToolRefuses(t *testing.T) {
	tests := []struct {
		args []string
		want error
	}{
		{[]string{"--seed", "xyz"}, games.ErrSeed},
		{[]string{"--first", "9,0"}, games.ErrMode},
		{[]string{"--first", "1"}, games.ErrMode},
		{[]string{"--first", "a,b"}, games.ErrMode},
	}
	for _, tt := range tests {
		if got, err := deal(t, "beginner", tt.args...); !errors.Is(err, tt.want) || got != "" {
			t.Errorf("%v: %v and %q, want %v", tt.args, err, got, tt.want)
		}
	}
	for _, n := range []string{"0", "-1", "x", "", "1.5"} {
		if _, err := deal(t, "beginner", "--count", n); err == nil {
			t.Errorf("--count %q is taken", n)
		}
	}
}

func TestDealToolSaysWhatItCouldNotWrite(t *testing.T) {
	d := dealing{count: 1}
	if err := d.print(games.Mode{ID: "beginner"}, full{}); !errors.Is(err, errFull) {
		t.Errorf("%v, want %v", err, errFull)
	}
}

var errFull = errors.New("no room")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }
