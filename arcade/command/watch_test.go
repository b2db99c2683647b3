package command

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hinshun/vt10x"

	"arcade.example.com/arcade/cast"
	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/keys"
)

// player plays a run in the hall of the commands, as a screen would.
type player struct {
	t     *testing.T
	run   *live.Run
	state games.State
	steps []games.Step
	began time.Time
}

// begins lets somebody begin a run of a game, on seed 7.
func begins(t *testing.T, c Commands, h live.Header, game, mode string) *player {
	t.Helper()
	g, ok := find(c.Games, game)
	if !ok {
		t.Fatal(game)
	}
	m, err := g.Mode(mode)
	if err != nil {
		t.Fatal(err)
	}
	p := &player{t: t, began: time.Now()}
	if p.state, err = g.Deal(m, 7); err != nil {
		t.Fatal(err)
	}
	h.Game, h.Mode = g, m
	p.run = c.Hall.Begin(h, p.state, live.Moment{State: p.state, Began: p.began}, nil)
	return p
}

func (p *player) moves(list ...games.Move) {
	p.t.Helper()
	for _, m := range list {
		if !m.Shows() {
			next, err := p.state.Apply(m)
			if err != nil {
				p.t.Fatal(err)
			}
			p.state = next
		}
		p.steps = append(p.steps, games.Step{At: time.Since(p.began), Move: m})
		p.run.Publish(live.Moment{Steps: p.steps, State: p.state, Began: p.began, Ranked: true})
	}
}

// wayOut are the moves that lead out of a maze.
func wayOut(t *testing.T, c Commands, mode string) (moves []games.Move) {
	t.Helper()
	g, _ := find(c.Games, "maze")
	steps, err := games.Decode(won(t, g, mode, 7).Steps)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range steps {
		moves = append(moves, s.Move)
	}
	return moves
}

func TestWatchListsWhoPlays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCommands(t)
		if out := c.answers(t, as(1), "watch"); out != "Nobody plays just now.\n" {
			t.Errorf("an empty house: %q", out)
		}
		way := wayOut(t, c, "10x10")
		begins(t, c, live.Header{ID: "RUN-1", Player: "k3f9x2", Name: "ana"}, "maze", "10x10").moves(way[:len(way)/2]...)
		begins(t, c, live.Header{ID: "RUN-2", Player: "a81zt0", Name: "jun", Privacy: live.Private}, "maze", "10x10").moves(way[0])
		begins(t, c, live.Header{ID: "RUN-3", Player: "p0c3ww", Name: "kit", Daily: "2026-11-20"}, "maze", "10x10").moves(way[0])
		bot := begins(t, c, live.Header{ID: "RUN-4", Player: "bbbbbb", Name: "bob"}, "maze", "10x10")
		bot.run.Publish(live.Moment{Steps: []games.Step{{Move: "~bot"}}, State: bot.state, Began: bot.began, Kind: "bots"})
		time.Sleep(2 * time.Second)
		text := c.answers(t, as(1), "watch")
		for _, want := range []string{"maze 10x10        ana        0:02", "(private)", "daily maze 10x10  kit", "bot maze 10x10    bob"} {
			if !strings.Contains(text, want) {
				t.Errorf("watch does not print %q:\n%s", want, text)
			}
		}
		var list struct{ Playing []shownRun }
		out := c.answers(t, as(1), "watch --json")
		if err := json.Unmarshal([]byte(out), &list); err != nil || len(list.Playing) != 4 {
			t.Fatalf("%v: %s", err, out)
		}
		if r := list.Playing[0]; r.Run != "RUN-1" || r.Player != "ana" || r.ID != "k3f9x2" || r.Millis != 2000 || !r.Watchable || r.Done == 0 || r.Pace == 0 {
			t.Errorf("%+v", r)
		}
		if r := list.Playing[1]; r.Run != "RUN-4" || r.Kind != "bots" || !r.Watchable || list.Playing[0].Kind != "timed" {
			t.Errorf("%+v", r)
		}
		for _, r := range list.Playing[2:] {
			if r.Watchable || r.Daily == "" && r.Run+r.Player+r.ID != "" {
				t.Errorf("%+v", r)
			}
		}
		if s := text + out; strings.Contains(s, "jun") || strings.Contains(s, "0000000000000007") {
			t.Errorf("what is nobody's business is told:\n%s", s)
		}
	})
}

func TestWatchFindsARun(t *testing.T) {
	c := newCommands(t)
	way := wayOut(t, c, "10x10")
	begins(t, c, live.Header{ID: "RUN-1", Player: "k3f9x2", Name: "ana"}, "maze", "10x10").moves(way[:3]...)
	begins(t, c, live.Header{ID: "RUN-3", Player: "p0c3ww", Name: "kit", Daily: "2026-11-20"}, "maze", "10x10").moves(way[0])
	for _, word := range []string{"ana", "ANA", "k3f9x2", "RUN-1"} {
		if out := c.answers(t, as(1), "watch "+word); !strings.Contains(out, "RUN-1") {
			t.Errorf("watch %s: %s", word, out)
		}
		want, ok := c.Screen(as(1), keys.Words("watch "+word))
		if !ok || want != (to.Look{Run: "RUN-1"}) {
			t.Errorf("watch %s opens %v, %v", word, want, ok)
		}
	}
	for line, says := range map[string]string{"watch zoe": "Nobody of that name plays", "watch kit": "make your own attempt", "watch kit --cast": "make your own attempt"} {
		if code, out, errOut := c.said(t, as(1), line); code != ExitRefused || out != "" || !strings.Contains(errOut, says) {
			t.Errorf("%s: exit %d, %q, %q", line, code, out, errOut)
		}
	}
	for _, line := range []string{"tv", "watch --cast", "watch a b", "watch RUN-1 --json --cast"} {
		if code, _, _ := c.said(t, as(1), line); code != ExitUsage {
			t.Errorf("%s: exit %d, want %d", line, code, ExitUsage)
		}
	}
}

// A run is streamed while it is played: what the terminal of an asciicast player shows at the end is what the player saw.
func TestWatchStreamsACast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCommands(t)
		way := wayOut(t, c, "10x10")
		p := begins(t, c, live.Header{ID: "RUN-1", Player: "k3f9x2", Name: "ana"}, "maze", "10x10")
		p.moves(way[:5]...)
		var out bytes.Buffer
		done := make(chan int)
		go func() { done <- c.Run(as(1), keys.Words("watch ana --cast"), &out, &out) }()
		for _, m := range way[5:] {
			time.Sleep(100 * time.Millisecond)
			p.moves(m)
		}
		if code := <-done; code != ExitDone {
			t.Fatalf("exit %d: %s", code, out.String())
		}
		term := vt10x.New(vt10x.WithSize(cast.Width, cast.Height+2))
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		if !strings.HasPrefix(lines[0], `{"version":2,"width":80,"height":24,`) || strings.Contains(lines[0], "seed") {
			t.Errorf("the header is %s", lines[0])
		}
		before := 0.0
		for _, line := range lines[1:] {
			var e []any
			if err := json.Unmarshal([]byte(line), &e); err != nil {
				t.Fatal(err)
			}
			if at := e[0].(float64); at < before {
				t.Fatalf("time goes back from %v to %v", before, at)
			} else {
				before = at
			}
			_, _ = term.Write([]byte(e[2].(string)))
		}
		if s := term.String(); !strings.Contains(s, "ana won in 0:0") || !strings.Contains(s, "Maze - 10 x 10 - live") {
			t.Errorf("the end of the cast is\n%s", s)
		}
		if strings.Contains(out.String(), games.Seed(7).String()) {
			t.Error("the seed is in the cast")
		}
	})
}

// Who goes away while a run is streamed leaves nothing behind.
func TestACastThatNobodyReadsEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCommands(t)
		p := begins(t, c, live.Header{ID: "RUN-1", Player: "k3f9x2", Name: "ana"}, "maze", "10x10")
		p.moves(wayOut(t, c, "10x10")[0])
		gone := make(chan struct{})
		who := as(1)
		who.Gone = gone
		done := make(chan int)
		go func() { done <- c.Run(who, keys.Words("watch ana --cast"), &bytes.Buffer{}, &bytes.Buffer{}) }()
		time.Sleep(10 * time.Second)
		if n := c.Hall.Watching(); n != 1 {
			t.Errorf("%d watch, want 1", n)
		}
		close(gone)
		<-done
		if n := c.Hall.Watching(); n != 0 {
			t.Errorf("%d watch, want none", n)
		}
	})
}

// What is streamed of minesweeper has the same bytes wherever the unopened mines lie: two deals that look alike so far
// are streamed alike.
func TestACastTellsNothingHidden(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCommands(t)
		seen := map[string]string{} // what was streamed, by what the player sees
		const deals = 200
		for seed := range games.Seed(deals) {
			sees, text := streamMinefield(t, c, seed)
			if before, ok := seen[sees]; ok && before != text {
				t.Errorf("of\n%s\nthere are two streams", sees)
			}
			seen[sees] = text
		}
		if len(seen) == deals {
			t.Error("no two deals look alike: this test proves nothing")
		}
	})
}

// streamMinefield streams a game of minesweeper that has just been opened, and returns what its player sees and what
// was streamed.
func streamMinefield(t *testing.T, c Commands, seed games.Seed) (sees, text string) {
	t.Helper()
	g, _ := find(c.Games, "minesweeper")
	m, err := g.Mode("9x9/60")
	if err != nil {
		t.Fatal(err)
	}
	first, err := g.Deal(m, seed)
	if err != nil {
		t.Fatal(err)
	}
	state := first
	for _, move := range []games.Move{"open 0,0", "flag 8,8"} {
		if state, err = state.Apply(move); err != nil {
			t.Fatal(err)
		}
	}
	c.Hall = live.NewHall(live.Clock{}, nil)
	r := c.Hall.Begin(live.Header{ID: "RUN-1", Game: g, Mode: m, Name: "ana"}, first, live.Moment{State: first}, nil)
	r.Publish(live.Moment{Steps: []games.Step{{Move: "open 0,0"}, {Move: "flag 8,8"}, {Move: "~at 3,3"}}, State: state, Began: time.Now()})
	var out bytes.Buffer
	who, gone := as(1), make(chan struct{})
	who.Gone = gone
	time.AfterFunc(1500*time.Millisecond, func() { close(gone) })
	c.Run(who, keys.Words("watch ana --cast"), &out, &out)
	_, text, _ = strings.Cut(out.String(), "\n") // the header tells the time of day
	return strings.NewReplacer("*", "-", "F", "f", "Q", "q").Replace(state.Text()), text
}
