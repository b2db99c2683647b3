package screens

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/look"
	"arcade.example.com/games"
)

// help tells the keys of the screen below it, the rules of its game, and how the arcade works.
type help struct {
	env   *Env
	about Screen
	lines []helpLine
	top   int
}

// helpLine is a line of help: a heading, a paragraph to wrap, or a key.
type helpLine struct {
	ink  games.Role
	key  string
	text string
}

func newHelp(e *Env, about Screen) *help {
	h := &help{env: e, about: about}
	if ks := about.Keys(); len(ks) > 0 { // a panel tells its own
		h.add(games.Strong, "The keys here")
		for _, k := range ks {
			h.lines = append(h.lines, helpLine{games.Plain, k.Key, k.Does})
		}
	}
	if r, ok := about.(ruled); ok {
		title, lines := r.Rules()
		h.add(games.Strong, title)
		for _, t := range lines {
			h.add(games.Plain, t)
		}
	}
	h.add(games.Strong, "Everywhere")
	k := e.keys
	for _, hint := range []games.Hint{
		{Key: k.moves(), Does: "move"},
		{Key: strings.Join(k.Enter.Keys(), " "), Does: "act"},
		together("back; a running game asks", k.Cancel, k.Back),
		together("new game, the same deal again (unranked)", k.New, k.Same),
		together("leaderboard, race a ghost", k.Leaderboard, k.Ghost),
		together("leave at once; your game is kept", k.Leave),
	} {
		h.lines = append(h.lines, helpLine{games.Plain, hint.Key, hint.Does})
	}
	h.add(games.Strong, "Who you are")
	h.add(games.Plain, "Your SSH key is your account: nothing to sign up for. Your times are kept under it, and a name can be set on the profile screen. Several keys can be one player.")
	if e.guest() {
		h.add(games.Plain, "You came without a key. Make one with `ssh-keygen -t ed25519` and connect again: then your runs rank.")
	}
	h.add(games.Strong, "What ranks")
	h.add(games.Plain, "A run that was won without help, on a deal that was drawn for it. The server times it, and plays it again before it stands on a leaderboard: every line there can be watched.")
	h.add(games.Strong, "From a shell")
	h.add(games.Plain, "ssh "+e.connect()+" help lists the commands: leaderboard, me, daily, replay and more, with --json.")
	h.add(games.Plain, "OpenSSH 9.5 and later hide the rhythm of your typing with extra packets. `ObscureKeystrokeTiming no` for this host makes a slow link quicker.")
	return h
}

func (h *help) add(ink games.Role, text string) {
	if ink == games.Strong && len(h.lines) > 0 {
		h.lines = append(h.lines, helpLine{})
	}
	h.lines = append(h.lines, helpLine{ink: ink, text: text})
}

// connect is what a player types after ssh.
func (e *Env) connect() string {
	if e.Address == "" {
		return "HOST"
	}
	return e.Address
}

// Enter makes help a Screen.
func (h *help) Enter() tea.Cmd { return nil }

// Update makes help a Screen.
func (h *help) Update(msg tea.Msg) (Next, tea.Cmd) {
	k := h.env.keys
	page := h.env.height - 4
	switch {
	case pressed(msg, k.Back, k.Help, k.Enter):
		return Next{Back: true}, nil
	case pressed(msg, k.Up):
		h.top--
	case pressed(msg, k.Down):
		h.top++
	case pressed(msg, k.PageUp):
		h.top -= page
	case pressed(msg, k.PageDown):
		h.top += page
	}
	if wheel, ok := msg.(tea.MouseWheelMsg); ok {
		switch wheel.Button {
		case tea.MouseWheelUp:
			h.top -= 3
		case tea.MouseWheelDown:
			h.top += 3
		}
	}
	h.top = min(max(h.top, 0), max(len(h.wrapped())-page, 0))
	return Next{}, nil
}

// wrapped are the lines as they fit the window.
func (h *help) wrapped() []helpLine {
	width := min(h.env.width, helpWidth) - 8
	var out []helpLine
	for _, l := range h.lines {
		for i, t := range look.Wrap(l.text, width) {
			if i > 0 {
				l.key = ""
			}
			out = append(out, helpLine{l.ink, l.key, t})
		}
	}
	return out
}

const helpWidth = 88

// Draw makes help a Screen.
func (h *help) Draw(c *games.Canvas) {
	look.Head(c, "Help", h.env.whoami())
	c = look.Column(c, helpWidth)
	_, ch := c.Size()
	lines := h.wrapped()
	for i := 0; i < ch-4 && h.top+i < len(lines); i++ {
		l := lines[h.top+i]
		if l.key != "" {
			c.Text(4, 2+i, l.key, games.Accent.Ink(), 0)
			c.Text(24, 2+i, l.text, 0, 0)
			continue
		}
		c.Text(4, 2+i, l.text, l.ink.Ink(), 0)
	}
}

// Keys makes help a Screen.
func (h *help) Keys() []games.Hint {
	k := h.env.keys
	return append([]games.Hint{together("scroll", k.Up, k.Down)}, hints(k.PageDown, k.Back)...)
}
