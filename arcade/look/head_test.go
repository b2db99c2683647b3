package look

import (
	"strings"
	"testing"

	"arcade.example.com/games"
)

func TestHeadLosesWhatMattersLeast(t *testing.T) {
	parts := []Part{
		{Text: "Daily", Weight: 2}, {Text: "Maze", Weight: 4}, {Text: "", Weight: 9}, {Text: "hard", Weight: 1},
		{Text: "best 0:12", Weight: 3, Right: true}, {Text: "0:48", Weight: 5, Right: true},
	}
	for width, want := range map[int]string{
		50: "  Daily · Maze · hard           best 0:12   0:48",
		41: "  Daily · Maze · hard  best 0:12   0:48",
		40: "  Daily · Maze        best 0:12   0:48",
		38: "  Daily · Maze      best 0:12   0:48",
		30: "  Maze      best 0:12   0:48",
		20: "  Maze        0:48",
		10: "    0:48",
		4:  "48",
	} {
		c := games.NewCanvas(width, 1)
		HeadOf(c, parts...)
		var b strings.Builder
		for _, cell := range c.Row(0) {
			b.WriteRune(max(cell.Rune, ' '))
		}
		if got := strings.TrimRight(b.String(), " "); got != want {
			t.Errorf("in %d columns %q, want %q", width, got, want)
		}
	}
}
