package screens

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/display"
	"arcade.example.com/arcade/live"
	"arcade.example.com/games"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// terminal is a link that keeps all bytes that it is sent.
type terminal struct{ bytes.Buffer }

func (*terminal) Idle(int) bool { return true }

// hiding is a run that has something to hide: of two deals for which sees is the same, nothing that is sent to who
// watches may tell which it is.
type hiding struct {
	game, mode string
	daily      string
	moves      []games.Move
	says       string // that is among the bytes
	sees       func(first, now games.State, g games.Game) string
}

// streams deals the run on a seed, has somebody look at it in every way there is, and returns what the player sees
// and the raw bytes that were sent to who looks.
func (x hiding) streams(t *testing.T, seed games.Seed) (sees, sent string) {
	t.Helper()
	h := testHouse(t, storage.NewMemory())
	g, _ := h.game(x.game)
	m, err := g.Mode(x.mode)
	if err != nil {
		t.Fatal(err)
	}
	first, err := g.Deal(m, seed)
	if err != nil {
		t.Fatal(err)
	}
	now, steps := first, []games.Step(nil)
	for _, move := range x.moves {
		steps = append(steps, games.Step{Move: move})
		if !move.Shows() {
			if now, err = now.Apply(move); err != nil {
				t.Fatal(err)
			}
		}
	}
	run := h.Hall.Begin(live.Header{ID: "RUN-1", Game: g, Mode: m, Player: "k3f9x2", Name: "ana", Daily: x.daily}, first, live.Moment{State: first}, nil)
	run.Publish(live.Moment{Steps: steps, State: now, Began: time.Now()})
	d := sit(t, h, keys.Key{}, 80, 24)
	d.env.set.Motion = games.NoMotion
	out := &terminal{}
	d.env.display = display.New(out, d.env.palette())
	for _, key := range []string{"W", "enter", "o", "p", "i", "?", "esc", "home", ".", "end", "H", "q"} {
		d.press(key)
		d.app.View()
		d.wait(1100 * time.Millisecond)
		d.app.View()
	}
	synctest.Wait()
	d.app.Leave()
	return x.sees(first, now, g), out.String()
}

// inside is what the player has seen of a maze in first person, and how far they are, which everybody sees.
func inside(first, now games.State, g games.Game) string {
	b := g.NewBoard()
	b.Fit(first, 80, 21, games.Options{Motion: games.NoMotion, Depth: games.TrueColour})
	b.Show(first)
	done, of := now.Progress()
	seen := fmt.Sprint(done, of)
	for _, move := range []games.Move{"", southward} {
		if move != "" {
			b.Watch(now, move)
		}
		c := games.NewCanvas(80, 21)
		b.Draw(c, now, games.Scene{})
		for y := range 21 {
			seen += fmt.Sprint(c.Row(y))
		}
	}
	return seen
}

const southward games.Move = "~look south"

// What is sent to who watches has the same bytes wherever the maze leads that its player does not see, wherever the mines lie
// that they have not opened, and whatever a daily is that the spectator has not tried.
func TestTheBytesTellNothingHidden(t *testing.T) {
	for name, x := range map[string]hiding{
		"first person": {game: "maze", mode: "5x5-fp", moves: []games.Move{southward}, says: "Watching", sees: inside},
		"minesweeper": {game: "minesweeper", mode: "9x9/60", moves: []games.Move{"open 0,0", "flag 8,8", "~at 3,3"}, says: "Watching", sees: func(_, now games.State, _ games.Game) string {
			return strings.NewReplacer("*", "-", "F", "f", "Q", "q").Replace(now.Text())
		}},
		"daily": {game: "minesweeper", mode: "beginner-ng", daily: "2026-11-20", moves: []games.Move{"~at 3,3"}, says: "make your own attempt first", sees: func(_, _ games.State, _ games.Game) string { return "" }},
	} {
		t.Run(name, func(t *testing.T) {
			const deals = 100
			sent := make(map[string]string) // by what the player sees
			for seed := range games.Seed(deals) {
				synctest.Test(t, func(t *testing.T) { // at the same time of the day
					sees, bytes := x.streams(t, seed)
					if before, ok := sent[sees]; ok && before != bytes {
						t.Errorf("deal %v looks like another to its player, and not to who watches: %d bytes and %d", seed, len(bytes), len(before))
					}
					if !strings.Contains(bytes, x.says) {
						t.Errorf("%q is not said in %q", x.says, bytes)
					}
					sent[sees] = bytes
				})
			}
			if len(sent) == deals {
				t.Error("no two deals look alike: this test proves nothing")
			}
		})
	}
}
