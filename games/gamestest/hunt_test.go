package gamestest_test

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"arcade.example.com/games"
)

// hunt is the smallest game that uses all of the contract, and the template of a new one: one of n holes holds a treasure,
// and three may be dug. docs/adding-a-game.md leads through it.
type hunt struct {
	n, treasure int
	dug         string // the holes in the order of digging, a byte each
	assisted    bool
}

const tries = 3

func huntMode(n int) games.Mode {
	id := strconv.Itoa(n) + "x1"
	return games.Mode{ID: id, Title: id, Size: id, Variant: "plain", Ranked: n == 5 || n == 9, Cols: n, Rows: 2}
}

func huntGame() games.Game {
	g := games.Game{
		ID: "hunt", Title: "Hunt", Aliases: []string{"dig"}, Version: 1, Modes: []games.Mode{huntMode(5), huntMode(9)}, Custom: "7x1",
		Week: [7]string{"5x1", "5x1", "5x1", "5x1", "9x1", "9x1", "9x1"}, Settings: []games.Setting{{ID: "grid", Title: "Lines"}},
		NewBoard: func() games.Board { return &field{} }, Voice: guide{},
	}
	g.Mode = func(text string) (games.Mode, error) {
		width, one, _ := strings.Cut(text, "x")
		n, err := strconv.Atoi(width)
		if err != nil || one != "1" || n < 2 || n > 100 || strconv.Itoa(n) != width {
			return games.Mode{}, fmt.Errorf("%.30q: %w: from 2x1 to 100x1", text, games.ErrMode)
		}
		return huntMode(n), nil
	}
	g.Deal = func(m games.Mode, seed games.Seed) (games.State, error) {
		r := games.NewRand(seed, 0)
		n := m.Cols
		return hunt{n: n, treasure: r.N(n)}, nil
	}
	g.Start = func(m games.Mode, seed games.Seed) games.Move {
		r := games.NewRand(seed, 1)
		return dig(r.N(m.Cols))
	}
	g.Label = func(games.Mode, games.Seed) string { return "luck" }
	g.Live = func(s games.State, elapsed time.Duration) string { return fmt.Sprintf("%d dug", len(s.(hunt).dug)) }
	g.Facts = func(_ games.Mode, _ games.Seed, steps []games.Step) []games.Fact {
		return []games.Fact{{Name: "steps", Value: strconv.Itoa(len(steps))}}
	}
	g.Figures = func(_ games.Mode, _ games.Seed, steps []games.Step) []games.Figure {
		dug := 0
		for _, step := range steps {
			if !step.Move.Shows() && step.Move != games.Reveal {
				dug++
			}
		}
		return []games.Figure{{Name: games.MovesFigure, Value: dug}, {Name: games.LeastFigure, Value: 1}}
	}
	g.Demo = func() games.Replay {
		return games.Replay{Game: "hunt", Mode: "5x1", Version: 1, Seed: 8, Steps: []games.Step{
			{Move: "~at 1"}, {Move: dig(0)}, {At: 500 * time.Millisecond, Move: dig(1)}, {At: time.Second, Move: dig(3)},
		}}
	}
	return g
}

func dig(at int) games.Move { return games.Move("dig " + strconv.Itoa(at)) }

func (s hunt) Apply(m games.Move) (games.State, error) {
	if s.Status().Over() {
		return nil, games.ErrIllegal
	}
	if m == games.Reveal {
		s.assisted = true
		return s, nil
	}
	text, _ := strings.CutPrefix(string(m), "dig ")
	at, err := strconv.Atoi(text)
	if err != nil || dig(at) != m || at < 0 || at >= s.n || strings.IndexByte(s.dug, byte(at)) >= 0 {
		return nil, games.ErrIllegal
	}
	s.dug += string(rune(at)) // at most 100: one byte
	return s, nil
}

func (s hunt) Status() games.Status {
	switch {
	case s.dug == "":
		return games.Ready
	case strings.IndexByte(s.dug, byte(s.treasure)) >= 0:
		return games.Won
	case len(s.dug) == tries:
		return games.Lost
	}
	return games.Playing
}

func (s hunt) Assisted() bool       { return s.assisted }
func (s hunt) Progress() (int, int) { return len(s.dug), tries }

func (s hunt) Text() string {
	row := []byte(strings.Repeat("#", s.n))
	for _, at := range []byte(s.dug) {
		row[at] = '.'
	}
	if s.assisted || s.Status().Over() {
		row[s.treasure] = 'T'
	}
	return string(row) + " " + s.Status().String()
}

// field is its board: a shovel to move, and a flash after each digging.
type field struct {
	at, w, flash int
	pressed      int // 1 + the hole where the mouse went down
	o            games.Options
}

func (b *field) Fit(s games.State, w, h int, o games.Options) {
	b.w, b.o, b.at = w, o, min(b.at, s.(hunt).n-1)
}

func (b *field) Input(s games.State, in games.Input) (games.Move, bool) {
	n := s.(hunt).n
	switch {
	case in.Kind == games.Tick:
		b.flash = max(b.flash-1, 0)
		return "", true
	case in.Kind == games.Press && in.Y == 0 && in.X >= 0 && in.X < n:
		b.pressed = 1 + in.X
		return "", true
	case in.Kind == games.Release && b.pressed > 0 && b.pressed == 1+in.X:
		b.pressed = 0
		return b.dig(s, in.X), true
	case in.Kind != games.Key:
		return "", false
	}
	switch in.Key {
	case "left":
		b.at = max(b.at-1, 0)
	case "right":
		b.at = min(b.at+1, n-1)
	case "enter", "space":
		return b.dig(s, b.at), true
	default:
		return "", false
	}
	return games.Move("~at " + strconv.Itoa(b.at)), true
}

func (b *field) dig(s games.State, at int) games.Move {
	if s.Status().Over() || strings.IndexByte(s.(hunt).dug, byte(at)) >= 0 {
		return ""
	}
	b.flash = 3
	return dig(at)
}

func (b *field) Next(games.State) time.Duration {
	if b.flash == 0 {
		return 0
	}
	return 30 * time.Millisecond
}

func (b *field) Show(games.State) { *b = field{w: b.w, o: b.o} }

func (b *field) Watch(_ games.State, m games.Move) {
	if text, ok := strings.CutPrefix(string(m), "~at "); ok {
		b.at, _ = strconv.Atoi(text)
		return
	}
	b.flash = 3
}

func (b *field) Draw(c *games.Canvas, s games.State, sc games.Scene) {
	hole := '■'
	if b.o.ASCII {
		hole = '#'
	}
	for x, r := range s.(hunt).Text()[:s.(hunt).n] {
		ink := games.Hidden.Ink()
		if b.flash > 0 {
			ink = games.Lit.Ink()
		}
		if r == '#' {
			r = hole
		}
		c.Set(x, 0, games.Cell{Rune: r, FG: ink})
	}
	c.Set(b.at, 1, games.Cell{Rune: '^', FG: games.Cursor.Ink()})
}

func (b *field) Hints(games.State) []games.Hint {
	return []games.Hint{{Key: "←→", Does: "move"}, {Key: "space enter", Does: "dig"}}
}

// guide is its voice. Holes are counted from 0, as in its moves.
type guide struct{}

func (guide) Say(before, after games.State, d games.Detail) (said []string) {
	was, is := before.(hunt), after.(hunt)
	for _, at := range []byte(is.dug[len(was.dug):]) {
		if int(at) == is.treasure {
			said = append(said, fmt.Sprintf("The treasure is in hole %d. You won.", at))
		} else {
			said = append(said, fmt.Sprintf("Nothing in hole %d.", at))
		}
	}
	if is.Status() == games.Lost {
		said = append(said, fmt.Sprintf("You lost. The treasure is in hole %d.", is.treasure))
	}
	if is.assisted && !was.assisted {
		said = append(said, fmt.Sprintf("The treasure is in hole %d.", is.treasure))
	}
	if d == games.Full && is.Status() == games.Playing {
		said = append(said, is.tries())
	}
	return said
}

func (guide) Look(s games.State, question string, _ games.Detail) ([]string, error) {
	h := s.(hunt)
	switch question {
	case "look":
		var closed []string
		for at := range h.n {
			if strings.IndexByte(h.dug, byte(at)) < 0 {
				closed = append(closed, strconv.Itoa(at))
			}
		}
		return []string{"Not dug: " + strings.Join(closed, " ") + "."}, nil
	case "where":
		return []string{fmt.Sprintf("Before %d holes in a row, 0 to %d.", h.n, h.n-1)}, nil
	case "status":
		return []string{h.tries()}, nil
	}
	return nil, games.ErrWords
}

func (h hunt) tries() string { return fmt.Sprintf("%d of %d tries left.", tries-len(h.dug), tries) }

func (guide) Read(s games.State, words string) ([]games.Move, error) {
	m := games.Move(strings.ToLower(strings.TrimSpace(words)))
	if _, err := s.Apply(m); err == nil {
		return []games.Move{m}, nil
	}
	if text, ok := strings.CutPrefix(string(m), "dig "); ok {
		if _, err := strconv.Atoi(text); err == nil {
			return nil, games.Refusal("That hole cannot be dug.")
		}
	}
	return nil, games.ErrWords
}

func (guide) Phrases(s games.State) []games.Phrase {
	phrases := []games.Phrase{
		{Words: "look", Does: "the holes that are left", Asks: true},
		{Words: "where", Does: "how many holes there are", Asks: true},
		{Words: "status", Does: "how many tries are left", Asks: true},
	}
	if s.Status().Over() {
		return phrases
	}
	return append([]games.Phrase{{Words: "dig HOLE", Does: "look for the treasure in a hole"}}, phrases...)
}
