package maze

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"strings"
	"testing"

	"arcade.example.com/games"
)

// printed runs the deal tool.
func printed(t *testing.T, id string, args ...string) (string, error) {
	t.Helper()
	m, err := mode(id)
	if err != nil {
		t.Fatal(err)
	}
	fs := flag.NewFlagSet("deal", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	run := dealTool().New(fs)
	if err := fs.Parse(args); err != nil {
		return "", err
	}
	var b bytes.Buffer
	err = run(m, &b)
	return b.String(), err
}

func TestDealTool(t *testing.T) {
	const plain = `###########
#S#     # #
# # ### # #
# # # #   #
# # # ### #
# #   #   #
# ##### ###
#        E#
###########
`
	const solved = `###########
#S#     # #
#.# ### # #
#.# # #   #
#.# # ### #
#.#   #   #
#.##### ###
#........E#
###########
`
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"--seed", "2a"}, plain},
		{[]string{"--seed", "000000000000002A", "--count=1", "--format=text"}, plain},
		{[]string{"--seed", "2a", "--solve"}, solved},
	} {
		if got, err := printed(t, "5x4", test.args...); err != nil || got != test.want {
			t.Errorf("%v: %v, got\n%s\nwant\n%s", test.args, err, got, test.want)
		}
	}
	one, _ := printed(t, "5x4", "--seed", "FF")
	two, _ := printed(t, "5x4", "--seed", "100")
	if got, err := printed(t, "5x4", "--seed", "ff", "--count", "2"); err != nil || got != one+"\n"+two {
		t.Errorf("two mazes: %v\n%s", err, got)
	}
	last, _ := printed(t, "5x4", "--seed", "ffffffffffffffff")
	zero, _ := printed(t, "5x4")
	if got, err := printed(t, "5x4", "--seed", "ffffffffffffffff", "--count", "2"); err != nil || got != last+"\n"+zero {
		t.Errorf("round the end: %v\n%s", err, got)
	}
}

func TestDealToolRefuses(t *testing.T) {
	if _, err := printed(t, "5x5", "--seed", "xyz"); !errors.Is(err, games.ErrSeed) {
		t.Errorf("seed xyz: %v", err)
	}
	for _, args := range [][]string{{"--count", "0"}, {"--count", "-1"}, {"--count", "x"}, {"--count", "1000001"}, {"--format", "png"}} {
		if _, err := printed(t, "5x5", args...); err == nil {
			t.Errorf("%v is taken", args)
		}
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestDealToolSaysWhenItCannotWrite(t *testing.T) {
	run := dealTool().New(flag.NewFlagSet("deal", flag.ContinueOnError))
	if err := run(games.Mode{ID: "5x5"}, broken{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("got %v", err)
	}
}

// The picture is well-formed, and shows the path only when asked.
func TestSVG(t *testing.T) {
	for _, solve := range []bool{false, true} {
		args := []string{"--format", "svg", "--seed", "7", "--count", "2"}
		if solve {
			args = append(args, "--solve")
		}
		got, err := printed(t, "5x4", args...)
		if err != nil {
			t.Fatal(err)
		}
		d := xml.NewDecoder(strings.NewReader(got))
		elements := map[string]int{}
		for {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%v in\n%s", err, got)
			}
			if e, ok := token.(xml.StartElement); ok {
				elements[e.Name.Local]++
			}
		}
		paths := 2 * 4
		if solve {
			paths = 2 * 5
		}
		if elements["svg"] != 1 || elements["g"] != 2 || elements["path"] != paths || !strings.Contains(got, `viewBox="0 0 11 19"`) {
			t.Errorf("solve %t: %v in\n%s", solve, elements, got)
		}
	}
}
