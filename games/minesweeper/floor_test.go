package minesweeper

import (
	"fmt"
	"hash/fnv"
	"testing"

	"arcade.example.com/games"
	"arcade.example.com/games/minesweeper/solver"
)

// low returns a seed whose board, in a mode and from the first cell, has a 3BV below the mode's floor by version 1.
func low(t *testing.T, mode string, first int) games.Seed {
	t.Helper()
	su, err := setupOf(mode)
	if err != nil {
		t.Fatal(err)
	}
	floor := su.floor
	su.floor = 0
	for seed := range games.Seed(100_000) {
		if su.deal(seed, first).bv < floor {
			return seed
		}
	}
	t.Fatalf("%s: no board below 3BV %d", mode, floor)
	return 0
}

// Every version of the dealing plays what it dealt, and the boards below the floor are those that the second replaced.
func TestVersions(t *testing.T) {
	g := Game()
	for _, mode := range []string{"intermediate", "intermediate-ng"} {
		m, err := g.Mode(mode)
		if err != nil {
			t.Fatal(err)
		}
		seed := low(t, mode, 100)
		bv := map[int]int{}
		for v := 1; v <= version; v++ {
			s, _, err := g.Play(games.Replay{Game: gameID, Mode: mode, Version: v, Seed: seed, Steps: []games.Step{{Move: "open 4,6"}}})
			if err != nil {
				t.Fatal(err)
			}
			_, bv[v] = s.Progress()
			at, _ := g.At(v)
			facts := said(at.Facts(m, seed, []games.Step{{Move: "open 4,6"}}))
			if want := fmt.Sprintf("3BV: 1 of %d\n", bv[v]); facts[:len(want)] != want {
				t.Errorf("%s, version %d says\n%swant\n%s", mode, v, facts, want)
			}
		}
		if bv[1] >= 30 || bv[2] < 30 {
			t.Errorf("%s: the versions deal 3BV %v, want the first below 30 and the second not", mode, bv)
		}
	}
}

// What replaced a board below the floor may only change with the version as well.
func TestRedrawStaysTheSame(t *testing.T) {
	for mode, want := range map[string]uint64{"intermediate": 0xc00b2d7fe97df4d6, "intermediate-ng": 0xb0d5570bf7aa3cc0} {
		su, err := setupOf(mode)
		if err != nil {
			t.Fatal(err)
		}
		sum := fnv.New64a()
		sum.Write([]byte(su.deal(low(t, mode, 100), 100).text(100)))
		if got := sum.Sum64(); got != want {
			t.Errorf("version %d of %s redraws %#x, want %#x: if this is meant, raise the version", version, mode, got, want)
		}
	}
}

// Of boards that reach a floor every one comes equally often, and no other: of the 1330 layouts of 3 mines in 21 cells
// those are counted here that do.
func TestUniformAboveFloor(t *testing.T) {
	const floor, each = 6, 100
	all := map[string]int{}
	for a := range 25 {
		for b := range a {
			for c := range b {
				if text, bv := placed(a, b, c); bv >= floor {
					all[text] = 0
				}
			}
		}
	}
	if len(all) < 100 || len(all) > 1200 {
		t.Fatalf("%d layouts above the floor are no test", len(all))
	}
	su := setup{w: 5, h: 5, mines: 3, floor: floor}
	for seed := range games.Seed(len(all) * each) {
		text := su.deal(seed, 0).text(0)
		if _, ok := all[text]; !ok {
			t.Fatalf("seed %v deals\n%s", seed, text)
		}
		all[text]++
	}
	chiSquare(t, all, each)
}

// placed is a board of 5 by 5 with three mines, and its 3BV; 0 where a mine lies in the first cell or beside it.
func placed(mines ...int) (text string, bv int) {
	l := solver.NewLayout(5, 5)
	for _, i := range mines {
		l.Put(i)
	}
	f := &minefield{l, measure(l)}
	if f.Mine[0] || f.Count[0] > 0 {
		return "", 0
	}
	return f.text(0), f.bv
}

// The listed modes deal nothing below their floors.
func TestFloors(t *testing.T) {
	for _, m := range modes() {
		su, err := setupOf(m.ID)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range games.Seed(200) {
			if f := su.deal(seed, su.start(seed)); f.bv < su.floor {
				t.Errorf("%s: seed %v deals 3BV %d", m.ID, seed, f.bv)
			}
		}
	}
}

// A daily needs no luck.
func TestDailiesNeedNoGuess(t *testing.T) {
	for day, id := range Game().Week {
		if su, err := setupOf(id); err != nil || !su.noGuess {
			t.Errorf("day %d plays %q, %v", day, id, err)
		}
	}
}
