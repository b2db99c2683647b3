package maze

import (
	"testing"

	"arcade.example.com/games/gamestest"
)

func TestGame(t *testing.T) {
	t.Parallel()
	gamestest.Run(t, Game())
}
