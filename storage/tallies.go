package storage

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"arcade.example.com/keys"
)

// Tally is how a player's runs in a mode have ended: of those that would rank, the won and the lost.
type Tally struct {
	Game, Mode string
	Played     int // won or lost
	Won        int
	Streak     int // wins in a row, up to the last run
	Longest    int // and ever
	// Quickest is the run that took the least time for what could have been enough moves; the zero Quick where none tells.
	Quickest Quick
}

// Quick is how quick a run was: the moves that could have been enough, and its time.
type Quick struct {
	Run    string
	Least  uint32
	Millis int64
}

// before reports whether q is quicker than r.
func (q Quick) before(r Quick) bool {
	if q.Least == 0 || r.Least == 0 {
		return r.Least == 0 && q.Least > 0
	}
	return uint64(q.Least)*uint64(r.Millis) > uint64(r.Least)*uint64(q.Millis)
}

// Loss is a run that was lost, and would have ranked if it were won.
type Loss struct {
	Run        string
	Game, Mode string
	Kind       Kind
	Ended      time.Time
}

// tally is T/<id><game>0<mode>0: a Tally but for its names, and when the last of its runs ended.
type tally struct {
	Tally
	last time.Time
}

func tallyKey(id, game, mode string, kind Kind) []byte {
	return key("T", id, game, "\x00", mode+kind.suffix(), "\x00")
}

func (a tally) encode() []byte {
	f := fields{}.num(uint64(a.Played)).num(uint64(a.Won)).num(uint64(a.Streak)).num(uint64(a.Longest)).when(a.last)
	return f.text(a.Quickest.Run).num(uint64(a.Quickest.Least)).int(a.Quickest.Millis)
}

// readTally reads what is under k; the zero tally where v is nil.
func readTally(k, v []byte) (a tally, kind Kind, err error) {
	parts := strings.Split(string(k[min(2+idLen, len(k)):]), "\x00")
	if len(parts) != 3 {
		return tally{}, "", fmt.Errorf("tally %q: %w", k, ErrDamaged)
	}
	mode, of, _ := strings.Cut(parts[1], "~")
	r := reader{rest: v}
	a.Game, a.Mode, kind = parts[0], mode, Kind(of)
	a.Played, a.Won, a.Streak, a.Longest, a.last = int(r.num()), int(r.num()), int(r.num()), int(r.num()), r.when()
	a.Quickest = Quick{r.text(), uint32(r.num()), r.int()}
	return a, kind, r.err(k)
}

// won counts a run that was won.
func (a *tally) won(q Quick, at time.Time) {
	a.Played++
	a.Won++
	a.Streak++
	a.Longest = max(a.Longest, a.Streak)
	a.last = at
	if q.before(a.Quickest) {
		a.Quickest = q
	}
}

// lost counts a run that was lost.
func (a *tally) lost(at time.Time) {
	a.Played++
	a.Streak = 0
	a.last = at
}

// tallyRun has f count a run of the player's.
func tallyRun(t Tx, id, game, mode string, kind Kind, f func(*tally)) error {
	k := tallyKey(id, game, mode, kind)
	a, _, err := readTally(k, t.Get(k))
	if err != nil {
		return err
	}
	f(&a)
	t.Put(k, a.encode())
	return nil
}

func (r Run) quick() Quick { return Quick{r.ID, r.Figures.Least, r.Millis} }

func (s *store) Lose(k keys.Key, l Loss) error {
	if k.Guest() {
		return fmt.Errorf("lose game: %w", ErrGuest)
	}
	if err := errors.Join(checkName("game", l.Game), checkName("mode", l.Mode), checkName("run", l.Run), l.Kind.check()); err != nil {
		return fmt.Errorf("lose game: %w", err)
	}
	err := s.Update(func(t Tx) error {
		dropped, id, err := s.drop(t, k, l.Game, l.Run)
		if err != nil || !dropped || id == "" {
			return err
		}
		return tallyRun(t, id, l.Game, l.Mode, l.Kind, func(a *tally) { a.lost(l.Ended) })
	})
	if err != nil {
		return fmt.Errorf("lose game: %w", err)
	}
	return nil
}

func (s *store) Tallies(playerID string, kind Kind) (list []Tally, err error) {
	if err := kind.check(); err != nil {
		return nil, fmt.Errorf("tallies: %w", err)
	}
	err = s.View(func(t Tx) error {
		list = nil
		id, _, known, err := resolve(t, playerID)
		if err != nil || !known {
			return err
		}
		t.Walk(key("T", id), nil, func(k, v []byte) bool {
			var a tally
			var of Kind
			if a, of, err = readTally(k, v); err == nil && of == kind {
				list = append(list, a.Tally)
			}
			return err == nil
		})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("tallies: %w", err)
	}
	return list, nil
}

// mergeTallies adds the runs of both. The streak is that of who played last: how the two follow one another is not kept.
func mergeTallies(t Tx, from, into string) error {
	prefix := key("T", from)
	for _, k := range collect(t, prefix, nil, math.MaxInt) {
		theirs, _, err := readTally(k, t.Get(k))
		if err != nil {
			return err
		}
		t.Del(k)
		at := key("T", into, string(k[len(prefix):]))
		ours, _, err := readTally(at, t.Get(at))
		if err != nil {
			return err
		}
		ours.Played += theirs.Played
		ours.Won += theirs.Won
		ours.Longest = max(ours.Longest, theirs.Longest)
		if theirs.last.After(ours.last) {
			ours.Streak, ours.last = theirs.Streak, theirs.last
		}
		if theirs.Quickest.before(ours.Quickest) {
			ours.Quickest = theirs.Quickest
		}
		t.Put(at, ours.encode())
	}
	return nil
}

// uncount takes back a won run that is removed. The quickest of the runs kept besides stands in for it.
func uncount(t Tx, id, run string, gone runRecord) error {
	k := tallyKey(id, gone.game, gone.mode, gone.kind)
	a, _, err := readTally(k, t.Get(k))
	if err != nil {
		return err
	}
	a.Played, a.Won = max(a.Played-1, 0), max(a.Won-1, 0)
	a.Longest = min(a.Longest, a.Won)
	a.Streak = min(a.Streak, a.Longest)
	if a.Played == 0 {
		t.Del(k)
		return nil
	}
	if a.Quickest.Run == run {
		a.Quickest = Quick{}
		err = keptRuns(t, id, gone, func(other string, rec runRecord) error {
			if q := (Quick{other, rec.figures.Least, int64(rec.ms)}); q.before(a.Quickest) {
				a.Quickest = q
			}
			return nil
		})
	}
	t.Put(k, a.encode())
	return err
}

// tallies: every tally is possible, and somebody's.
func (a *audit) tallies() {
	a.Walk(key("T"), nil, func(k, v []byte) bool {
		y, _, err := readTally(k, v)
		if a.check(err) && !y.sound(a, k) {
			a.fault("tally %q", k)
		}
		return true
	})
}

// sound reports whether a tally can have come about, of a player who is there.
func (a tally) sound(t Tx, k []byte) bool {
	return a.Streak <= a.Longest && a.Longest <= a.Won && a.Won <= a.Played && a.Played > 0 && t.Get(key("p", string(k[2:][:idLen]))) != nil
}

func mendTally(t Tx, k []byte) error {
	if a, _, err := readTally(k, t.Get(k)); err != nil || !a.sound(t, k) {
		t.Del(k)
	}
	return nil
}
