package arcade

import (
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// errUnproved is returned for a run whose replay does not end where the run did.
var errUnproved = errors.New("the replay does not prove the run")

// saver takes finished runs to the store. It belongs to the server and outlives sessions: what it was handed is
// verified and stored whatever happens to the session that played it.
type saver struct {
	house *house
	stop  chan struct{} // closed when nothing can be waited for any longer
	busy  sync.WaitGroup

	mu       sync.Mutex
	gathered map[string]func() // writes of running games, by run, that go to the store together
}

// gather is how long running games wait for each other on their way to the store: their writes share a sync.
const gather = time.Second

// retry is how long a run waits before the store is tried again.
const retry = 5 * time.Second

func newSaver(h *house) *saver { return &saver{house: h, stop: make(chan struct{})} }

// outcome is what became of a run: its standing, or why it is not stored (yet, when later is set).
type outcome struct {
	storage.Standing
	err   error
	later bool // it is kept and saved when the store takes writes again
}

// save verifies and stores a run. The channel gets exactly one outcome: of the first try. A store that refuses is
// tried again until the server ends.
func (s *saver) save(run storage.Run, replay games.Replay) <-chan outcome {
	answer := make(chan outcome, 1)
	handed := time.Now()
	s.do("save run", func() {
		if err := s.verify(run, replay); err != nil {
			s.house.log.Error("verify run", "run", run.ID, "game", run.Game, "mode", run.Mode, "error", err)
			answer <- outcome{err: err}
			return
		}
		run.Steps = games.Encode(replay.Steps)
		st, err := s.house.store.Save(run)
		s.house.metrics.save.Observe(time.Since(handed).Seconds())
		later := err != nil && !errors.Is(err, storage.ErrAttempted) // a second attempt at a daily never counts
		answer <- outcome{st, err, later}
		if err != nil && !later {
			s.house.log.Error("save run", "run", run.ID, "error", err)
			return
		}
		for err != nil {
			s.house.log.Error("save run", "run", run.ID, "error", err)
			select {
			case <-s.stop:
				return
			case <-time.After(retry):
			}
			_, err = s.house.store.Save(run)
		}
	})
	return answer
}

// verify plays the run again: it must end won, unassisted, and at the same time.
func (s *saver) verify(run storage.Run, replay games.Replay) error {
	g, ok := s.house.game(run.Game)
	if !ok {
		return fmt.Errorf("game %q: %w", run.Game, errUnproved)
	}
	return prove(g, replay, run.Millis)
}

// prove plays a replay and returns nil where it ends won, unassisted, at that time: what a record is worth.
func prove(g games.Game, r games.Replay, ms int64) error {
	end, at, err := g.Play(r)
	if err != nil {
		return fmt.Errorf("%w: %w", errUnproved, err)
	}
	if end.Status() != games.Won || end.Assisted() || at != millis(ms) {
		return fmt.Errorf("ends %v at %v, not won at %v: %w", end.Status(), at, millis(ms), errUnproved)
	}
	return nil
}

// do runs a write on its own goroutine, so that it outlives the session that asked for it.
func (s *saver) do(what string, f func()) {
	s.busy.Add(1)
	go func() {
		defer s.busy.Done()
		defer func() {
			if r := recover(); r != nil {
				s.house.log.Error("panic", "in", what, "panic", r, "stack", string(debug.Stack()))
			}
		}()
		f()
	}()
}

// soon runs a write of a running game together with those of others, within the time of gather. The latest for a run
// takes the place of one before.
func (s *saver) soon(run string, write func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.gathered == nil {
		s.gathered = make(map[string]func())
		time.AfterFunc(gather, s.flush)
	}
	s.gathered[run] = write
}

func (s *saver) flush() {
	s.mu.Lock()
	writes := s.gathered
	s.gathered = nil
	s.mu.Unlock()
	for _, write := range writes {
		s.do("keep game", write)
	}
}

// wait returns when everything handed over is stored, or when until is closed: then what the store still refuses is
// given up, and logged.
func (s *saver) wait(until <-chan struct{}) {
	s.flush()
	done := make(chan struct{})
	go func() {
		s.busy.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-until:
		close(s.stop)
		<-done
	}
}
