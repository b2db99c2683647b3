package arcade

import (
	"strings"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"charm.land/bubbles/v2/key"

	"arcade.example.com/arcade/display"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
)

// The smallest window in which every screen still shows.
const (
	minWidth  = 60
	minHeight = 20
)

// roomy reports whether the window is large enough for the screens.
func (e *Env) roomy() bool { return e.width >= minWidth && e.height >= minHeight }

// Screen is one thing that a player looks at. The top of the app's stack gets the messages and draws; it belongs to
// the session's one goroutine.
type Screen interface {
	// Enter is called whenever the screen comes to the top.
	Enter() tea.Cmd
	// Update handles a message and says where to go next. Keys and the mouse come to the top screen alone, what
	// happened (an answer, a tick, a new window) to every screen of the stack; only the top one goes anywhere.
	Update(tea.Msg) (Next, tea.Cmd)
	// Draw draws on a blank canvas of at least minWidth by minHeight cells. It changes nothing.
	Draw(*games.Canvas)
	// Keys are the keys that work right now, the most useful first.
	Keys() []games.Hint
}

// Next says where to go after an Update. The zero Next stays.
type Next struct {
	To   to.Destination // goes on top; nil: nowhere
	Back bool           // leaves this screen; with To, the other takes its place
	Quit bool           // ends the session
}

// What a screen may be besides, and is asked for only then.
type (
	// runner has a run: Running while its clock runs, and Leave keeps it at the session's end.
	runner interface {
		Running() bool
		Leave()
	}
	// ruled has rules to tell in the help.
	ruled interface {
		Rules() (title string, lines []string)
	}
)

// typing is a screen with a text field in use: it takes every key but Ctrl+C.
type typing interface{ Typing() bool }

// pressed reports whether the message is one of the bindings' keys going down.
func pressed(msg tea.Msg, b ...key.Binding) bool {
	k, ok := msg.(tea.KeyPressMsg)
	return ok && key.Matches(k, b...)
}

// hints are the help texts of bindings, for the foot.
func hints(bindings ...key.Binding) []games.Hint {
	hs := make([]games.Hint, 0, len(bindings))
	for _, b := range bindings {
		if b.Enabled() {
			hs = append(hs, games.Hint{Key: b.Help().Key, Does: b.Help().Desc})
		}
	}
	return hs
}

// styles are what Lip Gloss draws with. Its colours are inks, so one value serves every theme.
type styles struct {
	plain, strong, dim, faint, accent, good, warn, bad, chosen, key lipgloss.Style
	panel                                                           lipgloss.Style
}

func newStyles() *styles {
	of := func(r games.Role) lipgloss.Style {
		return lipgloss.NewStyle().Foreground(display.Colour(r.Ink()))
	}
	return &styles{
		plain: lipgloss.NewStyle(), strong: of(games.Strong), dim: of(games.Dim), faint: of(games.Faint),
		accent: of(games.Accent), good: of(games.Good), warn: of(games.Warn), bad: of(games.Bad),
		chosen: of(games.Strong).Background(display.Colour(games.Select.Ink())),
		key:    of(games.Accent),
		panel: lipgloss.NewStyle().Border(lipgloss.RoundedBorder()).Padding(1, 3).
			BorderForeground(display.Colour(games.Faint.Ink())),
	}
}

// head draws the first line: where the player is, and what else is worth a word.
func head(c *games.Canvas, where, right string) {
	w, _ := c.Size()
	c.Text(2, 0, where, games.Strong.Ink(), 0)
	if n := utf8.RuneCountInString(right); 2+utf8.RuneCountInString(where)+2+n+2 <= w {
		c.Text(w-2-n, 0, right, games.Dim.Ink(), 0)
	}
}

// foot draws the last line: the keys that work right now. Where they do not all fit they stand closer, and then the
// less useful go; the last two, the way back and the help, are always there.
func foot(c *games.Canvas, keys []games.Hint) {
	w, h := c.Size()
	width := func(ks []games.Hint, between int) (n int) {
		for _, k := range ks {
			n += utf8.RuneCountInString(k.Key) + 1 + utf8.RuneCountInString(k.Does) + between
		}
		return n
	}
	gap := 3
	if width(keys, gap) > w {
		gap = 2
	}
	always := max(len(keys)-2, 0)
	room := w - 1 - width(keys[always:], gap)
	x := 2
	for i, k := range keys {
		if i < always {
			n := width(keys[i:i+1], gap)
			if n > room {
				continue
			}
			room -= n
		}
		x = c.Text(x, h-1, k.Key, games.Accent.Ink(), 0)
		x = c.Text(x+1, h-1, k.Does, games.Dim.Ink(), 0) + gap
	}
}

// centre draws a block of styled text in the middle of the canvas, and blanks what lies under it.
func centre(c *games.Canvas, block string) (x, y int) {
	w, h := c.Size()
	bw, bh := lipgloss.Size(block)
	x, y = max((w-bw)/2, 0), max((h-bh)/2, 0)
	c.Fill(x, y, bw, bh, games.Cell{})
	display.Paint(c, x, y, block)
	return x, y
}

// column is the part of a wide canvas that a screen of text uses: lines longer than this are tiresome.
func column(c *games.Canvas, width int) *games.Canvas {
	w, h := c.Size()
	n := min(w, width)
	return c.Sub((w-n)/2, 0, n, h)
}

// wrap breaks a paragraph into lines of at most width columns.
func wrap(text string, width int) []string {
	return strings.Split(lipgloss.Wrap(text, width, ""), "\n")
}

// tidy is a time as records show it: 0:48.213, 1:02:03.004.
func tidy(d time.Duration) string {
	ms := d.Milliseconds()
	rest := pad(ms/1000%60, 2) + "." + pad(ms%1000, 3)
	if h := ms / 3600000; h > 0 {
		return pad(h, 1) + ":" + pad(ms/60000%60, 2) + ":" + rest
	}
	return pad(ms/60000, 1) + ":" + rest
}

// whole is a time in whole seconds, as a running clock shows it: 0:48.
func whole(d time.Duration) string {
	t := tidy(d)
	return t[:strings.IndexByte(t, '.')]
}

// millis is a stored time.
func millis(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

// gap is a difference of times with its sign: +2.527, -0.420.
func gap(d time.Duration) string {
	sign := "+"
	if d < 0 {
		sign, d = "-", -d
	}
	if d >= time.Minute {
		return sign + tidy(d)
	}
	return sign + pad(d.Milliseconds()/1000, 1) + "." + pad(d.Milliseconds()%1000, 3)
}

func pad(n int64, digits int) string {
	var b [20]byte
	i := len(b)
	for ; n > 0 || digits > 0; digits-- {
		i--
		b[i] = byte('0' + n%10)
		n /= 10
	}
	return string(b[i:])
}

// ago is how long an instant lies back, in a word or two.
func ago(at, now time.Time) string {
	at, now = at.UTC(), now.UTC()
	days := int(now.Truncate(24*time.Hour).Sub(at.Truncate(24*time.Hour)).Hours() / 24)
	switch {
	case days <= 0:
		return "today"
	case days == 1:
		return "yesterday"
	case days < 7:
		return pad(int64(days), 1) + " days ago"
	case at.Year() == now.Year():
		return at.Format("Jan 02")
	}
	return at.Format("Jan 2006")
}

// ordinal is a rank in words' clothing: 1st, 22nd, 113th.
func ordinal(n int) string {
	suffix := "th"
	if n/10%10 != 1 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return pad(int64(n), 1) + suffix
}

// plural is a number and its noun: 1 key, 2 keys.
func plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return pad(int64(n), 1) + " " + noun
}
