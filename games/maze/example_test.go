package maze_test

import (
	"flag"
	"fmt"
	"os"

	"arcade.example.com/games"
	"arcade.example.com/games/maze"
)

// A maze is dealt from a mode and a seed, and walked in moves of half a cell.
func ExampleGame() {
	game := maze.Game()
	mode, err := game.Mode("5x5")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := game.Deal(mode, 0x9f3c)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range []games.Move{"south", "south"} {
		if s, err = s.Apply(m); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Print(s.Text())
	// Output:
	// at 0,2, passed 2 of 24, path hidden
	// ###########
	// #S#   #   #
	// # # # # # #
	// #@  #   # #
	// # ####### #
	// #   #   # #
	// ### ### # #
	// # # # # # #
	// # # # # # #
	// #     #  E#
	// ###########
}

// The tool of `arcade deal maze 3x3 --seed 1 --solve`.
func ExampleGame_tools() {
	game := maze.Game()
	mode, _ := game.Mode("3x3")
	flags := flag.NewFlagSet("deal", flag.ContinueOnError)
	deal := game.Tools[0].New(flags)
	_ = flags.Parse([]string{"--seed", "1", "--solve"})
	if err := deal(mode, os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// #######
	// #S  # #
	// #.# # #
	// #.# # #
	// #.### #
	// #....E#
	// #######
}

// The maze in words: what is said is the same each time, and without a map it is told as it lies for the walker.
func ExampleGame_voice() {
	game := maze.Game()
	mode, _ := game.Mode("5x5-fp")
	s, _ := game.Deal(mode, 0x9f3c)
	for _, words := range []string{"ahead", "left", "back", "fly"} {
		moves, err := game.Voice.Read(s, words)
		if err != nil {
			fmt.Println(words+":", err)
			continue
		}
		before := s
		for _, m := range moves {
			s, _ = s.Apply(m) // Read answers with legal moves only
		}
		fmt.Println(words+":", game.Voice.Say(before, s, games.Usual))
	}
	// Output:
	// ahead: [Walked ahead 2, right 6, left 2, left 2, dead end: back 2.]
	// left: There is a wall left.
	// back: [Walked back 2, right 2, right 6, left 2, at the entrance: left 8.]
	// fly: words without a meaning here
}
