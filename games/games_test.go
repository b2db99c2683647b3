package games_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"arcade.example.com/games"
)

// count is a game of counting to a number: "start", then "one" or "two" at a time; beyond it is lost.
type count struct {
	to, at   int
	started  bool
	assisted bool
}

func (s count) Apply(m games.Move) (games.State, error) {
	switch {
	case s.Status().Over():
		return nil, games.ErrIllegal
	case m == games.Reveal:
		s.assisted = true
	case m == "start" && !s.started:
		s.started = true
	case m == "one" && s.started:
		s.at++
	case m == "two" && s.started:
		s.at += 2
	default:
		return nil, games.ErrIllegal
	}
	return s, nil
}

func (s count) Status() games.Status {
	switch {
	case !s.started:
		return games.Ready
	case s.at < s.to:
		return games.Playing
	case s.at == s.to:
		return games.Won
	}
	return games.Lost
}

func (s count) Assisted() bool       { return s.assisted }
func (s count) Progress() (int, int) { return s.at, s.to }
func (s count) Text() string         { return fmt.Sprintf("%d/%d %t %t", s.at, s.to, s.started, s.assisted) }

func counting() games.Game {
	three := games.Mode{ID: "three", Ranked: true}
	return games.Game{
		ID: "count", Version: 2, Modes: []games.Mode{three},
		Mode: func(text string) (games.Mode, error) {
			if text != "three" {
				return games.Mode{}, fmt.Errorf("%q: %w: only three", text, games.ErrMode)
			}
			return three, nil
		},
		Deal: func(_ games.Mode, seed games.Seed) (games.State, error) {
			if seed == 13 {
				return nil, errors.New("unlucky")
			}
			return count{to: 3}, nil
		},
	}
}

// steps reads "0 start, 10 one": the milliseconds and the move of each step.
func steps(text string) (list []games.Step) {
	for line := range strings.SplitSeq(text, ", ") {
		var ms int64
		at, move, found := strings.Cut(line, " ")
		if !found {
			continue
		}
		fmt.Sscan(at, &ms)
		list = append(list, games.Step{At: time.Duration(ms) * time.Millisecond, Move: games.Move(move)})
	}
	return list
}

func TestPlay(t *testing.T) {
	for _, tt := range []struct{ steps, want string }{
		{"", "0/3 false false at 0s ready"},
		{"0 start", "0/3 true false at 0s playing"},
		{"0 ~look, 0 start, 5 ~look, 10 one, 10 two", "3/3 true false at 10ms won"},
		{"0 start, 10 two, 20 reveal, 90 two", "4/3 true true at 90ms lost"},
	} {
		s, at, err := counting().Play(games.Replay{Game: "count", Mode: "three", Version: 2, Steps: steps(tt.steps)})
		if err != nil {
			t.Errorf("%s: %v", tt.steps, err)
			continue
		}
		if got := fmt.Sprintf("%s at %v %v", s.Text(), at, s.Status()); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.steps, got, tt.want)
		}
	}
}

func TestPlayRefuses(t *testing.T) {
	good := games.Replay{Game: "count", Mode: "three", Version: 2, Steps: steps("0 start, 10 one")}
	for name, spoil := range map[string]func(r *games.Replay){
		"another game":             func(r *games.Replay) { r.Game = "maze" },
		"another version":          func(r *games.Replay) { r.Version = 1 },
		"no such mode":             func(r *games.Replay) { r.Mode = "four" },
		"a seed that deals not":    func(r *games.Replay) { r.Seed = 13 },
		"an illegal move":          func(r *games.Replay) { r.Steps = steps("0 start, 1 three") },
		"the opening left out":     func(r *games.Replay) { r.Steps = steps("0 one") },
		"an opening that is late":  func(r *games.Replay) { r.Steps = steps("1 start, 2 one") },
		"a look before the clock":  func(r *games.Replay) { r.Steps = steps("1 ~look") },
		"time that runs backwards": func(r *games.Replay) { r.Steps = steps("0 start, 10 one, 9 one") },
		"time before the start":    func(r *games.Replay) { r.Steps = steps("-1 start") },
		"part of a millisecond":    func(r *games.Replay) { r.Steps[1].At += time.Microsecond },
		"a step after the end":     func(r *games.Replay) { r.Steps = steps("0 start, 1 two, 2 one, 3 one") },
		"a look after the end":     func(r *games.Replay) { r.Steps = steps("0 start, 1 two, 2 one, 3 ~look") },
		"too many steps": func(r *games.Replay) {
			r.Steps = make([]games.Step, games.MaxSteps+1)
			for i := range r.Steps {
				r.Steps[i].Move = "~look"
			}
		},
	} {
		r := good
		r.Steps = steps("0 start, 10 one")
		spoil(&r)
		if s, _, err := counting().Play(r); !errors.Is(err, games.ErrReplay) || s != nil {
			t.Errorf("%s: position %v and error %v, want ErrReplay", name, s, err)
		}
	}
	if _, _, err := counting().Play(good); err != nil {
		t.Errorf("the replay that the others were made from: %v", err)
	}
}

// What an older version dealt is played by that version's rules.
func TestPlayOlderVersions(t *testing.T) {
	g, old := counting(), counting()
	old.Version = 1
	old.Deal = func(games.Mode, games.Seed) (games.State, error) { return count{to: 2}, nil }
	g.Older = []games.Game{old}
	for _, tt := range []struct {
		version int
		want    string // "" for ErrReplay
	}{{1, "2/2 true false"}, {2, "2/3 true false"}, {0, ""}, {3, ""}} {
		s, _, err := g.Play(games.Replay{Game: "count", Mode: "three", Version: tt.version, Steps: steps("0 start, 10 two")})
		switch {
		case tt.want == "":
			if !errors.Is(err, games.ErrReplay) {
				t.Errorf("version %d: %v, %v, want ErrReplay", tt.version, s, err)
			}
		case err != nil || s.Text() != tt.want:
			t.Errorf("version %d: %v, %v, want %s", tt.version, s, err, tt.want)
		}
		if at, ok := g.At(tt.version); ok != (tt.want != "") || ok && at.Version != tt.version {
			t.Errorf("at version %d: version %d, %t", tt.version, at.Version, ok)
		}
	}
}

func TestParseSeed(t *testing.T) {
	for _, tt := range []struct {
		text string
		want games.Seed
	}{
		{"0", 0}, {"9", 9}, {"f", 15}, {"F", 15}, {"9f3c", 0x9f3c}, {"0000000000000001", 1}, {"ffffffffffffffff", 1<<64 - 1},
	} {
		got, err := games.ParseSeed(tt.text)
		if err != nil || got != tt.want {
			t.Errorf("%q: %v, %v, want %v", tt.text, got, err, tt.want)
		}
		if back, err := games.ParseSeed(got.String()); err != nil || back != got {
			t.Errorf("%v does not read back: %v, %v", got, back, err)
		}
	}
	for _, text := range []string{"", " 1", "1 ", "+1", "-1", "0x1", "1_0", "g", "1.0", "00000000000000001", "ffffffffffffffff0", "１", strings.Repeat("a", 100_000)} {
		if got, err := games.ParseSeed(text); !errors.Is(err, games.ErrSeed) || got != 0 || len(err.Error()) > 200 {
			t.Errorf("%.20q: %v, %.200v, want ErrSeed in a line", text, got, err)
		}
	}
}

func TestStatus(t *testing.T) {
	for s, want := range map[games.Status]string{games.Ready: "ready false", games.Playing: "playing false", games.Won: "won true", games.Lost: "lost true"} {
		if got := fmt.Sprint(s, " ", s.Over()); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestFind(t *testing.T) {
	g := counting()
	if m, ok := g.Find("three"); !ok || m != g.Modes[0] {
		t.Errorf("three: %v, %t", m, ok)
	}
	if m, ok := g.Find("33x21"); ok || m != (games.Mode{}) {
		t.Errorf("33x21: %v, %t", m, ok)
	}
}
