package screens

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/look"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

func (p *play) Draw(c *games.Canvas) {
	if p.broken != "" {
		p.env.drawCard(c, card{lines: []string{p.broken}})
		return
	}
	if p.raced == nil {
		look.HeadOf(c, p.head()...)
	}
	p.drawBoard(c, games.Lines{})
	if p.over != nil {
		p.over.draw(c)
	}
}

// The parts of a play that may move, in the order of parts.
const (
	headPart = iota
	boardPart
	footPart
)

// Moved: a second of the run's clock changes the head alone, unless the board shows the time, somebody else moves on it, or
// the foot says how many watch now; and so does what there is to beat. A key or a tick changes head, foot and what the board says.
func (p *play) Moved(msg tea.Msg) parts {
	if p.broken != "" || p.over != nil || p.raced != nil || !p.env.roomy() {
		return parts{}
	}
	head, inputs := false, false
	switch msg := msg.(type) {
	case clocked:
		head = msg.run == p.run.ID && !p.recount && !p.run.Game.Clock && len(p.run.Ghosts) == 0
	case reading[standings]:
		head = msg.is.run == p.run.ID && msg.ok
	case tea.KeyPressMsg, ticked:
		inputs = p.heard && len(p.run.Ghosts) == 0
	}
	w, h := p.env.width, p.env.height
	switch board, ok := p.board.(games.Redrawer); {
	case head:
		return parts{headPart: {W: w, H: 1}}
	case inputs && ok:
		if lines, ok := board.Redraws(); ok {
			return parts{headPart: {W: w, H: 1}, boardPart: {Y: p.top() + lines.Y, W: w, H: lines.H}, footPart: {Y: h - 1, W: w, H: 1}}
		}
	}
	return parts{}
}

func (p *play) DrawMoved(c *games.Canvas, moved parts) {
	look.HeadOf(c, p.head()...)
	if board := moved[boardPart]; board.H > 0 {
		p.drawBoard(c, games.Lines{Y: board.Y - p.top(), H: board.H})
	}
}

func (p *play) drawBoard(c *games.Canvas, wanted games.Lines) {
	w, h := p.boardSize()
	sc := p.scene()
	sc.Lines = wanted
	p.board.Draw(c.Sub(0, p.top(), w, h), p.run.State(), sc)
}

// Tells is the question that is asked, or what was said last.
func (p *play) Tells() string {
	switch {
	case p.asks != nil:
		return p.asks.text
	case p.said != "":
		return p.said
	case p.over != nil && p.over.shown() && p.env.width >= look.Narrow:
		return "Any other key shows the board."
	}
	return ""
}

func (p *play) scene() games.Scene {
	if p.raced != nil {
		return games.Scene{Elapsed: p.elapsed(), Ghosts: p.raced.beside()}
	}
	return games.Scene{Elapsed: p.elapsed(), Ghosts: p.run.Beside(func(w storage.Player) string { return look.Name(w.Name, w.ID) })}
}

// head is what is played, and what a player glances at: the split, what there is to beat, the game's own figure, and the
// clock, which is always there.
func (p *play) head() []look.Part {
	r := p.run
	daily, unranked, beat, live, clock := "", "", "", "", ""
	if r.Daily != "" {
		daily = "Daily " + r.Daily
	}
	if ok, _ := r.Ranks(); !ok && !p.env.Local {
		unranked = "unranked"
	}
	switch {
	case len(r.Ghosts) > 0:
		beat = "ghost " + look.Tidy(look.Millis(r.Ghosts[0].Millis))
	case p.best > 0:
		beat = "best " + look.Tidy(p.best)
	case p.record > 0:
		beat = "record " + look.Tidy(p.record)
	}
	if r.Game.Live != nil {
		live = r.Game.Live(r.State(), p.elapsed())
	}
	if !r.Game.Clock {
		clock = look.Whole(p.elapsed())
	}
	return []look.Part{
		{Text: daily, Weight: 4},
		{Text: r.Game.Title, Weight: 6},
		{Text: r.Mode.Title, Weight: 5},
		{Text: unranked, Weight: 7},
		{Text: p.split(), Weight: 8, Right: true},
		{Text: beat, Weight: 3, Right: true},
		{Text: live, Weight: 2, Right: true},
		{Text: clock, Weight: 9, Right: true},
	}
}

// split is how far the player is from the ghost, to a hundredth of a second, and whether it has arrived.
func (p *play) split() string {
	s := p.run.Split(p.env.Now())
	if !s.Known {
		return ""
	}
	t := look.Gap(s.Gap.Round(10 * time.Millisecond))
	t = t[:len(t)-1] + " s"
	if s.Arrived && !p.run.Over() {
		return look.Name(p.run.Ghosts[0].Player.Name, p.run.Ghosts[0].Player.ID) + " is there   " + t
	}
	return t
}

// Keys answer the question, if there is one.
func (p *play) Keys() []games.Hint {
	k := p.env.keys
	switch {
	case p.broken != "":
		return hints(k.Back)
	case p.asks != nil:
		return hints(p.asks.yes, p.asks.no)
	case p.over != nil:
		return p.over.keys()
	case p.said != "" && p.env.width >= look.Narrow:
		return nil
	}
	board := p.env.hints(p.board.Hints(p.run.State()))
	if p.env.width < look.Narrow { // where the board has targets of its own
		return slices.Concat(p.spectators(), hints(k.New), board, hints(k.Back, k.Help))
	}
	return slices.Concat(p.spectators(), board, hints(k.New, k.Back, k.Help))
}

// More is the same deal again, and after the end who plays now.
func (p *play) More() []games.Hint {
	switch {
	case p.broken != "", p.asks != nil:
		return nil
	case p.over != nil:
		return hints(p.env.keys.Playing)
	}
	return hints(p.env.keys.Same)
}

// mouse translates a mouse message for a board that begins at line top.
func mouse(msg tea.MouseMsg, top int) (games.Input, bool) {
	m := msg.Mouse()
	in := games.Input{X: m.X, Y: m.Y - top}
	shift := m.Mod.Contains(tea.ModShift)
	switch {
	case m.Button == tea.MouseLeft:
		in.Button = games.Left
	case m.Button == tea.MouseMiddle:
		in.Button = games.Middle
	case m.Button == tea.MouseRight:
		in.Button = games.Right
	case m.Button == tea.MouseWheelLeft || m.Button == tea.MouseWheelUp && shift:
		in.Button = games.WheelLeft
	case m.Button == tea.MouseWheelRight || m.Button == tea.MouseWheelDown && shift:
		in.Button = games.WheelRight
	case m.Button == tea.MouseWheelUp:
		in.Button = games.WheelUp
	case m.Button == tea.MouseWheelDown:
		in.Button = games.WheelDown
	}
	switch msg.(type) {
	case tea.MouseClickMsg:
		in.Kind = games.Press
	case tea.MouseReleaseMsg:
		in.Kind = games.Release
	case tea.MouseMotionMsg:
		in.Kind = games.Drag
	case tea.MouseWheelMsg:
		in.Kind = games.Wheel
	default:
		return in, false
	}
	return in, in.Button != games.NoButton || in.Kind == games.Release || in.Kind == games.Drag
}
