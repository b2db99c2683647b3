package look

import "arcade.example.com/storage"

// Kinds are those of runs as players type them, the usual one first.
func Kinds() []string { return []string{"timed", "automatic", "lines", "bots"} }

// KindOf is the kind that a word stands for.
func KindOf(word string) (k storage.Kind, ok bool) {
	switch word {
	case "timed":
		return storage.Timed, true
	case "automatic":
		return storage.Automatic, true
	case "lines":
		return storage.Lines, true
	case "bots":
		return storage.Bots, true
	}
	return "", false
}

// KindWord is the word for a kind.
func KindWord(k storage.Kind) string {
	for _, word := range Kinds() {
		if is, _ := KindOf(word); is == k {
			return word
		}
	}
	return string(k)
}
