package command

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
)

func (a *asked) listGames() error {
	type mode struct {
		ID    string `json:"id"`
		Title string `json:"title"`
	}
	type game struct {
		ID    string `json:"id"`
		Title string `json:"title"`
		Modes []mode `json:"modes"`
	}
	list := []game{}
	for _, g := range a.Games {
		entry := game{g.ID, g.Title, []mode{}}
		for _, m := range g.Modes {
			entry.Modes = append(entry.Modes, mode{m.ID, m.Title})
		}
		list = append(list, entry)
	}
	if a.json {
		return a.write(struct {
			Games []game `json:"games"`
		}{list})
	}
	var rows [][]string
	for _, g := range list {
		for _, m := range g.Modes {
			rows = append(rows, []string{g.ID, m.ID, m.Title})
		}
	}
	return a.table(rows)
}

// playVerb plays in lines, as its flag says or where there is no terminal.
const playVerb = "play"

// play answers a game's name where there is no screen for it: the mode is wrong, or there is no terminal.
func (a *asked) play() error {
	if _, err := a.playScreen(); err != nil {
		return err
	}
	words := a.gameWords()
	return misused("%s is played in a terminal: %s\nWithout one it is played in lines: %s", words[0],
		a.Address.Terminal(words...), a.Address.SSH(append([]string{playVerb}, words...)...))
}

func (a *asked) playScreen() (to.Destination, error) {
	words := a.gameWords()
	if len(words) == 0 {
		return nil, nil
	}
	want, err := Game(a.Games, words)
	if err != nil {
		return nil, a.wrong("%s", err)
	}
	return want, nil
}

// gameWords are GAME [MODE], whichever of them is the command; none for the menu.
func (a *asked) gameWords() []string {
	if a.cmd.Name() == playVerb {
		return a.words
	}
	return append([]string{a.cmd.Name()}, a.words...)
}

// Lines is a session in lines, and where it begins; First is nil for the menu.
type Lines struct {
	Bot, JSON bool
	First     to.Destination
}

// Lines returns the session in lines that a command asks for; false where it asks for none, or not rightly: then Run
// answers.
func (c Commands) Lines(who Caller, args []string) (want Lines, ok bool) {
	if !slices.ContainsFunc(args, func(w string) bool { return w == playVerb || strings.Contains(w, "lines") }) {
		return Lines{}, false // who wants a screen need not be parsed twice
	}
	a, err := c.parse(who, args)
	if err != nil || a.screen == nil || a.cmd.Name() == leaderboardVerb {
		return Lines{}, false
	}
	play := a.cmd.Name() == playVerb
	if !a.inLines && !(play && (!who.Terminal || a.bot || a.json)) || !play && a.json {
		return Lines{}, false
	}
	want = Lines{Bot: a.bot, JSON: a.json}
	want.First, err = a.screen()
	return want, err == nil
}

// Game is where the words GAME [MODE] lead; without a mode to the one that the menu offers at first, which is the zero Mode.
// The error says what there is.
func Game(list []games.Game, words []string) (to.Game, error) {
	g, err := gameOf(list, words[0])
	if err != nil {
		return to.Game{}, err
	}
	var m games.Mode
	if len(words) > 1 {
		if m, err = g.Mode(words[1]); err != nil {
			return to.Game{}, errors.New(look.ModeError(err))
		}
	}
	return to.Game{Game: g, Mode: m}, nil
}

// gameOf finds the game that a word names; the error says which there are.
func gameOf(list []games.Game, word string) (games.Game, error) {
	g, ok := find(list, word)
	if !ok {
		return g, fmt.Errorf("there is no game %s, only %s", quoted(word), strings.Join(gameNames(list), ", "))
	}
	return g, nil
}

// find finds a game by its id or an alias.
func find(list []games.Game, word string) (games.Game, bool) {
	for _, g := range list {
		if g.ID == word || slices.Contains(g.Aliases, word) {
			return g, true
		}
	}
	return games.Game{}, false
}

func gameNames(list []games.Game) (names []string) {
	for _, g := range list {
		names = append(append(names, g.ID), g.Aliases...)
	}
	return names
}
