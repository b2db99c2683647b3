package minesweeper

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"

	"arcade.example.com/games"
	"arcade.example.com/games/minesweeper/solver"
)

// solveTool lets the solver play.
func solveTool() games.Tool {
	return games.Tool{
		Verb:  "solve",
		Short: "let the solver play, and count what it wins",
		Timed: "games",
		New: func(flags *flag.FlagSet) func(games.Mode, io.Writer) error {
			p := series{games: 1000}
			seed := flags.String("seed", games.Seed(0).String(), "`HEX` of the first game; each further one has the next seed")
			flags.Var(&p.games, "games", "`N` games to play")
			flags.Func("first", "`KIND` of first cell: safe (a corner that is no mine) or zero (3,3, with none around it either) (default zero)", p.setFirst)
			return func(m games.Mode, w io.Writer) (err error) {
				if p.seed, err = games.ParseSeed(*seed); err != nil {
					return err
				}
				return p.play(m, w)
			}
		},
	}
}

// amount is a flag: a number from 1.
type amount int

func (a *amount) String() string { return strconv.Itoa(int(*a)) }

func (a *amount) Set(text string) error {
	n, err := atLeastOne(text)
	*a = amount(n)
	return err
}

// series are games for the solver to play.
type series struct {
	seed  games.Seed
	games amount
	safe  bool // the first cell alone is kept free
}

func (p *series) setFirst(text string) error {
	if text != "safe" && text != "zero" {
		return errors.New("it is safe or zero")
	}
	p.safe = text == "safe"
	return nil
}

// play plays the games and prints how many were won.
func (p series) play(m games.Mode, w io.Writer) error {
	su, err := setupOf(m.ID)
	if err != nil {
		return err
	}
	if p.safe && su.noGuess {
		return fmt.Errorf("%s opens a region at the first cell, so that is not only safe: %w", m.ID, games.ErrMode)
	}
	s := solver.New(su.w, su.h)
	wins := 0
	for k := range int(p.games) {
		l, first := p.deal(su, p.seed+games.Seed(k))
		if s.Wins(l, first) {
			wins++
		}
	}
	if _, err := fmt.Fprintf(w, "games %d\nwins %d\nrate %.2f %%\n", p.games, wins, 100*float64(wins)/float64(p.games)); err != nil {
		return fmt.Errorf("print games: %w", err)
	}
	return nil
}

// deal deals one game and says where it begins.
func (p series) deal(su setup, seed games.Seed) (l *solver.Layout, first int) {
	if !p.safe {
		first = 3*su.w + 3
		return su.deal(seed, first).Layout, first
	}
	free := make([]int, su.w*su.h-1)
	for i := range free {
		free[i] = i + 1
	}
	r := games.NewRand(seed, streamUniform)
	return lay(su.w, su.h, su.mines, free, &r), 0
}
