package solver_test

import (
	"fmt"

	"arcade.example.com/games/minesweeper/solver"
)

// Of three cells over 1 2 1, with two mines in all, the outer two are mines.
func ExampleAnalyse() {
	const x = solver.Hidden
	a := solver.Analyse(solver.View{W: 3, H: 2, Mines: 2, Cell: []int8{
		x, x, x,
		1, 2, 1,
	}})
	fmt.Println("safe", a.Safe, "mines", a.Mine)
	fmt.Println("proved by", a.Because(1))
	// Output:
	// safe [1] mines [0 2]
	// proved by [3 4 5]
}
