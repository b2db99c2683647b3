package maze

import (
	"fmt"
	"strconv"
	"time"

	"arcade.example.com/games"
)

// detour is one time off the path.
type detour struct {
	at   point // where it was left
	from time.Duration
	took time.Duration
}

// facts tell how a run went: steps against the shortest way, and what dead ends cost.
func facts(mode games.Mode, seed games.Seed, steps []games.Step) []games.Fact {
	p, err := parsePlan(mode.ID)
	if err != nil {
		return nil
	}
	m := deal(p, seed)
	count, detours := m.review(steps)
	list := []games.Fact{{Name: "steps", Value: compare(count, m.units())}}
	list = append(list, lost(detours)...)
	for _, s := range steps {
		if s.Move == games.Reveal {
			list = append(list, games.Fact{Name: "path", Value: "shown after " + seconds(s.At)})
		}
	}
	if word := label(mode, seed); word != "" {
		list = append(list, games.Fact{Name: "maze", Value: word})
	}
	return list
}

// figures are what leaderboards show of a run besides its time.
func figures(mode games.Mode, seed games.Seed, steps []games.Step) []games.Figure {
	p, err := parsePlan(mode.ID)
	if err != nil {
		return nil
	}
	m := deal(p, seed)
	count, _ := m.review(steps)
	return []games.Figure{{Name: games.MovesFigure, Value: count}, {Name: games.LeastFigure, Value: m.units()}}
}

// columns are the steps, and the time over the shortest way: what each of its steps took.
func columns() []games.Column {
	return []games.Column{
		{Title: "steps", Text: func(_ time.Duration, moves, _ int) string { return strconv.Itoa(moves) }},
		{Title: "pace", Text: func(elapsed time.Duration, _, least int) string {
			return strconv.FormatFloat(elapsed.Seconds()/float64(max(least, 1)), 'f', 2, 64)
		}},
	}
}

// review follows a run: how many moves it made, and every time off the path.
func (m *maze) review(steps []games.Step) (count int, detours []detour) {
	at, last := m.entrance(), time.Duration(0)
	for _, s := range steps {
		last = s.At
		d, ok := heading(s.Move)
		if !ok {
			continue
		}
		count++
		next := d.from(at)
		was, is := m.onPath(at.x, at.y), m.onPath(next.x, next.y)
		if was && !is {
			detours = append(detours, detour{at: at, from: s.At})
		}
		if !was && is {
			detours[len(detours)-1].took = s.At - detours[len(detours)-1].from
		}
		at = next
	}
	if !m.onPath(at.x, at.y) {
		detours[len(detours)-1].took = last - detours[len(detours)-1].from
	}
	return count, detours
}

func compare(count, least int) string {
	if count <= least {
		return fmt.Sprintf("%d, no fewer are possible", count)
	}
	return fmt.Sprintf("%d, %d more than needed", count, count-least)
}

// lost is what the detours cost, and where the first began.
func lost(detours []detour) []games.Fact {
	if len(detours) == 0 {
		return []games.Fact{{Name: "dead ends", Value: "none entered"}}
	}
	var sum time.Duration
	worst := detours[0]
	for _, d := range detours {
		sum += d.took
		if d.took > worst.took {
			worst = d
		}
	}
	where := " at "
	if len(detours) > 1 {
		where = fmt.Sprintf(" in %d, most at ", len(detours))
	}
	return []games.Fact{
		{Name: "lost in dead ends", Value: seconds(sum) + where + worst.at.String()},
		{Name: "first wrong turn", Value: fmt.Sprintf("at %v, after %s", detours[0].at, seconds(detours[0].from))},
	}
}

// seconds is a time to a tenth of a second, with minutes as a clock shows them: 12.3 s, 6:42.7.
func seconds(d time.Duration) string {
	d = d.Round(100 * time.Millisecond)
	if d < time.Minute {
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return fmt.Sprintf("%d:%04.1f", d/time.Minute, (d % time.Minute).Seconds())
}

// String is the cell's column and line, counted from one at the top left.
func (p point) String() string { return fmt.Sprintf("(%d, %d)", p.x/2+1, p.y/2+1) }
