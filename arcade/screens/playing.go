package screens

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/live/race"
	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// playing is the list of who plays what right now, read once a second: whom the player follows first, then the most
// interesting.
type playing struct {
	lined
	env    *env
	rows   []playingRow
	chosen string // what the chosen row is, so that it stays chosen when the order changes
	said   string
	seq    int // the reading that is awaited
	read   bool
}

var _ screen = (*playing)(nil)

// playingRow is one row of the list: a run, or a room that is open.
type playingRow struct {
	live.Line
	place int            // where the run would stand at its pace, 0 where nothing can be said
	room  *race.OpenRoom // nil for a run
}

// id tells rows apart; "" for one that cannot be chosen by name.
func (r playingRow) id() string {
	if r.room != nil {
		return r.room.Word
	}
	return r.Run
}

type (
	relist    struct{ seq int } // it is time to read the list again
	playingIs struct {          // the list as it is now
		seq  int
		rows []playingRow
	}
)

func newPlaying(e *env) *playing { return &playing{env: e} }

func (p *playing) Enter() tea.Cmd { return nil }
func (p *playing) Reads() tea.Cmd { return p.list() }

// list reads the list, and of the rows that are shown where they would stand.
func (p *playing) list() tea.Cmd {
	p.seq++
	h, l, v, seq, from, rows := p.env.House, p.env.loader(), p.env.viewer(), p.seq, p.from, p.rowsShown()
	return func() tea.Msg {
		is := playingIs{seq: seq}
		for i, l := range l.rivalsFirst(h.Hall.List(v)) {
			row := playingRow{Line: l}
			if i >= from && i < from+rows {
				row.place = l.Place(h.place)
			}
			is.rows = append(is.rows, row)
		}
		for _, r := range h.Rooms.List() {
			is.rows = append(is.rows, playingRow{room: &r})
		}
		return is
	}
}

// place is where a time would stand on a leaderboard, from 1 on; 0 where that cannot be told. Ranks are looked for by
// halves, so that it reads a few lines however many there are.
func (h *House) place(game, mode, daily string, time time.Duration) int {
	lb := storage.Leaderboard{Game: game, Mode: mode, Period: storage.All, Daily: daily}
	_, total, err := h.Store.Top(lb, 1, 1)
	if err != nil {
		return 0
	}
	slower, found := 1, total+1 // the first rank whose time is longer lies between
	for slower < found {
		at := (slower + found) / 2
		line, _, err := h.Store.Top(lb, at, 1)
		if err != nil {
			return 0
		}
		if len(line) > 0 && look.Millis(line[0].Millis) <= time {
			slower = at + 1
		} else {
			found = at
		}
	}
	return slower
}

func (p *playing) Update(msg tea.Msg) (where, tea.Cmd) {
	if at, ok := p.env.keys.leads(msg, p.at, len(p.rows), p.rowsShown()); ok {
		if !p.read {
			return where{Waits: true}, nil
		}
		p.said = ""
		p.choose(at)
		return where{}, nil
	}
	switch msg := msg.(type) {
	case playingIs:
		if msg.seq == p.seq {
			p.take(msg.rows)
			return where{}, p.env.after(time.Second, relist{p.seq})
		}
	case relist:
		if msg.seq == p.seq {
			return where{}, p.list()
		}
	case tea.WindowSizeMsg:
		p.choose(p.at)
	case tea.KeyPressMsg:
		p.said = ""
		return p.press(msg)
	case tea.MouseClickMsg:
		return p.click(msg.Y)
	}
	return where{}, nil
}

// take shows the rows that were read; what was chosen stays so.
func (p *playing) take(rows []playingRow) {
	p.rows, p.read = rows, true
	at := p.at
	if i := slices.IndexFunc(rows, func(r playingRow) bool { return r.id() != "" && r.id() == p.chosen }); i >= 0 {
		at = i
	}
	p.choose(at)
}

func (p *playing) choose(at int) {
	p.bring(at, len(p.rows), p.rowsShown())
	p.chosen = ""
	if p.at < len(p.rows) {
		p.chosen = p.rows[p.at].id()
	}
}

func (p *playing) press(msg tea.KeyPressMsg) (where, tea.Cmd) {
	k := p.env.keys
	switch {
	case pressed(msg, k.Back):
		return where{Back: true}, nil
	case pressed(msg, k.Room):
		return where{To: to.Room{}}, nil
	case pressed(msg, k.TV):
		return where{To: to.TV{}}, nil
	case pressed(msg, k.Enter):
		if !p.read {
			return where{Waits: true}, nil
		}
		return p.enter()
	}
	return where{}, nil
}

// enter watches the chosen run, or says why that cannot be.
func (p *playing) enter() (where, tea.Cmd) {
	if p.at >= len(p.rows) {
		return where{}, nil
	}
	row := p.rows[p.at]
	if row.room != nil {
		return where{To: to.Room{Word: row.room.Word, Game: row.room.Plan.Game, Mode: row.room.Plan.Mode}}, nil
	}
	if row.Denied != nil {
		p.said = refusal(row.Denied)
		return where{}, nil
	}
	return where{To: to.Look{Run: row.Run}}, nil
}

// click chooses a row, and watches the one that was chosen already.
func (p *playing) click(y int) (where, tea.Cmd) {
	switch at, ok := p.under(y, playingTop, len(p.rows), p.rowsShown()); {
	case !ok:
	case at == p.at:
		return p.enter()
	default:
		p.choose(at)
	}
	return where{}, nil
}

// The list on the screen.
const (
	playingTop   = 2
	playingWidth = 110
)

func (p *playing) rowsShown() int { return max(p.env.height-playingTop-3, 1) }

func (p *playing) Draw(c *games.Canvas) {
	look.Head(c, "Playing now", p.env.whoami())
	c = look.Column(c, playingWidth)
	_, h := c.Size()
	if p.read && len(p.rows) == 0 {
		c.Text(4, playingTop, "Nobody plays just now.", 0, 0)
		c.Text(4, playingTop+1, "Go back and begin: others may watch you then.", games.Dim.Ink(), 0)
	}
	for i := p.from; i < len(p.rows) && i < p.from+p.rowsShown(); i++ {
		p.row(c, playingTop+i-p.from, p.rows[i], i == p.at)
	}
	w, _ := c.Size()
	x := columnsOf(w).what.x
	if p.said == "" {
		c.Text(x, h-2, p.more(columnsOf(w)), games.Dim.Ink(), 0)
		return
	}
	lines := look.Wrap(p.said, w-2*x)
	for i, l := range lines {
		c.Text(x, h-1-len(lines)+i, l, games.Warn.Ink(), 0)
	}
}

// more is what a row of the list has no columns for, of the chosen one.
func (p *playing) more(cs columns) string {
	if p.at >= len(p.rows) {
		return ""
	}
	r := p.rows[p.at]
	var list []string
	watch := r.Spectators
	if r.room != nil {
		watch = r.room.Watching
	}
	switch {
	case cs.clock.w > 0:
	case r.room != nil:
		list = append(list, seated(*r.room))
	default:
		list = append(list, look.Whole(r.Clock), r.pace())
	}
	if cs.watch.w == 0 && watch > 0 {
		list = append(list, look.Pad(int64(watch), 1)+" watch")
	}
	return strings.Join(slices.DeleteFunc(list, func(s string) bool { return s == "" }), " · ")
}

// columns are those of a row: where each begins, and how wide it is. What is 0 wide has no column: see more.
type columns struct{ what, name, clock, bar, pace, watch struct{ x, w int } }

func columnsOf(width int) (cs columns) {
	x := 4
	put := func(c *struct{ x, w int }, w, gap int) {
		c.x, c.w = x, w
		x += w + gap
	}
	switch {
	case width < look.Narrow: // who and what, and how far
		x = 2
		put(&cs.what, 16, 1)
		put(&cs.name, 10, 1)
		put(&cs.bar, width-x-1, 1)
		return cs
	case width < 80:
		put(&cs.what, 18, 1)
		put(&cs.name, 11, 1)
		put(&cs.clock, 5, 1)
		put(&cs.bar, width-x-13, 1)
		put(&cs.pace, 11, 1)
		return cs
	}
	put(&cs.what, 23, 1)
	put(&cs.name, 13, 1)
	put(&cs.clock, 6, 2)
	put(&cs.bar, width-x-24, 1)
	put(&cs.pace, 11, 1)
	put(&cs.watch, 9, 2)
	return cs
}

func (p *playing) row(c *games.Canvas, y int, r playingRow, chosen bool) {
	w, _ := c.Size()
	cs := columnsOf(w)
	ink, ground, dim := games.Ink(0), games.Ink(0), games.Dim.Ink()
	if r.Denied != nil {
		ink = dim
	}
	if chosen {
		ground = games.Select.Ink()
		c.Fill(cs.what.x-2, y, w-2*(cs.what.x-2), 1, games.Cell{BG: ground})
		c.Text(cs.what.x-2, y, "▸", games.Accent.Ink(), ground)
	}
	if r.room != nil {
		p.room(c, y, cs, *r.room, ground)
		return
	}
	c.Text(cs.what.x, y, cut(r.What(), cs.what.w), ink, ground)
	name := r.Name
	if name == "" {
		name = "(private)"
	}
	c.Text(cs.name.x, y, cut(name, cs.name.w), ink, ground)
	if cs.clock.w > 0 {
		c.TextRight(cs.clock.x+cs.clock.w, y, look.Whole(r.Clock), ink, ground)
	}
	progressBar(c, cs.bar.x, y, cs.bar.w, r.Done, r.Of, ground, p.env.set.ASCII)
	if cs.pace.w > 0 {
		c.Text(cs.pace.x, y, r.pace(), dim, ground)
	}
	if n := r.Spectators; n > 0 && cs.watch.w > 0 {
		c.Text(cs.watch.x, y, look.Pad(int64(n), 1)+" watch", dim, ground)
	}
}

// room is the row of an open room: what is raced there, its word, and how far it is.
func (p *playing) room(c *games.Canvas, y int, cs columns, o race.OpenRoom, ground games.Ink) {
	dim := games.Dim.Ink()
	c.Text(cs.what.x, y, cut("room "+o.Plan.Game.ID+" "+o.Plan.Mode.ID, cs.what.w), 0, ground)
	c.Text(cs.name.x, y, cut(o.Word, cs.name.w), games.Accent.Ink(), ground)
	text := seated(o)
	if cs.clock.w == 0 {
		text = text[:len("1 of 8")]
	}
	c.Text(cs.bar.x, y, text, dim, ground)
	if o.Watching > 0 && cs.watch.w > 0 {
		c.Text(cs.watch.x, y, look.Pad(int64(o.Watching), 1)+" watch", dim, ground)
	}
}

// seated is how many sit in a room, and what for.
func seated(o race.OpenRoom) string {
	s := look.Pad(int64(o.Seated), 1) + " of 8"
	switch o.Phase {
	case race.Gathering:
		return s + " wait"
	case race.Results:
		return s + " rest"
	}
	return s + " race"
}

// pace is where the run would come in.
func (r playingRow) pace() string {
	switch {
	case r.place == 0:
		return ""
	case r.place == 1:
		return "record pace"
	}
	return "≈ " + look.Ordinal(r.place)
}

// progressBar draws how much is done of a run.
func progressBar(c *games.Canvas, x, y, w, done, of int, ground games.Ink, ascii bool) {
	full, empty := '━', '─'
	if ascii {
		full, empty = '=', '-'
	}
	n := 0
	if of > 0 {
		n = min(w*done/of, w)
	}
	c.Fill(x, y, n, 1, games.Cell{Rune: full, FG: games.Accent.Ink(), BG: ground})
	c.Fill(x+n, y, w-n, 1, games.Cell{Rune: empty, FG: games.Faint.Ink(), BG: ground})
}

// cut is a text of at most so many columns.
func cut(text string, width int) string {
	if utf8.RuneCountInString(text) <= width {
		return text
	}
	return string([]rune(text)[:max(width-1, 0)]) + "…"
}

// enters is what enter does with the chosen row.
func (p *playing) enters() string {
	if p.at < len(p.rows) && p.rows[p.at].room != nil {
		return "come in"
	}
	return "watch"
}

func (p *playing) Keys() []games.Hint {
	k := p.env.keys
	var hs []games.Hint
	if len(p.rows) > 0 {
		hs = append(hints(says(k.Enter, p.enters())), together("choose", k.Up, k.Down))
	}
	return append(hs, hints(k.TV, says(k.Room, "race"), k.Back, k.Help)...)
}

// best is the most interesting run that the player may watch, in a line; "" where there is none.
func (e *env) best() string {
	l, ok := e.Hall.Best(e.viewer())
	if !ok || l.Player != "" && l.Player == e.player.ID {
		return ""
	}
	s := "now " + l.Name + " in " + l.Game.Title + " " + l.Mode.ID
	if l.Of > 0 {
		s += ", " + look.Pad(int64(100*l.Done/l.Of), 1) + " %"
	}
	return s
}
