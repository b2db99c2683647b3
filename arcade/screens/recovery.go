package screens

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/storage"
)

// recovery is the code against a lost key that a player is shown with their first ranked run; "" for any later one.
type recovery struct{ run, code string }

// recovery asks for the code. A key that was linked lately gets none; with the next run it is asked for again.
func (r *result) recovery() tea.Cmd {
	l, run := r.play.env.loader(), r.play.run.ID
	return func() tea.Msg {
		code, err := l.Store.Recovery(l.key, false, l.Now())
		if errors.Is(err, storage.ErrYoung) {
			return nil
		}
		return got(l, "recovery code", recovery{run, code}, err)
	}
}

// keepCode is the line with the code, "" where there is none to show.
func (r *result) keepCode() string {
	if r.spare.is.code == "" {
		return ""
	}
	st := r.play.env.styles
	return st.Dim.Render("For a lost key: ") + st.Strong.Render("recover "+r.spare.is.code)
}
