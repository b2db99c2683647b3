package storage

import (
	"fmt"
	"math"

	"arcade.example.com/keys"
)

// maxFaults is how many faults Verify names: a file with more is not repaired by hand.
const maxFaults = 1000

func (s *store) Verify(bad func(error)) error {
	a := audit{}
	err := s.View(func(t Tx) error {
		a = audit{Tx: t}
		a.players()
		a.recoveries()
		a.rivals()
		a.lines()
		a.bests()
		a.runs()
		a.heats()
		a.tallies()
		return nil
	})
	for _, fault := range a.faults {
		bad(fault)
	}
	if err != nil {
		return fmt.Errorf("verify: %w", err)
	}
	return nil
}

// audit counts again in one transaction all that is on record twice.
type audit struct {
	Tx
	faults []error
}

func (a *audit) fault(format string, args ...any) {
	if len(a.faults) < maxFaults {
		a.faults = append(a.faults, fmt.Errorf(format+": %w", append(args, ErrDamaged)...))
	}
}

// check notes the error of a value that could not be read, and reports whether it could.
func (a *audit) check(err error) bool {
	if err != nil && len(a.faults) < maxFaults {
		a.faults = append(a.faults, err)
	}
	return err == nil
}

// players: names and keys lead to their players and back.
func (a *audit) players() {
	a.Walk(key("p"), nil, func(k, v []byte) bool {
		p, err := readPlayer(k, v)
		if a.check(err) && p.name != "" && string(a.Get(key("n", keys.Skeleton(p.name)))) != string(k[2:]) {
			a.fault("the name %q does not lead to player %q", p.name, k[2:])
		}
		return true
	})
	a.Walk(key("n"), nil, func(k, id []byte) bool {
		at := key("p", string(id))
		p, err := readPlayer(at, a.Get(at))
		if a.check(err) && keys.Skeleton(p.name) != string(k[2:]) {
			a.fault("the name %q leads to player %q, named %q", k[2:], id, p.name)
		}
		return true
	})
	a.Walk(key("k"), nil, func(k, v []byte) bool {
		rec, err := readKey(k, v)
		if a.check(err) && (a.Get(key("o", rec.player, string(k[2:]))) == nil || a.Get(key("p", rec.player)) == nil) {
			a.fault("the key %x does not belong to its player %q", k[2:], rec.player)
		}
		return true
	})
	a.Walk(key("o"), nil, func(k, _ []byte) bool {
		if len(k) != 2+idLen+len(keys.Tag{}) {
			a.fault("owner %q", k)
			return true
		}
		id, at := string(k[2:][:idLen]), key("k", string(k[2+idLen:]))
		rec, err := readKey(at, a.Get(at))
		if a.check(err) && rec.player != id {
			a.fault("player %q owns the key %x of player %q", id, at[2:], rec.player)
		}
		return true
	})
}

// lines: every line is its player's best, and the counters agree with the lines.
func (a *audit) lines() {
	var counted counter
	counters := 0
	a.Walk(key("s"), nil, func(k, run []byte) bool {
		lb, rest, ok := cutLeaderboard(k[2:])
		if !ok {
			a.fault("line %q", k)
			return true
		}
		l, err := readLine(rest, run)
		if !a.check(err) {
			return true
		}
		counted.add(lb, l.value, func(c []byte, n int) { counters++; a.counted(c, n) })
		b, ok, err := best(a, lb, l.id)
		if a.check(err) && (!ok || b != l) {
			a.fault("line %q is not the best of player %q", k, l.id)
		}
		return true
	})
	counted.flush(0, func(c []byte, n int) { counters++; a.counted(c, n) })
	a.Walk(key("c"), nil, func(_, _ []byte) bool { counters--; return true })
	if counters != 0 {
		a.fault("%d counters too many", -counters)
	}
}

func (a *audit) counted(c []byte, n int) {
	if on := readCount(a.Get(c)); on != n {
		a.fault("counter %q is %d, counted %d", c, on, n)
	}
}

// bests: every best has its line.
func (a *audit) bests() {
	a.Walk(key("b"), nil, func(k, v []byte) bool {
		if len(k) < 2+idLen {
			a.fault("best %q", k)
			return true
		}
		id, lb := string(k[2:2+idLen]), leaderboard(k[2+idLen:])
		l, err := readBest(k, v, id)
		if !a.check(err) {
			return true
		}
		if string(a.Get(l.key(lb))) != string(l.encode()) {
			a.fault("best %q has no line", k)
		}
		at := key("p", id)
		p, err := readPlayer(at, a.Get(at))
		if a.check(err) && (a.Get(at) == nil || p.shadow != l.hidden) {
			a.fault("best %q has no player, or not the one who is shown", k)
		}
		return true
	})
}

// runs: every line can be replayed, and the replay is of that line.
func (a *audit) runs() {
	for _, kind := range []string{"s", "z"} {
		a.Walk(key(kind), nil, func(k, v []byte) bool {
			a.proof(k, v, kind == "z")
			return true
		})
	}
}

// proof: a line has its replay.
func (a *audit) proof(k, v []byte, hidden bool) {
	lb, rest, ok := cutLeaderboard(k[2:])
	l, err := readLine(rest, v)
	if !ok || !a.check(err) {
		return
	}
	at := key("r", l.run)
	if a.Get(at) == nil {
		a.fault("line %q has no replay %s", k, l.run)
		return
	}
	rec, err := readRun(at, a.Get(at))
	l.hidden = hidden
	if a.check(err) && (rec.line(l.id, l.run, hidden) != l || !rec.countsOn(lb)) {
		a.fault("line %q is not of its replay %s", k, l.run)
	}
	b, ok, err := best(a, lb, l.id)
	if hidden && a.check(err) && (!ok || b != l) {
		a.fault("hidden line %q is not the best of player %q", k, l.id)
	}
}

// counter counts lines as they come, in order: each level's count is complete when its prefix changes.
type counter struct {
	lb leaderboard
	ms uint32
	n  [levels]int
}

func (c *counter) add(lb leaderboard, ms uint32, done func(k []byte, n int)) {
	same := 0 // levels whose prefix is as before
	if lb == c.lb {
		for same < levels && (ms^c.ms)>>(24-8*same) == 0 {
			same++
		}
	}
	c.flush(same, done)
	c.lb, c.ms = lb, ms
	for level := range levels {
		c.n[level]++
	}
}

// flush ends the counts from a level on.
func (c *counter) flush(from int, done func(k []byte, n int)) {
	for level := from; level < levels; level++ {
		if c.n[level] > 0 {
			done(counterKey(c.lb, level, c.ms), c.n[level])
		}
		c.n[level] = 0
	}
}

// recount makes the counters anew from the lines.
func recount(t Tx) error {
	for _, k := range collect(t, key("c"), nil, math.MaxInt) {
		t.Del(k)
	}
	var counted counter
	var err error
	t.Walk(key("s"), nil, func(k, run []byte) bool {
		lb, rest, ok := cutLeaderboard(k[2:])
		if !ok {
			err = fmt.Errorf("line %q: %w", k, ErrDamaged)
			return false
		}
		var l line
		if l, err = readLine(rest, run); err != nil {
			return false
		}
		counted.add(lb, l.value, t.Add)
		return true
	})
	counted.flush(0, t.Add)
	return err
}
