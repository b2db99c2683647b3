package storagetest

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

func nobody(t *testing.T, s storage.Store) {
	p := player(t, s, 1)
	equal(t, "known", p.Known, false)
	equal(t, "name", p.Name, "")
	equal(t, "joined", p.Joined.IsZero(), true)
	if !regexp.MustCompile(`^[0-9a-z]{6}$`).MatchString(p.ID) {
		t.Errorf("id %q", p.ID)
	}
	equal(t, "id a second time", player(t, s, 1).ID, p.ID)
	if other := player(t, s, 2); other.ID == p.ID {
		t.Error("two keys, one id")
	}
	for _, text := range []string{p.ID, "", "bob", strings.Repeat("x", 100_000), "\x00", "a\x00b"} {
		_, err := s.Find(text)
		is(t, fmt.Sprintf("find %.20q", text), err, storage.ErrNotFound)
	}
	_, err := s.Row(maze, p.ID)
	is(t, "row", err, storage.ErrNotFound)
	lines, of := top(t, s, maze, 1, 10)
	equal(t, "lines", len(lines)+of, 0)
	list, err := s.Bests(p.ID, storage.Timed)
	is(t, "bests", err, nil)
	equal(t, "bests", len(list), 0)
	own, err := s.Keys(Key(1))
	is(t, "keys", err, nil)
	if len(own) != 1 || own[0].Tag != s.Tag(Key(1)) || own[0].Type != "ssh-ed25519" {
		t.Errorf("keys: %v", own)
	}
	sound(t, s)
}

func guests(t *testing.T, s storage.Store) {
	var guest keys.Key
	run := NewRun("r1", 1, 1000)
	run.Key = guest
	calls := map[string]func() error{
		"player":       func() error { _, err := s.Player(guest); return err },
		"set name":     func() error { _, err := s.SetName(guest, "ana"); return err },
		"settings":     func() error { _, err := s.Settings(guest); return err },
		"set settings": func() error { return s.SetSettings(guest, nil) },
		"keys":         func() error { _, err := s.Keys(guest); return err },
		"code":         func() error { _, _, err := s.Code(guest, "", noon); return err },
		"link":         func() error { _, err := s.Link(guest, "x", "", noon); return err },
		"recovery":     func() error { _, err := s.Recovery(guest, true, noon); return err },
		"recover":      func() error { _, err := s.Recover(guest, "x", "", "", noon); return err },
		"unlink":       func() error { return s.Unlink(guest, keys.Tag{}, noon) },
		"peek":         func() error { _, err := s.Peek(guest, "x", noon); return err },
		"notices":      func() error { _, err := s.Notices(guest, noon); return err },
		"undo":         func() error { return s.Undo(guest, "x", noon) },
		"dismiss":      func() error { return s.Dismiss(guest, "x") },
		"forget":       func() error { return s.Forget(guest, noon) },
		"follow":       func() error { return s.Follow(guest, "x", noon) },
		"unfollow":     func() error { return s.Unfollow(guest, "x") },
		"rivals":       func() error { _, err := s.Rivals(guest); return err },
		"save":         func() error { _, err := s.Save(run); return err },
		"attempt":      func() error { return s.Attempt(guest, storage.Attempt{}) },
		"keep":         func() error { return s.Keep(guest, storage.Progress{}) },
		"kept":         func() error { _, err := s.Kept(guest); return err },
		"resume":       func() error { _, err := s.Resume(guest, "maze", "r1", "session"); return err },
		"spend":        func() error { return s.Spend(guest, "r1") },
		"lose":         func() error { return s.Lose(guest, loss("r1")) },
		"drop":         func() error { return s.Drop(guest, "maze", "r1") },
	}
	for name, call := range calls {
		is(t, name, call(), storage.ErrGuest)
	}
}

func written(t *testing.T, s storage.Store) {
	kept := storage.Progress{Run: "r9", Game: "maze", Mode: "10x10", Saved: noon}
	for n, write := range []func(k keys.Key) error{
		func(k keys.Key) error { _, err := s.SetName(k, "ana"); return err },
		func(k keys.Key) error { return s.SetSettings(k, map[string]string{"theme": "dark"}) },
		func(k keys.Key) error { return s.Keep(k, kept) },
		func(keys.Key) error { _, err := s.Save(NewRun("r1", 3, 1000)); return err },
	} {
		before := player(t, s, n)
		is(t, "write", write(Key(n)), nil)
		p := player(t, s, n)
		equal(t, "known", p.Known, true)
		equal(t, "id", p.ID, before.ID)
		equal(t, "joined", p.Joined.IsZero(), false)
		found, err := s.Find(p.ID)
		is(t, "find", err, nil)
		equal(t, "found", found, p)
		own, err := s.Keys(Key(n))
		is(t, "keys", err, nil)
		if len(own) != 1 || own[0].Tag != s.Tag(Key(n)) || own[0].Added.IsZero() || own[0].Seen.IsZero() {
			t.Errorf("keys: %v", own)
		}
	}
	sound(t, s)
}

func names(t *testing.T, s storage.Store) {
	set := func(n int, name string, want error) {
		t.Helper()
		_, err := s.SetName(Key(n), name)
		is(t, name, err, want)
	}
	for _, bad := range []string{"", "ab", strings.Repeat("a", 17), "a b", "\x1b[31mred", "admin", "adm1n", "bøb", "a\u202eb", strings.Repeat("x", 100_000)} {
		set(1, bad, storage.ErrName)
	}
	equal(t, "known", player(t, s, 1).Known, false)
	set(1, "bill", nil)
	for _, same := range []string{"bill", "BILL", "b1ll", "bi_ll", "8ill"} {
		set(2, same, storage.ErrNameTaken)
		p, err := s.Find(same)
		is(t, "find "+same, err, nil)
		equal(t, "name", p.Name, "bill")
	}
	set(2, "ana", nil)
	set(1, "Bill", nil)
	set(1, "carol", nil)
	set(2, "bill", nil)
	if id := player(t, s, 1).ID; keys.CheckName(id) == nil {
		set(3, id, storage.ErrNameTaken)
	}
	equal(t, "name", player(t, s, 1).Name, "carol")
	_, err := s.Find("ana")
	is(t, "a name given up", err, storage.ErrNotFound)

	id := player(t, s, 1).ID
	is(t, "rename", s.Rename(id, "dora"), nil)
	is(t, "rename to a taken name", s.Rename(id, "bill"), storage.ErrNameTaken)
	is(t, "rename to no name", s.Rename(id, "x y"), storage.ErrName)
	is(t, "rename nobody", s.Rename("nobody", "eve"), storage.ErrNotFound)
	is(t, "take the name away", s.Rename(id, ""), nil)
	equal(t, "name", player(t, s, 1).Name, "")
	set(3, "dora", nil)
	sound(t, s)
}

func settings(t *testing.T, s storage.Store) {
	set, err := s.Settings(Key(1))
	is(t, "settings", err, nil)
	if set == nil || len(set) != 0 {
		t.Errorf("settings at first: %v", set)
	}
	is(t, "set", s.SetSettings(Key(1), map[string]string{"theme": "dark", "glyphs": ""}), nil)
	is(t, "set", s.SetSettings(Key(1), map[string]string{"theme": "mono", "": "x"}), nil)
	if set, _ = s.Settings(Key(1)); len(set) != 2 || set["theme"] != "mono" || set[""] != "x" {
		t.Errorf("settings: %v", set)
	}
	if s.SetSettings(Key(1), map[string]string{"big": strings.Repeat("x", 4096)}) == nil {
		t.Error("settings of more than 4 KiB were taken")
	}
	if set, _ = s.Settings(Key(1)); set["theme"] != "mono" {
		t.Errorf("settings after a refusal: %v", set)
	}
}

func everyone(t *testing.T, s storage.Store) {
	want := map[string]bool{}
	each(1100, func(n int) { // more than are read in one transaction
		is(t, "settings", s.SetSettings(Key(n), map[string]string{"theme": "dark"}), nil)
	})
	for n := range 1100 {
		want[player(t, s, n).ID] = true
	}
	delete(want, player(t, s, 1).ID)
	link(t, s, 0, 1)
	last := ""
	err := s.Players(func(p storage.Player) error {
		if !want[p.ID] || !p.Known || p.ID <= last {
			t.Errorf("%+v after %s", p, last)
		}
		delete(want, p.ID)
		last = p.ID
		_, err := s.Player(Key(0))
		return err
	})
	is(t, "players", err, nil)
	equal(t, "players left out", len(want), 0)
	stop := errors.New("stop")
	is(t, "stopped", s.Players(func(storage.Player) error { return stop }), stop)
}
