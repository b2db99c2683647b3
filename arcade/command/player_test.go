package command

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"arcade.example.com/storage/storagetest"
)

func TestMeInJSON(t *testing.T) {
	c := peopled(t)
	var got shownPlayer
	decode(t, c.answers(t, as(1), "me --json"), &got)
	best := shownBest{"maze", "10x10", 2, 3, 48213, "2026-11-18T12:00:00Z", "RUN-A"}
	if got.Player != "ana" || got.ID != "id-001" || got.Guest || len(got.Keys) != 1 || len(got.Bests) != 2 || got.Bests[0] != best {
		t.Errorf("%+v", got)
	}
	k := got.Keys[0]
	_, err := time.Parse(time.RFC3339, k.Added)
	if err != nil || k.Key != storagetest.Key(1).Fingerprint() || k.Type != "ssh-ed25519" || !k.This {
		t.Errorf("%+v, %v", k, err)
	}
}

func TestLinking(t *testing.T) {
	c := peopled(t)
	code, _, _ := strings.Cut(c.answers(t, as(1), "link"), "\n")
	if got := c.answers(t, as(2), "link "+strings.ToLower(code)+" desk"); !strings.Contains(got, "ana's (id-001)") {
		t.Error(got)
	}
	if exit, _, said := c.said(t, as(3), "link "+code); exit != ExitRefused || !strings.Contains(said, "no such code") {
		t.Errorf("a code used twice: exit %d, %s", exit, said)
	}
	if got := c.answers(t, as(2), "leaderboard maze 10x10"); strings.Contains(got, "jun") || !strings.Contains(got, "1  ana ") {
		t.Errorf("the bests were not merged:\n%s", got)
	}

	code, _, _ = strings.Cut(c.answers(t, as(2), "link"), "\n")
	c.answers(t, as(3), "link "+code) // called by the SSH user name
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
		c.answers(t, as(n), "link "+code+" laptop")
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
