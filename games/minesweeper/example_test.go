package minesweeper_test

import (
	"fmt"

	"arcade.example.com/games/minesweeper"
)

// A seed and the first cell deal one board, everywhere and always.
func Example() {
	game := minesweeper.Game()
	mode, err := game.Mode("beginner")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := game.Deal(mode, 0x111)
	if err != nil {
		fmt.Println(err)
		return
	}
	if s, err = s.Apply(game.Start(mode, 0x111)); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Text())
	done, of := s.Progress()
	fmt.Printf("3BV %d of %d\n", done, of)
	// Output:
	// playing beginner
	// ---100000
	// --*210000
	// ---*10000
	// ----10000
	// ----11000
	// -*--*2111
	// --*--*--*
	// --*-----*
	// -----*---
	// 3BV 1 of 24
}
