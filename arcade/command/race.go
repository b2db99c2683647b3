package command

import (
	"arcade.example.com/arcade/live/race"
	"arcade.example.com/arcade/to"
)

// race answers where there is no terminal, or where the words are wrong.
func (a *asked) race() error {
	if _, err := a.raceScreen(); err != nil {
		return err
	}
	return misused("race needs a terminal: %s", a.Address.Terminal(append([]string{"race"}, a.words...)...))
}

// raceScreen reads [WORD] [GAME [MODE]]: what is no game is the room's word.
func (a *asked) raceScreen() (to.Destination, error) {
	var want to.Room
	words := a.words
	if len(words) > 0 {
		if _, game := find(a.Games, words[0]); !game {
			want.Word, words = words[0], words[1:]
		}
	}
	if want.Word != "" && !race.ProperWord(want.Word) {
		return nil, a.wrong("%s is neither a game nor a word: a room's word is 3 to 12 small letters", quoted(want.Word))
	}
	if len(words) == 0 {
		return want, nil
	}
	at, err := Game(a.Games, words)
	if err != nil {
		return nil, a.wrong("%s", err)
	}
	if want.Game, want.Mode = at.Game, at.Mode; len(words) == 1 {
		want.Mode = race.Usual(at.Game)
	}
	return want, nil
}
