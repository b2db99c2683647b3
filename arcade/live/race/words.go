package race

import (
	_ "embed"
	"strings"
)

// wordList is what rooms are named by when nobody names them: English words of 3 to 6 letters that are easy to say and
// clean. No two are one wrong letter apart.
//
//go:embed words.txt
var wordList string

// words returns the list.
func words() []string { return strings.Fields(wordList) }

// ProperWord reports whether a text can name a room: 3 to 12 letters, all small.
func ProperWord(text string) bool {
	return len(text) >= 3 && len(text) <= 12 && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz") == ""
}
