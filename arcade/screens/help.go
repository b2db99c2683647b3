package screens

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"charm.land/bubbles/v2/viewport"

	"arcade.example.com/arcade/display"
	"arcade.example.com/arcade/look"
	"arcade.example.com/games"
)

// help tells the keys of the screen below it, the rules of its game, and how the arcade works.
type help struct {
	env   *env
	lines []helpLine
	view  viewport.Model // of the lines as they fit the window
}

var _ screen = (*help)(nil)

// helpLine is a heading, a paragraph, or a key and what it does.
type helpLine struct {
	heads bool
	key   string
	text  string
	here  bool // the key works on the screen below, and is pressed there when the line is clicked
}

func newHelp(e *env, about screen) *help {
	k := e.keys
	h := &help{env: e, view: viewport.New()}
	h.view.KeyMap = viewport.KeyMap{Up: k.Up, Down: k.Down, PageUp: k.PageUp, PageDown: k.PageDown}
	if ks := about.Keys(); len(ks) > 0 { // a panel tells its own
		if a, ok := about.(handy); ok {
			ks = append(ks, a.More()...)
		}
		h.part("The keys here")
		h.keys(ks...)
		for i := range h.lines {
			h.lines[i].here = h.lines[i].key != ""
		}
	}
	if r, ok := about.(ruled); ok {
		title, lines := r.Rules()
		h.part(title, lines...)
		if len(k.layout.shows) > 0 {
			h.text("The letters in these rules are where QWERTY has them; the settings show where you have them.")
		}
	}
	h.part("Everywhere")
	h.keys(
		games.Hint{Key: k.moves(), Does: "move"},
		games.Hint{Key: k.layout.names(strings.Join(k.Enter.Keys(), " ")), Does: "act"},
		together("back; a running game asks", k.Cancel, k.Back),
		together("new game, the same deal again (unranked)", k.New, k.Same),
	)
	const own = "Keys, in the settings, gives all of it keys of your own."
	if e.Local {
		h.keys(together("leave at once", k.Leave))
		h.text(own)
		h.part("Nothing is kept here", "This is the arcade in a terminal of its own: no names, no times, no games that wait. `arcade serve` is the whole of it.")
		return h
	}
	h.keys(together("leaderboard, race a ghost", k.Leaderboard, k.Ghost))
	h.keys(together("who plays now: watch them", k.Playing), together("race others: from the menu", k.Room), together("leave at once; your game is kept", k.Leave))
	h.text(own)
	h.part("Who you are", "Your SSH key is your account: nothing to sign up for. Your times are kept under it, and a name can be set on the profile screen. Several keys can be one player.")
	if e.guest() {
		h.text("You came without a key. Make one with `ssh-keygen -t ed25519` and connect again: then your runs rank.")
	}
	h.part("What ranks", "A run that was won without help, on a deal that was drawn for it. The server times it, and plays it again before it stands on a leaderboard: every line there can be watched.")
	h.part("From a shell",
		e.Address.SSH("help")+" lists the commands: leaderboard, me, daily, replay and more, with --json.",
		"OpenSSH 9.5 and later hide the rhythm of your typing with extra packets. `ObscureKeystrokeTiming no` for this host makes a slow link quicker.")
	return h
}

// part begins with a heading, and a blank line before it.
func (h *help) part(heading string, paragraphs ...string) {
	if len(h.lines) > 0 {
		h.lines = append(h.lines, helpLine{})
	}
	h.lines = append(h.lines, helpLine{heads: true, text: heading})
	h.text(paragraphs...)
}

func (h *help) text(paragraphs ...string) {
	for _, t := range paragraphs {
		h.lines = append(h.lines, helpLine{text: t})
	}
}

func (h *help) keys(hs ...games.Hint) {
	for _, k := range hs {
		h.lines = append(h.lines, helpLine{key: k.Key, text: k.Does})
	}
}

func (h *help) Enter() tea.Cmd {
	h.fit()
	return nil
}

// fit lays the help out for the window.
func (h *help) fit() {
	w, height := min(h.env.width, helpWidth)-2*helpLeft, h.env.height-4
	h.view.SetWidth(max(w, 1))
	h.view.SetHeight(max(height, 1))
	var lines []string
	for _, l := range h.lines {
		lines = append(lines, l.layout(h.env.styles, max(w, 1)))
	}
	h.view.SetContent(strings.Join(lines, "\n"))
}

// layout is the line in so many columns: of a key, what it does stands beside it.
func (l helpLine) layout(st *look.Styles, width int) string {
	switch {
	case l.key != "":
		keys := max(min(helpKeys, width/3), lipgloss.Width(l.key)+1)
		does := st.Plain.Width(max(width-keys, 1)).Render(l.text)
		return lipgloss.JoinHorizontal(lipgloss.Top, st.Key.Width(keys).Render(l.key), does)
	case l.heads:
		return st.Strong.Render(l.text)
	}
	return st.Plain.Width(width).Render(l.text)
}

func (h *help) Update(msg tea.Msg) (where, tea.Cmd) {
	k := h.env.keys
	if pressed(msg, k.Back, k.Help, k.Enter) {
		return where{Back: true}, nil
	}
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		h.fit()
	case tea.MouseClickMsg:
		if key := h.tapped(msg.X, msg.Y); key != "" {
			return where{Back: true, Press: key}, nil
		}
	}
	h.view, _ = h.view.Update(msg)
	return where{}, nil
}

// tapped is the key that a click on a line presses on the screen below, "" for none: where a line has several, the one that
// is clicked.
func (h *help) tapped(x, y int) string {
	column := min(h.env.width, helpWidth)
	x -= (h.env.width-column)/2 + helpLeft
	y += h.view.YOffset() - helpTop
	if x < 0 || y < 0 {
		return ""
	}
	for _, l := range h.lines {
		if y -= lipgloss.Height(l.layout(h.env.styles, max(column-2*helpLeft, 1))); y >= 0 {
			continue
		}
		if !l.here {
			return ""
		}
		return look.KeyOf(l.key, x)
	}
	return ""
}

const (
	helpLeft  = 4
	helpTop   = 2
	helpWidth = 88
	helpKeys  = 20 // columns for a key's name
)

func (h *help) Draw(c *games.Canvas) {
	look.Head(c, "Help", h.env.whoami())
	display.Paint(look.Column(c, helpWidth), helpLeft, helpTop, h.view.View())
}

func (h *help) Keys() []games.Hint {
	k := h.env.keys
	return append([]games.Hint{together("scroll", k.Up, k.Down)}, hints(k.PageDown, k.Back)...)
}
