package screens

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"arcade.example.com/arcade/look"
	"arcade.example.com/games"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

func (p *profile) Draw(c *games.Canvas) {
	look.Head(c, "Profile", p.env.present())
	c = look.Column(c, profileWidth)
	w, h := c.Size()
	if p.env.Local {
		p.env.drawCard(c, card{lines: []string{"Nothing is kept in this terminal, so there is nothing to tell of you."}})
		return
	}
	if p.env.guest() {
		p.env.drawCard(c, card{lines: []string{"You are a guest: you play everything, nothing of yours is kept.", "", "With a key you are a player: " + look.KeyHint + "."}})
		return
	}
	p.who(c)
	p.races(c)
	c.Text(profileLeft, bestsTop-1, "Bests", games.Dim.Ink(), 0)
	switch {
	case p.data.failed:
		c.Text(5, bestsTop, unreadable, games.Warn.Ink(), 0)
	case p.data.ok && len(p.data.is.bests) == 0:
		c.Text(5, bestsTop, "None yet. Win a game, and it stands here with its rank.", 0, 0)
	}
	first, last := p.seen()
	for i := first; i < last; i++ {
		p.line(c, bestsTop+i-first, w, p.data.is.bests[i], i == p.at)
	}
	said, ink := p.said, games.Warn.Ink()
	if said == "" {
		said = p.question()
	}
	if said == "" && p.naming != nil {
		said, ink = keys.NameRule, games.Dim.Ink()
	}
	lines := look.Wrap(said, w-2*profileLeft)
	bottom := h - 1 - len(lines)
	for i, line := range lines {
		c.Text(profileLeft, bottom+i, line, ink, 0)
	}
	top := bestsTop + last - first
	for _, line := range p.details(w - 6) {
		c.Text(5, top, line, games.Dim.Ink(), 0)
		top++
	}
	switch {
	case p.results.failed:
		c.Text(profileLeft, top, unreadable, games.Warn.Ink(), 0)
	case len(p.results.is.results) > 1 && bottom-1-top >= 3:
		p.graph(c.Sub(profileLeft, top, w-2*profileLeft, min(bottom-1-top, graphMost)))
	}
}

// The profile's lines: the bests from bestsTop on, and under them at least graphRows of the plot.
const (
	profileWidth = 100
	bestsTop     = 7
	graphRows    = 6
	graphMost    = 16
	profileLeft  = 3
)

// seen are the bests that the window has room for, the chosen one among them.
func (p *profile) seen() (first, last int) {
	n, room := len(p.data.is.bests), max(p.env.height-bestsTop-graphRows-7, 1)
	first = min(max(p.at-room/2, 0), max(n-room, 0))
	return first, min(first+room, n)
}

func (p *profile) who(c *games.Canvas) {
	pl := p.env.player
	c.Text(3, 2, "name", games.Dim.Ink(), 0)
	switch {
	case p.coding != nil:
		c.Text(3, 2, "code  ", games.Dim.Ink(), 0)
		p.coding.draw(c, 9, 2, games.Accent.Ink())
	case p.naming != nil:
		p.naming.draw(c, 9, 2, games.Accent.Ink())
	case !p.env.known:
		c.Text(9, 2, p.env.whoami(), games.Warn.Ink(), 0)
	case pl.Name == "":
		c.Text(9, 2, "none yet: press "+p.env.keys.Name.Help().Key+" for one", 0, 0)
	default:
		c.Text(9, 2, pl.Name, games.Strong.Ink(), 0)
	}
	c.Text(3, 3, "id", games.Dim.Ink(), 0)
	x := c.Text(9, 3, pl.ID, 0, 0)
	w, _ := c.Size()
	parts := []string{}
	if ended := p.data.is.ended; len(ended) > 0 {
		parts = append(parts, look.Ended(ended...))
	}
	if p.data.is.streak > 0 {
		parts = append(parts, "dailies: "+look.Plural(p.data.is.streak, "day")+" in a row")
	}
	c.Text(x+3, 3, cut(strings.Join(parts, " · "), w-x-4), games.Dim.Ink(), 0)
	c.Text(3, 4, "keys", games.Dim.Ink(), 0)
	p.keysLine(c, 9, 4)
}

// keysLine are the player's keys, as many as a line holds: the one in use first.
func (p *profile) keysLine(c *games.Canvas, x, y int) {
	w, _ := c.Size()
	for i, k := range p.data.is.keys {
		label, since := p.keyName(k), ""
		if !k.Added.IsZero() { // else nothing is kept yet
			since = " since " + k.Added.Format("2 Jan 2006")
		}
		if len(p.data.is.keys) > 1 && w < profileWidth {
			since = ""
		}
		if i > 0 && x+utf8.RuneCountInString(label+since) > w-4 {
			c.Text(x, y, "and "+look.Pad(int64(len(p.data.is.keys)-i), 1)+" more", games.Dim.Ink(), 0)
			return
		}
		x = c.Text(x, y, label, 0, 0)
		x = c.Text(x, y, since, games.Dim.Ink(), 0) + 3
	}
}

// keyName is a key in a word or two.
func (p *profile) keyName(k storage.Key) string {
	switch {
	case k.Tag == p.data.is.this:
		return "this one"
	case k.Label != "":
		return k.Label
	}
	return k.Type
}

func (p *profile) line(c *games.Canvas, y, w int, b storage.Best, chosen bool) {
	ink, ground := games.Ink(0), games.Ink(0)
	if chosen {
		ground = games.Select.Ink()
		c.Fill(3, y, w-6, 1, games.Cell{BG: ground})
		c.Text(3, y, "▸", games.Accent.Ink(), ground)
	}
	// In a narrow window the day goes and then the rank, which are told of the chosen one below; the time stays.
	dim, right := games.Dim.Ink(), w-4
	if w >= 72 {
		c.TextRight(right, y, look.Ago(b.At, p.env.Now()), dim, ground)
		right -= 14
	}
	if w >= look.Narrow {
		c.TextRight(right, y, rankOf(b), dim, ground)
		right -= 14
	}
	time := look.Tidy(look.Millis(b.Millis))
	c.TextRight(right, y, time, ink, ground)
	c.Text(5, y, p.title(b, right-len(time)-6), ink, ground)
}

func rankOf(b storage.Best) string { return look.Ordinal(b.Rank) + " of " + look.Pad(int64(b.Of), 1) }

// title is the game and mode of a best in words, or as they are typed where there is no room for that.
func (p *profile) title(b storage.Best, room int) string {
	g, ok := p.env.game(b.Game)
	if !ok {
		return cut(b.Game+" "+b.Mode, room)
	}
	if m, ok := g.Find(b.Mode); ok {
		if title := g.Title + " · " + m.Title; utf8.RuneCountInString(title) <= room {
			return title
		}
	}
	short := g.ID
	for _, alias := range g.Aliases {
		if len(alias) < len(short) {
			short = alias
		}
	}
	return cut(short+" "+b.Mode, room)
}

// details are lines on the chosen best, no wider than so much, and on its mode.
func (p *profile) details(width int) []string {
	b, ok := p.best()
	if !ok {
		return nil
	}
	lines := []string{p.detail(b, width)}
	for _, a := range p.data.is.ended {
		if a.Game == b.Game && a.Mode == b.Mode {
			lines = append(lines, look.Wrap(p.tally(a), width)...)
		}
	}
	return lines
}

// tally is how the player fares in a mode, in words.
func (p *profile) tally(a storage.Tally) string {
	s := fmt.Sprintf("%s · %d in a row, %d at best", look.Ended(a), a.Streak, a.Longest)
	g, _ := p.env.game(a.Game)
	if n := len(g.Columns); n > 0 && a.Quickest.Least > 0 {
		col := g.Columns[n-1]
		s += " · best " + col.Title + " " + col.Text(look.Millis(a.Quickest.Millis), 0, int(a.Quickest.Least))
	}
	return s
}

// detail is the chosen best in words: its place, what its game's leaderboards show of it, and when it was; of these what has
// room.
func (p *profile) detail(b storage.Best, width int) string {
	parts := []string{rankOf(b)}
	g, _ := p.env.game(b.Game)
	for _, col := range g.Columns {
		if text := columnText(col, b.Entry); text != "" {
			parts = append(parts, col.Title+" "+text)
		}
	}
	parts = append(parts, look.Ago(b.At, p.env.Now()))
	for len(parts) > 1 && utf8.RuneCountInString(strings.Join(parts, " · ")) > width {
		parts = parts[:len(parts)-1]
	}
	return strings.Join(parts, " · ")
}

// graph plots the chosen mode's times, the oldest first, as bars in eighths of a line over an axis: the higher the faster,
// and the best in gold.
func (p *profile) graph(c *games.Canvas) {
	const axis = 11
	w, h := c.Size()
	rs := p.results.is.results
	if room := (w - axis - 1) / 2; len(rs) > room {
		rs = rs[len(rs)-room:]
	}
	best, worst := rs[0].Millis, rs[0].Millis
	for _, r := range rs {
		best, worst = min(best, r.Millis), max(worst, r.Millis)
	}
	bars := h - 2
	up, across, corner := "│", "─", "└"
	if p.env.set.ASCII {
		up, across, corner = "|", "-", "+"
	}
	dim := games.Dim.Ink()
	c.Text(2, 0, "your last "+look.Plural(len(rs), "time"), dim, 0)
	c.TextRight(axis-1, 1, look.Tidy(look.Millis(best)), games.First.Ink(), 0)
	if worst > best {
		c.TextRight(axis-1, bars, look.Tidy(look.Millis(worst)), dim, 0)
	}
	for y := range bars {
		c.Text(axis, 1+y, up, games.Faint.Ink(), 0)
	}
	c.Text(axis, h-1, corner+strings.Repeat(across, 2*len(rs)), games.Faint.Ink(), 0)
	for i, r := range rs {
		eighths := 8 * bars
		if worst > best {
			eighths = 1 + int((worst-r.Millis)*int64(8*bars-1)/(worst-best))
		}
		ink := games.Graph.Shade(games.Shades / 2)
		if r.Millis == best {
			ink = games.First.Ink()
		}
		for y := range bars {
			if n := min(eighths-y*8, 8); n > 0 {
				c.Set(axis+1+i*2, h-2-y, games.Cell{Rune: p.bar(n), FG: ink})
			}
		}
	}
}

func (p *profile) bar(eighths int) rune {
	if p.env.set.ASCII {
		return '#'
	}
	return []rune("▁▂▃▄▅▆▇█")[eighths-1]
}
