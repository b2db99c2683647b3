package look

import (
	"charm.land/lipgloss/v2"

	"arcade.example.com/arcade/display"
	"arcade.example.com/games"
)

// Styles are what Lip Gloss draws with. Its colours are inks, so one value serves every theme.
type Styles struct {
	Plain, Strong, Dim, Accent, Good, Warn, Bad, Key lipgloss.Style
	Panel                                            lipgloss.Style
}

func NewStyles() *Styles {
	of := func(r games.Role) lipgloss.Style {
		return lipgloss.NewStyle().Foreground(display.Colour(r.Ink()))
	}
	return &Styles{
		Plain: lipgloss.NewStyle(), Strong: of(games.Strong), Dim: of(games.Dim),
		Accent: of(games.Accent), Good: of(games.Good), Warn: of(games.Warn), Bad: of(games.Bad),
		Key: of(games.Accent),
		Panel: lipgloss.NewStyle().Border(lipgloss.RoundedBorder()).Padding(1, 3).
			BorderForeground(display.Colour(games.Faint.Ink())),
	}
}
