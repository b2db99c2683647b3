package command

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"arcade.example.com/storage/storagetest"
)

// code is one that the nth player is shown.
func (c Commands) code(t testing.TB, n int) string {
	t.Helper()
	code, _, _ := strings.Cut(c.answers(t, as(n), "link"), "\n")
	return code
}

// at is a caller at a terminal, who answers questions so; each is noted.
func at(who Caller, asked *[]string, answers ...bool) Caller {
	who.Terminal = true
	who.Ask = func(question string) bool {
		*asked = append(*asked, question)
		yes := answers[0]
		answers = answers[1:]
		return yes
	}
	return who
}

func TestLinking(t *testing.T) {
	c := peopled(t)
	code, _, _ := strings.Cut(c.answers(t, as(1), "link"), "\n")
	if got := c.answers(t, as(2), "link "+strings.ToLower(code)+" desk --yes"); !strings.Contains(got, "ana's (id-001)") {
		t.Error(got)
	}
	if exit, _, said := c.said(t, as(3), "link "+code); exit != ExitRefused || !strings.Contains(said, "no such code") {
		t.Errorf("a code used twice: exit %d, %s", exit, said)
	}
	if got := c.answers(t, as(2), "leaderboard maze 10x10"); strings.Contains(got, "jun") || !strings.Contains(got, "1  ana ") {
		t.Errorf("the bests were not merged:\n%s", got)
	}

	code, _, _ = strings.Cut(c.answers(t, as(2), "link"), "\n")
	c.answers(t, as(3), "link "+code+" --yes") // called by the SSH user name
	names := map[string]bool{}
	var shown struct{ Keys []shownKey }
	decode(t, c.answers(t, as(1), "keys --json"), &shown)
	for _, k := range shown.Keys {
		names[k.Key] = k.This
	}
	want := map[string]bool{storagetest.Key(1).Fingerprint(): true, "desk": false, "somebody": false}
	if fmt.Sprint(names) != fmt.Sprint(want) {
		t.Errorf("keys %v, want %v", names, want)
	}
	if got := c.answers(t, as(3), "keys"); strings.Count(got, "this one") != 1 || strings.Contains(got, storagetest.Key(1).Fingerprint()) {
		t.Errorf("the third key sees\n%s", got)
	}

	c.answers(t, as(1), "unlink somebody")
	c.answers(t, as(1), "unlink desk")
	if exit, _, said := c.said(t, as(1), "unlink "+storagetest.Key(1).Fingerprint()); exit != ExitRefused || !strings.Contains(said, "only key") {
		t.Errorf("the last key: exit %d, %s", exit, said)
	}
	if got := c.answers(t, as(2), "me"); strings.Contains(got, "ana") {
		t.Errorf("a key that was taken away is still\n%s", got)
	}
}

// Two keys of one name, or without one, are told apart by their tags, and what is shown can be typed.
func TestKeysOfOneName(t *testing.T) {
	c := peopled(t)
	for n := 2; n < 5; n++ {
		code, _, _ := strings.Cut(c.answers(t, as(1), "link"), "\n")
		c.answers(t, as(n), "link "+code+" laptop --yes")
	}
	c.Now = func() time.Time { return friday.AddDate(0, 0, 7) } // before, it may not unlink older keys
	var shown struct{ Keys []shownKey }
	decode(t, c.answers(t, as(4), "keys --json"), &shown)
	seen := map[string]bool{}
	for _, k := range shown.Keys {
		seen[k.Key] = true
		if !k.This {
			c.answers(t, as(4), "unlink "+k.Key)
		}
	}
	if len(shown.Keys) != 4 || len(seen) != 4 || seen["laptop"] {
		t.Errorf("%v", seen)
	}
}

func TestCodesExpire(t *testing.T) {
	c := peopled(t)
	code, _, _ := strings.Cut(c.answers(t, as(1), "link"), "\n")
	c.Now = func() time.Time { return friday.Add(10 * time.Minute) }
	if exit, _, said := c.said(t, as(2), "link "+code); exit != ExitRefused || !strings.Contains(said, "expired") {
		t.Errorf("exit %d, %s", exit, said)
	}
}

// Nobody becomes another by one line that they were given: both sides are named before anything moves.
func TestALinkIsAskedFor(t *testing.T) {
	c := peopled(t)
	code := c.code(t, 1)
	exit, _, said := c.said(t, as(2), "link "+code+" desk")
	want := "Become ana (id-001)? You are jun (id-002) now: your times, dailies and keys go over, your name and id give way. Say yes only if both are you. " +
		"To do it: ssh -p 2222 arcade.test link " + code + " desk --yes\n"
	if exit != ExitRefused || said != want {
		t.Errorf("exit %d, %s", exit, said)
	}
	var asked []string
	if exit, _, said := c.said(t, at(as(2), &asked, false), "link "+code); exit != ExitRefused || said != "Nothing was changed.\n" {
		t.Errorf("a no: exit %d, %s", exit, said)
	}
	if p, err := c.Store.Player(storagetest.Key(2)); err != nil || p.Name != "jun" {
		t.Errorf("linked without a yes: %v, %v", p, err)
	}
	c.answers(t, at(as(2), &asked, true), "link "+code)
	if len(asked) != 2 || !strings.HasPrefix(asked[0], "Become ana") {
		t.Errorf("asked %q", asked)
	}
	c.answers(t, as(2), "link "+code) // repeated after a lost answer: it was agreed to
}

// A code may be for one player alone: whoever else sees it cannot use it.
func TestACodeForOnePlayer(t *testing.T) {
	c := peopled(t)
	jun, err := c.Store.Player(storagetest.Key(2))
	if err != nil {
		t.Fatal(err)
	}
	code, _, _ := strings.Cut(c.answers(t, as(1), "link --only "+jun.ID), "\n")
	if exit, _, said := c.said(t, as(3), "link "+code+" --yes"); exit != ExitRefused || !strings.Contains(said, "no such code") {
		t.Errorf("exit %d, %s", exit, said)
	}
	c.answers(t, as(2), "link "+code+" --yes")
}

// The older keys of a player read what a new one did, and undo it.
func TestALinkIsToldAndUndone(t *testing.T) {
	c := peopled(t)
	c.answers(t, as(2), "link "+c.code(t, 1)+" desk --yes")
	told, id := c.answers(t, as(1), "keys"), linkID(t, c)
	for _, want := range []string{"On 20 Nov the key desk made jun (" + id + "), who had 1 key, one player with id-001. It can be undone until 27 Nov.",
		"Not by you: ssh -p 2222 arcade.test undo " + id + "\n", "By you:     ssh -p 2222 arcade.test dismiss " + id + "\n"} {
		if !strings.Contains(told, want) {
			t.Errorf("%s\nis not in\n%s", want, told)
		}
	}
	var shown struct{ Links []shownLink }
	decode(t, c.answers(t, as(1), "keys --json"), &shown)
	if len(shown.Links) != 1 || shown.Links[0].Player != "jun" || shown.Links[0].Until != "2026-11-27T14:03:07Z" {
		t.Fatalf("%+v", shown)
	}
	if got := c.answers(t, as(2), "keys"); strings.Contains(got, "undo") {
		t.Errorf("the key that typed the code is told\n%s", got)
	}
	if exit, _, said := c.said(t, as(1), "undo nobody"); exit != ExitRefused || !strings.Contains(said, "keys") {
		t.Errorf("exit %d, %s", exit, said)
	}
	if exit, _, said := c.said(t, as(2), "unlink "+storagetest.Key(1).Fingerprint()); exit != ExitRefused {
		t.Errorf("exit %d, %s", exit, said)
	}
	c.answers(t, as(1), "undo "+id)
	if got := c.answers(t, as(2), "me"); strings.Contains(got, "ana") {
		t.Errorf("undone, and still\n%s", got)
	}
	if got := c.answers(t, as(1), "keys"); strings.Contains(got, "undo") || strings.Contains(got, "desk") {
		t.Errorf("undone, and still\n%s", got)
	}
}

// linkID is the id of the one link that the first player can undo, as the store knows it.
func linkID(t testing.TB, c Commands) string {
	t.Helper()
	ns, err := c.Store.Notices(storagetest.Key(1), friday)
	if err != nil || len(ns) != 1 {
		t.Fatal(ns, err)
	}
	return ns[0].ID
}

func TestALinkIsDismissed(t *testing.T) {
	c := peopled(t)
	c.answers(t, as(2), "link "+c.code(t, 1)+" desk --yes")
	id := linkID(t, c)
	c.answers(t, as(1), "dismiss "+id)
	if got := c.answers(t, as(1), "keys"); strings.Contains(got, "undo") {
		t.Errorf("told again:\n%s", got)
	}
	for _, line := range []string{"undo " + id, "dismiss " + id} {
		if exit, _, said := c.said(t, as(1), line); exit != ExitRefused || !strings.Contains(said, "no link") {
			t.Errorf("%s: exit %d, %s", line, exit, said)
		}
	}
}

// Who leaves says so twice, in a script with their id and with yes, and nothing of them stays but (left).
func TestForget(t *testing.T) {
	c := peopled(t)
	var left []string
	c.Left = func(id string) { left = append(left, id) }
	jun, err := c.Store.Player(storagetest.Key(2))
	if err != nil {
		t.Fatal(err)
	}
	var asked []string
	for _, tt := range []struct {
		who  Caller
		line string
		want string
	}{
		{Caller{}, "forget", "ssh-keygen"},
		{as(7), "forget", "Nothing is kept of you."},
		{as(2), "forget", "Forget jun (id-002)? Name, keys, times and dailies go for good. In races of others you are (left). To do it: ssh -p 2222 arcade.test forget id-002\n"},
		{as(2), "forget " + jun.ID, "Nobody can bring jun (id-002) back. Do you mean it? To do it: ssh -p 2222 arcade.test forget id-002 --yes\n"},
		{as(2), "forget ana --yes", "You are jun (id-002)."},
		{as(2), "forget --yes", "forget id-002\n"},
		{at(as(2), &asked, false), "forget", "Nothing was changed."},
		{at(as(2), &asked, true, false), "forget", "Nothing was changed."},
	} {
		if exit, _, said := c.said(t, tt.who, tt.line); exit != ExitRefused || !strings.Contains(said, tt.want) {
			t.Errorf("%s: exit %d, %s", tt.line, exit, said)
		}
	}
	if len(left) > 0 || len(asked) != 3 {
		t.Errorf("left %v, asked %q", left, asked)
	}
	c.answers(t, as(2), "forget "+jun.ID+" --yes")
	if len(left) != 1 || left[0] != jun.ID {
		t.Errorf("left %v", left)
	}
	if got := c.answers(t, as(1), "leaderboard maze 10x10"); strings.Contains(got, "jun") {
		t.Error(got)
	}
	if got := c.answers(t, as(1), "replay RUN-B --json"); !strings.Contains(got, `"player":"","id":""`) {
		t.Error(got)
	}
	if got := c.answers(t, as(1), "replay RUN-B"); !strings.Contains(got, "(left)") {
		t.Error(got)
	}
}

// A key that was linked lately is told why it cannot rob the older ones.
func TestYoungKeysAreRefusedInWords(t *testing.T) {
	c := peopled(t)
	c.answers(t, as(2), "link "+c.code(t, 1)+" desk --yes")
	ana, err := c.Store.Player(storagetest.Key(2))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"forget " + ana.ID + " --yes", "link " + c.code(t, 3) + " --yes"} {
		if exit, _, said := c.said(t, as(2), line); exit != ExitRefused || !strings.Contains(said, "less than seven days ago") {
			t.Errorf("%s: exit %d, %s", line, exit, said)
		}
	}
}

// A network takes so many names, and no more.
func TestNamesAreRationed(t *testing.T) {
	c := peopled(t)
	who := as(1)
	names := 1
	who.MayName = func() bool { names--; return names >= 0 }
	c.answers(t, who, "name hanna")
	if exit, _, said := c.said(t, who, "name johanna"); exit != ExitRefused || !strings.Contains(said, "Too many names") {
		t.Errorf("exit %d, %s", exit, said)
	}
}
