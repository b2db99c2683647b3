package storage

import "time"

// fate is d/<run>: what became of a run that its id alone does not tell. A run without one is under way in the session
// that began it, at epoch 0, or was saved.
type fate struct {
	at    time.Time // of the last change
	state state
	epoch uint64 // how often it was taken over
	owner string // the session that took it over last
	daily bool   // it was a daily's: its memory stays as long as the daily's leaderboard
}

type state uint64

const (
	over  state = iota // dropped, lost or removed: it is neither kept nor saved any more
	taken              // under way, in another session than the one that began it
	spent              // under way, and never saved
)

func (f fate) encode() []byte {
	return fields{}.when(f.at).num(uint64(f.state)).num(f.epoch).text(f.owner).flag(f.daily)
}

func readFate(k, v []byte) (fate, error) {
	r := reader{rest: v}
	f := fate{r.when(), state(r.num()), r.num(), r.text(), r.flag()}
	return f, r.err(k)
}

// fateOf returns the fate of a run; a run that has none is taken by nobody.
func fateOf(t Tx, run string) (fate, error) {
	k := key("d", run)
	v := t.Get(k)
	if v == nil {
		return fate{state: taken}, nil
	}
	return readFate(k, v)
}

// spend ends a run's hope of being saved: it may go on (spent), or not (over).
func (f fate) spend(t Tx, run string, to state) {
	f.at, f.state = time.Now(), to
	t.Put(key("d", run), f.encode())
}

// claim is the error for a session that goes on with a run as the owner of an epoch.
func (f fate) claim(owner string, epoch uint64) error {
	switch {
	case f.state == over:
		return ErrSpent
	case epoch < f.epoch, epoch == f.epoch && epoch > 0 && owner != f.owner:
		return ErrTaken
	}
	return nil
}

// sweepFates forgets what became of runs that nobody can still have in hand.
func (s *store) sweepFates(now time.Time) error {
	return s.sweepKeys(rule{"d", func(_ Tx, k, v []byte) (bool, error) {
		f, err := readFate(k, v)
		keep := keepFate
		if f.daily {
			keep = keepDaily
		}
		return now.Sub(f.at) >= keep, err
	}, remove})
}
