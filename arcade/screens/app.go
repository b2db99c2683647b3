// Package screens is what a player looks at: a stack of screens (App), each in a file of its own, what the screens of a
// session share (env) and what those of all sessions do (House). It knows the store and what runs, not how bytes come
// and go: SSH is the server's, and where a command leads is told in a value of package to.
package screens

import (
	"cmp"
	"fmt"
	"sync/atomic"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"arcade.example.com/arcade/display"
	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// App is the root model of a session: a stack of screens, the window, and what concerns all of them.
type App struct {
	env    *env
	who    storage.Player // as the session began
	public bool           // as then: others may know that they are here
	broken func()
	plays  atomic.Pointer[Plays] // nil while no run's clock runs
	stack  []screen
	failed bool   // a screen panicked: nothing is drawn any more
	notice string // a line over the foot: from the house, not from a screen
	chase  chase  // what the record watch has to say
	drawn  bool   // what the latest message has changed
	moved  parts  // all that it has changed; none: nobody knows
	told   string // what stood in the foot's place when it was last drawn
	deaf   func() // stops to hear of it
	said   string // a sentence over the foot until the next key

	// While the store is read for a destination, what the player does waits for the screen that it is meant for.
	opening bool
	leaving bool // the top screen goes when the other comes
	early   []tea.Msg

	held []tea.Msg // what the top screen answers when what it reads has come: see where.Waits
}

var _ tea.Model = (*App)(nil)

// maxEarly is how many keys wait for a screen that is not there yet, or for what it reads; more are lost.
const maxEarly = 256

// newApp returns the model that begins with the menu, and on top of it the screen that was asked for, if any. It reads
// the store.
func newApp(e *env, first to.Destination) *App {
	a := &App{env: e, who: e.player, public: e.privacy() != live.Private, stack: []screen{newMenu(e)}, deaf: e.Hall.Heed(e.news)}
	if first == nil {
		return a
	}
	if e.Closing() && to.Begins(first) {
		a.said = closed
		return a
	}
	if deals(first) && !e.mayDeal() {
		a.said = rationed
		return a
	}
	if s := a.screen(first); s != nil {
		a.stack = append(a.stack, s)
		return a
	}
	found := e.read(first)()
	if a.said = found.said; found.to != nil {
		a.stack = append(a.stack, a.screen(found.to))
	}
	return a
}

func (a *App) top() screen { return a.stack[len(a.stack)-1] }

func (a *App) Init() tea.Cmd {
	if a.env.display == nil {
		return tea.Batch(a.entered(), tea.RequestBackgroundColor)
	}
	cmd := a.top().Enter()
	if r, ok := a.top().(reads); ok {
		if read := r.Reads(); read != nil {
			_, more := a.Update(read())
			cmd = tea.Batch(cmd, more)
		}
	}
	return cmd
}

// entered starts what the top screen does as it comes there.
func (a *App) entered() tea.Cmd {
	cmd := a.top().Enter()
	if r, ok := a.top().(reads); ok {
		cmd = tea.Batch(cmd, r.Reads())
	}
	return cmd
}

// Update hands a message to the screens that it concerns. A panic in a screen ends the session, and is logged in one line.
func (a *App) Update(msg tea.Msg) (m tea.Model, cmd tea.Cmd) {
	defer a.env.Panics.Catch("update", func() { a.failed, m, cmd = true, a, tea.Quit })
	return a, a.update(msg)
}

func (a *App) update(msg tea.Msg) tea.Cmd {
	whole := !a.drawn // two messages that are drawn together change more than the second
	a.drawn, a.moved = false, parts{}
	held := a.held
	if presses(msg) { // it takes back what waits, unless it waits too
		a.held = nil
	}
	a.env.calls.heed(msg)
	defer func() { a.env.calls.choose(a.env.set.Notices) }()
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		if msg.Width > 0 && msg.Height > 0 {
			a.env.width, a.env.height = msg.Width, msg.Height
		}
	case tea.BackgroundColorMsg:
		a.env.light = !msg.IsDark()
		a.repaint()
	case tea.CapabilityMsg:
		if display.HasTrueColour(msg) && a.env.depth == games.Colours256 {
			a.env.depth = games.TrueColour
			a.repaint()
		}
	case tea.ColorProfileMsg:
		if a.env.display == nil { // in a local terminal Bubble Tea finds out; over SSH it cannot
			a.env.depth = depthOfProfile(msg.Profile)
		}
	case Note:
		a.notice = string(msg)
	case Moved:
		a.chase = a.env.chase()
	case Ending:
		return tea.Quit
	case several:
		var cmds []tea.Cmd
		for _, one := range msg {
			cmds = append(cmds, a.update(one))
		}
		return tea.Batch(cmds...)
	case opened:
		return a.come(msg)
	case reading[account]:
		if a.env.known || !msg.ok {
			return nil
		}
		a.env.know(msg)
		a.repaint()
		return a.entered()
	case tea.KeyPressMsg:
		if pressed(a.meant(msg), a.env.keys.Leave) {
			return tea.Quit
		}
	}
	if m, mouse := msg.(tea.MouseMsg); mouse {
		if !a.env.roomy() { // nothing is shown that could be clicked
			return nil
		}
		if m.Mouse().Y == a.env.height-1 {
			return a.tap(m)
		}
	}
	if a.opening && played(msg) {
		if len(a.early) < maxEarly {
			a.early = append(a.early, msg)
		}
		return nil
	}
	if k, key := msg.(tea.KeyPressMsg); key {
		a.said = ""
		if d := a.everywhere(k); d != nil {
			return a.open(d, false)
		}
	}
	before, economical := a.env.palette(), a.env.set.economical()
	next, cmd := a.give(msg)
	cmd = tea.Batch(cmd, a.walk(next))
	switch {
	case next.Waits:
		a.held = append(held, msg)[:min(len(held)+1, maxEarly)]
	case !played(msg):
		cmd = tea.Batch(cmd, a.pressHeld())
	}
	if a.env.palette() != before || a.env.set.economical() != economical {
		a.repaint()
	}
	a.notePlays()
	stays := next.To == nil && !next.Back && next.Press == "" // or another screen is drawn, or another key has come
	if t, ok := a.top().(partial); ok && stays && !whole && len(held) == 0 && a.env.display != nil && a.tells() == a.told {
		a.moved = t.Moved(msg)
	}
	return cmd
}

// everywhere is where a key leads on every screen, nil for another key.
func (a *App) everywhere(k tea.KeyPressMsg) to.Destination {
	if a.chase.run != "" && a.noticing() && pressed(a.meant(k), a.env.keys.Playing) {
		return to.Look{Run: a.chase.run}
	}
	if _, open := a.top().(*help); !open && !a.typing() && pressed(k, a.env.keys.Help) {
		return to.Help{}
	}
	return nil
}

// tap presses the key that is clicked in the foot.
func (a *App) tap(msg tea.MouseMsg) tea.Cmd {
	click, ok := msg.(tea.MouseClickMsg)
	if !ok || click.Button != tea.MouseLeft {
		return nil
	}
	return a.tapped(a.foot().At(click.X))
}

// tapped presses a key by its name, "" for none.
func (a *App) tapped(key string) tea.Cmd {
	if key == "" {
		return nil
	}
	return a.update(keyPress(key))
}

// foot is the line of keys under the top screen.
func (a *App) foot() look.Foot {
	f, _ := a.line(a.tells())
	return f
}

// line is the foot where a sentence is to be told, "" for none: the keys stand after it, as many as there is room for.
// Where there is none for the sentence or for what answers it, it stands over the keys.
func (a *App) line(text string) (f look.Foot, over bool) {
	x, keys := 2+utf8.RuneCountInString(text)+2, a.top().Keys()
	n := len(keys)
	for n > 0 && x+look.AnswersWidth(keys[:n]) > a.env.width {
		n--
	}
	switch {
	case text == "" || a.env.width < look.Narrow || x-2 > a.env.width:
	case text == cmp.Or(a.notice, a.said):
		return nil, false
	case n == len(keys) || text == a.chased():
		return look.Answers(x, keys[:n]), false
	}
	return look.NewFoot(a.env.width, keys), true
}

// tells is the sentence that stands in the foot's place, "" for none: from the house, of a key that was pressed, or the
// screen's own.
func (a *App) tells() string {
	if line := cmp.Or(a.notice, a.said, a.chased()); line != "" {
		return line
	}
	if t, ok := a.top().(telling); ok {
		return t.Tells()
	}
	return ""
}

func depthOfProfile(p colorprofile.Profile) games.Depth {
	switch p {
	case colorprofile.TrueColor:
		return games.TrueColour
	case colorprofile.ANSI256:
		return games.Colours256
	case colorprofile.ANSI:
		return games.Colours16
	}
	return games.Mono
}

// give hands a message to the screens: what a player does concerns the top one, what happened every one.
func (a *App) give(msg tea.Msg) (where, tea.Cmd) {
	var cmds []tea.Cmd
	if !played(msg) {
		for _, s := range a.stack[:len(a.stack)-1] {
			_, cmd := s.Update(msg)
			cmds = append(cmds, cmd)
		}
	}
	next, cmd := a.top().Update(a.meant(msg))
	return next, tea.Batch(append(cmds, cmd)...)
}

// typing reports whether keys are taken as they are typed.
func (a *App) typing() bool {
	t, ok := a.top().(typing)
	return ok && t.Typing()
}

// meant is a message as the top screen gets it: with the key for which the one that was pressed stands.
func (a *App) meant(msg tea.Msg) tea.Msg {
	if a.typing() {
		return msg
	}
	return a.env.meant(msg)
}

// played reports whether the message is something that the player did.
func played(msg tea.Msg) bool {
	switch msg.(type) {
	case tea.KeyMsg, tea.MouseMsg, tea.PasteMsg:
		return true
	}
	return false
}

// presses reports whether the message is something that the player decided: no key that goes up, no mouse that moves.
func presses(msg tea.Msg) bool {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg, tea.MouseClickMsg, tea.MouseWheelMsg:
		return true
	}
	return false
}

// pressHeld presses again what has waited, up to the first that has to wait on.
func (a *App) pressHeld() tea.Cmd {
	var cmds []tea.Cmd
	for len(a.held) > 0 {
		first, rest := a.held[0], a.held[1:]
		a.held = nil
		cmds = append(cmds, a.update(first))
		waits := len(a.held) > 0
		a.held = append(a.held, rest...)
		if waits {
			break
		}
	}
	return tea.Batch(cmds...)
}

// notePlays notes for others whether a run's clock runs, and whose.
func (a *App) notePlays() {
	for _, s := range a.stack {
		if r, ok := s.(runner); ok && r.Running() {
			now := r.Plays()
			if was := a.plays.Load(); was == nil || *was != now {
				a.plays.Store(&now)
			}
			return
		}
	}
	a.plays.Store(nil)
}

// repaint shows everything as it is to be seen from now on, which a setting or the terminal's answer has changed.
func (a *App) repaint() {
	if a.env.display != nil {
		a.env.display.SetPalette(a.env.palette())
		a.env.display.Economical(a.env.set.economical())
	}
}

func (a *App) walk(n where) tea.Cmd {
	if n.Quit {
		return tea.Quit
	}
	if n.To != nil {
		return a.open(n.To, n.Back)
	}
	if !n.Back {
		return a.tapped(n.Press)
	}
	a.pop()
	if len(a.stack) == 0 {
		return tea.Quit
	}
	return tea.Batch(a.entered(), a.tapped(n.Press))
}

// pop takes the top screen away for good.
func (a *App) pop() {
	part(a.top())
	a.stack = a.stack[:len(a.stack)-1]
}

func part(s screen) {
	if p, ok := s.(parting); ok {
		p.Part()
	}
}

// open goes where the player wants to, as far as deals are not rationed just now.
func (a *App) open(d to.Destination, leaving bool) tea.Cmd {
	if deals(d) && !a.env.mayDeal() {
		a.said = rationed
		return nil
	}
	return a.enter(d, leaving)
}

// enter goes to a destination: at once, or when the store was read for it. While the server closes no game begins, from
// wherever it is asked for.
func (a *App) enter(d to.Destination, leaving bool) tea.Cmd {
	if a.env.Closing() && to.Begins(d) {
		a.said = closed
		return nil
	}
	if s := a.screen(d); s != nil {
		if leaving {
			a.pop()
		}
		a.stack = append(a.stack, s)
		return a.entered()
	}
	a.opening, a.leaving = true, leaving
	read := a.env.read(d)
	return func() tea.Msg { return read() }
}

// come shows what was opened, and gives it what the player did meanwhile.
func (a *App) come(o opened) tea.Cmd {
	early := a.early
	a.opening, a.early, a.said = false, nil, o.said
	var cmds []tea.Cmd
	if o.to != nil {
		cmds = append(cmds, a.enter(o.to, a.leaving))
	}
	for _, msg := range early {
		cmds = append(cmds, a.update(msg))
	}
	return tea.Batch(cmds...)
}

// View hands the frame to the session's display, or returns it as text where Bubble Tea's
// own renderer draws.
func (a *App) View() tea.View {
	c := a.env.canvases.Get().(*games.Canvas)
	defer a.env.canvases.Put(c)
	a.paint(c)
	a.drawn = true
	f, asks := a.top().(focused)
	v := tea.View{AltScreen: true, WindowTitle: "arcade", MouseMode: tea.MouseModeCellMotion, ReportFocus: a.env.set.Notices != "" || asks && f.Focuses()}
	if a.moved != (parts{}) {
		if a.env.display.Part(c, a.moved[:]...) {
			return v
		}
		a.moved = parts{}
		a.paint(c)
	}
	if a.env.display != nil {
		a.env.display.Frame(c, v)
		return v
	}
	v.Content = display.Render(c, a.env.palette())
	return v
}

// paint draws the window, or of it what has moved; nothing after a panic.
func (a *App) paint(c *games.Canvas) {
	c.Resize(a.env.width, a.env.height)
	if !a.failed {
		a.draw(c)
	}
}

func (a *App) draw(c *games.Canvas) {
	defer a.env.Panics.Catch("draw", func() {
		if a.failed = true; a.broken != nil {
			a.broken()
		}
	})
	w, h := c.Size()
	if a.moved != (parts{}) {
		a.top().(partial).DrawMoved(c, a.moved)
		if a.moved.has(h - 1) {
			a.drawFoot(c)
		}
		return
	}
	if w < minWidth || h < minHeight {
		s := fmt.Sprintf("The arcade needs %dx%d; this window has %dx%d.", minWidth, minHeight, w, h)
		lines := look.Wrap(s, max(w-2, 1))
		for i, l := range lines {
			c.Text(max((w-len(l))/2, 0), max((h-len(lines))/2, 0)+i, l, 0, 0)
		}
		return
	}
	a.top().Draw(c)
	a.drawFoot(c)
}

// drawFoot draws the keys, and what is told in their place or over them.
func (a *App) drawFoot(c *games.Canvas) {
	w, h := c.Size()
	text := a.tells()
	a.told = text
	f, over := a.line(text)
	f.Draw(c, h-1)
	if text == "" || !over {
		c.Text(2, h-1, text, games.Warn.Ink(), 0)
		return
	}
	left := 1
	if w >= look.Narrow {
		left = 2
	}
	lines := look.Wrap(text, w-2*left)
	for i, l := range lines {
		y := h - 1 - len(lines) + i
		c.Fill(0, y, w, 1, games.Cell{})
		c.Text(left, y, l, games.Warn.Ink(), 0)
	}
}

// patience bounds how long the end of a session waits for the store to keep its game.
const patience = time.Second

// Leave is called once, after the program has ended, whatever ended it: Update never sees the end. The game is kept when it
// returns, unless the store takes its time.
func (a *App) Leave() {
	late := time.After(patience)
	for _, s := range a.stack {
		if r, ok := s.(runner); ok {
			select {
			case <-r.Leave():
			case <-late:
			}
		}
		part(s)
	}
	a.env.calls.leave()
	a.deaf()
}
