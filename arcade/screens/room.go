package screens

import (
	"errors"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/live/race"
	"arcade.example.com/arcade/run"
	"arcade.example.com/arcade/to"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// room is a race's place as one of its people sees it: who gathers, the countdown, one's own board under everybody's
// lanes, and the results. What goes on is decided in package race; this asks for it whenever something has moved.
type room struct {
	env    *env
	seat   race.Place
	view   race.View
	play   *play // one's own board: in the heat under way, or in one that is raced later
	late   bool  // it is raced later
	heat   race.Heat
	at     int    // the chosen lane, of who watches; none where nobody is left to be watched
	broken string // why there is nothing to see
	asks   *question
	muted  bool
	said   string
	links  []time.Duration // as measured since the last countdown
	pings  bool            // the way to the terminal is being measured: two at once would wait for each other
	tick   int             // the second that is awaited, by number
	due    time.Time       // when it comes
	still  bool            // the last second of one's own clock changed the head and the lanes alone
	parted bool
}

var (
	_ screen  = (*room)(nil)
	_ runner  = (*room)(nil)
	_ parting = (*room)(nil)
)

type (
	second struct { // a second of the countdown or of the heat has passed
		word string
		n    int
	}
	pinged struct { // the way to the terminal and back was measured
		word string
		took time.Duration
		err  error
	}
)

func newRoom(e *env, d to.Room) *room {
	r := &room{env: e}
	g, m := d.Game, d.Mode
	if g.ID == "" {
		g = e.Games[0]
	}
	if m.ID == "" {
		m = race.Usual(g)
	}
	var err error
	if r.seat, err = e.Rooms.Come(d.Word, race.Plan{Game: g, Mode: m, Listed: d.Word == ""}, e.entrant(), e.news); err != nil {
		r.broken = sentence(err)
		return r
	}
	r.view = r.seat.View()
	return r
}

// entrant is the player as one who races.
func (e *env) entrant() race.Who {
	who := race.Who{ID: e.player.ID, Name: e.shown(), Source: e.source, Privacy: e.set.Privacy, Ref: e.key}
	if e.guest() || who.ID == "" {
		who.ID, who.Guest = "session "+e.session, true
	}
	return who
}

// sentence is a reason of the rooms as players read it.
func sentence(err error) string {
	switch {
	case errors.Is(err, race.ErrWord):
		return "A room's word is 3 to 12 small letters."
	case errors.Is(err, race.ErrRooms):
		return "All rooms are taken. Try again later."
	case errors.Is(err, race.ErrSeats):
		return "All 8 seats are taken: you can watch."
	case errors.Is(err, race.ErrHost):
		return "The host alone can do this."
	case errors.Is(err, race.ErrOnce):
		return "You have raced this deal already."
	case errors.Is(err, race.ErrRaced):
		return "Enough have raced this deal: begin another."
	case errors.Is(err, race.ErrMoved):
		return "You are in this room in another window."
	case errors.Is(err, race.ErrGone):
		return "The machine of this room does not answer. Come back in a moment."
	case errors.Is(err, race.ErrClosed):
		return "The arcade restarts: come back in a moment."
	}
	return "That is not possible just now."
}

func (r *room) Enter() tea.Cmd {
	if r.broken != "" {
		return nil
	}
	cmds := []tea.Cmd{r.look(), r.seconds(), r.measure()}
	if r.play != nil {
		cmds = append(cmds, r.play.Enter())
	}
	return tea.Batch(cmds...)
}

// look reads what goes on in the room, and takes up one's own run when there is one.
func (r *room) look() tea.Cmd {
	before := r.view.Phase
	r.seat.Look(&r.view)
	switch {
	case r.view.Moved:
		return r.out(sentence(race.ErrMoved))
	case r.view.Yielded:
		return r.out("Somebody said this word on another machine first: come in again, and you are there.")
	case r.view.Gone:
		return r.out(sentence(race.ErrGone))
	case r.view.Closed:
		return r.out(sentence(race.ErrClosed))
	}
	if r.view.Refused != nil {
		r.said = sentence(r.view.Refused)
	}
	var cmd tea.Cmd
	switch r.view.Phase {
	case race.Running:
		if r.play == nil && r.view.You.Seated {
			if start, err := r.seat.Start(); err == nil {
				cmd = r.begin(start)
			}
		}
	case race.Counting:
		if before != race.Counting {
			r.links = nil
			cmd = r.measure()
			if r.view.You.Seated {
				r.env.calls.call("Your race in room " + r.view.Word + " begins")
			}
		}
	case race.Results:
		r.heat, _ = r.seat.Past()
	}
	if r.view.Phase != race.Running && !r.late {
		r.play = nil
	}
	r.choose(0)
	r.env.racing = ""
	if r.races() {
		r.env.racing = r.view.Word
	} else {
		r.asks = nil // whether to leave what is over
	}
	return tea.Batch(cmd, r.seconds())
}

// out ends what this window has to do with the room.
func (r *room) out(why string) tea.Cmd {
	r.broken, r.play, r.asks, r.env.racing = why, nil, nil, ""
	return nil
}

// begin takes up a run of one's own.
func (r *room) begin(s race.Start) tea.Cmd {
	b := run.Begin{Game: r.view.Plan.Game, Mode: r.view.Plan.Mode, Seed: s.Seed, ID: s.Run.ID, Heat: &run.Heat{Began: s.Now.Began, Steps: s.Now.Steps}}
	x := &raced{run: s.Run}
	if r.late {
		b.Game, _ = r.env.game(s.Run.Game.ID)
		b.Mode, b.Ghosts = s.Run.Mode, r.ghosts(s)
	}
	x.beside = func() []games.Ghost {
		switch {
		case !s.Ghosts:
			return nil
		case r.late:
			return r.play.run.Beside(func(p storage.Player) string { return p.Name })
		}
		return r.seat.Rivals()
	}
	x.lines = r.linesAbove()
	r.play = beginPlay(r.env, b, x)
	return r.play.Enter()
}

// ghosts are those who were there, for who comes later.
func (r *room) ghosts(s race.Start) (list []storage.Replay) {
	for _, row := range s.Past {
		if steps, err := games.Decode(row.Steps); err == nil && len(steps) > 0 {
			list = append(list, storage.Replay{Run: row.Run, Player: storage.Player{ID: row.Player, Name: row.Name}, Game: s.Run.Game.ID, Mode: s.Run.Mode.ID,
				Version: s.Run.Game.Version, Seed: uint64(s.Seed), Millis: row.Time.Milliseconds(), Steps: row.Steps})
		}
	}
	return list
}

// races reports whether a run of one's own is under way.
func (r *room) races() bool {
	return r.play != nil && r.play.broken == "" && !r.play.run.Over() && r.play.live.Ended().How == live.Under
}

// seconds asks for the next whole second of what is counted.
func (r *room) seconds() tea.Cmd {
	until, now := r.view.Until, r.env.Now()
	if r.broken != "" || until.IsZero() || r.races() { // one's own clock ticks then
		return nil
	}
	left := until.Sub(now) % time.Second
	if left <= 0 {
		left += time.Second
	}
	at := now.Add(left)
	if r.due.After(now) && !at.Before(r.due) {
		return nil
	}
	r.due = at
	r.tick++
	return r.env.after(left, second{r.view.Word, r.tick})
}

// pings is how many of the latest measures count.
const pings = 5

// measure measures the way to the terminal, again and again while the countdown runs.
func (r *room) measure() tea.Cmd {
	ping, word := r.env.ping, r.view.Word
	if ping == nil || r.pings {
		return nil
	}
	r.pings = true
	return func() tea.Msg {
		took, err := ping()
		return pinged{word, took, err}
	}
}

// linked takes a measure: the room is told their median.
func (r *room) linked(msg pinged) tea.Cmd {
	r.pings = false
	if msg.err != nil || msg.word != r.view.Word || r.broken != "" {
		return nil
	}
	r.links = append(r.links[max(0, len(r.links)-pings+1):], msg.took)
	sorted := slices.Sorted(slices.Values(r.links))
	_ = r.seat.Link(sorted[len(sorted)/2]) // who has moved on is told by the view
	if r.view.Phase != race.Counting || len(r.links) >= pings {
		return nil
	}
	return r.measure()
}

func (r *room) Update(msg tea.Msg) (where, tea.Cmd) {
	switch msg := msg.(type) {
	case Moved:
		if r.broken == "" {
			return where{}, r.look()
		}
	case second:
		if msg.n == r.tick && msg.word == r.view.Word && r.broken == "" {
			r.due = time.Time{}
			return where{}, r.look()
		}
		return where{}, nil
	case pinged:
		return where{}, r.linked(msg)
	case clocked:
		if r.play != nil {
			lines, tells := r.linesAbove(), r.Tells()
			_, cmd := r.play.Update(msg)
			cmd = tea.Batch(cmd, r.look())
			r.still = r.races() && r.linesAbove() == lines && r.Tells() == tells && !r.play.recount
			return where{}, cmd
		}
		return where{}, nil
	case tea.WindowSizeMsg:
		if r.play != nil {
			r.play.raced.lines = r.linesAbove()
		}
	case tea.KeyPressMsg:
		r.said = ""
		return r.press(msg)
	case tea.MouseMsg:
		if r.races() && r.asks == nil {
			return r.play.Update(msg)
		}
		if key := r.tapped(msg); key != "" {
			return r.press(r.env.keyPress(key))
		}
		return where{}, nil
	}
	if r.play != nil {
		_, cmd := r.play.Update(msg)
		return where{}, cmd
	}
	return where{}, nil
}

// Running reports whether one's own clock runs here.
func (r *room) Running() bool { return r.races() }

// Plays is what is raced here.
func (r *room) Plays() Plays { return r.play.Plays() }

// Leave is the session's end: the clock runs on, and the seat waits until the end of the heat, but of a player who is sent
// away. There is nothing to keep.
func (r *room) Leave() <-chan struct{} {
	switch {
	case r.seat == nil || r.parted:
	case r.env.sent.Load():
		if r.races() {
			r.play.live.Close(live.End{How: live.Removed})
		}
		r.seat.Leave()
	default:
		r.seat.Lost()
	}
	r.parted = true
	done := make(chan struct{})
	close(done)
	return done
}

// Part leaves the room for good.
func (r *room) Part() {
	r.env.racing = ""
	if r.seat != nil && !r.parted {
		r.parted = true
		r.seat.Leave()
	}
}

// Rules are those of the game that is raced, for the help.
func (r *room) Rules() (title string, lines []string) {
	if r.broken != "" {
		return "", nil
	}
	return r.view.Plan.Game.Title, r.view.Plan.Game.Help
}
