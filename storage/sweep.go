package storage

import (
	"fmt"
	"time"
)

// How long things are kept that need not stay.
const (
	keepReplay = 24 * time.Hour       // of a run that is nobody's best
	keepFate   = 30 * 24 * time.Hour  // what became of a run; of a daily's as long as its leaderboard
	keepDay    = 14 * 24 * time.Hour  // leaderboards, from the beginning of their day,
	keepWeek   = 63 * 24 * time.Hour  // their week,
	keepDaily  = 400 * 24 * time.Hour // or their challenge: last year's can be looked up
	keepPlayer = 30 * 24 * time.Hour  // a name without a finished run, and a player who has neither
)

const sweepAtOnce = 200 // keys looked at in one transaction, and removed in one

// maxJump is how far the clock may go between two sweeps before it is believed that it was set wrongly.
const maxJump = 24 * time.Hour

func (s *store) Sweep(now time.Time, force bool) error {
	if err := s.noteSweep(now, force); err != nil {
		return fmt.Errorf("sweep: %w", err)
	}
	for _, part := range []func(time.Time) error{s.sweepCodes, s.sweepTries, s.sweepNotices, s.sweepRecoveries, s.sweepFates, s.sweepLeaderboards,
		s.sweepReplays, s.sweepHeats, s.sweepNames, s.sweepPlayers, s.sweepRivals, s.sweepBans} {
		if err := part(now.UTC()); err != nil {
			return fmt.Errorf("sweep: %w", err)
		}
	}
	return nil
}

// noteSweep keeps when the store was swept, and refuses where the clock has jumped since.
func (s *store) noteSweep(now time.Time, force bool) error {
	return s.Update(func(t Tx) error {
		if v := t.Get(keySwept); v != nil && !force {
			r := reader{rest: v}
			if last := r.when(); now.Sub(last).Abs() > maxJump {
				return fmt.Errorf("last swept at %s, it is %s now: %w", last.Format(time.RFC3339), now.UTC().Format(time.RFC3339), ErrClock)
			}
		}
		t.Put(keySwept, fields{}.when(now))
		return nil
	})
}

// rule says which keys of a kind have expired, and how one is removed.
type rule struct {
	kind    string
	expired func(t Tx, k, v []byte) (bool, error)
	remove  func(t Tx, k, v []byte) error
}

func remove(t Tx, k, _ []byte) error {
	t.Del(k)
	return nil
}

// sweepKeys reads some keys of the kind at a time, and only where one of these has expired takes a transaction that
// writes, in which it is asked again.
func (s *store) sweepKeys(r rule) error {
	for from := key(r.kind); from != nil; {
		var some, old [][]byte
		err := s.View(func(t Tx) (err error) {
			some = collect(t, key(r.kind), from, sweepAtOnce)
			old, err = r.find(t, some)
			return err
		})
		if err == nil && len(old) > 0 {
			err = s.Update(func(t Tx) error { return r.apply(t, old) })
		}
		if err != nil {
			return err
		}
		from = nil
		if len(some) == sweepAtOnce {
			from = after(some[len(some)-1])
		}
	}
	return nil
}

// find returns those of the keys that have expired.
func (r rule) find(t Tx, some [][]byte) (old [][]byte, err error) {
	for _, k := range some {
		v := t.Get(k)
		if v == nil {
			continue
		}
		is, err := r.expired(t, k, v)
		if err != nil {
			return nil, err
		}
		if is {
			old = append(old, k)
		}
	}
	return old, nil
}

func (r rule) apply(t Tx, some [][]byte) error {
	old, err := r.find(t, some)
	if err != nil {
		return err
	}
	for _, k := range old {
		if err := r.remove(t, k, t.Get(k)); err != nil {
			return err
		}
	}
	return nil
}

func (s *store) sweepCodes(now time.Time) error {
	return s.sweepKeys(rule{"l", func(_ Tx, k, v []byte) (bool, error) {
		c, err := readCode(k, v)
		return !now.Before(c.expires), err
	}, func(t Tx, k, v []byte) error {
		c, err := readCode(k, v)
		if j := keyOf("j", c.tag); err == nil && string(t.Get(j)) == string(k[2:]) {
			t.Del(j)
		}
		t.Del(k)
		return err
	}})
}

func (s *store) sweepTries(now time.Time) error {
	return s.sweepKeys(rule{"w", func(_ Tx, k, v []byte) (bool, error) {
		r := reader{rest: v}
		r.num()
		return !now.Before(r.when()), r.err(k)
	}, remove})
}

// sweepReplays removes those that are no longer the best of their player anywhere.
func (s *store) sweepReplays(now time.Time) error {
	return s.sweepKeys(rule{"r", func(t Tx, k, v []byte) (bool, error) {
		rec, err := readRun(k, v)
		if err != nil || now.Sub(instant(rec.at)) < keepReplay {
			return false, err
		}
		held, err := holdsPlace(t, string(k[2:]), rec)
		return !held, err
	}, remove})
}

// holdsPlace reports whether the run is its player's line on any leaderboard.
func holdsPlace(t Tx, run string, rec runRecord) (bool, error) {
	id, _, _, err := resolve(t, rec.player)
	if err != nil {
		return false, err
	}
	for _, lb := range rec.leaderboards() {
		l, ok, err := best(t, lb, id)
		if err != nil || ok && l.run == run {
			return err == nil, err
		}
	}
	return false, nil
}

// sweepLeaderboards removes those of days, weeks and challenges that are long over. Their spans sort by date.
func (s *store) sweepLeaderboards(now time.Time) error {
	for kind, keep := range map[string]time.Duration{"d": keepDay, "w": keepWeek, "c": keepDaily} {
		oldest := kind + now.Add(-keep).Format(time.DateOnly)
		for {
			removed := 0
			err := s.Update(func(t Tx) (err error) {
				removed, err = removeLines(t, kind, oldest)
				return err
			})
			if err != nil {
				return err
			}
			if removed < sweepAtOnce {
				break
			}
		}
	}
	return nil
}

// removeLines removes some lines of the leaderboards of a kind from before the oldest span to keep.
func removeLines(t Tx, kind, oldest string) (removed int, err error) {
	lines := collect(t, key("s", kind), nil, sweepAtOnce)
	for _, k := range append(lines, collect(t, key("z", kind), nil, sweepAtOnce)...) {
		lb, rest, ok := cutLeaderboard(k[2:])
		if !ok {
			return removed, fmt.Errorf("line %q: %w", k, ErrDamaged)
		}
		if string(lb) >= oldest {
			continue
		}
		l, err := readLine(rest, t.Get(k))
		if err != nil {
			return removed, err
		}
		if err := drop(t, lb, l.id); err != nil {
			return removed, err
		}
		removed++
	}
	return removed, nil
}

// sweepNames takes the names back of those who have not finished a run for long after they set it.
func (s *store) sweepNames(now time.Time) error {
	return s.sweepKeys(rule{"p", func(t Tx, k, v []byte) (bool, error) {
		p, err := readPlayer(k, v)
		set := p.named
		if set.IsZero() { // by an arcade that did not note it
			set = p.joined
		}
		return p.name != "" && now.Sub(set) >= keepPlayer && !finished(t, string(k[2:])), err
	}, func(t Tx, k, _ []byte) error {
		_, err := rename(t, string(k[2:]), "")
		return err
	}})
}

// finished reports whether a player has ever finished a run.
func finished(t Tx, id string) (done bool) {
	t.Walk(key("a", id), nil, func(k, v []byte) bool {
		a, err := readAttempt(k, v)
		done = err != nil || a.Done // what cannot be read is not held against them
		return !done
	})
	return done || has(t, key("b", id)) || has(t, key("h", id)) || has(t, key("v", id))
}

// sweepPlayers removes those who have kept nothing that counts, and whose keys have not written for long.
func (s *store) sweepPlayers(now time.Time) error {
	return s.sweepKeys(rule{"p", func(t Tx, k, v []byte) (bool, error) {
		p, err := readPlayer(k, v)
		id := string(k[2:])
		if err != nil || p.into != "" || p.name != "" || finished(t, id) {
			return false, err
		}
		list, err := keysOf(t, id)
		for _, own := range list {
			if now.Sub(own.Seen) < keepPlayer {
				return false, err
			}
		}
		return true, err
	}, func(t Tx, k, _ []byte) error { return removePlayer(t, string(k[2:])) }})
}
