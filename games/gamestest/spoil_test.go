package gamestest_test

import (
	"time"

	"arcade.example.com/games"
)

// bent is a position whose rules are spoiled.
type bent struct {
	games.State
	apply    func(games.State, games.Move) (games.State, error)
	text     func(games.State) string
	assisted func(games.State) bool
	progress func(games.State) (int, int)
}

func (s bent) Apply(m games.Move) (games.State, error) {
	apply := games.State.Apply
	if s.apply != nil {
		apply = s.apply
	}
	next, err := apply(s.State, m)
	if err != nil {
		return nil, err
	}
	s.State = next
	return s, nil
}

func (s bent) Text() string {
	if s.text != nil {
		return s.text(s.State)
	}
	return s.State.Text()
}

func (s bent) Assisted() bool {
	if s.assisted != nil {
		return s.assisted(s.State)
	}
	return s.State.Assisted()
}

func (s bent) Progress() (int, int) {
	if s.progress != nil {
		return s.progress(s.State)
	}
	return s.State.Progress()
}

// rules spoils the positions of a game.
func rules(spoil bent) func(*games.Game) {
	return func(g *games.Game) {
		deal, live := g.Deal, g.Live
		g.Deal = func(m games.Mode, seed games.Seed) (games.State, error) {
			s := spoil
			var err error
			s.State, err = deal(m, seed)
			return s, err
		}
		g.Live = func(s games.State, elapsed time.Duration) string { return live(s.(bent).State, elapsed) }
		face(func(b *twisted) { b.unbend = true })(g)
		g.Voice = nil // or it would have to be unbent, too
	}
}

// babble is a voice that is spoiled.
type babble struct {
	games.Voice
	say     func(before, after games.State) []string
	look    func(s games.State, question string) ([]string, error)
	read    func(s games.State, words string) ([]games.Move, error)
	phrases []games.Phrase
}

func (v babble) Say(before, after games.State, d games.Detail) []string {
	if v.say != nil {
		return v.say(before, after)
	}
	return v.Voice.Say(before, after, d)
}

func (v babble) Look(s games.State, question string, d games.Detail) ([]string, error) {
	if v.look != nil {
		if said, err := v.look(s, question); said != nil || err != nil {
			return said, err
		}
	}
	return v.Voice.Look(s, question, d)
}

func (v babble) Read(s games.State, words string) ([]games.Move, error) {
	if v.read != nil {
		return v.read(s, words)
	}
	return v.Voice.Read(s, words)
}

func (v babble) Phrases(s games.State) []games.Phrase {
	return append(v.Voice.Phrases(s), v.phrases...)
}

// voice spoils the voice of a game.
func voice(spoil babble) func(*games.Game) {
	return func(g *games.Game) {
		spoil.Voice = g.Voice
		g.Voice = spoil
	}
}

// twisted is a board that is spoiled.
type twisted struct {
	games.Board
	unbend bool
	fit    func(w, h int)
	input  func(b games.Board, s games.State, in games.Input) (games.Move, bool)
	next   func(b games.Board, s games.State) time.Duration
	watch  func(b games.Board, s games.State, m games.Move)
	show   func(b games.Board, s games.State)
	draw   func(b games.Board, c *games.Canvas)
	hints  []games.Hint
}

func (b *twisted) straight(s games.State) games.State {
	if b.unbend {
		return s.(bent).State
	}
	return s
}

func (b *twisted) Fit(s games.State, w, h int, o games.Options) {
	if b.fit != nil {
		b.fit(w, h)
	}
	b.Board.Fit(b.straight(s), w, h, o)
}

func (b *twisted) Input(s games.State, in games.Input) (games.Move, bool) {
	if b.input != nil {
		return b.input(b.Board, b.straight(s), in)
	}
	return b.Board.Input(b.straight(s), in)
}

func (b *twisted) Next(s games.State) time.Duration {
	if b.next != nil {
		return b.next(b.Board, b.straight(s))
	}
	return b.Board.Next(b.straight(s))
}

func (b *twisted) Watch(s games.State, m games.Move) {
	if b.watch != nil {
		b.watch(b.Board, b.straight(s), m)
		return
	}
	b.Board.Watch(b.straight(s), m)
}

func (b *twisted) Draw(c *games.Canvas, s games.State, sc games.Scene) {
	sc.Ghosts = nil
	b.Board.Draw(c, b.straight(s), sc)
	if b.draw != nil {
		b.draw(b.Board, c)
	}
}

func (b *twisted) Show(s games.State) {
	if b.show != nil {
		b.show(b.Board, b.straight(s))
		return
	}
	b.Board.Show(b.straight(s))
}

func (b *twisted) Hints(s games.State) []games.Hint {
	return append(b.Board.Hints(b.straight(s)), b.hints...)
}

// face spoils the boards of a game.
func face(spoil func(*twisted)) func(*games.Game) {
	return func(g *games.Game) {
		board := g.NewBoard
		g.NewBoard = func() games.Board {
			b := &twisted{Board: board()}
			spoil(b)
			return b
		}
	}
}

// taking spoils a game by a key that its boards take.
func taking(key string) func(*games.Game) {
	return face(func(b *twisted) {
		b.input = func(b games.Board, s games.State, in games.Input) (games.Move, bool) {
			if in.Key == key {
				return "", true
			}
			return b.Input(s, in)
		}
	})
}

// modeTexts spoils what is said of texts that name no mode.
func modeTexts(other func(string) (games.Mode, error)) func(*games.Game) {
	return func(g *games.Game) {
		mode := g.Mode
		g.Mode = func(text string) (games.Mode, error) {
			if m, err := mode(text); err == nil {
				return m, nil
			}
			return other(text)
		}
	}
}

func demo(spoil func(*games.Replay)) func(*games.Game) {
	return func(g *games.Game) {
		good := g.Demo
		g.Demo = func() games.Replay {
			r := good()
			spoil(&r)
			return r
		}
	}
}

// boast is a board that says what its inputs change.
type boast struct {
	games.Board
	lines games.Lines
	known bool
}

func (b boast) Redraws() (games.Lines, bool) { return b.lines, b.known }

// redrawing makes a game's boards say of every input that it changes the same.
func redrawing(lines games.Lines, known bool) func(*games.Game) {
	return func(g *games.Game) {
		board := g.NewBoard
		g.NewBoard = func() games.Board { return boast{board(), lines, known} }
	}
}

func drawing(spoil func(games.Board, *games.Canvas)) func(*games.Game) {
	return face(func(b *twisted) { b.draw = spoil })
}
