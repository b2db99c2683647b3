package screens

import (
	"errors"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"charm.land/bubbles/v2/key"

	"arcade.example.com/arcade/look"
	"arcade.example.com/arcade/records"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// result is what became of a finished run, the best news first: a card beside the board, or over it. It is a part of
// play, not a screen of its own.
type result struct {
	play   *play
	answer <-chan records.Outcome // what becomes of the run; nil when it was not handed in
	got    *records.Outcome
	facts  []games.Fact
	label  string // how hard the deal was, "" where nobody knows
	share  reading[shared]
	spare  reading[recovery] // the code against a lost key
	beside reading[neighbours]
	would  int    // the place that a guest's run would have, 0 where nobody knows
	code   string // by which it is claimed
	awake  bool   // the board was seen for a moment: the card comes, and takes keys, which the winning one is not to
	hidden bool   // the board is looked at
	taken  int    // columns of the window that the board leaves to the card, 0 where that lies over it
	below  int    // lines that it leaves to it, 0 where it lies over the board
}

type (
	woken struct{ run string }
	saved struct {
		run string
		records.Outcome
	}
	shared  struct{ run, line string } // of a daily, to show to others
	wouldBe struct {                   // the place that a guest's run would have
		run  string
		rank int
	}
)

func newResult(p *play) *result {
	r := &result{play: p}
	if g := p.run.Game; g.Facts != nil {
		r.facts = g.Facts(p.run.Mode, p.run.Seed, p.run.Steps())
	}
	if g := p.run.Game; g.Label != nil {
		r.label = g.Label(p.run.Mode, p.run.Seed)
	}
	return r
}

// moment is how long the finished board is seen alone.
const moment = 500 * time.Millisecond

// begin starts the moment, and the wait for the saver, in whose hands the run is already.
func (r *result) begin() tea.Cmd {
	wake := r.play.env.after(moment, woken{r.play.run.ID})
	answer, run := r.answer, r.play.run.ID
	if answer == nil {
		r.lost()
		return tea.Batch(wake, r.offer())
	}
	return tea.Batch(wake, func() tea.Msg { return saved{run, <-answer} })
}

// happened takes what was waited for.
func (r *result) happened(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case woken:
		if msg.run == r.play.run.ID {
			r.awake = true
		}
	case saved:
		if msg.run == r.play.run.ID {
			return r.came(msg.Outcome)
		}
	case reading[recovery]:
		if msg.is.run == r.play.run.ID {
			r.spare = msg
		}
	case wouldBe:
		if msg.run == r.play.run.ID {
			r.would = msg.rank
		}
	case reading[neighbours]:
		if msg.is.run == r.play.run.ID {
			r.beside = msg
		}
	case reading[shared]:
		if msg.is.run == r.play.run.ID {
			r.shares(msg)
		}
	}
	return nil
}

// came takes the saver's answer; a daily gets its line to share.
func (r *result) came(o records.Outcome) tea.Cmd {
	r.got = &o
	p := r.play
	p.placed(o)
	if o.Err == nil && o.Best && o.Kind == storage.Timed {
		p.best = p.elapsed()
	}
	if o.Err != nil {
		return nil
	}
	more := tea.Batch(r.recovery(), r.readNeighbours(o))
	if p.run.Daily == "" || o.Review {
		return more
	}
	l, run, now, lb := p.env.loader(), p.run.ID, p.env.Now(), r.leaderboard()
	d := r.daily()
	d.Of = o.Of
	return tea.Batch(more, func() tea.Msg {
		row, err := l.Store.Row(lb, l.id)
		days, err2 := records.Streak(l.Store, l.id, now)
		d.Time, d.Rank, d.Streak = look.Millis(row.Millis), row.Rank, days
		return got(l, "daily", shared{run, d.Line()}, errors.Join(err, err2))
	})
}

// daily is what there is to share of a daily, but for how it went.
func (r *result) daily() look.Share {
	p := r.play
	return look.Share{Day: p.run.Daily, Title: p.run.Game.Title + " " + p.run.Mode.Title, Label: r.label, Address: p.env.Address}
}

// lost gives a daily that was lost its line to share too.
func (r *result) lost() {
	p := r.play
	if p.run.Daily == "" || p.run.Won() {
		return
	}
	d := r.daily()
	if done, of := p.run.State().Progress(); of > 0 {
		d.Done = done * 100 / of
	}
	r.shares(reading[shared]{is: shared{p.run.ID, d.Line()}, ok: true})
}

// shares keeps the line to share, and gives it to the terminal's clipboard where the player wants that.
func (r *result) shares(line reading[shared]) {
	if r.share = line; line.failed {
		return
	}
	if e := r.play.env; e.set.Copy && e.display != nil {
		e.display.Copy(line.is.line)
	}
}

// input handles keys and the mouse once the run is over.
func (r *result) input(msg tea.Msg) (where, tea.Cmd) {
	p, k := r.play, r.play.env.keys
	if !r.awake {
		return where{}, nil
	}
	switch msg := msg.(type) {
	case tea.MouseMsg:
		return r.mouse(msg)
	case tea.KeyPressMsg:
		switch {
		case pressed(msg, k.Back):
			return where{Back: true}, nil
		case r.saves() && (pressed(msg, k.Leaderboard) || pressed(msg, k.NameMe) && p.env.player.Name == ""):
			return where{Waits: true}, nil
		case pressed(msg, k.NameMe) && r.nameless():
			return where{To: to.Profile{Naming: true}}, nil
		case pressed(msg, k.New), pressed(msg, k.Enter) && !r.hidden:
			return p.restart(false)
		case pressed(msg, k.Same):
			return p.restart(true)
		case pressed(msg, k.Leaderboard) && p.run.Mode.Ranked:
			return where{To: to.Leaderboard{Leaderboard: r.leaderboard()}}, nil
		case pressed(msg, k.Playing):
			return where{To: to.Playing{}}, nil
		case pressed(msg, k.Practise) && r.practises():
			return r.practise()
		case pressed(msg, k.Watch):
			return where{To: to.Watch{Replay: r.replay()}}, nil
		case pressed(msg, k.Ghost) && r.raced():
			return where{To: to.Against{Replay: r.replay()}}, nil
		}
		next, cmd, used := p.tryInput(games.Input{Kind: games.Key, Key: msg.String()})
		r.show(!used && r.hidden)
		return next, cmd
	}
	return where{}, nil
}

// mouse presses a key of the card, or is the board's; a click for nothing shows the one instead of the other.
func (r *result) mouse(msg tea.MouseMsg) (where, tea.Cmd) {
	in, ok := mouse(msg, 1)
	if !ok {
		return where{}, nil
	}
	key, over := r.tapped(in.X, in.Y+1)
	switch {
	case !over:
	case in.Kind == games.Press && key != "":
		return where{Press: key}, nil
	default:
		return where{}, nil
	}
	next, cmd, used := r.play.tryInput(in)
	if in.Kind == games.Press && !used {
		r.show(r.hidden)
	}
	return next, cmd
}

// show shows the card, or the board alone; beside the card the board has less room.
func (r *result) show(card bool) {
	r.hidden = !card
	r.play.fit()
}

// leaderboard is where the run stands, among those of its kind.
func (r *result) leaderboard() storage.Leaderboard {
	lb := r.play.run.Leaderboard()
	if r.got != nil {
		lb.Kind = r.got.Kind
	}
	return lb
}

func (r *result) replay() storage.Replay {
	return r.play.run.Stored(r.play.env.player, r.play.env.Now())
}

// raced reports whether the run can be raced: a lost one has no time to beat, and a daily is run once.
func (r *result) raced() bool { return r.play.run.Won() && r.play.run.Daily == "" }

// card is what there is to say of the run, so many facts among it, and where to go from there. Every other key shows the
// board.
func (r *result) card(facts int) card {
	if r.play.env.width < look.Narrow {
		return card{lines: r.lines(facts)}
	}
	ways, at := r.ways(), 0
	if r.nameless() { // the first line is full
		at = 1
	}
	ways[at] = append(ways[at], hints(says(r.play.env.keys.Back, "menu"))...)
	return card{append(r.lines(facts), ""), ways}
}

func (r *result) lines(facts int) []string {
	st, p := r.play.env.styles, r.play
	var ls []string
	if p.run.Won() {
		took, place := st.Accent.Render(look.Tidy(p.elapsed())), r.place()
		if beside := took + "      " + place; lipgloss.Width(beside) <= p.env.textWidth() {
			took, place = beside, ""
		}
		ls = append(ls, took)
		if place != "" {
			ls = append(ls, place)
		}
	} else {
		done, of := p.run.State().Progress()
		lost := "Lost"
		if of > 0 {
			lost += " with " + look.Pad(int64(done*100/of), 1) + " % done"
		}
		ls = append(ls, st.Bad.Render(lost)+st.Dim.Render(" after "+look.Tidy(p.elapsed())))
	}
	for _, line := range append([]string{r.race()}, r.quarters()...) {
		if line != "" {
			ls = append(ls, line)
		}
	}
	if news := r.news(); news != "" {
		ls = append(ls, news)
	}
	if near := r.near(); near != "" {
		ls = append(ls, near)
	}
	ls = append(ls, r.claim()...)
	width := 0
	for _, f := range r.facts {
		width = max(width, lipgloss.Width(f.Name))
	}
	for i, f := range r.facts[:facts] {
		if i == 0 {
			ls = append(ls, "")
		}
		ls = append(ls, st.Dim.Render(f.Name+strings.Repeat(" ", width-len(f.Name)+2))+st.Plain.Render(f.Value))
	}
	if code := r.keepCode(); code != nil {
		ls = append(append(ls, ""), code...)
	}
	switch {
	case r.share.ok:
		ls = append(ls, "", r.share.is.line)
		ls = append(ls, st.Dim.Render("the next in "+look.Until(p.env.Now(), records.DayOf(p.env.Now()).AddDate(0, 0, 1))))
	case r.share.failed:
		ls = append(ls, "", st.Warn.Render(unreadable))
	}
	return ls
}

// ways are the keys of the card, in two lines: what comes next, and what there is to see.
func (r *result) ways() [][]games.Hint {
	k, p := r.play.env.keys, r.play
	next := []key.Binding{says(k.Enter, "again"), says(k.Same, "same deal")}
	if r.raced() {
		next = append(next, says(k.Ghost, "race it"))
	}
	if r.practises() {
		next = append(next, k.Practise)
	}
	if r.nameless() {
		next = append(next, k.NameMe)
	}
	see := []key.Binding{k.Watch}
	if p.run.Mode.Ranked {
		see = append(see, k.Leaderboard)
	}
	return [][]games.Hint{hints(next...), append(hints(see...), p.env.hints(p.board.Hints(p.run.State()))...)}
}

// saves reports whether what becomes of the run is not known yet.
func (r *result) saves() bool { return r.answer != nil && r.got == nil }

// nameless reports whether the run stands on a leaderboard under no name.
func (r *result) nameless() bool {
	return r.got != nil && r.got.Err == nil && r.play.env.player.Name == ""
}

// place is where the run came in.
func (r *result) place() string {
	st := r.play.env.styles
	if r.play.env.Local {
		return st.Dim.Render("nothing is kept here")
	}
	if r.answer == nil {
		_, why := r.play.run.Ranks()
		return st.Dim.Render(why)
	}
	switch {
	case r.got == nil:
		return st.Dim.Render("checking the run …")
	case r.got.Later:
		return st.Warn.Render("not saved yet")
	case r.got.Err != nil:
		return st.Warn.Render("not ranked")
	case r.got.Review:
		return st.Warn.Render("under review")
	case r.got.Rank == 1:
		return st.Good.Render("1st of " + look.Pad(int64(r.got.Of), 1))
	}
	return st.Strong.Render(look.Ordinal(r.got.Rank) + " of " + look.Pad(int64(r.got.Of), 1))
}

// race is who won a race, and by how much.
func (r *result) race() string {
	st, p := r.play.env.styles, r.play
	if len(p.run.Ghosts) == 0 || !p.run.Won() {
		return ""
	}
	g := p.run.Ghosts[0].Player
	who, gap := look.Name(g.Name, g.ID), p.run.Split(p.env.Now()).Gap
	if g.ID != "" && g.ID == p.env.player.ID {
		who = "your own run"
	}
	switch {
	case gap < 0:
		return st.Good.Render("you beat " + who + " by " + look.Tidy(-gap))
	case gap > 0:
		return st.Dim.Render(who + " won by " + look.Tidy(gap))
	}
	return st.Good.Render("a dead heat with " + who)
}

// news is the sentence under the time.
func (r *result) news() string {
	st, p := r.play.env.styles, r.play
	if r.got == nil {
		if p.env.guest() && !p.env.Local && p.run.Won() && p.run.Mode.Ranked && r.code == "" {
			return st.Dim.Render("A key makes it count: " + look.KeyHint)
		}
		return ""
	}
	s, unsaved := r.got.Standing, look.Unsaved(r.got.Err, r.got.Later)
	switch {
	case unsaved != "":
		return st.Warn.Render(unsaved)
	case r.got.Kind == storage.Automatic:
		return st.Warn.Render("Faster than hands are: it stands apart, on the automatic leaderboard.")
	case s.Review:
		return st.Warn.Render(look.WouldBe(s.Rank, s.Of))
	case s.Record > 0 && p.elapsed() < s.Record:
		return st.Good.Render("a new record, by " + look.Tidy(s.Record-p.elapsed()))
	case s.Record == 0:
		return st.Good.Render("the first record here")
	case s.Best && s.Before > 0:
		return st.Good.Render(look.Tidy(s.Before-p.elapsed()) + " faster than your best")
	case s.Best:
		return st.Good.Render("your first time here")
	case s.Before > 0:
		return st.Dim.Render(look.Gap(p.elapsed()-s.Before) + " to your best")
	}
	return ""
}
