package screens

import (
	"errors"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

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

// keepCode says what the code is for, in a line, or two where the window is narrow: the code itself is never parted.
// There are none where there is no code to show.
func (r *result) keepCode() []string {
	if r.spare.is.code == "" {
		return nil
	}
	st := r.play.env.styles
	why, what := st.Dim.Render("For a lost key:"), st.Strong.Render("recover "+r.spare.is.code)
	if line := why + " " + what; lipgloss.Width(line) <= r.play.env.textWidth() {
		return []string{line}
	}
	return []string{why, what}
}
