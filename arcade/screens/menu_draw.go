package screens

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/look"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

func (m *menu) Draw(c *games.Canvas) {
	f := newFrame(c.Size())
	c = c.Sub(f.x, f.y, f.w, f.h)
	m.title(c, f.title)
	for _, s := range m.spots(f) {
		part := c
		if s.y < f.list.y+f.list.h {
			part = c.Sub(0, 0, f.list.w, f.h)
		}
		part.Text(s.x, s.y, s.text, s.ink, 0)
	}
	m.drawDemo(c, f)
	at := m.standings(f)
	m.records(c.Sub(at.x, at.y, at.w, at.h))
	m.below(c, f)
}

// Moved: a step of the preview changes nothing else. With its last step all is drawn, since others may have come meanwhile.
func (m *menu) Moved(msg tea.Msg) parts {
	if _, ok := msg.(demoTick); !ok || m.demo.ended() || !m.demo.shows() || !m.env.roomy() {
		return parts{}
	}
	f := newFrame(m.env.width, m.env.height)
	return parts{{X: f.x + f.demo.x, Y: f.y + f.demo.y, W: f.demo.w, H: f.demo.h}}
}

func (m *menu) DrawMoved(c *games.Canvas, _ parts) {
	f := newFrame(c.Size())
	m.drawDemo(c.Sub(f.x, f.y, f.w, f.h), f)
}

func (m *menu) drawDemo(c *games.Canvas, f frame) {
	m.demo.draw(c.Sub(f.demo.x, f.demo.y, f.demo.w, f.demo.h))
}

// standings is where the records stand: under the preview, in the middle of a wide side; in the preview's place where that has
// no room.
func (m *menu) standings(f frame) rect {
	r := f.records
	if !m.demo.shows() && f.w >= look.Narrow {
		r = rect{f.side.x, f.side.y + 1, f.side.w, f.side.h - 1}
	}
	if n := min(r.w, recordsWidth); n < r.w {
		r.x, r.w = r.x+(r.w-n)/2, n
	}
	return r
}

// below is the line over the foot: what is typed, what was said, or what a guest should know before they play.
func (m *menu) below(c *games.Canvas, f frame) {
	y := f.said
	switch {
	case m.typed != nil:
		m.asking(c, f)
	case m.said != "":
		m.tell(c, f, m.said, games.Warn.Ink())
	case m.kept.failed || !m.env.known:
		c.Text(2, y, unreadable, games.Warn.Ink(), 0)
	case m.env.Local:
	case m.env.guest() && f.w >= 80:
		c.Text(2, y, "Guests play everything and rank nowhere. Make a key: "+look.KeyHint, games.Dim.Ink(), 0)
	case m.env.guest() && f.w >= look.Narrow:
		c.Text(2, y, "Guests do not rank. Make a key: "+look.KeyHint, games.Dim.Ink(), 0)
	case m.env.guest():
		c.Text(1, y, "Guests rank nowhere: "+look.KeyHint[:len("ssh-keygen")], games.Dim.Ink(), 0)
	case m.best != "":
		keys := m.env.keys.Playing.Help()
		room := f.w - 4 - utf8.RuneCountInString(keys.Key+keys.Desc) - 4
		x := c.Text(2, y, cut(m.best, room)+"   ", games.Dim.Ink(), 0)
		x = c.Text(x, y, keys.Key, games.Accent.Ink(), 0)
		c.Text(x+1, y, keys.Desc, games.Dim.Ink(), 0)
	}
}

// asking is the field of a custom mode; under it what can be typed, or what is wrong with what was.
func (m *menu) asking(c *games.Canvas, f frame) {
	text, ink := m.rule, games.Dim.Ink()
	if m.said != "" {
		text, ink = m.said, games.Warn.Ink()
	}
	y := m.tell(c, f, text, ink) - 1
	c.Fill(0, y, f.w, 1, games.Cell{})
	x := c.Text(2, y, m.pick().game.Title+" ", games.Dim.Ink(), 0)
	m.typed.draw(c, x, y, 0)
}

// tell writes a sentence over the foot, in as many lines as it needs, and returns the first of them.
func (m *menu) tell(c *games.Canvas, f frame, text string, ink games.Ink) (y int) {
	lines := look.Wrap(text, f.w-4)
	y = f.said - len(lines) + 1
	for i, line := range lines {
		c.Fill(0, y+i, f.w, 1, games.Cell{})
		c.Text(2, y+i, line, ink, 0)
	}
	return y
}

var bigTitle = [2]string{
	"▄▀█ █▀█ █▀▀ ▄▀█ █▀▄ █▀▀",
	"█▀█ █▀▄ █▄▄ █▀█ █▄▀ ██▄",
}

func (m *menu) title(c *games.Canvas, top int) {
	w, _ := c.Size()
	if m.env.set.ASCII {
		c.Text(2, top, "A R C A D E", games.Accent.Ink(), 0)
	} else {
		for y, line := range bigTitle {
			for x, r := range []rune(line) {
				c.Set(2+x, top+y, games.Cell{Rune: r, FG: games.Title.Shade(x * games.Shades / 23)})
			}
		}
	}
	who, present := m.env.whoami(), m.env.present()
	room := w - 4 - 24
	if utf8.RuneCountInString(who) > room { // the name, or what stands for it
		who, _, _ = strings.Cut(who, " · ")
	}
	if utf8.RuneCountInString(present) > room {
		present = strings.TrimSuffix(present, " here")
	}
	c.TextRight(w-2, top, who, games.Strong.Ink(), 0)
	c.TextRight(w-2, top+1, present, games.Dim.Ink(), 0)
}

// recordsWidth is how wide the records of a mode are at most, recordsLean without what is said of each but the time.
const (
	recordsWidth = 60
	recordsLean  = 31
)

// records draws the first of the chosen mode, as many as there is room for, and the player's own place.
func (m *menu) records(c *games.Canvas) {
	_, title, lb := m.shown()
	w, h := c.Size()
	t := m.tops.is
	lineup := t.top
	if m.amongYours() {
		title, lineup = "Rivals · "+title, t.yours
	}
	x := c.Text(0, 0, cut(title, w), games.Dim.Ink(), 0)
	for _, hint := range m.rivalsHint() {
		if key := hint.Key + " " + hint.Does; x+2+utf8.RuneCountInString(key) <= min(w, recordsLean) {
			c.TextRight(min(w, recordsLean), 0, key, games.Accent.Ink(), 0)
		}
	}
	if t.lb != lb {
		return
	}
	said, ink := "", games.Dim.Ink()
	switch {
	case m.tops.failed:
		said, ink = unreadable, games.Warn.Ink()
	case t.total == 0 && !m.env.Local:
		said = "Nobody has a time here yet. Yours would be the record."
	case m.amongYours() && len(lineup) == 0:
		said = "Neither you nor whom you follow has a time here."
	}
	for i, line := range look.Wrap(said, min(w, 40)) {
		c.Text(0, 1+i, line, ink, 0)
	}
	if m.tops.failed {
		return
	}
	if m.amongYours() {
		m.rivals(c, lineup)
		return
	}
	lines := min(len(lineup), h-2)
	for i, e := range lineup[:lines] {
		m.record(c, 1+i, e)
	}
	of := look.Pad(int64(t.total), 1)
	mode, right := m.pick().mode(), min(w, recordsLean)
	last := 1 + max(lines, min(recordsTop, h-2))
	switch {
	case m.onGame() && (mode.Cols > m.env.width || mode.Rows > m.env.height-2):
		c.Text(0, last, fmt.Sprintf("wants %dx%d; here it scrolls", mode.Cols, mode.Rows+2), games.Warn.Ink(), 0)
	case t.you != nil:
		x := c.Text(0, last, "you "+look.Ordinal(t.you.Rank)+" of "+of, games.Dim.Ink(), 0)
		if time := look.Tidy(look.Millis(t.you.Millis)); x+2+len(time) <= right {
			c.TextRight(right, last, time, games.Dim.Ink(), 0)
		}
	case !m.env.guest() && t.total > 0:
		c.Text(0, last, look.Plural(t.total, "player")+"; no time of yours yet", games.Dim.Ink(), 0)
	}
}

// rivals draws those lines of the player and whom they follow that stand around the player's own.
func (m *menu) rivals(c *games.Canvas, lineup []storage.Entry) {
	_, h := c.Size()
	lines := min(len(lineup), h-1)
	own := slices.IndexFunc(lineup, func(e storage.Entry) bool { return e.ID == m.env.player.ID })
	from := min(max(own-lines/2, 0), len(lineup)-lines)
	for i, e := range lineup[from : from+lines] {
		m.record(c, 1+i, e)
	}
}

// record draws a line of the records: rank, name and time, and where there is room how far it is from the first, and when.
func (m *menu) record(c *games.Canvas, y int, e storage.Entry) {
	w, _ := c.Size()
	ink, dim := games.Ink(0), games.Dim.Ink()
	if e.ID == m.env.player.ID {
		ink = games.Accent.Ink()
	}
	time := look.Tidy(look.Millis(e.Millis))
	right := min(w, recordsLean)
	medal(c, 0, y, e.Rank, 0)
	c.Text(4, y, cut(look.Name(e.Player, e.ID), right-len(time)-5), ink, 0)
	c.TextRight(right, y, time, ink, 0)
	if w < recordsWidth {
		return
	}
	if e.Rank > 1 && len(m.tops.is.top) > 0 {
		c.TextRight(right+12, y, look.Gap(look.Millis(e.Millis-m.tops.is.top[0].Millis)), dim, 0)
	}
	c.Text(right+15, y, look.Ago(e.At, m.env.Now()), dim, 0)
}

// medal draws a rank with the glyph and the colour of the first three.
func medal(c *games.Canvas, x, y, rank int, ground games.Ink) {
	switch rank {
	case 1:
		c.Text(x, y, "1 ◆", games.First.Ink(), ground)
	case 2:
		c.Text(x, y, "2 ◇", games.Second.Ink(), ground)
	case 3:
		c.Text(x, y, "3 ◇", games.Third.Ink(), ground)
	default:
		c.Text(x, y, look.Pad(int64(rank), 1), games.Dim.Ink(), ground)
	}
}
