package screens

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// The leaderboard's lines on the screen.
const (
	leaderboardWidth = 110
	tabsTop          = 2
	kindsTop         = tabsTop + 3
	linesTop         = 7 // under four lines of tabs, and one with the columns' names
)

// column is the part of a wide window that the leaderboard uses: where it begins, and how wide it is.
func (l *leaderboard) column() (x, w int) {
	w = min(l.env.width, leaderboardWidth)
	return (l.env.width - w) / 2, w
}

// spots are the pieces of the leaderboard that can be clicked: its tabs and its lines. They are drawn where they are clicked.
func (l *leaderboard) spots() []spot {
	_, w := l.column()
	list := l.modeSpots(w)
	list = append(list, l.periodSpots()...)
	list = append(list, kindSpots(w, look.KindWord(l.lb.Kind), l.lb.Game, l.kind)...)
	if l.page.lb != l.lb { // nothing of it is shown yet
		return list
	}
	for i := range l.page.lines {
		if i >= l.rows() {
			break
		}
		rank := l.page.from + i
		list = append(list, spot{rect: rect{0, linesTop + i, w, 1}, does: func() (where, tea.Cmd) {
			if rank == l.cursor {
				return l.watch()
			}
			return where{}, l.to(rank)
		}})
	}
	if you := l.page.you; you != nil && !l.sees(you.Rank) {
		list = append(list, spot{rect: rect{0, l.env.height - 4, w, 1}, does: func() (where, tea.Cmd) { return where{}, l.to(you.Rank) }})
	}
	return list
}

// modeSpots are the game, its sizes, and the variants of the chosen size: as in the menu.
func (l *leaderboard) modeSpots(w int) (list []spot) {
	g, _ := l.env.game(l.lb.Game)
	p := newPick(&g)
	p.choose(l.lb.Mode)
	show := func(mode string) func() (where, tea.Cmd) {
		return func() (where, tea.Cmd) { return where{}, l.show(l.lb.Game, mode, l.lb.Period) }
	}
	list = append(list, word(3, tabsTop, "‹ "+g.Title+" ›", games.Strong.Ink(), func() (where, tea.Cmd) {
		at := slices.IndexFunc(l.env.Games, func(g games.Game) bool { return g.ID == l.lb.Game })
		next := l.env.Games[(at+1)%len(l.env.Games)]
		return where{}, l.show(next.ID, l.env.first(next).ID, l.lb.Period)
	}))
	width := func(i int) int { return len(p.sizes[i]) + 2 }
	x := 3 + list[0].w + 2
	first, last := fitting(len(p.sizes), p.size, w-x-2, width)
	if first > 0 {
		list = append(list, word(x-1, tabsTop, "…", games.Dim.Ink(), nil))
	}
	for i := first; i < last; i++ {
		text, ink := " "+p.sizes[i]+" ", games.Dim.Ink()
		if i == p.size {
			text, ink = "["+p.sizes[i]+"]", games.Accent.Ink()
		}
		other := p
		other.size = i
		list = append(list, word(x, tabsTop, text, ink, show(other.mode().ID)))
		x += width(i)
	}
	if last < len(p.sizes) {
		list = append(list, word(x, tabsTop, "…", games.Dim.Ink(), nil))
	}
	x = 4
	for _, m := range p.modes() {
		text, ink := "○ "+m.Variant, games.Dim.Ink()
		if m.ID == p.mode().ID {
			text, ink = "● "+m.Variant, 0
		}
		list = append(list, word(x, tabsTop+1, text, ink, show(m.ID)))
		x += list[len(list)-1].w + 3
	}
	return list
}

func (l *leaderboard) periodSpots() (list []spot) {
	if l.lb.Daily != "" {
		return []spot{word(3, tabsTop+2, "[daily "+l.lb.Daily+"]", games.Accent.Ink(), nil)}
	}
	x := 3
	for _, p := range look.Periods() {
		text, ink := " "+look.PeriodTitle(p)+" ", games.Dim.Ink()
		if p == l.lb.Period {
			text, ink = "["+look.PeriodTitle(p)+"]", games.Accent.Ink()
		}
		list = append(list, word(x, tabsTop+2, text, ink, func() (where, tea.Cmd) { return where{}, l.show(l.lb.Game, l.lb.Mode, p) }))
		x += list[len(list)-1].w + 1
	}
	return list
}

// ratingWord is the tab of the leaderboard of races, which stands beside those of the kinds of runs.
const ratingWord = "rating"

// kindSpots are the tabs of the kinds of runs, and of the rating; one of them is chosen.
func kindSpots(w int, chosen, game string, show func(word string) (where, tea.Cmd)) (list []spot) {
	x, gap := 3, 1
	if w < look.Narrow {
		x, gap = 1, 0
	}
	for _, kind := range append(look.Kinds(), ratingWord) {
		text, ink := " "+kind+" ", games.Dim.Ink()
		if kind == chosen {
			text, ink = "["+kind+"]", games.Accent.Ink()
		}
		list = append(list, word(x, kindsTop, text, ink, func() (where, tea.Cmd) {
			if kind == ratingWord {
				return where{Back: true, To: to.Ratings{Game: game}}, nil
			}
			return show(kind)
		}))
		x += list[len(list)-1].w + gap
	}
	return list
}

// boardColumn is a column of the leaderboard's lines: from x on, w columns wide, its text at the right end or the left.
type boardColumn struct {
	title string
	x, w  int
	right bool
	text  func(storage.Entry) string
}

// columns are those that a width has room for, the most telling first; the last three of a line say which is the player's.
func (l *leaderboard) columns(w int) []boardColumn {
	var list []boardColumn
	x := 3
	room := w - 6
	add := func(title string, width int, right bool, text func(storage.Entry) string) {
		if x+width <= room {
			list = append(list, boardColumn{title, x, width, right, text})
			x += width + 1
		}
	}
	ranks := len(look.Pad(int64(max(l.page.total, 100)), 1))
	add("", ranks, true, func(e storage.Entry) string { return look.Pad(int64(e.Rank), 1) })
	add("", 1, false, func(e storage.Entry) string { return [...]string{"", "◆", "◇", "◇"}[max(0, min(e.Rank, 4)%4)] })
	const time = 10
	add("", min(16, room-x-1-time), false, func(e storage.Entry) string {
		if follows(l.page.rivals, e.ID) {
			return "+" + look.Name(e.Player, e.ID)
		}
		return look.Name(e.Player, e.ID)
	})
	if w >= 72 {
		add("", 7, false, func(e storage.Entry) string { return e.ID })
	}
	add("time", time, true, func(e storage.Entry) string { return look.Tidy(look.Millis(e.Millis)) })
	if scored := l.lb.Kind == storage.Lines || l.lb.Kind == storage.Bots; scored {
		add("too many", 11, true, func(e storage.Entry) string { return look.Pad(int64(e.Moves)-int64(min(e.Least, e.Moves)), 1) })
	} else {
		add("", 11, true, func(e storage.Entry) string {
			if e.Rank == 1 {
				return ""
			}
			return look.Gap(look.Millis(e.Millis - l.page.record))
		})
	}
	g, _ := l.env.game(l.lb.Game)
	if slices.ContainsFunc(l.page.lines, func(e storage.Entry) bool { return e.Figures != storage.Figures{} }) {
		for _, c := range g.Columns {
			add(c.Title, 6, true, func(e storage.Entry) string { return columnText(c, e) })
		}
	}
	x++
	add("", 12, false, func(e storage.Entry) string { return look.Ago(e.At, l.env.Now()) })
	return list
}

// columnText is what a game's column says of a run.
func columnText(c games.Column, e storage.Entry) string {
	if e.Figures == (storage.Figures{}) {
		return ""
	}
	return c.Text(look.Millis(e.Millis), int(e.Moves), int(e.Least))
}

// names draws the columns' names over the lines.
func (l *leaderboard) names(c *games.Canvas, columns []boardColumn) {
	for _, col := range columns {
		if col.title != "" {
			c.TextRight(col.x+col.w, linesTop-1, col.title, games.Dim.Ink(), 0)
		}
	}
}

func (l *leaderboard) line(c *games.Canvas, y int, columns []boardColumn, e storage.Entry, chosen bool) {
	w, _ := c.Size()
	ink, ground := games.Ink(0), games.Ink(0)
	you := e.ID != "" && e.ID == l.env.player.ID
	if you {
		ink = games.Accent.Ink()
	}
	if chosen {
		ground = games.Select.Ink()
		c.Fill(1, y, w-2, 1, games.Cell{BG: ground})
		c.Text(1, y, "▸", games.Accent.Ink(), ground)
	}
	medal := [...]games.Ink{ink, games.First.Ink(), games.Second.Ink(), games.Third.Ink()}[max(0, min(e.Rank, 4)%4)]
	for i, col := range columns {
		text, ink := cut(col.text(e), col.w), ink
		switch {
		case i < 2:
			ink = medal
		case i > 2 && col.title != "time":
			ink = games.Dim.Ink()
		}
		if col.right {
			c.TextRight(col.x+col.w, y, text, ink, ground)
		} else {
			c.Text(col.x, y, text, ink, ground)
		}
	}
	if you {
		c.Text(w-5, y, "you", games.Accent.Ink(), ground)
	}
}

// rule is the line above and below one's own line.
func (l *leaderboard) rule(c *games.Canvas, y int) {
	w, _ := c.Size()
	c.Text(3, y, strings.Repeat("─", w-6), games.Faint.Ink(), 0)
}
