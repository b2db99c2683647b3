package arcade

import (
	"charm.land/lipgloss/v2"

	"arcade.example.com/arcade/display"
	"arcade.example.com/games"
)

// styles are what Lip Gloss draws with. Its colours are inks, so one value serves every theme.
type styles struct {
	plain, strong, dim, faint, accent, good, warn, bad, chosen, key lipgloss.Style
	panel                                                           lipgloss.Style
}

func newStyles() *styles {
	of := func(r games.Role) lipgloss.Style {
		return lipgloss.NewStyle().Foreground(display.Colour(r.Ink()))
	}
	return &styles{
		plain: lipgloss.NewStyle(), strong: of(games.Strong), dim: of(games.Dim), faint: of(games.Faint),
		accent: of(games.Accent), good: of(games.Good), warn: of(games.Warn), bad: of(games.Bad),
		chosen: of(games.Strong).Background(display.Colour(games.Select.Ink())),
		key:    of(games.Accent),
		panel: lipgloss.NewStyle().Border(lipgloss.RoundedBorder()).Padding(1, 3).
			BorderForeground(display.Colour(games.Faint.Ink())),
	}
}
