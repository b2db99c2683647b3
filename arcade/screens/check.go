package screens

import (
	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/check"
	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
)

// checkScreen is what the player's terminal does here: what it answers when it is asked, what it shows to do when it is
// tried, and what can be set where it lacks something.
type checkScreen struct {
	env    *env
	report check.Report
	at     int // the chosen line
	said   string
	failed bool // the settings could not be kept
}

var (
	_ screen  = (*checkScreen)(nil)
	_ parting = (*checkScreen)(nil)
	_ focused = (*checkScreen)(nil)
)

func newCheck(e *env) *checkScreen {
	return &checkScreen{env: e, report: check.Report{Term: e.term}}
}

// Focuses reports that the terminal is to say whether the player looks at it.
func (s *checkScreen) Focuses() bool { return true }

// measured is the answer to a measurement of the way to the terminal and back.
type measured struct{ pinged }

func (s *checkScreen) Enter() tea.Cmd {
	if s.env.display != nil {
		s.env.display.Examine()
	}
	ping := s.env.ping
	if ping == nil {
		return nil
	}
	return func() tea.Msg {
		took, err := ping()
		return measured{pinged{took: took, err: err}}
	}
}

// Part ends the examination.
func (s *checkScreen) Part() {
	if s.env.display != nil {
		s.env.display.Dismiss()
	}
}

// findings are what can be said as things are now.
func (s *checkScreen) findings() []check.Finding {
	r := s.report
	r.Width, r.Height, r.Depth = s.env.width, s.env.height, s.env.set.depth(s.env.depth)
	return r.Findings(s.env.set.write())
}

func (s *checkScreen) Update(msg tea.Msg) (where, tea.Cmd) {
	s.report.Take(msg)
	switch msg := msg.(type) {
	case measured:
		if msg.err == nil {
			s.report.RoundTrip = msg.took
		}
	case kept:
		s.failed = msg.err != nil
	case tea.KeyPressMsg:
		s.said = ""
		return s.press(msg)
	case tea.MouseClickMsg:
		if at := msg.Y - checkTop; at == s.at {
			return s.set()
		} else if at >= 0 && at < len(s.findings()) {
			s.at = at
		}
	}
	return where{}, nil
}

func (s *checkScreen) press(msg tea.KeyPressMsg) (where, tea.Cmd) {
	k, lines := s.env.keys, len(s.findings())
	switch {
	case pressed(msg, k.Back):
		return where{Back: true}, nil
	case pressed(msg, k.Up):
		s.at = (s.at + lines - 1) % lines
	case pressed(msg, k.Down), pressed(msg, k.Tab):
		s.at = (s.at + 1) % lines
	case pressed(msg, k.Copy):
		if s.env.display != nil {
			s.env.display.Copy(check.Sample)
		}
		s.said = "Copied. Now paste here."
	case pressed(msg, k.Enter):
		return s.set()
	}
	return where{}, nil
}

// set does what the chosen line offers: a setting, or the place where keys are chosen.
func (s *checkScreen) set() (where, tea.Cmd) {
	f := s.findings()[s.at]
	if f.Kind == check.Keys {
		s.Part()
		return where{To: to.Keys{}}, nil
	}
	if f.Sets == (check.Choice{}) {
		return where{}, nil
	}
	m := s.env.set.write()
	m[f.Sets.Setting] = f.Sets.Value
	s.env.set = readSettings(m)
	cmd, ok := s.env.keepSettings()
	s.said, s.failed = "Set: "+f.Sets.Words+".", !ok
	return where{}, cmd
}

// The list on the screen, and the bars under it.
const (
	checkTop   = 2
	checkWidth = 84
	checkNotes = 3 // lines, of the smallest window: the list, a bar and these are all of it
)

func (s *checkScreen) Draw(c *games.Canvas) {
	look.Head(c, "Terminal", s.env.whoami())
	c = look.Column(c, checkWidth)
	w, h := c.Size()
	list := s.findings()
	for i, f := range list {
		s.line(c, checkTop+i, f, i == s.at)
	}
	notes := h - 1 - checkNotes
	drawBars(c.Sub(2, checkTop+len(list), w-4, min(notes-checkTop-len(list), 4)))
	text, ink := list[s.at].Remedy, games.Dim.Ink()
	if found := list[s.at].Found; w < look.Narrow && cut(found, checkFound(w)) != found {
		text = found + ". " + text
	}
	if s.said != "" {
		text = s.said
		ink = games.Good.Ink()
	}
	if s.failed {
		text, ink = "Not stored: the arcade takes no writes just now. It lasts as long as the visit.", games.Warn.Ink()
	}
	for i, line := range look.Wrap(text, w-4) {
		if i < checkNotes {
			c.Text(2, notes+i, line, ink, 0)
		}
	}
}

func (s *checkScreen) line(c *games.Canvas, y int, f check.Finding, chosen bool) {
	w, _ := c.Size()
	x, left, ground := 17, 2, games.Ink(0)
	if w < look.Narrow {
		x, left = narrowMark, 1
	}
	if chosen {
		ground = games.Select.Ink()
		c.Fill(0, y, w, 1, games.Cell{BG: ground})
	}
	c.Text(left, y, f.Title, 0, ground)
	if f.Good {
		c.Text(x, y, "ok", games.Good.Ink(), ground)
	}
	c.Text(x+3, y, cut(f.Found, w-x-4), 0, ground)
}

// narrowMark is the column of what is good in a narrow window, checkFound how many columns what was found has there.
const narrowMark = 14

func checkFound(width int) int { return width - narrowMark - 4 }

// drawBars draws every shade of some colours from left to right.
func drawBars(c *games.Canvas) {
	w, h := c.Size()
	for y, role := range []games.Role{games.Tile, games.Graph, games.Title, games.Exit} {
		for x := range w {
			if y < h {
				c.Set(x, y, games.Cell{Rune: ' ', BG: role.Shade(x * games.Shades / w)})
			}
		}
	}
}

func (s *checkScreen) Keys() []games.Hint {
	k := s.env.keys
	hs := []games.Hint{}
	if f := s.findings()[s.at]; f.Kind == check.Keys {
		hs = hints(says(k.Enter, "choose keys"))
	} else if f.Sets != (check.Choice{}) {
		does := "set: " + f.Sets.Words
		if s.env.width < look.Narrow {
			does = "set"
		}
		hs = hints(says(k.Enter, does))
	}
	return append(append(hs, together("choose", k.Up, k.Down)), hints(k.Copy, k.Back, k.Help)...)
}
