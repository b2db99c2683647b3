package storagetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"arcade.example.com/storage"
)

// kinds holds that each kind of run has leaderboards of its own, in every period and in dailies.
func kinds(t *testing.T, s storage.Store) {
	all := []storage.Kind{storage.Timed, storage.Automatic, storage.Lines, storage.Bots}
	for i, kind := range all {
		run := NewRun("r-"+string(kind), 1, int64(1000+i))
		run.Kind, run.Figures = kind, storage.Figures{Moves: uint32(30 + i), Least: 21}
		equal(t, "standing", save(t, s, run), storage.Standing{Run: run.ID, Rank: 1, Of: 1, Best: true})
		daily := run
		daily.ID, daily.Daily, daily.Game = "d-"+string(kind), "2026-11-18", "game "+string(kind)
		save(t, s, daily)
		r, err := s.Replay(run.ID)
		is(t, "replay", err, nil)
		equal(t, "kind", r.Kind, kind)
		equal(t, "figures", r.Figures, run.Figures)
	}
	id := player(t, s, 1).ID
	for i, kind := range all {
		for _, p := range []storage.Period{storage.All, storage.Week, storage.Day} {
			lb := storage.Leaderboard{Game: "maze", Mode: "10x10", Period: p, At: noon, Kind: kind}
			equal(t, fmt.Sprintf("%+v", lb), runs(t, s, lb), "r-"+string(kind))
			row, err := s.Row(lb, id)
			is(t, "row", err, nil)
			equal(t, "figures", row.Figures, storage.Figures{Moves: uint32(30 + i), Least: 21})
			lines, _ := top(t, s, lb, 1, 1)
			equal(t, "line", lines[0], row)
		}
		lb := storage.Leaderboard{Game: "game " + string(kind), Mode: "10x10", Daily: "2026-11-18", Kind: kind}
		equal(t, fmt.Sprintf("%+v", lb), runs(t, s, lb), "d-"+string(kind))
		list, err := s.Bests(id, kind)
		is(t, "bests", err, nil)
		if len(list) != 1 || list[0].Run != "r-"+string(kind) {
			t.Errorf("bests: %+v", list)
		}
	}
	list, _ := s.Results(id, "maze", "10x10", 10)
	equal(t, "results", len(list), 1)
	bad := NewRun("bad", 1, 1)
	bad.Kind = "none"
	_, err := s.Save(bad)
	is(t, "no such kind", err, storage.ErrNotFound)
	_, err = s.Bests(id, "none")
	is(t, "no such kind", err, storage.ErrNotFound)

	worse := NewRun("worse", 1, 9000)
	worse.Kind = storage.Automatic
	save(t, s, worse)
	is(t, "remove", s.RemoveRun("r-auto"), nil)
	equal(t, "what stands in", runs(t, s, storage.Leaderboard{Game: "maze", Mode: "10x10", Period: storage.All, Kind: storage.Automatic}), "worse")
	is(t, "sweep", s.Sweep(noon.Add(500*day), true), nil)
	equal(t, "what is left", runs(t, s, storage.Leaderboard{Game: "maze", Mode: "10x10", Period: storage.All, Kind: storage.Lines}), "r-lines")
	sound(t, s)
}

// scores holds leaderboards of runs in lines against the plainest way to make them: by moves over the least possible,
// then by time.
func scores(t *testing.T, s storage.Store) {
	r := rand.New(rand.NewPCG(5, 14))
	lb := storage.Leaderboard{Game: "maze", Mode: "10x10", Period: storage.All, Kind: storage.Lines}
	type scored struct {
		over, ms int64
		run      string
	}
	best := map[int]scored{}
	for i := range 300 {
		n := r.IntN(60)
		run := NewRun(fmt.Sprintf("r%03d", i), n, r.Int64N(20))
		run.Kind, run.Figures, run.Ended = storage.Lines, storage.Figures{Moves: 10 + r.Uint32N(12), Least: 12}, noon.Add(time.Duration(i)*time.Millisecond)
		save(t, s, run)
		one := scored{max(int64(run.Figures.Moves)-12, 0), run.Millis, run.ID}
		if old, ok := best[n]; !ok || one.over < old.over || one.over == old.over && one.ms < old.ms {
			best[n] = one
		}
	}
	var want []scored
	for _, one := range best {
		want = append(want, one)
	}
	slices.SortFunc(want, func(a, b scored) int {
		return slices.Compare([]int64{a.over, a.ms, order(a.run)}, []int64{b.over, b.ms, order(b.run)})
	})
	lines, of := top(t, s, lb, 1, 100)
	equal(t, "lines", of, len(want))
	for i, e := range lines {
		equal(t, "run", e.Run, want[i].run)
		equal(t, "time", e.Millis, want[i].ms)
		row, err := s.Row(lb, e.ID)
		is(t, "row", err, nil)
		equal(t, "row", row, e)
		from, _ := top(t, s, lb, i+1, 1)
		equal(t, "line", from[0], e)
	}
	sound(t, s)
}

// order is the number of a run of scores.
func order(run string) (n int64) {
	fmt.Sscanf(run, "r%d", &n)
	return n
}

// shadows holds that a shadowed player's lines are seen by themselves alone.
func shadows(t *testing.T, s storage.Store) {
	is(t, "nobody", s.Shadow("nobody", true), storage.ErrNotFound)
	for n, ms := range []int64{1000, 2000, 3000} {
		save(t, s, NewRun(fmt.Sprint("r", n), n, ms))
	}
	id := player(t, s, 0).ID
	changed := s.Changes(maze)
	is(t, "shadow", s.Shadow(id, true), nil)
	is(t, "shadow again", s.Shadow(id, true), nil)
	if s.Changes(maze) <= changed {
		t.Error("a line is gone, and the number did not rise")
	}
	equal(t, "known to the operator", player(t, s, 0).Shadow, true)
	equal(t, "runs", runs(t, s, maze), "r1 r2")
	row, err := s.Row(maze, id)
	is(t, "row", err, nil)
	equal(t, "rank for themselves", row.Rank, 1)
	list, _ := s.Bests(id, storage.Timed)
	equal(t, "of, for themselves", list[0].Of, 3)
	other, _ := s.Row(maze, player(t, s, 1).ID)
	equal(t, "rank of another", other.Rank, 1)
	equal(t, "a better run", save(t, s, NewRun("r3", 0, 500)),
		storage.Standing{Run: "r3", Rank: 1, Of: 3, Best: true, Before: time.Second, Record: 2 * time.Second})
	equal(t, "another's", save(t, s, NewRun("r4", 3, 2500)), storage.Standing{Run: "r4", Rank: 2, Of: 3, Best: true, Record: 2 * time.Second})
	equal(t, "runs", runs(t, s, maze), "r1 r4 r2")
	sound(t, s)

	is(t, "remove", s.RemoveRun("r3"), nil)
	row, _ = s.Row(maze, id)
	equal(t, "what stands in", row.Run, "r0")
	equal(t, "runs", runs(t, s, maze), "r1 r4 r2")
	link(t, s, 2, 0) // the shadow goes along
	equal(t, "runs", runs(t, s, maze), "r1 r4")
	sound(t, s)
	is(t, "sweep", s.Sweep(noon.Add(30*day), true), nil)
	sound(t, s)
	is(t, "show again", s.Shadow(id, false), nil)
	equal(t, "runs", runs(t, s, maze), "r0 r1 r4")
	is(t, "shadow", s.Shadow(id, true), nil)
	is(t, "remove the player", s.RemovePlayer(id), nil)
	equal(t, "runs", runs(t, s, maze), "r1 r4")
	sound(t, s)
}
