// Package gamestest is the suite that every game passes: it plays a game in the ways that the arcade may, and in some
// that only a hostile client would, and says where the contract of package games is broken. It knows no game.
package gamestest

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"testing"

	"arcade.example.com/games"
)

// Run tests a game: a game's own test is
//
//	func TestGame(t *testing.T) { gamestest.Run(t, Game()) }
//
// It takes a few seconds.
func Run(t *testing.T, g games.Game) {
	for _, c := range checks() {
		passed := t.Run(c.name, func(t *testing.T) {
			for _, err := range c.of(g) {
				t.Error(err)
			}
		})
		if !passed && c.basic {
			return
		}
	}
}

// Check returns all faults of a game, nil for one that has none. Where checks are named, those are made, and the basic
// ones, without which no other can be.
func Check(g games.Game, names ...string) (faults []error) {
	for _, c := range checks() {
		if len(names) > 0 && !c.basic && !slices.Contains(names, c.name) {
			continue
		}
		found := c.of(g)
		faults = append(faults, found...)
		if len(found) > 0 && c.basic {
			break
		}
	}
	return faults
}

// A check looks at one part of the contract.
type check struct {
	name  string
	look  func(*suite)
	basic bool // without it no other can be made
}

func checks() []check {
	return []check{
		{"entry", (*suite).entry, true},
		{"modes", (*suite).modes, true},
		{"mode texts", (*suite).modeTexts, false},
		{"custom", (*suite).custom, false},
		{"deal", (*suite).deal, true},
		{"seeds", (*suite).seeds, false},
		{"start", (*suite).start, false},
		{"apply", (*suite).apply, false},
		{"reveal", (*suite).reveal, false},
		{"end", (*suite).end, false},
		{"replay", (*suite).replay, false},
		{"demo", (*suite).demo, false},
		{"words", (*suite).words, false},
		{"draw", (*suite).draw, false},
		{"redraw", (*suite).redraw, false},
		{"resize", (*suite).resize, false},
		{"rest", (*suite).rest, false},
		{"hints", (*suite).hints, false},
		{"reserved keys", (*suite).reserved, false},
		{"watch", (*suite).watch, false},
		{"voice", (*suite).voice, false},
		{"secrets", (*suite).secrets, false},
		{"concurrency", (*suite).concurrency, false},
	}
}

// maxFaults is how many faults of one kind are worth reading.
const maxFaults = 5

// of makes the check. A panic of the game is a fault.
func (c check) of(g games.Game) (faults []error) {
	s := &suite{game: g, name: c.name}
	defer func() {
		if p := recover(); p != nil {
			faults = append(s.faults, fmt.Errorf("%s: panic: %v\n%s", c.name, p, debug.Stack()))
		}
	}()
	c.look(s)
	return s.faults
}

// suite is one check of one game.
type suite struct {
	game   games.Game
	name   string
	faults []error
}

func (s *suite) fault(format string, args ...any) {
	if len(s.faults) < maxFaults {
		s.faults = append(s.faults, fmt.Errorf(s.name+": "+format, args...))
	}
}

// want makes a fault of an error that should be another.
func (s *suite) want(err, want error, format string, args ...any) {
	if !errors.Is(err, want) {
		s.fault("%s: error %.200v, want %v", fmt.Sprintf(format, args...), err, want)
	}
}

// played are the modes to play: the listed ones, and what custom ones the game makes of some usual texts.
func (s *suite) played() []games.Mode {
	list := slices.Clone(s.game.Modes)
	for _, text := range []string{s.game.Custom, "7x5", "33x21", "12x9/20", "7x1"} {
		if m, err := s.game.Mode(text); err == nil && !slices.Contains(list, m) {
			list = append(list, m)
		}
	}
	return list
}

// dealt deals, and answers nil for a fault.
func (s *suite) dealt(m games.Mode, seed games.Seed) games.State {
	st, err := s.game.Deal(m, seed)
	if err != nil || st == nil {
		s.fault("%s of seed %v: dealt %v, error %v", m.ID, seed, st, err)
		return nil
	}
	return st
}
