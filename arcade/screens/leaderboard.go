package screens

import (
	"errors"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/records"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// leaderboard shows the ranking of a mode over a period. It is live: a change comes into sight within a second.
type leaderboard struct {
	env    *env
	lb     storage.Leaderboard
	from   int    // the first line's rank
	cursor int    // the chosen line's rank
	page   page   // the latest that could be read
	failed bool   // the one after it could not be
	find   *field // the search, nil while there is none
	sought string // what is looked for right now, "" for nothing
	said   string
	seq    int // the reading that is awaited
}

var _ screen = (*leaderboard)(nil)

// page is an answer: some lines of a leaderboard, and the player's own.
type page struct {
	seq     int
	lb      storage.Leaderboard
	from    int
	lines   []storage.Entry
	total   int
	record  int64 // ms of the first
	you     *storage.Entry
	review  *storage.Entry // the player's, that waits for an operator
	rivals  []storage.Player
	changes uint64
}

type (
	looked struct{ seq int } // it is time to look whether the leaderboard moved
	found  struct {
		lb   storage.Leaderboard
		text string
		rank int
	}
)

func newLeaderboard(e *env, lb storage.Leaderboard) *leaderboard {
	return &leaderboard{env: e, lb: lb, from: 1, cursor: 1}
}

func (l *leaderboard) Enter() tea.Cmd { return nil }
func (l *leaderboard) Reads() tea.Cmd { return l.read() }

// rows is how many lines the window holds, two rules and one's own line besides.
func (l *leaderboard) rows() int { return max(l.env.height-linesTop-5, 1) }

func (l *leaderboard) read() tea.Cmd {
	l.seq++
	p := page{seq: l.seq, lb: l.lb, from: l.from}
	from, rows := l.env.loader(), l.rows()
	return func() tea.Msg {
		p.changes = from.Store.Changes(p.lb)
		var err, errYou, errReview, errRivals error
		p.lines, p.total, err = from.Store.Top(p.lb, p.from, rows)
		first, _, errFirst := from.Store.Top(p.lb, 1, 1)
		if len(first) > 0 {
			p.record = first[0].Millis
		}
		p.you, errYou = from.own(p.lb)
		p.review, errReview = from.underReview(p.lb)
		p.rivals, errRivals = from.rivals()
		return got(from, "leaderboard", p, errors.Join(err, errFirst, errYou, errReview, errRivals))
	}
}

// came takes what was read. What could not be is read again after a while; until then the lines before stand.
func (l *leaderboard) came(r reading[page]) tea.Cmd {
	if r.is.seq != l.seq {
		return nil
	}
	if l.failed = r.failed; l.failed {
		return l.env.after(records.Retry, looked{l.seq})
	}
	l.page = r.is
	l.cursor = min(l.cursor, max(l.page.total, 1))
	return l.env.after(time.Second, looked{l.seq})
}

func (l *leaderboard) Update(msg tea.Msg) (where, tea.Cmd) {
	if l.find != nil && typed(msg) {
		return l.search(msg)
	}
	if at, ok := l.env.keys.leads(msg, l.cursor-1, l.page.total, l.rows()); ok {
		if l.unread() {
			return where{Waits: true}, nil
		}
		l.said = ""
		return where{}, l.to(at + 1)
	}
	switch msg := msg.(type) {
	case reading[page]:
		return where{}, l.came(msg)
	case looked:
		if msg.seq != l.seq {
			return where{}, nil
		}
		if l.failed || l.env.Store.Changes(l.lb) != l.page.changes {
			return where{}, l.read()
		}
		return where{}, l.env.after(time.Second, looked{l.seq})
	case followed:
		l.said = msg.said()
		return where{}, l.read()
	case reading[found]:
		return where{}, l.jump(msg)
	case tea.WindowSizeMsg:
		return where{}, l.to(l.cursor)
	case tea.KeyPressMsg:
		l.said = ""
		return l.press(msg)
	case tea.MouseClickMsg:
		return l.click(msg.X, msg.Y)
	}
	return where{}, nil
}

func (l *leaderboard) press(msg tea.KeyPressMsg) (where, tea.Cmd) {
	k := l.env.keys
	switch {
	case pressed(msg, k.Back):
		return where{Back: true}, nil
	case pressed(msg, k.Left):
		return where{}, l.turn(-1)
	case pressed(msg, k.Right):
		return where{}, l.turn(1)
	case pressed(msg, k.Tab):
		switch periods := look.Periods(); {
		case l.lb.Daily != "":
		case l.lb.Period == periods[len(periods)-1]:
			return where{Back: true, To: to.Ratings{Game: l.lb.Game}}, nil
		default:
			return where{}, l.show(l.lb.Game, l.lb.Mode, after(look.Periods(), l.lb.Period))
		}
	case pressed(msg, k.Kind):
		return l.kind(after(look.Kinds(), look.KindWord(l.lb.Kind)))
	case pressed(msg, k.Find):
		l.find = newField(k, "")
		return where{}, nil
	case l.unread() && pressed(msg, k.Me), l.unlined() && pressed(msg, k.Enter, k.Ghost), l.comes() && pressed(msg, k.Follow):
		return where{Waits: true}, nil
	case pressed(msg, k.Me) && l.page.you != nil:
		return where{}, l.to(l.page.you.Rank)
	case pressed(msg, k.Playing):
		return where{To: to.Playing{}}, nil
	case pressed(msg, k.Rivals) && l.lb.Daily == "":
		return where{To: to.Rivals{Game: l.lb.Game, Mode: l.lb.Mode}}, nil
	case pressed(msg, k.Follow):
		if e, ok := l.chosen(); ok {
			cmd := l.env.follow(e.ID, e.Player, !follows(l.page.rivals, e.ID))
			if cmd != nil { // whom the player follows is read when that is done
				l.seq++
			}
			return where{}, cmd
		}
	case pressed(msg, k.Enter):
		return l.watch()
	case pressed(msg, k.Ghost):
		if e, ok := l.chosen(); ok {
			return where{To: to.Race{Run: e.Run}}, nil
		}
	}
	return where{}, nil
}

// click does what the spot under it does.
func (l *leaderboard) click(x, y int) (where, tea.Cmd) {
	left, _ := l.column()
	for _, s := range slices.Backward(l.spots()) {
		if s.does != nil && s.has(x-left, y) {
			return s.does()
		}
	}
	return where{}, nil
}

// comes reports whether a page is on its way.
func (l *leaderboard) comes() bool { return l.page.seq != l.seq && !l.failed }

// unread reports whether nothing was read of this leaderboard yet.
func (l *leaderboard) unread() bool { return l.comes() && l.page.lb != l.lb }

// unlined reports whether the chosen line is still being read.
func (l *leaderboard) unlined() bool {
	_, ok := l.chosen()
	return l.comes() && !ok
}

// watch goes to the chosen line's replay.
func (l *leaderboard) watch() (where, tea.Cmd) {
	e, ok := l.chosen()
	if !ok {
		return where{}, nil
	}
	return where{To: to.Replay{Run: e.Run}}, nil
}

// sees reports whether a rank is among the lines that are shown.
func (l *leaderboard) sees(rank int) bool {
	return rank >= l.page.from && rank < l.page.from+len(l.page.lines)
}

// kind goes to the leaderboard of another kind of runs.
func (l *leaderboard) kind(word string) (where, tea.Cmd) {
	l.lb.Kind, _ = look.KindOf(word)
	return where{}, l.top()
}

// show goes to another leaderboard of the same kind.
func (l *leaderboard) show(game, mode string, p storage.Period) tea.Cmd {
	l.lb = storage.Leaderboard{Game: game, Mode: mode, Period: p, Kind: l.lb.Kind}
	if p == "" {
		l.lb.Period = storage.All
	}
	return l.top()
}

// top reads the leaderboard from its first line on.
func (l *leaderboard) top() tea.Cmd {
	l.from, l.cursor, l.sought = 1, 1, ""
	return l.read()
}

// chosen is the line under the cursor.
func (l *leaderboard) chosen() (storage.Entry, bool) {
	i := l.cursor - l.page.from
	if i < 0 || i >= len(l.page.lines) || l.page.lb != l.lb {
		return storage.Entry{}, false
	}
	return l.page.lines[i], true
}

// to moves the cursor to a rank, and the lines with it.
func (l *leaderboard) to(rank int) tea.Cmd {
	l.cursor = max(rank, 1)
	if l.page.lb == l.lb {
		l.cursor = min(l.cursor, max(l.page.total, 1))
	}
	from, rows := l.from, l.rows()
	if l.cursor < from {
		from = l.cursor
	}
	if l.cursor >= from+rows {
		from = l.cursor - rows + 1
	}
	l.from = from
	return l.read()
}

// turn goes to the next mode, and past the last one to the next game.
func (l *leaderboard) turn(by int) tea.Cmd {
	game, mode := l.env.neighbour(l.lb.Game, l.lb.Mode, by)
	return l.show(game, mode, l.lb.Period)
}

// neighbour is the mode that many after one, through all games and round.
func (e *env) neighbour(game, mode string, by int) (string, string) {
	type place struct{ game, mode string }
	var all []place
	at := 0
	for _, g := range e.Games {
		for _, m := range g.Modes {
			if g.ID == game && m.ID == mode {
				at = len(all)
			}
			all = append(all, place{g.ID, m.ID})
		}
	}
	to := all[(at+by+len(all))%len(all)]
	return to.game, to.mode
}

// Typing reports whether the search takes the keys.
func (l *leaderboard) Typing() bool { return l.find != nil }

func (l *leaderboard) search(msg tea.Msg) (where, tea.Cmd) {
	if l.sought != "" && !pressed(msg, l.env.keys.Cancel) {
		return where{Waits: true}, nil
	}
	done, ok := l.find.types(msg)
	l.said, l.sought = "", ""
	if !done {
		return where{}, nil
	}
	text := l.find.text()
	if !ok || text == "" {
		l.find = nil
		return where{}, nil
	}
	l.sought = text
	from, lb := l.env.loader(), l.lb
	return where{}, func() tea.Msg {
		rank, err := from.rank(lb, text)
		return got(from, "rank", found{lb, text, rank}, err)
	}
}

// rank is where a player stands, 0 for one who does not, or whom nobody knows.
func (l loader) rank(lb storage.Leaderboard, player string) (int, error) {
	p, err := l.Store.Find(player)
	var row storage.Entry
	if err == nil {
		row, err = l.Store.Row(lb, p.ID)
	}
	if errors.Is(err, storage.ErrNotFound) {
		return l.begins(lb, player)
	}
	return row.Rank, err
}

// A search by the beginning of a name reads so many lines at a time, and no more than so many.
const (
	searched    = 500
	searchedAll = 20_000
)

// begins is the first rank of a player whose name begins so, in either case; 0 for none.
func (l loader) begins(lb storage.Leaderboard, name string) (int, error) {
	for from := 1; from <= searchedAll; from += searched {
		lines, _, err := l.Store.Top(lb, from, searched)
		for _, e := range lines {
			if len(e.Player) >= len(name) && strings.EqualFold(e.Player[:len(name)], name) {
				return e.Rank, nil
			}
		}
		if err != nil || len(lines) < searched {
			return 0, err
		}
	}
	return 0, nil
}

func (l *leaderboard) jump(f reading[found]) tea.Cmd {
	if f.is.lb != l.lb || f.is.text != l.sought {
		return nil
	}
	l.sought = ""
	switch {
	case f.failed:
		l.said = unreadable
	case f.is.rank == 0: // the field stays, to be mended
		l.said = "Nobody's name here begins so."
	default:
		l.find = nil
		return l.to(f.is.rank)
	}
	return nil
}

func (l *leaderboard) Draw(c *games.Canvas) {
	look.HeadOf(c, l.head()...)
	c = look.Column(c, leaderboardWidth)
	_, h := c.Size()
	for _, s := range l.spots() {
		c.Text(s.x, s.y, s.text, s.ink, 0)
	}
	defer l.below(c, h-2)
	if l.page.lb != l.lb {
		return
	}
	if l.page.total == 0 {
		c.Text(4, linesTop, "Nobody has a time here yet.", 0, 0)
		for i, line := range look.Wrap("Go back, play it, and yours is the record.", min(l.env.width-6, 60)) {
			c.Text(4, linesTop+1+i, line, games.Dim.Ink(), 0)
		}
		return
	}
	w, _ := c.Size()
	columns := l.columns(w)
	l.names(c, columns)
	for i, e := range l.page.lines {
		if i >= l.rows() {
			break
		}
		l.line(c, linesTop+i, columns, e, e.Rank == l.cursor)
	}
	if you := l.page.you; you != nil && !l.sees(you.Rank) {
		l.rule(c, h-5)
		l.line(c, h-4, columns, *you, false)
		l.rule(c, h-3)
	}
}

func (l *leaderboard) below(c *games.Canvas, y int) {
	w, _ := c.Size()
	switch {
	case l.find != nil:
		x := c.Text(4, y, "find ", games.Dim.Ink(), 0)
		l.find.draw(c, x, y, 0)
		c.Text(x+len(l.find.text())+3, y, l.said, games.Warn.Ink(), 0)
	case l.said != "":
		c.Text(4, y, l.said, games.Warn.Ink(), 0)
	case l.failed:
		c.Text(4, y, unreadable, games.Warn.Ink(), 0)
	case l.page.lb == l.lb && l.page.review != nil:
		c.Text(4, y, look.UnderReview(*l.page.review), games.Warn.Ink(), 0)
	case l.page.lb == l.lb && l.page.total > 0:
		c.Text(4, y, look.Plural(l.page.total, "player"), games.Dim.Ink(), 0)
		if you := l.page.you; you != nil && you.Rank > 1 && w >= look.Narrow {
			c.TextRight(w-4, y, look.Gap(look.Millis(you.Millis-l.page.record))+" from you to the record", games.Dim.Ink(), 0)
		}
	}
}

// head names the leaderboard in full: the tabs have room for short names only.
func (l *leaderboard) head() []look.Part {
	parts := []look.Part{{Text: "Leaderboard", Weight: 1}}
	if g, ok := l.env.game(l.lb.Game); ok {
		if m, ok := g.Find(l.lb.Mode); ok {
			parts = append(parts, look.Part{Text: g.Title, Weight: 2}, look.Part{Text: m.Title, Weight: 3})
		}
	}
	return append(parts, look.Part{Text: l.env.whoami(), Right: true})
}

func (l *leaderboard) Keys() []games.Hint {
	k := l.env.keys
	if l.find != nil {
		return k.field("find")
	}
	var hs []games.Hint
	if l.page.total > 0 {
		hs = append(hs, together("line", k.Up, k.Down))
	}
	hs = append(hs, together("mode", k.Left, k.Right))
	if l.lb.Daily == "" {
		hs = append(hs, hints(says(k.Tab, "period"))...)
	}
	hs = append(hs, hints(k.Kind)...)
	if l.page.you != nil {
		hs = append(hs, hints(k.Me)...)
	}
	if l.page.total > 0 {
		hs = append(hs, hints(says(k.Enter, "watch"))...)
	}
	if e, ok := l.chosen(); ok {
		hs = append(hs, l.env.followHint(l.page.rivals, e.ID)...)
	}
	if l.lb.Daily == "" && !l.env.guest() {
		hs = append(hs, hints(k.Rivals)...)
	}
	if l.page.total > 0 {
		hs = append(hs, hints(says(k.Ghost, "race"), k.Find)...)
	}
	return append(hs, hints(k.Playing, k.Back, k.Help)...)
}

// after is what follows v in a list, the first after the last.
func after[T comparable](list []T, v T) T { return list[(slices.Index(list, v)+1)%len(list)] }
