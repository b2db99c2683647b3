// Package live is what is being played right now and who watches: runs under way as streams of steps, rooms in which
// people race, and runs that are on pace for a record.
//
// It knows games and time. It must never know SSH, screens or the store: what it needs of them is handed in as
// values and functions, and what it has to say it leaves to be read. A step is kept once, by its player; whoever
// watches holds an index into the player's own steps and a wake-up, a channel of one that says "look again" and
// nothing else. There is no goroutine for a game, a spectator or a room, no queue and no copy: who does not read
// loses nothing and delays nobody.
//
// What somebody may see of another's run is decided in secrecy.go alone. A games.State is for drawing: its Text tells
// what the player cannot see, and never leaves the house before the end of the run.
package live

import (
	"sync"
	"sync/atomic"
	"time"

	"arcade.example.com/games"
)

// Header is what does not change about a run.
type Header struct {
	ID      string // the run's, as it will be stored
	Game    games.Game
	Mode    games.Mode
	Player  string // the player's id, "" for a guest
	Name    string // the player as others are shown them: "ana", "guest"
	Daily   string // the day whose challenge it is, as 2026-11-20; "" for none
	Privacy Privacy
	Word    string     // the room in which it is raced, "" for none
	Seed    games.Seed // what it was dealt from, which is told to other nodes alone
}

// Moment is where a run stands, as its player knows it.
type Moment struct {
	// Steps are all of the run's, shared and not copied: to what was handed over once, steps are only ever appended.
	Steps  []games.Step
	State  games.State // after the last of them; the first position where there are none
	Began  time.Time   // the clock's zero, the zero Time while the State is Ready
	Ranked bool        // it may still stand on a leaderboard
	Kind   string      // of the leaderboard: "lines" and "bots" are played without a screen, "" by hand and timed
}

// Last is the run's clock at the last step.
func (m Moment) Last() time.Duration {
	if len(m.Steps) == 0 {
		return 0
	}
	return m.Steps[len(m.Steps)-1].At
}

// Elapsed is the run's clock at an instant, in whole milliseconds.
func (m Moment) Elapsed(now time.Time) time.Duration {
	switch {
	case m.State.Status().Over():
		return m.Last()
	case m.Began.IsZero():
		return 0
	}
	return max(now.Sub(m.Began), m.Last()).Truncate(time.Millisecond)
}

// Run is a run under way, as its player holds it. Publish and Against are called by the player's goroutine alone, and
// everything else from anywhere. Who watches never gets at it: they hold a Spectator.
type Run struct {
	Header
	hall  *Hall
	first games.State
	told  func(Moment, End)
	crowd Crowd
	taps  atomic.Int32 // those of the crowd that are other nodes
	there atomic.Int32 // how many watch on those

	hunted atomic.Bool // it was announced as on pace for a record

	mu      sync.Mutex
	now     Moment
	entered bool      // it stands in the hall
	moved   time.Time // when something was last published
	end     End
	goal    goal
}

// Publish says where the run stands now. The run is in the hall from its first step on, or where it is raced from the gun
// on, and has ended with a State that is over; what is published after the end is dropped. It never waits for a reader.
func (r *Run) Publish(m Moment) { r.publish(&m) }

// Enter lets a run be seen that began with steps, as one that is resumed, or that is raced, without waiting for the next.
func (r *Run) Enter() { r.publish(nil) }

func (r *Run) publish(next *Moment) {
	r.mu.Lock()
	if r.end.How != Under {
		r.mu.Unlock()
		return
	}
	if next != nil {
		r.now, r.moved = *next, r.hall.clock.Now()
	}
	m := r.now
	enters := !r.entered && (len(m.Steps) > 0 || r.Word != "")
	r.entered = r.entered || enters
	r.mu.Unlock()
	if enters {
		r.hall.enter(r)
	}
	switch m.State.Status() {
	case games.Won:
		r.Close(End{How: Won, Time: m.Last()})
	case games.Lost:
		r.Close(End{How: Lost, Time: m.Last()})
	default:
		r.hall.chase.look(r)
		r.told(m, End{})
		r.crowd.Stir()
	}
}

// Close ends the run, if it has not ended: the first end stands. An end without a time is at the run's clock now.
func (r *Run) Close(e End) {
	if m, e, ok := r.finish(e); ok {
		r.told(m, e)
	}
}

// HandOver ends the run as Moved and returns where it stood, for another that goes on from there; not ok where it has
// ended. Unlike Close it says nothing to who was to be told.
func (r *Run) HandOver() (m Moment, ok bool) {
	m, _, ok = r.finish(End{How: Moved})
	return m, ok
}

func (r *Run) finish(e End) (Moment, End, bool) {
	r.mu.Lock()
	if r.end.How != Under {
		r.mu.Unlock()
		return Moment{}, End{}, false
	}
	if e.Time == 0 {
		e.Time = r.now.Elapsed(r.hall.clock.Now())
	}
	r.end = e
	m := r.now
	r.mu.Unlock()
	r.hall.left(r)
	r.hall.chase.ended(r, e)
	r.crowd.Stir()
	return m, e, true
}

// Now is where the run stands.
func (r *Run) Now() Moment {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.now
}

// Stands is Now and Ended of one instant.
func (r *Run) Stands() (Moment, End) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.now, r.end
}

// Ended is how the run ended; How is Under while it has not.
func (r *Run) Ended() End {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.end
}

// Placed adds to an end in words what became of it, "3rd, 4.2 s better than their best", which is known a moment later.
func (r *Run) Placed(words string) {
	r.mu.Lock()
	r.end.Placed = words
	r.mu.Unlock()
	r.crowd.Stir()
}

// Spectators is how many watch, as the player is shown it: 0 for one who does not want to know.
func (r *Run) Spectators() int {
	if r.Privacy == Uncounted {
		return 0
	}
	return r.watching()
}

// watching is how many watch, on whichever node.
func (r *Run) watching() int { return r.Here() + max(int(r.there.Load()), 0) }
