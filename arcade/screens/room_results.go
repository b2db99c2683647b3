package screens

import (
	"slices"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/live/race"
	"arcade.example.com/arcade/live/rating"
	"arcade.example.com/arcade/look"
	"arcade.example.com/games"
)

// resultColumns are those of the table of results, from its left edge: where the names and the game's own figures begin,
// and where the others end. What is 0 has no room.
type resultColumns struct{ left, name, time, gap, link, figures, rating int }

func resultColumnsOf(width int) resultColumns {
	switch {
	case width < look.Narrow:
		return resultColumns{left: 2, name: 7, time: 30, rating: 39}
	case width < 76:
		return resultColumns{left: 2, name: 7, time: 31, gap: 41, link: 49, rating: 58}
	}
	return resultColumns{left: 4, name: 9, time: 35, gap: 45, link: 53, figures: 55, rating: 79}
}

// table is the results: place, time, gap, links, the game's own figures where there is room, and how the rating moved.
func (r *room) table(c *games.Canvas) {
	w, h := c.Size()
	cs := resultColumnsOf(w)
	c.Text(cs.left, 2, r.plan(), games.Dim.Ink(), 0)
	y := 4
	if r.isRated() {
		c.TextRight(cs.rating, y-1, "rating", games.Dim.Ink(), 0)
	}
	for _, row := range r.view.Results {
		if y >= h-5 {
			break
		}
		r.result(c, y, cs, row)
		y++
	}
	for _, line := range r.after() {
		for _, part := range look.Wrap(line, w-2*cs.left) {
			y++
			c.Text(cs.left, y, part, games.Strong.Ink(), 0)
		}
	}
	r.talkLines(c, h-4)
}

// after is what there is to say to the player under the results.
func (r *room) after() (list []string) {
	for _, row := range r.view.Results {
		switch {
		case !r.own(row) || row.Rating.Heats == 0:
		case row.Rating.Settled():
			list = append(list, "Your rating is "+shownRating(row.Rating.To)+" now.")
		default:
			list = append(list, "You are unrated yet: "+settling(row.Rating)+" heats.")
		}
	}
	for _, row := range r.view.Results {
		if row.Off > 0 {
			list = append(list, row.Name+" raced on another machine: by its clock, which may be "+look.Pad(row.Off.Milliseconds()+1, 1)+" ms off.")
		}
	}
	if r.view.Later {
		list = append(list, "You may race this deal now, against those who were there.")
	}
	return list
}

// own reports whether a row is the player's: guests have names of their own in a room, and players may have none.
func (r *room) own(row race.Row) bool {
	if row.Player == "" {
		return row.Name == r.view.You.Name
	}
	return row.Player == r.env.player.ID
}

// isRated reports whether the heat moved anybody's rating.
func (r *room) isRated() bool {
	return slices.ContainsFunc(r.view.Results, func(row race.Row) bool { return row.Rating.Heats > 0 })
}

// moved is how a heat moved a rating; of one that is not shown yet, how many heats it has of those that it takes.
func moved(c rating.Change) string {
	switch {
	case c.Heats == 0:
		return ""
	case !c.Settled():
		return settling(c)
	case c.To < c.From:
		return shownRating(c.To - c.From)
	}
	return "+" + shownRating(c.To-c.From)
}

func settling(c rating.Change) string {
	return look.Pad(int64(c.Heats), 1) + " of " + look.Pad(rating.Settled, 1)
}

func (r *room) result(c *games.Canvas, y int, cs resultColumns, row race.Row) {
	ink, dim := games.Ink(0), games.Dim.Ink()
	if r.own(row) {
		ink = games.Accent.Ink()
	}
	if row.Later {
		c.Text(cs.name-len("later "), y, "later", dim, 0)
	} else {
		medal(c, cs.left, y, row.Place, 0)
	}
	c.Text(cs.name, y, cut(row.Name, cs.time-len(" out at 99 %")-cs.name), ink, 0)
	switch {
	case row.How == live.Won:
		c.TextRight(cs.time, y, look.Tidy(row.Time), ink, 0)
		if row.Gap > 0 && cs.gap > 0 {
			c.TextRight(cs.gap, y, look.Gap(row.Gap), dim, 0)
		}
	default:
		c.TextRight(cs.time, y, "out at "+share(row.Done, row.Of), ink, 0)
	}
	if cs.link > 0 {
		c.TextRight(cs.link, y, linkOf(row.Link), dim, 0)
	}
	if cs.figures > 0 {
		c.Text(cs.figures, y, r.figures(row), dim, 0)
	}
	c.TextRight(cs.rating, y, moved(row.Rating), dim, 0)
}

// figures are what the game says of a run, short: its moves, and the least that could have done.
func (r *room) figures(row race.Row) string {
	g, m := r.view.Plan.Game, r.view.Plan.Mode
	steps, err := games.Decode(row.Steps)
	if g.ID != r.heat.Game || m.ID != r.heat.Mode || g.Figures == nil || err != nil {
		return ""
	}
	moves, least := 0, 0
	for _, f := range g.Figures(m, r.heat.Seed, steps) {
		switch f.Name {
		case games.MovesFigure:
			moves = f.Value
		case games.LeastFigure:
			least = f.Value
		}
	}
	if moves == 0 {
		return ""
	}
	s := look.Plural(moves, "move")
	if least > 0 && row.How == live.Won {
		s += " of " + look.Pad(int64(least), 1)
	}
	return s
}
