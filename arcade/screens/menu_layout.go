package screens

import (
	"fmt"
	"slices"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/look"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// frame is how the menu divides a window: what a larger one leaves empty keeps the parts together. The list of games and
// dailies stands left; side is for the preview and the records under it. A narrow window has one column, and a preview
// only where it is high.
type frame struct {
	x, y, w, h  int
	title       int // the line of the title
	list        rect
	side        rect // preview and records together
	demo        rect
	records     rect
	links, said int // the lines of the links, and of what is said
}

type rect struct{ x, y, w, h int }

func (r rect) has(x, y int) bool { return x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h }

const (
	menuWidth  = 150
	menuHeight = 46
	listTop    = 4
	listWidth  = 40
	recordsTop = 3 // how many of the records a window of the usual height shows
	recordsAll = 8 // and a high one
)

func newFrame(width, height int) frame {
	if width < look.Narrow {
		return narrowFrame(width, height)
	}
	w, h := min(width, menuWidth), min(height, menuHeight)
	f := frame{x: (width - w) / 2, y: (height - h) / 3, w: w, h: h, title: 1, links: h - 3, said: h - 2}
	list := listWidth
	if w < 80 {
		list = listWidth - 2
	}
	f.list = rect{0, listTop, list, h - 3 - listTop}
	f.side = rect{list + 1, 3, w - list - 3, h - 7}
	lines := recordsTop
	if h >= 32 {
		lines = recordsAll
	}
	n := lines + 2 // the title, and the player's own
	f.demo = rect{f.side.x, f.side.y, f.side.w, f.side.h - n - 1}
	f.records = rect{f.side.x, f.side.y + f.side.h - n, f.side.w, n}
	return f
}

// narrowFrame has one column: the list, the preview where there is room, the records.
func narrowFrame(w, h int) frame {
	const above, below, records, most = 3, 4, recordsTop, 20
	f := frame{w: w, h: h, links: h - 3, said: h - 2}
	rows := h - above - below - records - 1
	f.list = rect{0, above, w, min(rows, most)}
	f.records = rect{2, h - below - records + 1, w - 4, records}
	f.demo = rect{2, above + f.list.h + 1, w - 4, rows - f.list.h - 2}
	f.side = f.records
	return f
}

// spot is a piece of the menu: a text, and the cells around it where a click does something.
type spot struct {
	rect
	text string
	ink  games.Ink
	does func() (where, tea.Cmd) // a click; nil where it does nothing
}

// word is a spot as large as its text.
func word(x, y int, text string, ink games.Ink, does func() (where, tea.Cmd)) spot {
	return spot{rect{x, y, utf8.RuneCountInString(text), 1}, text, ink, does}
}

// spots are the pieces of the menu besides its title and its right side: they are drawn where they are clicked. Of two
// that overlap the later one counts.
func (m *menu) spots(f frame) []spot {
	list, from, to := m.list(f.list.w)
	// The chosen lines are in the middle of the list where it is longer than its place.
	total := list[len(list)-1].y + 1
	rows, first := f.list.h, f.list.y
	top := min(max((from+to-rows)/2, 0), max(total-rows, 0))
	spots := list[:0]
	for _, s := range list {
		if s.y >= top && s.y < top+rows {
			s.y += first - top
			spots = append(spots, s)
		}
	}
	if top > 0 {
		spots = append(spots, word(0, first, "↑", games.Dim.Ink(), nil))
	}
	if total > top+rows {
		spots = append(spots, word(0, first+rows-1, "↓", games.Dim.Ink(), nil))
	}
	return m.linkSpots(spots, f)
}

// list are the games and the dailies, counted from line 0 on, and which lines are chosen: from from up to to.
func (m *menu) list(width int) (list []spot, from, to int) {
	list = make([]spot, 0, 64)
	y := 0
	for i := range m.picks {
		begin := y
		list, y = m.gameSpots(list, i, y, width), y+m.picks[i].lines()+1
		if i == m.at {
			from, to = begin, y-1
		}
	}
	if len(m.days.dailies) > 0 {
		list = append(list, word(4, y, "Today", 0, nil), word(12, y, m.untilTomorrow(width-12), games.Dim.Ink(), nil))
		y++
	}
	for i := range m.days.dailies {
		if list = m.dailySpots(list, i, y); m.at == len(m.picks)+i {
			from, to = y, y+2
		}
		y += 2
	}
	if m.onLinks() {
		from, to = y, y
	}
	return list, from, to
}

// line is a line of the list: a click on it chooses the menu's line of that number, or opens it where it is chosen.
func (m *menu) line(y, at int) spot {
	return spot{rect: rect{0, y, listWidth, 1}, does: func() (where, tea.Cmd) { return m.clicked(at, at == m.at) }}
}

// heading appends the line with a game's or a daily's name, marked where it is chosen; line is what a click on it does.
func (m *menu) heading(list []spot, line spot, at int, name string) []spot {
	if at != m.at {
		return append(list, line, word(4, line.y, name, 0, line.does))
	}
	return append(list, line, word(2, line.y, "▸", games.Accent.Ink(), line.does), word(4, line.y, name, games.Strong.Ink(), line.does))
}

// below is the line under another, where a click does the same.
func (s spot) below(lines int) spot {
	s.y += lines
	return s
}

// The columns of a game's sizes, the first one's bracket, and of its variants.
const (
	sizesLeft    = 5
	variantsLeft = 6
)

func (m *menu) gameSpots(list []spot, at, y, width int) []spot {
	p, line := &m.picks[at], m.line(y, at)
	list = m.heading(list, line, at, p.game.Title)
	if slices.ContainsFunc(m.kept.is, func(k storage.Progress) bool { return k.Game == p.game.ID }) {
		list = append(list, word(4+utf8.RuneCountInString(p.game.Title)+2, y, "a game waits", games.Warn.Ink(), line.does))
	}
	list = m.sizeSpots(append(list, line.below(1)), at, y+1, width)
	if p.lines() < 3 {
		return list
	}
	return m.variantSpots(append(list, line.below(2)), at, y+2)
}

func (m *menu) sizeSpots(list []spot, at, y, room int) []spot {
	p := &m.picks[at]
	width := func(i int) int { return utf8.RuneCountInString(p.sizes[i]) + 2 }
	x := sizesLeft
	first, last := fitting(len(p.sizes), p.size, room-sizesLeft-1, width)
	if first > 0 {
		list = append(list, word(x-1, y, "…", games.Dim.Ink(), nil))
	}
	for i := first; i < last; i++ {
		text, ink := " "+p.sizes[i]+" ", games.Dim.Ink()
		if i == p.size {
			text, ink = "["+p.sizes[i]+"]", 0
			if at == m.at {
				ink = games.Accent.Ink()
			}
		}
		list = append(list, word(x, y, text, ink, func() (where, tea.Cmd) {
			already := at == m.at && i == p.size
			p.size = i
			return m.clicked(at, already)
		}))
		x += width(i)
	}
	if last < len(p.sizes) {
		list = append(list, word(x, y, "…", games.Dim.Ink(), nil))
	}
	return list
}

// variantSpots are the variants that the chosen size comes in; a single one is no choice.
func (m *menu) variantSpots(list []spot, at, y int) []spot {
	p := &m.picks[at]
	modes, chosen := p.modes(), p.mode()
	if len(modes) == 1 {
		return append(list, word(variantsLeft, y, chosen.Variant, games.Dim.Ink(), nil))
	}
	x := variantsLeft
	for i := range modes {
		variant, picked := modes[i].Variant, modes[i].ID == chosen.ID
		mark, ink := "○ ", games.Dim.Ink()
		if picked {
			mark, ink = "● ", 0
		}
		list = append(list, word(x, y, mark+variant+"   ", ink, func() (where, tea.Cmd) {
			p.variant = variant
			return m.clicked(at, at == m.at && picked)
		}))
		x += list[len(list)-1].w
	}
	return list
}

func (m *menu) dailySpots(list []spot, i, y int) []spot {
	d, at := &m.days.dailies[i], len(m.picks)+i
	title := d.Game.Title + " " + d.Mode.Title
	if d.Label != "" {
		title += " · " + d.Label
	}
	line, said, ink := m.line(y, at), m.days.lines[i], games.Dim.Ink()
	if slices.ContainsFunc(m.kept.is, func(k storage.Progress) bool { return k.Game == d.Game.ID && k.Daily == d.Day() }) {
		said, ink = "it waits for you", games.Warn.Ink()
	}
	return append(m.heading(list, line, at, title), line.below(1), word(6, y+1, said, ink, line.does))
}

// untilTomorrow is how long the day's challenges stand, and the player's streak where they have one: in full, or as it fits so
// many columns.
func (m *menu) untilTomorrow(width int) string {
	left := m.days.dailies[0].Ends().Sub(m.env.Now())
	hours, minutes := int(left.Hours()), int(left.Minutes())%60
	days := m.days.streak.is
	if days == 0 {
		return fmt.Sprintf("new in %d h %d min", hours, minutes)
	}
	new := fmt.Sprintf("new in %d h", hours)
	if hours == 0 {
		new = fmt.Sprintf("new in %d min", minutes)
	}
	for _, streak := range []string{"   streak " + look.Plural(days, "day"), "  streak " + look.Pad(int64(days), 1)} {
		if len(new)+len(streak) <= width {
			return new + streak
		}
	}
	return new
}

// links are the ways out of the menu that are not games.
var links = []string{"Leaderboards", "Profile", "Settings", "Help"}

// links are those of this house: where nothing is kept there are no leaderboards.
func (m *menu) links() []string {
	if m.env.Local {
		return links[1:]
	}
	return links
}

func (m *menu) linkSpots(list []spot, f frame) []spot {
	x, y, gap := 4, f.links, 3
	if f.w < look.Narrow {
		x, gap = 2, 1
	}
	for i, name := range m.links() {
		ink := games.Ink(0)
		if m.onLinks() && i == m.link {
			ink = games.Strong.Ink()
			list = append(list, word(x-2, y, "▸", games.Accent.Ink(), nil))
		}
		list = append(list, word(x, y, name, ink, func() (where, tea.Cmd) {
			m.at, m.link = m.lines()-1, i
			return m.enter()
		}))
		x += list[len(list)-1].w + gap
	}
	return list
}

// fitting are those of n pieces that stand in a row of room columns, from first up to last: the one at at and its
// neighbours.
func fitting(n, at, room int, width func(i int) int) (first, last int) {
	sum := func(from, to int) (cols int) {
		for i := from; i < to; i++ {
			cols += width(i)
		}
		return cols
	}
	for first < at && sum(first, at+1) > room {
		first++
	}
	last = at + 1
	for last < n && sum(first, last+1) <= room {
		last++
	}
	for first > 0 && sum(first-1, last) <= room {
		first--
	}
	return first, last
}
