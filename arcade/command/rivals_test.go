package command

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arcade.example.com/arcade/live"
	"arcade.example.com/arcade/to"
	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

func TestFollowing(t *testing.T) {
	c := peopled(t)
	for _, try := range []struct {
		n    int // 0: a guest
		line string
		exit int
		says string
	}{
		{1, "rivals", ExitDone, "You follow nobody"},
		{1, "follow JUN", ExitDone, "You follow jun (id-002)"},
		{1, "follow id-003", ExitRefused, `no player "id-003"`}, // an id of these tests is none of the store's
		{1, "follow ana", ExitRefused, "That is you"},
		{1, "follow", ExitUsage, "1 word"},
		{1, "follow '\x1b[2J'", ExitRefused, "no player"},
		{1, "rivals", ExitDone, "jun  id-002"},
		{1, "rivals maze 10x10", ExitDone, "you and yours: 2 players"},
		{1, "rivals maze", ExitUsage, "mode"},
		{1, "rivals maze nomode", ExitUsage, "no leaderboard"},
		{2, "rivals", ExitDone, "You follow nobody"},
		{1, "unfollow jun", ExitDone, "do not follow jun"},
		{1, "unfollow jun", ExitDone, "do not follow jun"},
		{1, "rivals --json", ExitDone, `{"rivals":[]}`},
		{0, "follow ana", ExitRefused, "guest"},
		{0, "unfollow ana", ExitRefused, "guest"},
		{0, "rivals --json", ExitDone, `{"rivals":[]}`},
	} {
		who := Caller{}
		if try.n > 0 {
			who = as(try.n)
		}
		exit, out, errOut := c.said(t, who, try.line)
		if exit != try.exit || !strings.Contains(out+errOut, try.says) {
			t.Errorf("%s: exit %d, %s%s", try.line, exit, out, errOut)
		}
	}
	for n := 10; n < 10+storage.MaxRivals; n++ {
		c.save(t, fmt.Sprint("RUN-", n), n, 99_000)
		p, err := c.Store.Player(storagetest.Key(n))
		if err != nil {
			t.Fatal(err)
		}
		c.answers(t, as(1), "follow "+p.ID)
	}
	if exit, _, said := c.said(t, as(1), "follow jun"); exit != ExitRefused || !strings.Contains(said, "30 players already") {
		t.Errorf("exit %d, %s", exit, said)
	}
}

func TestRivalsOnScreen(t *testing.T) {
	c := peopled(t)
	who := as(1)
	who.Terminal = true
	for line, want := range map[string]to.Destination{
		"rivals":                  to.Rivals{Game: "maze", Mode: "5x5"},
		"rivals mines expert":     to.Rivals{Game: "minesweeper", Mode: "expert"},
		"rivals maze none":        nil,
		"rivals maze 5x5 --json":  nil,
		"rivals maze 10x10 extra": nil,
	} {
		if got, ok := c.Screen(who, strings.Fields(line)); got != want || ok != (want != nil) {
			t.Errorf("%s leads to %+v, %v", line, got, ok)
		}
	}
}

// Whom one follows stands first in the list of who plays now, however far the others are.
func TestRivalsArePlayingFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := peopled(t)
		jun, err := c.Store.Player(storagetest.Key(2))
		if err != nil {
			t.Fatal(err)
		}
		way := wayOut(t, c, "10x10")
		begins(t, c, live.Header{ID: "RUN-1", Player: "k3f9x2", Name: "kit"}, "maze", "10x10").moves(way[:len(way)-1]...)
		begins(t, c, live.Header{ID: "RUN-2", Player: jun.ID, Name: "jun"}, "maze", "10x10").moves(way[0])
		first := func() string {
			time.Sleep(2 * time.Second)
			var list struct{ Playing []shownRun }
			if err := json.Unmarshal([]byte(c.answers(t, as(1), "watch --json")), &list); err != nil || len(list.Playing) != 2 {
				t.Fatalf("%v, %+v", err, list)
			}
			return list.Playing[0].Player
		}
		if got := first(); got != "kit" {
			t.Errorf("%s stands first", got)
		}
		c.answers(t, as(1), "follow jun")
		if got := first(); got != "jun" {
			t.Errorf("%s stands first, and not whom one follows", got)
		}
	})
}
