package records

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"arcade.example.com/storage"
)

// Among are the lines of a player and of those whom they follow on a leaderboard, the best first; their ranks are those
// of the whole of it. Who has no time there, or is hidden, is missing.
func Among(s storage.Store, lb storage.Leaderboard, me storage.Player, rivals []storage.Player) (lines []storage.Entry, err error) {
	for _, p := range append([]storage.Player{me}, rivals...) {
		if p.ID == "" || p.Shadow && p.ID != me.ID {
			continue
		}
		row, err := s.Row(lb, p.ID)
		if errors.Is(err, storage.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("lines of rivals: %w", err)
		}
		lines = append(lines, row)
	}
	slices.SortStableFunc(lines, func(a, b storage.Entry) int { return cmp.Compare(a.Rank, b.Rank) })
	return lines, nil
}
