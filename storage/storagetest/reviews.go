package storagetest

import (
	"fmt"
	"testing"
	"time"

	"arcade.example.com/storage"
)

// fifty saves runs of fifty players, of 10, 10.1, 10.2 s and so on.
func fifty(t *testing.T, s storage.Store) {
	t.Helper()
	for n := range 50 {
		save(t, s, NewRun(fmt.Sprintf("old-%02d", n), n, int64(10_000+100*n)))
	}
}

// suspect is a run that has to be reviewed where it comes among the first of fifty.
func suspect(id string, n int, ms int64) storage.Run {
	r := NewRun(id, n, ms)
	r.Review = 50
	return r
}

// reviews holds that a run that would come among the first three waits for an operator: seen by its player, and by nobody
// else.
func reviews(t *testing.T, s storage.Store) {
	save(t, s, suspect("few", 60, 1)) // the first of nobody
	is(t, "remove", s.RemoveRun("few"), nil)
	fifty(t, s)
	before, changed := runs(t, s, maze), s.Changes(maze)
	equal(t, "a stranger", save(t, s, suspect("new", 70, 10_150)),
		storage.Standing{Run: "new", Rank: 3, Of: 51, Review: true, Record: 10 * time.Second})
	equal(t, "again", save(t, s, suspect("new", 70, 10_150)).Review, true)
	equal(t, "one who stands there", save(t, s, suspect("better", 20, 9000)),
		storage.Standing{Run: "better", Rank: 1, Of: 50, Review: true, Before: 12 * time.Second, Record: 10 * time.Second})
	equal(t, "a slower one of the day", save(t, s, suspect("slower", 20, 9500)).Best, false)
	equal(t, "runs", runs(t, s, maze), before)
	equal(t, "changes", s.Changes(maze), changed)
	equal(t, "the fourth needs none", save(t, s, suspect("fourth", 71, 10_250)),
		storage.Standing{Run: "fourth", Rank: 4, Of: 51, Best: true, Record: 10 * time.Second})
	equal(t, "nor where nobody asks", save(t, s, NewRun("trusted", 72, 10_190)).Rank, 3)

	list, err := s.Reviews()
	is(t, "reviews", err, nil)
	equal(t, "reviews", waiting(list), "better new")
	want := storage.Review{Game: "maze", Mode: "10x10", Of: 52,
		Entry: storage.Entry{Rank: 1, ID: player(t, s, 20).ID, Millis: 9000, At: noon, Run: "better"}}
	equal(t, "review", list[0], want)
	for _, p := range []storage.Period{storage.All, storage.Week, storage.Day} {
		lb := storage.Leaderboard{Game: "maze", Mode: "10x10", Period: p, At: noon}
		own, err := s.UnderReview(lb, player(t, s, 70).ID)
		is(t, "under review", err, nil)
		equal(t, "under review", own, storage.Entry{Rank: 3, ID: player(t, s, 70).ID, Millis: 10_150, At: noon, Run: "new"})
		_, err = s.UnderReview(lb, player(t, s, 1).ID)
		is(t, "another's", err, storage.ErrNotFound)
	}
	_, err = s.UnderReview(storage.Leaderboard{Game: "maze", Mode: "10x10", Period: storage.Day, At: noon.Add(day)}, player(t, s, 70).ID)
	is(t, "on another day", err, storage.ErrNotFound)
	_, err = s.UnderReview(storage.Leaderboard{Game: "maze", Mode: "10x10", Period: "year"}, player(t, s, 70).ID)
	is(t, "no such period", err, storage.ErrNotFound)
	row, err := s.Row(maze, player(t, s, 20).ID)
	is(t, "row", err, nil)
	equal(t, "what stands meanwhile", row.Run, "old-20")
	sound(t, s)
}

// waiting are the runs of a list of reviews.
func waiting(list []storage.Review) (ids string) {
	for i, r := range list {
		if i > 0 {
			ids += " "
		}
		ids += r.Run
	}
	return ids
}

// approving holds that a run ranks once it is approved, and is gone for good once it is removed.
func approving(t *testing.T, s storage.Store) {
	fifty(t, s)
	save(t, s, suspect("good", 70, 9000))
	save(t, s, suspect("bad", 71, 8000))
	is(t, "no such run", s.Approve("nothing"), storage.ErrNotFound)
	is(t, "one that ranks", s.Approve("old-00"), storage.ErrNotFound)
	is(t, "sweep", s.Sweep(noon.Add(500*day), true), nil) // however long it waits
	list, _ := s.Reviews()
	equal(t, "reviews", waiting(list), "bad good")
	changed := s.Changes(maze)
	is(t, "approve", s.Approve("good"), nil)
	is(t, "approve again", s.Approve("good"), storage.ErrNotFound)
	if s.Changes(maze) <= changed {
		t.Error("a line has come, and the number did not rise")
	}
	equal(t, "saved again", save(t, s, suspect("good", 70, 9000)),
		storage.Standing{Run: "good", Rank: 1, Of: 51, Best: true, Record: 10 * time.Second})
	is(t, "remove", s.RemoveRun("bad"), nil)
	is(t, "approve what is removed", s.Approve("bad"), storage.ErrNotFound)
	_, err := s.Save(suspect("bad", 71, 8000))
	is(t, "save what is removed", err, storage.ErrSpent)
	list, _ = s.Reviews()
	equal(t, "reviews", waiting(list), "")
	lines, of := top(t, s, maze, 1, 2)
	equal(t, "of", of, 51)
	equal(t, "first", lines[0].Run, "good")
	equal(t, "second", lines[1].Run, "old-00")
	sound(t, s)
}

// reviewedDailies holds that a daily's leaderboard has its reviews too, and that kinds that no hands make have none.
func reviewedDailies(t *testing.T, s storage.Store) {
	daily := func(r storage.Run) storage.Run {
		r.Daily = "2026-11-18"
		return r
	}
	for n := range 50 {
		save(t, s, daily(NewRun(fmt.Sprintf("old-%02d", n), n, int64(10_000+100*n))))
	}
	st := save(t, s, daily(suspect("first", 70, 9000)))
	equal(t, "standing", st, storage.Standing{Run: "first", Rank: 1, Of: 51, Review: true, Record: 10 * time.Second})
	list, _ := s.Reviews()
	equal(t, "reviews", waiting(list), "first")
	equal(t, "daily", list[0].Daily, "2026-11-18")
	lb := storage.Leaderboard{Game: "maze", Mode: "10x10", Daily: "2026-11-18"}
	own, err := s.UnderReview(lb, player(t, s, 70).ID)
	is(t, "under review", err, nil)
	equal(t, "under review", own.Run, "first")
	_, err = s.UnderReview(maze, player(t, s, 70).ID)
	is(t, "elsewhere", err, storage.ErrNotFound)
	attempts, _ := s.Attempts(player(t, s, 70).ID, "2026-11-18", "2026-11-18")
	equal(t, "attempts", len(attempts), 1)
	equal(t, "done", attempts[0].Done, true)
	is(t, "approve", s.Approve("first"), nil)
	lines, _ := top(t, s, lb, 1, 1)
	equal(t, "first", lines[0].Run, "first")
	for n := range 50 {
		r := NewRun(fmt.Sprintf("fast-%02d", n), n, int64(10+n))
		r.Kind = storage.Automatic
		save(t, s, r)
	}
	auto := suspect("faster", 70, 1)
	auto.Kind = storage.Automatic
	equal(t, "automatic", save(t, s, auto).Review, false)
	sound(t, s)
}

// attemptsUnderReview holds that of two attempts at a daily the earlier stands, whoever of the linked players waits, and
// whatever kind it is of.
func attemptsUnderReview(t *testing.T, s storage.Store) {
	for i, kind := range []storage.Kind{storage.Timed, storage.Automatic} {
		for n := range 50 {
			old := NewRun(fmt.Sprintf("old-%d-%02d", i, n), n, int64(10_000+100*n))
			old.Daily, old.Game = "2026-11-18", fmt.Sprint("game", i)
			save(t, s, old)
		}
		earlier, later := suspect(fmt.Sprint("earlier-", i), 70+2*i, 9000), suspect(fmt.Sprint("later-", i), 71+2*i, 8000)
		for _, r := range []*storage.Run{&earlier, &later} {
			r.Daily, r.Game, r.Kind = "2026-11-18", fmt.Sprint("game", i), kind
			save(t, s, *r)
		}
		link(t, s, 70+2*i, 71+2*i)
		lb := storage.Leaderboard{Game: earlier.Game, Mode: "10x10", Daily: "2026-11-18", Kind: kind}
		if kind == storage.Timed {
			list, err := s.Reviews()
			is(t, "reviews", err, nil)
			equal(t, "reviews", waiting(list), earlier.ID)
			is(t, "approve", s.Approve(later.ID), storage.ErrNotFound)
			continue
		}
		equal(t, "runs", runs(t, s, lb), earlier.ID)
	}
	sound(t, s)
}

// movedReviews holds that what waits goes along where players are linked, hidden and removed.
func movedReviews(t *testing.T, s storage.Store) {
	fifty(t, s)
	save(t, s, suspect("one", 70, 9000))
	save(t, s, suspect("two", 71, 8000))
	save(t, s, suspect("three", 72, 7000))
	into := link(t, s, 70, 71)
	list, _ := s.Reviews()
	equal(t, "of two of a day the better waits", waiting(list), "three two")
	equal(t, "whose", list[1].ID, into.ID)
	is(t, "shadow", s.Shadow(into.ID, true), nil)
	list, _ = s.Reviews()
	equal(t, "reviews", waiting(list), "three two")
	sound(t, s)
	is(t, "approve", s.Approve("two"), nil)
	lines, of := top(t, s, maze, 1, 1)
	equal(t, "first", lines[0].Run, "old-00")
	equal(t, "of", of, 50)
	is(t, "show", s.Shadow(into.ID, false), nil)
	lines, _ = top(t, s, maze, 1, 1)
	equal(t, "first", lines[0].Run, "two")
	is(t, "remove", s.RemovePlayer(player(t, s, 72).ID), nil)
	list, _ = s.Reviews()
	equal(t, "reviews", waiting(list), "")
	is(t, "approve", s.Approve("three"), storage.ErrNotFound)
	sound(t, s)
}

// removedReviews holds that what is not approved never stands in for a run that is removed.
func removedReviews(t *testing.T, s storage.Store) {
	fifty(t, s)
	save(t, s, suspect("waits", 20, 9000))
	save(t, s, suspect("behind", 20, 9500))
	is(t, "remove", s.RemoveRun("old-20"), nil)
	_, err := s.Row(maze, player(t, s, 20).ID)
	is(t, "row", err, storage.ErrNotFound)
	is(t, "remove", s.RemoveRun("waits"), nil)
	list, _ := s.Reviews()
	equal(t, "the day's next waits in its place", waiting(list), "behind")
	sound(t, s)
}
