package race

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"time"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/live/rating"
	"arcade.example.com/games"
)

// Heat is one start of a room when it is over: a value, to be kept.
type Heat struct {
	Word    string
	Number  int // in its room, from 1
	Game    string
	Mode    string
	Version int // of the dealing
	Seed    games.Seed
	At      time.Time // T0
	Ghosts  bool      // the rivals were seen on the board
	Ranked  bool      // its mode is a listed one
	Rows    []Row     // by place; who came later stands last
}

// Row is one entrant of a heat that is over.
type Row struct {
	Place  int // from 1, the same for a dead heat; 0 for one who came later
	Player string
	Name   string
	Source string // where they came from, never to be shown
	Run    string
	How    live.How      // Won, Lost, Left, TimeUp …
	Time   time.Duration // of the last step
	Gap    time.Duration // behind the first; 0 where it was not Won
	Done   int
	Of     int
	Link   time.Duration // the round trip, 0 where it is not known
	Off    time.Duration // by how much their clock may differ, who raced on another node; 0 on the room's own
	Later  bool
	Ref    any           // Who's
	Steps  []byte        // as games.Encode writes them
	Rating rating.Change // known a moment after the heat; zero of who is not rated
}

// place orders rows and gives them places: who won by time, then the others by how far they came, then who came later.
// A gap smaller than the difference of the two links, and than their clocks may differ, is a dead heat with the one whose
// place it is.
func place(rows []Row) {
	slices.SortStableFunc(rows, func(a, b Row) int {
		return cmp.Or(falseFirst(a.Later, b.Later), falseFirst(a.How != live.Won, b.How != live.Won), compareWithin(a, b))
	})
	holder := 0 // of the place at hand
	for i := range rows {
		r := &rows[i]
		r.Place, r.Gap = 0, 0
		if r.Later {
			continue
		}
		if i == 0 || !deadHeat(rows[holder], *r) {
			holder = i
		}
		r.Place = holder + 1
		if r.How == live.Won {
			r.Gap = r.Time - rows[0].Time
		}
	}
}

// compareWithin orders those who won by time and the others by how far they came.
func compareWithin(a, b Row) int {
	if a.How == live.Won {
		return cmp.Compare(a.Time, b.Time)
	}
	return cmp.Compare(b.Done*max(a.Of, 1), a.Done*max(b.Of, 1))
}

func falseFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// deadHeat reports whether nobody can say who of two was the better. Where a link is not known it excuses nothing.
func deadHeat(a, b Row) bool {
	switch {
	case a.How != live.Won || b.How != live.Won:
		return a.How != live.Won && b.How != live.Won && compareWithin(a, b) == 0
	case a.Link == 0 || b.Link == 0:
		return (b.Time - a.Time).Abs() <= a.Off+b.Off
	}
	return a.Time == b.Time || (b.Time-a.Time).Abs() < (a.Link-b.Link).Abs()+a.Off+b.Off
}

// Rated returns the rows by which ratings move, nil where the heat does not count: a listed mode without ghosts, and
// at least two players with keys from different sources, all from T0. Of those who share a source the best alone counts,
// so that nobody gains on themselves.
func (h Heat) Rated() []Row {
	if h.Ghosts || !h.Ranked {
		return nil
	}
	var rows []Row
	for _, r := range h.Rows {
		shares := slices.ContainsFunc(rows, func(o Row) bool { return o.Source == r.Source })
		if r.Player != "" && !r.Later && !shares {
			rows = append(rows, r)
		}
	}
	if len(rows) < 2 {
		return nil
	}
	return rows
}

// The ends of a heat.
const (
	afterFirst  = time.Minute // after the first has arrived,
	timesFirst  = 3           // or at so many times their time, whichever comes first
	longestHeat = time.Hour
	allGone     = time.Minute // after the last who races has lost the connection
)

// heat is a start that is being counted down to or run. Its room's mutex guards it.
type heat struct {
	room     *Room
	plan     Plan
	number   int
	seed     games.Seed
	first    games.State // dealt
	begin    live.Moment // at T0: in a game that waits for an opening that is made, at 0
	t0       time.Time   // one instant for all
	entrants []*entrant  //
	gone     time.Time   // since when nobody who races is connected; zero while somebody is
	result   Heat        // once it is over
	ending   bool        // its runs are being ended
	stop     func() bool // of the timer for its end
}

// entrant is one who is in a heat.
type entrant struct {
	who  Who
	id   string        // of the run
	run  *live.Run     // nil before T0 and when the heat is over
	link time.Duration // as last measured
	here bool

	mu    sync.Mutex
	marks []time.Duration // when they had done so much: marks[done]
}

// mark notes how far the entrant is.
func (e *entrant) mark(m live.Moment) {
	done, _ := m.State.Progress()
	e.mu.Lock()
	defer e.mu.Unlock()
	for len(e.marks) <= done {
		e.marks = append(e.marks, m.Last())
	}
}

// newHeat deals what is to be raced at t0.
func newHeat(r *Room, seed games.Seed, t0 time.Time) (*heat, error) {
	h := &heat{room: r, plan: r.plan, number: r.heats + 1, seed: seed, t0: t0, stop: func() bool { return false }}
	return h, h.deal()
}

// deal makes the first position, and the opening where the game waits for one.
func (h *heat) deal() (err error) {
	g, m := h.plan.Game, h.plan.Mode
	if h.first, err = g.Deal(m, h.seed); err != nil {
		return fmt.Errorf("deal %s %s: %w", g.ID, m.ID, err)
	}
	h.begin = live.Moment{State: h.first}
	if g.Start == nil {
		return nil
	}
	open := g.Start(m, h.seed)
	if h.begin.State, err = h.first.Apply(open); err != nil {
		return fmt.Errorf("open %s %s: %w", g.ID, m.ID, err)
	}
	h.begin.Steps = []games.Step{{Move: open}}
	return nil
}

// enter gives an entrant a run that goes on from a moment. Its steps are the entrant's own from here on. ended hears of
// its end. Those in the room hear of a step where it is seen on their board; else it is a lane, which they look at when
// they move themselves, and every second. The caller lets the run be seen when it holds no lock.
func (h *heat) enter(e *entrant, id string, m live.Moment, ended func(live.End)) *live.Run {
	m.Steps = slices.Clone(m.Steps)
	m.Ranked = false // race times are on no leaderboard of times
	e.mark(m)
	head := live.Header{ID: id, Game: h.plan.Game, Mode: h.plan.Mode, Player: e.who.player(), Name: e.who.Name, Privacy: e.who.Privacy, Word: h.room.word, Seed: h.seed}
	e.run = h.room.rooms.Hall.Begin(head, h.first, m, func(m live.Moment, end live.End) {
		e.mark(m)
		if h.plan.Ghosts || end.How != live.Under {
			h.room.crowd.Stir()
		}
		if end.How != live.Under {
			ended(end)
		}
	})
	return e.run
}

// of finds who somebody is in the heat; nil for nobody.
func (h *heat) of(id string) *entrant {
	if h == nil {
		return nil
	}
	for _, e := range h.entrants {
		if e.who.ID == id {
			return e
		}
	}
	return nil
}

// done reports whether all are in or out.
func (h *heat) done() bool {
	return !slices.ContainsFunc(h.entrants, func(e *entrant) bool { return e.run.Ended().How == live.Under })
}

// look notes whether anybody who races is connected.
func (h *heat) look(now time.Time) {
	races := func(e *entrant) bool { return e.here && e.run.Ended().How == live.Under }
	if slices.ContainsFunc(h.entrants, races) {
		h.gone = time.Time{}
	} else if h.gone.IsZero() {
		h.gone = now
	}
}

// deadline is when the heat ends though not all are in.
func (h *heat) deadline() time.Time {
	end := h.t0.Add(longestHeat)
	earlier := func(t time.Time) {
		if t.Before(end) {
			end = t
		}
	}
	if !h.gone.IsZero() {
		earlier(h.gone.Add(allGone))
	}
	for _, e := range h.entrants {
		if x := e.run.Ended(); x.How == live.Won {
			earlier(h.t0.Add(x.Time + afterFirst))
			earlier(h.t0.Add(x.Time * timesFirst))
		}
	}
	return end
}

// row is what became of an entrant.
func (e *entrant) row() Row {
	m, end := e.run.Now(), e.run.Ended()
	row := Row{Player: e.who.player(), Name: e.who.Name, Source: e.who.Source, Run: e.run.ID, How: end.How, Time: end.Time, Link: e.link, Off: e.who.Off, Ref: e.who.Ref}
	row.Done, row.Of = m.State.Progress()
	row.Steps = games.Encode(m.Steps)
	return row
}

// end makes the results, and lets go of the runs: what is left lives for a day.
func (h *heat) end() {
	h.result = Heat{
		Word: h.room.word, Number: h.number, Game: h.plan.Game.ID, Mode: h.plan.Mode.ID, Version: h.plan.Game.Version, Seed: h.seed,
		At: h.t0, Ghosts: h.plan.Ghosts, Ranked: h.plan.Mode.Ranked,
	}
	for _, e := range h.entrants {
		h.result.Rows = append(h.result.Rows, e.row())
		e.run = nil
	}
	place(h.result.Rows)
}
