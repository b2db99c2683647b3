package race

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/live/rating"
	"arcade.example.com/games"
)

// The bounds of rooms.
const (
	maxRooms    = 1000
	maxEntrants = 8
	maxRaced    = 100 // in one heat, those who came later among them
)

// WordLife is how long a room is kept after its last heat, for those who come later.
const WordLife = 24 * time.Hour

// The reasons why somebody cannot do something in a room.
var (
	ErrWord   = errors.New("a room's word is 3 to 12 small letters")
	ErrRooms  = errors.New("all rooms are taken: try again later")
	ErrSeats  = errors.New("all 8 seats are taken: you can watch")
	ErrPhase  = errors.New("not now")
	ErrHost   = errors.New("the host alone can do this")
	ErrMoved  = errors.New("you are in this room in another window")
	ErrOnce   = errors.New("you have raced this deal already")
	ErrRaced  = errors.New("enough have raced this deal: begin another")
	ErrGone   = errors.New("the machine of this room does not answer")
	ErrClosed = errors.New("the arcade restarts: come back in a moment")
)

// Who is one who comes into a room.
type Who struct {
	// ID tells people apart, and is the same when they come back: the player's id, or for a guest whatever lasts as long
	// as their visit.
	ID      string
	Name    string // as others are shown them; the room gives guests theirs, guest-1 to guest-8
	Guest   bool
	Source  string // where they come from, for what is rated; never shown
	Privacy live.Privacy
	Off     time.Duration // by how much the clock may differ that they race by, on another node; 0 on this
	Ref     any           // whatever the house knows them by, for Keep; never looked at here
}

// player is their id as a player, "" for a guest.
func (w Who) player() string {
	if w.Guest {
		return ""
	}
	return w.ID
}

// Plan is what is raced in a room.
type Plan struct {
	Game   games.Game
	Mode   games.Mode
	Ghosts bool // the rivals are seen on the board, where the game allows it; such heats are not rated
	Listed bool // the room stands in the list; else it is found by its word alone, as are all whose word is their own
}

// Setup is what rooms need of the house. All fields must be set, but for those that say otherwise.
type Setup struct {
	Hall   *live.Hall
	Seed   func() games.Seed      // a fresh one: nobody can tell the next from those before
	Run    func() string          // a fresh run's id
	Ghosts func(game string) bool // whether a rival's position betrays nothing about the deal
	// Keep takes a heat that is over, and again with one row more each time that somebody came later. It is called from
	// anywhere and must not block.
	Keep  func(Heat)
	Taken func(word string) bool // whether another node has a room of that word; may be nil
	// Elsewhere is a place in the room of a word that another node has; nil where none has. It may itself be nil: then there
	// are no others.
	Elsewhere func(word string, plan Plan, who Who, wake func()) Place
	Others    func() []OpenRoom            // those that other nodes list; nil where there are none
	Claim     func(word string, here bool) // tells the other nodes whose room it is while somebody is in it; may be nil
	Failed    func(what string, _ error)   // logs what should not happen: a deal that fails
}

// Rooms is the rooms of this process. It is safe for concurrent use, as are a Room and a Seat.
type Rooms struct {
	Setup
	clock live.Clock
	words []string

	mu     sync.Mutex
	rooms  map[string]*Room
	closed bool
}

// Usual is the mode that is raced in a game when nobody says which: that of its daily in the middle of the week, which
// needs no luck where luck can be kept out.
func Usual(g games.Game) games.Mode {
	if m, ok := g.Find(g.Week[time.Thursday-1]); ok {
		return m
	}
	return g.Modes[0]
}

// NewRooms returns a house without rooms.
func NewRooms(s Setup) *Rooms {
	return &Rooms{Setup: s, clock: s.Hall.Clock(), words: words(), rooms: make(map[string]*Room)}
}

// Enter takes somebody into the room of a word, or into a fresh one with a plan if there is none; without a word one is
// drawn. They sit down to race if there is a seat and else watch; who comes back has their own seat and the run that
// waits for it. wake, which must not wait, is called when there is something new to see.
func (rs *Rooms) Enter(word string, plan Plan, who Who, wake func()) (*Seat, error) {
	if word != "" && !ProperWord(word) {
		return nil, ErrWord
	}
	r, err := rs.room(word, plan)
	if err != nil {
		return nil, err
	}
	return r.enter(who, wake), nil
}

// Come is Enter, where the room may be another node's: there it was said first.
func (rs *Rooms) Come(word string, plan Plan, who Who, wake func()) (Place, error) {
	if rs.Elsewhere != nil && ProperWord(word) && !rs.inhabited(word) {
		if p := rs.Elsewhere(word, plan, who, wake); p != nil {
			return p, nil
		}
	}
	s, err := rs.Enter(word, plan, who, wake)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// inhabited reports whether somebody is in a room of this node, or on their way.
func (rs *Rooms) inhabited(word string) bool {
	rs.mu.Lock()
	r := rs.rooms[word]
	rs.mu.Unlock()
	if r == nil {
		return false
	}
	_, empty := r.empty()
	return !empty
}

// Yield closes a room, because another node's was there first: whoever is in it comes in again.
func (rs *Rooms) Yield(word string) {
	rs.mu.Lock()
	r := rs.rooms[word]
	delete(rs.rooms, word)
	rs.mu.Unlock()
	if r != nil {
		r.yield()
	}
}

// room finds or opens a room. It is not dropped before the caller, who is coming, has come.
func (rs *Rooms) room(word string, plan Plan) (*Room, error) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.closed {
		return nil, ErrClosed
	}
	rs.sweep()
	if r := rs.rooms[word]; r != nil {
		r.coming.Add(1)
		return r, nil
	}
	if len(rs.rooms) >= maxRooms && !rs.evict() {
		return nil, ErrRooms
	}
	if word == "" {
		word = rs.draw()
	}
	r := &Room{rooms: rs, word: word, crowd: live.Crowd{Clock: rs.clock}}
	r.set(plan)
	r.coming.Add(1)
	rs.rooms[word] = r
	return r, nil
}

// draw finds a word that is free: there are more than there may be rooms.
func (rs *Rooms) draw() string {
	n := uint64(len(rs.words))
	for i := uint64(rs.Seed()) % n; ; i = (i + 1) % n {
		if rs.rooms[rs.words[i]] == nil && (rs.Taken == nil || !rs.Taken(rs.words[i])) {
			return rs.words[i]
		}
	}
}

// sweep drops the rooms in which nobody is and nothing is left to race.
func (rs *Rooms) sweep() {
	now := rs.clock.Now()
	maps.DeleteFunc(rs.rooms, func(_ string, r *Room) bool { return r.forgotten(now) })
}

// evict drops the room that has been empty for longest, for another; false where there is none.
func (rs *Rooms) evict() bool {
	var oldest *Room
	var until time.Time
	for _, r := range rs.rooms {
		if at, empty := r.empty(); empty && (oldest == nil || at.Before(until)) {
			oldest, until = r, at
		}
	}
	if oldest != nil {
		delete(rs.rooms, oldest.word)
	}
	return oldest != nil
}

// Rated says how a heat that was kept has moved ratings, by the runs of those whom it rated.
func (rs *Rooms) Rated(h Heat, changes map[string]rating.Change) {
	rs.mu.Lock()
	r := rs.rooms[h.Word]
	rs.mu.Unlock()
	if r != nil {
		r.rated(h, changes)
	}
}

// Recall opens the room of a heat that was kept, as after a restart or by another node: whoever comes within a day of it may race it later.
func (rs *Rooms) Recall(h Heat, g games.Game, m games.Mode) {
	r, err := rs.room(h.Word, Plan{Game: g, Mode: m, Ghosts: h.Ghosts})
	if err != nil {
		return
	}
	defer r.coming.Add(-1)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.heat != nil || len(r.people) > 0 || r.past != nil && h.Number < r.past.number {
		return
	}
	past := &heat{room: r, plan: r.plan, number: h.Number, seed: h.Seed, t0: h.At, result: h}
	if err := past.deal(); err != nil {
		rs.Failed("recall heat", err)
		return
	}
	for _, row := range h.Rows {
		past.entrants = append(past.entrants, &entrant{who: Who{ID: row.Player}})
	}
	r.past, r.heats, r.phase, r.expires = past, h.Number, Results, h.At.Add(WordLife)
}

// Lists reports whether the room of a word may stand in the list: one of the house's words may, a word of somebody's own
// is told by themselves.
func (rs *Rooms) Lists(word string) bool { return slices.Contains(rs.words, word) }

// OpenRoom is a room as it stands in the list of what goes on.
type OpenRoom struct {
	Word     string
	Plan     Plan
	Phase    Phase
	Seated   int
	Watching int
}

// List is the open rooms of all nodes in which somebody is, those that gather first and the fullest of these first.
func (rs *Rooms) List() []OpenRoom {
	list := rs.Here()
	if rs.Others != nil {
		list = append(list, rs.Others()...)
	}
	slices.SortFunc(list, func(a, b OpenRoom) int {
		if c := falseFirst(a.Phase != Gathering, b.Phase != Gathering); c != 0 {
			return c
		}
		if c := b.Seated - a.Seated; c != 0 {
			return c
		}
		return strings.Compare(a.Word, b.Word)
	})
	return list
}

// Here is the open rooms of this node in which somebody is, by their words.
func (rs *Rooms) Here() []OpenRoom {
	rs.mu.Lock()
	all := slices.Collect(maps.Values(rs.rooms))
	rs.mu.Unlock()
	var list []OpenRoom
	for _, r := range all {
		if l, ok := r.listed(); ok {
			list = append(list, l)
		}
	}
	slices.SortFunc(list, func(a, b OpenRoom) int { return strings.Compare(a.Word, b.Word) })
	return list
}

// Close closes all rooms because the arcade restarts. Heats under way are over without a result.
func (rs *Rooms) Close() {
	rs.mu.Lock()
	rs.closed = true
	all := slices.Collect(maps.Values(rs.rooms))
	rs.mu.Unlock()
	for _, r := range all {
		r.close()
	}
}
