package screens

import (
	"errors"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"charm.land/bubbles/v2/key"

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
	onto  bool // the choice goes on to the dailies once they are read, and what is pressed then is about them
	at    int  // the chosen line: the games, the dailies, the links
	link  int
	demo  *demo
	rests int           // the rest of the choice that is awaited
	tops  reading[tops] // of the chosen mode, or while that is read of the one before
	asked int           // the reading of it that is awaited
	kept  reading[[]storage.Progress]
	said  string
	best  string // who is worth watching, in words
	yours bool   // the records are those of the player and whom they follow
	typed *field // a custom mode that is being typed, nil while none is
	rule  string // what can be typed there

	recalled bool // the modes that were played last are chosen
	minutes  int  // the minute that is awaited
}

var _ screen = (*menu)(nil)

// today is the day's challenges and how the player stands in them.
type today struct {
	dailies []records.Daily
	lines   []string // what there is to say of each
	streak  reading[int]
	read    bool
}

// pick is the mode that is chosen of a game.
type pick struct {
	game    *games.Game // the house's
	sizes   []string
	size    int
	variant string // what was chosen last: it counts in every size that has it
	varied  bool   // some size comes in several variants
}

func newPick(g *games.Game) pick {
	p := pick{game: g, variant: g.Modes[0].Variant}
	for _, m := range g.Modes {
		if slices.Contains(p.sizes, m.Size) {
			p.varied = true
			continue
		}
		p.sizes = append(p.sizes, m.Size)
	}
	p.size = len(p.sizes) / 3
	return p
}

// choose chooses a listed mode by its id.
func (p *pick) choose(id string) {
	if m, ok := p.game.Find(id); ok {
		p.size, p.variant = slices.Index(p.sizes, m.Size), m.Variant
	}
}

// first is the mode that the menu offers of a game at first: the one that the player played last.
func (e *env) first(g games.Game) games.Mode {
	p := newPick(&g)
	p.choose(e.set.Last[g.ID])
	return p.mode()
}

// modes are those of the chosen size.
func (p *pick) modes() (list []games.Mode) {
	for _, m := range p.game.Modes {
		if m.Size == p.sizes[p.size] {
			list = append(list, m)
		}
	}
	return list
}

// mode is the chosen one: the size's first where it lacks the variant.
func (p *pick) mode() games.Mode {
	first := -1
	for i := range p.game.Modes {
		m := &p.game.Modes[i]
		switch {
		case m.Size != p.sizes[p.size]:
		case m.Variant == p.variant:
			return *m
		case first < 0:
			first = i
		}
	}
	return p.game.Modes[first]
}

// vary chooses the next variant of the chosen size.
func (p *pick) vary() {
	modes := p.modes()
	i := slices.IndexFunc(modes, func(m games.Mode) bool { return m.ID == p.mode().ID })
	p.variant = modes[(i+1)%len(modes)].Variant
}

// lines is how many lines the game has in the menu.
func (p *pick) lines() int {
	if p.varied {
		return 3
	}
	return 2
}

// tops is what there is to beat in a mode.
type tops struct {
	asked int
	lb    storage.Leaderboard
	top   []storage.Entry
	total int
	you   *storage.Entry

	follows bool            // the player follows somebody
	yours   []storage.Entry // the player and whom they follow
}

// minute tells that one has passed: counts and hours on the menu are as old as this.
type minute struct{ n int }

// recall chooses the modes that were played last, as soon as they are known. Who plays a game and has not seen the menu has
// nothing to choose from yet.
func (m *menu) recall() {
	if m.picks == nil {
		for i := range m.env.Games {
			m.picks = append(m.picks, newPick(&m.env.Games[i]))
		}
	}
	if m.recalled || !m.env.known {
		return
	}
	m.recalled = true
	for i := range m.picks {
		m.picks[i].choose(m.env.set.Last[m.picks[i].game.ID])
	}
}

func newMenu(e *env) *menu { return &menu{env: e} }

func (m *menu) Enter() tea.Cmd {
	m.recall()
	m.said = ""
	m.minutes++
	m.demo.fit() // the settings may have changed
	m.best = m.env.best()
	return tea.Batch(m.preview(), m.readAccount(), m.env.after(time.Minute, minute{m.minutes}))
}

// Reads reads the records, the games that wait, and how things stand today.
func (m *menu) Reads() tea.Cmd { return atOnce(m.readTops(), m.readKept(), m.readToday()) }

// readAccount asks again who plays, where that could not be read.
func (m *menu) readAccount() tea.Cmd {
	if m.env.known {
		return nil
	}
	l := m.env.loader()
	return func() tea.Msg { return l.account() }
}

func (m *menu) readToday() tea.Cmd {
	l, now := m.env.loader(), m.env.Now()
	return func() tea.Msg {
		t := today{dailies: records.Dailies(now, l.Games, l.Store), read: true}
		for _, d := range t.dailies {
			t.lines = append(t.lines, l.standing(d))
		}
		streak, err := records.Streak(l.Store, l.id, now)
		t.streak = got(l, "streak", streak, err)
		return t
	}
}

// standing is how the player stands in a daily, in a few words.
func (l loader) standing(d records.Daily) string {
	_, of, err := l.Store.Top(d.Leaderboard(), 1, 1)
	row, err2 := l.own(d.Leaderboard())
	_, tried, err3 := d.Tried(l.Store, l.id)
	switch r := got(l, "daily", row, errors.Join(err, err2, err3)); {
	case r.failed:
		return "cannot be read right now"
	case row != nil:
		return look.Tidy(look.Millis(row.Millis)) + "   " + look.Ordinal(row.Rank) + " of " + look.Pad(int64(of), 1)
	case tried:
		return "tried"
	}
	return "not played yet"
}

func (m *menu) readKept() tea.Cmd {
	l := m.env.loader()
	return func() tea.Msg {
		list, err := l.reader().Kept()
		return got(l, "kept games", list, err)
	}
}

// rested tells that nothing else was chosen for a moment.
type rested struct{ n int }

// repose is how long a choice must rest for the demo of its own variant: whoever goes through the modes is sent none.
const repose = 400 * time.Millisecond

// choose shows the chosen game: its demo from the start, and its records.
func (m *menu) choose() tea.Cmd { return tea.Batch(m.preview(), m.readTops()) }

// preview begins the chosen game's demo, if it is not shown already.
func (m *menu) preview() tea.Cmd {
	g, variant := m.demonstrated()
	var begin tea.Cmd
	switch {
	case m.demo == nil:
		begin = m.demonstrate(g, variant)
	case m.demo.game != g.ID:
		begin = m.demonstrate(g, "")
	}
	return tea.Batch(begin, m.rest())
}

// demonstrate begins a demo.
func (m *menu) demonstrate(g games.Game, variant string) tea.Cmd {
	m.demo = newDemo(m.env, g, variant, func(w, h int) rect { return newFrame(w, h).demo })
	return m.demo.begin()
}

// demonstrated is the game that is shown, and for which variant: "" where that has no demo of its own.
func (m *menu) demonstrated() (g games.Game, variant string) {
	g, variant = *m.pick().game, m.pick().mode().Variant
	if d, ok := m.onDaily(); ok {
		g, variant = d.Game, d.Mode.Variant
	}
	if g.Demos[variant] == nil {
		variant = ""
	}
	return g, variant
}

// rest waits for the choice to rest, where it wants another demo.
func (m *menu) rest() tea.Cmd {
	m.rests++
	if _, variant := m.demonstrated(); m.demo.variant == variant {
		return nil
	}
	return m.env.after(repose, rested{m.rests})
}

// at counts the lines that can be chosen: the games, then the dailies, and the links as one.

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
	return *p.game, p.game.Title + " · " + p.mode().Title, storage.Leaderboard{Game: p.game.ID, Mode: p.mode().ID, Period: storage.All}
}

func (m *menu) readTops() tea.Cmd {
	m.asked++
	l, me := m.env.loader(), m.env.player
	_, _, lb := m.shown()
	t := tops{asked: m.asked, lb: lb}
	return func() tea.Msg {
		var err, err2, err3 error
		t.top, t.total, err = l.Store.Top(lb, 1, recordsAll)
		t.you, err2 = l.own(lb)
		ps, err4 := l.rivals()
		if t.follows = len(ps) > 0; t.follows {
			t.yours, err3 = records.Among(l.Store, lb, me, ps)
		}
		return got(l, "records", t, errors.Join(err, err2, err3, err4))
	}
}

func (m *menu) Update(msg tea.Msg) (where, tea.Cmd) {
	if tick, ok := msg.(demoTick); ok {
		return where{}, m.demo.step(tick)
	}
	if r, ok := msg.(rested); ok {
		if r.n != m.rests {
			return where{}, nil
		}
		return where{}, m.demonstrate(m.demonstrated())
	}
	if m.typed != nil && typed(msg) {
		return m.custom(msg)
	}
	switch msg := msg.(type) {
	case reading[tops]:
		if msg.is.asked == m.asked { // or it is late
			m.tops = msg
		}
	case reading[[]storage.Progress]:
		m.kept = msg
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
			m.best = m.env.best()
			return where{}, tea.Batch(m.readToday(), m.env.after(time.Minute, msg))
		}
	case tea.WindowSizeMsg:
		m.demo.fit()
	case tea.KeyPressMsg:
		m.said = ""
		return m.press(msg)
	case tea.MouseClickMsg:
		m.onto = false
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
	case !m.days.read && (m.onto || pressed(msg, k.Up) && m.onLinks() || pressed(msg, k.Down) && m.at == len(m.picks)-1):
		m.onto = true
		return where{Waits: true}, nil
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
		if m.onGame() {
			m.pick().vary()
		}
		return where{}, tea.Batch(m.rest(), m.readTops())
	case pressed(msg, k.Enter):
		return m.enter()
	case pressed(msg, k.Playing):
		return where{To: to.Playing{}}, nil
	case pressed(msg, k.Room):
		p := m.pick()
		return where{To: to.Room{Game: *p.game, Mode: p.mode()}}, nil
	case pressed(msg, k.Leaderboard):
		_, _, lb := m.shown()
		return where{To: to.Leaderboard{Leaderboard: lb}}, nil
	case pressed(msg, k.Ghost) && !m.env.Local:
		return m.race()
	case pressed(msg, k.Rivals):
		return m.turnToYours(), nil
	case pressed(msg, k.Custom) && m.onGame() && m.pick().game.Custom != "":
		m.typed, m.said = newField(k, ""), ""
		m.rule = typable(*m.pick().game)
	}
	return where{}, nil
}

// turnToYours turns the records from everybody's to those of the player and whom they follow, and back.
func (m *menu) turnToYours() where {
	switch {
	case m.env.guest():
		m.said = "You are a guest: with a key you can follow players. " + look.KeyHint
	case m.unread():
		return where{Waits: true}
	case m.tops.failed:
		m.said = unreadable
	case !m.tops.is.follows:
		m.said = "You follow nobody yet: " + m.env.keys.Follow.Help().Key + " on a leaderboard's line does."
	default:
		m.yours = !m.yours
	}
	return where{}
}

// unread reports whether what there is to beat in the chosen mode is still being read.
func (m *menu) unread() bool { return m.tops.is.asked != m.asked }

// amongYours reports whether the records are those of the player and whom they follow.
func (m *menu) amongYours() bool { return m.yours && m.tops.is.follows }

// typable says what can be typed as a mode of a game: all that the game says of its modes, an example where it says nothing.
func typable(g games.Game) string {
	_, err := g.Mode("")
	if err == nil {
		return "such as " + g.Custom
	}
	_, rule, _ := strings.Cut(look.ModeError(err), ": ")
	return rule
}

// Typing reports whether a custom mode is being typed.
func (m *menu) Typing() bool { return m.typed != nil }

// custom takes what is typed of a custom mode, and plays it when it is whole.
func (m *menu) custom(msg tea.Msg) (where, tea.Cmd) {
	done, ok := m.typed.types(msg)
	if !done {
		m.said = ""
		return where{}, nil
	}
	text := m.typed.text()
	if m.said = ""; !ok || text == "" {
		m.typed = nil
		return where{}, nil
	}
	g := m.pick().game
	mode, err := g.Mode(text)
	if err != nil { // the field stays open, with what is wrong beside it
		m.said = look.ModeError(err)
		return where{}, nil
	}
	m.typed = nil
	return m.play(*g, mode)
}

// play goes to a game: to the one that waits, or to a new one.
func (m *menu) play(g games.Game, mode games.Mode) (where, tea.Cmd) {
	return where{To: to.Game{Game: g, Mode: mode}}, nil
}

// race goes against one's own best in the chosen mode, or the record where there is none.
func (m *menu) race() (where, tea.Cmd) {
	_, _, lb := m.shown()
	run, t := "", m.tops.is
	switch {
	case lb.Daily != "":
		m.said = "A daily is run once. Its replays can be raced from an hour after its day."
	case m.unread():
		return where{Waits: true}, nil
	case m.tops.failed:
		m.said = unreadable
	case t.you != nil:
		run = t.you.Run
	case len(t.top) > 0:
		run = t.top[0].Run
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
		m.link = (m.link + by + len(m.links())) % len(m.links())
		return nil
	}
	if !m.onGame() {
		return nil
	}
	p := m.pick()
	p.size = (p.size + by + len(p.sizes)) % len(p.sizes)
	return tea.Batch(m.rest(), m.readTops())
}

func (m *menu) enter() (where, tea.Cmd) {
	if m.onLinks() {
		return where{To: m.follow()}, nil
	}
	if d, ok := m.onDaily(); ok {
		return where{To: to.Daily{Daily: d}}, nil
	}
	p := m.pick()
	return m.play(*p.game, p.mode())
}

// follow is where the chosen link leads.
func (m *menu) follow() to.Destination {
	switch m.links()[m.link] {
	case "Profile":
		return to.Profile{}
	case "Settings":
		return to.Settings{}
	case "Help":
		return to.Help{}
	}
	return to.Leaderboard{Leaderboard: storage.Leaderboard{Game: m.picks[0].game.ID, Mode: m.picks[0].mode().ID, Period: storage.All}}
}

// click does what the spot under it does; the records lead to their leaderboard.
func (m *menu) click(x, y int) (where, tea.Cmd) {
	f := newFrame(m.env.width, m.env.height)
	x, y = x-f.x, y-f.y
	if m.standings(f).has(x, y) && !m.env.Local {
		_, _, lb := m.shown()
		if m.amongYours() && lb.Daily == "" {
			return where{To: to.Rivals{Game: lb.Game, Mode: lb.Mode}}, nil
		}
		return where{To: to.Leaderboard{Leaderboard: lb}}, nil
	}
	for _, s := range slices.Backward(m.spots(f)) {
		if s.does != nil && s.has(x, y) {
			return s.does()
		}
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

func (m *menu) Keys() []games.Hint {
	k := m.env.keys
	switch {
	case m.typed != nil:
		return k.field("play it")
	case m.onLinks():
		return append([]games.Hint{together("choose", k.Up, k.Down, k.Left, k.Right)}, hints(says(k.Enter, "open"), k.Help, k.Quit)...)
	case !m.onGame():
		hs := append([]games.Hint{together("choose", k.Up, k.Down)}, hints(k.Enter, k.Leaderboard)...)
		return append(append(hs, m.rivalsHint()...), hints(k.Help, k.Quit)...)
	}
	choose := []key.Binding{k.Up, k.Down, k.Left, k.Right}
	if len(m.pick().modes()) > 1 {
		choose = append(choose, k.Tab)
	}
	hs := append(hints(k.Enter), together("choose", choose...))
	if !m.env.Local {
		hs = append(hs, hints(k.Leaderboard, says(k.Ghost, "race"))...)
	}
	if m.pick().game.Custom != "" {
		hs = append(hs, hints(k.Custom)...)
	}
	return append(append(hs, m.rivalsHint()...), hints(k.Help, k.Quit)...)
}

// More are the ways to the others.
func (m *menu) More() []games.Hint {
	if m.typed != nil {
		return nil
	}
	return hints(m.env.keys.Playing, m.env.keys.Room)
}

// rivalsHint is the key of rivals for who has some.
func (m *menu) rivalsHint() []games.Hint {
	switch k := m.env.keys; {
	case m.amongYours():
		return hints(says(k.Rivals, "all"))
	case m.tops.is.follows:
		return hints(k.Rivals)
	}
	return nil
}
