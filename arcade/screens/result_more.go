package screens

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/records"
	"arcade.example.com/arcade/run"
	"arcade.example.com/arcade/to"
	"arcade.example.com/storage"
)

// neighbours are those next to a run's player on its leaderboard, nil where nobody is.
type neighbours struct {
	run          string
	above, below *storage.Entry
}

// readNeighbours reads them after a run that is the player's best.
func (r *result) readNeighbours(o records.Outcome) tea.Cmd {
	if o.Err != nil || o.Later || !o.Best || o.Kind != storage.Timed {
		return nil
	}
	l, n, lb := r.play.env.loader(), neighbours{run: r.play.run.ID}, r.leaderboard()
	return func() tea.Msg {
		lines, _, err := l.Store.Top(lb, max(o.Rank-1, 1), 3)
		for i, e := range lines {
			switch {
			case e.ID == l.id:
			case e.Rank < o.Rank:
				n.above = &lines[i]
			case n.below == nil:
				n.below = &lines[i]
			}
		}
		return got(l, "neighbours", n, err)
	}
}

// near tells the neighbours: who was passed with this run, and how far it is to the next.
func (r *result) near() string {
	if !r.beside.ok || r.got == nil {
		return ""
	}
	var parts []string
	took := r.play.elapsed()
	if e := r.beside.is.below; e != nil {
		their := look.Millis(e.Millis)
		if before := r.got.Before; before == 0 || before > their {
			parts = append(parts, "You passed "+look.Name(e.Player, e.ID))
		} else {
			parts = append(parts, look.Name(e.Player, e.ID)+" is "+apart(their-took)+" behind")
		}
	}
	if e := r.beside.is.above; e != nil {
		parts = append(parts, apart(took-look.Millis(e.Millis))+" to "+look.Name(e.Player, e.ID))
	}
	return strings.Join(parts, "; ")
}

// apart is how far two times are apart, as exact as it takes: 0.3 s, 0.042 s, and from a minute on 6:42.700.
func apart(d time.Duration) string {
	switch d = d.Abs(); {
	case d < 100*time.Millisecond:
		return fmt.Sprintf("%.3f s", d.Seconds())
	case d < time.Minute-50*time.Millisecond:
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return look.Tidy(d)
}

// quarters are the splits of a race at each quarter, to a hundredth of a second, a line a ghost: named where there are
// several, as far as a narrow window has room.
func (r *result) quarters() (lines []string) {
	e, line, gap := r.play.env, "", "   "
	if e.width < look.Narrow {
		gap = "  "
	}
	parts := r.play.run.Parts()
	for i, p := range parts {
		if line != "" {
			line += gap
		}
		t := look.Gap(p.Gap.Round(10 * time.Millisecond))
		line += []string{"¼", "½", "¾"}[p.Quarters-1] + " " + t[:len(t)-1]
		if i < len(parts)-1 && parts[i+1].Quarters > p.Quarters {
			continue
		}
		if len(r.play.run.Ghosts) > 1 {
			who := e.whoRan(p.Player)
			if e.width < look.Narrow {
				if p.Player.ID == e.player.ID {
					who = "yours"
				}
				who = cut(who, e.textWidth()-utf8.RuneCountInString(line+gap))
			}
			line += gap + who
		}
		lines, line = append(lines, e.styles.Dim.Render(line)), ""
	}
	return lines
}

// offer lets a guest's run be claimed, and asks for the place that it would have.
func (r *result) offer() tea.Cmd {
	p := r.play
	if p.env.Local || !p.run.Claimable() {
		return nil
	}
	r.code = p.env.Saver.Offer(p.run.Record(p.env.key, p.env.Now()), p.run.Replay(), p.env.Now())
	h, run, game, mode, took := p.env.House, p.run.ID, p.run.Game.ID, p.run.Mode.ID, p.elapsed()
	return func() tea.Msg { return wouldBe{run, h.place(game, mode, "", took)} }
}

// claim tells a guest what their run would be worth, and how it becomes theirs.
func (r *result) claim() (lines []string) {
	if r.code == "" {
		return nil
	}
	st, e := r.play.env.styles, r.play.env
	if r.would > 0 {
		lines = append(lines, st.Good.Render("It would be "+look.Ordinal(r.would)+". Within 10 minutes it can be yours:"))
	} else {
		lines = append(lines, st.Good.Render("Within 10 minutes it can be yours:"))
	}
	with := "with a key: " + e.Address.SSH("claim", r.code)
	if len(with) > e.textWidth() {
		with = "with a key, the command claim " + r.code
	}
	return append(lines, st.Plain.Render(with), st.Dim.Render("a key: "+look.KeyHint))
}

// practises reports whether there is a position before the mistake to go on from: not in a daily that is still everybody's.
func (r *result) practises() bool {
	p := r.play
	return p.run.BeforeLoss() != nil && !storage.DailyOpen(p.run.Daily, p.env.Now())
}

// practise goes on from there, unranked.
func (r *result) practise() (where, tea.Cmd) {
	p := r.play
	return where{Back: true, To: to.Play{Begin: run.Begin{Game: p.run.Game, Mode: p.run.Mode, Seed: p.run.Seed, Known: true,
		Practice: p.run.BeforeLoss()}}}, nil
}
