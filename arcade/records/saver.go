package records

import (
	"fmt"
	"log/slog"
	"sync"
	"time"

	"arcade.example.com/arcade/panics"
	"arcade.example.com/games"
	"arcade.example.com/storage"
)

// Saver takes finished runs to the store. It belongs to the server and outlives sessions: what it was handed is
// verified and stored whatever happens to the session that played it. It is safe for concurrent use.
type Saver struct {
	Claims

	Holders Holders // of the runs under way

	cfg  Config
	stop chan struct{} // closed when nothing can be waited for any longer
	busy sync.WaitGroup

	mu       sync.Mutex
	gathered map[string]func() // writes of running games, by run, that go to the store together
}

// Config is what a Saver works with. All of it is needed but Fell and Review.
type Config struct {
	Games  []games.Game
	Store  storage.Store
	Log    *slog.Logger
	Panics *panics.Catcher          // one in a write ends with it
	Saved  func(took time.Duration) // a run was answered
	Fell   func(Fall)               // a player has lost a record to another; nil: nobody is told
	Review int                      // a run waits for an operator that comes among the first of so many, or more; 0: none does
}

// gather is how long running games wait for each other on their way to the store: their writes share a sync.
const gather = time.Second

// Retry is how long a run waits before the store is tried again.
const Retry = 5 * time.Second

// NewSaver returns a saver that waits for runs.
func NewSaver(c Config) *Saver { return &Saver{cfg: c, stop: make(chan struct{})} }

// Outcome is what became of a run: its standing among those of its kind, or why it is not stored (yet, when Later is set).
type Outcome struct {
	storage.Standing
	Kind  storage.Kind
	Err   error
	Later bool // it is kept and saved when the store takes writes again
}

// Save verifies a run, decides its kind, and stores it with its figures. The channel gets exactly one outcome: of the first try. A store that refuses is
// tried again until the server ends.
func (s *Saver) Save(run storage.Run, replay games.Replay) <-chan Outcome {
	answer := make(chan Outcome, 1)
	handed := time.Now()
	s.Do("save run", func() {
		if err := s.verify(&run, replay); err != nil {
			s.cfg.Log.Error("verify run", "run", run.ID, "game", run.Game, "mode", run.Mode, "error", err)
			answer <- Outcome{Kind: run.Kind, Err: err}
			return
		}
		run.Steps, run.Review = games.Encode(replay.Steps), s.cfg.Review
		st, err := s.cfg.Store.Save(run)
		s.cfg.Saved(time.Since(handed))
		later := err != nil && !storage.Permanent(err)
		answer <- Outcome{st, run.Kind, err, later}
		if err != nil && !later {
			s.cfg.Log.Error("save run", "run", run.ID, "error", err)
			return
		}
		if st, err = s.insist(run, st, err); err == nil {
			s.tellFall(run, st)
		}
	})
	return answer
}

// Reviews reports whether a run has to be reviewed that comes among the first of so many.
func (s *Saver) Reviews(of int) bool { return s.cfg.Review > 0 && of >= s.cfg.Review }

// insist saves a run that the store refused with an error, until it takes it or the server ends. It returns the last
// answer.
func (s *Saver) insist(run storage.Run, st storage.Standing, err error) (storage.Standing, error) {
	for err != nil && !storage.Permanent(err) {
		s.cfg.Log.Error("save run", "run", run.ID, "error", err)
		select {
		case <-s.stop:
			return st, err
		case <-time.After(Retry):
		}
		st, err = s.cfg.Store.Save(run)
	}
	return st, err
}

// verify plays the run again: it must end won, unassisted, and as it claims. It fills in what follows from the steps: the
// figures and, for a run on a screen, whether hands made it.
func (s *Saver) verify(run *storage.Run, replay games.Replay) error {
	for _, g := range s.cfg.Games {
		if g.ID != run.Game {
			continue
		}
		if err := prove(g, replay, claim{run.Millis, run.Kind, run.Figures}); err != nil {
			return err
		}
		kind, figures, err := measure(g, replay)
		if run.Figures = figures; run.Kind == storage.Timed {
			run.Kind = kind
		}
		return err
	}
	return fmt.Errorf("game %q: %w", run.Game, ErrUnproved)
}

// Do runs a write on its own goroutine, so that it outlives the session that asked for it.
func (s *Saver) Do(what string, write func()) {
	s.busy.Add(1)
	go func() {
		defer s.busy.Done()
		defer s.cfg.Panics.Catch(what, nil)
		write()
	}()
}

// Soon runs a write of a running game together with those of others, within the time of gather. The latest for a run
// takes the place of one before.
func (s *Saver) Soon(run string, write func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.gathered == nil {
		s.gathered = make(map[string]func())
		time.AfterFunc(gather, s.flush)
	}
	s.gathered[run] = write
}

func (s *Saver) flush() {
	s.mu.Lock()
	writes := s.gathered
	s.gathered = nil
	s.mu.Unlock()
	for _, write := range writes {
		s.Do("keep game", write)
	}
}

// Wait returns when everything handed over is stored, or when until is closed: then what the store still refuses is
// given up, and logged.
func (s *Saver) Wait(until <-chan struct{}) {
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
