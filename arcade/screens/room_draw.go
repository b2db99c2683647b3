package screens

import (
	"strings"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/live/race"
	"arcade.example.com/arcade/look"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

func (r *room) Draw(c *games.Canvas) {
	if r.broken != "" {
		r.env.drawCard(c, card{lines: []string{r.broken}})
		return
	}
	look.HeadOf(c, r.head()...)
	switch {
	case r.play != nil:
		r.play.Draw(c)
		r.lanes(c, r.lanesOf(r.laneCount()))
	case r.view.Phase == race.Running:
		r.lanes(c, r.lanesOf(len(r.view.Lanes)))
	case r.view.Phase == race.Results:
		r.table(look.Column(c, roomWidth))
	default:
		r.gathering(look.Column(c, roomWidth))
	}
	r.below(c)
}

// Moved: a second of one's own clock changes the head and the lanes alone, unless the board shows the time or rivals, or
// more has come of it.
func (r *room) Moved(msg tea.Msg) parts {
	if _, second := msg.(clocked); !second || r.play == nil || !r.still || r.play.run.Game.Clock || len(r.play.raced.beside()) > 0 || !r.env.roomy() {
		return parts{}
	}
	return parts{{W: r.env.width, H: r.linesAbove()}}
}

func (r *room) DrawMoved(c *games.Canvas, _ parts) {
	look.HeadOf(c, r.head()...)
	r.lanes(c, r.lanesOf(r.laneCount()))
}

// roomWidth is what the room's own screens want at most.
const roomWidth = 84

// head is where one is, and the clock.
func (r *room) head() []look.Part {
	heat, clock := "", ""
	if r.view.Phase != race.Gathering || r.late {
		heat = "heat " + look.Pad(int64(r.view.Heat), 1)
	}
	right := r.env.whoami()
	switch {
	case r.play != nil:
		clock, right = look.Whole(r.clock()), ""
	case len(r.view.Lanes) > 0:
		clock, right = look.Whole(r.view.Lanes[0].Clock), ""
	}
	return []look.Part{
		{Text: "race " + r.view.Word, Weight: 7},
		{Text: r.view.Plan.Game.Title, Weight: 5},
		{Text: r.view.Plan.Mode.Title, Weight: 4},
		{Text: heat, Weight: 6},
		{Text: right, Right: true},
		{Text: clock, Weight: 8, Right: true},
	}
}

// clock is one's own: of a run that was ended, where it ended.
func (r *room) clock() time.Duration {
	if end := r.play.live.Ended(); end.How != live.Under {
		return end.Time
	}
	return r.play.elapsed()
}

// below is the line over the foot, where one's own run was raced later and is over.
func (r *room) below(c *games.Canvas) {
	_, h := c.Size()
	if r.play != nil && r.late && !r.races() {
		c.Text(2, h-2, r.play.live.Ended().Words("you", look.Tidy(r.clock())), games.Warn.Ink(), 0)
	}
}

// Tells is the question that is asked, or what was said last.
func (r *room) Tells() string {
	switch {
	case r.broken != "":
		return ""
	case r.asks != nil:
		return r.asks.text
	case r.said == "" && r.play != nil:
		return r.play.Tells()
	}
	return r.said
}

// gathering is the word, what is raced, and who is here.
func (r *room) gathering(c *games.Canvas) {
	w, h := c.Size()
	word := strings.ToUpper(strings.Join(strings.Split(r.view.Word, ""), " "))
	c.Text(4, 2, word, games.Accent.Ink(), 0)
	c.Text(4, 4, r.plan(), 0, 0)
	if invite := "others come with " + r.env.Address.Terminal("race", r.view.Word); utf8.RuneCountInString(invite)+6 <= w {
		c.Text(4, 5, invite, games.Dim.Ink(), 0)
	} else {
		c.Text(4, 5, cut("others come with: race "+r.view.Word, w-6), games.Dim.Ink(), 0)
	}
	y := 7
	for _, m := range r.view.Members {
		r.member(c, y, m)
		y++
	}
	if n := r.view.Watching; n > 0 {
		c.Text(4, y, look.Pad(int64(n), 1)+" watch", games.Dim.Ink(), 0)
		y++
	}
	if line := r.waits(); line != "" {
		c.Text(4, y+1, line, games.Strong.Ink(), 0)
	}
	r.talkLines(c, h-4)
}

// plan is what is raced, in a line.
func (r *room) plan() string {
	p := r.view.Plan
	s := p.Game.Title + " " + p.Mode.Title
	if p.Ghosts {
		s += " · rivals seen, not rated"
	}
	if p.Listed {
		return s + " · open to all"
	}
	return s + " · by its word alone"
}

// waits is what the room waits for.
func (r *room) waits() string {
	left := (r.view.Until.Sub(r.env.Now()) + time.Second - 1).Truncate(time.Second)
	in := "in " + look.Pad(int64(max(left/time.Second, 0)), 1)
	switch {
	case r.view.Phase == race.Counting:
		return "It starts " + in
	case len(r.view.Members) < 2:
		return "Waiting for somebody to race with"
	case !r.view.Until.IsZero():
		return "Who is not ready " + in + " s watches"
	case r.view.You.Seated && !r.view.You.Ready:
		return "It starts when all are ready"
	}
	return ""
}

func (r *room) member(c *games.Canvas, y int, m race.Member) {
	ink, state, stateInk := games.Ink(0), "not ready", games.Dim.Ink()
	if m.You {
		ink = games.Accent.Ink()
	}
	switch {
	case !m.Here:
		state = "away"
	case m.Ready:
		state, stateInk = "● ready", games.Good.Ink()
	}
	name := m.Name
	if m.Host {
		name += " (host)"
	}
	if w, _ := c.Size(); w < look.Narrow {
		c.Text(4, y, cut(name, 18), ink, 0)
		c.Text(24, y, state, stateInk, 0)
		return
	}
	c.Text(4, y, cut(name, 24), ink, 0)
	c.Text(30, y, state, stateInk, 0)
	c.TextRight(50, y, linkOf(m.Link), games.Dim.Ink(), 0)
}

// linkOf is the way to somebody and back, "" where it is not known.
func linkOf(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return look.Pad(max(d.Milliseconds(), 1), 1) + " ms"
}

// talkLines are what was said last, and what can be.
func (r *room) talkLines(c *games.Canvas, y int) {
	w, _ := c.Size()
	if n := len(r.view.Said); n > 0 {
		var said []string
		for _, s := range r.view.Said[max(0, n-3):] {
			said = append(said, s.Name+": "+s.Emote.String())
		}
		c.Text(4, y, cut(strings.Join(said, "   "), w-6), 0, 0)
	}
	for i, row := range r.sayings() {
		row.Draw(c, y+1+i)
	}
}

// sayings are what can be said now, each with its key: a line, or in a narrow window two.
func (r *room) sayings() []look.Foot {
	if !r.view.You.Seated || r.view.Phase == race.Counting || r.view.Phase == race.Running || r.play != nil {
		return nil
	}
	var all []games.Hint
	for i, key := range r.env.keys.Say.Keys() {
		all = append(all, games.Hint{Key: r.env.keys.layout.shown(key), Does: race.Emotes()[i]})
	}
	if r.env.width >= look.Narrow {
		return []look.Foot{look.Answers(4, all)}
	}
	return []look.Foot{look.Answers(4, all[:len(all)/2]), look.Answers(4, all[len(all)/2:])}
}

// tapped is the key of what is said by a click, "" for none.
func (r *room) tapped(msg tea.MouseMsg) string {
	click, ok := msg.(tea.MouseClickMsg)
	row, says := click.Y-(r.env.height-3), r.sayings()
	if !ok || row < 0 || row >= len(says) {
		return ""
	}
	return says[row].At(click.X - (r.env.width-min(r.env.width, roomWidth))/2)
}

// laneCount is how many lanes there is room for over a board.
func (r *room) laneCount() int { return max(r.env.height-14, 2) }

// linesAbove are those over one's own board: the head, and the lanes.
func (r *room) linesAbove() int { return 1 + len(r.lanesOf(r.laneCount())) }

// lanesOf are the lanes that are shown where there is room for so many: one's own is among them, or the one that is chosen.
func (r *room) lanesOf(most int) []race.Lane {
	all := r.view.Lanes
	if r.late {
		all = r.lateLanes()
	}
	if len(all) <= most {
		return all
	}
	if r.chosen() != "" {
		from := max(r.at-most+1, 0)
		return all[from : from+most]
	}
	shown := append([]race.Lane(nil), all[:most]...)
	for _, l := range all[most:] {
		if l.You {
			shown[most-1] = l
		}
	}
	return shown
}

// lateLanes are those of who comes later: one's own, and of the ghosts where they were at the same time.
func (r *room) lateLanes() []race.Lane {
	if r.play == nil {
		return make([]race.Lane, 1+len(r.heat.Rows)) // as many as there will be
	}
	own := race.Lane{Name: r.view.You.Name, You: true, How: r.play.live.Ended().How, Here: true}
	own.Done, own.Of = r.play.run.State().Progress()
	lanes := []race.Lane{own}
	for _, g := range r.play.run.Beside(func(p storage.Player) string { return p.Name }) {
		l := race.Lane{Name: g.Name, Here: true}
		l.Done, l.Of = g.State.Progress()
		switch g.State.Status() {
		case games.Won:
			l.How = live.Won
		case games.Lost:
			l.How = live.Lost
		}
		lanes = append(lanes, l)
	}
	return lanes
}

// lanes draws how far everybody is, a line each under the head.
func (r *room) lanes(c *games.Canvas, list []race.Lane) {
	w, _ := c.Size()
	chosen := r.chosen()
	for i, l := range list {
		y := 1 + i
		ink := games.Ink(0)
		if l.You {
			ink = games.Accent.Ink()
		}
		if chosen != "" && l.Run == chosen {
			c.Text(0, y, "▸", games.Accent.Ink(), 0)
		}
		c.Text(2, y, cut(l.Name, 12), ink, 0)
		bar := w - 15 - 18
		progressBar(c, 15, y, bar, l.Done, l.Of, 0, r.env.set.ASCII)
		c.TextRight(w-12, y, share(l.Done, l.Of), ink, 0)
		c.Text(w-10, y, state(l), games.Dim.Ink(), 0)
	}
}

// share is how much is done, in percent.
func share(done, of int) string {
	if of <= 0 {
		return ""
	}
	return look.Pad(int64(100*done/of), 1) + " %"
}

// state is how an entrant stands: out, in, away, or how much later or earlier they came to where both were.
func state(l race.Lane) string {
	switch {
	case l.How == live.Won && l.Clock > 0:
		return look.Tidy(l.Clock)
	case l.How == live.Won:
		return "in"
	case l.How != live.Under:
		return "out"
	case !l.Here:
		return "away"
	case !l.Known || l.You:
		return ""
	}
	t := look.Gap(l.Split.Round(100 * time.Millisecond))
	return t[:len(t)-2]
}
