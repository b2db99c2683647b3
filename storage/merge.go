package storage

import (
	"errors"
	"math"
	"strings"
	"time"

	"arcade.example.com/keys"
)

// merge moves everything of one player to another and leaves the way from the one id to the other.
func merge(t Tx, from, into string, now time.Time) error {
	for _, part := range []func(t Tx, from, into string) error{
		mergeNames, mergeAttempts, mergeBests, mergeSettings, mergeProgress, mergeResults, mergeRecovery, mergeHeats, mergeRivals, mergeTallies,
	} {
		if err := part(t, from, into); err != nil {
			return err
		}
	}
	return moveKeys(t, keysUnder(t, from), into, now)
}

// mergeNames keeps the name of into where it has one, and the earlier date. Who links a shadowed player is shadowed.
func mergeNames(t Tx, from, into string) error {
	a, errA := readPlayer(key("p", into), t.Get(key("p", into)))
	b, errB := readPlayer(key("p", from), t.Get(key("p", from)))
	if err := errors.Join(errA, errB); err != nil {
		return err
	}
	if b.name != "" {
		if _, err := rename(t, from, ""); err != nil {
			return err
		}
	}
	if a.name == "" && b.name != "" {
		if _, err := rename(t, into, b.name); err != nil {
			return err
		}
		a.name, a.named = b.name, b.named
	}
	if b.joined.Before(a.joined) {
		a.joined = b.joined
	}
	hide := b.shadow && !a.shadow
	a.shadow = a.shadow || b.shadow
	t.Put(key("p", into), a.encode())
	if hide {
		if err := hideLines(t, into, true); err != nil {
			return err
		}
	}
	t.Put(key("p", from), playerRecord{joined: b.joined, into: into}.encode())
	return nil
}

// mergeAttempts lets the earlier attempt at a daily stand, and takes the line of the other from its leaderboard.
func mergeAttempts(t Tx, from, into string) error {
	prefix := key("a", from)
	for _, k := range collect(t, prefix, nil, math.MaxInt) {
		theirs, err := readAttempt(k, t.Get(k))
		if err != nil {
			return err
		}
		t.Del(k)
		to := key("a", into, string(k[len(prefix):]))
		stands, loser, gone := theirs, into, Attempt{}
		if v := t.Get(to); v != nil {
			if gone, err = readAttempt(to, v); err != nil {
				return err
			}
			if !theirs.Begun.Before(gone.Begun) {
				stands, loser, gone = gone, from, theirs
			}
		}
		if gone.Run != "" {
			if err := dropLines(t, loser, gone.Run); err != nil {
				return err
			}
		}
		t.Put(to, encodeAttempt(stands))
	}
	return nil
}

// dropLines takes a run's lines away, on whichever leaderboards they are.
func dropLines(t Tx, id, run string) error {
	for _, lb := range bestsOf(t, id) {
		l, _, err := best(t, lb, id)
		if err == nil && l.run == run {
			err = drop(t, lb, id)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// mergeBests keeps the better line of the two on every leaderboard.
func mergeBests(t Tx, from, into string) error {
	p, err := readPlayer(key("p", into), t.Get(key("p", into)))
	if err != nil {
		return err
	}
	for _, lb := range bestsOf(t, from) {
		l, _, err := best(t, lb, from)
		if err != nil {
			return err
		}
		if err := drop(t, lb, from); err != nil {
			return err
		}
		l.id, l.hidden = into, p.shadow
		if _, err := improve(t, lb, l); err != nil {
			return err
		}
	}
	return nil
}

func mergeSettings(t Tx, from, into string) error {
	set, err := readSettings(t, from)
	if err != nil {
		return err
	}
	own, err := readSettings(t, into)
	if err != nil {
		return err
	}
	for name, v := range own {
		set[name] = v
	}
	if v := encodeSettings(set); len(set) > len(own) && len(v) <= maxPairs {
		t.Put(key("u", into), v)
	}
	t.Del(key("u", from))
	return nil
}

// mergeProgress keeps of two games in progress the one with more steps.
func mergeProgress(t Tx, from, into string) error {
	prefix := key("g", from)
	for _, k := range collect(t, prefix, nil, math.MaxInt) {
		theirs, err := readProgress(k, t.Get(k))
		if err != nil {
			return err
		}
		t.Del(k)
		to := key("g", into, string(k[len(prefix):]))
		var ours Progress
		if v := t.Get(to); v != nil {
			if ours, err = readProgress(to, v); err != nil {
				return err
			}
		}
		if ours.Run == "" || theirs.Count > ours.Count {
			t.Put(to, encodeProgress(theirs))
		}
	}
	return nil
}

// moveKeys gives keys to a player, to whom they were linked at an instant; the zero Time: they are the player's first.
func moveKeys(t Tx, tags []keys.Tag, to string, linked time.Time) error {
	for _, tag := range tags {
		at := keyOf("k", tag)
		rec, err := readKey(at, t.Get(at))
		if err != nil {
			return err
		}
		t.Del(key("o", rec.player, string(tag[:])))
		rec.player, rec.linked = to, linked
		own(t, tag, rec)
	}
	return nil
}

func mergeResults(t Tx, from, into string) error {
	prefix := key("h", from)
	for _, k := range collect(t, prefix, nil, math.MaxInt) {
		t.Put(key("h", into, string(k[len(prefix):])), t.Get(k))
		t.Del(k)
		if parts := strings.SplitN(string(k[len(prefix):]), "\x00", 3); len(parts) == 3 {
			trimResults(t, into, parts[0], parts[1])
		}
	}
	return nil
}
