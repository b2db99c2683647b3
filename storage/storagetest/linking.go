package storagetest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"arcade.example.com/storage"
)

// link gives the key of player from to player into.
func link(t testing.TB, s storage.Store, into, from int) storage.Player {
	t.Helper()
	code, _, err := s.Code(Key(into), "", noon)
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Link(Key(from), code, fmt.Sprint("key ", from), noon)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func linking(t *testing.T, s storage.Store) {
	one := player(t, s, 1)
	two, err := s.SetName(Key(2), "bob")
	is(t, "name", err, nil)
	time.Sleep(2 * time.Millisecond) // so that the one joins later
	is(t, "settings", s.SetSettings(Key(1), map[string]string{"theme": "mono"}), nil)
	is(t, "settings", s.SetSettings(Key(2), map[string]string{"theme": "dark", "sound": "off"}), nil)
	is(t, "keep", s.Keep(Key(1), storage.Progress{Run: "g1", Game: "maze", Mode: "5x5", Saved: noon}), nil)
	is(t, "keep", s.Keep(Key(2), storage.Progress{Run: "g2", Game: "maze", Mode: "9x9", Saved: noon.Add(-time.Hour), Count: 1}), nil)
	is(t, "keep", s.Keep(Key(2), storage.Progress{Run: "g3", Game: "minesweeper", Mode: "expert", Saved: noon}), nil)
	save(t, s, NewRun("r2", 2, 2000))

	p := link(t, s, 1, 2)
	equal(t, "id", p.ID, one.ID)
	equal(t, "name, which the other had none of", p.Name, "bob")
	equal(t, "joined", p.Joined, two.Joined)
	equal(t, "player", player(t, s, 2), p)
	found, err := s.Find(two.ID)
	is(t, "find by the id before", err, nil)
	equal(t, "player of the id before", found, p)
	r, err := s.Replay("r2")
	is(t, "replay", err, nil)
	equal(t, "player of the run", r.Player, p)
	row, err := s.Row(maze, two.ID)
	is(t, "row by the id before", err, nil)
	equal(t, "row", row.ID, one.ID)

	set, _ := s.Settings(Key(2))
	equal(t, "settings", fmt.Sprint(set), "map[sound:off theme:mono]")
	kept, _ := s.Kept(Key(1))
	if len(kept) != 2 || kept[0].Run != "g2" || kept[1].Run != "g3" {
		t.Errorf("kept: %+v", kept)
	}
	own, _ := s.Keys(Key(1))
	if len(own) != 2 || own[0].Label+own[1].Label != "key 2" {
		t.Errorf("keys: %+v", own)
	}
	// The saver may not have heard of the link: a run that was saved before it is still known.
	equal(t, "a run from before the link, saved again", save(t, s, NewRun("r2", 2, 2000)).Rank, 1)
	equal(t, "an older run, saved late", save(t, s, NewRun("r0", 2, 9000)).Before, 2*time.Second)

	// A third joins with both names set; all that hang on it come along.
	link(t, s, 3, 4)
	if _, err := s.SetName(Key(4), "dora"); err != nil {
		t.Fatal(err)
	}
	p = link(t, s, 2, 3)
	equal(t, "id", p.ID, one.ID)
	equal(t, "name", p.Name, "bob")
	equal(t, "player", player(t, s, 4), p)
	if _, err := s.SetName(Key(9), "dora"); err != nil {
		t.Errorf("the name that was let go: %v", err)
	}
	if _, err := s.Link(Key(1), "x", strings.Repeat("x", 33), noon); err == nil {
		t.Error("a label of 33 bytes was taken")
	}
	sound(t, s)
}

func codes(t *testing.T, s storage.Store) {
	try := func(n int, code string, now time.Time, want error) {
		t.Helper()
		_, err := s.Link(Key(n), code, "", now)
		is(t, fmt.Sprintf("link %d", n), err, want)
	}
	first, expires, err := s.Code(Key(1), "", noon)
	is(t, "code", err, nil)
	equal(t, "expires", expires, noon.Add(10*time.Minute))
	equal(t, "known", player(t, s, 1).Known, false)
	second, _, _ := s.Code(Key(1), "", noon)
	try(2, first, noon, storage.ErrCode)
	try(2, second, noon.Add(10*time.Minute), storage.ErrCode)
	try(2, second, noon.Add(10*time.Minute-1), nil)
	try(3, second, noon, storage.ErrCode)

	third, _, _ := s.Code(Key(1), "", noon)
	typed := strings.NewReplacer("-", " ", "0", "o", "1", "l").Replace(strings.ToLower(third))
	try(3, " "+typed, noon, nil)
	fourth, _, _ := s.Code(Key(1), "", noon)
	try(1, fourth, noon, storage.ErrOwnCode)
	try(2, fourth, noon, storage.ErrOwnCode)
	try(4, fourth, noon, nil)
	own, _ := s.Keys(Key(1))
	equal(t, "keys", len(own), 4)
	for i, garbage := range []string{"", "-", "\x00", strings.Repeat("A", 100_000), "٣", first + first} {
		try(10+i, garbage, noon, storage.ErrCode)
		equal(t, "known", player(t, s, 10+i).Known, false)
	}
	is(t, "sweep", s.Sweep(noon.Add(time.Hour), true), nil)
	sound(t, s)
}

func wrongCodes(t *testing.T, s storage.Store) {
	code, _, _ := s.Code(Key(1), "", noon)
	for range 5 {
		_, err := s.Link(Key(2), "WRONG", "", noon)
		is(t, "wrong", err, storage.ErrCode)
	}
	for _, now := range []time.Time{noon, noon.Add(10*time.Minute - 1)} {
		_, err := s.Link(Key(2), code, "", now)
		is(t, "right, after five wrong", err, storage.ErrCode)
	}
	if _, err := s.Link(Key(3), code, "", noon); err != nil {
		t.Errorf("another key: %v", err)
	}
	later := noon.Add(10 * time.Minute)
	is(t, "sweep", s.Sweep(later, true), nil)
	code, _, _ = s.Code(Key(1), "", later)
	if _, err := s.Link(Key(2), code, "", later); err != nil {
		t.Errorf("ten minutes later: %v", err)
	}
}

// merging plays the same runs by three keys that are linked at random moments, and by one key.
func merging(t *testing.T, s storage.Store) {
	alone := storage.NewMemory()
	r := rand.New(rand.NewPCG(7, 7))
	modes := []string{"5x5", "10x10", "15x15"}
	for i := range 150 {
		run := NewRun(fmt.Sprintf("r%03d", i), 1+r.IntN(3), int64(1000+r.IntN(50)))
		run.Mode, run.Ended = modes[r.IntN(3)], noon.Add(time.Duration(r.IntN(100))*time.Hour)
		save(t, s, run)
		run.Key = Key(1)
		save(t, alone, run)
		if i == 50 || i == 100 {
			link(t, s, 1, 1+i/50)
		}
	}
	id, aloneID := player(t, s, 1).ID, player(t, alone, 1).ID
	for _, mode := range modes {
		for _, p := range []storage.Period{storage.All, storage.Week, storage.Day} {
			for hour := 0; hour <= 100; hour += 20 {
				lb := storage.Leaderboard{Game: "maze", Mode: mode, Period: p, At: noon.Add(time.Duration(hour) * time.Hour)}
				equal(t, fmt.Sprintf("%+v", lb), runs(t, s, lb), runs(t, alone, lb))
			}
		}
		got, _ := s.Results(id, "maze", mode, 100)
		want, _ := alone.Results(aloneID, "maze", mode, 100)
		equal(t, "results", fmt.Sprint(got), fmt.Sprint(want))
	}
	sound(t, s)
}

func linkingAttempts(t *testing.T, s storage.Store) {
	challenge := storage.Leaderboard{Game: "maze", Mode: "15x15", Daily: "2026-11-18"}
	attempt := func(n int, run string, begun time.Time) {
		t.Helper()
		a := storage.Attempt{Date: challenge.Daily, Game: "maze", Mode: "15x15", Run: run, Begun: begun}
		is(t, "attempt", s.Attempt(Key(n), a), nil)
	}
	finish := func(n int, run string, ms int64) {
		t.Helper()
		r := NewRun(run, n, ms)
		r.Mode, r.Daily = "15x15", challenge.Daily
		save(t, s, r)
	}
	// The first two: the attempt that was lost came first, and the better one after it does not count.
	attempt(1, "lost", noon)
	attempt(2, "won", noon.Add(time.Hour))
	finish(2, "won", 1000)
	link(t, s, 2, 1)
	equal(t, "after a lost attempt", runs(t, s, challenge), "")
	// The next two: the earlier is the slower, and stands.
	attempt(3, "slow", noon)
	finish(3, "slow", 9000)
	attempt(4, "fast", noon.Add(time.Hour))
	finish(4, "fast", 2000)
	link(t, s, 4, 3)
	equal(t, "after a slow attempt", runs(t, s, challenge), "slow")
	list, err := s.Attempts(player(t, s, 4).ID, challenge.Daily, challenge.Daily)
	is(t, "attempts", err, nil)
	if len(list) != 1 || list[0].Run != "slow" || !list[0].Done {
		t.Errorf("attempts: %+v", list)
	}
	// The last two: one was under way when they linked, and is no attempt any more.
	attempt(5, "first", noon)
	attempt(6, "under way", noon.Add(time.Minute))
	link(t, s, 6, 5)
	late := NewRun("under way", 6, 1)
	late.Mode, late.Daily = "15x15", challenge.Daily
	_, err = s.Save(late)
	is(t, "save", err, storage.ErrAttempted)
	finish(6, "first", 3000)
	equal(t, "at last", runs(t, s, challenge), "first slow")
	sound(t, s)
}

func unlinking(t *testing.T, s storage.Store) {
	is(t, "one who is not known", s.Unlink(Key(1), s.Tag(Key(1)), noon.AddDate(0, 0, 8)), storage.ErrNotFound)
	save(t, s, NewRun("r1", 1, 1000))
	is(t, "the last key", s.Unlink(Key(1), s.Tag(Key(1)), noon.AddDate(0, 0, 8)), storage.ErrLastKey)
	save(t, s, NewRun("r2", 2, 900))
	is(t, "another's key", s.Unlink(Key(1), s.Tag(Key(2)), noon.AddDate(0, 0, 8)), storage.ErrNotFound)
	link(t, s, 1, 2)
	code, _, err := s.Code(Key(1), "", noon)
	is(t, "code", err, nil)
	is(t, "itself", s.Unlink(Key(1), s.Tag(Key(1)), noon.AddDate(0, 0, 8)), nil)
	_, err = s.Link(Key(3), code, "", noon)
	is(t, "the code of a key that left", err, storage.ErrCode)

	gone, left := player(t, s, 1), player(t, s, 2)
	equal(t, "known", gone.Known, false)
	equal(t, "runs", runs(t, s, maze), "r2")
	if gone.ID == left.ID {
		t.Error("the key that left has the id of the player who stayed")
	}
	save(t, s, NewRun("r3", 1, 500))
	equal(t, "id once written", player(t, s, 1).ID, gone.ID)
	equal(t, "runs", runs(t, s, maze), "r3 r2")
	is(t, "the last key", s.Unlink(Key(2), s.Tag(Key(2)), noon.AddDate(0, 0, 8)), storage.ErrLastKey)
	sound(t, s)
}

func sweepPlayers(t *testing.T, s storage.Store) {
	is(t, "settings", s.SetSettings(Key(1), map[string]string{"theme": "dark"}), nil)
	is(t, "keep", s.Keep(Key(2), storage.Progress{Run: "g1", Game: "maze", Mode: "5x5", Saved: noon}), nil)
	if _, err := s.SetName(Key(3), "ana"); err != nil {
		t.Fatal(err)
	}
	save(t, s, NewRun("r1", 4, 1000))
	before := player(t, s, 5).ID
	link(t, s, 4, 5)
	if _, _, err := s.Code(Key(6), "", noon); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		days  int
		known string
	}{{29, "12345"}, {32, "45"}} {
		is(t, "sweep", s.Sweep(time.Now().AddDate(0, 0, c.days), true), nil)
		known := ""
		for n := 1; n <= 6; n++ {
			if player(t, s, n).Known {
				known += fmt.Sprint(n)
			}
		}
		equal(t, fmt.Sprint("known after ", c.days, " days"), known, c.known)
		p, err := s.Find(before)
		is(t, "find by the id before", err, nil)
		equal(t, "player of the id before", p, player(t, s, 4))
		sound(t, s)
	}
}
