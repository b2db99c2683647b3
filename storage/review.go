package storage

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// firstPlaces are the places of a leaderboard that a run may have to be reviewed for.
const firstPlaces = 3

// underReview begins the span of a leaderboard of runs that wait for an operator; the span of the day or the daily on
// whose leaderboard they would stand follows it. So of a player's runs of a day the best alone waits.
const underReview = "r"

// Review is a run that no operator has approved yet.
type Review struct {
	Game, Mode string
	Daily      string
	Kind       Kind
	Of         int // how many players stand on the leaderboard of all time, or of the daily
	Entry          // with the rank that it would have there
}

// mustWait reports whether a run has to be reviewed: it would come among the first of a leaderboard with at least so many
// lines, on which hands are ranked.
func mustWait(t Tx, run string, rec runRecord, least int) (bool, error) {
	if least == 0 || rec.kind == Automatic || rec.kind == Bots {
		return false, nil
	}
	l := rec.line(rec.player, run, false)
	for _, lb := range rec.public() {
		own, ok, err := best(t, lb, rec.player)
		if err != nil {
			return false, err
		}
		if ok && !l.before(own) {
			continue
		}
		among, err := amongFirst(t, lb, l)
		if err != nil || among && total(t, lb) >= least {
			return err == nil, err
		}
	}
	return false, nil
}

// amongFirst reports whether a line would stand on one of the first places.
func amongFirst(t Tx, lb leaderboard, l line) (bool, error) {
	prefix, ahead := key("s", string(lb)), 0
	var err error
	t.Walk(prefix, nil, func(k, v []byte) bool {
		var other line
		if other, err = readLine(k[len(prefix):], v); err != nil || !other.before(l) {
			return false
		}
		ahead++
		return ahead < firstPlaces
	})
	return ahead < firstPlaces, err
}

func (s *store) Approve(run string) error {
	err := s.Update(func(t Tx) error { return approve(t, run) })
	if err != nil {
		return fmt.Errorf("approve run %.80q: %w", run, err)
	}
	return nil
}

func approve(t Tx, run string) error {
	k := key("r", run)
	rec, err := readRun(k, t.Get(k))
	if err != nil {
		return err
	}
	if !rec.review { // as one that is not there
		return ErrNotFound
	}
	id, _, _, err := resolve(t, rec.player)
	if err != nil {
		return err
	}
	lb := rec.leaderboards()[0]
	l, ok, err := best(t, lb, id)
	if err == nil && (!ok || l.run != run) {
		err = ErrNotFound
	}
	if err == nil {
		err = drop(t, lb, id)
	}
	if err != nil {
		return err
	}
	rec.player, rec.review = id, false
	if err := rankRun(t, run, &rec); err != nil {
		return err
	}
	t.Put(k, rec.encode())
	return nil
}

func (s *store) Reviews() (list []Review, err error) {
	err = s.View(func(t Tx) (err error) {
		list = nil
		for _, k := range append(collect(t, key("s", underReview), nil, math.MaxInt), collect(t, key("z", underReview), nil, math.MaxInt)...) {
			r, err := review(t, k[2:], t.Get(k))
			if err != nil {
				return err
			}
			list = append(list, r)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reviews: %w", err)
	}
	slices.SortFunc(list, func(a, b Review) int { return cmp.Or(a.At.Compare(b.At), strings.Compare(a.Run, b.Run)) })
	return list, nil
}

// review reads a line of a leaderboard of runs under review.
func review(t Tx, k, v []byte) (Review, error) {
	lb, rest, ok := cutLeaderboard(k)
	if !ok {
		return Review{}, fmt.Errorf("line %q: %w", k, ErrDamaged)
	}
	l, err := readLine(rest, v)
	if err != nil {
		return Review{}, err
	}
	at := key("r", l.run)
	rec, err := readRun(at, t.Get(at))
	if err != nil {
		return Review{}, err
	}
	public := rec.public()[0]
	e, err := entry(t, l, rank(t, public, l))
	return Review{Game: rec.game, Mode: rec.mode, Daily: rec.daily, Kind: lb.kind(), Of: total(t, public), Entry: e}, err
}

func (s *store) UnderReview(lb Leaderboard, playerID string) (Entry, error) {
	return s.row("under review", lb, playerID, waiting)
}

// waiting is the best of the player's runs that are under review and would count on a leaderboard.
func waiting(t Tx, lb leaderboard, id string) (found line, ok bool, err error) {
	for _, k := range collect(t, key("b", id, underReview), nil, math.MaxInt) {
		l, _, err := best(t, leaderboard(k[2+idLen:]), id)
		if err != nil {
			return line{}, false, err
		}
		at := key("r", l.run)
		rec, err := readRun(at, t.Get(at))
		if err != nil {
			return line{}, false, err
		}
		if slices.Contains(rec.public(), lb) && (!ok || l.before(found)) {
			found, ok = l, true
		}
	}
	return found, ok, nil
}
