package storage

import "fmt"

func (s *store) Shadow(playerID string, on bool) error {
	err := s.Update(func(t Tx) error {
		id, p, known, err := resolve(t, playerID)
		if err != nil {
			return err
		}
		if !known {
			return ErrNotFound
		}
		if p.shadow == on {
			return nil
		}
		p.shadow = on
		t.Put(key("p", id), p.encode())
		return hideLines(t, id, on)
	})
	if err != nil {
		return fmt.Errorf("shadow player %q: %w", playerID, err)
	}
	return nil
}

// hideLines takes a player's lines from where all see them, or puts them back.
func hideLines(t Tx, id string, hidden bool) error {
	for _, lb := range bestsOf(t, id) {
		l, _, err := best(t, lb, id)
		if err != nil {
			return err
		}
		if err := drop(t, lb, id); err != nil {
			return err
		}
		l.hidden = hidden
		if _, err := improve(t, lb, l); err != nil {
			return err
		}
	}
	return nil
}
