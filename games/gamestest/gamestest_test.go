package gamestest_test

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"arcade.example.com/games"
	"arcade.example.com/games/gamestest"
)

func TestRun(t *testing.T) { gamestest.Run(t, huntGame()) }

func TestAGameThatKeepsTheContractHasNoFaults(t *testing.T) {
	for _, err := range gamestest.Check(huntGame()) {
		t.Error(err)
	}
}

// TestFaultsAreFound spoils a good game in one way each. The check that is named must say so.
func TestFaultsAreFound(t *testing.T) {
	// The suite uses a game from several sides at once, so even these faults are shared with care.
	var calls atomic.Int64
	next := func() int { return int(calls.Add(1)) }
	for _, tt := range []struct {
		fault string
		check string
		spoil func(*games.Game)
	}{
		{"no board", "entry", func(g *games.Game) { g.NewBoard = nil }},
		{"an alias that is the id", "entry", func(g *games.Game) { g.Aliases = []string{"hunt"} }},
		{"a setting twice", "entry", func(g *games.Game) { g.Settings = append(g.Settings, g.Settings[0]) }},
		{"a tool that does nothing", "entry", func(g *games.Game) { g.Tools = []games.Tool{{Verb: "deal", Short: "deals"}} }},
		{"an id that is a command", "entry", func(g *games.Game) { g.ID = "daily" }},
		{"an alias that is a command", "entry", func(g *games.Game) { g.Aliases = []string{"play"} }},
		{"an id of two words", "entry", func(g *games.Game) { g.ID = "treasure hunt" }},
		{"an id that looks like a flag", "entry", func(g *games.Game) { g.ID = "--hunt" }},
		{"an id in capitals", "entry", func(g *games.Game) { g.ID = "Hunt" }},
		{"a mode that looks like a flag", "modes", func(g *games.Game) { g.Modes[0].ID = "-5x1" }},
		{"a voice without figures", "entry", func(g *games.Game) { g.Figures = nil }},
		{"custom modes that nobody is told of", "custom", func(g *games.Game) { g.Custom = "" }},
		{"an example of a custom mode that is none", "custom", func(g *games.Game) { g.Custom = "7x7" }},
		{"an example of a custom mode that is listed", "custom", func(g *games.Game) { g.Custom = "5x1" }},
		{"a mode twice", "modes", func(g *games.Game) { g.Modes = append(g.Modes, g.Modes[0]) }},
		{"a title twice", "modes", func(g *games.Game) { g.Modes[1].Title = g.Modes[0].Title }},
		{"a listed mode that Mode does not know", "modes", func(g *games.Game) { g.Modes[1].ID = "seven" }},
		{"a listed mode that is not ranked", "modes", func(g *games.Game) { g.Modes[0].Ranked = false }},
		{"a weekday without a mode", "modes", func(g *games.Game) { g.Week[3] = "" }},
		{"a weekday with a custom mode", "modes", func(g *games.Game) { g.Week[3] = "6x1" }},
		{"a mode text that panics", "mode texts: panic", modeTexts(func(text string) (games.Mode, error) { return games.Mode{ID: text[:1]}, nil })},
		{"a mode for any text", "mode texts", modeTexts(func(string) (games.Mode, error) { return huntMode(7), nil })},
		{"another error than ErrMode", "mode texts", modeTexts(func(string) (games.Mode, error) { return games.Mode{}, errors.New("no, 2x1 to 100x1") })},
		{"an error without the bounds", "mode texts", modeTexts(func(string) (games.Mode, error) { return games.Mode{}, games.ErrMode })},
		{"an error that repeats it all", "mode texts", modeTexts(func(text string) (games.Mode, error) {
			return games.Mode{}, fmt.Errorf("%q is not from 2x1 to 100x1: %w", text, games.ErrMode)
		})},
		{"an error with escapes in it", "mode texts", modeTexts(func(text string) (games.Mode, error) {
			return games.Mode{}, fmt.Errorf("%.9s is not from 2x1 to 100x1: %w", text, games.ErrMode)
		})},
		{"a custom mode that is ranked", "mode texts", func(g *games.Game) {
			mode := g.Mode
			g.Mode = func(text string) (games.Mode, error) {
				if text == "7x5" {
					return games.Mode{ID: "7x5", Ranked: true, Cols: 7}, nil
				}
				return mode(text)
			}
		}},
		{"no deal", "deal", func(g *games.Game) {
			g.Deal = func(games.Mode, games.Seed) (games.State, error) { return nil, errors.New("no") }
		}},
		{"a deal with a will of its own", "deal", rules(bent{text: func(s games.State) string { return fmt.Sprint(s.Text(), next()) }})},
		{"progress beyond the end", "deal", rules(bent{progress: func(games.State) (int, int) { return 4, 3 }})},
		{"progress that goes down", "apply", rules(bent{progress: func(s games.State) (int, int) {
			done, of := s.Progress()
			return of - done, of
		}})},
		{"a seed that changes nothing", "seeds", func(g *games.Game) {
			deal := g.Deal
			g.Deal = func(m games.Mode, _ games.Seed) (games.State, error) { return deal(m, 2) }
		}},
		{"an illegal start", "start", func(g *games.Game) { g.Start = func(games.Mode, games.Seed) games.Move { return "dig 99" } }},
		{"a start that starts nothing", "start", func(g *games.Game) { g.Start = func(games.Mode, games.Seed) games.Move { return games.Reveal } }},
		{"two starts", "start", func(g *games.Game) {
			g.Start = func(games.Mode, games.Seed) games.Move { return dig(next() % 2) }
		}},
		{"an illegal move that is taken for none", "apply", rules(bent{apply: func(s games.State, m games.Move) (games.State, error) {
			if next, err := s.Apply(m); err == nil {
				return next, nil
			}
			return s, nil
		}})},
		{"a move with a tail", "apply", rules(bent{apply: func(s games.State, m games.Move) (games.State, error) {
			return s.Apply(games.Move(strings.TrimSpace(string(m))))
		}})},
		{"another error than ErrIllegal", "apply", rules(bent{apply: func(s games.State, m games.Move) (games.State, error) {
			next, err := s.Apply(m)
			if err != nil {
				err = errors.New("no")
			}
			return next, err
		}})},
		{"a move that panics", "apply: panic", rules(bent{apply: func(s games.State, m games.Move) (games.State, error) {
			if m == "open" {
				panic("index out of range")
			}
			return s.Apply(m)
		}})},
		{"a position that changes", "apply", func(g *games.Game) {
			var shared atomic.Int64
			rules(bent{
				apply: func(s games.State, m games.Move) (games.State, error) {
					next, err := s.Apply(m)
					if err == nil {
						shared.Add(1)
					}
					return next, err
				},
				text: func(s games.State) string { return fmt.Sprint(s.Text(), shared.Load()) },
			})(g)
		}},
		{"a solution that costs nothing", "reveal", rules(bent{assisted: func(games.State) bool { return false }})},
		{"no solution", "reveal", rules(bent{apply: func(s games.State, m games.Move) (games.State, error) {
			if m == games.Reveal {
				return nil, games.ErrIllegal
			}
			return s.Apply(m)
		}})},
		{"help that is forgotten", "reveal", rules(bent{apply: func(s games.State, m games.Move) (games.State, error) {
			next, err := s.Apply(m)
			if h, ok := next.(hunt); ok && m != games.Reveal {
				h.assisted = false
				return h, err
			}
			return next, err
		}})},
		{"a game that goes on after its end", "end", rules(bent{apply: func(s games.State, m games.Move) (games.State, error) {
			if s.Status().Over() && m == games.Reveal {
				return s, nil
			}
			return s.Apply(m)
		}})},
		{"luck within the rules", "replay", rules(bent{apply: func(s games.State, m games.Move) (games.State, error) {
			after, err := s.Apply(m)
			if h, ok := after.(hunt); ok {
				h.treasure = next() % h.n
				return h, err
			}
			return after, err
		}})},
		{"a move too long to be stored", "replay", face(func(b *twisted) {
			b.input = func(b games.Board, s games.State, in games.Input) (games.Move, bool) {
				m, used := b.Input(s, in)
				if m.Shows() {
					m += games.Move(strings.Repeat(" ", 64))
				}
				return m, used
			}
		})},
		{"a demo of another version", "demo", func(g *games.Game) { g.Version = 2 }},
		{"a demo without an end", "demo", demo(func(r *games.Replay) { r.Steps = r.Steps[:2] })},
		{"a demo that is too long", "demo", demo(func(r *games.Replay) { r.Steps[3].At = 5 * time.Second })},
		{"another demo each time", "demo", demo(func(r *games.Replay) { r.Steps[3].At += time.Duration(next()) * time.Millisecond })},
		{"another label each time", "words", func(g *games.Game) {
			g.Label = func(games.Mode, games.Seed) string { return fmt.Sprint(next()) }
		}},
		{"a figure divided by no time", "words", func(g *games.Game) {
			g.Live = func(_ games.State, d time.Duration) string { return fmt.Sprintf("%.1f/s", 1/d.Seconds()) }
		}},
		{"facts that change the steps", "words", func(g *games.Game) {
			g.Facts = func(_ games.Mode, _ games.Seed, steps []games.Step) []games.Fact {
				steps[0].At++
				return nil
			}
		}},
		{"an empty fact", "words", func(g *games.Game) {
			g.Facts = func(games.Mode, games.Seed, []games.Step) []games.Fact { return []games.Fact{{Name: "steps"}} }
		}},
		{"figures that change the steps", "words", func(g *games.Game) {
			g.Figures = func(_ games.Mode, _ games.Seed, steps []games.Step) []games.Figure {
				steps[0].At++
				return nil
			}
		}},
		{"a figure below zero", "words", func(g *games.Game) {
			g.Figures = func(games.Mode, games.Seed, []games.Step) []games.Figure {
				return []games.Figure{{Name: "luck", Value: -1}}
			}
		}},
		{"a voice without moves and least", "words", func(g *games.Game) {
			g.Figures = func(games.Mode, games.Seed, []games.Step) []games.Figure { return nil }
		}},
		{"redrawing less than changes", "redraw", redrawing(games.Lines{Y: 1, H: 1}, true)},
		{"never knowing what changes", "redraw", redrawing(games.Lines{}, false)},
		{"drawing outside", "draw", drawing(func(_ games.Board, c *games.Canvas) {
			if w, h := c.Size(); w == 80 {
				c.Row(h)[0].Rune = 'x' // beyond the last line of a part there is still the whole
			}
		})},
		{"another drawing each time", "draw", drawing(func(_ games.Board, c *games.Canvas) { c.Set(0, 0, games.Cell{Rune: 'a' + rune(next()%26)}) })},
		{"drawing that moves the board", "draw", drawing(func(b games.Board, _ *games.Canvas) { b.(*field).flash++ })},
		{"a wide rune", "draw", drawing(func(_ games.Board, c *games.Canvas) { c.Set(0, 0, games.Cell{Rune: '漢'}) })},
		{"an emoji", "draw", drawing(func(_ games.Board, c *games.Canvas) { c.Set(0, 0, games.Cell{Rune: '🚩'}) })},
		{"a combining mark", "draw", drawing(func(_ games.Board, c *games.Canvas) { c.Set(0, 0, games.Cell{Rune: '\u0301'}) })},
		{"an escape", "draw", drawing(func(_ games.Board, c *games.Canvas) { c.Set(0, 0, games.Cell{Rune: 0x1b}) })},
		{"no ASCII where it was asked for", "draw", drawing(func(_ games.Board, c *games.Canvas) { c.Set(0, 0, games.Cell{Rune: '█'}) })},
		{"an ink without a role", "draw", drawing(func(_ games.Board, c *games.Canvas) { c.Set(0, 0, games.Cell{BG: games.Roles.Ink()}) })},
		{"a window that is too small to live in", "resize: panic", face(func(b *twisted) {
			b.fit = func(w, h int) { _ = make([]int, w-2) }
		})},
		{"a window that has grown", "resize: panic", face(func(b *twisted) {
			var lines [80]int
			b.fit = func(_, h int) { lines[h-1]++ }
		})},
		{"a board that never rests", "rest", face(func(b *twisted) {
			b.next = func(games.Board, games.State) time.Duration { return time.Second }
		})},
		{"a hint for a key that does nothing", "hints", face(func(b *twisted) { b.hints = []games.Hint{{Key: "x", Does: "fly"}} })},
		{"a hint for arrows that do nothing", "hints", face(func(b *twisted) { b.hints = []games.Hint{{Key: "↑↓", Does: "fly"}} })},
		{"an empty hint", "hints", face(func(b *twisted) { b.hints = []games.Hint{{Key: "left"}} })},
		{"a key to begin anew", "reserved keys", taking("n")},
		{"a key to deal again", "reserved keys", taking("r")},
		{"a key to leave", "reserved keys", taking("q")},
		{"a key to go back", "reserved keys", taking("esc")},
		{"a key for help", "reserved keys", taking("?")},
		{"a key that ends the session", "reserved keys", taking("ctrl+c")},
		{"a key that is taken only at the end", "reserved keys", face(func(b *twisted) {
			b.input = func(b games.Board, s games.State, in games.Input) (games.Move, bool) {
				if s.Status().Over() && in.Key == "r" {
					return "", true
				}
				return b.Input(s, in)
			}
		})},
		{"a memory across a jump", "watch", face(func(b *twisted) {
			b.show = func(games.Board, games.State) {}
		})},
		{"a board that plays when it should watch", "watch", face(func(b *twisted) {
			b.input = func(b games.Board, s games.State, in games.Input) (games.Move, bool) {
				if m, used := b.Input(s, in); in.Kind != games.Tick {
					return m, used
				}
				return dig(1), true
			}
		})},
		{"a question without an answer", "voice", voice(babble{look: func(_ games.State, question string) ([]string, error) {
			if question == "where" {
				return nil, games.ErrWords
			}
			return nil, nil
		}})},
		{"another answer each time", "voice", voice(babble{look: func(_ games.State, question string) ([]string, error) {
			if question == "look" {
				return []string{fmt.Sprint(next())}, nil
			}
			return nil, nil
		}})},
		{"a picture that is read out", "voice", voice(babble{say: func(games.State, games.State) []string { return []string{"■ ■ ■"} }})},
		{"two lines as one", "voice", voice(babble{say: func(games.State, games.State) []string { return []string{"Nothing.\nNothing."} }})},
		{"a legal move that cannot be said", "voice", voice(babble{read: func(s games.State, words string) ([]games.Move, error) {
			if strings.HasPrefix(words, "dig 1") {
				return nil, games.ErrWords
			}
			return guide{}.Read(s, words)
		}})},
		{"any word as a move", "voice", voice(babble{read: func(s games.State, words string) ([]games.Move, error) {
			if moves, err := (guide{}).Read(s, words); err == nil {
				return moves, nil
			}
			return []games.Move{dig(0)}, nil
		}})},
		{"a phrase that leads nowhere", "voice", voice(babble{phrases: []games.Phrase{{Words: "fly", Does: "fly away"}}})},
		{"a phrase that asks for nothing", "voice", voice(babble{phrases: []games.Phrase{{Words: "why", Does: "the reason", Asks: true}}})},
		{"the treasure told before it is found", "secrets", voice(babble{look: func(s games.State, question string) ([]string, error) {
			if question == "look" {
				return []string{fmt.Sprint("It is in hole ", s.(hunt).treasure, ".")}, nil
			}
			return nil, nil
		}})},
		{"the treasure told by what can be said", "secrets", voice(babble{look: func(s games.State, question string) ([]string, error) {
			if strings.HasPrefix(question, "hole ") {
				return []string{fmt.Sprint(question == fmt.Sprint("hole ", s.(hunt).treasure))}, nil
			}
			return nil, nil
		}, phrases: []games.Phrase{{Words: "hole N", Does: "what is in it", Asks: true}}})},
		{"the treasure told by the position's text", "secrets", voice(babble{say: func(_, s games.State) []string {
			h := s.(hunt)
			h.assisted = true
			return []string{h.Text()}
		}})},
	} {
		t.Run(tt.fault, func(t *testing.T) {
			g := huntGame()
			tt.spoil(&g)
			var said []string
			name, _, _ := strings.Cut(tt.check, ":")
			for _, err := range gamestest.Check(g, name) {
				if strings.HasPrefix(err.Error(), tt.check+":") {
					return
				}
				said = append(said, err.Error())
			}
			t.Errorf("not found by the check %q; the suite says %.3000q", tt.check, said)
		})
	}
}

// What is optional may be left out, and a variant may lack a size.
func TestABareGameHasNoFaults(t *testing.T) {
	whole := huntGame()
	bare := games.Game{ID: whole.ID, Title: whole.Title, Version: whole.Version, Modes: whole.Modes, Mode: whole.Mode, Deal: whole.Deal, NewBoard: whole.NewBoard}
	bare.Modes[1].Variant = "wide"
	bare.Mode = func(text string) (games.Mode, error) {
		for _, m := range bare.Modes {
			if m.ID == text {
				return m, nil
			}
		}
		return games.Mode{}, fmt.Errorf("%.30q: %w: 5x1 or 9x1", text, games.ErrMode)
	}
	for _, err := range gamestest.Check(bare) {
		t.Error(err)
	}
}
