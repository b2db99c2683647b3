package storagetest

import (
	"testing"
	"time"

	"arcade.example.com/storage"
)

const day = 24 * time.Hour

// offers holds that both sides of a link are named before it, and that a code can be for one player alone.
func offers(t *testing.T, s storage.Store) {
	if _, err := s.SetName(Key(1), "ana"); err != nil {
		t.Fatal(err)
	}
	save(t, s, NewRun("r1", 2, 1000))
	code, _, err := s.Code(Key(1), "", noon)
	is(t, "code", err, nil)
	for n := 2; n <= 3; n++ { // one who is written, one who is not
		o, err := s.Peek(Key(n), code, noon)
		is(t, "peek", err, nil)
		equal(t, "offer", o, storage.Offer{Into: player(t, s, 1), From: player(t, s, n)})
	}
	equal(t, "written by a look", player(t, s, 3).Known, false)
	_, err = s.Peek(Key(1), code, noon)
	is(t, "peek at one's own", err, storage.ErrOwnCode)
	_, err = s.Peek(Key(2), code, noon.Add(10*time.Minute))
	is(t, "peek at an old one", err, storage.ErrCode)
	for range 5 {
		_, err = s.Peek(Key(4), "WRONG", noon)
		is(t, "peek at a wrong one", err, storage.ErrCode)
	}
	_, err = s.Link(Key(4), code, "", noon)
	is(t, "link after five wrong looks", err, storage.ErrCode)

	code, _, err = s.Code(Key(1), player(t, s, 3).ID, noon)
	is(t, "code", err, nil)
	_, err = s.Link(Key(2), code, "", noon)
	is(t, "a code for another", err, storage.ErrCode)
	_, err = s.Link(Key(3), code, "", noon)
	is(t, "a code for this one", err, nil)
	sound(t, s)
}

// young holds that a key which was linked lately robs nobody.
func young(t *testing.T, s storage.Store) {
	save(t, s, NewRun("r1", 1, 1000))
	link(t, s, 1, 2)
	link(t, s, 1, 3)
	code, _, err := s.Code(Key(9), "", noon)
	is(t, "another's code", err, nil)
	for _, now := range []time.Time{noon, noon.Add(7*day - time.Millisecond)} {
		is(t, "unlink an older key", s.Unlink(Key(2), s.Tag(Key(1)), now), storage.ErrYoung)
		is(t, "forget the player of older keys", s.Forget(Key(2), now), storage.ErrYoung)
	}
	_, err = s.Link(Key(2), code, "", noon)
	is(t, "take the player of older keys elsewhere", err, storage.ErrYoung)
	is(t, "unlink one that is as young", s.Unlink(Key(2), s.Tag(Key(3)), noon), nil)
	is(t, "unlink itself", s.Unlink(Key(2), s.Tag(Key(2)), noon), nil)
	link(t, s, 1, 2)
	is(t, "unlink a younger key", s.Unlink(Key(1), s.Tag(Key(2)), noon), nil)
	link(t, s, 1, 2)
	is(t, "unlink the first key, a week later", s.Unlink(Key(2), s.Tag(Key(1)), noon.Add(7*day)), nil)
	equal(t, "runs", runs(t, s, maze), "r1")
	sound(t, s)
}

// notices holds that the holders of all other keys read of a link, and can undo it for a week.
func notices(t *testing.T, s storage.Store) {
	link(t, s, 1, 2)
	link(t, s, 5, 6)
	if _, err := s.SetName(Key(5), "eve"); err != nil {
		t.Fatal(err)
	}
	save(t, s, NewRun("r5", 5, 1000))
	eve := player(t, s, 5).ID
	is(t, "dismiss", s.Dismiss(Key(1), player(t, s, 2).ID), nil)
	link(t, s, 1, 5)
	for n, want := range map[int]int{1: 1, 2: 1, 5: 1, 6: 1} {
		list, err := s.Notices(Key(n), noon.Add(7*day-1))
		is(t, "notices", err, nil)
		for _, l := range list {
			if l.ID == eve && (l.Name != "eve" || l.Into != player(t, s, 1).ID || l.Keys != 2 || l.Label != "key 5") {
				t.Errorf("notice %+v", l)
			}
		}
		if n == 5 { // typed the code: it has that of its own link with 6 alone
			equal(t, "notices of the key that linked", len(list), want)
			equal(t, "is of eve", list[0].ID == eve, false)
		}
	}
	list, _ := s.Notices(Key(1), noon.Add(7*day))
	equal(t, "notices a week later", len(list), 0)
	is(t, "undo a week later", s.Undo(Key(2), eve, noon.Add(7*day)), storage.ErrNotFound)
	is(t, "undo by the key that linked", s.Undo(Key(5), eve, noon), storage.ErrNotFound)
	is(t, "undo by a stranger", s.Undo(Key(9), eve, noon), storage.ErrNotFound)
	is(t, "undo", s.Undo(Key(2), eve, noon), nil)
	is(t, "undo again", s.Undo(Key(1), eve, noon), storage.ErrNotFound)

	equal(t, "the keys stayed together", player(t, s, 5), player(t, s, 6))
	if player(t, s, 5).ID == player(t, s, 1).ID || player(t, s, 5).ID == eve {
		t.Error("they are not a player of their own")
	}
	row, err := s.Row(maze, player(t, s, 1).ID)
	is(t, "row", err, nil)
	equal(t, "what was merged", row.Run, "r5")
	own, _ := s.Keys(Key(1))
	equal(t, "keys", len(own), 2)
	is(t, "a first key again: forget", s.Forget(Key(5), noon), nil)

	link(t, s, 1, 7)
	seventh := notice(t, s, 2)
	is(t, "dismiss", s.Dismiss(Key(2), seventh), nil)
	is(t, "dismiss again", s.Dismiss(Key(2), seventh), nil)
	is(t, "undo what was dismissed", s.Undo(Key(2), seventh, noon), storage.ErrNotFound)
	is(t, "unlink", s.Unlink(Key(1), s.Tag(Key(7)), noon), nil)
	is(t, "undo what is undone", s.Undo(Key(1), seventh, noon), storage.ErrNotFound)
	is(t, "sweep", s.Sweep(noon.Add(8*day), true), nil)
	sound(t, s)
}

// notice is the id of the last notice of a key.
func notice(t testing.TB, s storage.Store, n int) (id string) {
	t.Helper()
	list, err := s.Notices(Key(n), noon)
	is(t, "notices", err, nil)
	for _, l := range list {
		if l.Label == "key 7" {
			id = l.ID
		}
	}
	return id
}

// leaving holds that who leaves is gone for good: the key that comes back is somebody else.
func leaving(t *testing.T, s storage.Store) {
	is(t, "nobody", s.Forget(Key(1), noon), storage.ErrNotFound)
	save(t, s, NewRun("r1", 1, 1000))
	save(t, s, NewRun("r2", 2, 2000))
	link(t, s, 1, 3)
	if _, err := s.SetName(Key(1), "ana"); err != nil {
		t.Fatal(err)
	}
	is(t, "keep", s.Keep(Key(1), going("r3", "one")), nil)
	code, _, err := s.Code(Key(1), "", noon)
	is(t, "code", err, nil)
	id := player(t, s, 1).ID
	is(t, "forget", s.Forget(Key(1), noon), nil)
	equal(t, "runs", runs(t, s, maze), "r2")
	_, err = s.Link(Key(4), code, "", noon)
	is(t, "the code", err, storage.ErrCode)
	_, err = s.Save(NewRun("r1", 1, 1000))
	is(t, "save what was theirs", err, storage.ErrTaken)

	save(t, s, NewRun("r4", 1, 3000))
	save(t, s, NewRun("r5", 3, 4000))
	back := player(t, s, 1)
	if back.ID == id || back.Name != "" || back == player(t, s, 3) {
		t.Errorf("%+v came back as %s, and %+v", back, id, player(t, s, 3))
	}
	r, err := s.Replay("r1")
	is(t, "replay", err, nil)
	equal(t, "its player", r.Player, storage.Player{})
	for _, who := range []string{id, "ana"} {
		_, err := s.Find(who)
		is(t, "find "+who, err, storage.ErrNotFound)
	}
	is(t, "players", s.Players(func(p storage.Player) error {
		if p.ID == id || p.ID == "" {
			t.Errorf("%+v is among the players", p)
		}
		return nil
	}), nil)
	is(t, "sweep", s.Sweep(noon.Add(2*day), true), nil)
	_, err = s.Replay("r1")
	is(t, "replay two days later", err, storage.ErrNotFound)
	sound(t, s)
}

// expiringNames holds that a name is kept for those alone who have finished a run.
func expiringNames(t *testing.T, s storage.Store) {
	for n, name := range []string{"ana", "bob", "eve"} {
		if _, err := s.SetName(Key(n), name); err != nil {
			t.Fatal(err)
		}
	}
	save(t, s, NewRun("r1", 1, 1000))
	daily := NewRun("r2", 2, 1000)
	daily.Daily = "2026-11-18"
	save(t, s, daily)
	is(t, "sweep", s.Sweep(time.Now().Add(30*day-time.Minute), true), nil)
	equal(t, "name without a run", player(t, s, 0).Name, "ana")
	is(t, "sweep", s.Sweep(time.Now().Add(30*day+time.Minute), true), nil)
	equal(t, "name without a run, after 30 days", player(t, s, 0).Name, "")
	equal(t, "name with a run", player(t, s, 1).Name, "bob")
	equal(t, "name with a daily's run", player(t, s, 2).Name, "eve")
	if _, err := s.SetName(Key(5), "ana"); err != nil {
		t.Error(err)
	}
	sound(t, s)
}
