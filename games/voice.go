package games

import "errors"

// ErrWords is returned by a Voice for words that mean nothing in its game.
var ErrWords = errors.New("words without a meaning here")

// Refusal is the error of a Voice for words that it understands and that cannot be done or answered now: a sentence for
// the player, "There is a wall on the left."
type Refusal string

func (r Refusal) Error() string { return string(r) }

// Detail is how much a Voice says.
type Detail uint8

const (
	Usual Detail = iota
	Brief        // what changed and no more
	Full         // with what a glance at a screen would tell
)

// Voice is a game in words, for who plays without a screen: with a screen reader, in braille, by a program. It says what
// a player of the mode may know and nothing else: State.Text, and Progress in a game where it tells who goes right,
// are not for them. What it says depends on its arguments alone, so that the same question gives the same answer; it is
// safe for concurrent use. A sentence is one line of printable text without art.
type Voice interface {
	// Say tells what became of one position by the moves that led from it to another of the same run, and what an end was
	// due to; that the run is won or lost, and in which time, the arcade adds. It is empty where nothing changed that a
	// player may know.
	Say(before, after State, d Detail) []string
	// Look answers a question of Phrases: ErrWords for what is none, a Refusal for one that cannot be answered. Three can
	// be asked in every game, also when it is over: "look" (the position), "where" (where one stands in it) and "status"
	// (how far one is).
	Look(s State, question string, d Detail) ([]string, error)
	// Read returns the moves that the words ask for, at least one, each legal after those before it: ErrWords for words
	// that are no move, a Refusal for a move that cannot be made. Case and spaces round the words do not count. Every
	// legal move can be said, at least as it stands in replays ("open 3,4"); several at once are one answer to one line,
	// such as a walk to the next junction.
	Read(s State, words string) ([]Move, error)
	// Phrases are what can be said now, the most useful first.
	Phrases(s State) []Phrase
}

// Phrase is something that a player can say: {"open ROW COL", "open a square", false}. A word in capitals stands for
// what the player puts in; a phrase without any can also be chosen by its number in the list.
type Phrase struct {
	Words, Does string
	Asks        bool // for Look; otherwise for Read
}
