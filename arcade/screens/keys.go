package screens

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/look"
	"arcade.example.com/games"
)

// keysScreen changes a player's keys: a layout to begin with, and any single key.
type keysScreen struct {
	lined
	env    *env
	uses   []use
	waits  bool
	said   string
	failed bool // the settings could not be kept
}

var _ screen = (*keysScreen)(nil)

func newKeys(e *env) *keysScreen { return &keysScreen{env: e, uses: e.uses()} }

func (s *keysScreen) Enter() tea.Cmd { return nil }

// Typing reports whether the next key is the one that is to be given: it is taken as it is pressed.
func (s *keysScreen) Typing() bool { return s.waits }

func (s *keysScreen) Update(msg tea.Msg) (where, tea.Cmd) {
	if at, ok := s.env.keys.leads(msg, s.at, len(s.uses), s.rows()); ok && !s.waits {
		s.said = ""
		s.choose(at)
		return where{}, nil
	}
	switch msg := msg.(type) {
	case kept:
		s.failed = msg.err != nil
	case tea.WindowSizeMsg:
		s.choose(s.at)
	case tea.KeyPressMsg:
		s.said = ""
		if s.waits {
			return where{}, s.take(msg)
		}
		return s.press(msg)
	case tea.MouseClickMsg:
		return where{}, s.click(msg.Y)
	}
	return where{}, nil
}

func (s *keysScreen) press(msg tea.KeyPressMsg) (where, tea.Cmd) {
	k := s.env.keys
	switch {
	case pressed(msg, k.Back):
		return where{Back: true}, nil
	case pressed(msg, k.Left):
		return where{}, s.turn(-1)
	case pressed(msg, k.Right):
		return where{}, s.turn(1)
	case pressed(msg, k.Reset):
		s.said = "All keys are as they were at first."
		return where{}, s.keep(newLayout("", nil))
	case pressed(msg, k.Enter):
		s.waits = true
	}
	return where{}, nil
}

// take gives the chosen line the key that was pressed, and says what became of what that did before.
func (s *keysScreen) take(msg tea.KeyPressMsg) tea.Cmd {
	s.waits = false
	k, l, line := s.env.keys, s.env.keys.layout, s.uses[s.at]
	key := msg.String()
	was := l.shown(line.key)
	switch {
	case key == line.key && was != key && hasName(key):
		s.said = keyName(key) + " alone is " + line.does + " now."
		return s.keep(l.alone(key))
	case pressed(msg, k.Cancel), key == was:
		return nil
	case !free(key):
		s.said = keyName(key) + " stays what it is. Take a letter, a digit or a sign, but not " + k.Help.Help().Key + "."
		return nil
	}
	before := s.does(l.meant(key))
	given := l.give(key, line.key)
	switch {
	case given == l && len(l.edits) < maxEdits:
		s.said = key + " is " + before + ": give that another key first."
		return nil
	case given == l:
		s.said = "No more changes can be kept. " + k.Reset.Help().Key + " puts all keys back."
		return nil
	case before != "":
		s.said = key + " was " + before + ": that is " + was + " now."
	case hasName(line.key):
		s.said = key + " is " + line.does + " now, and so is " + keyName(line.key) + "."
	default:
		s.said = key + " is " + line.does + " now."
	}
	return s.keep(given)
}

// does is all that a key of QWERTY does, "" for nothing. A capital without a line does what its letter does.
func (s *keysScreen) does(key string) string {
	for _, k := range []string{key, strings.ToLower(key)} {
		if i := slices.IndexFunc(s.uses, func(u use) bool { return u.key == k }); i >= 0 {
			return s.uses[i].does
		}
	}
	return ""
}

// turn goes to the next layout; single keys are as it has them.
func (s *keysScreen) turn(by int) tea.Cmd {
	all := presets()
	return s.keep(newLayout(all[(s.env.keys.layout.at()+by+len(all))%len(all)].id, nil))
}

// keep takes a layout into use, and stores it.
func (s *keysScreen) keep(l *layout) tea.Cmd {
	s.env.set.Keys = l.write()
	s.env.layOut()
	cmd, ok := s.env.keepSettings()
	s.failed = !ok
	return cmd
}

func (s *keysScreen) choose(at int) {
	s.bring(at, len(s.uses), s.rows())
}

// click chooses a line, and waits for the key of the one that was chosen already.
func (s *keysScreen) click(y int) tea.Cmd {
	switch at, ok := s.under(y, keysTop, len(s.uses), s.rows()); {
	case y == keysTop-2:
		return s.turn(1)
	case !ok:
	case at == s.at:
		s.waits = true
	default:
		s.choose(at)
	}
	return nil
}

// The list on the screen.
const (
	keysTop   = 4
	keysWidth = 84
)

func (s *keysScreen) rows() int { return max(s.env.height-keysTop-4, 1) }

func (s *keysScreen) Draw(c *games.Canvas) {
	look.Head(c, "Keys", s.env.whoami())
	c = look.Column(c, keysWidth)
	w, h := c.Size()
	l := s.env.keys.layout
	title := presets()[l.at()].title
	x := c.Text(3, keysTop-2, "Layout  ", 0, 0)
	x = c.Text(x, keysTop-2, "‹ "+title+" ›", games.Accent.Ink(), 0)
	if n := len(l.edits); n > 0 {
		c.Text(x+2, keysTop-2, cut("and "+look.Plural(n, "change"), w-x-3), games.Dim.Ink(), 0)
	}
	for i := s.from; i < len(s.uses) && i < s.from+s.rows(); i++ {
		s.line(c, keysTop+i-s.from, s.uses[i], i == s.at)
	}
	for i, text := range look.Wrap(cmp.Or(s.said, s.tells()), w-6) {
		ink := games.Dim.Ink()
		if s.said != "" || s.waits || s.failed {
			ink = games.Warn.Ink()
		}
		if i < 2 {
			c.Text(3, h-3+i, text, ink, 0)
		}
	}
}

// tells is what there is to say while nothing has happened.
func (s *keysScreen) tells() string {
	switch {
	case s.waits:
		return "Press the key for: " + s.uses[s.at].does + "."
	case s.failed:
		return "Not stored: the arcade takes no writes just now. They last as long as the visit."
	}
	return "Enter and the like stay; a key of yours can do it too. " + s.env.keys.Help.Help().Key + " helps."
}

func (s *keysScreen) line(c *games.Canvas, y int, u use, chosen bool) {
	w, _ := c.Size()
	ink, ground, own := games.Ink(0), games.Ink(0), games.Accent.Ink()
	if chosen {
		ground = games.Select.Ink()
		c.Fill(1, y, w-2, 1, games.Cell{BG: ground})
		c.Text(1, y, "▸", own, ground)
	}
	key, x := s.env.keys.layout.shown(u.key), 8
	if hasName(u.key) {
		x = 16
		if name := keyName(u.key); key == u.key {
			key = name
		} else {
			key += " " + name
		}
	}
	c.Text(4, y, key, own, ground)
	c.Text(x, y, cut(u.does, w-x-2), ink, ground)
}

func (s *keysScreen) Keys() []games.Hint {
	k := s.env.keys
	if s.waits {
		return []games.Hint{k.typedBack()}
	}
	return append([]games.Hint{together("choose", k.Up, k.Down), together("layout", k.Left, k.Right)}, hints(says(k.Enter, "give a key"), k.Reset, k.Back, k.Help)...)
}
