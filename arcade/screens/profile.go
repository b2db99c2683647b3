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
	named   bool             // it is typed, and with the store
	coding  *field           // the code of another key's screen that is being typed
	asking  *peeked          // whom that code would make one player
	parting int              // which of the keys is asked about, to be unlinked, counted from 1; 0 for none
	voids   bool             // a recovery code is asked about, which would void the one before
	said    string
	once    bool // only the name is wanted
	comes   bool // data is read, or will be when something else is done
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
		ended  []storage.Tally // how the runs have ended, by mode
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
	renewed struct {
		code string
		err  error
	}
	peeked struct {
		code  string
		offer storage.Offer
		err   error
	}
	linked struct {
		code   string
		player storage.Player
		err    error
	}
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
	p.naming, p.named = newField(p.env.keys, name), false
}

func (p *profile) Enter() tea.Cmd { return nil }

func (p *profile) Reads() tea.Cmd {
	if p.env.guest() {
		return nil
	}
	p.comes = true
	l, now := p.env.loader(), p.env.Now()
	return func() tea.Msg {
		days, err3 := records.Streak(l.Store, l.id, now)
		ks, err := l.Store.Keys(l.key)
		bests, err2 := l.Store.Bests(l.id, storage.Timed)
		links, err4 := l.Store.Notices(l.key, now)
		raced, won, of, err5 := l.Store.HeatsOf(l.id, 1)
		ended, err6 := l.Store.Tallies(l.id, storage.Timed)
		if l.id == "" {
			err2 = errUnknown
		}
		return got(l, "profile", profiled{ks, l.Store.Tag(l.key), bests, days, links, raced, won, of, ended},
			errors.Join(err, err2, err3, err4, err5, err6))
	}
}

// Typing reports whether a field takes the keys.
func (p *profile) Typing() bool { return p.naming != nil || p.coding != nil }

func (p *profile) Update(msg tea.Msg) (where, tea.Cmd) {
	switch {
	case p.naming != nil && typed(msg):
		if p.named && !pressed(msg, p.env.keys.Cancel) {
			return where{Waits: true}, nil
		}
		return where{}, p.name(msg)
	case p.coding != nil && typed(msg):
		return where{}, p.code(msg)
	}
	switch msg := msg.(type) {
	case reading[profiled]:
		p.comes = false
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
		return where{Back: p.once && msg.err == nil}, p.Reads()
	case coded:
		if msg.err != nil {
			p.refused(msg.err)
			break
		}
		p.said = "The code is " + msg.code + ". Come with the other key within 10 minutes, press " + p.env.keys.Code.Help().Key + " on its profile and type it."
	case renewed:
		if msg.err != nil {
			p.refused(msg.err)
			break
		}
		p.said = "For a lost key, from a new one:\nrecover " + msg.code + "\nWrite it down: it is shown this once, and the one before is void."
	case peeked:
		return where{}, p.ask(msg)
	case answered:
		p.coding = nil
		if p.said = msg.said; msg.err != nil {
			p.refused(msg.err)
		}
		return where{}, tea.Batch(p.Reads(), func() tea.Msg { return Note("") })
	case linked:
		if msg.err != nil {
			p.coding = newField(p.env.keys, msg.code)
			p.refused(msg.err)
			break
		}
		p.env.player = msg.player
		p.said = "This key is " + look.Name(msg.player.Name, msg.player.ID) + "'s now, and brought its bests along."
		return where{}, p.Reads()
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
	case p.comes && pressed(msg, k.Unlink, k.Undo, k.Mine, k.Up, k.Down, k.Enter) && p.parting == 0 && !p.voids:
		return where{Waits: true}, nil
	case pressed(msg, k.Unlink) && len(p.data.is.keys) > 1: // and the one after it, when it is pressed again
		p.parting = p.parting%len(p.data.is.keys) + 1
		return where{}, nil
	case p.parting > 0:
		return where{}, p.unlink(msg)
	case p.voids:
		return where{}, p.renew(msg)
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
	case pressed(msg, k.Recovery) && !p.env.guest():
		p.voids = true
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
	if p.said = ""; !ok {
		p.naming = nil
		return nil
	}
	if p.env.mayName != nil && !p.env.mayName() {
		p.said = look.TooManyNames
		return nil
	}
	p.named = true
	store, key := p.env.Store, p.env.key
	return func() tea.Msg {
		player, err := store.SetName(key, text)
		return named{player, err}
	}
}

// code takes what is typed of a linking code, and looks whose it is when it is whole.
func (p *profile) code(msg tea.Msg) tea.Cmd {
	done, ok := p.coding.types(msg)
	p.said = ""
	if !done {
		return nil
	}
	text := p.coding.text()
	if !ok || text == "" {
		p.coding = nil
		return nil
	}
	store, key, now := p.env.Store, p.env.key, p.env.Now()
	if p.env.Saver.Waits(text, now) {
		return p.claim(text)
	}
	return func() tea.Msg {
		offer, err := store.Peek(key, text, now)
		return peeked{text, offer, err}
	}
}

// claim makes a run theirs that was won without a key.
func (p *profile) claim(code string) tea.Cmd {
	saver, key, now, list := p.env.Saver, p.env.key, p.env.Now(), p.env.House
	return func() tea.Msg {
		run, o, err := saver.Claim(code, key, now)
		if err != nil { // another session was first, or it has just expired
			return peeked{code, storage.Offer{}, storage.ErrCode}
		}
		g, _ := list.game(run.Game)
		said, _ := look.Claimed(g, run, o.Standing, o.Later, o.Err)
		return answered{said, nil}
	}
}

// ask asks before two players become one. A code that this key has used already was agreed to.
func (p *profile) ask(o peeked) tea.Cmd {
	if o.err != nil { // the field stays open, with what is wrong below it
		p.refused(o.err)
		return nil
	}
	p.coding = nil
	if o.offer.From.ID == o.offer.Into.ID {
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
		return linked{code, player, err}
	}
}

func (p *profile) undo(n storage.Notice) tea.Cmd {
	p.comes = true
	store, key, now := p.env.Store, p.env.key, p.env.Now()
	return func() tea.Msg {
		return answered{"That link is undone: its keys are another player's. What was merged stays yours.", store.Undo(key, n.ID, now)}
	}
}

func (p *profile) dismiss(n storage.Notice) tea.Cmd {
	p.comes = true
	store, key := p.env.Store, p.env.key
	return func() tea.Msg { return answered{"", store.Dismiss(key, n.ID)} }
}

// unlink takes the answer to whether a key goes.
func (p *profile) unlink(msg tea.KeyPressMsg) tea.Cmd {
	k := p.data.is.keys[p.parting-1]
	if p.parting = 0; !pressed(msg, p.env.keys.Yes) {
		return nil
	}
	p.comes = true
	store, key, now := p.env.Store, p.env.key, p.env.Now()
	name := p.keyName(k)
	return func() tea.Msg {
		return answered{"Unlinked: " + name + ". What was won with it stays here.", store.Unlink(key, k.Tag, now)}
	}
}

// renew takes the answer to whether a recovery code is made.
func (p *profile) renew(msg tea.KeyPressMsg) tea.Cmd {
	if p.voids = false; !pressed(msg, p.env.keys.Yes) {
		return nil
	}
	store, key, now := p.env.Store, p.env.key, p.env.Now()
	return func() tea.Msg {
		code, err := store.Recovery(key, true, now)
		return renewed{code, err}
	}
}

// question is what waits for an answer: a code, or a link that another key made.
func (p *profile) question() string {
	k := p.env.keys
	switch {
	case p.asking != nil:
		return look.LinkQuestion(p.asking.offer)
	case p.parting > 0:
		return "Unlink " + p.keyName(p.data.is.keys[p.parting-1]) + "? It will be nobody's; " + k.Unlink.Help().Key + " asks about the next."
	case p.voids:
		return "Make a code that brings you back with another key, should yours be lost? One that you have is void then."
	case len(p.data.is.links) > 0 && !p.Typing():
		return look.Linked(p.data.is.links[0]) + " " + k.Undo.Help().Key + " undoes it; " + k.Mine.Help().Key + " says that it was you."
	}
	return ""
}

func (p *profile) renamed(n named) {
	p.named = false
	if n.err != nil {
		p.refused(n.err)
		return
	}
	p.env.player, p.naming = n.player, nil
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

func (p *profile) Keys() (hs []games.Hint) {
	k := p.env.keys
	switch {
	case p.naming != nil:
		return k.field("take this name")
	case p.coding != nil:
		return k.field("link this key")
	case p.asking != nil:
		return hints(says(k.Yes, "become them"), k.No)
	case p.parting > 0:
		return hints(says(k.Unlink, "the next"), says(k.Yes, "unlink it"), k.No)
	case p.voids:
		return hints(says(k.Yes, "make one"), k.No)
	case p.env.guest():
		return hints(k.Back)
	case len(p.data.is.links) > 0:
		hs = hints(k.Undo, k.Mine)
	}
	hs = append(append(hs, hints(k.Name, k.Link, k.Code, says(k.Enter, "leaderboard"))...), together("choose", k.Up, k.Down))
	if len(p.data.is.keys) > 1 {
		hs = append(hs, hints(k.Unlink)...)
	}
	return append(hs, hints(k.Recovery, k.Back, k.Help)...)
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
