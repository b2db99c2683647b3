package arcade

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arcade.example.com/arcade/command"
	"arcade.example.com/arcade/door/doortest"
	"arcade.example.com/arcade/nodes"
	"arcade.example.com/arcade/playtest"
	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

// openNodes starts some arcades on one store. The first key is an operator's on all.
func openNodes(t *testing.T, n int) (list []*arcadeServer) {
	t.Helper()
	dir := t.TempDir()
	admit(t, filepath.Join(dir, "admins"), 1)
	shared, err := storage.OpenEngine(filepath.Join(dir, "arcade.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { shared.Close() })
	for i := range n {
		var store storage.Store
		a := openArcade(t, func(c *Config) {
			var err error
			if store, err = storage.New(shared, storagetest.Secret); err != nil {
				t.Fatal(err)
			}
			c.Store, c.Name = store, fmt.Sprint("n", i)
			c.Admins, c.Copies = filepath.Join(dir, "admins"), filepath.Join(dir, c.Name)
		})
		a.store = store
		list = append(list, a)
	}
	return list
}

func TestOrdersReachAllNodes(t *testing.T) {
	all := openNodes(t, 3)
	var xs []*terminalClient
	for _, a := range all {
		x := a.sit(t, 2)
		x.sees("Minesweeper")
		x.sees("1 player here")
		xs = append(xs, x)
	}
	who := all[0].all()[0].app.Player().ID
	guest := all[2].sit(t, 0)
	guest.sees("2 players here")
	order := func(line, want string) {
		t.Helper()
		if out, code := all[1].ask(t, 1, line); code != command.ExitDone || !strings.Contains(out, want) {
			t.Errorf("%s: %q, %d; want %q", line, out, code, want)
		}
	}
	order("admin stats --json", `"sessions":4,"players":1,`)
	order("admin stats --json", `"other_nodes":["n0","n2"]`)
	order("admin stats", "other nodes")
	for _, a := range all {
		order("admin sessions --json", `"node":"`+a.cfg.Name+`"`)
	}
	order("admin announce the cake is ready", "announced to 4 sessions")
	for _, x := range append(xs, guest) {
		x.sees("the cake is ready")
	}
	order("admin kick "+who, "kicked 3 sessions of "+who)
	for _, x := range xs {
		x.ends()
		x.sees("The operator has ended this session.")
	}
	x := all[0].sit(t, 3)
	x.sees("Minesweeper")
	if _, err := all[2].store.SetName(playtest.Key(t, 3), "pest"); err != nil {
		t.Fatal(err)
	}
	order("admin ban pest", "banned")
	x.ends()
	x.sees("The operator has closed the arcade to you until")
	for _, a := range all {
		if out, code := a.ask(t, 3, "version"); code != command.ExitRefused || !strings.Contains(out, "closed to you") {
			t.Errorf("a banned player is told %q, %d", out, code)
		}
	}
	order("admin unban pest", "unbanned")
	x = all[0].sit(t, 3)
	x.sees("Minesweeper")
	order("admin forget pest --yes", "forgot")
	x.ends()
}

// A player has three sessions, wherever they are: a fourth ends the oldest, at its node.
func TestSessionsAreCountedOnAllNodes(t *testing.T) {
	all := openNodes(t, 3)
	var xs []*terminalClient
	for i := range nodes.PerPlayer + 1 {
		x := all[i%3].sit(t, 2)
		x.sees("Minesweeper")
		xs = append(xs, x)
	}
	xs[0].ends()
	xs[0].sees("You have connected again")
	doortest.Eventually(t, "three are left", func() bool {
		return len(all[0].all()) == 1 && len(all[1].all()) == 1 && len(all[2].all()) == 1
	})
	for _, a := range all {
		if here := a.house.Here(); here != 1 {
			t.Errorf("%s counts %d players", a.cfg.Name, here)
		}
	}
	// What a node had is not counted any more when it is gone.
	all[1].store.Leave()
	xs[3].press("?")
	again := all[0].sit(t, 2)
	again.sees("Minesweeper")
	if n := len(all[0].all()); n != 2 {
		t.Errorf("%d sessions at n0, want 2", n)
	}
}

func TestOneNodeKeepsHouse(t *testing.T) {
	all := openNodes(t, 2)
	copies := func(i int) int {
		list, err := os.ReadDir(all[i].cfg.Copies)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		return len(list)
	}
	doortest.Eventually(t, "copies", func() bool { return copies(0) == 2 })
	if !all[0].nodes.Elected() || all[1].nodes.Elected() || copies(1) != 0 {
		t.Errorf("elected: %v and %v; the second has made %d copies", all[0].nodes.Elected(), all[1].nodes.Elected(), copies(1))
	}
	all[0].store.Leave()
	if !all[1].nodes.Elected() {
		t.Error("nobody keeps house when the first has left")
	}
}

// holder notes that it was asked for a run.
type holder struct{ asked chan string }

func (h holder) Yield(run string, kept func()) {
	h.asked <- run
	kept()
}

// A run that a session of another node plays is given up there first.
func TestRunsAreAskedForOnAllNodes(t *testing.T) {
	all := openNodes(t, 3)
	h := holder{make(chan string, 1)}
	all[2].saver.Holders.Hold("r1", h)
	all[0].saver.Holders.Ask("r1", nil)
	select {
	case run := <-h.asked:
		if run != "r1" {
			t.Errorf("asked for %s", run)
		}
	default:
		t.Error("nobody was asked")
	}
	all[0].saver.Holders.Ask("r2", nil) // nobody plays it
	if len(h.asked) != 0 {
		t.Error("asked for another run")
	}
}
