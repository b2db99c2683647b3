package screens

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/look"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

func (p *play) Draw(c *games.Canvas) {
	w, h := c.Size()
	if p.broken != "" {
		look.Centre(c, p.env.styles.Panel.Render(p.broken))
		return
	}
	look.Head(c, p.title(), p.figures())
	p.board.Draw(c.Sub(0, 1, w, h-2), p.run.State(), p.scene())
	switch {
	case p.asks != nil:
		p.line(c, p.asks.text+"  ", hints(p.env.keys.Yes, p.env.keys.No)...)
	case p.said != "":
		p.line(c, p.said)
	case p.over != nil:
		p.over.draw(c)
	}
}

// line puts a sentence in the foot's place, and the keys that answer it.
func (p *play) line(c *games.Canvas, text string, keys ...games.Hint) {
	_, h := c.Size()
	x := c.Text(2, h-1, text, games.Warn.Ink(), 0)
	for _, k := range keys {
		x = c.Text(x, h-1, k.Key, games.Accent.Ink(), 0)
		x = c.Text(x+1, h-1, k.Does, games.Dim.Ink(), 0) + 3
	}
}

func (p *play) scene() games.Scene {
	return games.Scene{Elapsed: p.elapsed(), Ghosts: p.run.Beside(func(w storage.Player) string { return look.Name(w.Name, w.ID) })}
}

func (p *play) title() string {
	t := p.run.Game.Title + " · " + p.run.Mode.Title
	if p.run.Daily != "" {
		t = "Daily " + p.run.Daily + " · " + t
	}
	if ok, _ := p.run.Ranks(); !ok {
		t += " · unranked"
	}
	return t
}

// figures are what a player glances at: the split, what there is to beat, the game's own figure, the clock.
func (p *play) figures() string {
	var s string
	add := func(t string) {
		if t == "" {
			return
		}
		if s != "" {
			s += "   "
		}
		s += t
	}
	add(p.split())
	if len(p.run.Ghosts) > 0 {
		add("ghost " + look.Tidy(look.Millis(p.run.Ghosts[0].Millis)))
	} else if p.best > 0 {
		add("best " + look.Tidy(p.best))
	} else if p.record > 0 {
		add("record " + look.Tidy(p.record))
	}
	if p.run.Game.Live != nil {
		add(p.run.Game.Live(p.run.State(), p.elapsed()))
	}
	if !p.run.Game.Clock {
		add(look.Whole(p.elapsed()))
	}
	return s
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

// Keys are none while a question or a sentence stands in the foot's place.
func (p *play) Keys() []games.Hint {
	if p.broken != "" {
		return hints(p.env.keys.Back)
	}
	if p.asks != nil || p.said != "" {
		return nil
	}
	if p.over != nil {
		return p.over.keys()
	}
	k := p.env.keys
	return append(p.board.Hints(p.run.State()), hints(k.New, k.Back, k.Help)...)
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
