package maze

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"arcade.example.com/games"
)

// steps makes a run of moves, a tenth of a second apart.
func steps(moves string) (list []games.Step) {
	for i, m := range strings.Fields(moves) {
		list = append(list, games.Step{At: time.Duration(i+1) * 100 * time.Millisecond, Move: games.Move(strings.ReplaceAll(m, "_", " "))})
	}
	return list
}

func TestReview(t *testing.T) {
	const straight = toJunction + " south south east east"
	tests := []struct {
		name, moves string
		want        string
	}{
		{"nothing", "", "0"},
		{"straight", straight, "22"},
		{"there and back on the path", "east west " + straight, "24"},
		{"with a look round", "east ~look_south reveal west " + straight, "24"},
		{"a dead end", toJunction + " west west east east south south east east", "26 (4, 3)+300ms"},
		{"twice into it", toJunction + " west west east east west east south south east east", "28 (4, 3)+300ms (4, 3)+100ms"},
		{"still in it", toJunction + " west west", "20 (4, 3)+100ms"},
	}
	m := read(t, walks)
	for _, test := range tests {
		count, detours := m.review(steps(test.moves))
		got := fmt.Sprint(count)
		for _, d := range detours {
			got += fmt.Sprintf(" %v+%v", d.at, d.took)
		}
		if got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

func TestSeconds(t *testing.T) {
	for ms, want := range map[time.Duration]string{0: "0.0 s", 12_340: "12.3 s", 59_960: "1:00.0", 119_960: "2:00.0", 402_700: "6:42.7"} {
		if got := seconds(ms * time.Millisecond); got != want {
			t.Errorf("%d ms: %q, want %q", ms, got, want)
		}
	}
}

func TestFacts(t *testing.T) {
	mode, err := mode("12x8")
	if err != nil {
		t.Fatal(err)
	}
	const seed = 4
	var shortest []string
	way := deal(plan{w: 12, h: 8}, seed).path()
	for i, p := range way[1:] {
		shortest = append(shortest, string(toward(way[i], p).move()))
	}
	straight := strings.Join(shortest, " ")
	tests := []struct {
		name, moves string
		want        []string
	}{
		{"straight", straight, []string{"steps: 52, no fewer are possible", "dead ends: none entered"}},
		{"one dead end", "east east west west " + straight, []string{
			"steps: 56, 4 more than needed", "lost in dead ends: 0.3 s at (1, 1)", "first wrong turn: at (1, 1), after 0.1 s"}},
		{"two dead ends", "east west east east west west " + straight, []string{
			"steps: 58, 6 more than needed", "lost in dead ends: 0.4 s in 2, most at (1, 1)", "first wrong turn: at (1, 1), after 0.1 s"}},
		{"revealed", "reveal " + straight, []string{
			"steps: 52, no fewer are possible", "dead ends: none entered", "path: shown after 0.1 s"}},
	}
	for _, test := range tests {
		var got []string
		for _, f := range facts(mode, seed, steps(test.moves)) {
			got = append(got, f.Name+": "+f.Value)
		}
		if strings.Join(got, "\n") != strings.Join(test.want, "\n") {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, strings.Join(got, "\n"), strings.Join(test.want, "\n"))
		}
	}
}
