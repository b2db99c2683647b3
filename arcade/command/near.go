package command

import (
	"strconv"

	"arcade.example.com/arcade/look"
	"arcade.example.com/keys"
)

// quoted is a player's word as it can be shown to them.
func quoted(word string) string {
	const most = 32
	if len(word) > most {
		return strconv.Quote(keys.Clean(word, most)) + "..."
	}
	return strconv.Quote(keys.Clean(word, most))
}

// suggestion names the word that was meant, where one is near enough to have been meant.
func suggestion(word string, known []string) string {
	name := look.Nearest(word, known)
	if name == "" {
		return " Try: help"
	}
	return " Did you mean " + name + "?"
}
