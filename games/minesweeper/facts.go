package minesweeper

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"arcade.example.com/games"
)

// live is Game.Live.
func live(s games.State, elapsed time.Duration) string {
	if s.Status() == games.Ready || elapsed < time.Second {
		return "" // the first opening alone would be a speed beyond belief
	}
	done, _ := s.Progress()
	return fmt.Sprintf("3BV/s %.1f", float64(done)/elapsed.Seconds())
}

// facts is Game.Facts at a version.
func facts(version int, m games.Mode, seed games.Seed, steps []games.Step) []games.Fact {
	s, clicks, elapsed := retrace(version, m, seed, steps)
	if s == nil || s.field == nil {
		return nil
	}
	bv := fmt.Sprint(s.field.bv)
	if s.status != games.Won {
		bv = fmt.Sprintf("%d of %d", s.done, s.field.bv)
	}
	var all []games.Fact
	if s.status == games.Lost {
		v := s.verdict()
		all = append(all,
			games.Fact{Name: "verdict", Value: v.String()},
			games.Fact{Name: "risk", Value: percent(v.fatal) + ", " + percent(v.least) + " at best"},
		)
	}
	all = append(all, games.Fact{Name: "3BV", Value: bv})
	if elapsed > 0 {
		all = append(all, games.Fact{Name: "3BV/s", Value: fmt.Sprintf("%.2f", float64(s.done)/elapsed.Seconds())})
	}
	return append(all,
		games.Fact{Name: "clicks", Value: fmt.Sprint(clicks)},
		games.Fact{Name: "efficiency", Value: fmt.Sprintf("%d %%", 100*s.done/clicks)},
		games.Fact{Name: "openings", Value: fmt.Sprint(s.field.openings)},
		games.Fact{Name: "islands", Value: fmt.Sprint(s.field.islands)},
	)
}

// figures is Game.Figures at a version: the clicks, and the 3BV as the least that do without flags.
func figures(version int, m games.Mode, seed games.Seed, steps []games.Step) []games.Figure {
	s, clicks, _ := retrace(version, m, seed, steps)
	bv := 0
	if s != nil && s.field != nil {
		bv = s.field.bv
	}
	return []games.Figure{{Name: games.MovesFigure, Value: clicks}, {Name: games.LeastFigure, Value: bv}}
}

// columns are the 3BV, and how much of it was opened a second.
func columns() []games.Column {
	return []games.Column{
		{Title: "3BV", Text: func(_ time.Duration, _, least int) string { return strconv.Itoa(least) }},
		{Title: "3BV/s", Text: func(elapsed time.Duration, _, least int) string {
			return strconv.FormatFloat(float64(least)/max(elapsed.Seconds(), 0.001), 'f', 2, 64)
		}},
	}
}

// retrace plays the steps and counts the clicks: all but moves of the cursor and what was asked of the solver. It
// returns no position where the steps are no run of the mode.
func retrace(version int, m games.Mode, seed games.Seed, steps []games.Step) (s *state, clicks int, elapsed time.Duration) {
	dealt, err := dealState(version, m, seed)
	if err != nil {
		return nil, 0, 0
	}
	for _, st := range steps {
		elapsed = st.At
		if st.Move.Shows() {
			if strings.HasPrefix(string(st.Move), uselessVerb) {
				clicks++
			}
			continue
		}
		if dealt, err = dealt.Apply(st.Move); err != nil {
			return nil, 0, 0
		}
		if st.Move != hint && st.Move != games.Reveal {
			clicks++
		}
	}
	return dealt.(*state), clicks, elapsed
}
