package screens

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/display"
	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/records"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// menu is the first screen: the games and their modes, what there is to beat, and the ways to everything else.
type menu struct {
	env   *env
	picks []pick // one a game
	days  today
	at    int // the chosen line: the games, the dailies, the links
	link  int
	demo  *demo
	tops  tops // of the chosen mode
	kept  []storage.Progress
	said  string
	typed *field // a custom mode that is being typed, nil while none is

	minutes int // the minute that is awaited
}

var _ screen = (*menu)(nil)

// today is the day's challenges and how the player stands in them.
type today struct {
	dailies []records.Daily
	lines   []string // what there is to say of each
	streak  int
}

// pick is the mode that is chosen of a game.
type pick struct {
	game     games.Game
	sizes    []string
	variants []string
	size     int
	variant  int
}

func newPick(g games.Game) pick {
	p := pick{game: g}
	for _, m := range g.Modes {
		if !slices.Contains(p.sizes, m.Size) {
			p.sizes = append(p.sizes, m.Size)
		}
		if !slices.Contains(p.variants, m.Variant) {
			p.variants = append(p.variants, m.Variant)
		}
	}
	p.size = len(p.sizes) / 3
	return p
}

// mode is the chosen one. Every size comes in every variant.
func (p pick) mode() games.Mode {
	for _, m := range p.game.Modes {
		if m.Size == p.sizes[p.size] && m.Variant == p.variants[p.variant] {
			return m
		}
	}
	return p.game.Modes[0]
}

// tops is what there is to beat in a mode.
type tops struct {
	lb    storage.Leaderboard
	top   []storage.Entry
	total int
	you   *storage.Entry
}

type (
	keptGames struct{ list []storage.Progress }
	minute    struct{ n int } // counts and hours on the menu are as old as this
)

func newMenu(e *env) *menu {
	m := &menu{env: e}
	for _, g := range e.Games {
		m.picks = append(m.picks, newPick(g))
	}
	return m
}

func (m *menu) Enter() tea.Cmd {
	m.said = ""
	m.minutes++
	return tea.Batch(m.choose(), m.readKept(), m.readToday(), m.env.after(time.Minute, minute{m.minutes}))
}

func (m *menu) readToday() tea.Cmd {
	h, id, now := m.env.House, m.env.player.ID, m.env.Now()
	return func() tea.Msg {
		t := today{dailies: records.Dailies(now, h.Games, h.Store)}
		for _, d := range t.dailies {
			t.lines = append(t.lines, standing(h, d, id))
		}
		var err error
		if t.streak, err = records.Streak(h.Store, id, now); err != nil {
			h.Log.Error("read streak", "error", err)
		}
		return t
	}
}

// standing is how a player stands in a daily, in a few words.
func standing(h *House, d records.Daily, playerID string) string {
	_, of, err := h.Store.Top(d.Leaderboard(), 1, 1)
	row, none := h.Store.Row(d.Leaderboard(), playerID)
	_, tried, err2 := d.Tried(h.Store, playerID)
	if err := errors.Join(err, err2); err != nil {
		h.Log.Error("read daily", "date", d.Day(), "error", err)
		return ""
	}
	switch {
	case none == nil:
		return look.Tidy(look.Millis(row.Millis)) + "   " + look.Ordinal(row.Rank) + " of " + look.Pad(int64(of), 1)
	case tried:
		return "tried"
	}
	return "not played yet"
}

func (m *menu) readKept() tea.Cmd {
	if m.env.guest() {
		return nil
	}
	store, key, log := m.env.Store, m.env.key, m.env.Log
	return func() tea.Msg {
		list, err := store.Kept(key)
		if err != nil {
			log.Error("read kept games", "error", err)
		}
		return keptGames{list}
	}
}

// choose shows the chosen game: its demo from the start, and its records.
func (m *menu) choose() tea.Cmd {
	g, _, _ := m.shown()
	if m.demo == nil || m.demo.game.ID != g.ID {
		m.demo = newDemo(m.env, g)
		return tea.Batch(m.demo.begin(), m.readTops())
	}
	return m.readTops()
}

// chosen are the lines of the menu in one number each.
func (m *menu) onGame() bool { return m.at < len(m.picks) }
func (m *menu) onDaily() (records.Daily, bool) {
	i := m.at - len(m.picks)
	if i < 0 || i >= len(m.days.dailies) {
		return records.Daily{}, false
	}
	return m.days.dailies[i], true
}
func (m *menu) lines() int    { return len(m.picks) + len(m.days.dailies) + 1 }
func (m *menu) onLinks() bool { return m.at == m.lines()-1 }

// pick is the chosen game, or the first while no game is.
func (m *menu) pick() *pick {
	if m.onGame() {
		return &m.picks[m.at]
	}
	return &m.picks[0]
}

// shown is what the right side is about.
func (m *menu) shown() (games.Game, string, storage.Leaderboard) {
	if d, ok := m.onDaily(); ok {
		return d.Game, "Daily · " + d.Mode.Title, d.Leaderboard()
	}
	p := m.pick()
	return p.game, p.game.Title + " · " + p.mode().Title, storage.Leaderboard{Game: p.game.ID, Mode: p.mode().ID, Period: storage.All}
}

func (m *menu) readTops() tea.Cmd {
	store, id := m.env.Store, m.env.player.ID
	_, _, lb := m.shown()
	t := tops{lb: lb}
	return func() tea.Msg {
		t.top, t.total, _ = store.Top(t.lb, 1, 3)
		if row, err := store.Row(t.lb, id); err == nil {
			t.you = &row
		}
		return t
	}
}

func (m *menu) Update(msg tea.Msg) (where, tea.Cmd) {
	if m.typed != nil && typed(msg) {
		return m.custom(msg)
	}
	switch msg := msg.(type) {
	case tops:
		if _, _, lb := m.shown(); msg.lb == lb { // or it is late
			m.tops = msg
		}
	case keptGames:
		m.kept = msg.list
	case left:
		return where{}, m.readKept()
	case today:
		links := m.onLinks()
		m.days = msg
		if m.at = min(m.at, m.lines()-1); links { // whoever stands there stays there
			m.at = m.lines() - 1
		}
	case minute:
		if msg.n == m.minutes {
			return where{}, tea.Batch(m.readToday(), m.env.after(time.Minute, msg))
		}
	case demoTick:
		return where{}, m.demo.step(msg)
	case tea.WindowSizeMsg:
		m.demo.fit()
	case tea.KeyPressMsg:
		m.said = ""
		return m.press(msg)
	case tea.MouseClickMsg:
		return m.click(msg.X, msg.Y)
	}
	return where{}, nil
}

func (m *menu) press(msg tea.KeyPressMsg) (where, tea.Cmd) {
	k := m.env.keys
	lines := m.lines()
	switch {
	case pressed(msg, k.Quit):
		return where{Quit: true}, nil
	case pressed(msg, k.Up):
		m.at = (m.at + lines - 1) % lines
		return where{}, m.choose()
	case pressed(msg, k.Down):
		m.at = (m.at + 1) % lines
		return where{}, m.choose()
	case pressed(msg, k.Left):
		return where{}, m.turn(-1)
	case pressed(msg, k.Right):
		return where{}, m.turn(1)
	case pressed(msg, k.Tab):
		if p := m.pick(); m.onGame() {
			p.variant = (p.variant + 1) % len(p.variants)
		}
		return where{}, m.readTops()
	case pressed(msg, k.Enter):
		return m.enter()
	case pressed(msg, k.Leaderboard):
		_, _, lb := m.shown()
		return where{To: to.Leaderboard{Leaderboard: lb}}, nil
	case pressed(msg, k.Ghost):
		return m.race()
	case pressed(msg, k.Custom) && m.onGame():
		m.typed = newField(k, "")
	}
	return where{}, nil
}

// Typing reports whether a custom mode is being typed.
func (m *menu) Typing() bool { return m.typed != nil }

// custom takes what is typed of a custom mode, and plays it when it is whole.
func (m *menu) custom(msg tea.Msg) (where, tea.Cmd) {
	done, ok := m.typed.types(msg)
	if !done {
		return where{}, nil
	}
	text := m.typed.text()
	m.typed = nil
	if !ok || text == "" {
		return where{}, nil
	}
	g := m.pick().game
	mode, err := g.Mode(text)
	if err != nil {
		m.said = strings.TrimSuffix(err.Error(), ": "+games.ErrMode.Error())
		return where{}, nil
	}
	return m.play(g, mode)
}

// play goes to a game: to the one that waits, or to a new one.
func (m *menu) play(g games.Game, mode games.Mode) (where, tea.Cmd) {
	return where{To: to.Game{Game: g, Mode: mode}}, nil
}

// race goes against one's own best in the chosen mode, or the record where there is none.
func (m *menu) race() (where, tea.Cmd) {
	_, _, lb := m.shown()
	run := ""
	switch {
	case lb.Daily != "":
		m.said = "A daily is run once. Its replays can be raced when its day is over."
	case m.tops.lb == lb && m.tops.you != nil:
		run = m.tops.you.Run
	case m.tops.lb == lb && len(m.tops.top) > 0:
		run = m.tops.top[0].Run
	default:
		m.said = "There is nobody to race here yet."
	}
	if run == "" {
		return where{}, nil
	}
	return where{To: to.Race{Run: run}}, nil
}

func (m *menu) turn(by int) tea.Cmd {
	if m.onLinks() {
		m.link = (m.link + by + len(links)) % len(links)
		return nil
	}
	if !m.onGame() {
		return nil
	}
	p := m.pick()
	p.size = (p.size + by + len(p.sizes)) % len(p.sizes)
	return m.readTops()
}

func (m *menu) enter() (where, tea.Cmd) {
	if m.onLinks() {
		return where{To: m.follow()}, nil
	}
	if d, ok := m.onDaily(); ok {
		return where{To: to.Daily{Daily: d}}, nil
	}
	p := m.pick()
	return m.play(p.game, p.mode())
}

// links are the ways out of the menu that are not games.
var links = []string{"Leaderboards", "Profile", "Settings", "Help"}

func (m *menu) follow() to.Destination {
	switch links[m.link] {
	case "Profile":
		return to.Profile{}
	case "Settings":
		return to.Settings{}
	case "Help":
		return to.Help{}
	}
	return to.Leaderboard{Leaderboard: storage.Leaderboard{Game: m.picks[0].game.ID, Mode: m.picks[0].mode().ID, Period: storage.All}}
}

// The menu's lines, counted from the top of its place.
const (
	menuTop     = 4 // the first game
	menuStride  = 4 // from one game to the next
	menuLeft    = 37
	menuWidth   = 110 // what a larger window leaves empty keeps the parts together
	menuHeight  = 32
	recordLines = 5
)

// menuPlace is the menu's part of a window.
func menuPlace(width, height int) (x, y, w, h int) {
	w, h = min(width, menuWidth), min(height, menuHeight)
	return (width - w) / 2, (height - h) / 3, w, h
}

// sidePlace is the right side's part of the menu: the demo, and the records under it.
func sidePlace(w, h int) (x, y, sw, sh int) { return menuLeft + 4, 3, w - menuLeft - 6, h - 7 }

// todayTop is the line of the heading over the dailies.
func (m *menu) todayTop() int { return menuTop + menuStride*len(m.picks) }

// click chooses what is clicked, and opens what was chosen already.
func (m *menu) click(x, y int) (where, tea.Cmd) {
	left, top, w, h := menuPlace(m.env.width, m.env.height)
	x, y = x-left, y-top
	sx, sy, sw, sh := sidePlace(w, h)
	switch {
	case x >= sx && x < sx+sw && y >= sy+sh-recordLines && y < sy+sh:
		_, _, lb := m.shown()
		return where{To: to.Leaderboard{Leaderboard: lb}}, nil
	case y == h-3:
		return m.clickLink(x)
	case x < 0 || x > menuLeft || y < menuTop || y == m.todayTop():
		return where{}, nil
	case y < m.todayTop():
		return m.clickGame((y-menuTop)/menuStride, x, (y-menuTop)%menuStride)
	}
	if at := len(m.picks) + (y-m.todayTop()-1)/2; at < m.lines()-1 {
		return m.clicked(at, at == m.at)
	}
	return where{}, nil
}

// clicked opens a line that was chosen already, and chooses another.
func (m *menu) clicked(at int, already bool) (where, tea.Cmd) {
	if already {
		return m.enter()
	}
	m.at = at
	return where{}, m.choose()
}

// clickGame is a click on a line of a game: on its title, a size or a variant.
func (m *menu) clickGame(at, x, line int) (where, tea.Cmd) {
	p := &m.picks[at]
	before := *p
	switch line {
	case 1:
		p.size = wordAt(x-sizesLeft, p.sizes, 2, p.size)
	case 2:
		p.variant = wordAt(x-variantsLeft, p.variants, 5, p.variant)
	case 3:
		return where{}, nil
	}
	return m.clicked(at, at == m.at && before.size == p.size && before.variant == p.variant)
}

func (m *menu) clickLink(x int) (where, tea.Cmd) {
	i := wordAt(x-4, links, 3, -1)
	if i < 0 {
		return where{}, nil
	}
	m.at, m.link = m.lines()-1, i
	return m.enter()
}

// wordAt is the word at column x of words in a row, each of them with so many columns around it; none where there is
// none.
func wordAt(x int, words []string, around, none int) int {
	for i, word := range words {
		n := utf8.RuneCountInString(word) + around
		if x >= 0 && x < n {
			return i
		}
		x -= n
	}
	return none
}

func (m *menu) Draw(c *games.Canvas) {
	x, y, w, h := menuPlace(c.Size())
	c = c.Sub(x, y, w, h)
	m.title(c)
	line := menuTop
	for i, p := range m.picks {
		m.game(c, line, p, i == m.at)
		line += menuStride
	}
	m.today(c, line)
	m.links(c, h-3)
	m.below(c, h-2)
	sx, sy, sw, sh := sidePlace(w, h)
	side := c.Sub(sx, sy, sw, sh)
	m.demo.draw(side.Sub(0, 0, sw, sh-recordLines-1))
	m.records(side.Sub(0, sh-recordLines, sw, recordLines))
}

// below is the line over the foot: what is typed, what was said, or what a guest should know before they play.
func (m *menu) below(c *games.Canvas, y int) {
	w, _ := c.Size()
	switch {
	case m.typed != nil:
		x := c.Text(2, y, "custom "+m.pick().game.Title+", such as "+m.pick().game.Custom+": ", games.Dim.Ink(), 0)
		m.typed.draw(c, x, y, 0)
	case m.said != "":
		c.Text(2, y, m.said, games.Warn.Ink(), 0)
	case m.env.guest() && w >= 80:
		c.Text(2, y, "Guests play everything and rank nowhere. Make a key: "+look.KeyHint, games.Dim.Ink(), 0)
	case m.env.guest():
		c.Text(2, y, "Guests do not rank. Make a key: "+look.KeyHint, games.Dim.Ink(), 0)
	}
}

var bigTitle = [2]string{
	"▄▀█ █▀█ █▀▀ ▄▀█ █▀▄ █▀▀",
	"█▀█ █▀▄ █▄▄ █▀█ █▄▀ ██▄",
}

func (m *menu) title(c *games.Canvas) {
	w, _ := c.Size()
	if m.env.set.ASCII {
		c.Text(2, 1, "A R C A D E", games.Accent.Ink(), 0)
	} else {
		for y, line := range bigTitle {
			for x, r := range []rune(line) {
				c.Set(2+x, 1+y, games.Cell{Rune: r, FG: games.Title.Shade(x * games.Shades / 23)})
			}
		}
	}
	c.TextRight(w-2, 1, m.env.whoami(), games.Strong.Ink(), 0)
	c.TextRight(w-2, 2, m.env.present(), games.Dim.Ink(), 0)
}

func (m *menu) game(c *games.Canvas, y int, p pick, chosen bool) {
	st := m.env.styles
	name, mark := st.Plain.Render(p.game.Title), "  "
	if chosen {
		name, mark = st.Strong.Render(p.game.Title), st.Accent.Render("▸ ")
	}
	for _, k := range m.kept {
		if k.Game == p.game.ID {
			name += st.Warn.Render("  a game waits")
		}
	}
	var sizes, variants strings.Builder
	for i, s := range p.sizes {
		switch {
		case i == p.size && chosen:
			sizes.WriteString(st.Accent.Render("[" + s + "]"))
		case i == p.size:
			sizes.WriteString(st.Plain.Render("[" + s + "]"))
		default:
			sizes.WriteString(st.Dim.Render(" " + s + " "))
		}
	}
	for i, v := range p.variants {
		if i == p.variant {
			variants.WriteString(st.Plain.Render("● " + v + "   "))
		} else {
			variants.WriteString(st.Dim.Render("○ " + v + "   "))
		}
	}
	display.Paint(c, 2, y, mark+name)
	display.Paint(c, sizesLeft, y+1, sizes.String())
	display.Paint(c, variantsLeft, y+2, variants.String())
}

// The columns of a game's sizes, the first one's bracket, and of its variants.
const (
	sizesLeft    = 5
	variantsLeft = 6
)

func (m *menu) today(c *games.Canvas, y int) {
	if len(m.days.dailies) == 0 {
		return
	}
	st := m.env.styles
	left := m.days.dailies[0].Ends().Sub(m.env.Now())
	note := fmt.Sprintf("new in %d h %d min", int(left.Hours()), int(left.Minutes())%60)
	if m.days.streak > 0 {
		note += "   streak " + look.Plural(m.days.streak, "day")
	}
	display.Paint(c, 4, y, st.Plain.Render("Today")+st.Faint.Render("   "+note))
	for i, d := range m.days.dailies {
		mark, name := "  ", st.Plain
		if m.at == len(m.picks)+i {
			mark, name = st.Accent.Render("▸ "), st.Strong
		}
		title := d.Game.Title + " " + d.Mode.Title
		if d.Label != "" {
			title += " · " + d.Label
		}
		display.Paint(c, 2, y+1+2*i, mark+name.Render(title))
		line := st.Dim.Render(m.days.lines[i])
		if slices.ContainsFunc(m.kept, func(k storage.Progress) bool { return k.Game == d.Game.ID && k.Daily == d.Day() }) {
			line = st.Warn.Render("it waits for you")
		}
		display.Paint(c, 6, y+2+2*i, line)
	}
}

func (m *menu) links(c *games.Canvas, y int) {
	st := m.env.styles
	var b strings.Builder
	mark := "  "
	for i, l := range links {
		switch {
		case m.onLinks() && i == m.link:
			mark = st.Accent.Render("▸ ")
			b.WriteString(st.Strong.Render(l))
		default:
			b.WriteString(st.Plain.Render(l))
		}
		b.WriteString("   ")
	}
	display.Paint(c, 2, y, mark+b.String())
}

// records draws the first three of the chosen mode, and the player's own place.
func (m *menu) records(c *games.Canvas) {
	_, title, lb := m.shown()
	c.Text(0, 0, title, games.Dim.Ink(), 0)
	if m.tops.lb != lb {
		return
	}
	w, _ := c.Size()
	if m.tops.total == 0 {
		for i, line := range look.Wrap("Nobody has a time here yet. Yours would be the record.", min(w, 40)) {
			c.Text(0, 1+i, line, games.Dim.Ink(), 0)
		}
	}
	right := min(w, 31)
	for i, e := range m.tops.top {
		ink := games.Ink(0)
		if e.ID == m.env.player.ID {
			ink = games.Accent.Ink()
		}
		time := look.Tidy(look.Millis(e.Millis))
		who := look.Name(e.Player, e.ID)
		medal(c, 0, 1+i, e.Rank)
		c.Text(4, 1+i, who[:min(len(who), right-len(time)-5)], ink, 0)
		c.TextRight(right, 1+i, time, ink, 0)
	}
	of := look.Pad(int64(m.tops.total), 1)
	mode := m.pick().mode()
	switch {
	case m.onGame() && (mode.Cols > m.env.width || mode.Rows > m.env.height-2):
		c.Text(0, 4, fmt.Sprintf("wants %dx%d; here it scrolls", mode.Cols, mode.Rows+2), games.Warn.Ink(), 0)
	case m.tops.you != nil:
		c.Text(0, 4, "you "+look.Ordinal(m.tops.you.Rank)+" of "+of, games.Dim.Ink(), 0)
		if right == 31 {
			c.TextRight(right, 4, look.Tidy(look.Millis(m.tops.you.Millis)), games.Dim.Ink(), 0)
		}
	case !m.env.guest() && m.tops.total > 0:
		c.Text(0, 4, look.Plural(m.tops.total, "player")+", you not yet", games.Dim.Ink(), 0)
	}
}

// medal draws a rank with the glyph and the colour of the first three.
func medal(c *games.Canvas, x, y, rank int) {
	switch rank {
	case 1:
		c.Text(x, y, "1 ◆", games.First.Ink(), 0)
	case 2:
		c.Text(x, y, "2 ◇", games.Second.Ink(), 0)
	case 3:
		c.Text(x, y, "3 ◇", games.Third.Ink(), 0)
	default:
		c.Text(x, y, look.Pad(int64(rank), 1), games.Dim.Ink(), 0)
	}
}

func (m *menu) Keys() []games.Hint {
	k := m.env.keys
	switch {
	case m.typed != nil:
		return hints(says(k.Accept, "play it"), k.Cancel)
	case m.onLinks():
		return append([]games.Hint{together("choose", k.Up, k.Down, k.Left, k.Right)}, hints(says(k.Enter, "open"), k.Help, k.Quit)...)
	case !m.onGame():
		return append([]games.Hint{together("choose", k.Up, k.Down)}, hints(k.Enter, k.Leaderboard, k.Help, k.Quit)...)
	}
	return append(append(hints(k.Enter), together("choose", k.Up, k.Down, k.Left, k.Right, k.Tab)),
		hints(k.Leaderboard, says(k.Ghost, "race"), k.Custom, k.Help, k.Quit)...)
}
