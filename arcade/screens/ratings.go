package screens

import (
	"errors"
	"slices"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/live/rating"
	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// ratings is the tab of the leaderboards that tells how well people race a game.
type ratings struct {
	lined
	env  *env
	game games.Game
	data reading[rated]
	seq  int // the reading that is awaited
	said string
}

var _ screen = (*ratings)(nil)

type (
	rated struct {
		seq    int
		list   []storage.Rating // of those who have raced often enough, the best first
		own    *storage.Rating  // the player's, however often they have raced
		rivals []storage.Player // whom the player follows
	}
	reread struct{ seq int }
)

// ratingsEvery is how often the ratings are read: they move with a heat at most.
const ratingsEvery = 10 * time.Second

func newRatings(e *env, game string) *ratings {
	g, ok := e.game(game)
	if !ok {
		g = e.Games[0]
	}
	return &ratings{env: e, game: g}
}

func (r *ratings) Enter() tea.Cmd { return nil }
func (r *ratings) Reads() tea.Cmd { return r.read() }

func (r *ratings) read() tea.Cmd {
	r.seq++
	l, game, d := r.env.loader(), r.game.ID, rated{seq: r.seq}
	return func() tea.Msg {
		var err error
		d.list, err = l.Store.Ratings(game, rating.Settled)
		if own, none := l.Store.Rating(l.id, game); none == nil && l.id != "" {
			d.own = &own
		}
		var errRivals error
		d.rivals, errRivals = l.rivals()
		return got(l, "ratings", d, errors.Join(err, errRivals))
	}
}

func (r *ratings) Update(msg tea.Msg) (where, tea.Cmd) {
	k := r.env.keys
	if at, ok := k.leads(msg, r.at, len(r.data.is.list), r.rows()); ok {
		if r.unread() {
			return where{Waits: true}, nil
		}
		r.said = ""
		r.choose(at)
		return where{}, nil
	}
	switch msg := msg.(type) {
	case reading[rated]:
		if msg.is.seq == r.seq {
			r.data = msg
			r.choose(r.at)
			return where{}, r.env.after(ratingsEvery, reread{r.seq})
		}
	case reread:
		if msg.seq == r.seq {
			return where{}, r.read()
		}
	case followed:
		r.said = msg.said()
		return where{}, r.read()
	case tea.WindowSizeMsg:
		r.choose(r.at)
	case tea.KeyPressMsg:
		r.said = ""
		switch {
		case pressed(msg, k.Back):
			return where{Back: true}, nil
		case pressed(msg, k.Tab):
			return r.times(look.KindWord(storage.Timed))
		case pressed(msg, k.Left):
			return where{}, r.turn(len(r.env.Games) - 1)
		case pressed(msg, k.Right):
			return where{}, r.turn(1)
		case r.data.is.seq != r.seq && pressed(msg, k.Follow):
			return where{Waits: true}, nil
		case pressed(msg, k.Follow) && len(r.data.is.list) > 0:
			x := r.data.is.list[r.at]
			cmd := r.env.follow(x.ID, x.Player, !follows(r.data.is.rivals, x.ID))
			if cmd != nil { // whom the player follows is read when that is done
				r.seq++
			}
			return where{}, cmd
		case pressed(msg, k.Room):
			return where{To: to.Room{Game: r.game}}, nil
		}
	case tea.MouseClickMsg:
		left := (r.env.width - min(r.env.width, leaderboardWidth)) / 2
		for _, tab := range r.tabs() {
			if tab.has(msg.X-left, msg.Y) {
				return tab.does()
			}
		}
		if at, ok := r.under(msg.Y, linesTop, len(r.data.is.list), r.rows()); ok {
			r.choose(at)
		}
	}
	return where{}, nil
}

// unread reports whether no ratings of the game were read yet.
func (r *ratings) unread() bool { return !r.data.ok && !r.data.failed }

// tabs lead to the leaderboards of times.
func (r *ratings) tabs() []spot {
	return kindSpots(min(r.env.width, leaderboardWidth), ratingWord, r.game.ID, r.times)
}

// times goes to the leaderboard of a kind of runs.
func (r *ratings) times(kind string) (where, tea.Cmd) {
	lb := storage.Leaderboard{Game: r.game.ID, Mode: r.env.first(r.game).ID, Period: storage.All}
	lb.Kind, _ = look.KindOf(kind)
	return where{Back: true, To: to.Leaderboard{Leaderboard: lb}}, nil
}

// turn goes to another game.
func (r *ratings) turn(by int) tea.Cmd {
	at := slices.IndexFunc(r.env.Games, func(g games.Game) bool { return g.ID == r.game.ID })
	r.game, r.data, r.lined = r.env.Games[(at+by)%len(r.env.Games)], reading[rated]{}, lined{}
	return r.read()
}

func (r *ratings) rows() int { return max(r.env.height-linesTop-4, 1) }

// choose chooses a line, and brings it into sight.
func (r *ratings) choose(at int) { r.bring(at, len(r.data.is.list), r.rows()) }

func (r *ratings) Draw(c *games.Canvas) {
	look.Head(c, "Leaderboard · "+r.game.Title+" · rating", r.env.whoami())
	c = look.Column(c, leaderboardWidth)
	_, h := c.Size()
	x := c.Text(3, tabsTop, "‹ "+r.game.Title+" ›", games.Strong.Ink(), 0)
	c.Text(x+2, tabsTop, "races, by place", games.Dim.Ink(), 0)
	for _, tab := range r.tabs() {
		c.Text(tab.x, tab.y, tab.text, tab.ink, 0)
	}
	switch {
	case r.data.failed:
		c.Text(4, linesTop, unreadable, games.Warn.Ink(), 0)
	case r.data.ok && len(r.data.is.list) == 0:
		c.Text(4, linesTop, "Nobody has raced "+look.Pad(rating.Settled, 1)+" rated heats yet.", 0, 0)
	}
	list := r.data.is.list
	for i := r.from; i < len(list) && i < r.from+r.rows(); i++ {
		r.line(c, linesTop+i-r.from, i+1, list[i], i == r.at)
	}
	if own := r.data.is.own; r.said != "" {
		c.Text(4, h-2, r.said, games.Warn.Ink(), 0)
	} else if own != nil && own.Heats < rating.Settled {
		c.Text(4, h-2, "yours is shown after "+look.Plural(rating.Settled-own.Heats, "more heat"), games.Dim.Ink(), 0)
	}
}

func (r *ratings) line(c *games.Canvas, y, rank int, x storage.Rating, chosen bool) {
	ink, ground := games.Ink(0), games.Ink(0)
	if x.ID == r.env.player.ID {
		ink = games.Accent.Ink()
	}
	w, _ := c.Size()
	if chosen {
		ground = games.Select.Ink()
		c.Fill(1, y, w-2, 1, games.Cell{BG: ground})
		c.Text(1, y, "▸", games.Accent.Ink(), ground)
	}
	medal(c, 6, y, rank, ground)
	name := look.Name(x.Player, x.ID)
	if follows(r.data.is.rivals, x.ID) {
		name = "+" + name
	}
	c.Text(13, y, name, ink, ground)
	if w < look.Narrow {
		c.TextRight(w-2, y, ratingOf(x), ink, ground)
		return
	}
	c.Text(31, y, x.ID, games.Dim.Ink(), ground)
	c.TextRight(45, y, ratingOf(x), ink, ground)
	c.TextRight(59, y, "won "+look.Pad(int64(x.Won), 1)+" of "+look.Pad(int64(x.Heats), 1), games.Dim.Ink(), ground)
}

// ratingOf is a rating as it is shown: mu - 3 sigma, to a hundredth.
func ratingOf(r storage.Rating) string {
	return shownRating(rating.Rating{Mu: r.Mu, Sigma: r.Sigma}.Shown())
}

func shownRating(shown float64) string { return strconv.FormatFloat(shown, 'f', 2, 64) }

func (r *ratings) Keys() []games.Hint {
	k := r.env.keys
	hs := []games.Hint{together("game", k.Left, k.Right)}
	hs = append(hs, hints(says(k.Tab, "times"), says(k.Room, "race"))...)
	if list := r.data.is.list; len(list) > 0 {
		hs = append(append(hs, r.env.followHint(r.data.is.rivals, list[r.at].ID)...), together("line", k.Up, k.Down))
	}
	return append(hs, hints(k.Back, k.Help)...)
}
