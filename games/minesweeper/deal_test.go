package minesweeper

import (
	"hash/fnv"
	"math"
	"testing"

	"arcade.example.com/games"
	"arcade.example.com/games/minesweeper/solver"
)

// No first cell is ever a mine, and where there is room it opens a region; numbers are right.
func TestFirstCell(t *testing.T) {
	sizes := []setup{
		{w: 9, h: 9, mines: 10}, {w: 5, h: 5, mines: 16}, {w: 5, h: 5, mines: 17}, {w: 5, h: 5, mines: 24},
		{w: 7, h: 5, mines: 26}, {w: 16, h: 16, mines: 40}, {w: 30, h: 16, mines: 99},
	}
	const deals = 100_000
	r := games.NewRand(1, 1)
	for k := range deals {
		su := sizes[k%len(sizes)]
		if k%100 > 0 && su.w > 9 { // the large ones take their time
			su = sizes[k%5]
		}
		first := r.N(su.w * su.h)
		l := uniform(su.w, su.h, su.mines, first, &r)
		if l.Mine[first] {
			t.Fatalf("deal %d of %dx%d/%d: a mine in the first cell, %d", k, su.w, su.h, su.mines, first)
		}
		var buf [8]int
		beside := solver.Neighbours(su.w, su.h, first, &buf)
		if l.Count[first] > 0 && su.mines <= su.w*su.h-1-len(beside) {
			t.Fatalf("deal %d of %dx%d/%d: the first cell, %d, is a %d", k, su.w, su.h, su.mines, first, l.Count[first])
		}
		if k%50 == 0 {
			holds(t, l, su)
		}
	}
}

// holds counts the mines, and around every cell.
func holds(t *testing.T, l *solver.Layout, su setup) {
	t.Helper()
	s := &state{setup: su, field: &minefield{Layout: l}}
	mines := 0
	for i, mine := range l.Mine {
		if mine {
			mines++
		}
		if got, want := int(l.Count[i]), minesNear(s, i); got != want {
			t.Fatalf("cell %d of %dx%d says %d, want %d", i, l.W, l.H, got, want)
		}
	}
	if mines != su.mines || l.Mines != su.mines {
		t.Fatalf("%d mines, %d said, want %d", mines, l.Mines, su.mines)
	}
}

// Every layout that keeps the first cell and its neighbours free comes equally often: of 3 mines in 21 cells there are
// 1330. The seed is fixed, so this holds for ever or never.
func TestUniform(t *testing.T) {
	const layouts, each = 21 * 20 * 19 / 6, 200
	r := games.NewRand(2, streamUniform)
	seen := map[uint32]int{}
	for range layouts * each {
		var key uint32
		for i, mine := range uniform(5, 5, 3, 0, &r).Mine {
			if mine {
				key |= 1 << i
			}
		}
		seen[key]++
	}
	if len(seen) != layouts {
		t.Fatalf("%d layouts, want %d", len(seen), layouts)
	}
	chiSquare(t, seen, each)
}

// chiSquare holds counts, which should all be the same, within four standard deviations of chi-square.
func chiSquare[K comparable](t *testing.T, seen map[K]int, each int) {
	t.Helper()
	chi, degrees := 0.0, float64(len(seen)-1)
	for _, n := range seen {
		chi += float64((n-each)*(n-each)) / float64(each)
	}
	if limit := 4 * math.Sqrt(2*degrees); math.Abs(chi-degrees) > limit {
		t.Errorf("chi-square %.1f, want %.0f±%.1f", chi, degrees, limit)
	}
}

// What a seed deals may only change with the version: replays in the store depend on it.
func TestDealStaysTheSame(t *testing.T) {
	want := map[string]uint64{
		"beginner":        0x824b7d88f20320f,
		"intermediate":    0xafe086e22289e43c,
		"expert":          0x5c25d28606ced891,
		"beginner-ng":     0xa636c8141820383f,
		"intermediate-ng": 0x30a115421c8c9548,
		"expert-ng":       0x1c5380ba527cc54d,
		"24x20/80":        0x23e865c9a2e6c876,
		"5x5/24":          0x8ee8cc583bd56ad0,
	}
	for _, m := range append(modes(), games.Mode{ID: "24x20/80"}, games.Mode{ID: "5x5/24"}) {
		su, err := setupOf(m.ID)
		if err != nil {
			t.Fatal(err)
		}
		plain := su // of version 1, which deals the same but below the floor
		plain.floor = 0
		sum, old := fnv.New64a(), fnv.New64a()
		for seed := range games.Seed(20) {
			seed *= 0x9e3779b97f4a7c15
			first := su.start(seed)
			sum.Write([]byte(su.deal(seed, first).text(first)))
			old.Write([]byte(plain.deal(seed, first).text(first)))
		}
		for v, got := range map[int]uint64{versionPlain: old.Sum64(), versionFloors: sum.Sum64()} {
			if got != want[m.ID] {
				t.Errorf("version %d of %s deals %#x, want %#x: if this is meant, raise the version", v, m.ID, got, want[m.ID])
			}
		}
	}
}

// A first opening that is tried again deals the same, and so does another one after it.
func TestFirstOpeningTwice(t *testing.T) {
	s := dealt(t, "beginner-ng", 5)
	for _, i := range []int{0, 0, 80, 0} {
		want := must(t, dealt(t, "beginner-ng", 5), s.move("open", i)).Text()
		if got := must(t, s, s.move("open", i)).Text(); got != want {
			t.Errorf("cell %d opened\n%s\nwant\n%s", i, got, want)
		}
	}
}

// The start cell is anywhere on the board.
func TestStart(t *testing.T) {
	su := setup{w: 5, h: 5}
	seen := map[int]int{}
	for seed := range games.Seed(5000) {
		seen[su.start(seed)]++
	}
	if len(seen) != 25 {
		t.Fatalf("%d cells, want 25", len(seen))
	}
	chiSquare(t, seen, 200)
}

func TestModes(t *testing.T) {
	tests := []struct {
		text        string
		w, h, mines int
		noGuess     bool
		floor       int
	}{
		{"beginner", 9, 9, 10, false, 2},
		{"intermediate", 16, 16, 40, false, 30},
		{"expert", 30, 16, 99, false, 100},
		{"beginner-ng", 9, 9, 10, true, 2},
		{"intermediate-ng", 16, 16, 40, true, 30},
		{"expert-ng", 30, 16, 99, true, 100},
		{"5x5/1", 5, 5, 1, false, 0},
		{"60x40/2399", 60, 40, 2399, false, 0},
		{"24x20/80", 24, 20, 80, false, 0},
	}
	for _, tt := range tests {
		m, err := Game().Mode(tt.text)
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if _, custom := custom(tt.text); m.ID != tt.text || m.Ranked != (custom != nil) {
			t.Errorf("%s: id %s, ranked %t", tt.text, m.ID, m.Ranked)
		}
		got, err := setupOf(m.ID)
		if want := (setup{tt.text, tt.w, tt.h, tt.mines, tt.noGuess, tt.floor}); err != nil || got != want {
			t.Errorf("%s: %v, %v, want %v", tt.text, got, err, want)
		}
	}
	bad := []string{
		"", "beginer", "Beginner", "-ng", "24x20/80-ng", "4x5/3", "5x4/3", "61x5/3", "5x41/3", "5x5/0", "5x5/25", "5x5", "5/5",
		"05x5/3", "5x5/03", "5x5/+3", "5x5/ 3", "5x5x5/3", "5x5/3/3", "5×5/3", "-5x5/3", "99999999999999999999x5/3",
	}
	for _, text := range bad {
		if m, err := Game().Mode(text); err == nil {
			t.Errorf("%q is mode %v", text, m)
		}
	}
}

func FuzzMode(f *testing.F) {
	for _, text := range []string{"beginner", "expert-ng", "24x20/80", "5x5/24", "60x40/1", "5x5/25", "05x5/1", "x/"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Game().Mode(text)
		if err != nil {
			return
		}
		if m.ID != text {
			t.Fatalf("%q is found as %q", text, m.ID)
		}
		su, err := setupOf(m.ID)
		if err != nil || su.w < minSide || su.w > maxWidth || su.h < minSide || su.h > maxHeight || su.mines < 1 || su.mines >= su.w*su.h {
			t.Fatalf("%q: %v, %v", text, su, err)
		}
	})
}
