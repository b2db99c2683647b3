package games_test

import (
	"fmt"

	"arcade.example.com/games"
)

// A run is played again from what it was dealt from and its steps: the position and the time are what they were.
func ExampleGame_Play() {
	game := counting() // to three, by "one" and "two"
	run := games.Replay{Game: game.ID, Mode: "three", Version: game.Version, Seed: 7, Steps: steps("0 start, 400 one, 950 two")}
	end, clock, err := game.Play(run)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(end.Status(), clock)
	// Output: won 950ms
}

// A position never changes: a move leads to another, and what the rules do not allow to none.
func ExampleState() {
	game := counting()
	mode, _ := game.Mode("three")
	first, _ := game.Deal(mode, 7)
	second, _ := first.Apply("start")
	_, err := second.Apply("three")
	fmt.Println(first.Status(), second.Status(), err)
	// Output: ready playing illegal move
}

// What is seen is inks in cells; a theme decides how an ink looks.
func ExampleCanvas() {
	c := games.NewCanvas(8, 1)
	c.Text(1, 0, "you", games.You.Ink(), games.Open.Shade(20))
	cell := c.At(1, 0)
	fmt.Printf("%c %t %d\n", cell.Rune, cell.FG.Role() == games.You, cell.BG.Shade())
	// Output: y true 20
}
