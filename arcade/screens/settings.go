package screens

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
)

// settings are a player's choices. The zero value is everybody's first.
type settings struct {
	Colours string // "" is auto, or "true", "256", "16", "mono"
	Theme   string // "" follows the terminal's ground
	ASCII   bool
	Motion  games.Motion
	Privacy live.Privacy      // who may watch
	Copy    bool              // a result line goes to the terminal's clipboard
	Last    map[string]string // by a game's id: the mode that was played last
	On      map[string]bool   // "minesweeper.marks": the games' own
	Keys    string            // a layout, as it writes itself
	Notices string            // how to call a player who looks elsewhere: "" not at all, "bell", "desktop"
}

// depth is what is drawn with, given what the terminal shows.
func (s settings) depth(terminal games.Depth) games.Depth {
	if s.economical() {
		return max(s.colours(terminal), games.Colours256)
	}
	return s.colours(terminal)
}

// economical reports whether the player wants few bytes to be sent.
func (s settings) economical() bool { return s.On[economical] }

// colours is the depth that the player chose, given what the terminal shows.
func (s settings) colours(terminal games.Depth) games.Depth {
	switch s.Colours {
	case "true":
		return games.TrueColour
	case "256":
		return games.Colours256
	case "16":
		return games.Colours16
	case "mono":
		return games.Mono
	}
	return terminal
}

func (s settings) theme(light bool) string {
	switch {
	case s.Theme != "":
		return s.Theme
	case light:
		return "light"
	}
	return "dark"
}

var (
	privacyInWords = []string{"everybody", "and I am not told", "nobody"}
)

var (
	noticeChoices = []string{"", "bell", "desktop"}
	noticeInWords = []string{"off", "bell", "desktop"}
)

var motions = []string{"full", "reduced", "none"}

// readSettings takes what it knows and leaves the rest: an older or newer arcade may have written it.
func readSettings(m map[string]string) settings {
	s := settings{On: make(map[string]bool), Last: make(map[string]string)}
	if slices.Contains(colourChoices, m["colours"]) {
		s.Colours = m["colours"]
	}
	if slices.Contains(themeChoices, m["theme"]) {
		s.Theme = m["theme"]
	}
	s.ASCII, s.Copy = m["ascii"] == "on", m["copy"] == "on"
	s.Motion = games.Motion(max(slices.Index(motions, m["motion"]), 0))
	s.Privacy = live.PrivacyOf(m[look.WatchedSetting])
	if keys := m["keys"]; keys != "" {
		s.Keys = readLayout(keys).write()
	}
	if slices.Contains(noticeChoices, m["notices"]) {
		s.Notices = m["notices"]
	}
	for k, v := range m {
		if v == "on" && k != "ascii" && k != "copy" {
			s.On[k] = true
		}
		if game, ok := strings.CutPrefix(k, lastPlayed); ok {
			s.Last[game] = v
		}
	}
	return s
}

// write is the settings as they are stored: only what is not everybody's first.
func (s settings) write() map[string]string {
	m := make(map[string]string)
	put := func(k, v string, is bool) {
		if is {
			m[k] = v
		}
	}
	put("colours", s.Colours, s.Colours != "")
	put("theme", s.Theme, s.Theme != "")
	put("ascii", "on", s.ASCII)
	put("copy", "on", s.Copy)
	put(look.WatchedSetting, s.Privacy.String(), s.Privacy != live.Watchable)
	put("keys", s.Keys, s.Keys != "")
	put("notices", s.Notices, s.Notices != "")
	put("motion", motions[s.Motion], s.Motion != games.FullMotion)
	for k, on := range s.On {
		put(k, "on", on)
	}
	for game, mode := range s.Last {
		put(lastPlayed+game, mode, true)
	}
	return m
}

// economical is the setting of those whose line is slow or dear.
const economical = "economical"

// lastPlayed begins the settings that are no choice on the screen: the mode of a game that was played last.
const lastPlayed = "last."

// chose notes the mode of a game that the player has chosen, for the menu of this visit.
func (e *env) chose(g games.Game, m games.Mode) {
	if _, listed := g.Find(m.ID); !listed || e.set.Last[g.ID] == m.ID {
		return
	}
	e.set.Last = maps.Clone(e.set.Last)
	if e.set.Last == nil {
		e.set.Last = make(map[string]string)
	}
	e.set.Last[g.ID] = m.ID
	e.chosen = true
}

// plays remembers what was chosen, for visits to come: who only looks at a game costs the store nothing.
func (e *env) plays() {
	if !e.chosen || e.guest() || !e.known {
		return
	}
	e.chosen = false
	store, key, all, log := e.Store, e.key, e.set.write(), e.Log
	e.Saver.Do("remember mode", func() {
		if err := store.SetSettings(key, all); err != nil {
			log.Error("remember mode", "error", err)
		}
	})
}

// turn turns a setting that is on or off.
func (s *settings) turn(id string, on bool) {
	if s.On = maps.Clone(s.On); s.On == nil {
		s.On = make(map[string]bool)
	}
	s.On[id] = on
}

var (
	colourChoices = []string{"", "true", "256", "16", "mono"}
	themeChoices  = []string{"", "dark", "light", "contrast", "blind"}
)

// choice is a line of the settings screen.
type choice struct {
	group, title, note string
	values             []string
	get                func(settings) int
	set                func(*settings, int)
	opens              to.Destination    // with Enter, instead of the next value; nil: nothing
	game               string            // the id of the one that it is about, "" for all
	found              func(*env) string // what the first value, auto, has found; nil where there is none
}

func depthFound(e *env) string {
	return [...]string{games.TrueColour: "true colour", games.Colours256: "256", games.Colours16: "16", games.Mono: "none"}[e.depth]
}

func groundFound(e *env) string { return settings{}.theme(e.light) }

func choices(list []games.Game) []choice {
	onOff := []string{"off", "on"}
	flag := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	cs := []choice{
		{"Looks", "Colours", "auto asks your terminal", []string{"auto", "true colour", "256", "16", "none"},
			func(s settings) int { return slices.Index(colourChoices, s.Colours) },
			func(s *settings, n int) { s.Colours = colourChoices[n] }, nil, "", depthFound},
		{"", "Theme", "auto follows your terminal's background", []string{"auto", "dark", "light", "high contrast", "colour-blind safe"},
			func(s settings) int { return slices.Index(themeChoices, s.Theme) },
			func(s *settings, n int) { s.Theme = themeChoices[n] }, nil, "", groundFound},
		{"", "Plain ASCII", "for boards, where a font lacks the blocks", onOff,
			func(s settings) int { return flag(s.ASCII) }, func(s *settings, n int) { s.ASCII = n == 1 }, nil, "", nil},
		{"", "Motion", "how much moves: turns, steps, the menu's previews", motions,
			func(s settings) int { return int(s.Motion) }, func(s *settings, n int) { s.Motion = games.Motion(n) }, nil, "", nil},
		{"", "Economical", "for a slow or dear line: half the frames of a movement, no preview, 256 colours", onOff,
			func(s settings) int { return flag(s.economical()) }, func(s *settings, n int) { s.turn(economical, n == 1) }, nil, "", nil},
		{"", "Copy results", "a daily's result line goes to your clipboard (OSC 52)", onOff,
			func(s settings) int { return flag(s.Copy) }, func(s *settings, n int) { s.Copy = n == 1 }, nil, "", nil},
		{"", "In lines", "lines instead of screens from your next visit on, for screen readers", onOff,
			func(s settings) int { return flag(s.On[look.LinesSetting]) }, func(s *settings, n int) { s.turn(look.LinesSetting, n == 1) }, nil, "", nil},
		keysChoice(),
		{"", "Terminal", "what it does here, line by line, and what to set where it lacks something", []string{"check it"},
			func(settings) int { return 0 }, func(*settings, int) {}, to.Check{}, "", nil},
		{"Others", "Who may watch", "your runs, while you play them; nobody: they are listed without your name", privacyInWords,
			func(s settings) int { return int(s.Privacy) }, func(s *settings, n int) { s.Privacy = live.Privacy(n) }, nil, "", nil},
	}
	cs = append(cs, noticesChoice())
	for _, g := range list {
		group := g.Title
		for _, o := range g.Settings {
			id := g.ID + "." + o.ID
			title, note, _ := strings.Cut(o.Title, ": ")
			cs = append(cs, choice{group, title, note, onOff,
				func(s settings) int { return flag(s.On[id]) },
				func(s *settings, n int) { s.turn(id, n == 1) }, nil, g.ID, nil})
			group = ""
		}
	}
	return cs
}

// noticesChoice is the line for what calls a player who looks elsewhere.
func noticesChoice() choice {
	return choice{"", "Notices", "while you look away: a lost record, a race, a new daily, whom you raced", noticeInWords,
		func(s settings) int { return slices.Index(noticeChoices, s.Notices) },
		func(s *settings, n int) { s.Notices = noticeChoices[n] }, nil, "", nil}
}

// settingsScreen changes a player's choices; each takes effect at once and is stored.
type settingsScreen struct {
	env     *env
	choices []choice
	at      int
	failed  bool
	swatch  *demo // how a board looks
}

var _ screen = (*settingsScreen)(nil)

func newSettings(e *env) *settingsScreen {
	s := &settingsScreen{env: e, choices: choices(e.Games)}
	if e.Local {
		s.choices = slices.DeleteFunc(s.choices, func(c choice) bool {
			return slices.Contains([]string{"In lines", "Terminal", "Who may watch", "Notices"}, c.title)
		})
	}
	return s
}

func (s *settingsScreen) Enter() tea.Cmd {
	s.sample()
	return nil
}

// kept is the answer to a write of settings.
type kept struct{ err error }

func (s *settingsScreen) Update(msg tea.Msg) (where, tea.Cmd) {
	defer s.sample()
	k := s.env.keys
	switch {
	case pressed(msg, k.Back):
		return where{Back: true}, nil
	case pressed(msg, k.Up):
		s.at = (s.at + len(s.choices) - 1) % len(s.choices)
	case pressed(msg, k.Down), pressed(msg, k.Tab):
		s.at = (s.at + 1) % len(s.choices)
	case pressed(msg, k.Left):
		return where{}, s.turn(-1)
	case pressed(msg, k.Enter) && s.choices[s.at].opens != nil:
		return where{To: s.choices[s.at].opens}, nil
	case pressed(msg, k.Right), pressed(msg, k.Enter):
		return where{}, s.turn(1)
	}
	switch msg := msg.(type) {
	case kept:
		s.failed = msg.err != nil
	case tea.MouseClickMsg:
		return s.click(msg.X, msg.Y)
	}
	return where{}, nil
}

func (s *settingsScreen) turn(by int) tea.Cmd {
	c := s.choices[s.at]
	c.set(&s.env.set, (c.get(s.env.set)+by+len(c.values))%len(c.values))
	s.env.layOut()
	cmd, ok := s.env.keepSettings()
	s.failed = s.failed || !ok
	return cmd
}

// keepSettings stores the player's settings; kept is the answer. It is not ok where that cannot be: what is kept was not
// read, and would be lost. A guest's are kept by nobody.
func (e *env) keepSettings() (cmd tea.Cmd, ok bool) {
	if e.guest() || !e.known {
		return nil, e.guest()
	}
	store, key, m, log := e.Store, e.key, e.set.write(), e.Log
	return func() tea.Msg {
		err := store.SetSettings(key, m)
		if err != nil {
			log.Error("keep settings", "error", err)
		}
		return kept{err}
	}, true
}

func (s *settingsScreen) Draw(c *games.Canvas) {
	look.Head(c, "Settings", s.env.whoami())
	c = look.Column(c, settingsWidth)
	_, h := c.Size()
	for i, ch := range s.choices {
		y := s.row(i)
		if ch.group != "" && y-1 >= settingsTop && y <= settingsTop+s.rows() {
			c.Text(2, y-1, ch.group, games.Dim.Ink(), 0)
		}
		if y >= settingsTop && y < settingsTop+s.rows() {
			s.line(c, y, ch, i == s.at)
		}
	}
	s.note(c)
	if at := swatchPlace(s.env.width, s.env.height); at.w > 0 {
		s.swatch.draw(c.Sub(at.x, at.y, at.w, at.h))
	}
	switch {
	case s.env.Local:
		c.Text(2, h-2, "They last until you leave.", games.Dim.Ink(), 0)
	case s.env.guest():
		c.Text(2, h-2, "A guest's settings last as long as the visit.", games.Dim.Ink(), 0)
	case s.failed:
		c.Text(2, h-2, "Not stored: the arcade takes no writes just now. They last as long as the visit.", games.Warn.Ink(), 0)
	}
}

// noteLines is how many lines the notes have room for.
func (s *settingsScreen) noteLines() int {
	if s.env.width < look.Narrow {
		return 3
	}
	return 1
}

// note draws what the chosen line is about, and over it how text looks.
func (s *settingsScreen) note(c *games.Canvas) {
	w, h := c.Size()
	y := h - 2 - s.noteLines()
	for i, line := range look.Wrap(s.choices[s.at].note, w-3) {
		c.Text(2, y+i, line, games.Dim.Ink(), 0)
	}
	x := 2
	for _, word := range []struct {
		text string
		ink  games.Ink
	}{{"text", 0}, {"dim", games.Dim.Ink()}, {"accent", games.Accent.Ink()}, {"good", games.Good.Ink()}, {"warn", games.Warn.Ink()},
		{"bad", games.Bad.Ink()}, {"◆", games.First.Ink()}, {"◇", games.Second.Ink()}, {"◇", games.Third.Ink()}} {
		x = c.Text(x, y-1, word.text, word.ink, 0) + 1
	}
}

// swatchPlace is where a board shows how it looks, in the column of the settings: nowhere where there is no room.
func swatchPlace(width, height int) rect {
	const x = 46
	w := min(width, settingsWidth)
	if w < 80 {
		return rect{}
	}
	return rect{x, settingsTop, w - x - 2, height - settingsTop - 5}
}

// sample shows a board as the settings are now: of the game that the chosen line is about, or the first.
func (s *settingsScreen) sample() {
	g, ok := s.env.game(s.choices[s.at].game)
	if !ok {
		g = s.env.Games[0]
	}
	if s.swatch == nil || s.swatch.game != g.ID {
		s.swatch = newDemo(s.env, g, "", swatchPlace)
		s.swatch.deal()
		s.swatch.finish()
	}
	s.swatch.fit()
}

// values is the column of the values, right of the longest title.
func (s *settingsScreen) values() int {
	widest := 0
	for _, ch := range s.choices {
		widest = max(widest, utf8.RuneCountInString(ch.title))
	}
	if s.env.width < look.Narrow {
		return s.left() + 2 + widest + 1
	}
	return s.left() + 2 + widest + 2
}

// left is the column of the mark before the chosen line.
func (s *settingsScreen) left() int {
	if s.env.width < look.Narrow {
		return 1
	}
	return 3
}

// The lines that the choices have, and the width that they want.
const (
	settingsTop   = 2
	settingsWidth = 84
)

func (s *settingsScreen) rows() int { return s.env.height - settingsTop - 3 - s.noteLines() }

// row is the line of a choice on the screen, scrolled so that the one under the cursor is seen; it may be outside.
func (s *settingsScreen) row(n int) int {
	lines, at, row := 0, 0, 0
	for i, ch := range s.choices {
		if ch.group != "" {
			lines++
			if i > 0 {
				lines++
			}
		}
		if i == s.at {
			at = lines
		}
		if i == n {
			row = lines
		}
		lines++
	}
	return settingsTop + row - min(max(at-s.rows()/2, 0), max(lines-s.rows(), 0))
}

// click chooses a line, and changes the one that was chosen already: back left of its value, on from there. One that has
// no other value is opened.
func (s *settingsScreen) click(x, y int) (where, tea.Cmd) {
	x -= (s.env.width - min(s.env.width, settingsWidth)) / 2
	if y < settingsTop || y >= settingsTop+s.rows() {
		return where{}, nil
	}
	for i := range s.choices {
		switch {
		case s.row(i) != y:
			continue
		case i != s.at:
			s.at = i // which may move the lines under the click
		case len(s.choices[i].values) == 1:
			return where{To: s.choices[i].opens}, nil
		case x < s.values()+2:
			return where{}, s.turn(-1)
		default:
			return where{}, s.turn(1)
		}
		break
	}
	return where{}, nil
}

func (s *settingsScreen) line(c *games.Canvas, y int, ch choice, chosen bool) {
	ink, mark := games.Ink(0), " "
	if chosen {
		ink, mark = games.Strong.Ink(), "▸"
	}
	c.Text(s.left(), y, mark, games.Accent.Ink(), 0)
	c.Text(s.left()+2, y, ch.title, ink, 0)
	n := ch.get(s.env.set)
	value := ch.values[n]
	if n == 0 && ch.found != nil {
		value += ": " + ch.found(s.env)
	}
	x := s.values()
	if chosen {
		c.Text(x, y, "‹ "+value+" ›", games.Accent.Ink(), 0)
	} else {
		c.Text(x+2, y, value, ink, 0)
	}
}

func (s *settingsScreen) Keys() []games.Hint {
	k := s.env.keys
	hs := []games.Hint{together("choose", k.Up, k.Down), together("change", k.Left, k.Right)}
	if s.choices[s.at].opens != nil {
		hs = append(hs, hints(says(k.Enter, "open"))...)
	}
	return append(hs, hints(k.Back, k.Help)...)
}
