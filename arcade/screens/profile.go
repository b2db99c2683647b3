package screens

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/records"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

// profile shows who the player is: name, id, keys, bests, and the times of the chosen one.
type profile struct {
	env     *env
	data    reading[profiled]
	at      int
	results reading[plotted] // of the chosen best
	naming  *field           // the name that is being typed
	coding  *field           // the code of another key's screen that is being typed
	asking  *peeked          // whom that code would make one player
	said    string
	once    bool // only the name is wanted
}

var _ screen = (*profile)(nil)

type (
	profiled struct {
		keys   []storage.Key
		this   keys.Tag // of the key in use
		bests  []storage.Best
		streak int
		links  []storage.Notice // by other keys, lately
		raced  []storage.Raced  // the latest heat
		won    int              // heats, of all that are kept
		of     int
	}
	plotted struct {
		game, mode string
		results    []storage.Result
	}
	named struct {
		player storage.Player
		err    error
	}
	coded struct {
		code string
		err  error
	}
	peeked struct {
		code  string
		offer storage.Offer
		err   error
	}
	linked   named
	answered struct { // a link by another key
		said string
		err  error
	}
)

// newProfile returns the screen; naming: only for a name to be typed, and back then.
func newProfile(e *env, naming bool) *profile {
	p := &profile{env: e, once: naming}
	if naming {
		p.rename()
	}
	return p
}

// rename opens the field of the name, with what there is to begin with.
func (p *profile) rename() {
	name := p.env.player.Name
	if name == "" && keys.CheckName(p.env.offer) == nil {
		name = p.env.offer
	}
	p.naming = newField(p.env.keys, name)
}

func (p *profile) Enter() tea.Cmd {
	if p.env.guest() {
		return nil
	}
	l, now := p.env.loader(), p.env.Now()
	return func() tea.Msg {
		days, err3 := records.Streak(l.Store, l.id, now)
		ks, err := l.Store.Keys(l.key)
		bests, err2 := l.Store.Bests(l.id, storage.Timed)
		links, err4 := l.Store.Notices(l.key, now)
		raced, won, of, err5 := l.Store.HeatsOf(l.id, 1)
		if l.id == "" {
			err2 = errUnknown
		}
		return got(l, "profile", profiled{ks, l.Store.Tag(l.key), bests, days, links, raced, won, of}, errors.Join(err, err2, err3, err4, err5))
	}
}

// Typing reports whether a field takes the keys.
func (p *profile) Typing() bool { return p.naming != nil || p.coding != nil }

func (p *profile) Update(msg tea.Msg) (where, tea.Cmd) {
	switch {
	case p.naming != nil && typed(msg):
		return where{}, p.name(msg)
	case p.coding != nil && typed(msg):
		return where{}, p.code(msg)
	}
	switch msg := msg.(type) {
	case reading[profiled]:
		if p.data = msg; msg.failed {
			p.data.is.bests = nil
		}
		return where{}, p.plot()
	case reading[plotted]:
		if b, ok := p.best(); ok && b.Game == msg.is.game && b.Mode == msg.is.mode {
			p.results = msg
		}
	case named:
		p.renamed(msg)
		return where{Back: p.once && msg.err == nil}, p.Enter()
	case coded:
		if msg.err != nil {
			p.refused(msg.err)
			break
		}
		p.said = "The code is " + msg.code + ". Come with the other key within 10 minutes, press " + p.env.keys.Code.Help().Key + " on its profile and type it."
	case peeked:
		return where{}, p.ask(msg)
	case answered:
		if p.said = msg.said; msg.err != nil {
			p.refused(msg.err)
		}
		return where{}, tea.Batch(p.Enter(), func() tea.Msg { return Note("") })
	case linked:
		if msg.err != nil {
			p.refused(msg.err)
			break
		}
		p.env.player = msg.player
		p.said = "This key is " + look.Name(msg.player.Name, msg.player.ID) + "'s now, and brought its bests along."
		return where{}, p.Enter()
	case tea.MouseClickMsg:
		if !p.Typing() {
			return p.click(msg.Y)
		}
	case tea.KeyPressMsg:
		p.said = ""
		return p.press(msg)
	}
	return where{}, nil
}

func (p *profile) press(msg tea.KeyPressMsg) (where, tea.Cmd) {
	k := p.env.keys
	switch {
	case p.asking != nil:
		return where{}, p.decide(msg)
	case pressed(msg, k.Back):
		return where{Back: true}, nil
	case pressed(msg, k.Undo) && len(p.data.is.links) > 0:
		return where{}, p.undo(p.data.is.links[0])
	case pressed(msg, k.Mine) && len(p.data.is.links) > 0:
		return where{}, p.dismiss(p.data.is.links[0])
	case pressed(msg, k.Name) && !p.env.guest():
		p.rename()
	case pressed(msg, k.Link) && !p.env.guest():
		store, key, now := p.env.Store, p.env.key, p.env.Now()
		return where{}, func() tea.Msg {
			code, _, err := store.Code(key, "", now)
			return coded{code, err}
		}
	case pressed(msg, k.Code) && !p.env.guest():
		p.coding = newField(k, "")
	case pressed(msg, k.Up) && len(p.data.is.bests) > 0:
		p.at = (p.at + len(p.data.is.bests) - 1) % len(p.data.is.bests)
		return where{}, p.plot()
	case pressed(msg, k.Down) && len(p.data.is.bests) > 0:
		p.at = (p.at + 1) % len(p.data.is.bests)
		return where{}, p.plot()
	case pressed(msg, k.Enter):
		return p.open()
	}
	return where{}, nil
}

func (p *profile) best() (storage.Best, bool) {
	if p.at >= len(p.data.is.bests) {
		return storage.Best{}, false
	}
	return p.data.is.bests[p.at], true
}

func (p *profile) plot() tea.Cmd {
	b, ok := p.best()
	if !ok {
		return nil
	}
	p.results = reading[plotted]{}
	l := p.env.loader()
	return func() tea.Msg {
		rs, err := l.Store.Results(l.id, b.Game, b.Mode, 60)
		return got(l, "times", plotted{b.Game, b.Mode, rs}, err)
	}
}

// name takes what is typed of a name, and sets it when it is whole.
func (p *profile) name(msg tea.Msg) tea.Cmd {
	done, ok := p.naming.types(msg)
	if !done {
		return nil
	}
	text := p.naming.text()
	p.naming = nil
	if !ok {
		return nil
	}
	if p.env.mayName != nil && !p.env.mayName() {
		p.said = look.TooManyNames
		return nil
	}
	store, key := p.env.Store, p.env.key
	return func() tea.Msg {
		player, err := store.SetName(key, text)
		return named{player, err}
	}
}

// code takes what is typed of a linking code, and looks whose it is when it is whole.
func (p *profile) code(msg tea.Msg) tea.Cmd {
	done, ok := p.coding.types(msg)
	if !done {
		return nil
	}
	text := p.coding.text()
	p.coding = nil
	if !ok {
		return nil
	}
	store, key, now := p.env.Store, p.env.key, p.env.Now()
	return func() tea.Msg {
		offer, err := store.Peek(key, text, now)
		return peeked{text, offer, err}
	}
}

// ask asks before two players become one. A code that this key has used already was agreed to.
func (p *profile) ask(o peeked) tea.Cmd {
	switch {
	case o.err != nil:
		p.refused(o.err)
		return nil
	case o.offer.From.ID == o.offer.Into.ID:
		return p.link(o.code)
	}
	p.asking = &o
	return nil
}

// decide takes the answer: Enter is none, since it ended the code.
func (p *profile) decide(msg tea.KeyPressMsg) tea.Cmd {
	k, code := p.env.keys, p.asking.code
	switch {
	case pressed(msg, k.Accept):
		return nil
	case pressed(msg, k.Yes):
		p.asking = nil
		return p.link(code)
	}
	p.asking = nil
	p.said = "Nothing was changed."
	return nil
}

func (p *profile) link(code string) tea.Cmd {
	store, key, label, now := p.env.Store, p.env.key, p.env.offer, p.env.Now()
	return func() tea.Msg {
		player, err := store.Link(key, code, label, now)
		return linked{player, err}
	}
}

func (p *profile) undo(n storage.Notice) tea.Cmd {
	store, key, now := p.env.Store, p.env.key, p.env.Now()
	return func() tea.Msg {
		return answered{"That link is undone: its keys are another player's. What was merged stays yours.", store.Undo(key, n.ID, now)}
	}
}

func (p *profile) dismiss(n storage.Notice) tea.Cmd {
	store, key := p.env.Store, p.env.key
	return func() tea.Msg { return answered{"", store.Dismiss(key, n.ID)} }
}

// question is what waits for an answer: a code, or a link that another key made.
func (p *profile) question() string {
	k := p.env.keys
	switch {
	case p.asking != nil:
		return look.LinkQuestion(p.asking.offer)
	case len(p.data.is.links) > 0 && !p.Typing():
		return look.Linked(p.data.is.links[0]) + " " + k.Undo.Help().Key + " undoes it; " + k.Mine.Help().Key + " says that it was you."
	}
	return ""
}

func (p *profile) renamed(n named) {
	if n.err != nil {
		p.refused(n.err)
		return
	}
	p.env.player = n.player
	p.said = "You are " + n.player.Name + " from now on."
}

// refused says in words why the store would not.
func (p *profile) refused(err error) {
	if said, ok := look.Explain(err); ok {
		p.said = said
		return
	}
	p.env.Log.Error("profile", "error", err)
	p.said = "The arcade cannot do that just now. Try again later."
}

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
	c.Text(3, bestsTop-1, "Bests", games.Dim.Ink(), 0)
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
	top := bestsTop + last - first + 1
	switch {
	case p.results.failed:
		c.Text(3, top, unreadable, games.Warn.Ink(), 0)
	case len(p.results.is.results) > 1:
		p.graph(c.Sub(3, top, w-6, min(h-4-top, 12)))
	}
	lines := look.Wrap(said, w-6)
	for i, line := range lines {
		c.Text(3, h-1-len(lines)+i, line, ink, 0)
	}
}

// The profile's lines: the bests from bestsTop on, and under them at least graphRows of the plot.
const (
	profileWidth = 84
	bestsTop     = 7
	graphRows    = 6
)

// seen are the bests that the window has room for, the chosen one among them.
func (p *profile) seen() (first, last int) {
	n, room := len(p.data.is.bests), max(p.env.height-bestsTop-graphRows-5, 1)
	first = min(max(p.at-room/2, 0), max(n-room, 0))
	return first, min(first+room, n)
}

// click chooses a best, and opens the leaderboard of the one that was chosen already.
func (p *profile) click(y int) (where, tea.Cmd) {
	first, last := p.seen()
	i := first + y - bestsTop
	if i < first || i >= last {
		return where{}, nil
	}
	if i == p.at {
		return p.open()
	}
	p.at = i
	return where{}, p.plot()
}

// open goes to the leaderboard of the chosen best.
func (p *profile) open() (where, tea.Cmd) {
	b, ok := p.best()
	if !ok {
		return where{}, nil
	}
	return where{To: to.Leaderboard{Leaderboard: storage.Leaderboard{Game: b.Game, Mode: b.Mode, Period: storage.All}}}, nil
}

// races is how the player fares in races, in a line.
func (p *profile) races(c *games.Canvas) {
	d := p.data.is
	if len(d.raced) == 0 {
		return
	}
	last := d.raced[0]
	s := "won " + look.Pad(int64(d.won), 1) + " of " + look.Pad(int64(d.of), 1)
	if g, ok := p.env.game(last.Game); ok {
		s += " · the last "
		if last.Place > 0 {
			s += look.Ordinal(last.Place) + " of " + look.Pad(int64(last.Of), 1) + " "
		}
		s += "in " + g.Title + " " + last.Mode + ", " + look.Ago(last.At, p.env.Now())
	}
	c.Text(3, 5, "races", games.Dim.Ink(), 0)
	c.Text(9, 5, s, 0, 0)
}

func (p *profile) who(c *games.Canvas) {
	pl := p.env.player
	c.Text(3, 2, "name", games.Dim.Ink(), 0)
	switch {
	case p.naming != nil:
		p.naming.draw(c, 9, 2, games.Accent.Ink())
	case !p.env.known:
		c.Text(9, 2, p.env.whoami(), games.Warn.Ink(), 0)
	case pl.Name == "":
		c.Text(9, 2, "none yet: press "+p.env.keys.Name.Help().Key+" to choose one", 0, 0)
	default:
		c.Text(9, 2, pl.Name, games.Strong.Ink(), 0)
	}
	c.Text(3, 3, "id", games.Dim.Ink(), 0)
	x := c.Text(9, 3, pl.ID, 0, 0)
	if p.data.is.streak > 0 {
		c.Text(x, 3, "   dailies: "+look.Plural(p.data.is.streak, "day")+" in a row", games.Dim.Ink(), 0)
	}
	if p.coding != nil {
		x = c.Text(30, 3, "code ", games.Dim.Ink(), 0)
		p.coding.draw(c, x, 3, games.Accent.Ink())
	}
	c.Text(3, 4, "keys", games.Dim.Ink(), 0)
	x = 9
	for _, k := range p.data.is.keys {
		label := k.Label
		if k.Tag == p.data.is.this {
			label = "this one"
		} else if label == "" {
			label = k.Type
		}
		x = c.Text(x, 4, label, 0, 0)
		if !k.Added.IsZero() { // a key of which nothing is kept yet
			x = c.Text(x, 4, " since "+k.Added.Format("2 Jan 2006"), games.Dim.Ink(), 0)
		}
		x += 3
	}
}

func (p *profile) line(c *games.Canvas, y, w int, b storage.Best, chosen bool) {
	ink, ground := games.Ink(0), games.Ink(0)
	if chosen {
		ground = games.Select.Ink()
		c.Fill(3, y, w-6, 1, games.Cell{BG: ground})
		c.Text(3, y, "▸", games.Accent.Ink(), ground)
	}
	title := b.Game
	mode := b.Mode
	if g, ok := p.env.game(b.Game); ok {
		title = g.Title
		if m, ok := g.Find(b.Mode); ok {
			mode = m.Title
		}
	}
	c.Text(5, y, title+" · "+mode, ink, ground)
	// In a narrow window the day goes, the time and the rank stay.
	right := w - 4
	if w >= 72 {
		c.TextRight(right, y, look.Ago(b.At, p.env.Now()), games.Dim.Ink(), ground)
		right -= 14
	}
	c.TextRight(right-14, y, look.Tidy(look.Millis(b.Millis)), ink, ground)
	c.TextRight(right, y, look.Ordinal(b.Rank)+" of "+look.Pad(int64(b.Of), 1), games.Dim.Ink(), ground)
}

// graph plots the chosen mode's times, the oldest first, as bars in eighths of a line: lower is faster.
func (p *profile) graph(c *games.Canvas) {
	w, h := c.Size()
	rs := p.results.is.results
	if len(rs) > w/2 {
		rs = rs[len(rs)-w/2:]
	}
	best, worst := rs[0].Millis, rs[0].Millis
	for _, r := range rs {
		best, worst = min(best, r.Millis), max(worst, r.Millis)
	}
	c.Text(0, 0, "your last "+look.Plural(len(rs), "time")+", from "+look.Tidy(look.Millis(worst))+" down to "+look.Tidy(look.Millis(best)), games.Dim.Ink(), 0)
	bars := h - 1
	for i, r := range rs {
		eighths := 1
		if worst > best {
			eighths += int((r.Millis - best) * int64(bars*8-1) / (worst - best))
		}
		ink := games.Graph.Shade(games.Shades / 2)
		if r.Millis == best {
			ink = games.Graph.Ink()
		}
		for y := range bars {
			if n := min(eighths-y*8, 8); n > 0 {
				c.Set(i*2, h-1-y, games.Cell{Rune: p.bar(n), FG: ink})
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

func (p *profile) Keys() []games.Hint {
	k := p.env.keys
	switch {
	case p.naming != nil:
		return hints(says(k.Accept, "take this name"), k.Cancel)
	case p.coding != nil:
		return hints(says(k.Accept, "link this key"), k.Cancel)
	case p.asking != nil:
		return hints(says(k.Yes, "become them"), k.No)
	case p.env.guest():
		return hints(k.Back)
	case len(p.data.is.links) > 0:
		return hints(k.Undo, k.Mine, k.Name, k.Link, k.Code, k.Back, k.Help)
	}
	return append(append(hints(k.Name, k.Link, k.Code, says(k.Enter, "leaderboard")), together("choose", k.Up, k.Down)), hints(k.Back, k.Help)...)
}
