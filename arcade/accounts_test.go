package arcade

import (
	"errors"
	"net/netip"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"arcade.example.com/arcade/command"
	"arcade.example.com/arcade/door/doortest"
	"arcade.example.com/arcade/nodes"
	"arcade.example.com/arcade/playtest"
	"arcade.example.com/keys"
	"arcade.example.com/storage"
)

func TestFourthVisitEndsTheOldest(t *testing.T) {
	a := openArcade(t, nil)
	var all []*terminalClient
	for range nodes.PerPlayer + 1 {
		x := a.sit(t, 1)
		x.sees("Minesweeper")
		all = append(all, x)
	}
	all[0].ends()
	all[0].sees("You have connected again")
	other := a.sit(t, 2)
	other.sees("Minesweeper")
	if n := len(a.all()); n != nodes.PerPlayer+1 {
		t.Errorf("%d visits, want %d", n, nodes.PerPlayer+1)
	}
}

// However many come at once, and with whichever of their keys, a player has three sessions.
func TestVisitsAtOnce(t *testing.T) {
	a := openArcade(t, nil)
	a.linked(t, 1, 2)
	for i := range 16 {
		a.sit(t, byte(1+i%2))
	}
	doortest.Eventually(t, "three are left", func() bool { return len(a.all()) == nodes.PerPlayer })
	a.sit(t, 3).sees("Minesweeper")
	if n := len(a.all()); n != nodes.PerPlayer+1 {
		t.Errorf("%d visits", n)
	}
}

// linked makes the second test key one of the first's player.
func (a *arcadeServer) linked(t *testing.T, into, key byte) {
	t.Helper()
	code, _, err := a.store.Code(playtest.Key(t, into), "", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.store.Link(playtest.Key(t, key), code, "desk", time.Now()); err != nil {
		t.Fatal(err)
	}
}

// A kick and a ban reach the sessions of a key that was linked since they began.
func TestKickReachesLinkedKeys(t *testing.T) {
	admins := filepath.Join(t.TempDir(), "admins")
	a := openArcade(t, func(c *Config) { c.Admins = admins })
	admit(t, admins, 1)
	if _, err := a.store.SetName(playtest.Key(t, 2), "ana"); err != nil {
		t.Fatal(err)
	}
	for _, order := range []string{"kick", "ban"} {
		x := a.sit(t, 3)
		x.sees("Minesweeper")
		if order == "kick" {
			a.linked(t, 2, 3)
		}
		if out, code := a.ask(t, 1, "admin "+order+" ana"); code != command.ExitDone {
			t.Errorf("%s: %q, %d", order, out, code)
		}
		x.ends()
	}
	if out, code := a.ask(t, 3, "version"); code != command.ExitRefused || !strings.Contains(out, "closed to you") {
		t.Errorf("%q, %d", out, code)
	}
}

// Who is linked by another key reads it when they come.
func TestLinksAreToldAtTheNextVisit(t *testing.T) {
	a := openArcade(t, nil)
	a.linked(t, 1, 2)
	a.sit(t, 1).sees("the key desk made unnamed")
	x := a.sit(t, 2)
	x.sees("Minesweeper")
	if strings.Contains(x.out.String(), "the key desk") {
		t.Error("the key that typed the code is told too")
	}
}

// A player who leaves is put out wherever they sit.
func TestForgottenPlayersLeave(t *testing.T) {
	a := openArcade(t, nil)
	if _, err := a.store.SetName(playtest.Key(t, 1), "ana"); err != nil {
		t.Fatal(err)
	}
	p, err := a.store.Player(playtest.Key(t, 1))
	if err != nil {
		t.Fatal(err)
	}
	x := a.sit(t, 1)
	x.sees("Minesweeper")
	x.press("\r")
	doortest.Eventually(t, "a game runs", func() bool { return a.playing() == 1 })
	x.press("ssssdddd")
	doortest.Eventually(t, "it is kept", func() bool {
		kept, err := a.store.Kept(playtest.Key(t, 1))
		return err == nil && len(kept) == 1
	})
	if out, code := a.ask(t, 1, "forget "+p.ID+" --yes"); code != command.ExitDone {
		t.Errorf("%q, %d", out, code)
	}
	x.ends()
	x.sees("All that was kept of you is gone")
	if p, err := a.store.Player(playtest.Key(t, 1)); err != nil || p.Known {
		t.Errorf("%+v, %v", p, err)
	}
}

// unreadable is a store that fails to say who a player is while it is down.
type unreadable struct {
	storage.Store
	down atomic.Bool
}

func (u *unreadable) Player(k keys.Key) (storage.Player, error) {
	if u.down.Load() {
		return storage.Player{}, errors.New("input/output error")
	}
	return u.Store.Player(k)
}

// While the store cannot be read, a ban on a player holds: by what was known of the key, or else against everybody of whom
// nothing is known. Without such a ban all come in.
func TestBansHoldWithoutTheStore(t *testing.T) {
	u := &unreadable{}
	a := openArcade(t, func(c *Config) {
		u.Store = c.Store
		c.Store = u
	})
	version := func(n byte, want int) {
		t.Helper()
		if out, code := a.ask(t, n, "version"); code != want {
			t.Errorf("%q, %d; want %d", out, code, want)
		}
	}
	version(1, command.ExitDone)
	version(2, command.ExitDone)
	u.down.Store(true)
	version(3, command.ExitDone)
	u.down.Store(false)
	pest, err := a.store.SetName(playtest.Key(t, 2), "pest")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (operator{a.Server}).Ban(pest.ID, time.Hour, ""); err != nil {
		t.Fatal(err)
	}
	u.down.Store(true)
	version(1, command.ExitDone)
	version(2, command.ExitRefused)
	version(4, command.ExitRefused)
	if out, _ := a.ask(t, 4, "version"); !strings.Contains(out, "cannot look up who you are") {
		t.Error(out)
	}
	version(3, command.ExitRefused)
}

// A network takes thirty names at once and two a minute; another network has its own.
func TestNamesByNetwork(t *testing.T) {
	n := newRations(namesAtOnce, nameEvery)
	now := time.Date(2026, 11, 20, 14, 3, 7, 0, time.UTC)
	take := func(from string, most int) (got int) {
		for range most {
			if n.may(netip.MustParseAddr(from), now) {
				got++
			}
		}
		return got
	}
	if a, b, c := take("192.0.2.7", 131), take("::ffff:192.0.2.7", 10), take("192.0.2.8", 131); a != 30 || b != 0 || c != 30 {
		t.Errorf("%d, %d, %d names", a, b, c)
	}
	if a, b := take("2001:db8::7", 131), take("2001:db8:0:ffff::7", 10); a != 30 || b != 0 {
		t.Errorf("%d, %d names of one /48", a, b)
	}
	now = now.Add(time.Minute)
	if a := take("192.0.2.7", 131); a != 2 {
		t.Errorf("%d names a minute", a)
	}
	now = now.Add(time.Hour)
	if n.forget(now); len(n.left) != 0 {
		t.Errorf("%d networks remembered", len(n.left))
	}
}

// From one source the names run out, and it is said.
func TestNamesRunOut(t *testing.T) {
	a := openArcade(t, func(c *Config) { c.PerSource = 100 })
	for range namesAtOnce {
		a.names.may(netip.MustParseAddr("127.0.0.1"), time.Now())
	}
	if out, code := a.ask(t, 1, "name ana"); code != command.ExitRefused || !strings.Contains(out, "Too many names") {
		t.Errorf("%q, %d", out, code)
	}
}

// At a terminal a question waits for a key, and y alone is yes.
func TestQuestionsAtATerminal(t *testing.T) {
	a := openArcade(t, nil)
	if _, err := a.store.SetName(playtest.Key(t, 1), "ana"); err != nil {
		t.Fatal(err)
	}
	p, err := a.store.Player(playtest.Key(t, 1))
	if err != nil {
		t.Fatal(err)
	}
	x := a.begin(t, 1, "xterm-256color", "forget")
	x.sees("Forget ana (" + p.ID + ")?")
	x.press("y\r")
	x.sees("Do you mean it? [y/N] ")
	x.press("n\r")
	x.ends()
	x.sees("Nothing was changed.")
	if p, err := a.store.Player(playtest.Key(t, 1)); err != nil || p.Name != "ana" {
		t.Errorf("%+v, %v", p, err)
	}
	x = a.begin(t, 1, "xterm-256color", "forget")
	x.sees("Forget ana")
	x.press("yY")
	x.ends()
	x.sees("ana (" + p.ID + ") is forgotten.")
}

// Who does not answer is not waited for.
func TestQuestionsEnd(t *testing.T) {
	a := openArcade(t, func(c *Config) { c.Idle = 100 * time.Millisecond })
	if _, err := a.store.SetName(playtest.Key(t, 1), "ana"); err != nil {
		t.Fatal(err)
	}
	x := a.begin(t, 1, "xterm-256color", "forget")
	x.ends()
	if p, err := a.store.Player(playtest.Key(t, 1)); err != nil || p.Name != "ana" {
		t.Errorf("%+v, %v", p, err)
	}
}

// A network brings so many new players, by whatever entrance; those that are known come and go, and so does whoever cannot
// be told from them because the store cannot be read.
func TestNewcomersRunOut(t *testing.T) {
	u := &unreadable{}
	a := openArcade(t, func(c *Config) {
		c.PerSource = 100
		u.Store = c.Store
		c.Store = u
	})
	if _, err := a.store.SetName(playtest.Key(t, 2), "ana"); err != nil {
		t.Fatal(err)
	}
	for range newcomersAtOnce {
		a.coming.may(netip.MustParseAddr("127.0.0.1"), time.Now())
	}
	x := a.sit(t, 1)
	x.sees("Too many new players")
	<-x.done
	for _, line := range []string{"play", "play maze 5x5 --bot", "follow ana", "recover", "recover --yes"} {
		if out, code := a.ask(t, 1, line); code != command.ExitRefused || !strings.Contains(out, "Too many new players") {
			t.Errorf("%s: %q, %d", line, out, code)
		}
	}
	if out, code := a.ask(t, 1, "leaderboard"); code != command.ExitDone {
		t.Errorf("what makes no player is refused: %q, %d", out, code)
	}
	a.sit(t, 2).sees("Minesweeper")
	a.sit(t, 0).sees("Minesweeper")
	u.down.Store(true)
	a.sit(t, 3).sees("not known right now")
}
