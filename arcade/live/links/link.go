package links

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/live/race"
	"arcade.example.com/games"
	"arcade.example.com/keys"
)

// link is a channel between this node and another: one goroutine reads it, one writes.
type link struct {
	n    *Links
	peer *peer
	ch   io.ReadWriteCloser
	wake chan struct{} // of one: there is something to be said

	began  time.Time
	once   sync.Once
	closed chan struct{}

	mu      sync.Mutex
	said    []any                 // messages to be written
	taps    map[string]*tap       // runs of this node that the other follows
	seats   uint32                // given so far
	aways   map[uint32]*race.Away // places of this node's people in rooms of the other's; nil once the link is over
	abroads map[uint32]*abroad    // the other's people in rooms of this node; likewise

	turn        sync.Mutex                      // held by who looks after one of abroads
	open        atomic.Pointer[[]race.OpenRoom] // the other's rooms
	trip        atomic.Int64                    // there and back, the least that was measured, ns
	heard, came atomic.Int64                    // the last beat of the other's, by its clock and by ours, µs

	// The writer's own.
	rows   map[string]row // this node's list as the other knows it
	listed []byte         // its rooms, likewise
}

// tap is a run of this node that another follows.
type tap struct {
	*live.Tap
	at    int       // steps that were sent, or that the other has
	begun bool      // something was
	end   live.End  // as it was sent
	since time.Time // when the end was seen
}

var (
	errQuiet  = errors.New("it says nothing any more")
	errClosed = errors.New("closed")
)

func (l *link) close() {
	l.once.Do(func() {
		close(l.closed)
		l.ch.Close()
	})
}

// run reads and writes until either fails.
func (l *link) run() error {
	l.peer.turn.Lock()
	defer l.peer.turn.Unlock()
	written := make(chan error, 1)
	go func() {
		defer l.close()
		err := errClosed
		defer func() { written <- err }()
		defer l.n.Panics.Catch("write to node", l.close)
		err = l.write()
	}()
	l.again()
	err := l.read()
	l.close()
	if w := <-written; errors.Is(err, errClosed) {
		err = w
	}
	l.leaveRooms()
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, t := range l.taps {
		t.Leave()
	}
	return err
}

// say has a message written.
func (l *link) say(m any) {
	l.mu.Lock()
	if len(l.said) < 4*maxWatched { // else it is lost, as with the link
		l.said = append(l.said, m)
	}
	l.mu.Unlock()
	l.stir()
}

func (l *link) stir() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// write says what there is to say, for as long as the channel takes it.
func (l *link) write() error {
	w := bufio.NewWriterSize(l.ch, 32<<10)
	tick := time.NewTicker(every)
	defer tick.Stop()
	l.rows = make(map[string]row)
	lists := true
	for {
		if lists {
			if err := l.list(w); err != nil {
				return err
			}
			l.keep()
		}
		if err := l.tell(w); err != nil {
			return err
		}
		if err := w.Flush(); err != nil {
			return err
		}
		lists = false
		select {
		case <-l.closed:
			return errClosed
		case <-l.wake:
		case <-tick.C:
			lists = true
		}
	}
}

// list tells what has changed in the list of runs, and that this is all.
func (l *link) list(w io.Writer) error {
	there := make(map[string]bool, len(l.rows))
	for _, r := range l.n.Hall.Rows() {
		next := rowOf(r)
		if len(there) == maxRuns {
			break
		}
		there[next.Run] = true
		if was, ok := l.rows[next.Run]; ok && next.same(was) {
			continue
		}
		if err := write(w, next); err != nil {
			return err
		}
		l.rows[next.Run] = next
	}
	for run := range l.rows {
		if !there[run] {
			if err := write(w, over{run}); err != nil {
				return err
			}
			delete(l.rows, run)
		}
	}
	if err := l.listRooms(func(m any) error { return write(w, m) }); err != nil {
		return err
	}
	return write(w, l.beat())
}

// tell writes what was said, and what is new in the runs that the other follows.
func (l *link) tell(w io.Writer) error {
	l.mu.Lock()
	said := l.said
	l.said = nil
	taps := make(map[string]*tap, len(l.taps))
	for run, t := range l.taps {
		taps[run] = t
	}
	l.mu.Unlock()
	for _, m := range said {
		if err := write(w, m); err != nil {
			return err
		}
	}
	for run, t := range taps {
		if err := l.steps(w, run, t); err != nil {
			return err
		}
	}
	return l.tellRooms(func(m any) error { return write(w, m) })
}

// steps writes what the other has not of a run that it follows.
func (l *link) steps(w io.Writer, run string, t *tap) error {
	for {
		l.mu.Lock()
		at, begun := t.at, t.begun
		tail, now := t.Since(at)
		n := min(len(tail.Steps), chunkSteps)
		t.at, t.begun = at+n, true
		l.mu.Unlock()
		if n == 0 && begun {
			return l.ended(w, run, t, tail.End)
		}
		if err := write(w, chunk{run, uint32(at), uint64(tail.Clock.Milliseconds()), now.Ranked, now.Kind, games.Encode(tail.Steps[:n])}); err != nil {
			return err
		}
	}
}

// ended writes how a run ended, and again when more is known of that.
func (l *link) ended(w io.Writer, run string, t *tap, e live.End) error {
	l.mu.Lock()
	news := e.How != live.Under && e != t.end
	if news {
		t.end, t.since = e, time.Now()
	}
	l.mu.Unlock()
	if !news {
		return nil
	}
	return write(w, end{run, uint32(e.How), uint64(e.Time.Milliseconds()), e.Placed})
}

// keep lets go of what is over: runs of this node that ended, and runs of the other's that nobody watches here.
func (l *link) keep() {
	l.mu.Lock()
	for run, t := range l.taps {
		if t.end.How != live.Under && time.Since(t.since) >= linger {
			t.Leave()
			delete(l.taps, run)
		}
	}
	l.mu.Unlock()
	l.peer.keep(l)
}

// read takes in what the other says.
func (l *link) read() error {
	r, buf := bufio.NewReaderSize(l.ch, 32<<10), make([]byte, maxMessage)
	var late atomic.Bool
	dead := time.AfterFunc(quiet, func() {
		late.Store(true)
		l.close()
	})
	defer dead.Stop()
	rows := make(map[string]bool) // the other's list
	for {
		m, err := read(r, buf)
		switch {
		case late.Load():
			return errQuiet
		case err != nil:
			return err
		}
		dead.Reset(quiet)
		if err := l.take(m, rows); err != nil {
			return err
		}
	}
}

// take takes in one message.
func (l *link) take(m any, rows map[string]bool) error {
	switch m := m.(type) {
	case *row:
		return l.row(*m, rows)
	case *over:
		delete(rows, m.Run)
		l.n.Hall.Over(l.peer.id, m.Run)
	case *beat:
		l.beats(*m)
		l.n.Hall.Only(l.peer.id, rows)
	case *watch:
		return l.watch(*m)
	case *count:
		l.mu.Lock()
		defer l.mu.Unlock()
		if t := l.taps[m.Run]; t != nil {
			t.Count(int(min(m.Watching, 1<<20)))
		}
	case *leave:
		l.mu.Lock()
		defer l.mu.Unlock()
		if t := l.taps[m.Run]; t != nil {
			t.Leave()
			delete(l.taps, m.Run)
		}
	case *head:
		return l.head(*m)
	case *chunk:
		return l.chunk(*m)
	case *end:
		return l.end(*m)
	case *gone:
		l.gone(m.Run)
	default:
		return l.takeRoom(m)
	}
	return nil
}

// beat is this node's sign of life, by which the other measures the way there and back.
func (l *link) beat() beat {
	now := l.micros()
	b := beat{Sent: uint64(now)}
	if heard := l.heard.Load(); heard > 0 {
		b.Heard, b.Ago = uint64(heard), uint64(max(now-l.came.Load(), 0))
	}
	return b
}

func (l *link) beats(b beat) {
	now := l.micros()
	first := l.heard.Swap(int64(b.Sent&math.MaxInt64)) == 0
	l.came.Store(now)
	if first { // so that the way is measured before anybody comes by it
		l.say(l.beat())
	}
	trip := (now - int64(b.Heard) - int64(b.Ago)) * int64(time.Microsecond)
	if was := l.trip.Load(); b.Heard > 0 && trip >= 0 && (was == 0 || trip < was) {
		l.trip.Store(max(trip, 1))
	}
}

func (l *link) micros() int64 { return time.Since(l.began).Microseconds() + 1 }

// off is by how much the two nodes may be wrong about each other's clock: half of the way there and back, and never 0.
func (l *link) off() time.Duration { return time.Duration(l.trip.Load())/2 + 1 }

// row takes in how a run of the other's stands.
func (l *link) row(m row, rows map[string]bool) error {
	r, err := m.live(l.n.Games)
	switch {
	case errors.Is(err, errUnknown): // a newer arcade's: it is watched there
		return nil
	case err != nil:
		return err
	case r.ID != m.Run || len(rows) == maxRuns && !rows[r.ID]:
		return fmt.Errorf("row: %w", errWire)
	}
	rows[r.ID] = true
	l.n.Hall.Tell(l.peer.id, r)
	return nil
}

// watch lets the other follow a run of this node from a step on.
func (l *link) watch(m watch) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.taps[m.Run]
	if t != nil && t.end.How != live.Under { // it may have begun again
		t.Leave()
		delete(l.taps, m.Run)
		t = nil
	}
	if t == nil {
		if len(l.taps) == maxWatched {
			return fmt.Errorf("%d runs watched: %w", maxWatched, errWire)
		}
		tapped, ok := l.n.Hall.Tap(m.Run, l.stir)
		if !ok {
			l.said = append(l.said, gone{keys.Clean(m.Run, maxRun)})
			l.stir()
			return nil
		}
		t = &tap{Tap: tapped}
		l.taps[m.Run] = t
		h := t.Header()
		l.said = append(l.said, head{h.ID, h.Game.ID, h.Mode.ID, uint32(h.Game.Version), uint64(h.Seed)})
	}
	t.at, t.begun = int(min(m.From, games.MaxSteps)), false
	t.Count(int(min(m.Watching, 1<<20)))
	l.stir()
	return nil
}
