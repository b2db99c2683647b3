package gamestest

import (
	"errors"
	"strings"
	"time"

	"arcade.example.com/games"
)

// player plays a game through its board with random keys, mouse and ticks, the same ones for the same lot.
type player struct {
	suite   *suite
	game    games.Game
	mode    games.Mode
	seed    games.Seed
	rand    games.Rand
	board   games.Board
	state   games.State
	w, h    int
	options games.Options
	now     time.Duration // of the inputs
	clock   time.Duration // of the run
	steps   []games.Step
	passed  []seen       // all positions, the first and the last included
	moves   []games.Move // between them
	heard   func()       // is called after each input; nil: nobody is
}

// player begins a game at a window of 80x24. Where it must not be dealt, the suite has its fault and the player stands
// before a game that is over.
func (s *suite) player(m games.Mode, seed games.Seed, lot uint64) *player {
	p := &player{suite: s, game: s.game, mode: m, seed: seed, rand: games.NewRand(0, lot), w: 80, h: 24}
	p.board = s.game.NewBoard()
	st, err := s.game.Deal(m, seed)
	if err != nil {
		panic(err)
	}
	p.state, p.passed = st, []seen{look(st)}
	p.fit()
	return p
}

func (p *player) fit() { p.board.Fit(p.state, p.w, p.h, p.options) }

// keys are what hands come upon, the useful ones more often.
var keys = strings.Fields(`up down left right up down left right h j k l w a s d enter space enter space
	shift+up shift+down shift+left shift+right H J K L W A S D f c e b u i o n r x z F C E B U I O 0 $ 9 . tab esc backspace
	home end pgup pgdown ctrl+a alt+x f1 é ñ 漢 \x00 nosuchkey`)

// play makes random inputs until the game is over, at most n.
func (p *player) play(n int) {
	for range n {
		if p.state.Status().Over() {
			return
		}
		p.any()
	}
}

// any is one random input.
func (p *player) any() {
	switch p.rand.N(10) {
	case 0, 1:
		p.mouse()
	case 2, 3:
		p.tick()
	default:
		p.input(games.Input{Kind: games.Key, Key: keys[p.rand.N(len(keys))]})
	}
	if p.rand.N(2) == 0 {
		p.tick()
	}
}

// mouse is a press at some place, and what may come of it.
func (p *player) mouse() {
	x, y := p.rand.N(p.w+6)-3, p.rand.N(p.h+6)-3
	button := games.Button(1 + p.rand.N(3))
	p.input(games.Input{Kind: games.Press, Button: button, X: x, Y: y})
	switch p.rand.N(4) {
	case 0:
		x, y = x+p.rand.N(5)-2, y+p.rand.N(5)-2
		p.input(games.Input{Kind: games.Drag, Button: button, X: x, Y: y})
	case 1:
		p.input(games.Input{Kind: games.Press, Button: games.Right, X: x, Y: y})
	case 2:
		p.input(games.Input{Kind: games.Wheel, Button: games.WheelUp + games.Button(p.rand.N(4)), X: x, Y: y})
	}
	p.input(games.Input{Kind: games.Release, Button: button, X: x, Y: y})
}

// tick waits as long as the board wishes, and reports whether it wished to.
func (p *player) tick() bool {
	d := p.board.Next(p.state)
	if d <= 0 {
		return false
	}
	p.now += d
	p.clock += d.Truncate(time.Millisecond)
	p.input(games.Input{Kind: games.Tick})
	return true
}

// settle lets the board come to rest, and reports whether it does.
func (p *player) settle() bool {
	for range maxTicks {
		if !p.tick() {
			return true
		}
	}
	return false
}

// maxTicks is more than any walk or animation has: 100 s at 30 ms each.
const maxTicks = 3000

// input offers an event to the board and makes the move that it answers with, as the arcade does: one that the rules
// refuse leads nowhere.
func (p *player) input(in games.Input) (used bool) {
	if p.heard != nil {
		defer p.heard()
	}
	p.now += time.Duration(p.rand.N(40)) * time.Millisecond
	p.clock += time.Duration(p.rand.N(300)) * time.Millisecond
	in.Now = p.now
	m, used := p.board.Input(p.state, in)
	if m == "" || m == games.New || p.state.Status().Over() || len(p.steps) == games.MaxSteps {
		return used
	}
	if p.state.Status() == games.Ready {
		p.clock = 0
	}
	if !m.Shows() && !p.apply(m) {
		return true
	}
	p.steps = append(p.steps, games.Step{At: p.clock, Move: m})
	return true
}

func (p *player) apply(m games.Move) bool {
	next, err := p.state.Apply(m)
	if err != nil {
		if !errors.Is(err, games.ErrIllegal) {
			p.suite.fault("%s: %q: %v, want ErrIllegal", p.mode.ID, m, err)
		}
		return false
	}
	p.state = next
	p.passed, p.moves = append(p.passed, look(next)), append(p.moves, m)
	return true
}

func (p *player) replay() games.Replay {
	return games.Replay{Game: p.game.ID, Mode: p.mode.ID, Version: p.game.Version, Seed: p.seed, Steps: p.steps}
}
