package storagetest

import (
	"fmt"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"arcade.example.com/storage"
)

// newRecovery is a recovery code for the nth key's player.
func newRecovery(t testing.TB, s storage.Store, n int) string {
	t.Helper()
	code, err := s.Recovery(Key(n), true, noon)
	if err != nil || !regexp.MustCompile(`^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$`).MatchString(code) {
		t.Fatalf("recovery code %q: %v", code, err)
	}
	return code
}

// recovery holds that a code gives a player to a key once, with all that both had, and that the keys which are lost can
// be taken away at once.
func recovery(t *testing.T, s storage.Store) {
	save(t, s, NewRun("r1", 1, 1000))
	link(t, s, 1, 2)
	id := player(t, s, 1).ID
	first, err := s.Recovery(Key(1), false, noon)
	is(t, "first", err, nil)
	if again, err := s.Recovery(Key(1), false, noon); again != "" || err != nil || first == "" {
		t.Errorf("shown %q first, then %q, %v", first, again, err)
	}
	code := newRecovery(t, s, 1)
	_, err = s.Recover(Key(3), first, "", "", noon)
	is(t, "the one before", err, storage.ErrCode)
	_, err = s.Recover(Key(2), code, "", "", noon)
	is(t, "one's own", err, storage.ErrOwnCode)
	if _, err := s.Recover(Key(3), code, strings.Repeat("x", 33), "", noon); err == nil {
		t.Error("a label of 33 bytes was taken")
	}
	equal(t, "known", player(t, s, 3).Known, false)
	save(t, s, NewRun("r3", 4, 900))
	typed := strings.NewReplacer("-", " ", "0", "o", "1", "l").Replace(strings.ToLower(code))
	p, err := s.Recover(Key(4), typed, "new", "192.0.2.1", noon)
	is(t, "recover", err, nil)
	equal(t, "id", p.ID, id)
	equal(t, "runs", runs(t, s, maze), "r3")
	own, _ := s.Keys(Key(4))
	equal(t, "keys", len(own), 3)
	_, err = s.Recover(Key(5), code, "", "", noon)
	is(t, "a code that was used", err, storage.ErrCode)
	if again, _ := s.Recovery(Key(4), false, noon); again != "" {
		t.Error("a code is shown unasked to one who knew theirs")
	}
	for _, n := range []int{1, 2} {
		is(t, "unlink a lost key", s.Unlink(Key(4), s.Tag(Key(n)), noon), nil)
	}
	equal(t, "player", player(t, s, 4), p)
	equal(t, "the lost key", player(t, s, 1).Known, false)
	sound(t, s)
	is(t, "sweep", s.Sweep(noon.Add(2*day), true), nil)
	_, err = s.Recover(Key(4), code, "", "", noon)
	is(t, "repeated two days later", err, storage.ErrCode)
	sound(t, s)
}

// voidRecoveries holds that no code leads to a player whose holder they have parted from.
func voidRecoveries(t *testing.T, s storage.Store) {
	void := func(what, code string) {
		t.Helper()
		_, err := s.Recover(Key(50), code, "", "", noon)
		is(t, what, err, storage.ErrCode)
		sound(t, s)
	}
	for n := range 3 {
		save(t, s, NewRun(fmt.Sprint("r", n), n, 1000))
	}
	from, into := newRecovery(t, s, 1), newRecovery(t, s, 2)
	link(t, s, 2, 1)
	void("of a player who was linked", from)
	_, err := s.Recovery(Key(1), true, noon)
	is(t, "by a young key", err, storage.ErrYoung)
	_, err = s.Recover(Key(1), newRecovery(t, s, 0), "", "", noon)
	is(t, "used by a young key", err, storage.ErrYoung)
	is(t, "unlink another", s.Unlink(Key(2), s.Tag(Key(1)), noon), nil)
	p, err := s.Recover(Key(3), into, "", "", noon)
	is(t, "of the player who stayed", err, nil)
	equal(t, "player", p, player(t, s, 2))

	stolen := newRecovery(t, s, 2)
	is(t, "unlink", s.Unlink(Key(3), s.Tag(Key(2)), noon), nil)
	void("shown to a key that was unlinked", stolen)

	linked := newRecovery(t, s, 7)
	_, err = s.Recover(Key(3), linked, "", "", noon)
	is(t, "recover another", err, nil)
	taken := newRecovery(t, s, 3)
	list, _ := s.Notices(Key(7), noon)
	equal(t, "notices", len(list), 1)
	is(t, "undo", s.Undo(Key(7), list[0].ID, noon), nil)
	void("shown to a key that was taken away again", taken)

	gone := newRecovery(t, s, 7)
	is(t, "forget", s.Forget(Key(7), noon), nil)
	void("of one who left", gone)
	swept := newRecovery(t, s, 8)
	is(t, "sweep", s.Sweep(time.Now().Add(31*day), true), nil)
	_, err = s.Recover(Key(51), swept, "", "", noon)
	is(t, "of one with nothing", err, storage.ErrCode)
	sound(t, s)
}

// wrongRecoveries holds that wrong codes count for their key, their player and where they come from.
func wrongRecoveries(t *testing.T, s storage.Store) {
	code := newRecovery(t, s, 1)
	save(t, s, NewRun("r2", 2, 1000))
	link(t, s, 2, 3)
	wrong := func(n int, source string, now time.Time) {
		t.Helper()
		_, err := s.Recover(Key(n), "WRONG", "", source, now)
		is(t, "wrong", err, storage.ErrCode)
	}
	for range 5 {
		wrong(2, "192.0.2.1", noon)
	}
	for _, n := range []int{2, 3} { // 3 is the same player
		_, err := s.Recover(Key(n), code, "", "192.0.2.2", noon.Add(10*time.Minute-1))
		is(t, "right, after five wrong", err, storage.ErrCode)
	}
	for n := 10; n < 25; n++ {
		wrong(n, "192.0.2.1", noon)
	}
	_, err := s.Recover(Key(30), code, "", "192.0.2.1", noon)
	is(t, "right, after twenty from there", err, storage.ErrCode)
	for i, garbage := range []string{"", "-", "\x00", strings.Repeat("A", 100_000), code + code} {
		_, err := s.Recover(Key(60+i), garbage, "", "", noon)
		is(t, "garbage", err, storage.ErrCode)
		equal(t, "known", player(t, s, 60+i).Known, false)
	}
	is(t, "sweep", s.Sweep(noon.Add(10*time.Minute), true), nil)
	code = newRecovery(t, s, 1)
	_, err = s.Recover(Key(30), code, "", "192.0.2.1", noon.Add(10*time.Minute))
	is(t, "ten minutes later", err, nil)
	sound(t, s)
}

// severalRecoveries lets many use one code, each at one of several stores.
func severalRecoveries(t *testing.T, open func() storage.Store) {
	stores := []storage.Store{open(), open(), open()}
	var firsts atomic.Int32
	each(30, func(n int) {
		code, err := stores[n%3].Recovery(Key(1), false, noon)
		is(t, "first", err, nil)
		if code != "" {
			firsts.Add(1)
		}
	})
	equal(t, "shown unasked", firsts.Load(), 1)
	code := newRecovery(t, stores[0], 1)
	var got atomic.Int32
	each(30, func(n int) {
		if _, err := stores[n%3].Recover(Key(10+n), code, "", "", noon); err == nil {
			got.Add(1)
		}
	})
	equal(t, "who recovered", got.Load(), 1)
	own, _ := stores[1].Keys(Key(1))
	equal(t, "keys", len(own), 2)
	sound(t, stores[2])
}
