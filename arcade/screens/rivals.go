package screens

import (
	"errors"
	"slices"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/records"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// rivals are the times of a player and of those whom they follow in a mode, and below them who has none there.
type rivals struct {
	lined
	env    *env
	lb     storage.Leaderboard
	chosen string // the id of the chosen line's player, so that it stays chosen when the order changes
	among  reading[among]
	said   string
	seq    int // the reading that is awaited
}

var _ screen = (*rivals)(nil)

// among is what was read: lines of the leaderboard, and for who has no time there one of rank 0.
type among struct {
	seq     int
	lb      storage.Leaderboard
	lines   []storage.Entry
	changes uint64
}

type (
	relooked struct{ seq int } // it is time to look whether the times have changed
	// followed is the answer to a change of whom the player follows.
	followed struct {
		player string // as they are called
		on     bool
		err    error
	}
)

func newRivals(e *env, game, mode string) *rivals {
	return &rivals{env: e, lb: storage.Leaderboard{Game: game, Mode: mode, Period: storage.All}}
}

func (r *rivals) Enter() tea.Cmd { return nil }
func (r *rivals) Reads() tea.Cmd { return r.read() }

// rivals are those whom the player follows; nobody for a guest.
func (l loader) rivals() ([]storage.Player, error) {
	if l.key.Guest() {
		return nil, nil
	}
	return l.Store.Rivals(l.key)
}

// rivalsFirst puts the runs of those whom the player follows before the others.
func (l loader) rivalsFirst(lines []live.Line) []live.Line {
	ps, err := l.rivals()
	if err != nil {
		l.Log.Error("read rivals", "error", err)
		return lines
	}
	return live.First(lines, func(id string) bool {
		return slices.ContainsFunc(ps, func(p storage.Player) bool { return p.ID == id })
	})
}

func (r *rivals) read() tea.Cmd {
	r.seq++
	l, me, is := r.env.loader(), r.env.player, among{seq: r.seq, lb: r.lb}
	return func() tea.Msg {
		is.changes = l.Store.Changes(is.lb)
		ps, err := l.rivals()
		var errLines error
		is.lines, errLines = records.Among(l.Store, is.lb, me, ps)
		for _, p := range ps {
			if !slices.ContainsFunc(is.lines, func(e storage.Entry) bool { return e.ID == p.ID }) {
				is.lines = append(is.lines, storage.Entry{ID: p.ID, Player: p.Name})
			}
		}
		return got(l, "rivals", is, errors.Join(err, errLines))
	}
}

func (r *rivals) Update(msg tea.Msg) (where, tea.Cmd) {
	if at, ok := r.env.keys.leads(msg, r.at, len(r.lines()), r.rows()); ok {
		if r.unread() {
			return where{Waits: true}, nil
		}
		r.said = ""
		r.choose(at)
		return where{}, nil
	}
	switch msg := msg.(type) {
	case reading[among]:
		return where{}, r.came(msg)
	case relooked:
		if msg.seq != r.seq {
			return where{}, nil
		}
		if r.among.failed || r.env.Store.Changes(r.lb) != r.among.is.changes {
			return where{}, r.read()
		}
		return where{}, r.env.after(time.Second, relooked{r.seq})
	case followed:
		r.said = msg.said()
		return where{}, r.read()
	case tea.WindowSizeMsg:
		r.choose(r.at)
	case tea.KeyPressMsg:
		r.said = ""
		return r.press(msg)
	case tea.MouseClickMsg:
		return r.click(msg.Y)
	}
	return where{}, nil
}

// came takes what was read. What could not be is read again after a while; until then the lines before stand.
func (r *rivals) came(is reading[among]) tea.Cmd {
	switch {
	case is.is.seq != r.seq:
		return nil
	case is.failed:
		r.among.failed = true
		return r.env.after(records.Retry, relooked{r.seq})
	}
	r.among = is
	at := slices.IndexFunc(is.is.lines, func(e storage.Entry) bool { return e.ID == r.chosen })
	if r.chosen == "" || at < 0 {
		at = r.at
	}
	r.choose(at)
	return r.env.after(time.Second, relooked{r.seq})
}

func (r *rivals) choose(at int) {
	lines := r.lines()
	r.bring(at, len(lines), r.rows())
	if r.chosen = ""; r.at < len(lines) {
		r.chosen = lines[r.at].ID
	}
}

func (r *rivals) press(msg tea.KeyPressMsg) (where, tea.Cmd) {
	k := r.env.keys
	switch {
	case pressed(msg, k.Back):
		return where{Back: true}, nil
	case pressed(msg, k.Left):
		return where{}, r.turn(-1)
	case pressed(msg, k.Right):
		return where{}, r.turn(1)
	case pressed(msg, k.Leaderboard):
		return where{To: to.Leaderboard{Leaderboard: r.lb}}, nil
	case r.unread() && pressed(msg, k.Enter, k.Ghost), r.comes() && pressed(msg, k.Follow):
		return where{Waits: true}, nil
	case pressed(msg, k.Follow):
		if e, ok := r.line(); ok {
			cmd := r.env.follow(e.ID, e.Player, false)
			if cmd != nil { // who is left is read when that is done
				r.seq++
			}
			return where{}, cmd
		}
	case pressed(msg, k.Enter):
		return r.watch()
	case pressed(msg, k.Ghost):
		if e, ok := r.line(); ok && e.Run != "" {
			return where{To: to.Race{Run: e.Run}}, nil
		}
	}
	return where{}, nil
}

// lines are those of the mode that is looked at, as they were read last.
func (r *rivals) lines() []storage.Entry {
	if r.among.is.lb != r.lb {
		return nil
	}
	return r.among.is.lines
}

// comes reports whether the lines are on their way.
func (r *rivals) comes() bool { return r.among.is.seq != r.seq && !r.among.failed }

// unread reports whether nothing was read of this mode yet.
func (r *rivals) unread() bool { return r.comes() && r.among.is.lb != r.lb }

// line is the one under the cursor.
func (r *rivals) line() (storage.Entry, bool) {
	if lines := r.lines(); r.at < len(lines) {
		return lines[r.at], true
	}
	return storage.Entry{}, false
}

// watch goes to the chosen line's replay.
func (r *rivals) watch() (where, tea.Cmd) {
	e, ok := r.line()
	if !ok || e.Run == "" {
		return where{}, nil
	}
	return where{To: to.Replay{Run: e.Run}}, nil
}

// turn goes to the next mode, and past the last one to the next game.
func (r *rivals) turn(by int) tea.Cmd {
	r.lb.Game, r.lb.Mode = r.env.neighbour(r.lb.Game, r.lb.Mode, by)
	r.lined, r.chosen = lined{}, ""
	return r.read()
}

// click chooses a row, and watches the one that was chosen already.
func (r *rivals) click(y int) (where, tea.Cmd) {
	switch at, ok := r.under(y, rivalsTop, len(r.lines()), r.rows()); {
	case !ok:
	case at == r.at:
		return r.watch()
	default:
		r.choose(at)
	}
	return where{}, nil
}

// follows reports whether a player is among those who are followed.
func follows(rivals []storage.Player, id string) bool {
	return slices.ContainsFunc(rivals, func(p storage.Player) bool { return p.ID == id })
}

// followHint is the key of who looks at the line of a player, if it would do something.
func (e *env) followHint(rivals []storage.Player, id string) []games.Hint {
	switch k := e.keys; {
	case e.guest() || id == e.player.ID:
		return nil
	case follows(rivals, id):
		return hints(says(k.Follow, "unfollow"))
	default:
		return hints(k.Follow)
	}
}

// follow begins or ends that the player follows another, of whom a line is.
func (e *env) follow(id, name string, on bool) tea.Cmd {
	if id == "" {
		return nil
	}
	l, is := e.loader(), followed{player: look.Name(name, id), on: on}
	return func() tea.Msg {
		if on {
			is.err = l.Store.Follow(l.key, id, l.Now())
		} else {
			is.err = l.Store.Unfollow(l.key, id)
		}
		if _, known := look.Explain(is.err); is.err != nil && !known {
			l.Log.Error("follow", "error", is.err)
		}
		return is
	}
}

// said tells the player what came of it.
func (f followed) said() string {
	switch said, known := look.Explain(f.err); {
	case known:
		return said
	case f.err != nil:
		return "That cannot be kept right now. Try again in a moment."
	case f.on:
		return "You follow " + f.player + "."
	}
	return "You do not follow " + f.player + " any more."
}

// The board on the screen.
const (
	rivalsTop   = 3
	rivalsWidth = 84
)

func (r *rivals) rows() int { return max(r.env.height-rivalsTop-3, 1) }

func (r *rivals) Draw(c *games.Canvas) {
	parts := []look.Part{{Text: "You and yours", Weight: 1}}
	if g, ok := r.env.game(r.lb.Game); ok {
		if m, ok := g.Find(r.lb.Mode); ok {
			parts = append(parts, look.Part{Text: g.Title, Weight: 2}, look.Part{Text: m.Title, Weight: 3})
		}
	}
	look.HeadOf(c, append(parts, look.Part{Text: r.env.whoami(), Right: true})...)
	c = look.Column(c, rivalsWidth)
	w, h := c.Size()
	lines := r.lines()
	for i := r.from; i < len(lines) && i < r.from+r.rows(); i++ {
		r.row(c, rivalsTop+i-r.from, lines[i], i == r.at)
	}
	switch {
	case r.said != "":
		c.Text(4, h-2, cut(r.said, w-6), games.Warn.Ink(), 0)
	case r.among.failed:
		c.Text(4, h-2, unreadable, games.Warn.Ink(), 0)
	case r.among.ok && r.among.is.lb == r.lb && !slices.ContainsFunc(lines, func(e storage.Entry) bool { return e.ID != r.env.player.ID }):
		for i, l := range look.Wrap("You follow nobody yet. On any leaderboard, "+r.env.keys.Follow.Help().Key+" on a line makes its player your rival. Nobody is told.", w-8) {
			c.Text(4, rivalsTop+2+i, l, games.Dim.Ink(), 0)
		}
	}
}

func (r *rivals) row(c *games.Canvas, y int, e storage.Entry, chosen bool) {
	w, _ := c.Size()
	ink, ground, dim := games.Ink(0), games.Ink(0), games.Dim.Ink()
	if e.ID == r.env.player.ID {
		ink = games.Accent.Ink()
	}
	if chosen {
		ground = games.Select.Ink()
		c.Fill(1, y, w-2, 1, games.Cell{BG: ground})
		c.Text(1, y, "▸", games.Accent.Ink(), ground)
	}
	name := look.Name(e.Player, e.ID)
	if e.Rank == 0 {
		c.Text(9, y, name, dim, ground)
		c.TextRight(36, y, "no time", dim, ground)
		return
	}
	c.TextRight(7, y, look.Pad(int64(e.Rank), 1), ink, ground)
	c.Text(9, y, name, ink, ground)
	c.TextRight(36, y, look.Tidy(look.Millis(e.Millis)), ink, ground)
	if first := r.among.is.lines[0]; w >= 60 && e.Millis > first.Millis {
		c.TextRight(48, y, look.Gap(look.Millis(e.Millis-first.Millis)), dim, ground)
	}
	if ago := look.Ago(e.At, r.env.Now()); w >= 60 && 51+utf8.RuneCountInString(ago) < w-7 {
		c.Text(51, y, ago, dim, ground)
	}
	if e.ID == r.env.player.ID && w >= 60 {
		c.Text(w-5, y, "you", games.Accent.Ink(), ground)
	}
}

func (r *rivals) Keys() []games.Hint {
	k := r.env.keys
	hs := []games.Hint{together("mode", k.Left, k.Right)}
	if e, ok := r.line(); ok {
		if e.Run != "" {
			hs = append(hs, hints(says(k.Enter, "watch"), says(k.Ghost, "race"))...)
		}
		if e.ID != r.env.player.ID {
			hs = append(hs, hints(says(k.Follow, "unfollow"))...)
		}
	}
	return append(hs, hints(k.Leaderboard, k.Back, k.Help)...)
}
