package storage

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"time"

	"arcade.example.com/keys"
)

// maxResults is how many of a player's last times in a mode are kept.
const maxResults = 100

// errRun is returned for a run that no game can have ended with; the caller is wrong, not the player.
var errRun = errors.New("not a finished run")

func (r Run) check() error {
	if r.Key.Guest() {
		return ErrGuest
	}
	if err := errors.Join(checkName("run", r.ID), checkName("game", r.Game), checkName("mode", r.Mode), r.Kind.check()); err != nil {
		return err
	}
	if r.Daily != "" {
		if err := checkDate(r.Daily); err != nil {
			return err
		}
	}
	if r.Millis < 0 || r.Millis > math.MaxUint32 || len(r.Steps) > maxSteps {
		return fmt.Errorf("%d ms, %d bytes of steps: %w", r.Millis, len(r.Steps), errRun)
	}
	return nil
}

func (s *store) Save(r Run) (st Standing, err error) {
	if err := r.check(); err != nil {
		return Standing{}, fmt.Errorf("save run: %w", err)
	}
	rec := runRecord{game: r.Game, mode: r.Mode, version: r.Version, seed: r.Seed, ms: uint32(r.Millis),
		at: r.Ended.UnixMilli(), daily: r.Daily, steps: r.Steps, epoch: r.Epoch,
		kind: r.Kind, figures: r.Figures}
	err = s.Update(func(t Tx) error { return s.save(t, r, rec) })
	if err == nil {
		// Read apart: whatever is read where it is written must not be written elsewhere meanwhile.
		err = s.View(func(t Tx) (err error) {
			st, err = standing(t, r.ID)
			return err
		})
	}
	if err != nil {
		return Standing{}, fmt.Errorf("save run %s: %w", r.ID, err)
	}
	return st, nil
}

func (s *store) save(t Tx, r Run, rec runRecord) error {
	k := key("r", r.ID)
	tag := s.Tag(r.Key)
	if v := t.Get(k); v != nil {
		return again(t, tag, r, k, v)
	}
	if err := mayCount(t, tag, r); err != nil {
		return err
	}
	id, err := join(t, tag, r.Key.Type())
	if err != nil {
		return err
	}
	rec.player = id
	if err := finish(t, id, r); err != nil {
		return err
	}
	if rec.review, err = mustWait(t, r.ID, rec, r.Review); err != nil {
		return err
	}
	if err := tallyRun(t, id, r.Game, r.Mode, r.Kind, func(a *tally) { a.won(r.quick(), r.Ended) }); err != nil {
		return err
	}
	if err := rankRun(t, r.ID, &rec); err != nil {
		return err
	}
	t.Put(k, rec.encode())
	return nil
}

// again is the error for a run that was saved before: nil for the same run of the same player.
func again(t Tx, tag keys.Tag, r Run, k, v []byte) error {
	saved, err := readRun(k, v)
	if err != nil {
		return err
	}
	whose, _, _, err := resolve(t, saved.player)
	if err != nil {
		return err
	}
	id, err := owner(t, tag)
	if err == nil && (id != whose || r.Epoch != saved.epoch) {
		err = ErrTaken
	}
	return err
}

// mayCount refuses a run that is spent or another's, and one of a daily that is not its player's attempt in time.
func mayCount(t Tx, tag keys.Tag, r Run) error {
	f, err := fateOf(t, r.ID)
	if err == nil && f.state == spent {
		err = ErrSpent
	}
	if err == nil {
		err = f.claim(r.Owner, r.Epoch)
	}
	if err != nil || r.Daily == "" {
		return err
	}
	return mayCountDaily(t, tag, r)
}

// rankRun puts the run on its leaderboards, and notes what it was measured against on the first that all see.
func rankRun(t Tx, run string, rec *runRecord) error {
	public := rec.public()[0]
	before, ok, err := best(t, public, rec.player)
	if err != nil {
		return err
	}
	rec.before, rec.record = -1, -1
	if ok {
		rec.before = int64(before.ms)
	}
	record, ok, err := first(t, public)
	if err != nil {
		return err
	}
	if ok {
		rec.record = int64(record.ms)
	}
	p, err := readPlayer(key("p", rec.player), t.Get(key("p", rec.player)))
	if err != nil {
		return err
	}
	l := rec.line(rec.player, run, p.shadow)
	rec.best = false
	for _, lb := range rec.leaderboards() {
		better, err := improve(t, lb, l)
		if err != nil {
			return err
		}
		rec.best = rec.best || better && lb == public
	}
	return nil
}

// standing is what a saved run came to, with the player's rank as it is now.
func standing(t Tx, run string) (Standing, error) {
	k := key("r", run)
	rec, err := readRun(k, t.Get(k))
	if err != nil || rec.game == "" { // removed a moment ago
		return Standing{Run: run}, err
	}
	st := Standing{Run: run, Best: rec.best, Review: rec.review, Before: millis(rec.before), Record: millis(rec.record)}
	lb := rec.public()[0]
	id, _, _, err := resolve(t, rec.player)
	if err != nil {
		return Standing{}, err
	}
	l, ok, err := best(t, lb, id)
	if err != nil {
		return Standing{}, err
	}
	st.Of = l.of(t, lb)
	if rec.review {
		would, waits, err := waiting(t, lb, id)
		if err != nil {
			return Standing{}, err
		}
		if waits && !ok {
			st.Of++
		}
		if waits && (!ok || would.before(l)) {
			l, ok = would, true
		}
	}
	if ok {
		st.Rank = rank(t, lb, l)
	}
	return st, nil
}

// finish does what the end of a run brings besides its ranking: its attempt is done, it is in progress no more, and
// its time stands among the player's last ones.
func finish(t Tx, id string, r Run) error {
	if err := forget(t, id, r.Game, r.ID); err != nil {
		return err
	}
	if r.Daily == "" {
		t.Put(resultKey(id, r.Game, r.Mode+r.Kind.suffix(), r.Ended.UnixMilli(), r.ID), fields{}.num(uint64(r.Millis)))
		trimResults(t, id, r.Game, r.Mode+r.Kind.suffix())
		return nil
	}
	k := key("a", id, r.Daily, r.Game)
	a := Attempt{Date: r.Daily, Game: r.Game, Mode: r.Mode, Run: r.ID, Begun: r.Ended.Add(-time.Duration(r.Millis) * time.Millisecond)}
	if v := t.Get(k); v != nil {
		var err error
		if a, err = readAttempt(k, v); err != nil {
			return err
		}
	}
	a.Done, a.Millis = true, r.Millis
	t.Put(k, encodeAttempt(a))
	return nil
}

func resultKey(id, game, mode string, at int64, run string) []byte {
	return append(appendInstant(key("h", id, game, "\x00", mode, "\x00"), at), run...)
}

func trimResults(t Tx, id, game, mode string) {
	ks := collect(t, key("h", id, game, "\x00", mode, "\x00"), nil, math.MaxInt)
	for _, k := range ks[:max(len(ks)-maxResults, 0)] {
		t.Del(k)
	}
}

func (s *store) Results(playerID, game, mode string, n int) (list []Result, err error) {
	err = s.View(func(t Tx) error {
		list = nil
		id, _, known, err := resolve(t, playerID)
		if err != nil || !known {
			return err
		}
		prefix := key("h", id, game, "\x00", mode, "\x00")
		t.Walk(prefix, nil, func(k, v []byte) bool {
			if len(k) < len(prefix)+8 {
				err = fmt.Errorf("result %q: %w", k, ErrDamaged)
				return false
			}
			r := reader{rest: v}
			list = append(list, Result{At: instant(readInstant(k[len(prefix):])), Millis: int64(r.num())})
			return true
		})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}
	return list[max(len(list)-max(n, 0), 0):], nil
}

func (s *store) Replay(run string) (r Replay, err error) {
	err = s.View(func(t Tx) error {
		k := key("r", run)
		v := t.Get(k)
		if v == nil {
			return ErrNotFound
		}
		r, err = replay(t, k, v)
		return err
	})
	if err != nil {
		return Replay{}, fmt.Errorf("replay %.80q: %w", run, err)
	}
	return r, nil
}

func replay(t Tx, k, v []byte) (Replay, error) {
	rec, err := readRun(k, v)
	if err != nil {
		return Replay{}, err
	}
	p, err := playerOf(t, rec.player)
	return Replay{Run: string(k[2:]), Player: p, Game: rec.game, Mode: rec.mode, Version: rec.version, Seed: rec.seed,
		Millis: int64(rec.ms), At: instant(rec.at), Daily: rec.daily, Steps: bytes.Clone(rec.steps), Kind: rec.kind, Figures: rec.figures}, err
}

func (s *store) Replays(f func(Replay) error) error {
	var from []byte
	for {
		var some []Replay
		err := s.View(func(t Tx) (err error) {
			some, err = someReplays(t, from)
			return err
		})
		if err != nil {
			return fmt.Errorf("replays: %w", err)
		}
		if len(some) == 0 {
			return nil
		}
		for _, r := range some {
			if err := f(r); err != nil {
				return err
			}
		}
		from = after(key("r", some[len(some)-1].Run))
	}
}

// someReplays reads on from a key until there are enough for one transaction.
func someReplays(t Tx, from []byte) (some []Replay, err error) {
	size := 0
	t.Walk(key("r"), from, func(k, v []byte) bool {
		var r Replay
		if r, err = replay(t, k, v); err != nil {
			return false
		}
		some = append(some, r)
		size += len(v)
		return len(some) < 100 && size < maxSteps
	})
	return some, err
}

func (s *store) RemoveRun(run string) error {
	err := s.Update(func(t Tx) error {
		k := key("r", run)
		v := t.Get(k)
		if v == nil {
			return ErrNotFound
		}
		rec, err := readRun(k, v)
		if err != nil {
			return err
		}
		return removeRun(t, run, rec)
	})
	if err != nil {
		return fmt.Errorf("remove run %.80q: %w", run, err)
	}
	return nil
}

// removeRun takes a run out of everything. Where it was the player's best, the best of the runs kept besides stands in.
func removeRun(t Tx, run string, rec runRecord) error {
	id, _, _, err := resolve(t, rec.player)
	if err != nil {
		return err
	}
	f, err := fateOf(t, run)
	if err != nil {
		return err
	}
	f.daily = rec.daily != ""
	f.spend(t, run, over)
	t.Del(key("r", run))
	t.Del(resultKey(id, rec.game, rec.mode+rec.kind.suffix(), rec.at, run))
	if err := uncount(t, id, run, rec); err != nil {
		return err
	}
	for _, lb := range rec.leaderboards() {
		l, ok, err := best(t, lb, id)
		if err != nil {
			return err
		}
		if !ok || l.run != run {
			continue
		}
		if err := drop(t, lb, id); err != nil {
			return err
		}
		if err := standIn(t, lb, id, rec); err != nil {
			return err
		}
	}
	return nil
}

// standIn looks among the player's last runs in the mode of a removed one for the best that counts there and whose
// replay is kept.
func standIn(t Tx, lb leaderboard, id string, gone runRecord) error {
	p, err := readPlayer(key("p", id), t.Get(key("p", id)))
	if err != nil {
		return err
	}
	return keptRuns(t, id, gone, func(run string, rec runRecord) error {
		if !rec.countsOn(lb) {
			return nil
		}
		_, err := improve(t, lb, rec.line(id, run, p.shadow))
		return err
	})
}

// keptRuns calls f for those of the player's last runs in the mode of a removed one whose replays are kept.
func keptRuns(t Tx, id string, gone runRecord, f func(run string, rec runRecord) error) error {
	prefix := key("h", id, gone.game, "\x00", gone.mode+gone.kind.suffix(), "\x00")
	for _, h := range collect(t, prefix, nil, math.MaxInt) {
		k := key("r", string(h[len(prefix)+8:]))
		v := t.Get(k)
		if v == nil {
			continue
		}
		rec, err := readRun(k, v)
		if err != nil {
			return err
		}
		if err := f(string(k[2:]), rec); err != nil {
			return err
		}
	}
	return nil
}

// millis is a time that may be missing: -1.
func millis(ms int64) time.Duration { return time.Duration(max(ms, 0)) * time.Millisecond }
