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
