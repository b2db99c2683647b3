package command

import (
	"encoding/json"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hinshun/vt10x"

	"arcade.example.com/arcade/cast"
	"arcade.example.com/arcade/look"
	"arcade.example.com/games"
	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

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
	g, _ := find(c.Games, "maze")
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
	end := (look.Millis(w.Millis) + cast.Tail).Seconds()
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
	term := vt10x.New(vt10x.WithSize(cast.Width, cast.Height))
	for _, line := range events {
		var event []any
		if err := json.Unmarshal([]byte(line), &event); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(term, event[2].(string)); err != nil {
			t.Fatal(err)
		}
	}
	g, _ := find(c.Games, r.Game)
	steps, err := games.Decode(r.Steps)
	if err != nil {
		t.Fatal(err)
	}
	end, _, err := g.Play(games.Replay{Game: r.Game, Mode: r.Mode, Version: r.Version, Seed: games.Seed(r.Seed), Steps: steps})
	if err != nil {
		t.Fatal(err)
	}
	want := games.NewCanvas(cast.Width, cast.Height-1)
	board := g.NewBoard()
	board.Fit(end, cast.Width, cast.Height-1, games.Options{})
	for i := range steps {
		at, _, err := g.Play(games.Replay{Game: r.Game, Mode: r.Mode, Version: r.Version, Seed: games.Seed(r.Seed), Steps: steps[:i+1]})
		if err != nil {
			t.Fatal(err)
		}
		board.Watch(at, steps[i].Move)
	}
	board.Draw(want, end, games.Scene{Elapsed: look.Millis(r.Millis), Replay: true})
	for y := range cast.Height - 1 {
		var got, drawn strings.Builder
		for x := range cast.Width {
			shown, cell := term.Cell(x, y+1), want.At(x, y)
			if shown.Char == ' ' && shown.BG != vt10x.DefaultBG {
				shown.Char = '█' // which looks the same
			}
			if cell.Rune == ' ' && cell.BG != 0 {
				cell.Rune = '█'
			}
			got.WriteRune(max(shown.Char, ' '))
			drawn.WriteRune(max(cell.Rune, ' '))
		}
		if got.String() != drawn.String() {
			t.Errorf("line %d is\n%s, want\n%s", y, got.String(), drawn.String())
		}
	}
	if head := term.String(); !strings.Contains(head, "Maze - 5 x 5") || !strings.Contains(head, "ana   "+look.Tidy(look.Millis(r.Millis))) {
		t.Errorf("the head is %.80s", head)
	}
}

// A cast plays a whole run again: of that a source may have a few a second.
func TestCastsAreRationed(t *testing.T) {
	c := newCommands(t)
	g, _ := find(c.Games, "maze")
	w := won(t, g, "5x5", 7)
	c.save(t, "RUN-W", 1, w.Millis, in("maze", "5x5"), func(r *storage.Run) { r.Seed, r.Version, r.Steps = w.Seed, w.Version, w.Steps })
	who := Caller{Ration: func() time.Duration { return time.Second }}
	code, out, said := c.said(t, who, "replay RUN-W --cast")
	if code != ExitRefused || out != "" || !strings.Contains(said, "One moment") {
		t.Errorf("exit code %d, %q, %q", code, out, said)
	}
	if code, _, said := c.said(t, who, "replay RUN-W --json"); code != ExitDone {
		t.Errorf("the moves alone: exit code %d, %q", code, said)
	}
}
