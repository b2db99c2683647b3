package minesweeper

import (
	"strings"

	"arcade.example.com/games"
)

// drawGhosts draws where each ghost made its last move.
func (f *face) drawGhosts(c *games.Canvas, s *state, ghosts []games.Ghost) {
	g := f.glyphs()
	for _, ghost := range ghosts {
		_, at, _ := strings.Cut(string(ghost.Last), " ")
		if i := s.cellAt(at); i >= 0 {
			f.drawBracket(c, i, g.ghostLeft, g.ghostRight, games.Rival.Ink())
		}
	}
}

// drawRace draws how far the player is along the upper border, and how far the first ghost is along the lower one.
func (f *face) drawRace(c *games.Canvas, s *state, ghosts []games.Ghost) {
	if len(ghosts) > 0 {
		f.drawBar(c, f.y, "you", s, games.You.Ink())
		f.drawBar(c, f.y+f.rows-1, ghosts[0].Name, ghosts[0].State, games.Rival.Ink())
	}
}

// drawBar draws a run's progress along a border.
func (f *face) drawBar(c *games.Canvas, y int, name string, s games.State, ink games.Ink) {
	border := c.Sub(f.x+1, y, f.cols-2, 1)
	if done, of := s.Progress(); of > 0 {
		border.Fill(0, 0, (f.cols-2)*done/of, 1, games.Cell{Rune: f.glyphs().bar, FG: ink})
	}
	border.Text(1, 0, " "+name+" ", ink, 0)
}
