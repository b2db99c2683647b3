package storage

import (
	"encoding/binary"
	"fmt"
	"math"
)

// levels of counters over a time's four bytes: counter (level, first level+1 bytes) counts the lines whose times begin
// so. The place of a line is found from at most 255 counters a level, however many lines there are.
const levels = 4

func counterKey(lb leaderboard, level int, ms uint32) []byte {
	k := append(key("c", string(lb)), byte(level))
	return append(k, binary.BigEndian.AppendUint32(nil, ms)[:level+1]...)
}

func readCount(v []byte) int {
	r := reader{rest: v}
	return int(r.num())
}

// count adds n to the counters of a time.
func count(t Tx, lb leaderboard, ms uint32, n int) {
	for level := range levels {
		t.Add(counterKey(lb, level, ms), n)
	}
}

// moveCount takes a line from one time to another; the counters that both have in common stay as they are.
func moveCount(t Tx, lb leaderboard, from, to uint32) {
	for level := range levels {
		if (from^to)>>(24-8*level) == 0 {
			continue
		}
		t.Add(counterKey(lb, level, from), -1)
		t.Add(counterKey(lb, level, to), 1)
	}
}

// total is how many lines a leaderboard has.
func total(t Tx, lb leaderboard) (n int) {
	t.Walk(append(key("c", string(lb)), 0), nil, func(_, v []byte) bool {
		n += readCount(v)
		return true
	})
	return n
}

// rank is the place of a line that is there: 1 and all that stand before it.
func rank(t Tx, lb leaderboard, l line) int {
	n := 1
	for level := range levels {
		own := counterKey(lb, level, l.value)
		last := len(own) - 1
		t.Walk(own[:last], nil, func(k, v []byte) bool {
			if k[last] >= own[last] {
				return false
			}
			n += readCount(v)
			return true
		})
	}
	own := l.keyIn("s", lb) // a hidden line has a place too, though it is not there
	t.Walk(own[:len(key("s", string(lb)))+4], nil, func(k, _ []byte) bool {
		if string(k) >= string(own) {
			return false
		}
		n++
		return true
	})
	return n
}

// of is how many lines a leaderboard has for the player of this one.
func (l line) of(t Tx, lb leaderboard) int {
	n := total(t, lb)
	if l.hidden {
		n++
	}
	return n
}

// place finds the line of a rank: the key from which to walk, and how many lines of the same time to pass over there.
func place(t Tx, lb leaderboard, rank int) (from []byte, skip int) {
	skip = rank - 1
	var prefix []byte
	for level := range levels {
		k := append(append(key("c", string(lb)), byte(level)), prefix...)
		found := false
		t.Walk(k, nil, func(c, v []byte) bool {
			n := readCount(v)
			if found = skip < n; found {
				prefix = append(prefix, c[len(c)-1])
			} else {
				skip -= n
			}
			return !found
		})
		if !found {
			return nil, 0
		}
	}
	return append(key("s", string(lb)), prefix...), skip
}

// best returns the player's line, and whether there is one.
func best(t Tx, lb leaderboard, id string) (line, bool, error) {
	k := key("b", id, string(lb))
	v := t.Get(k)
	if v == nil {
		return line{}, false, nil
	}
	l, err := readBest(k, v, id)
	return l, err == nil, err
}

// drop takes the player's line away.
func drop(t Tx, lb leaderboard, id string) error {
	l, ok, err := best(t, lb, id)
	if err != nil || !ok {
		return err
	}
	t.Del(l.key(lb))
	t.Del(key("b", id, string(lb)))
	if !l.hidden {
		count(t, lb, l.value, -1)
	}
	return nil
}

// improve puts a line in place of the player's, if there is none or this one stands before it.
func improve(t Tx, lb leaderboard, l line) (better bool, err error) {
	old, ok, err := best(t, lb, l.id)
	switch {
	case err != nil || ok && !l.before(old):
		return false, err
	case ok:
		t.Del(old.key(lb))
	}
	switch {
	case l.hidden: // as its player's older line is: see hide
	case ok:
		moveCount(t, lb, old.value, l.value)
	default:
		count(t, lb, l.value, 1)
	}
	t.Put(l.key(lb), l.encode())
	t.Put(key("b", l.id, string(lb)), encodeBest(l))
	return true, nil
}

// first is the best line.
func first(t Tx, lb leaderboard) (l line, ok bool, err error) {
	prefix := key("s", string(lb))
	t.Walk(prefix, nil, func(k, v []byte) bool {
		l, err = readLine(k[len(prefix):], v)
		ok = err == nil
		return false
	})
	return l, ok, err
}

// bestsOf lists the leaderboards on which the player has a line.
func bestsOf(t Tx, id string) (lbs []leaderboard) {
	prefix := key("b", id)
	t.Walk(prefix, nil, func(k, _ []byte) bool {
		lbs = append(lbs, leaderboard(k[len(prefix):]))
		return true
	})
	return lbs
}

// entry is a line as it is shown.
func entry(t Tx, l line, rank int) (Entry, error) {
	p, err := playerOf(t, l.id)
	return l.entry(p, rank), err
}

func (l line) entry(p Player, rank int) Entry {
	return Entry{Rank: rank, Player: p.Name, ID: p.ID, Millis: int64(l.ms), At: instant(l.at), Run: l.run, Figures: l.figures}
}

func (s *store) Top(lb Leaderboard, from, n int) (lines []Entry, of int, err error) {
	k, err := lb.key()
	if err != nil {
		return nil, 0, fmt.Errorf("top: %w", err)
	}
	err = s.View(func(t Tx) (err error) {
		of = total(t, k)
		lines, err = top(t, k, max(from, 1), min(n, of))
		return err
	})
	if err != nil {
		return nil, 0, fmt.Errorf("top: %w", err)
	}
	return lines, of, nil
}

func top(t Tx, lb leaderboard, from, n int) (lines []Entry, err error) {
	start, skip := place(t, lb, from)
	if start == nil || n <= 0 {
		return nil, nil
	}
	prefix := key("s", string(lb))
	t.Walk(prefix, start, func(k, v []byte) bool {
		if skip > 0 {
			skip--
			return true
		}
		var l line
		if l, err = readLine(k[len(prefix):], v); err != nil {
			return false
		}
		var e Entry
		e, err = entry(t, l, from+len(lines))
		lines = append(lines, e)
		return err == nil && len(lines) < n
	})
	return lines, err
}

func (s *store) Row(lb Leaderboard, playerID string) (Entry, error) {
	return s.row("row", lb, playerID, best)
}

// row is the line of a player that of finds, with the rank that it has on a leaderboard, or would have.
func (s *store) row(what string, lb Leaderboard, playerID string, of func(Tx, leaderboard, string) (line, bool, error)) (e Entry, err error) {
	k, err := lb.key()
	if err != nil {
		return Entry{}, fmt.Errorf("%s: %w", what, err)
	}
	err = s.View(func(t Tx) error {
		id, p, _, err := resolve(t, playerID)
		if err != nil {
			return err
		}
		l, ok, err := of(t, k, id)
		if err != nil {
			return err
		}
		if !ok {
			return ErrNotFound
		}
		e = l.entry(Player{ID: id, Name: p.name}, rank(t, k, l))
		return nil
	})
	if err != nil {
		return Entry{}, fmt.Errorf("%s: %w", what, err)
	}
	return e, nil
}

func (s *store) Bests(playerID string, kind Kind) (list []Best, err error) {
	if err := kind.check(); err != nil {
		return nil, fmt.Errorf("bests: %w", err)
	}
	err = s.View(func(t Tx) error {
		list = nil
		id, p, known, err := resolve(t, playerID)
		if err != nil || !known {
			return err
		}
		allTime := "a" + kind.suffix() + "\x00"
		for _, k := range collect(t, key("b", id, allTime), nil, math.MaxInt) {
			lb := leaderboard(k[2+idLen:])
			_, game, mode, ok := lb.split()
			l, _, err := best(t, lb, id)
			if err != nil || !ok {
				return fmt.Errorf("best %q: %w", k, ErrDamaged)
			}
			e := l.entry(Player{ID: id, Name: p.name}, rank(t, lb, l))
			list = append(list, Best{game, mode, l.of(t, lb), e})
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("bests: %w", err)
	}
	return list, nil
}
