package storagetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"arcade.example.com/storage"
)

// going is a game in progress as a session has it in hand.
func going(run, session string) storage.Progress {
	return storage.Progress{Run: run, Game: "maze", Mode: "10x10", Saved: noon, Owner: session}
}

// finished is the run that a game in progress ends in.
func finished(p storage.Progress, n int, ms int64) storage.Run {
	r := NewRun(p.Run, n, ms)
	r.Owner, r.Epoch = p.Owner, p.Epoch
	return r
}

func resume(t testing.TB, s storage.Store, n int, run, session string) storage.Progress {
	t.Helper()
	p, err := s.Resume(Key(n), "maze", run, session)
	is(t, "resume "+run, err, nil)
	return p
}

func resuming(t *testing.T, s storage.Store) {
	first := going("r1", "one")
	first.Steps, first.Count = []byte("steps"), 5
	_, err := s.Resume(Key(1), "maze", "r1", "two")
	is(t, "resume what nobody kept", err, storage.ErrNotFound)
	is(t, "keep", s.Keep(Key(1), first), nil)
	_, err = s.Resume(Key(1), "maze", "r2", "two")
	is(t, "resume another run", err, storage.ErrNotFound)
	_, err = s.Resume(Key(2), "maze", "r1", "two")
	is(t, "resume another's run", err, storage.ErrNotFound)
	equal(t, "epoch of the session that began it", resume(t, s, 1, "r1", "one").Epoch, 0)

	second := resume(t, s, 1, "r1", "two")
	equal(t, "epoch", second.Epoch, 1)
	equal(t, "steps", string(second.Steps), "steps")
	equal(t, "epoch, asked again", resume(t, s, 1, "r1", "two").Epoch, 1)
	first.Count++
	is(t, "keep by the session before", s.Keep(Key(1), first), storage.ErrTaken)
	_, err = s.Save(finished(first, 1, 1000))
	is(t, "save by the session before", err, storage.ErrTaken)
	third := resume(t, s, 1, "r1", "one")
	equal(t, "epoch of a session that comes back", third.Epoch, 2)
	is(t, "keep by the session before", s.Keep(Key(1), second), storage.ErrTaken)

	// Another run of the game takes the place among those kept; whose the first is remains known.
	is(t, "keep another", s.Keep(Key(1), going("r2", "two")), nil)
	_, err = s.Save(finished(second, 1, 1000))
	is(t, "save by the session before", err, storage.ErrTaken)
	equal(t, "standing", save(t, s, finished(third, 1, 1000)).Rank, 1)
	_, err = s.Save(finished(second, 1, 1000))
	is(t, "save, once it is saved, by the session before", err, storage.ErrTaken)
	_, err = s.Resume(Key(1), "maze", "r1", "two")
	is(t, "resume what was saved", err, storage.ErrSpent)
	kept, _ := s.Kept(Key(1))
	if len(kept) != 1 || kept[0].Run != "r2" {
		t.Errorf("kept: %+v", kept)
	}
	equal(t, "another's rank with the same run", runs(t, s, maze), "r1")
	_, err = s.Save(NewRun("r1", 2, 1000))
	is(t, "save another's run", err, storage.ErrTaken)
	sound(t, s)
}

// spending holds that a run which any session has lost, dropped or had help with is never saved.
func spending(t *testing.T, s storage.Store) {
	for n, end := range []func(k int, run string) error{
		func(k int, run string) error { return s.Drop(Key(k), "maze", run) },
		func(k int, run string) error { return s.Spend(Key(k), run) },
	} {
		run := fmt.Sprint("r", n)
		old := going(run, "old")
		is(t, "keep", s.Keep(Key(n), old), nil)
		now := resume(t, s, n, run, "new")
		is(t, "end by the session before", end(n, run), nil)
		is(t, "end again", end(n, run), nil)
		for _, p := range []storage.Progress{old, now} {
			_, err := s.Save(finished(p, n, 1000))
			is(t, "save", err, storage.ErrSpent)
		}
	}
	is(t, "keep what was dropped", s.Keep(Key(0), going("r0", "old")), storage.ErrSpent)
	_, err := s.Resume(Key(0), "maze", "r0", "new")
	is(t, "resume what was dropped", err, storage.ErrSpent)
	helped := resume(t, s, 1, "r1", "third")
	equal(t, "epoch of what was helped", helped.Epoch, 2)
	is(t, "keep what was helped", s.Keep(Key(1), helped), nil)

	save(t, s, NewRun("r2", 2, 1000))
	is(t, "drop what was saved", s.Drop(Key(2), "maze", "r2"), nil)
	is(t, "spend what was saved", s.Spend(Key(2), "r2"), nil)
	equal(t, "what was saved stays", save(t, s, NewRun("r2", 2, 1000)).Rank, 1)
	is(t, "remove", s.RemoveRun("r2"), nil)
	_, err = s.Save(NewRun("r2", 2, 1000))
	is(t, "save what was removed", err, storage.ErrSpent)
	is(t, "keep what was removed", s.Keep(Key(2), going("r2", "old")), storage.ErrSpent)
	equal(t, "runs", runs(t, s, maze), "")
	sound(t, s)
}

// linkedOwners links two players who both have a game in progress, and parts them again.
func linkedOwners(t *testing.T, s storage.Store) {
	ours, theirs := going("r1", "one"), going("r2", "two")
	ours.Count, theirs.Count = 3, 9
	is(t, "keep", s.Keep(Key(1), ours), nil)
	is(t, "keep", s.Keep(Key(2), theirs), nil)
	link(t, s, 1, 2)
	kept, _ := s.Kept(Key(1))
	if len(kept) != 1 || kept[0].Run != "r2" {
		t.Errorf("kept of the two: %+v", kept)
	}
	taken := resume(t, s, 1, "r2", "one")
	is(t, "keep by the linked key", s.Keep(Key(2), theirs), storage.ErrTaken)
	save(t, s, finished(ours, 1, 1000)) // it was not kept, but it is still the one's own
	save(t, s, finished(taken, 1, 2000))

	begun := going("r3", "two")
	is(t, "keep", s.Keep(Key(2), begun), nil)
	is(t, "unlink", s.Unlink(Key(1), s.Tag(Key(2)), noon.AddDate(0, 0, 8)), nil)
	is(t, "keep, once apart", s.Keep(Key(2), begun), nil)
	copied := resume(t, s, 1, "r3", "one")
	is(t, "keep what was taken", s.Keep(Key(2), begun), storage.ErrTaken)
	back := resume(t, s, 2, "r3", "two")
	equal(t, "epoch", back.Epoch, copied.Epoch+1)
	_, err := s.Save(finished(copied, 1, 500))
	is(t, "save what was taken back", err, storage.ErrTaken)
	save(t, s, finished(back, 2, 3000))
	_, err = s.Save(finished(copied, 1, 500))
	is(t, "save what the other saved", err, storage.ErrTaken)
	equal(t, "runs", runs(t, s, maze), "r1 r3")
	sound(t, s)
}

// takingRace lets many sessions take one run over at once and finish it: the last one alone can.
func takingRace(t *testing.T, open func() storage.Store) {
	stores := []storage.Store{open(), open()}
	is(t, "keep", stores[0].Keep(Key(1), going("r1", "first")), nil)
	all := make([]storage.Progress, 40)
	each(len(all), func(n int) { all[n] = resume(t, stores[n%2], 1, "r1", fmt.Sprint("session ", n)) })
	var saved atomic.Int32
	each(len(all), func(n int) {
		if n%2 == 0 {
			err := stores[n/2%2].Keep(Key(1), all[n])
			if int(all[n].Epoch) == len(all) && errors.Is(err, storage.ErrTaken) {
				t.Error("the last owner was refused")
			}
		}
		if _, err := stores[n%2].Save(finished(all[n], 1, 1000)); err == nil {
			saved.Add(1)
			equal(t, "epoch of the session that saved", all[n].Epoch, uint64(len(all)))
		} else {
			is(t, "save", err, storage.ErrTaken)
		}
	})
	equal(t, "sessions that saved it", saved.Load(), 1)
	sound(t, stores[0])
}

// interleavings plays hundreds of random orders of what two or three sessions of a player may do, against a model.
func interleavings(t *testing.T, open func() storage.Store) {
	const players = 300
	stores := []storage.Store{open(), open()}
	each(players, func(n int) { link(t, stores[0], n, players+n) })
	each(players, func(n int) {
		m := &model{t: t, stores: stores, n: n, r: rand.New(rand.NewPCG(17, uint64(n))), fates: map[string]*modelFate{}}
		m.sessions = make([]*storage.Progress, 2+n%2)
		for range 40 {
			m.step()
		}
		m.compare()
	})
	sound(t, stores[0])
}

// model is what a player's sessions do, and what must come of it: the plainest way to say who owns a run.
type model struct {
	t        testing.TB
	stores   []storage.Store
	n        int // the player's key; the other key is players higher
	r        *rand.Rand
	sessions []*storage.Progress // what each has in hand
	fates    map[string]*modelFate
	kept     string // the run that is kept
	begun    int
	log      []string
}

type modelFate struct {
	owner       int // the session that has it
	epoch       uint64
	spent, over bool
	saved       int64 // ms, 0 while it is not
	count       uint64
}

func (m *model) key() int { return m.n + 300*m.r.IntN(2) }

func (m *model) store() storage.Store { return m.stores[m.r.IntN(len(m.stores))] }

// step lets a session do something.
func (m *model) step() {
	i := m.r.IntN(len(m.sessions))
	p := m.sessions[i]
	if p == nil || m.r.IntN(6) == 0 {
		if m.kept != "" && m.r.IntN(3) > 0 {
			m.resume(i)
			return
		}
		run, begun := fmt.Sprintf("%03d-%d", m.n, m.begun), going("", fmt.Sprintf("%d of %d", i, m.n))
		begun.Run = run
		m.begun++
		m.sessions[i], m.fates[run] = &begun, &modelFate{owner: i}
		m.note("%d begins %s", i, run)
		return
	}
	f := m.fates[p.Run]
	mine := f.owner == i && f.epoch == p.Epoch
	switch m.r.IntN(8) {
	case 0, 1, 2:
		m.keep(i, p, f, mine)
	case 3:
		m.expect("drop", m.store().Drop(Key(m.key()), "maze", p.Run), nil)
		if f.saved == 0 {
			f.over = true
			m.forget(p.Run)
		}
	case 4:
		m.expect("spend", m.store().Spend(Key(m.key()), p.Run), nil)
		if f.saved == 0 {
			f.spent = true
		}
	default:
		m.save(i, p, f, mine)
	}
}

func (m *model) resume(i int) {
	run := m.kept
	f := m.fates[run]
	p, err := m.store().Resume(Key(m.key()), "maze", run, fmt.Sprintf("%d of %d", i, m.n))
	m.expect(fmt.Sprint(i, " resumes ", run), err, nil)
	if f.owner != i {
		f.owner, f.epoch = i, f.epoch+1
	}
	if p.Epoch != f.epoch || p.Count != f.count {
		m.fail("resumed %+v, want epoch %d and count %d", p, f.epoch, f.count)
	}
	m.sessions[i] = &p
}

func (m *model) keep(i int, p *storage.Progress, f *modelFate, mine bool) {
	p.Count++
	err := m.store().Keep(Key(m.key()), *p)
	switch {
	case f.over || f.saved > 0:
		m.expect(fmt.Sprint(i, " keeps ", p.Run), err, storage.ErrSpent)
	case !mine:
		m.expect(fmt.Sprint(i, " keeps ", p.Run), err, storage.ErrTaken)
	default:
		m.expect(fmt.Sprint(i, " keeps ", p.Run), err, nil)
		if m.kept != p.Run || p.Count > f.count {
			m.kept, f.count = p.Run, p.Count
		}
	}
}

func (m *model) save(i int, p *storage.Progress, f *modelFate, mine bool) {
	ms := int64(1000 + m.r.IntN(1000))
	if f.saved > 0 {
		ms = f.saved
	}
	_, err := m.store().Save(finished(*p, m.key(), ms))
	what := fmt.Sprint(i, " saves ", p.Run)
	switch {
	case f.saved == 0 && (f.over || f.spent):
		m.expect(what, err, storage.ErrSpent)
	case !mine:
		m.expect(what, err, storage.ErrTaken)
	default:
		m.expect(what, err, nil)
		f.saved = ms
		m.forget(p.Run)
	}
}

func (m *model) forget(run string) {
	if m.kept == run {
		m.kept = ""
	}
}

// compare holds what is stored of the player in the end against the model.
func (m *model) compare() {
	var want, got []int64
	for _, f := range m.fates {
		if f.saved > 0 {
			want = append(want, f.saved)
		}
	}
	settled(m.t, m.n, m.stores...)
	id := player(m.t, m.stores[0], m.n).ID
	list, err := m.stores[0].Results(id, "maze", "10x10", 100)
	m.expect("results", err, nil)
	for _, r := range list {
		got = append(got, r.Millis)
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		m.fail("saved %v, want %v", got, want)
	}
	if row, err := m.stores[0].Row(maze, id); len(want) > 0 && (err != nil || row.Millis != want[0]) {
		m.fail("row %+v, %v, want %d ms", row, err, want[0])
	}
	kept, err := m.stores[0].Kept(Key(m.n))
	m.expect("kept", err, nil)
	if m.kept == "" && len(kept) > 0 || m.kept != "" && (len(kept) != 1 || kept[0].Run != m.kept) {
		m.fail("kept %+v, want %q", kept, m.kept)
	}
}

func (m *model) note(format string, args ...any) { m.log = append(m.log, fmt.Sprintf(format, args...)) }

func (m *model) expect(what string, err, want error) {
	m.note("%s: %v", what, err)
	if (err == nil) != (want == nil) || want != nil && !errors.Is(err, want) {
		m.fail("%s: %v, want %v", what, err, want)
	}
}

func (m *model) fail(format string, args ...any) {
	m.t.Errorf("player %d: %s\n%s", m.n, fmt.Sprintf(format, args...), m.log)
}

// sweptFates holds how long what became of a run is known.
func sweptFates(t *testing.T, s storage.Store) {
	daily := going("daily", "one")
	daily.Game, daily.Daily = "minesweeper", "2026-11-18"
	is(t, "keep", s.Keep(Key(1), daily), nil)
	is(t, "drop", s.Drop(Key(1), "minesweeper", "daily"), nil)
	is(t, "drop", s.Drop(Key(1), "maze", "plain"), nil)
	save(t, s, NewRun("stays", 1, 1000))
	for _, c := range []struct {
		days         int
		plain, daily error
	}{
		{29, storage.ErrSpent, storage.ErrSpent},
		{31, nil, storage.ErrSpent},
		{401, nil, nil},
	} {
		is(t, "sweep", s.Sweep(time.Now().AddDate(0, 0, c.days), true), nil)
		is(t, fmt.Sprint("a daily after ", c.days, " days"), s.Keep(Key(1), daily), c.daily)
		is(t, fmt.Sprint("another run after ", c.days, " days"), s.Keep(Key(1), going("plain", "one")), c.plain)
	}
}
