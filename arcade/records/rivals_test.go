package records

import (
	"errors"
	"strings"
	"testing"

	"arcade.example.com/storage"
	"arcade.example.com/storage/storagetest"
)

func TestAmong(t *testing.T) {
	s := storage.NewMemory()
	var ps []storage.Player
	for n, id := range []string{"r0", "r1", "r2", "r3"} {
		if _, err := s.Save(storagetest.NewRun(id, n, int64(4000-1000*n))); err != nil {
			t.Fatal(err)
		}
	}
	for n := range 5 { // the last has no time
		p, err := s.Player(storagetest.Key(n))
		if err != nil {
			t.Fatal(err)
		}
		ps = append(ps, p)
	}
	lb := storage.Leaderboard{Game: "maze", Mode: "10x10", Period: storage.All}
	ps[3].Shadow = true
	for _, c := range []struct {
		me     storage.Player
		rivals []storage.Player
		runs   string
	}{
		{ps[0], nil, "r0"},
		{ps[0], ps[1:], "r2 r1 r0"},
		{ps[3], ps[:1], "r3 r0"}, // who is hidden sees themselves
		{ps[4], ps[:3], "r2 r1 r0"},
		{storage.Player{}, nil, ""},
	} {
		lines, err := Among(s, lb, c.me, c.rivals)
		var runs []string
		for i, e := range lines {
			runs = append(runs, e.Run)
			if i > 0 && e.Rank <= lines[i-1].Rank {
				t.Errorf("rank %d after %d", e.Rank, lines[i-1].Rank)
			}
		}
		if err != nil || strings.Join(runs, " ") != c.runs {
			t.Errorf("%v, %v, want %s", runs, err, c.runs)
		}
	}
	cause := errors.New("the disk is on fire")
	if _, err := Among(storagetest.Failing(s, storagetest.Always(cause)), lb, ps[0], nil); !errors.Is(err, cause) {
		t.Error(err)
	}
}
